import DataContainer

/// This package, with the properties that every peer has.
@DataContainer
final class AppState {
    var int = 0
    var text = Texts.first
    var profile = Profile()
    var items: [Int] = []
    var a = 0
    var b = 0
    var c = 0
}
