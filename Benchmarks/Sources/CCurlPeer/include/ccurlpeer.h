// The yardstick: libcurl's multi interface as a C programmer would use it, with nothing around it.
#ifndef CCURLPEER_H
#define CCURLPEER_H

#include <stdint.h>

// Fetches `url` `count` times, `inFlight` at once, with reused handles and connections.
// Returns the bytes that came, or -1 when a request failed.
int64_t ccp_get(const char *url, int64_t count, int inFlight);

#endif
