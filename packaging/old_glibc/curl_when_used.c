/* Stands in for libcurl in programs that carry all their libraries: loads the system's libcurl when a webhook is told
   of an event or a copy in S3 is used, because TLS needs the system's certificates and security updates. Defines the
   functions that core/notify and core/remote call. */
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <time.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
    CURLcode (*global_init)(long);
    CURL* (*easy_init)(void);
    void (*easy_cleanup)(CURL*);
    CURLcode (*easy_setopt)(CURL*, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL*, CURLINFO, ...);
    const char* (*easy_strerror)(CURLcode);
    CURLM* (*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM*);
    CURLMcode (*multi_add_handle)(CURLM*, CURL*);
    CURLMcode (*multi_remove_handle)(CURLM*, CURL*);
    CURLMcode (*multi_perform)(CURLM*, int*);
    CURLMsg* (*multi_info_read)(CURLM*, int*);
    CURLMcode (*multi_wait)(CURLM*, struct curl_waitfd*, unsigned, int, int*);
    CURLMcode (*multi_poll)(CURLM*, struct curl_waitfd*, unsigned, int, int*); /* since libcurl 7.66 */
    CURLMcode (*multi_wakeup)(CURLM*);                                         /* since libcurl 7.68 */
    struct curl_slist* (*slist_append)(struct curl_slist*, const char*);
    void (*slist_free_all)(struct curl_slist*);
} curl;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void* library(void) {
    /* Debian and Ubuntu have a second one under a name of its own. */
    static const char* const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
        void* found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (found) return found;
    }
    return NULL;
}

static void load(void) {
    void* from = library();
    if (!from) return;
    is_loaded = 1;
#define FIND(name) *(void**)&curl.name = dlsym(from, "curl_" #name)
#define NEED(name) is_loaded &= (FIND(name)) != NULL
    NEED(global_init);
    NEED(easy_init);
    NEED(easy_cleanup);
    NEED(easy_setopt);
    NEED(easy_getinfo);
    NEED(easy_strerror);
    NEED(multi_init);
    NEED(multi_cleanup);
    NEED(multi_add_handle);
    NEED(multi_remove_handle);
    NEED(multi_perform);
    NEED(multi_info_read);
    NEED(multi_wait);
    NEED(slist_append);
    NEED(slist_free_all);
    FIND(multi_poll);
    FIND(multi_wakeup);
}

/* Callers go on only if this one succeeds. */
CURLcode curl_global_init(long flags) {
    pthread_once(&once, load);
    return is_loaded ? curl.global_init(flags) : CURLE_FAILED_INIT;
}

CURL* curl_easy_init(void) { return curl.easy_init(); }

void curl_easy_cleanup(CURL* easy) { curl.easy_cleanup(easy); }

/* Passes each kind of argument on, since all are as wide as a pointer. */
CURLcode curl_easy_setopt(CURL* easy, CURLoption option, ...) {
    _Static_assert(sizeof(void*) == sizeof(long) && sizeof(void*) == sizeof(curl_off_t), "arguments of other widths");
    va_list arguments;
    va_start(arguments, option);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    const CURLcode done = curl.easy_setopt(easy, option, value);
    if (option == CURLOPT_PROTOCOLS_STR && done == CURLE_UNKNOWN_OPTION) /* before libcurl 7.85 */
        return curl.easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 181) /* CURLOPT_PROTOCOLS */,
                                (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    return done;
}

CURLcode curl_easy_getinfo(CURL* easy, CURLINFO info, ...) {
    va_list arguments;
    va_start(arguments, info);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    return curl.easy_getinfo(easy, info, value);
}

const char* curl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLM* curl_multi_init(void) { return curl.multi_init(); }

CURLMcode curl_multi_cleanup(CURLM* multi) { return curl.multi_cleanup(multi); }

CURLMcode curl_multi_add_handle(CURLM* multi, CURL* easy) { return curl.multi_add_handle(multi, easy); }

CURLMcode curl_multi_remove_handle(CURLM* multi, CURL* easy) { return curl.multi_remove_handle(multi, easy); }

CURLMcode curl_multi_perform(CURLM* multi, int* running) { return curl.multi_perform(multi, running); }

CURLMsg* curl_multi_info_read(CURLM* multi, int* left) { return curl.multi_info_read(multi, left); }

CURLMcode curl_multi_poll(CURLM* multi, struct curl_waitfd* extra, unsigned count, int timeout_ms, int* ready) {
    if (curl.multi_poll && curl.multi_wakeup) return curl.multi_poll(multi, extra, count, timeout_ms, ready);
    /* Nothing wakes this wait up, so it is short; and it does not wait at all while there is no connection. */
    const int longest_ms = 100;
    int sockets = 0;
    if (timeout_ms > longest_ms) timeout_ms = longest_ms;
    const CURLMcode done = curl.multi_wait(multi, extra, count, timeout_ms, &sockets);
    if (sockets == 0) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (ready) *ready = sockets;
    return done;
}

CURLMcode curl_multi_wakeup(CURLM* multi) {
    return curl.multi_poll && curl.multi_wakeup ? curl.multi_wakeup(multi) : CURLM_OK;
}

struct curl_slist* curl_slist_append(struct curl_slist* list, const char* line) {
    return curl.slist_append(list, line);
}

void curl_slist_free_all(struct curl_slist* list) { curl.slist_free_all(list); }
