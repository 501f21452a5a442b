import Synchronization

/// Values behind a lock each: the limit for anything that is safe to use from several threads. It can be neither
/// observed nor saved.
final class MutexState: Sendable {
    let int = Mutex(0)
    let text = Mutex(Texts.first)
    let profile = Mutex(Profile())
    let items = Mutex<[Int]>([])
}
