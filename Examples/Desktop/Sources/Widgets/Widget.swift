import CGTK

/// Something in a window.
///
/// GTK keeps a widget alive while it is in a window, and the sample's widgets stay in theirs, which stays to the end. So
/// references are not counted here.
@MainActor
open class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
    }

    /// The widget as one of the types that C knows by name only.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// The widget as one of the types whose fields C knows.
    func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        UnsafeMutablePointer(opaque)
    }

    /// Calls `handler` whenever the widget emits `signal`, for as long as there is the widget.
    public func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
        connect(pointer, signal, handler)
    }

    /// Moves the keyboard's focus here. A text field's text is selected then.
    public func focus() {
        gtk_widget_grab_focus(pointer)
    }
}

/// Runs `work` on GTK's main loop, soon. May be called on any thread.
public nonisolated func onMainLoop(_ work: @escaping @MainActor () -> Void) {
    g_idle_add(
        { data in
            Handler.from(data).call()
            Handler.release(data)
            return gboolean(G_SOURCE_REMOVE)
        }, Handler(work).retained())
}

/// Opens a folder or a file with the app that the person has chosen for it.
///
/// - Returns: What went wrong, if something did.
@MainActor
public func open(uri: String) -> String? {
    var error: UnsafeMutablePointer<GError>?
    if g_app_info_launch_default_for_uri(uri, nil, &error) != 0 { return nil }
    defer { g_error_free(error) }
    return error.map { String(cString: $0.pointee.message) } ?? "It cannot be opened."
}

/// Connects a signal of any GTK object. A closure with a marshaller of its own fits every signal, whatever its arguments.
@MainActor
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping @MainActor () -> Void) {
    let data = Handler(handler).retained()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
    g_closure_set_marshal(closure) { closure, _, _, _, _, _ in Handler.from(closure?.pointee.data).call() }
    g_closure_add_finalize_notifier(closure, data) { data, _ in Handler.release(data) }
    g_signal_connect_closure(object, signal, closure, 0)
}

/// A Swift closure as the pointer that C hands back.
private final class Handler: Sendable {
    private let work: @MainActor () -> Void

    init(_ work: @escaping @MainActor () -> Void) {
        self.work = work
    }

    func retained() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> Handler {
        guard let data else { preconditionFailure("GTK lost the closure of a signal.") }
        return Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    static func release(_ data: UnsafeMutableRawPointer?) {
        if let data { Unmanaged<Handler>.fromOpaque(data).release() }
    }

    /// GTK calls on the main thread only.
    func call() {
        MainActor.assumeIsolated(work)
    }
}
