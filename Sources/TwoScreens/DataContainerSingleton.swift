import DataContainer

/// The state that the two screens share, and that outlives a launch.
@DataContainer
final class DataContainerSingleton {
    static let sharedDataContainer = DataContainerSingleton(
        store: StoreChoice.ofThisLaunch.store,
        saving: .onBackground,
        onError: { Streams.complain("\($0)") })

    var someString: String?
    var someOtherString: String?
    var someInt: Int?
}

/// The strings that the properties are saved under: `DefaultsKeys.someInt == "someInt"`.
typealias DefaultsKeys = DataContainerSingleton.Keys
