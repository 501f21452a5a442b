import SwiftUI

/// The two screens with SwiftUI: bound to the value, they load and write back by themselves.
struct SwiftUIScreens: View {
    var body: some View {
        NavigationStack {
            NumberScreen(title: "First screen") {
                NavigationLink("Second screen") {
                    NumberScreen(title: "Second screen") { EmptyView() }
                }
            }
        }
    }
}

/// A screen with a text field for the value.
struct NumberScreen<Footer: View>: View {
    let title: String
    @ViewBuilder let footer: Footer
    @Bindable private var state = DataContainerSingleton.sharedDataContainer

    init(title: String, @ViewBuilder footer: () -> Footer) {
        self.title = title
        self.footer = footer()
    }

    var body: some View {
        Form {
            TextField("Some number", value: $state.someInt, format: .number)
            footer
        }
        .navigationTitle(title)
    }
}
