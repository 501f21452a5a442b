internal import Foundation

extension StoreFile {
    /// Moves the file out of the way: to `NAME.damaged-<UTC time>`, beside it. The caller has its lock.
    ///
    /// - Parameter replacement: What takes its place, in one step; `nil` leaves the place empty.
    /// - Returns: The path that it has now, or `nil` if it had to stay where it is.
    func setAside(replacement: Data?) -> String? {
        let time = Timestamp.now
        for number in 1...100 {
            let aside = "\(path).damaged-\(time)" + (number == 1 ? "" : "-\(number)")
            var status = stat()
            if link(path, aside) != 0 {
                if errno == EEXIST || lstat(aside, &status) == 0 { continue }
                // A file system without hard links: moved first, then.
                guard rename(path, aside) == 0 else { return nil }
            }
            if let replacement, (try? replace(with: replacement, durability: .power)) != nil { return aside }
            unlink(path)
            return aside
        }
        return nil
    }
}
