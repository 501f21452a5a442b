import CGTK

/// The program as GTK sees it.
@MainActor
public final class Application {
    let pointer: UnsafeMutablePointer<GtkApplication>

    /// Makes an app of which several may run side by side.
    public init(identifier: String) {
        pointer = gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)
    }

    /// Runs the app until it is told to quit. `start` opens its window.
    ///
    /// - Returns: The exit status.
    public func run(_ start: @escaping @MainActor () -> Void) -> Int32 {
        connect(pointer, "activate", start)
        return g_application_run(UnsafeMutablePointer(OpaquePointer(pointer)), 0, nil)
    }

    /// Has ``run(_:)`` return.
    public func quit() {
        g_application_quit(UnsafeMutablePointer(OpaquePointer(pointer)))
    }
}

/// A window with pages and a switcher for them at the top.
public final class Window: Widget {
    private let app: Application
    private let stack = Stack()

    /// Makes a window that is not shown yet.
    public init(_ app: Application, title: String) {
        self.app = app
        super.init(gtk_application_window_new(app.pointer))
        gtk_window_set_title(cast(), title)
        // Destroying it would leave its widgets without what they are made of, while there are still changes to show.
        gtk_window_set_hide_on_close(cast(), 1)
        gtk_window_set_child(cast(), stack.pointer)
        let bar = gtk_header_bar_new()
        let switcher = gtk_stack_switcher_new()
        gtk_stack_switcher_set_stack(OpaquePointer(switcher), stack.opaque)
        gtk_header_bar_set_title_widget(OpaquePointer(bar), switcher)
        gtk_window_set_titlebar(cast(), bar)
    }

    /// Adds a page.
    public func add(_ page: Widget, name: String, title: String) {
        gtk_stack_add_titled(stack.opaque, page.pointer, name, title)
    }

    /// The name of the page that is seen.
    public var page: String {
        get { String(cString: gtk_stack_get_visible_child_name(stack.opaque)) }
        set { gtk_stack_set_visible_child_name(stack.opaque, newValue) }
    }

    /// Calls `handler` when another page is seen.
    public func onPageChange(_ handler: @escaping @MainActor () -> Void) {
        stack.on("notify::visible-child", handler)
    }

    /// The size that the window has when it is not maximized.
    public var size: (width: Int, height: Int) {
        get {
            var (width, height): (Int32, Int32) = (0, 0)
            gtk_window_get_default_size(cast(), &width, &height)
            return (Int(width), Int(height))
        }
        set { gtk_window_set_default_size(cast(), Int32(clamping: newValue.width), Int32(clamping: newValue.height)) }
    }

    /// Whether the window fills the screen.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { newValue ? gtk_window_maximize(cast()) : gtk_window_unmaximize(cast()) }
    }

    /// Calls `handler` when the person has resized, maximized or restored the window.
    public func onResize(_ handler: @escaping @MainActor () -> Void) {
        for signal in ["notify::default-width", "notify::default-height", "notify::maximized"] {
            on(signal, handler)
        }
    }

    /// Whether this is the window that the keyboard writes to. One that is minimized is not.
    public var isActive: Bool { gtk_window_is_active(cast()) != 0 }

    /// Calls `handler` when the person closes the window, and then ends the app.
    public func onClose(_ handler: @escaping @MainActor () -> Void) {
        on("close-request") { [app] in
            handler()
            app.quit()
        }
    }

    /// Shows the window.
    public func present() {
        gtk_window_present(cast())
    }
}

/// Pages on top of each other.
private final class Stack: Widget {
    init() {
        super.init(gtk_stack_new())
    }
}
