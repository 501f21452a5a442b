import DataContainer
import Foundation
import Widgets

// Made before GTK runs: the state saves itself when a signal ends the program, and takes the signals that are free.
let state = AppState.shared
let app = Application(identifier: "org.datacontainer.TwoScreens")
var window: MainWindow?
let status = app.run { window = MainWindow(app) }

// The state saves itself at exit. It is asked here so that the exit status tells if it cannot.
do {
    try state.save()
    exit(status)
} catch {
    complain("not saved: \(error)")
    exit(EX_IOERR)
}
