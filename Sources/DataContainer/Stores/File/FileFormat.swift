internal import Foundation

/// How a ``FileStore`` writes its file.
public enum FileFormat: Sendable, Hashable, CaseIterable {
    /// JSON that a person can read, compare and edit, made for version control: one member for each entry, sorted, each
    /// on lines of its own.
    ///
    /// ```json
    /// {
    ///   "$DataContainer" : { "layout" : 1, "revision" : 12, "revisions" : { "launches" : 12, "name" : 3 } },
    ///   "launches" : 3,
    ///   "name" : "Ada"
    /// }
    /// ```
    ///
    /// Truth values, integers, numbers with a fraction and texts are plain JSON, and so are most values that are JSON
    /// themselves. What JSON cannot tell apart is an object with one member:
    ///
    /// | | |
    /// | --- | --- |
    /// | `{"$real": 3}` | a floating-point number without a fraction; `"-0.0"` in quotation marks is the negative zero |
    /// | `{"$date": "2026-01-31T12:00:00Z"}` | a date; or the seconds since 2001-01-01 00:00:00 UTC as a number |
    /// | `{"$data": "AAEC"}` | bytes, in Base64 |
    /// | `{"$json": "[1.0]"}` | JSON text that would not come back to the letter |
    ///
    /// Somebody who edits the file need not know these: `3` is also taken for a Double. `$DataContainer` holds the
    /// revisions; it may be deleted, and edits need not touch it. There are no checksums, since edits must be possible:
    /// a damaged file that still is JSON is taken for an edited one. A number keeps 38 digits. Of a key that stands
    /// twice, one counts.
    case json

    /// An XML property list, with a checksum for each entry.
    case propertyList

    /// An archive of `NSKeyedArchiver`, read with secure coding, with a checksum for each entry. Its one object is an
    /// `NSData`: the entries as a property list in the binary form.
    case archive
}

extension FileFormat {
    /// The contents that the bytes of a file stand for.
    func decode(_ bytes: Data) throws(FileFault) -> FileContents {
        switch self {
        case .json: try JSONFileCoding.decode(bytes)
        case .propertyList: try PropertyListFileCoding.decode(bytes)
        case .archive: try ArchiveFileCoding.decode(bytes)
        }
    }

    /// The bytes of a file with these contents.
    ///
    /// - Throws: ``StoreError/Code/unsupported`` for what the format cannot hold.
    func encode(_ contents: FileContents) throws(StoreError) -> Data {
        switch self {
        case .json: try JSONFileCoding.encode(contents)
        case .propertyList: try PropertyListFileCoding.encode(contents)
        case .archive: try ArchiveFileCoding.encode(contents)
        }
    }

    /// What a file in this format is called in a message.
    var name: String {
        switch self {
        case .json: "JSON object"
        case .propertyList: "property list of a store"
        case .archive: "archive of a store"
        }
    }
}

/// Why the bytes of a file are no contents.
enum FileFault: Error {
    /// They are not of the format, or damaged. In half a sentence.
    case invalid(String)
    /// They were written by a newer version of this package.
    case newerLayout(Int)
}
