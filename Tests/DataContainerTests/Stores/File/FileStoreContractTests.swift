import DataContainer
import DataContainerTesting
import Foundation
import Testing

@Suite("A file store keeps the contract in every format")
struct FileStoreContractTests {
    @Test(arguments: FileFormat.allCases, StoreContract.rules)
    func contract(_ format: FileFormat, _ rule: StoreContract.Rule) throws {
        let folder = try TemporaryFolder()
        try rule.check(
            { FileStore(url: folder.file("\(UUID())"), format: format) },
            again: { FileStore(url: $0.url, format: $0.format) })
    }
}
