/// What a person does at the keyboard, as far as the app knows it.
enum Key: Equatable {
    /// A scalar was typed. A scalar and not a `Character`: an accent may follow, and joins what is there.
    case typed(Unicode.Scalar)
    /// Text was pasted.
    case pasted(String)
    case backspace
    case `return`
    case tab
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L.
    case redraw
}

extension Unicode.Scalar {
    /// Whether the scalar may stand in a text field: it moves no cursor and reorders nothing around it.
    var isText: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Of the invisible formats, those that emoji and scripts are built with: the joiners and the tags of flags.
        case .format: value == 0x200C || value == 0x200D || (0xE0020...0xE007F).contains(value)
        default: true
        }
    }
}
