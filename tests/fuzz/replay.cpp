// fuzz_replay FORMAT FOLDER: replaces libFuzzer. It passes every file of the folder, and inputs that are too
// large to store, to the format's reader. An input that takes too much time or memory ends the process, as a
// crash does.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

#include "base/file.h"
#include "fuzz/large_inputs.h"
#include "fuzz/target.h"

#if defined(__SANITIZE_ADDRESS__)
#define STEPVAULT_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STEPVAULT_ADDRESS_SANITIZER
#endif
#endif

#if defined(STEPVAULT_ADDRESS_SANITIZER)
// Sanitizers reserve terabytes of addresses, so RLIMIT_AS cannot be used with them.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "hard_rss_limit_mb=1024:max_allocation_size_mb=512:allocator_may_return_null=0";
}
#endif

namespace {

namespace fs = std::filesystem;
using namespace stepvault;

#if defined(STEPVAULT_ADDRESS_SANITIZER) || defined(__SANITIZE_THREAD__)
constexpr time_t most_seconds = 20;
#else
constexpr time_t most_seconds = 5;
constexpr rlim_t most_memory = rlim_t{768} << 20;
#endif
constexpr unsigned most_waiting = 120;  // seconds, for a process that waits for another
constexpr std::uint64_t largest_input = std::uint64_t{1} << 20;

// A global variable, because a signal handler takes no other arguments.
char running[256];

void tell_and_end(int signal) {
    const char* what = signal == SIGABRT ? "ended at: " : "took too long: ";
    (void)!::write(STDERR_FILENO, what, std::strlen(what));
    (void)!::write(STDERR_FILENO, running, std::strlen(running));
    (void)!::write(STDERR_FILENO, "\n", 1);
    ::_exit(1);
}

void limit_time() {
    const itimerval time{.it_interval = {}, .it_value = {.tv_sec = most_seconds, .tv_usec = 0}};
    ::setitimer(ITIMER_PROF, &time, nullptr);
    ::alarm(most_waiting);
}

void run(fuzz::ReadInput read, std::string_view name, ByteView bytes) {
    std::snprintf(running, sizeof(running), "%.*s", static_cast<int>(name.size()), name.data());
    limit_time();
    read(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
    auto targets = fuzz::targets();
    std::ranges::sort(targets, {}, &fuzz::Target::format);
    const auto target =
        count == 3 ? std::ranges::find(targets, arguments[1], &fuzz::Target::format) : targets.end();
    if (target == targets.end()) {
        std::fprintf(stderr, "Usage: fuzz_replay FORMAT FOLDER; the formats are:\n");
        for (const auto& known : targets)
            std::fprintf(stderr, "%s\n", known.format.c_str());
        return 2;
    }
    for (const int signal : {SIGPROF, SIGALRM, SIGABRT})
        std::signal(signal, tell_and_end);
#if !defined(STEPVAULT_ADDRESS_SANITIZER) && !defined(__SANITIZE_THREAD__)
    const rlimit memory{most_memory, most_memory};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    std::size_t inputs = 0;
    for (const auto& entry : fs::directory_iterator(arguments[2])) {
        const auto bytes = read_file(entry.path(), largest_input);
        if (!bytes) {
            std::fprintf(stderr, "%s\n", bytes.error().message.c_str());
            return 1;
        }
        run(target->read, entry.path().native(), *bytes);
        ++inputs;
    }
    if (inputs == 0) {
        std::fprintf(stderr, "there are no inputs in %s\n", arguments[2]);
        return 1;
    }
    fuzz::for_each_large_input(
        [&](std::string_view name, ByteView bytes) { run(target->read, name, bytes); });
    std::printf("%zu inputs\n", inputs);
    return 0;
}
