/// A contest that can be run, and how to prepare it.
struct Benchmark {
    /// The contest's name, as it stands in ``Contest/work``.
    var work: String
    /// Prepares the contest: fills stores, makes objects. Not timed.
    var prepare: () throws -> Contest

    init(_ work: String, prepare: @escaping () throws -> Contest) {
        self.work = work
        self.prepare = prepare
    }

    /// Every benchmark, in the order of the table.
    static var all: [Benchmark] {
        reading + readingOnThreads + writing + appending + saving + committing + launching + using + observing
            + compiling
    }
}
