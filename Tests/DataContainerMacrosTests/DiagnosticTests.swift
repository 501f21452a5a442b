import SwiftDiagnostics
import Testing

/// Source with a fault, and what is reported.
struct FaultCase: CustomTestStringConvertible, Sendable {
    let source: String
    let id: String
    /// Line and column.
    let place: String
    /// The source that the report points at.
    let token: String
    let message: String
    /// What the source is after each fix-it.
    let fixes: [String]
    let notes: [String]

    init(
        _ source: String, _ id: String, at place: String, _ token: String, _ message: String, fixes: [String] = [],
        notes: [String] = []
    ) {
        self.source = source
        self.id = id
        self.place = place
        self.token = token
        self.message = message
        self.fixes = fixes
        self.notes = notes
    }

    var testDescription: String { source }
}

@Suite("A fault is reported once, where it is, with what to do about it")
struct DiagnosticTests {
    @Test("in the class", arguments: classCases)
    func classes(of fault: FaultCase) {
        check(fault)
    }

    @Test("in a property", arguments: propertyCases)
    func properties(of fault: FaultCase) {
        check(fault)
    }

    @Test("in an attribute", arguments: attributeCases)
    func attributes(of fault: FaultCase) {
        check(fault)
    }

    private func check(_ fault: FaultCase) {
        let reports = Expansion(of: fault.source).reports
        #expect(reports.map(\.id) == [fault.id])
        guard let report = reports.first else { return }
        #expect(report.severity == .error)
        #expect("\(report.place)" == fault.place)
        #expect(report.token == fault.token)
        #expect(report.message == fault.message)
        #expect(report.notes == fault.notes)
        #expect(report.fixes.map(\.result) == fault.fixes)
        for fix in report.fixes {
            #expect(!fix.title.isEmpty)
            #expect(!Expansion(of: fix.result).reports.map(\.id).contains(fault.id), "\(fix.result)")
        }
    }

    @Test("and every other fault beside it")
    func several() {
        let reports = Expansion(
            of: """
                @DataContainer
                class A {
                    lazy var a = 1
                    @Stored("") var b: Int
                    let c: Int
                    init(c: Int) { self.c = c }
                }
                """
        ).reports
        #expect(
            reports.map { "\($0.place) \($0.id)" } == [
                "2:1 notFinal", "3:5 unsupportedModifier", "4:13 emptyKey", "4:21 missingValue",
                "5:9 constantWithoutValue", "6:5 designatedInitializer",
            ])
    }

    @Test("and leaves the sound properties to be expanded")
    func others() {
        let expansion = Expansion(of: "@DataContainer final class A { lazy var a = 1; var b = 2 }")
        #expect(expansion.reports.count == 1)
        #expect(expansion.contains("let b: DataContainer.Property = .init(stored: Keys.b, default: 2)"))
        #expect(!expansion.contains("Keys.a"))
    }

    @Test(
        "unless the compiler reports it",
        arguments: [
            "@DataContainer final class A { var a }",
            "@DataContainer final class A { init(b: Int) { self.init() } }",
            "@DataContainer final class A { @Stored func a() {} }",
        ])
    func leftToTheCompiler(source: String) {
        #expect(Expansion(of: source).reports.isEmpty)
    }
}
