// Uses the shim like the gateway does, with a server in this process, under the memory checkers.
#include "ccurlshim.h"
#include "memorypool.h"

#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { transfers = 50 };

typedef struct {
    size_t headerBytes;
    size_t bodyBytes;
    size_t sentBytes;
    int requests;
} Context;

// The socket and the timeout that a loop with one transfer waits for.
typedef struct {
    curl_socket_t socket;
    int wanted;
    long timeout;
    int opened;
    int closed;
} Loop;

static int watch(CURL *handle, curl_socket_t socket, int wanted, void *context, void *slot) {
    (void)handle, (void)slot;
    Loop *loop = context;
    loop->socket = wanted == CURL_POLL_REMOVE ? CURL_SOCKET_BAD : socket;
    loop->wanted = wanted;
    return 0;
}

static int timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    ((Loop *)context)->timeout = milliseconds;
    return 0;
}

static curl_socket_t openSocket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    curl_socket_t opened = ccs_socket(address->family, address->socktype, address->protocol);
    assert(fcntl(opened, F_GETFD) & FD_CLOEXEC);
    ((Loop *)context)->opened++;
    return opened;
}

static int closeSocket(void *context, curl_socket_t socket) {
    ((Loop *)context)->closed++;
    return close(socket);
}

// Waits for the loop's socket or timeout, and reports the result to libcurl.
static void step(CURLM *multi, Loop *loop) {
    struct pollfd polled = {
        .fd = loop->socket,
        .events = (short)((loop->wanted & CURL_POLL_IN ? POLLIN : 0)
                          | (loop->wanted & CURL_POLL_OUT ? POLLOUT : 0)),
    };
    int running = 0;
    if (poll(&polled, loop->socket == CURL_SOCKET_BAD ? 0 : 1, (int)loop->timeout) > 0) {
        int events = (polled.revents & ~POLLOUT ? CURL_CSELECT_IN : 0)
            | (polled.revents & POLLOUT ? CURL_CSELECT_OUT : 0);
        curl_multi_socket_action(multi, loop->socket, events, &running);
    } else {
        loop->timeout = -1;
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
}

static void *serve(void *listener) {
    static const char response[] =
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";
    for (int index = 0; index < transfers; index++) {
        char request[4096];
        size_t count = 0;
        int client = accept(*(int *)listener, NULL, NULL);
        // Reads the head, and then the four bytes of the upload.
        while (count < sizeof request - 1) {
            ssize_t got = recv(client, request + count, sizeof request - 1 - count, 0);
            if (got <= 0) break;
            count += (size_t)got;
            request[count] = 0;
            char *end = strstr(request, "\r\n\r\n");
            if (end != NULL && strlen(end) >= 8) break;
        }
        send(client, response, sizeof response - 1, 0);
        close(client);
    }
    return NULL;
}

static size_t header(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    ((Context *)context)->headerBytes += size * count;
    return size * count;
}

static size_t body(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    ((Context *)context)->bodyBytes += size * count;
    return size * count;
}

static size_t upload(char *bytes, size_t size, size_t count, void *context) {
    Context *it = context;
    if (it->sentBytes == 4 || size * count < 4) return 0;
    memcpy(bytes, "body", 4);
    it->sentBytes = 4;
    return 4;
}

static int rewindBody(void *context, curl_off_t offset, int origin) {
    (void)offset;
    (void)origin;
    ((Context *)context)->sentBytes = 0;
    return CURL_SEEKFUNC_OK;
}

static int progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return 0;
}

static int beforeRequest(void *context, char *ip, char *local, int port, int localPort) {
    (void)ip, (void)local, (void)port, (void)localPort;
    ((Context *)context)->requests++;
    return CURL_PREREQFUNC_OK;
}

// A block of `size` bytes, all with the value `mark`.
static unsigned char *filled(size_t size, unsigned char mark) {
    unsigned char *memory = pool_malloc(size);
    assert(memory != NULL && (uintptr_t)memory % _Alignof(max_align_t) == 0);
    return memset(memory, mark, size);
}

static void assertFilled(const unsigned char *memory, size_t size, unsigned char mark) {
    for (size_t index = 0; index < size; index++) assert(memory[index] == mark);
}

// Fills, resizes and frees blocks of all sizes around the powers of two, with many in use at once.
static void useMemory(void) {
    enum { count = 3 * 18 };
    unsigned char *blocks[count];
    size_t sizes[count];
    for (int round = 0; round < 3; round++) {
        for (int index = 0; index < count; index++) {
            sizes[index] = ((size_t)1 << index / 3) + (size_t)(index % 3) - 1;
            blocks[index] = filled(sizes[index], (unsigned char)index);
        }
        for (int index = 0; index < count; index++) {
            assertFilled(blocks[index], sizes[index], (unsigned char)index);
            blocks[index] = pool_realloc(blocks[index], 3 * sizes[index]);
            assertFilled(blocks[index], sizes[index], (unsigned char)index);
            memset(blocks[index], index, 3 * sizes[index]);
        }
        for (int index = 0; index < count; index++) {
            assertFilled(blocks[index], 3 * sizes[index], (unsigned char)index);
            pool_free(blocks[index]);
        }
    }
    pool_free(NULL);
    assert(pool_calloc(SIZE_MAX / 2, 3) == NULL && pool_malloc(SIZE_MAX - 8) == NULL);
    unsigned char *zeroed = pool_calloc(10, 10);
    assertFilled(zeroed, 100, 0);
    zeroed = pool_realloc(zeroed, 0);
    assert(zeroed != NULL);
    pool_free(zeroed);
    char *copy = pool_strdup("copied");
    assert(strcmp(copy, "copied") == 0);
    pool_free(copy);
    pool_free(pool_realloc(NULL, 100));
}

