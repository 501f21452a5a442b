internal import Foundation

/// The format ``FileFormat/archive``: one object, the bytes of a property list in the binary form. With an object for each
/// entry, the time that archiving takes on Linux would grow with their square.
enum ArchiveFileCoding {
    static func decode(_ bytes: Data) throws(FileFault) -> FileContents {
        let list: Any
        do {
            guard let data = try SecureArchive.object(in: bytes, classes: [NSData.self]) as? Data else {
                throw SecureArchive.Failure(description: "it holds no bytes")
            }
            list = try PropertyListSerialization.propertyList(from: data, format: nil)
        } catch {
            throw .invalid((error as? SecureArchive.Failure)?.description ?? "it cannot be read")
        }
        return try CheckedEntries.contents(of: list)
    }

    static func encode(_ contents: FileContents) throws(StoreError) -> Data {
        let root = try CheckedEntries.root(of: contents)
        do {
            let list = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
            return try SecureArchive.bytes(of: list as NSData)
        } catch {
            throw StoreError(.unsupported, "The entries cannot be archived.", cause: error)
        }
    }
}
