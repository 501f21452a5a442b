import DataContainer

/// The state that all screens share, and that outlives a launch.
@DataContainer
final class DataContainerSingleton {
    static let sharedDataContainer = DataContainerSingleton(store: .userDefaults(), saving: .onBackground)

    var someString: String?
    var someOtherString: String?
    var someInt: Int?
}

/// The strings that the properties are saved under: `DefaultsKeys.someInt == "someInt"`.
typealias DefaultsKeys = DataContainerSingleton.Keys
