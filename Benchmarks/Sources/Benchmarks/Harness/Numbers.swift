/// Numbers of which none comes twice: what is written has to be a change, or there would be nothing to save.
final class Numbers {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}
