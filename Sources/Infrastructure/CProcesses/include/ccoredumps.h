#ifndef CCOREDUMPS_H
#define CCOREDUMPS_H

#include <stdbool.h>

/// Allows or prevents copies of this process's memory: core files, and debuggers of the same user.
///
/// Linux: PR_SET_DUMPABLE, which also covers a core that is piped to a program. Other systems: the
/// size limit of core files. Returns whether the system accepted the change.
bool ccd_allow_dumps(bool is_allowed);

/// Whether a crash of this process may write its memory to a file.
bool ccd_allows_dumps(void);

/// Restores the system's default reaction to the signals of a crash: the process ends without a
/// report. The reports of Swift's runtime show memory near the registers.
///
/// In a build with a sanitizer, nothing changes. Not thread-safe.
void ccd_prevent_crash_reports(void);

/// Whether `ccd_prevent_crash_reports` has an effect: false in a build with a sanitizer.
bool ccd_can_prevent_crash_reports(void);

/// Restores the handlers that `ccd_prevent_crash_reports` replaced.
///
/// A handler that was installed meanwhile stays.
void ccd_restore_crash_reports(void);

/// Begins a ban of copies of this process's memory and of crash reports. Thread-safe.
void ccd_begin_ban(void);

/// Ends a ban; the end of the last one restores the former setting. Thread-safe.
void ccd_end_ban(void);

#endif
