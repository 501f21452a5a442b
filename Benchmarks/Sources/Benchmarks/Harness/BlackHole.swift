/// Takes a value that a benchmark has computed, so that the compiler cannot leave the computation out.
///
/// The compiler may look into neither the function nor its callers' use of it; it costs about a nanosecond, for every
/// entrant alike.
@_optimize(none)
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}
