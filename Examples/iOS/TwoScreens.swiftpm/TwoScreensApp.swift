import SwiftUI

/// The same two screens twice: with UIKit and with SwiftUI, over one container.
@main
struct TwoScreensApp: App {
    var body: some Scene {
        WindowGroup {
            TabView {
                UIKitScreens()
                    .ignoresSafeArea()
                    .tabItem { Label("UIKit", systemImage: "square.stack") }
                SwiftUIScreens()
                    .tabItem { Label("SwiftUI", systemImage: "swift") }
            }
        }
    }
}
