import DataContainer
import Testing

@testable import TwoScreens

@Suite("The two screens share one value")
struct AppTests {
    let container = DataContainerSingleton(store: .memory, saving: .onBackground, lifecycle: .none)

    @Test("A screen that appears loads the value, or 0")
    func appearing() {
        let app = App(container: container)
        app.appear()
        #expect(app.screen.title == "First screen")
        #expect(app.screen.textField.text == "0")
        container.someInt = 7
        #expect(app.screen.textField.text == "0")
        app.appear()
        #expect(app.screen.textField.text == "7")
    }

    @Test("What is edited on one screen is seen on the other")
    func sharing() {
        let app = App(container: container)
        app.appear()
        app.edit("42")
        app.next()
        #expect(app.screen.title == "Second screen")
        #expect(app.screen.textField.text == "42")
        app.edit("-3")
        app.next()
        #expect(app.screen.title == "First screen")
        #expect(app.screen.textField.text == "-3")
    }

    @Test(
        "The text becomes the value as Int decides",
        arguments: [
            ("5", 5), ("-5", -5), ("+5", 5), ("007", 7), ("-0", 0), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("", nil), (" 5", nil), ("5 ", nil),
            ("5.0", nil), ("five", nil), ("٥", nil), ("5\u{301}", nil), ("0x5", nil), ("1_000", nil), ("5\u{0}", nil),
        ] as [(String, Int?)])
    func text(_ text: String, becomes value: Int?) {
        container.someInt = 1
        App(container: container).edit(text)
        #expect(container.someInt == value)
    }

    @Test("Only editing stores: a screen that is left untouched keeps the value, and so does one left empty")
    func leavingUntouched() {
        let app = App(container: container)
        app.appear()
        app.next()
        app.next()
        #expect(container.someInt == nil)
    }

    @Test("The background ends editing, and so does the way back")
    func background() throws {
        let app = App(container: container)
        app.appear()
        app.screen.textField = TextField(text: "8", isEditing: true)
        try app.background()
        #expect(container.someInt == 8)
        app.screen.textField = TextField(text: "9", isEditing: true)
        app.appear()
        #expect(container.someInt == 9)
        #expect(app.screen.textField == TextField(text: "9"))
    }
}
