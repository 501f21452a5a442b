/// A block's view of a container while it reads and writes several properties as one step.
///
/// Given to the body of ``DataContaining/transaction(_:)``. Each property of the container is a member of it, under its
/// name. What is written here is seen by nobody else until the body has returned and the store has it.
@dynamicMemberLookup
public struct Transaction<Container: DataContaining> {
    let properties: Container.Properties
    // A class, so that reading can note what was read.
    let drafts = Drafts()

    init(_ properties: Container.Properties) {
        self.properties = properties
    }

    /// A property's value in this transaction.
    ///
    /// A copy-on-write value that is changed in place is copied once, at the first change, however often it is changed.
    public subscript<Value>(dynamicMember property: KeyPath<Container.Properties, Property<Value>>) -> Value {
        get {
            let draft = drafts.draft(of: properties[keyPath: property])
            draft.isRead = true
            return draft.value
        }
        nonmutating set {
            let draft = drafts.draft(of: properties[keyPath: property])
            draft.isWritten = true
            draft.value = newValue
        }
        nonmutating _modify {
            let draft = drafts.draft(of: properties[keyPath: property])
            draft.isRead = true
            draft.isWritten = true
            yield &draft.value
        }
    }
}

/// What a transaction has read and written so far, in the order in which it first touched each property.
final class Drafts {
    private(set) var all: [any Draft] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    func draft<Value>(of property: Property<Value>) -> PropertyDraft<Value> {
        let identity = ObjectIdentifier(property)
        if let position = positions[identity], let draft = all[position] as? PropertyDraft<Value> { return draft }
        let draft = PropertyDraft(property)
        positions[identity] = all.count
        all.append(draft)
        return draft
    }
}

/// One property's value in a transaction, without its type.
protocol Draft: AnyObject {
    var slot: Int? { get }
    var key: String { get }
    var isRead: Bool { get }
    /// Whether the value differs from the one before the transaction. Runs a user's code.
    var isChanged: Bool { get }
    /// Encodes the value; `nil` means no entry. Runs a user's code.
    func encode() throws -> StoredValue?
    /// Puts the value into the property and returns what was there. Called with the core's lock held.
    func install() -> any Sendable
    func notify()
}

final class PropertyDraft<Value: Sendable>: Draft {
    var value: Value
    var isRead = false
    var isWritten = false
    private let property: Property<Value>

    init(_ property: Property<Value>) {
        self.property = property
        value = property.storage.load()
    }

    var slot: Int? { property.slot }
    var key: String { property.key }

    var isChanged: Bool {
        isWritten && !property.holds(value)
    }

    func encode() throws -> StoredValue? {
        do {
            return try property.coding?.encode(value, default: property.defaultValue)
        } catch {
            throw ContainerError.cannotEncode(property.key, property.typeName, error)
        }
    }

    func install() -> any Sendable {
        property.prepare(value).install()
    }

    func notify() {
        property.notify()
    }
}
