import DataContainer

/// The container that most tests use.
@DataContainer
final class AppState {
    var someString: String?
    var someOtherString: String?
    var someInt: Int?
    var launches = 0
    var items: [Int] = []
    @Stored("flag_key") var flag = false
    @Transient var draft = ""
}
