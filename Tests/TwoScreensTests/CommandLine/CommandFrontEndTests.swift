import DataContainer
import Testing

@testable import TwoScreens

@Suite("Commands in, lines out")
struct CommandFrontEndTests {
    private func frontEnd(store: some Store) -> CommandFrontEnd {
        CommandFrontEnd(
            app: App(container: DataContainerSingleton(store: store, saving: .onBackground, lifecycle: .none)))
    }

    @Test("One line for each appearance, and none for an edit")
    func appearances() {
        let frontEnd = frontEnd(store: .memory)
        #expect(frontEnd.start() == [.line("First screen: 0")])
        #expect(frontEnd.perform(.edit("5")) == [])
        #expect(frontEnd.perform(.next) == [.line("Second screen: 5")])
        #expect(frontEnd.perform(.edit("abc")) == [])
        #expect(frontEnd.perform(.background) == [.line("Saved"), .line("Second screen: 0")])
        #expect(frontEnd.perform(.next) == [.line("First screen: 0")])
        #expect(frontEnd.perform(.quit) == [.quit])
    }
}
