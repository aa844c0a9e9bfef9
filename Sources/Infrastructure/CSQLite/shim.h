#include <sqlite3.h>

// Swift does not import functions with variable arguments.

/// Makes a quoted name that no column has an error, instead of a text.
static inline int csqlite_refuse_quoted_text(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
    return code ? code : sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
}
