// libcurl's setters and getters are variadic, and Swift cannot call them. So there is one typed
// function for each kind of argument. The Linux headers below are missing in Swift's module of the
// C library.
#ifndef CCURLSHIM_H
#define CCURLSHIM_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// Initialises libcurl once for the process (thread-safe from 7.84 on). Makes the process ignore
// SIGPIPE unless the program handles it, because with NOSIGNAL set libcurl leaves that to us.
// Removes SSLKEYLOGFILE from the environment, so that no session's secrets are written to a file.
// Returns false if libcurl fails. If the process has initialised libcurl before, libcurl keeps its
// allocator, and pools stay empty.
bool ccs_global_init(void);

// Opens a pool: this thread keeps the memory that libcurl frees on it, up to a limit, for libcurl's
// next allocations on it. A thread must close its pool before it ends.
void ccs_open_pool(void);
void ccs_close_pool(void);

// Returns the version of the library; the constant for the query is a macro that Swift cannot read.
const curl_version_info_data *ccs_version(void);

CURLcode ccs_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccs_set_offset(CURL *handle, CURLoption option, int64_t value);
// libcurl copies `value`; NULL resets the option.
CURLcode ccs_set_string(CURL *handle, CURLoption option, const char *value);
// libcurl keeps `value` by reference: it must outlive the transfer.
CURLcode ccs_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccs_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
// libcurl copies the bytes; NULL resets the option.
CURLcode ccs_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count);

typedef size_t (*ccs_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccs_seek)(void *context, curl_off_t offset, int origin);
typedef int (*ccs_progress)(void *context, curl_off_t toReceive, curl_off_t received,
                            curl_off_t toSend, curl_off_t sent);
typedef int (*ccs_before_request)(void *context, char *ip, char *localIP, int port, int localPort);

// All callbacks of a handle, with one context.
typedef struct {
    ccs_data header;
    ccs_data write;
    ccs_data read;
    ccs_seek seek;
    ccs_progress progress;
    ccs_before_request beforeRequest;
} ccs_callbacks;

CURLcode ccs_set_callbacks(CURL *handle, ccs_callbacks callbacks, void *context);

typedef int (*ccs_watch)(CURL *handle, curl_socket_t socket, int wanted, void *context, void *slot);
typedef int (*ccs_timer)(CURLM *multi, long milliseconds, void *context);
typedef curl_socket_t (*ccs_open)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*ccs_close)(void *context, curl_socket_t socket);

// The callbacks of a loop for sockets and timers, with one context.
typedef struct {
    ccs_watch watch;
    ccs_timer timer;
    ccs_open open;
    ccs_close close;
} ccs_loop_callbacks;

// Opens a socket that no child process inherits; -1 if the system has none left.
curl_socket_t ccs_socket(int family, int type, int protocol);

// Sets the callbacks that belong to a handle, and those that belong to the multi handle.
CURLcode ccs_set_loop_callbacks(CURL *handle, ccs_loop_callbacks callbacks, void *context);
CURLMcode ccs_multi_set_loop_callbacks(CURLM *multi, ccs_loop_callbacks callbacks, void *context);

long ccs_get_long(CURL *handle, CURLINFO info);
int64_t ccs_get_offset(CURL *handle, CURLINFO info);
void *ccs_get_pointer(CURL *handle, CURLINFO info);

// Returns the certificate that the server has shown, in PEM form, after a connection with
// CURLOPT_CERTINFO; NULL without one. It lives as long as the handle.
const char *ccs_certificate(CURL *handle);

CURLMcode ccs_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Returns the next transfer that has ended, with its result in `result`; NULL if there is none.
CURL *ccs_next_ended(CURLM *multi, CURLcode *result);

#endif
