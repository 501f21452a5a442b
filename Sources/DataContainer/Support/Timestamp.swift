import Foundation

/// The present time, as it stands in the names of what is set aside.
enum Timestamp {
    /// Like 20260131T235959Z, in UTC: sorts by time, and needs no escaping in a file's name.
    static var now: String {
        Date.now.formatted(
            Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
    }
}
