/// Takes a value that a benchmark has computed, so that the compiler cannot leave the computation out.
///
/// The compiler may look into neither the function nor its callers' use of it; it costs about a nanosecond, for every
/// entrant alike.
@_optimize(none)
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}

/// Gives its argument back, so that the compiler does not know the value beforehand.
@_optimize(none)
@inline(never)
func unforeseen(_ value: Int) -> Int {
    value
}
