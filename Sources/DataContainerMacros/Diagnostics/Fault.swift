import SwiftDiagnostics

/// What a macro says about source that it cannot expand. Every message says what to do.
struct Fault: DiagnosticMessage {
    /// Names the fault. Tests and tools rely on it, so it stays the same when the message gets better.
    let id: String
    let message: String

    var diagnosticID: MessageID { MessageID(domain: "DataContainer", id: id) }
    var severity: DiagnosticSeverity { .error }
}

// MARK: - The class

extension Fault {
    static func notAClass(_ kind: String) -> Fault {
        Fault(
            id: "notAClass",
            message: "'@DataContainer' works on a class, because a container is one shared object; this is \(kind)")
    }

    static func notFinal(_ name: String) -> Fault {
        Fault(
            id: "notFinal",
            message: "Make '\(name)' a final class: the properties of a subclass would not be saved")
    }

    static func privateClass(_ name: String) -> Fault {
        Fault(
            id: "privateClass",
            message: "Make '\(name)' fileprivate: a private class in another type cannot be given a conformance "
                + "by a macro")
    }

    static let hiddenModule = Fault(
        id: "hiddenModule",
        message: "Give 'DataContainer' another name: it hides the module of that name, which the expansion refers to")

    static func reservedName(_ name: String) -> Fault {
        Fault(
            id: "reservedName",
            message: "Rename '\(name)': '@DataContainer' adds a member of that name to the class")
    }

    static let designatedInitializer = Fault(
        id: "designatedInitializer",
        message: "Make this a convenience initializer that calls 'self.init(store:)': "
            + "the designated initializer of a container is written by '@DataContainer'")

    static let nameNotLiteral = Fault(
        id: "nameNotLiteral",
        message: "Write the name as a plain string literal: it is part of the program, like a file name")

    static let emptyName = Fault(
        id: "emptyName", message: "Write a name, or leave it out to use the name of the class")
}

// MARK: - Properties

extension Fault {
    static func unsupportedModifier(_ modifier: String, of property: String) -> Fault {
        let reason =
            switch modifier {
            case "lazy": "a property of a container has its value from the start"
            default: "a container keeps the values of its properties alive"
            }
        return Fault(
            id: "unsupportedModifier", message: "Remove '\(modifier)' from '\(property)': \(reason)")
    }

    static func missingValue(_ property: String) -> Fault {
        Fault(
            id: "missingValue",
            message: "Give '\(property)' a value: it is what the property holds until something has been saved")
    }

    static func opaqueType(_ property: String) -> Fault {
        Fault(
            id: "opaqueType",
            message: "Write the type of '\(property)' in full: a container cannot save a value of an opaque type")
    }

    static func constantWithoutValue(_ name: String) -> Fault {
        Fault(
            id: "constantWithoutValue",
            message: "Give '\(name)' a value: the initializer that '@DataContainer' writes cannot know it")
    }

    static let severalVariables = Fault(
        id: "severalVariables", message: "Declare each property of a container with a 'var' of its own")

    static let pattern = Fault(
        id: "pattern", message: "Declare each property of a container by a name of its own, not in a pattern")

    static func conditional(_ property: String) -> Fault {
        Fault(
            id: "conditional",
            message: "Move '\(property)' out of '#if': a macro cannot tell whether the condition holds. "
                + "Put the condition around the class, or into the property's value")
    }

    static func privateType(_ type: String, of property: String) -> Fault {
        Fault(
            id: "privateType",
            message: "'\(property)' needs a type that the rest of the file can see: make '\(type)' fileprivate")
    }
}

// MARK: - Keys and attributes

extension Fault {
    static let emptyKey = Fault(
        id: "emptyKey", message: "Write a key, or leave it out to use the name of the property")

    static let keyNotLiteral = Fault(
        id: "keyNotLiteral",
        message: "Write the key as a plain string literal: it names saved data, so it must not change at run time")

    static func duplicateKey(_ key: String, first: String, second: String) -> Fault {
        Fault(
            id: "duplicateKey",
            message: "'\(second)' and '\(first)' have the same key, \(String(reflecting: key)): "
                + "each would overwrite the other's saved value")
    }

    static let severalMarks = Fault(
        id: "severalMarks",
        message: "Keep one of the attributes: a property is either '@Stored' or '@Transient'")

    static func markOn(_ kind: String, mark: String) -> Fault {
        Fault(
            id: "misplacedMark",
            message: "Remove '@\(mark)': it works on a stored 'var' of a container, and this is \(kind)")
    }

    static func markOutsideContainer(_ mark: String) -> Fault {
        Fault(
            id: "markOutsideContainer",
            message: "'@\(mark)' works on a stored 'var' in a class that is marked '@DataContainer'")
    }
}

// MARK: - What goes with a fault

/// What a fix-it offers to do.
struct Remedy: FixItMessage {
    let id: String
    let message: String

    var fixItID: MessageID { MessageID(domain: "DataContainer", id: id) }

    static let makeFinalClass = Remedy(id: "makeFinalClass", message: "Make it a final class")
    static let addFinal = Remedy(id: "addFinal", message: "Add 'final'")
    static let addValue = Remedy(id: "addValue", message: "Add a value")
    static let makeOptional = Remedy(id: "makeOptional", message: "Make it optional, 'nil' at first")
    static let separate = Remedy(id: "separate", message: "Declare them separately")
    static let makeConvenience = Remedy(id: "makeConvenience", message: "Make it a convenience initializer")
    static let makeFileprivate = Remedy(id: "makeFileprivate", message: "Make it fileprivate")
    static let removeArgument = Remedy(id: "removeArgument", message: "Remove the empty string")

    static func remove(_ text: String) -> Remedy {
        Remedy(id: "remove", message: "Remove '\(text)'")
    }
}

/// A remark that belongs to a fault, at another place.
struct Remark: NoteMessage {
    let id: String
    let message: String

    var noteID: MessageID { MessageID(domain: "DataContainer", id: id) }
    var fixItID: MessageID { noteID }

    static let firstUse = Remark(id: "firstUse", message: "The key is first used here")
    static let declaredHere = Remark(id: "declaredHere", message: "The type is declared here")
}
