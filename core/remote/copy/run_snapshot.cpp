#include "remote/copy/run_snapshot.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "base/text.h"
#include "base/wall_clock.h"
#include "vault/chain/shared_base.h"
#include "vault/format/metrics_log.h"
#include "vault/format/step_file.h"
#include "vault/records/run_record.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int snapshot_attempts = 20;
constexpr std::chrono::milliseconds snapshot_pause{50};

Error run_changes(const std::string& what) {
    return {ErrorCode::changed, what + " changed while it was being copied; copy it again"};
}

/// Takes the snapshots of one run until one of them is consistent.
class SnapshotTaker {
 public:
    SnapshotTaker(const fs::path& vault, const std::string& run_id, const CopyManifest* before,
                  const JobContext& job)
        : vault_(vault), run_id_(run_id), folder_(runs_folder(vault) / run_id), before_(before), job_(job) {}

    Result<RunSnapshot> take() {
        for (int attempt = 1;; ++attempt) {
            STEPVAULT_TRY(job_.check());
            auto snapshot = take_once();
            if (snapshot) return snapshot;
            const auto code = snapshot.error().code;
            // A file was replaced or removed between two looks, or the steps are of two states.
            const bool may_pass = code == ErrorCode::changed || code == ErrorCode::not_found ||
                                  (code == ErrorCode::corrupt && is_chain_broken_);
            if (!may_pass || attempt == snapshot_attempts) return snapshot;
            std::this_thread::sleep_for(snapshot_pause);
        }
    }

 private:
    Result<RunSnapshot> take_once() {
        is_chain_broken_ = false;
        STEPVAULT_ASSIGN(record, RunRecord::read(run_file(folder_)));
        if (record.id != run_id_)
            return Error{ErrorCode::corrupt, run_file(folder_).native() + " is the record of another run"};
        STEPVAULT_ASSIGN(paths, list_paths());
        progress_.item = record.name;
        STEPVAULT_TRY(check_new(paths));
        // From here on everything is fast, so that the run hardly changes meanwhile.
        RunSnapshot snapshot{.manifest = {.run_id = run_id_, .name = record.name}, .files = {}};
        snapshot.manifest.made = unix_seconds();
        for (const auto& path : paths)
            STEPVAULT_TRY(add(snapshot, path));
        if (const auto sound = check_chains(snapshot.manifest.files, run_id_); !sound) {
            is_chain_broken_ = true;
            return sound.error();
        }
        STEPVAULT_ASSIGN(now, list_paths());
        if (!std::ranges::includes(now, paths)) return run_changes("run " + record.name);
        return snapshot;
    }

    /// The run's files and the shared bases that its steps name, by path below the vault, ascending.
    Result<std::vector<std::string>> list_paths() {
        std::set<std::string> paths;
        const auto prefix = "runs/" + run_id_ + "/";
        std::error_code ec;
        for (const auto* name : {"run.json", "params.json", "removed.json", "metrics.svlog"}) {
            if (fs::exists(folder_ / name, ec)) paths.insert(prefix + name);
        }
        if (!fs::exists(steps_folder(folder_), ec))
            return std::vector<std::string>(paths.begin(), paths.end());
        STEPVAULT_ASSIGN(steps, list_step_files(steps_folder(folder_)));
        for (const auto& step : steps) {
            const auto id = step.stem().native();
            if (!is_checkpoint_id(id)) continue;
            paths.insert(prefix + "steps/" + step.filename().native());
            if (fs::exists(parity_path(folder_, id), ec)) paths.insert(prefix + "parity/" + id + ".svparity");
            if (const auto meta = read_step_meta(step); meta && meta->leans_on_shared_base())
                paths.insert("bases/" + hex_digits(meta->parent_digest) + ".svstep");
        }
        return std::vector<std::string>(paths.begin(), paths.end());
    }

    /// The record of this version of a file, from a look before or from the snapshot before.
    [[nodiscard]] const CopiedFile* known(const std::string& path, const FileIdentity& identity) const {
        const auto is_this = [&](const CopiedFile& file) {
            return file.inode == identity.inode && file.changed_ns == identity.changed_ns &&
                   file.content.bytes == identity.size;
        };
        const auto seen = seen_.find(path);
        if (seen != seen_.end() && is_this(seen->second)) return &seen->second;
        const auto* earlier = before_ != nullptr ? before_->find(path) : nullptr;
        return earlier != nullptr && is_this(*earlier) && identity.is_settled(before_->made) ? earlier
                                                                                             : nullptr;
    }

    [[nodiscard]] bool is_log(const std::string& path) const { return path.ends_with("/metrics.svlog"); }

