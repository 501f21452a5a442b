import CPeers
import Foundation

/// What the process has used.
enum Resources {
    /// How many bytes of memory are allocated and not freed.
    static var allocatedBytes: Double {
        Double(peers_allocated_bytes())
    }

    /// How many bytes the process has handed to the system to be written to files; `nil` where the system does not tell.
    static var writtenBytes: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("wchar:") }?.split(separator: " ").last.flatMap {
            Double($0)
        }
    }
}
