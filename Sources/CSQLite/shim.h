#if !__has_include(<sqlite3.h>)
#error "SQLite's header is missing. Debian, Ubuntu: apt-get install libsqlite3-dev. Fedora: dnf install sqlite-devel."
#endif
#include <sqlite3.h>

// sqlite3_db_config takes a variable number of arguments, which Swift cannot call.
//
// Makes closing `database` leave the file as it is: the write-ahead log is neither copied into it nor deleted.
static inline int sqlite3_leave_log_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
