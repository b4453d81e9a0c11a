// A library that watches folders of small runs.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "db/backends.h"
#include "library/services/local_vault.h"
#include "support/scratch_run.h"
#include "vault/records/vault_paths.h"

namespace stepvault::test {

inline Result<std::unique_ptr<LocalVault>> open_library(const std::filesystem::path& vault,
                                                        LocalVault::Mode mode = LocalVault::Mode::create) {
    return LocalVault::open(vault, mode, sqlite_backends());
}

struct Events : WatchObserver {
    std::vector<WatchEvent> all;
    void on_watch_event(const WatchEvent& e) override { all.push_back(e); }
    [[nodiscard]] std::vector<WatchEvent> of(WatchEvent::Kind kind) const {
        std::vector<WatchEvent> found;
        std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                     [&](const WatchEvent& e) { return e.kind == kind; });
        return found;
    }
};

/// Makes the files look old, so that watching need not wait for them to become stable.
inline void age(const std::filesystem::path& folder) {
    const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        std::filesystem::last_write_time(entry.path(), old);
}

/// Takes every file as complete at once, without waiting for it to become stable.
inline Status watch_once(VaultHandle& library, const std::filesystem::path& root, Events& events,
                         std::optional<SchemeChoice> scheme = {}) {
    WatchOptions options;
    options.roots = {root};
    options.once = true;
    options.quiet = std::chrono::nanoseconds(0);
    options.scheme = scheme;
    return library.watcher().watch(options, events, {});
}

/// Like the other overload, but ignores the events.
inline Status watch_once(VaultHandle& library, std::vector<std::filesystem::path> roots,
                         std::optional<SchemeChoice> scheme = {}) {
    Events events;
    WatchOptions options;
    options.roots = std::move(roots);
    options.once = true;
    options.quiet = std::chrono::nanoseconds(0);
    options.scheme = std::move(scheme);
    return library.watcher().watch(options, events, {});
}

inline void write_run(const std::filesystem::path& folder, int steps) {
    Training training(1, 2000);
    std::ostringstream metrics;
    for (int i = 1; i <= steps; ++i, training.next()) {
        write_text(folder / ("step_" + std::to_string(i * 10) + ".safetensors"), training.bytes());
        metrics << "{\"step\": " << i * 10 << ", \"loss\": " << (i == 2 ? "NaN" : std::to_string(2.0 / i))
                << "}\n";
    }
    write_text(folder / "metrics.jsonl", metrics.str());
}

}  // namespace stepvault::test