    /// Reads and checks the files that are not known yet.
    Status check_new(const std::vector<std::string>& paths) {
        std::vector<std::string> unknown;
        for (const auto& path : paths) {
            if (is_log(path)) continue;
            STEPVAULT_ASSIGN(identity, file_identity(vault_ / path));
            if (known(path, identity) != nullptr) continue;
            unknown.push_back(path);
            progress_.total += identity.size * (path.ends_with(".svstep") ? 2 : 1);
        }
        for (const auto& path : unknown) {
            STEPVAULT_TRY(job_.check());
            STEPVAULT_TRY(path.ends_with(".svstep") ? check_step_file(path) : check_record(path));
        }
        return {};
    }

    [[nodiscard]] std::function<Status(std::uint64_t)> counter() {
        return [this](std::uint64_t bytes) {
            progress_.done += bytes;
            job_.report(progress_);
            return job_.check();
        };
    }

    /// A step file that is damaged must not take the place of a sound copy.
    Status check_step_file(const std::string& path) {
        STEPVAULT_ASSIGN(step, StepFile::open(vault_ / path));
        const auto& meta = step.meta();
        const auto digest = shared_base_digest(path);
        const bool is_this = digest ? can_be_shared_base(step, *digest)
                                    : meta.run_id == run_id_ && meta.id + ".svstep" == base_name(path);
        if (!is_this)
            return Error{ErrorCode::corrupt, (vault_ / path).native() + ": belongs to another checkpoint"};
        STEPVAULT_TRY(step.check_content(counter()));
        STEPVAULT_TRY(step.check_sections());
        STEPVAULT_ASSIGN(file, see(path, step.file(), step.size()));
        if (digest) return {};
        file->step = CopiedStep{meta.step,           meta.source, meta.parent,  meta.parent_digest,
                                step.state_digest(), meta.scheme, meta.filed_ns};
        return {};
    }

    Status check_record(const std::string& path) {
        STEPVAULT_ASSIGN(file, File::open_read(vault_ / path));
        STEPVAULT_ASSIGN(size, file.size());
        const auto seen = see(path, file, size);
        return seen ? Status() : seen.error();
    }

    /// Notes what this version of a file contains.
    Result<CopiedFile*> see(const std::string& path, const File& file, std::uint64_t bytes) {
        STEPVAULT_ASSIGN(identity, file.identity());
        STEPVAULT_ASSIGN(content, name_content(file, bytes, counter()));
        return &(seen_[path] = CopiedFile{path, content, identity.inode, identity.changed_ns});
    }

    Status add(RunSnapshot& snapshot, const std::string& path) {
        STEPVAULT_ASSIGN(file, File::open_read(vault_ / path));
        STEPVAULT_ASSIGN(identity, file.identity());
        if (is_log(path)) {
            STEPVAULT_TRY(add_log(snapshot, path, std::move(file), identity));
            return {};
        }
        const auto* copied = known(path, identity);
        if (copied == nullptr) return run_changes((vault_ / path).native());
        snapshot.manifest.files.push_back(*copied);
        snapshot.files.push_back(std::move(file));
        return {};
    }

    /// The writer appends to the log, and overwrites nothing before the end of its last whole frame.
    Status add_log(RunSnapshot& snapshot, const std::string& path, File file, const FileIdentity& identity) {
        STEPVAULT_ASSIGN(extent, MetricsLog::read(vault_ / path, [](MetricsFrame&&) {}));
        STEPVAULT_ASSIGN(now, file_identity(vault_ / path));
        STEPVAULT_ASSIGN(size, file.size());
        if (now.inode != identity.inode || extent.sound_bytes > size)
            return run_changes((vault_ / path).native());
        STEPVAULT_ASSIGN(content,
                         name_content(file, extent.sound_bytes, [](std::uint64_t) { return Status(); }));
        snapshot.manifest.files.push_back({path, content, identity.inode, identity.changed_ns});
        snapshot.files.push_back(std::move(file));
        return {};
    }

    const fs::path& vault_;
    const std::string& run_id_;
    fs::path folder_;
    const CopyManifest* before_;
    const JobContext& job_;
    Progress progress_;
    std::map<std::string, CopiedFile> seen_;  ///< by path: the newest version that was read
    bool is_chain_broken_ = false;
};

}  // namespace

Result<RunSnapshot> take_snapshot(const fs::path& vault, const std::string& run_id,
                                  const CopyManifest* before, const JobContext& job) {
    return SnapshotTaker(vault, run_id, before, job).take();
}

}  // namespace stepvault
