internal import Foundation

/// The format ``FileFormat/archive``: one object, the bytes of a property list in the binary form, after the checksum of
/// these bytes. With an object for each entry, the time that archiving takes on Linux would grow with their square.
enum ArchiveFileCoding {
    static func decode(_ bytes: Data) throws(FileFault) -> FileContents {
        let list: Any
        do {
            guard let data = try SecureArchive.object(in: bytes, classes: [NSData.self]) as? Data else {
                throw SecureArchive.Failure(description: "it holds no bytes")
            }
            list = try PropertyListSerialization.propertyList(from: try checked(data), format: nil)
        } catch {
            throw .invalid((error as? SecureArchive.Failure)?.description ?? "it cannot be read")
        }
        return try CheckedEntries.contents(of: list)
    }

    /// The bytes behind the checksum. Checked before they are read: a flipped bit in a binary property list can stop
    /// Foundation, and the process with it.
    private static func checked(_ data: Data) throws -> Data {
        let list = data.dropFirst(checksumSize)
        guard data.count > checksumSize, Data(checksum(of: list)) == data.prefix(checksumSize) else {
            throw SecureArchive.Failure(description: "its checksum is wrong")
        }
        return Data(list)
    }

    private static let checksumSize = 4

    private static func checksum(of list: Data) -> [UInt8] {
        var checksum = Checksum()
        list.withUnsafeBytes { checksum.update($0) }
        return withUnsafeBytes(of: checksum.value.bigEndian, Array.init)
    }

    static func encode(_ contents: FileContents) throws(StoreError) -> Data {
        try archive(of: try CheckedEntries.root(of: contents))
    }

    /// The archive of a property list.
    static func archive(of root: Any) throws(StoreError) -> Data {
        do {
            let list = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
            return try SecureArchive.bytes(of: Data(checksum(of: list) + list) as NSData)
        } catch {
            throw StoreError(.unsupported, "The entries cannot be archived.", cause: error)
        }
    }
}
