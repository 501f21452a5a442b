internal import Foundation

/// The format ``FileFormat/propertyList``.
enum PropertyListFileCoding {
    static func decode(_ bytes: Data) throws(FileFault) -> FileContents {
        let root: Any
        do {
            root = try PropertyListSerialization.propertyList(from: bytes, format: nil)
        } catch {
            throw .invalid("it is no property list")
        }
        return try CheckedEntries.contents(of: root)
    }

    static func encode(_ contents: FileContents) throws(StoreError) -> Data {
        let root = try CheckedEntries.root(of: contents)
        do {
            return try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0)
        } catch {
            throw StoreError(.unsupported, "The entries cannot be written as a property list.", cause: error)
        }
    }
}
