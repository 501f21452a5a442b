import Foundation
import Testing

@testable import DataContainer

/// Foundation would follow what is refused here out of the bytes, or for ever.
@Suite("A property list in the binary form is read to its end, or refused")
struct BinaryPropertyListTests {
    /// `["x"]`, with a third object that is in no list.
    private let sound = CraftedPropertyList([[0xA1, 1], [0x51, 0x78], [0x08]])

    private func expect(_ reason: String, _ list: CraftedPropertyList, _ location: SourceLocation = #_sourceLocation) {
        let fault = #expect(throws: BinaryPropertyList.Fault.self, sourceLocation: location) {
            try BinaryPropertyList(list.data)
        }
        #expect(fault?.reason == reason, sourceLocation: location)
    }

    @Test func soundOneIsRead() throws {
        let list = try BinaryPropertyList(sound.data)
        #expect(list.objects.count == 3 && list.root == 0)
    }

    @Test(
        arguments: [[[0xA1, 0]], [[0xA1, 1], [0xA1, 1]], [[0xA2, 1, 1], [0xA0]], [[0xA0], [0xA1, 0]]] as [[[UInt8]]])
    func listIsPartOfOneOtherAtMost(_ objects: [[UInt8]]) {
        expect("a list is part of two others, or of itself", CraftedPropertyList(objects))
    }

    @Test(arguments: [0, 7, 255] as [UInt8])
    func objectsLieBetweenTheHeadAndTheTable(_ offset: UInt8) {
        var list = sound
        list.offsets[1] = offset
        expect("an object lies outside", list)
    }

    @Test func objectsEndBeforeTheTable() {
        for object in [[0x4F, 0x10, 0x50], [0x23, 0], [0x33, 0], [0x14, 0], [0x44, 0]] as [[UInt8]] {
            expect("an object is cut off", CraftedPropertyList([[0xA1, 1], object]))
        }
        expect("a text is cut off", CraftedPropertyList([[0xA1, 1], [0x52, 0x78]]))
    }

    @Test func tableIsAsLongAsItSays() {
        for count in [2, 4] {
            var list = sound
            list.count = count
            expect("its table of objects is damaged", list)
        }
    }

    @Test func textOfBytesIsASCII() {
        expect("a text is no ASCII", CraftedPropertyList([[0xA1, 1], [0x51, 0xE9]]))
    }
}
