#include "ccurlpeer.h"

#include <curl/curl.h>
#include <stdlib.h>

static size_t collect(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(int64_t *)context += (int64_t)(size * count);
    return size * count;
}

int64_t ccp_get(const char *url, int64_t count, int inFlight) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    CURL **handles = calloc((size_t)inFlight, sizeof(CURL *));
    int64_t bytes = 0;
    int64_t started = 0;
    int64_t ended = 0;
    int failed = 0;
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)inFlight);
    for (int index = 0; index < inFlight; index++) {
        handles[index] = curl_easy_init();
        curl_easy_setopt(handles[index], CURLOPT_URL, url);
        curl_easy_setopt(handles[index], CURLOPT_WRITEFUNCTION, collect);
        curl_easy_setopt(handles[index], CURLOPT_WRITEDATA, &bytes);
        curl_easy_setopt(handles[index], CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handles[index], CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
        if (started < count) {
            curl_multi_add_handle(multi, handles[index]);
            started++;
        }
    }
    while (ended < count && !failed) {
        int running = 0;
        int left = 0;
        int64_t before = ended;
        CURLMsg *message;
        curl_multi_perform(multi, &running);
        while ((message = curl_multi_info_read(multi, &left)) != NULL) {
            CURL *handle = message->easy_handle;
            failed |= message->data.result != CURLE_OK;
            ended++;
            curl_multi_remove_handle(multi, handle);
            if (started < count) {
                curl_multi_add_handle(multi, handle);
                started++;
            }
        }
        // New handles have to be performed before a poll. If the last response came in the round
        // that sent its request, nothing is left to wait for, and a poll would last for its whole
        // timeout.
        if (ended == before) {
            curl_multi_poll(multi, NULL, 0, 1000, NULL);
        }
    }
    for (int index = 0; index < inFlight; index++) {
        curl_multi_remove_handle(multi, handles[index]);
        curl_easy_cleanup(handles[index]);
    }
    free(handles);
    curl_multi_cleanup(multi);
    return failed ? -1 : bytes;
}