static void *freeElsewhere(void *memory) {
    pool_free(memory);
    assert(pool_kept() == 0);
    return filled(200, 1);
}

// Checks that the memory that a pool keeps is bounded, reused, and released when the pool closes.
// Blocks may be freed on other threads.
static void checkPool(void) {
    useMemory();
    assert(pool_kept() == 0);
    ccs_open_pool();
    useMemory();
    size_t kept = pool_kept();
    useMemory();
    assert(kept > 0 && pool_kept() == kept);

    unsigned char *again = filled(1000, 1);
    pool_free(again);
    assert(pool_malloc(900) == again);
    pool_free(again);

    enum { many = 100 };
    void *large[many];
    for (int index = 0; index < many; index++) large[index] = filled(32768, 1);
    for (int index = 0; index < many; index++) pool_free(large[index]);
    assert(pool_kept() <= pool_limit && pool_kept() > pool_limit / 2);

    pthread_t thread;
    void *block;
    pthread_create(&thread, NULL, freeElsewhere, filled(500, 1));
    pthread_join(thread, &block);
    pool_free(block);
    ccs_close_pool();
    assert(pool_kept() == 0);
    useMemory();
    assert(pool_kept() == 0);
}

int main(void) {
    checkPool();
    assert(ccs_global_init() && ccs_version() != NULL);
    ccs_open_pool();
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    assert(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 8) == 0);
    assert(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, serve, &listener);

    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", ntohs(address.sin_port));
    CURLM *multi = curl_multi_init();
    Loop loop = {.socket = CURL_SOCKET_BAD, .timeout = -1};
    ccs_loop_callbacks watching = {watch, timer, openSocket, closeSocket};
    assert(ccs_multi_set_loop_callbacks(multi, watching, &loop) == CURLM_OK);
    ccs_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4);
    for (int index = 0; index < transfers; index++) {
        Context context = {0};
        ccs_callbacks callbacks = {header, body, upload, rewindBody, progress, beforeRequest};
        CURL *handle = curl_easy_init();
        assert(ccs_set_callbacks(handle, callbacks, &context) == CURLE_OK);
        assert(ccs_set_loop_callbacks(handle, watching, &loop) == CURLE_OK);
        char error[CURL_ERROR_SIZE] = "";
        assert(ccs_set_pointer(handle, CURLOPT_ERRORBUFFER, error) == CURLE_OK);
        assert(ccs_set_string(handle, CURLOPT_URL, url) == CURLE_OK);
        assert(ccs_set_string(handle, CURLOPT_PROXY, "") == CURLE_OK);
        assert(ccs_set_long(handle, CURLOPT_UPLOAD, 1) == CURLE_OK);
        assert(ccs_set_offset(handle, CURLOPT_INFILESIZE_LARGE, 4) == CURLE_OK);
        assert(ccs_set_blob(handle, CURLOPT_CAINFO_BLOB, "roots", 5) == CURLE_OK);
        assert(ccs_set_blob(handle, CURLOPT_CAINFO_BLOB, NULL, 0) == CURLE_OK);
        struct curl_slist *fields = curl_slist_append(NULL, "Expect:");
        assert(ccs_set_list(handle, CURLOPT_HTTPHEADER, fields) == CURLE_OK);
        curl_multi_add_handle(multi, handle);
        CURLcode result = CURLE_OK;
        CURL *ended = NULL;
        while ((ended = ccs_next_ended(multi, &result)) == NULL) step(multi, &loop);
        assert(ended == handle && result == CURLE_OK);
        assert(ccs_get_pointer(handle, CURLINFO_PRIVATE) == &context);
        assert(ccs_get_long(handle, CURLINFO_RESPONSE_CODE) == 200);
        assert(ccs_get_offset(handle, CURLINFO_TOTAL_TIME_T) > 0);
        assert(context.bodyBytes == 5 && context.headerBytes > 0);
        assert(context.sentBytes == 4 && context.requests == 1);
        curl_multi_remove_handle(multi, handle);
        curl_easy_cleanup(handle);
        curl_slist_free_all(fields);
    }
    curl_multi_cleanup(multi);
    ccs_close_pool();
    assert(loop.opened == transfers && loop.closed == transfers);
    pthread_join(thread, NULL);
    close(listener);
    puts("shim: clean");
    return 0;
}
