internal import Foundation

/// The objects of a property list in the binary form, without making any of them: only as far as it takes to know whether
/// Foundation can be given the bytes.
///
/// On some systems Foundation stops the process when the bytes are damaged: by numbers that lead outside, by lists that
/// hold themselves.
struct BinaryPropertyList {
    enum Object {
        case null
        /// A number, a truth value, a date or bytes.
        case plain
        case text(String)
        case integer(UInt64)
        /// The number of another object in an archive.
        case reference(UInt64)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    struct Fault: Error {
        var reason: String
    }

    let objects: [Object]
    let root: Int

    /// Reads the objects, and makes sure that every list is part of one other list at most, so that following them ends.
    init(_ bytes: Data) throws(Fault) {
        let reader = try Reader(bytes)
        var objects: [Object] = []
        objects.reserveCapacity(reader.count)
        for number in 0..<reader.count {
            objects.append(try reader.object(number))
        }
        self.objects = objects
        root = reader.root
        var isPart = [Bool](repeating: false, count: objects.count)
        isPart[root] = true
        for object in objects {
            for part in object.parts where objects[part].isList {
                guard !isPart[part] else { throw Fault(reason: "a list is part of two others, or of itself") }
                isPart[part] = true
            }
        }
    }

    /// The members of a dictionary, by their keys; `nil` if the object is no dictionary, or has a key that is no text.
    func members(_ number: Int) -> [String: Int]? {
        guard case .dictionary(let keys, let values) = objects[number] else { return nil }
        var members: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            guard case .text(let name) = objects[key], members.updateValue(value, forKey: name) == nil else {
                return nil
            }
        }
        return members
    }
}

extension BinaryPropertyList.Object {
    var isList: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    fileprivate var parts: [Int] {
        switch self {
        case .array(let parts): parts
        case .dictionary(let keys, let values): keys + values
        default: []
        }
    }
}

/// Takes the form apart. https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c
private struct Reader {
    typealias Object = BinaryPropertyList.Object
    typealias Fault = BinaryPropertyList.Fault

    let bytes: [UInt8]
    let count: Int
    let root: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let table: Int

    init(_ data: Data) throws(Fault) {
        let bytes = [UInt8](data)
        self.bytes = bytes
        guard bytes.count >= 40, bytes.starts(with: "bplist00".utf8) else {
            throw Fault(reason: "it is no binary property list")
        }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let numbers = [8, 16, 24].map { start in
            bytes[(trailer + start)..<(trailer + start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        // Each object takes a byte at least, so none of these is larger than the file.
        let limit = UInt64(trailer)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), (1...limit).contains(numbers[0]),
            numbers[1] < numbers[0], (8...limit).contains(numbers[2]),
            numbers[0] * UInt64(offsetSize) == limit - numbers[2]
        else { throw Fault(reason: "its table of objects is damaged") }
        (count, root, table) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
    }

    /// A big-endian number of up to eight bytes that lies before `end`.
    private func number(_ offset: Int, _ size: Int, before end: Int) throws(Fault) -> UInt64 {
        guard offset >= 0, size <= end, offset <= end - size else { throw Fault(reason: "an object is cut off") }
        return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    func object(_ index: Int) throws(Fault) -> Object {
        let place = try number(table + index * offsetSize, offsetSize, before: bytes.count - 32)
        guard place >= 8, place < UInt64(table) else { throw Fault(reason: "an object lies outside") }
        var offset = Int(place)
        let marker = bytes[offset]
        offset += 1
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where low == 0: return .null
        case 0x0 where low == 8 || low == 9: return .plain
        case 0x1 where low <= 3: return .integer(try number(offset, 1 << low, before: table))
        // Sixteen bytes, of which CoreFoundation uses eight.
        case 0x1 where low == 4: return try plain(offset, 16)
        case 0x2 where low == 2 || low == 3: return try plain(offset, 1 << low)
        case 0x3 where low == 3: return try plain(offset, 8)
        case 0x4: return try plain(offset, try length(low, &offset), from: offset)
        case 0x5: return try text(try length(low, &offset), offset, width: 1)
        case 0x6: return try text(try length(low, &offset), offset, width: 2)
        case 0x8 where low < 8: return .reference(try number(offset, low + 1, before: table))
        case 0xA:
            let count = try length(low, &offset)
            return .array(try references(count, offset))
        case 0xD:
            let count = try length(low, &offset)
            let all = try references(count * 2, offset)
            return .dictionary(keys: Array(all[..<count]), values: Array(all[count...]))
        default: throw Fault(reason: "an object is of an unknown kind")
        }
    }

    private func plain(_ start: Int, _ size: Int, from offset: Int? = nil) throws(Fault) -> Object {
        guard size <= table - (offset ?? start) else { throw Fault(reason: "an object is cut off") }
        return .plain
    }

    /// How many bytes, characters or parts follow: in the marker, or in a number after it.
    private func length(_ low: Int, _ offset: inout Int) throws(Fault) -> Int {
        guard low == 0x0F else { return low }
        let marker = try number(offset, 1, before: table)
        guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw Fault(reason: "an object's length is damaged") }
        let size = 1 << Int(marker & 0x0F)
        let length = try number(offset + 1, size, before: table)
        offset += 1 + size
        guard length <= UInt64(table) else { throw Fault(reason: "an object is cut off") }
        return Int(length)
    }

    private func text(_ count: Int, _ offset: Int, width: Int) throws(Fault) -> Object {
        guard count * width <= table - offset else { throw Fault(reason: "a text is cut off") }
        let slice = bytes[offset..<(offset + count * width)]
        if width == 1 {
            guard slice.allSatisfy({ $0 < 0x80 }) else { throw Fault(reason: "a text is no ASCII") }
            return .text(String(decoding: slice, as: UTF8.self))
        }
        let units = (0..<count).map { UInt16(slice[offset + 2 * $0]) << 8 | UInt16(slice[offset + 2 * $0 + 1]) }
        return .text(String(decoding: units, as: UTF16.self))
    }

    private func references(_ count: Int, _ offset: Int) throws(Fault) -> [Int] {
        guard count <= (table - offset) / referenceSize else { throw Fault(reason: "a list is cut off") }
        var references: [Int] = []
        references.reserveCapacity(count)
        for index in 0..<count {
            let reference = try number(offset + index * referenceSize, referenceSize, before: table)
            guard reference < UInt64(self.count) else { throw Fault(reason: "a list leads outside") }
            references.append(Int(reference))
        }
        return references
    }
}
