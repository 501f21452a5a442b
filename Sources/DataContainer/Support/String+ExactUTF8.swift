extension String {
    /// The text of these bytes, or `nil` if they are no UTF-8.
    ///
    /// The standard library's own initializer needs newer Apple systems than this package.
    init?(exactly bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
        // What was repaired is not what was there.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
