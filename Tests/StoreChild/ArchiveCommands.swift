import DataContainer
import Foundation

/// A class of an app's own, with secure coding.
final class Harbour: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    private let name: String
    private let number: Int
    private let next: Harbour?

    init(name: String, number: Int, next: Harbour? = nil) {
        self.name = name
        self.number = number
        self.next = next
    }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(number, forKey: "number")
        coder.encode(next, forKey: "next")
    }

    required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
        self.name = name as String
        number = coder.decodeInteger(forKey: "number")
        next = coder.decodeObject(of: Harbour.self, forKey: "next")
    }
}

/// The command `archive-fuzz KIND START`: reads every damaged form of an archive from a number on, and reports each number
/// before it does.
///
/// - Returns: Whether it was that.
func runArchiveCommand(_ arguments: [String]) throws -> Bool {
    guard arguments[1] == "archive-fuzz", let start = Int(arguments[3]) else { return false }
    switch arguments[2] {
    case "own":
        try fuzz(Archived(Harbour(name: "x\u{E9}", number: 1, next: Harbour(name: "y", number: 2))), [], start)
    case "url":
        guard let url = NSURL(string: "https://example.com/a?b") else { exit(70) }
        try fuzz(Archived(url), [], start)
    case "array":
        let array: NSArray = [1 as NSNumber, "two" as NSString, Data([1, 2]) as NSData, Date.now as NSDate]
        try fuzz(Archived(array), [NSNumber.self, NSString.self, NSData.self, NSDate.self], start)
    case "dictionary":
        let inner: NSDictionary = ["x" as NSString: 2.5 as NSNumber]
        let dictionary: NSDictionary = ["a" as NSString: 1 as NSNumber, "b" as NSString: inner]
        try fuzz(Archived(dictionary), [NSNumber.self, NSString.self], start)
    default: exit(64)
    }
    return true
}

private func fuzz<Object>(_ archived: Archived<Object>, _ classes: [AnyClass], _ start: Int) throws {
    let bytes = archived.data
    let masks: [UInt8] = [0xFF, 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80]
    let count = bytes.count * (masks.count + 1)
    for number in start..<count {
        report("\(number)")
        let offset = number % bytes.count
        var damaged = bytes.prefix(offset)
        if number / bytes.count < masks.count {
            damaged = bytes
            damaged[offset] ^= masks[number / bytes.count]
        }
        _ = try? Archived<Object>(data: damaged).object(also: classes)
    }
    report("done")
}
