import Foundation

/// One run of the benchmarks.
struct Run {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func run() throws {
        let benchmarks = Benchmark.all.filter { benchmark in
            options.filter.map { benchmark.work.localizedCaseInsensitiveContains($0) } ?? true
        }
        if options.onlyLists {
            for benchmark in benchmarks { print(benchmark.work) }
            return
        }
        let begin = now()
        var results = Results.thisMachine
        Table.printHeader()
        for benchmark in benchmarks {
            var contest = try benchmark.prepare()
            contest.work = benchmark.work
            if let only = options.entrant { contest.entrants.removeAll { !$0.name.hasPrefix(only) } }
            if contest.entrants.isEmpty { continue }
            let result = try contest.run(quick: options.isQuick)
            Table.print(result)
            // Also where the output is a file or a pipe.
            fflush(nil)
            results.contests.append(result)
        }
        results.seconds = (Double(now() - begin) / 1e9).rounded()
        printSummary(results)
        if let output = options.output {
            try results.encoded().write(to: URL(filePath: output))
        }
    }

    private func printSummary(_ results: Results) {
        let judged = results.contests.flatMap { contest in contest.entrants.map { (contest.work, $0) } }
            .filter { $0.1.isReached != nil }
        let missed = judged.filter { $0.1.isReached == false }
        print(
            "\n\(judged.count - missed.count) of \(judged.count) targets reached, in \(Int(results.seconds)) seconds.")
        for (work, entrant) in missed {
            let ratio = String(format: "%.3f", entrant.ratio ?? .nan)
            print("  not reached: \(work), beside \(entrant.name): \(ratio), where \(entrant.target ?? "")")
        }
    }
}

extension Results {
    /// Results without contests.
    fileprivate static var thisMachine: Results {
        var load = [Double](repeating: 0, count: 1)
        getloadavg(&load, 1)
        let cpu = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        #if compiler(>=6.3)
        let compiler = "Swift 6.3 or newer"
        #else
        let compiler = "Swift 6.2"
        #endif
        return Results(
            date: Date.now.formatted(.iso8601), machine: cpu ?? "unknown",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            system: ProcessInfo.processInfo.operatingSystemVersionString, compiler: compiler, seconds: 0,
            loadBefore: load[0], contests: [])
    }
}
