extension BinaryFloatingPoint where RawSignificand: FixedWidthInteger {
    /// The text for a number that is not finite: `inf`, `nan`, with `-` for the sign, `s` before a signalling NaN and
    /// the payload in parentheses if there is one: `-snan(0x1f)`.
    ///
    /// `description` loses the payload, and what `debugDescription` writes cannot always be read back.
    var nonFiniteText: String {
        let sign = self.sign == .minus ? "-" : ""
        guard isNaN else { return sign + "inf" }
        let payload = significandBitPattern & (Self.quietBit - 1)
        let suffix = payload == 0 ? "" : "(0x\(String(payload, radix: 16)))"
        return sign + (isSignalingNaN ? "snan" : "nan") + suffix
    }

    /// The number that ``nonFiniteText`` wrote; `nil` for every other text.
    init?(nonFiniteText text: String) {
        // The longest is a signalling Double with all bits of the payload set.
        guard text.utf8.count <= 24 else { return nil }
        var rest = text[...]
        let sign: FloatingPointSign = rest.first == "-" ? .minus : .plus
        if sign == .minus { rest.removeFirst() }
        var significand: RawSignificand = 0
        if rest != "inf" {
            if rest.first == "s" { rest.removeFirst() } else { significand = Self.quietBit }
            guard rest.hasPrefix("nan") else { return nil }
            rest.removeFirst(3)
            if rest.hasPrefix("(0x"), rest.hasSuffix(")") {
                guard let payload = RawSignificand(rest.dropFirst(3).dropLast(), radix: 16), payload < Self.quietBit
                else { return nil }
                significand |= payload
            } else if !rest.isEmpty {
                return nil
            }
        }
        let exponent = Self.infinity.exponentBitPattern
        self.init(sign: sign, exponentBitPattern: exponent, significandBitPattern: significand)
        // Only the one way in which we write it: no leading zeros or capitals, no signalling NaN without a payload.
        guard nonFiniteText == text else { return nil }
    }

    /// The significand's bit that is set in a quiet NaN.
    private static var quietBit: RawSignificand {
        1 << RawSignificand(significandBitCount - 1)
    }
}
