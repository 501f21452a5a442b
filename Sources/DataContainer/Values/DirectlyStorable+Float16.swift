// Intel Macs have no Float16.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: DirectlyStorable {
    func stored() -> StoredValue {
        isFinite ? .real(Double(self)) : .text(nonFiniteText)
    }

    init(stored: StoredValue) throws(ValueError) {
        try self.init(storedNumber: stored)
    }
}
#endif
