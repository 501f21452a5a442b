import CGTK

/// A line of text to read.
public final class Label: Widget {
    /// How a label looks.
    public enum Style: Sendable {
        /// As a heading.
        case title
        /// As the name of something beside it.
        case name
        /// As text that goes on in the next line if it is long.
        case text
    }

    /// Makes a label that starts at the left.
    public init(_ text: String = "", style: Style = .text) {
        super.init(gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
        switch style {
        case .title:
            gtk_widget_add_css_class(pointer, "title-2")
        case .name:
            gtk_widget_add_css_class(pointer, "dim-label")
        case .text:
            gtk_label_set_wrap(opaque, 1)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            // Without a width, GTK makes room for the text at its narrowest, where it is high.
            gtk_label_set_width_chars(opaque, 40)
        }
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }
}

/// A line of text to edit, with a label before it.
public final class TextField: Widget {
    /// The field with its label.
    public let row = Box(.horizontal)

    /// Makes an empty field.
    public init(label: String) {
        super.init(gtk_entry_new())
        gtk_widget_set_hexpand(pointer, 1)
        let label = Label(label, style: .name)
        gtk_label_set_mnemonic_widget(label.opaque, pointer)
        row.append(label)
        row.append(self)
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `handler` when Return is pressed and when the focus leaves.
    public func onEditingEnd(_ handler: @escaping @MainActor () -> Void) {
        on("activate", handler)
        guard let focus = gtk_event_controller_focus_new() else { return }
        connect(UnsafeMutableRawPointer(focus), "leave", handler)
        gtk_widget_add_controller(pointer, focus)
    }
}

/// A button.
public final class Button: Widget {
    /// Makes a button that calls `handler` when it is pressed.
    public init(_ text: String, _ handler: @escaping @MainActor () -> Void) {
        super.init(gtk_button_new_with_label(text))
        on("clicked", handler)
    }
}

/// Widgets in a row or a column.
public final class Box: Widget {
    /// Makes an empty box.
    public init(_ orientation: Orientation, margin: Int32 = 0) {
        super.init(gtk_box_new(orientation == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, 12))
        gtk_widget_set_margin_top(pointer, margin)
        gtk_widget_set_margin_bottom(pointer, margin)
        gtk_widget_set_margin_start(pointer, margin)
        gtk_widget_set_margin_end(pointer, margin)
    }

    /// Which way a box grows.
    public enum Orientation: Sendable {
        /// Side by side.
        case horizontal
        /// One below the other.
        case vertical
    }

    /// Adds a widget at the end.
    public func append(_ widget: Widget) {
        gtk_box_append(cast(), widget.pointer)
    }
}

/// Names and values in two columns.
public final class Table: Widget {
    private var count: Int32 = 0

    /// Makes an empty table.
    public init() {
        super.init(gtk_grid_new())
        gtk_grid_set_row_spacing(cast(), 6)
        gtk_grid_set_column_spacing(cast(), 24)
        gtk_widget_set_vexpand(pointer, 1)
    }

    /// Adds a row at the end.
    public func append(_ name: String, _ value: Label) {
        let name = Label(name, style: .name)
        gtk_label_set_yalign(name.opaque, 0)
        gtk_grid_attach(cast(), name.pointer, 0, count, 1, 1)
        gtk_widget_set_hexpand(value.pointer, 1)
        gtk_grid_attach(cast(), value.pointer, 1, count, 1, 1)
        count += 1
    }
}
