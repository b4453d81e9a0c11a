#include <algorithm>
#include <chrono>
#include <fstream>
#include <system_error>
#include <thread>

#include "base/detached_process.h"
#include "base/file.h"
#include "base/lock_wait.h"
#include "base/paths.h"
#include "base/uuid.h"
#include "library/watch/background_arguments.h"
#include "library/watch/background_watch.h"
#include "library/watch/user_unit.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// How long a watch may take until its record is there.
constexpr std::chrono::seconds start_patience{30};

/// This program, or the command line beside the desktop's.
Result<fs::path> watch_program() {
    std::error_code ec;
    const auto here = fs::read_symlink("/proc/self/exe", ec);
    if (ec) return system_error(ec.value(), "find", "this program");
    // The name of a program that was replaced ends with " (deleted)"; a new one may have taken its place.
    const auto program = here.parent_path() / "stepvault";
    if (fs::exists(program, ec)) return program;
    return Error{ErrorCode::not_found,
                 "there is no " + program.native() + " to watch in the background; install the command line"};
}

fs::path resolved(const fs::path& folder) {
    std::error_code ec;
    auto real = fs::weakly_canonical(folder, ec);
    return ec ? folder.lexically_normal() : real;
}

Status refuse_watched(const std::vector<BackgroundWatch>& watches, const std::vector<fs::path>& folders) {
    for (const auto& watch : watches) {
        for (const auto& folder : folders) {
            const bool is_watched = std::ranges::any_of(
                watch.folders, [&](const auto& each) { return lies_in(resolved(folder), resolved(each)); });
            if (is_watched)
                return Error{ErrorCode::already_exists,
                             folder.native() + " is watched in the background already (" + watch.id +
                                 "); `watch --stop " + watch.id + "` stops that"};
        }
    }
    return {};
}

/// Only one process at a time may look for watches and then start one.
Result<FileLock> lock_starting(const fs::path& vault) {
    STEPVAULT_TRY(make_folders(watches_folder(vault), FileAccess::of_folder));
    return await_lock([&] { return FileLock::acquire_existing(watches_folder(vault)); }, start_patience);
}

/// Waits for the record of a watch that has been started. `has_ended` waits a moment, and returns true if the
/// watch has died.
template <class HasEnded>
Result<BackgroundWatch> wait_for_record(const fs::path& vault, const std::string& id, HasEnded has_ended) {
    const auto last = Clock::now() + start_patience;
    while (Clock::now() < last) {
        auto watch = read_background(background_file(vault, id));
        if (watch) return watch;
        if (has_ended()) return Error{ErrorCode::io, "it ended at once"};
    }
    return Error{ErrorCode::io, "it did not begin within 30 s"};
}

/// The last line of a small text file.
std::string last_line(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::string last;
    while (std::getline(in, line)) {
        if (!line.empty()) last = line;
    }
    return last;
}

Result<BackgroundWatch> start_unit(const fs::path& vault, const std::string& id, const fs::path& program,
                                   std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program.native());
    const auto unit = background_unit(id);
    STEPVAULT_TRY(start_user_unit(unit, arguments));
    auto watch = wait_for_record(vault, id, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        return !is_user_unit_active(unit);
    });
    if (watch) return watch;
    (void)stop_user_unit(unit);
    return Error{watch.error().code, "the watch in the background failed: " + watch.error().message +
                                         "; see: journalctl --user -u " + unit};
}

Result<BackgroundWatch> start_process(const fs::path& vault, const std::string& id, const fs::path& program,
                                      std::vector<std::string> arguments) {
    const auto log = background_log(id);
    STEPVAULT_TRY(make_folders(log.parent_path(), FileAccess::owner));
    // The logs of watches that have ended by themselves.
    remove_unheld(log.parent_path(), background_log_begin);
    arguments.insert(arguments.begin(), "--background-log=" + log.native());
    std::swap(arguments[0], arguments[1]);
    STEPVAULT_ASSIGN(process, DetachedProcess::start(program, arguments, log));
    auto watch =
        wait_for_record(vault, id, [&] { return process.ends_within(std::chrono::milliseconds(50)); });
    if (watch) return watch;
    const auto said = last_line(log);
    return Error{watch.error().code,
                 "the watch in the background failed: " + (said.empty() ? watch.error().message : said) +
                     "; see " + log.native()};
}

}  // namespace

Result<BackgroundWatch> start_background(const fs::path& vault, const WatchOptions& options,
                                         const std::vector<std::string>& more) {
    auto resolved_options = options;
    STEPVAULT_ASSIGN(folders, absolute_folders(options.roots));
    if (folders.empty()) return Error{ErrorCode::invalid_argument, "no folder is named to watch"};
    resolved_options.roots = std::move(folders);
    STEPVAULT_ASSIGN(program, watch_program());
    STEPVAULT_ASSIGN(lock, lock_starting(vault));
    (void)lock;
    STEPVAULT_ASSIGN(watches, list_background(vault));
    STEPVAULT_TRY(refuse_watched(watches, resolved_options.roots));
    const auto id = make_uuid().substr(0, 8);
    auto arguments = watch_arguments(resolved_options);
    std::vector<std::string> hidden{"--vault=" + vault.native(), "--background-id=" + id};
    hidden.insert(hidden.end(), more.begin(), more.end());
    arguments.insert(arguments.begin() + 1, hidden.begin(), hidden.end());
    return user_units_last() ? start_unit(vault, id, program, std::move(arguments))
                             : start_process(vault, id, program, std::move(arguments));
}

}  // namespace stepvault
