#include "library/watch/background_watch.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include "base/file_lock.h"
#include "library/watch/user_unit.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// True while the process that wrote the record lives.
bool is_held(const fs::path& file) {
    const auto lock = FileLock::acquire_shared(file);
    return !lock && lock.error().code == ErrorCode::locked;
}

/// True if the process's arguments name the watch: in a container that shares the machine's name, the number
/// may be another process's.
bool is_process_of(const BackgroundWatch& watch) {
    std::ifstream file("/proc/" + std::to_string(watch.pid) + "/cmdline", std::ios::binary);
    const std::string arguments{std::istreambuf_iterator<char>(file), {}};
    return arguments.find("--background-id=" + watch.id) != std::string::npos;
}

Status ask_to_end(const BackgroundWatch& watch) {
    if (!watch.unit.empty()) return stop_user_unit(watch.unit);
    if (!is_process_of(watch))
        return Error{ErrorCode::not_found,
                     "background watch " + watch.id + " is not seen from here as process " +
                         std::to_string(watch.pid) + "; stop it in the container or machine that started it"};
    if (::kill(static_cast<pid_t>(watch.pid), SIGTERM) == 0 || errno == ESRCH) return {};
    return system_error(errno, "stop", "process " + std::to_string(watch.pid));
}

}  // namespace

Result<std::vector<BackgroundWatch>> list_background(const fs::path& vault) {
    std::vector<BackgroundWatch> watches;
    std::error_code ec;
    const auto here = machine_name();
    for (fs::directory_iterator it(watches_folder(vault), ec), end; !ec && it != end; it.increment(ec)) {
        const auto& file = it->path();
        if (file.extension() != ".json" || !is_background_id(file.stem().native())) continue;
        auto watch = read_background(file);
        if (is_held(file)) {
            // A record that cannot be read belongs to a newer version, which can stop the watch.
            if (watch) watches.push_back(std::move(*watch));
            continue;
        }
        // A lock of another machine is not seen on every file system.
        if (watch && watch->host != here) continue;
        // Only the holder of the lock removes it: the record may be another one by now.
        std::error_code ignored;
        if (const auto lock = FileLock::acquire_existing(file)) fs::remove(file, ignored);
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
        return system_error(ec.value(), "list", watches_folder(vault).native());
    std::ranges::sort(watches, [](const auto& a, const auto& b) {
        return a.started != b.started ? a.started < b.started : a.id < b.id;
    });
    return watches;
}

Status stop_background(const fs::path& vault, const std::string& id) {
    STEPVAULT_ASSIGN(watches, list_background(vault));
    const auto found = std::ranges::find(watches, id, &BackgroundWatch::id);
    if (found == watches.end())
        return Error{ErrorCode::not_found,
                     "no background watch " + id + " runs; `stepvault watch --list` names those that do"};
    if (found->host != machine_name())
        return Error{ErrorCode::unsupported,
                     "background watch " + id + " runs on " + found->host + "; stop it there"};
    const auto file = background_file(vault, id);
    STEPVAULT_TRY(ask_to_end(*found));
    constexpr std::chrono::seconds patience{10};
    const auto last = std::chrono::steady_clock::now() + patience;
    while (is_held(file)) {
        if (std::chrono::steady_clock::now() > last)
            return Error{ErrorCode::locked,
                         "background watch " + id +
                             " has not ended within 10 s; it ends after the checkpoint that "
                             "it stores, see `stepvault watch --list`"};
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    // A record from elsewhere may name any file.
    if (const auto log = background_log(id); found->log == log) {
        std::error_code ec;
        fs::remove(log, ec);
        fs::remove(log.parent_path(), ec);  // unless it has other logs
    }
    return {};
}

}  // namespace stepvault
