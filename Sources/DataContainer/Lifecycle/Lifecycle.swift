/// Whether a container saves by itself when the app goes to the background or ends.
public enum Lifecycle: Sendable, Hashable {
    /// The container commits what is pending when the app enters the background and when it ends, and tries a failed
    /// load or save again when the app comes back.
    ///
    /// On Apple systems, these are the notifications of UIKit, AppKit and WatchKit; in an app extension, those of its
    /// host. On Linux, other Unix systems and macOS, `SIGTSTP` (Ctrl-Z) is the background, `SIGCONT` the return, and
    /// `SIGTERM`, `SIGINT` (Ctrl-C), `SIGHUP`, `exit()` and the return from `main` are the end. Once it is saved, a
    /// signal does what it would have done without this package, so the process's exit status is the same.
    ///
    /// A signal that the program handles or ignores when the first such container is made is left alone, and one that
    /// the program takes over later is the program's from then on. Saving at the end takes at most some seconds, even
    /// if a store hangs. Nothing can be saved at `SIGKILL`, `abort()`, `_exit()` or a crash.
    case automatic
    /// The container does not look at the app's life: its saving policy and `save()` alone decide.
    case none
}
