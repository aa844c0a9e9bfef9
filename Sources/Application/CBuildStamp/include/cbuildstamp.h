// The commit and the date that Scripts/build-release gives to a build.
#ifndef CBUILDSTAMP_H
#define CBUILDSTAMP_H

// Returns the commit, or NULL in a build without one.
const char *cbs_commit(void);

// Returns the date of the commit as YYYY-MM-DD, or NULL in a build without one.
const char *cbs_date(void);

#endif
