// The code of README.md, one block after another. Written by Scripts/extract-readme-code.sh.

import DataContainer
import Foundation
import Observation

@DataContainer
final class AppState {
    static let shared = AppState()

    var someString: String?
    var someOtherString: String?
    var someInt: Int?
    var launches = 0
    @Stored("volume_v2") var volume = 0.5  // under another key than its name
    @Transient var draft = ""  // shared and observable, never saved
}

AppState.shared.someInt = 3  // any thread; observers see it; on disk a moment later
AppState.shared.launches += 1  // atomic between threads
AppState.shared.reset(\.volume)  // back to the default, and the entry removed
try AppState.shared.save()  // survives a power cut when it returns

@DataContainer
final class DataContainerSingleton {
    static let sharedDataContainer = DataContainerSingleton(store: .userDefaults(), saving: .onBackground)

    var someString: String?
    var someOtherString: String?
    var someInt: Int?
}
typealias DefaultsKeys = DataContainerSingleton.Keys  // DefaultsKeys.someInt == "someInt"

let place = URL.temporaryDirectory.appending(path: "example.sqlite")
let state = AppState(store: .sqlite(at: place), saving: .immediately) { error in
    print(error)  // what happened, what was done instead, and what to do
}
switch state.status {
case .ready: break
case .waitingForStore(let error): print("not read yet: \(error.message)")
case .saveFailing(let error): print("not saved yet: \(error.message)")
}

try AppState.shared.transaction { state in
    state.launches += 1
    state.someString = "second"
}

func printLaunches() async {
    for await launches in Observations({ AppState.shared.launches }) {
        print(launches)
    }
}
