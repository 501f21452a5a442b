import Foundation

extension Decimal: DirectlyStorable {
    func stored() -> StoredValue {
        .text(exactText)
    }

    init(stored: StoredValue) throws(ValueError) {
        switch stored {
        case .text(let text):
            guard let value = Decimal(exactText: text) else {
                throw ValueError(expected: Decimal.self, found: stored, reason: "the text is not a decimal number")
            }
            self = value
        case .integer(let value):
            self.init(value)
        default:
            throw .kind(of: stored, isNot: Decimal.self)
        }
    }

    /// The decimal digits with a point, whatever the locale; `nan` for what is no number.
    var exactText: String {
        isNaN ? "nan" : description
    }

    /// The number that `text` stands for, if it is written as ``exactText`` writes it. `Decimal(string:)` alone takes
    /// "12abc" for 12 and rounds without a word.
    init?(exactText text: String) {
        if text == "nan" || text == "NaN" {
            self = .nan
            return
        }
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), value.description == text
        else { return nil }
        self = value
    }
}
