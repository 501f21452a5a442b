#include <sqlite3.h>
#include <stddef.h>

/// How many bytes of memory the process has allocated and not freed.
size_t peers_allocated_bytes(void);

/// Keeps the calling thread on one of the processors that it may use, counted from 0 and round again. Where the system
/// cannot do that, does nothing.
void peers_stay_on_processor(int number);
