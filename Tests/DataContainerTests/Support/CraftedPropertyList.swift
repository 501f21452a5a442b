import Foundation

/// A property list in the binary form, made byte by byte, so that it can be wrong wherever a test wants it.
struct CraftedPropertyList {
    indirect enum Object {
        case text(String)
        case integer(UInt32)
        case reference(UInt8)
        case array([Object])
        case dictionary([(String, Object)])
    }

    /// The bytes of the objects, each with its marker.
    var objects: [[UInt8]] = []
    /// The number of the outermost object.
    var root: UInt8 = 0
    /// Where the objects lie, if elsewhere than they do.
    var offsets: [Int: UInt8] = [:]
    /// The number of objects that the trailer states, if another than there is.
    var count: Int?

    init(_ objects: [[UInt8]]) {
        self.objects = objects
    }

    init(_ object: Object) {
        root = add(object)
    }

    /// An archive of `NSKeyedArchiver` whose outermost object is the first of these.
    init(archive objects: [Object], version: UInt32 = 100_000) {
        self.init(
            .dictionary([
                ("$archiver", .text("NSKeyedArchiver")), ("$version", .integer(version)),
                ("$top", .dictionary([("root", .reference(1))])), ("$objects", .array([.text("$null")] + objects)),
            ]))
    }

    private mutating func add(_ object: Object) -> UInt8 {
        let bytes: [UInt8]
        switch object {
        case .text(let text): bytes = [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8
        case .integer(let number): bytes = [0x12] + withUnsafeBytes(of: number.bigEndian, Array.init)
        case .reference(let number): bytes = [0x80, number]
        case .array(let parts):
            let numbers = parts.map { add($0) }
            bytes = [0xAF, 0x10, UInt8(parts.count)] + numbers
        case .dictionary(let members):
            let keys = members.map { add(.text($0.0)) }
            let values = members.map { add($0.1) }
            bytes = [0xD0 | UInt8(members.count)] + keys + values
        }
        objects.append(bytes)
        return UInt8(objects.count - 1)
    }

    var data: Data {
        var bytes = Array("bplist00".utf8)
        var wide: [UInt8] = []
        for (number, object) in objects.enumerated() {
            let place = UInt16(bytes.count)
            wide += [UInt8(place >> 8), offsets[number] ?? UInt8(truncatingIfNeeded: place)]
            bytes += object
        }
        let table = bytes.count
        bytes += wide + [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [count ?? objects.count, Int(root), table] {
            bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        }
        return Data(bytes)
    }
}
