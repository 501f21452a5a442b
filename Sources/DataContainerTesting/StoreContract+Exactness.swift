internal import DataContainer
internal import Foundation

extension StoreContract {
    /// Values that come back to the last bit.
    static let exactnessRules: [Rule] =
        StoredValue.Kind.allCases.map { kind in
            Rule("exactly: \(kind.rawValue)", "A \(kind.rawValue) comes back in its kind and to the last bit.") {
                fixture in
                let (store, again) = try fixture.make()
                for (number, value) in exactValues.filter({ $0.kind == kind }).enumerated() {
                    let key = "\(kind.rawValue) \(number)"
                    try store.set([key: value], durability: number.isMultiple(of: 2) ? .process : .power)
                    try fixture.require(store, returns: value, key: key)
                }
                guard let again = try again?() else { return }
                for (number, value) in exactValues.filter({ $0.kind == kind }).enumerated() {
                    try fixture.require(again, returns: value, key: "\(kind.rawValue) \(number)")
                }
            }
        } + [
            Rule("keys are any text", "Every key that is not empty keeps its own entry.") { fixture in
                let (store, again) = try fixture.make()
                var values: [String: StoredValue] = [:]
                for (number, key) in exactKeys.enumerated() {
                    values[key] = .integer(Int64(number))
                }
                try store.set(values)
                for store in try [store] + (again.map { [try $0()] } ?? []) {
                    try fixture.require(store, holds: values)
                    for (key, value) in values {
                        try fixture.require(try store.load([key]), is: [key: value], asked: "'\(key)'")
                    }
                }
            }
        ]

    /// Values of every kind that a careless store gets wrong.
    static let exactValues: [StoredValue] =
        [.bool(true), .bool(false)]
        + [0, 1, -1, 2, 255, 65_536, .max, .min, 1 << 53 + 1, -(1 << 53) - 1, 1 << 31, -(1 << 31) - 1].map {
            .integer($0)
        } + reals.map { .real($0) } + (reals + dates).map { .date($0) } + texts.map { .text($0) }
        + [
            Data(), Data([0]), Data(0...255), Data([0xFF, 0xFE, 0, 1]), Data("text".utf8),
            Data(repeating: 0xA5, count: 300_000), Data("abcdef".utf8).dropFirst(2),
        ].map { .data($0) }
        + (["null", "{}", "[]", "\"\"", "{\"a\":[1,2.5,null,\"\\u0000\"]}", "1", "true"] + texts.suffix(3)).map {
            .json($0)
        }

    private static let reals: [Double] = [
        0, -0.0, 1, -1, 0.1, 1.0 / 3, .pi, 1e300, -1e300, 1e20, .leastNonzeroMagnitude, -.leastNormalMagnitude,
        .greatestFiniteMagnitude, 0.1 + 0.2, 9_007_199_254_740_992, Double(Int64.max),
    ]

    private static let dates: [Double] = [
        -1.25, -0.25, -978_307_200, -978_307_200.000_001, 788_918_400.123_456_7, 1e9 + 0.5, -63_114_076_800.5, 1e12,
    ]

    private static let texts: [String] = [
        "", " ", "a", "null", "nan", "-0.0", "0", "1", "true", "2001-01-01", "a\0b", "\0", "\r\n\t\u{1}\u{7F}",
        "<&>\"']]>",
        "e\u{301} \u{E9}", "\u{FEFF}mark", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{10FFFF}\u{FFFE}",
        "  spaces  ", "%41/..\\", String(repeating: "long \u{1F600} ", count: 30_000),
    ]

    private static let exactKeys: [String] = [
        "a", "A", "a.b", "a/b", "../a", "a b", " a", "a ", "%", "%2F", "'", "\"", "\\", "a\0b", "\u{E9}", "\u{1F600}",
        "null", "1", "key", "type", "$a", "@a", "\n", String(repeating: "k", count: 2_000),
    ]
}

extension Fixture {
    fileprivate func require(_ store: any Store, returns value: StoredValue, key: String) throws {
        let snapshot = try store.load([key])
        let found = snapshot.entries[key]?.value
        let expected = store.comesBack(value)
        // A medium that merges two kinds may still tell some values apart.
        try require(
            found == expected || found == value,
            "\(brief(found)) instead of \(brief(expected)); \(snapshot.unreadable)")
    }

    private func brief(_ value: StoredValue?) -> String {
        value.map { String(String(describing: $0).prefix(200)) } ?? "nothing"
    }
}

extension Store {
    /// The value as which `value` comes back.
    func comesBack(_ value: StoredValue) -> StoredValue {
        guard let kind = mergedKinds[value.kind] else { return value }
        switch (value, kind) {
        case (.json(let value), .text): return .text(value)
        case (.text(let value), .json): return .json(value)
        case (.date(let value), .real): return .real(value)
        case (.real(let value), .date): return .date(value)
        case (.bool(let value), .integer): return .integer(value ? 1 : 0)
        case (.integer(let value), .real): return .real(Double(value))
        case (.data(let value), .text): return .text(value.base64EncodedString())
        default: return value
        }
    }
}
