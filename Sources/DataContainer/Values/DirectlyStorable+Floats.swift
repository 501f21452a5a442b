import Foundation

extension BinaryFloatingPoint where RawSignificand: FixedWidthInteger {
    init(storedNumber stored: StoredValue) throws(ValueError) {
        let value: Self?
        switch stored {
        case .real(let real): value = Self(exactly: real)
        case .integer(let integer): value = Self(exactly: integer)
        case .text(let text):
            guard let nonFinite = Self(nonFiniteText: text) else {
                throw ValueError(
                    expected: Self.self, found: stored, reason: "only NaN and the infinities are stored as text")
            }
            value = nonFinite
        default: throw .kind(of: stored, isNot: Self.self)
        }
        guard let value else {
            throw ValueError(expected: Self.self, found: stored, reason: "the number has no exact value of this type")
        }
        self = value
    }
}

extension Double: DirectlyStorable {
    func stored() -> StoredValue {
        isFinite ? .real(self) : .text(nonFiniteText)
    }

    init(stored: StoredValue) throws(ValueError) {
        if case .real(let value) = stored {
            self = value
        } else {
            try self.init(storedNumber: stored)
        }
    }
}

extension Float: DirectlyStorable {
    func stored() -> StoredValue {
        isFinite ? .real(Double(self)) : .text(nonFiniteText)
    }

    init(stored: StoredValue) throws(ValueError) {
        try self.init(storedNumber: stored)
    }
}

extension CGFloat: DirectlyStorable {
    func stored() -> StoredValue {
        Double(self).stored()
    }

    init(stored: StoredValue) throws(ValueError) {
        do {
            self = try CGFloat(Double(stored: stored))
        } catch {
            throw error.about("CGFloat")
        }
    }
}

extension Date: DirectlyStorable {
    func stored() -> StoredValue {
        let seconds = timeIntervalSinceReferenceDate
        return seconds.isFinite ? .date(seconds) : .text(seconds.nonFiniteText)
    }

    init(stored: StoredValue) throws(ValueError) {
        switch stored {
        case .date(let seconds):
            self.init(timeIntervalSinceReferenceDate: seconds)
        case .text(let text):
            guard let seconds = Double(nonFiniteText: text) else {
                throw ValueError(
                    expected: Date.self, found: stored, reason: "only dates that are not finite are stored as text")
            }
            self.init(timeIntervalSinceReferenceDate: seconds)
        default:
            throw .kind(of: stored, isNot: Date.self)
        }
    }
}
