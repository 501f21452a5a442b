#if !__has_include(<gtk/gtk.h>)
#error "GTK 4's header is missing. Run 'make demo-desktop', or install libgtk-4-dev (Debian), gtk4-devel (Fedora) or gtk4 (Homebrew)."
#endif
#include <gtk/gtk.h>
