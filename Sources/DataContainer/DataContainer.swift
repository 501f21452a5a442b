/// Makes a final class a container: an object that holds state, shares it between threads, and saves and restores it by
/// itself.
///
/// ```swift
/// @DataContainer
/// final class AppState {
///     static let shared = AppState()
///
///     var someString: String?
///     var launches = 0
/// }
/// ```
///
/// Each stored `var` of the class becomes a property of the container: any thread may read and write it as before,
/// observers see its changes, and it is saved unless it is marked ``Transient()``. A property of any type that is
/// `Codable` and `Sendable` can be saved. A `let` with a value, and static and computed members, stay what they are.
/// `willSet` and `didSet` work: they run when the variable is written to, and not for what a transaction, `reset()`, a
/// load or another container brings.
///
/// The macro adds
///
/// - conformance to ``DataContaining``, and with it to `Observable` and `Sendable`;
/// - `Keys`, with one static string for each saved property, and `Properties`, with one ``Property`` for each;
/// - `init(store:saving:lifecycle:onError:)`, and `init()`, which saves to the standard place for `name`, unless
///   the class has an `init()` of its own. Initializers that you write are convenience initializers.
///
/// These members are as visible as the class. A key is as visible as its property, and an object in `Properties`
/// as its property's setter, since with it the property can be set.
///
/// The initializers load what has been saved, and never fail: what cannot be loaded becomes the container's status and
/// is reported to `onError`.
///
/// A property's value in the declaration is what it holds until a saved one has been loaded. With a type annotation,
/// the value is evaluated in the initializer, and may use whatever the class may use. Without one, it is evaluated
/// outside any actor: on a `@MainActor` class, annotate a property whose value calls something isolated.
///
/// On a `@MainActor` class, the variables are isolated as ever; `properties` and what it holds can be used on any
/// thread. In a module whose default isolation is `MainActor`, a container is isolated only if it says so. The types of
/// its properties have to be `nonisolated` there unless they are nested in a container that is not isolated: otherwise
/// their `Codable` conformance cannot be used off the main thread.
///
/// `lazy`, `weak` and `unowned` variables, those without a value, several in one declaration and those inside `#if`
/// cannot be properties, and are reported.
///
/// - Parameter name: The name that the file of `init()` bears; the name of the class if left out. Two classes with
///   the same name, in different types for instance, need different ones. A plain string literal.
@attached(member, names: named(Keys), named(Properties), named(properties), named(_handle), named(init))
@attached(memberAttribute)
@attached(extension, conformances: DataContaining, Sendable)
public macro DataContainer(name: String? = nil) =
    #externalMacro(module: "DataContainerMacros", type: "DataContainerMacro")

/// Says which key a property of a container is saved under.
///
/// Without the attribute, and with no key in it, the key is the property's name. Give the old name as the key when you
/// rename a property, so that what has been saved is found.
///
/// - Parameter key: The key. A plain string literal, not empty, and of no other property in the class.
@attached(accessor, names: named(get), named(set), named(_modify))
public macro Stored(_ key: String? = nil) =
    #externalMacro(module: "DataContainerMacros", type: "StoredMacro")

/// Makes a property of a container one that is shared and observable but never saved.
///
/// Its type has to be `Sendable` and nothing more.
@attached(accessor, names: named(get), named(set), named(_modify))
public macro Transient() =
    #externalMacro(module: "DataContainerMacros", type: "TransientMacro")
