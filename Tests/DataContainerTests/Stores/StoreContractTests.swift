import DataContainer
import DataContainerTesting
import Foundation
import Testing

@Suite("Every store keeps the contract")
struct StoreContractTests {
    @Test(arguments: StoreContract.rules)
    func memory(_ rule: StoreContract.Rule) throws {
        try rule.check { MemoryStore() }
    }

    @Test(arguments: StoreContract.rules)
    func sqlite(_ rule: StoreContract.Rule) throws {
        let folder = try TemporaryFolder()
        try rule.check(
            { SQLiteStore(url: folder.file("\(UUID()).sqlite")) },
            again: { store in SQLiteStore(url: try #require(store.url)) })
    }

    @Test(arguments: StoreContract.rules)
    func userDefaults(_ rule: StoreContract.Rule) throws {
        let suites = TemporarySuites()
        try rule.check(
            { suites.store(prefix: "prefix.") },
            again: { UserDefaultsStore(suiteName: $0.suiteName, prefix: $0.prefix) })
    }

    @Test(arguments: StoreContract.rules)
    func faultyStoreWithoutFaults(_ rule: StoreContract.Rule) throws {
        try rule.check { FaultyStore() }
    }

    @Test func ruleNamesDiffer() {
        #expect(Set(StoreContract.rules.map(\.name)).count == StoreContract.rules.count)
    }
}
