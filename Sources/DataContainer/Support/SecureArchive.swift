internal import Foundation

/// Archives of `NSKeyedArchiver`, written and read with secure coding, and checked before Foundation reads them.
enum SecureArchive {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The archive of an object.
    static func bytes(of object: some NSObject & NSSecureCoding) throws -> Data {
        let bytes = try SecureArchivePlatform.bytes(of: object)
        try check(bytes, classes: nil)
        return bytes
    }

    /// The object in an archive.
    ///
    /// - Parameters:
    ///   - bytes: The archive, in the binary form that `NSKeyedArchiver` writes.
    ///   - classes: The classes that the object may be of, and what it holds, as far as its own class does not say so.
    static func object(in bytes: Data, classes: [AnyClass]) throws -> Any {
        try check(bytes, classes: classes)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: bytes)
        defer { unarchiver.finishDecoding() }
        unarchiver.requiresSecureCoding = SecureArchivePlatform.isCheckedByFoundation
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let object = unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        if let error = unarchiver.error { throw error }
        // Looked at again: not every system does so for the outermost object.
        guard let object, classes.contains(where: { (object as? NSObject)?.isKind(of: $0) ?? false }) else {
            let expected = classes.map { "\($0)" }.joined(separator: ", ")
            throw Failure(description: "its object is none of \(expected)")
        }
        return object
    }

    /// Makes sure that bytes have the structure of an archive that can be read, and hold no class that may not be.
    private static func check(_ bytes: Data, classes: [AnyClass]?) throws(Failure) {
        let names: Set<String>
        do {
            names = try ArchiveStructure.check(bytes)
        } catch {
            throw Failure(description: "it is no archive that can be read: \(error.reason)")
        }
        for name in names.sorted() {
            if let reason = SecureArchivePlatform.objection(to: name, classes: classes) {
                throw Failure(description: "'\(name)' \(reason)")
            }
        }
    }
}

/// Whether bytes have the structure of an archive: every reference leads to an object, and none in a circle.
enum ArchiveStructure {
    /// How deep objects may lie in one another: decoding takes stack for each level.
    private static let maximumDepth = 128

    /// - Returns: The names of the objects' classes.
    static func check(_ bytes: Data) throws(BinaryPropertyList.Fault) -> Set<String> {
        let list = try BinaryPropertyList(bytes)
        guard let root = list.members(list.root), let archiver = root["$archiver"], let version = root["$version"],
            case .text("NSKeyedArchiver") = list.objects[archiver], case .integer(100_000) = list.objects[version],
            let top = root["$top"].flatMap({ list.members($0) }), let objects = root["$objects"],
            case .array(let numbers) = list.objects[objects]
        else { throw .init(reason: "it has not the members of one") }
        var archive = Archive(list: list, objects: numbers)
        for value in top.values {
            try archive.follow(value, depth: 0)
        }
        return archive.classes
    }

    private struct Archive {
        let list: BinaryPropertyList
        let objects: [Int]
        /// Those that were followed to their end, and those that are being followed.
        var done: Set<Int> = []
        var open: Set<Int> = []
        var classes: Set<String> = []

        init(list: BinaryPropertyList, objects: [Int]) {
            self.list = list
            self.objects = objects
        }

        /// Follows a value: a reference, a plain value, or a list of such.
        mutating func follow(_ value: Int, depth: Int) throws(BinaryPropertyList.Fault) {
            switch list.objects[value] {
            case .reference(let number):
                try object(target(number), depth: depth + 1)
            case .array(let parts):
                for part in parts {
                    if list.objects[part].isList { throw .init(reason: "a list is in a list") }
                    try follow(part, depth: depth)
                }
            case .dictionary, .null: throw .init(reason: "a dictionary stands where a value is expected")
            case .plain, .text, .integer: break
            }
        }

        /// Follows what an object refers to.
        private mutating func object(_ number: Int, depth: Int) throws(BinaryPropertyList.Fault) {
            guard depth <= ArchiveStructure.maximumDepth else { throw .init(reason: "its objects lie too deep") }
            switch list.objects[number] {
            case .plain, .text, .integer: return
            case .dictionary: break
            default: throw .init(reason: "an object is none")
            }
            if done.contains(number) { return }
            guard open.insert(number).inserted else {
                throw .init(reason: "its objects refer to one another in a circle")
            }
            guard let members = list.members(number), let description = members["$class"] else {
                throw .init(reason: "an object has no class")
            }
            let names = try classNames(description)
            classes.insert(names[0])
            try checkCollection(members, isDictionary: names.contains("NSDictionary"))
            for (name, value) in members where name != "$class" {
                try follow(value, depth: depth)
            }
            open.remove(number)
            done.insert(number)
        }

        private func target(_ number: UInt64) throws(BinaryPropertyList.Fault) -> Int {
            guard number < UInt64(objects.count) else { throw .init(reason: "a reference leads outside") }
            return objects[Int(number)]
        }

        /// The names of an object's class and of those above it.
        private func classNames(_ value: Int) throws(BinaryPropertyList.Fault) -> [String] {
            guard case .reference(let number) = list.objects[value], let members = list.members(try target(number)),
                let name = members["$classname"], case .text(let own) = list.objects[name],
                let classes = members["$classes"], case .array(let numbers) = list.objects[classes],
                // Other classes to take if this one is not there.
                members["$classhints"] == nil
            else { throw .init(reason: "an object's class is damaged") }
            let names = numbers.compactMap { number -> String? in
                if case .text(let name) = list.objects[number] { name } else { nil }
            }
            guard names.first == own, names.count == numbers.count else {
                throw .init(reason: "an object's class is damaged")
            }
            return names
        }

        /// What Foundation's collections take on trust: that there is an object for each place, and a value for each key.
        private func checkCollection(_ members: [String: Int], isDictionary: Bool) throws(BinaryPropertyList.Fault) {
            var counts: [Int] = []
            for name in ["NS.keys", "NS.objects"] {
                guard let value = members[name], case .array(let parts) = list.objects[value] else { continue }
                counts.append(parts.count)
                for part in parts {
                    guard case .reference(let number) = list.objects[part] else {
                        throw .init(reason: "a collection holds something that is no object")
                    }
                    if case .text("$null") = list.objects[try target(number)] {
                        throw .init(reason: "a collection holds nothing at one place")
                    }
                }
            }
            if isDictionary || members["NS.keys"] != nil {
                guard counts.count == 2, counts[0] == counts[1] else { throw .init(reason: "a dictionary is damaged") }
            }
        }
    }
}
