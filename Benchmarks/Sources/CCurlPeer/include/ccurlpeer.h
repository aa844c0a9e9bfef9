// The reference: libcurl's multi interface as a C program uses it, without a layer above it.
#ifndef CCURLPEER_H
#define CCURLPEER_H

#include <stdint.h>

// Fetches `url` `count` times, `inFlight` at once, with reused handles and connections. Returns the
// number of received bytes, or -1 if a request has failed.
int64_t ccp_get(const char *url, int64_t count, int inFlight);

#endif
