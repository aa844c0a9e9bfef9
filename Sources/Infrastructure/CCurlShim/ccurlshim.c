// sigaction is POSIX, and SOCK_CLOEXEC is Linux; neither is C11.
#define _GNU_SOURCE

#include "ccurlshim.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "memorypool.h"

// With the address sanitizer, libcurl uses the C library, so that it can check each block.
#if defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED 1
#elif defined(__has_feature)
#define IS_WATCHED __has_feature(address_sanitizer)
#else
#define IS_WATCHED 0
#endif

bool ccs_global_init(void) {
    // libcurl would write the secrets of every TLS session to the file that this variable names.
    unsetenv("SSLKEYLOGFILE");
    struct sigaction present;
    if (sigaction(SIGPIPE, NULL, &present) == 0 && present.sa_handler == SIG_DFL) {
        signal(SIGPIPE, SIG_IGN);
    }
    CURLcode code = IS_WATCHED ? curl_global_init(CURL_GLOBAL_DEFAULT)
                               : curl_global_init_mem(CURL_GLOBAL_DEFAULT, pool_malloc, pool_free,
                                                      pool_realloc, pool_strdup, pool_calloc);
    return code == CURLE_OK;
}

const curl_version_info_data *ccs_version(void) {
    return curl_version_info(CURLVERSION_NOW);
}

CURLcode ccs_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccs_set_offset(CURL *handle, CURLoption option, int64_t value) {
    return curl_easy_setopt(handle, option, (curl_off_t)value);
}

CURLcode ccs_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccs_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccs_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccs_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, bytes == NULL ? NULL : &blob);
}

#define SET(option, value)                                  \
    if (code == CURLE_OK) {                                 \
        code = curl_easy_setopt(handle, option, value);     \
    }

CURLcode ccs_set_callbacks(CURL *handle, ccs_callbacks callbacks, void *context) {
    CURLcode code = CURLE_OK;
    SET(CURLOPT_HEADERFUNCTION, callbacks.header)
    SET(CURLOPT_HEADERDATA, context)
    SET(CURLOPT_WRITEFUNCTION, callbacks.write)
    SET(CURLOPT_WRITEDATA, context)
    SET(CURLOPT_READFUNCTION, callbacks.read)
    SET(CURLOPT_READDATA, context)
    SET(CURLOPT_SEEKFUNCTION, callbacks.seek)
    SET(CURLOPT_SEEKDATA, context)
    SET(CURLOPT_XFERINFOFUNCTION, callbacks.progress)
    SET(CURLOPT_XFERINFODATA, context)
    SET(CURLOPT_PREREQFUNCTION, callbacks.beforeRequest)
    SET(CURLOPT_PREREQDATA, context)
    SET(CURLOPT_PRIVATE, context)
    return code;
}

curl_socket_t ccs_socket(int family, int type, int protocol) {
#ifdef SOCK_CLOEXEC
    return socket(family, type | SOCK_CLOEXEC, protocol);
#else
    curl_socket_t opened = socket(family, type, protocol);
    if (opened >= 0) {
        fcntl(opened, F_SETFD, FD_CLOEXEC);
    }
    return opened;
#endif
}

CURLcode ccs_set_loop_callbacks(CURL *handle, ccs_loop_callbacks callbacks, void *context) {
    CURLcode code = CURLE_OK;
    SET(CURLOPT_OPENSOCKETFUNCTION, callbacks.open)
    SET(CURLOPT_OPENSOCKETDATA, context)
    SET(CURLOPT_CLOSESOCKETFUNCTION, callbacks.close)
    SET(CURLOPT_CLOSESOCKETDATA, context)
    return code;
}

#undef SET

CURLMcode ccs_multi_set_loop_callbacks(CURLM *multi, ccs_loop_callbacks callbacks, void *context) {
    CURLMcode code = CURLM_OK;
#define SET(option, value)                                  \
    if (code == CURLM_OK) {                                 \
        code = curl_multi_setopt(multi, option, value);     \
    }
    SET(CURLMOPT_SOCKETFUNCTION, callbacks.watch)
    SET(CURLMOPT_SOCKETDATA, context)
    SET(CURLMOPT_TIMERFUNCTION, callbacks.timer)
    SET(CURLMOPT_TIMERDATA, context)
#undef SET
    return code;
}

long ccs_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

int64_t ccs_get_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

void *ccs_get_pointer(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

const char *ccs_certificate(CURL *handle) {
    static const char key[] = "Cert:";
    struct curl_certinfo *chain = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL ||
        chain->num_of_certs < 1) {
        return NULL;
    }
    for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next) {
        if (strncmp(line->data, key, sizeof key - 1) == 0) return line->data + sizeof key - 1;
    }
    return NULL;
}

CURLMcode ccs_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

CURL *ccs_next_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (;;) {
        CURLMsg *message = curl_multi_info_read(multi, &left);
        if (message == NULL) {
            return NULL;
        }
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
}
