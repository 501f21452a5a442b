import DataContainer
import Foundation

// A process for the tests of the stores: it does what its arguments say and reports each step on its standard output.

/// Writes a line at once, so that what was reported had happened when the process is killed.
func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func integer(_ value: StoredValue?) -> Int64 {
    if case .integer(let value) = value { value } else { 0 }
}

let arguments = CommandLine.arguments
#if canImport(Darwin)
let fileSizeLimit = RLIMIT_FSIZE
let everyLibrary = UnsafeMutableRawPointer(bitPattern: -2)
#else
let everyLibrary: UnsafeMutableRawPointer? = nil
let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif

guard arguments.count >= 3 else {
    FileHandle.standardError.write(Data("usage: StoreChild COMMAND PLACE [ARGUMENT]\n".utf8))
    exit(64)
}
let place = arguments[2]
let store = SQLiteStore(url: URL(filePath: place))

do {
    if try runFileCommand(arguments) || runImportCommand(arguments) || runArchiveCommand(arguments) { exit(0) }
    switch arguments[1] {
    case "commit-forever":
        // Three entries that always agree; goes on from where the last process was.
        var number = integer(try store.load(["a"]).entries["a"]?.value)
        while true {
            number += 1
            let value = StoredValue.integer(number)
            _ = try store.commit(
                ChangeSet(updates: ["a": value, "b": value, "c": value, "own \(number % 50)": value]),
                durability: number.isMultiple(of: 10) ? .power : .process)
            report("\(number)")
        }
    case "increment":
        for _ in 0..<(Int(arguments[3]) ?? 0) {
            var isDone = false
            while !isDone {
                let entry = try store.load(["count"]).entries["count"]
                do throws(StoreError) {
                    _ = try store.commit(
                        ChangeSet(
                            updates: ["count": .integer(integer(entry?.value) + 1)],
                            expects: ["count": entry?.revision ?? .zero]), durability: .process)
                    isDone = true
                } catch {
                    if error.code != .conflict { throw error }
                }
            }
        }
        report("done")
    case "error":
        // Without the rights of root, who may read and write everything.
        if arguments.count > 3, let user = uid_t(arguments[3]) {
            guard setuid(user) == 0 else { exit(77) }
        }
        do throws(StoreError) {
            _ = try store.load(nil)
            report("loaded")
        } catch {
            report("\(error.code.rawValue): \(error.message)")
        }
        do throws(StoreError) {
            _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
            report("committed")
        } catch {
            report("\(error.code.rawValue): \(error.message)")
        }
    case "full":
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .power)
        // From here on, no file grows beyond this; without the signal, writing fails as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
        setrlimit(fileSizeLimit, &limit)
        do throws(StoreError) {
            _ = try store.commit(
                ChangeSet(updates: ["a": .data(Data(repeating: 1, count: 1 << 20))]), durability: .power)
            report("committed")
        } catch {
            report("\(error.code.rawValue): \(error.message)")
        }
        report(try store.load(["a"]).entries["a"]?.value == .integer(1) ? "still there" : "changed")
    case "fork":
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        // Swift hides fork, for the reason that is tested here.
        guard let address = dlsym(everyLibrary, "fork") else { exit(70) }
        let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
        let child = fork()
        if child == 0 {
            do throws(StoreError) {
                _ = try store.load(nil)
                report("loaded")
            } catch {
                report(error.code.rawValue)
            }
            _exit(0)
        }
        waitpid(child, nil, 0)
        report("parent \(integer(try store.load(["a"]).entries["a"]?.value))")
    case "fork-committing":
        // Forks while another thread has the store.
        let committed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while true {
                _ = try? store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .power)
                committed.signal()
            }
        }
        guard let address = dlsym(everyLibrary, "fork") else { exit(70) }
        let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
        for _ in 0..<20 {
            while committed.wait(timeout: .now()) == .success {}
            committed.wait()
            let child = fork()
            if child == 0 {
                alarm(10)
                do throws(StoreError) {
                    _ = try store.load(nil)
                    _exit(1)
                } catch {
                    _exit(error.code == .unsupported ? 0 : 2)
                }
            }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            if status != 0 { report("status \(status)") }
        }
        report("forked")
        _exit(0)
    case "standard":
        // Here the place is the name of the store.
        let store = SQLiteStore.standard(name: place)
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        report(store.url?.path(percentEncoded: false) ?? "none")
    case "defaults-read":
        // Here the place is the name of a suite.
        for (key, entry) in try UserDefaultsStore(suiteName: place).load(nil).entries.sorted(by: { $0.key < $1.key }) {
            report("\(key) \(entry.value.hexadecimal)")
        }
    case "defaults-write":
        _ = try UserDefaultsStore(suiteName: place).commit(
            ChangeSet(updates: [arguments[3]: .text(arguments[4])]), durability: .process)
        report("done")
    default:
        exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

extension StoredValue {
    /// Kind and bits, for a comparison in another process.
    var hexadecimal: String {
        let bytes: [UInt8] =
            switch self {
            case .bool(let value): [value ? 1 : 0]
            case .integer(let value): withUnsafeBytes(of: value.bigEndian, Array.init)
            case .real(let value), .date(let value): withUnsafeBytes(of: value.bitPattern.bigEndian, Array.init)
            case .text(let value), .json(let value): Array(value.utf8)
            case .data(let value): Array(value)
            }
        return kind.rawValue + " " + bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    }
}
