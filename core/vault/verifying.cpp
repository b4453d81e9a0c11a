#include "vault/verifying.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <system_error>
#include <unordered_map>

#include "vault/metrics_log.h"
#include "vault/removed_steps.h"
#include "vault/run_record.h"
#include "vault/step_file.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

struct Seen {
    std::string id;
    std::string parent;
    std::uint64_t sequence = 0;
    std::uint64_t digest = 0;
    std::uint64_t parent_digest = 0;
};

Result<std::vector<fs::path>> list_steps(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code ec;
    for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() == ".svstep") paths.push_back(it->path());
    }
    if (ec) return system_error(ec.value(), "list", folder.native());
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

Result<RunVerdict> verify_run(const fs::path& run_folder, ThreadPool& pool, const JobContext& job) {
    RunVerdict verdict;
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    STEPVAULT_ASSIGN(paths, list_steps(steps_folder(run_folder)));
    Progress progress{.done = 0, .total = 0, .item = record.name};
    std::error_code ec;
    for (const auto& path : paths)
        progress.total += fs::file_size(path, ec);

    std::mutex mutex;
    std::vector<Seen> seen;
    STEPVAULT_TRY(pool.for_each(paths.size(), [&](std::size_t i) -> Status {
        STEPVAULT_TRY(job.check());
        const auto id = paths[i].stem().native();
        auto step = StepFile::open(paths[i]);
        Status status;
        if (!step) {
            status = step.error();
        } else if (step->meta().id != id || step->meta().run_id != record.id) {
            status = Error{ErrorCode::corrupt, paths[i].native() + ": is the file of another checkpoint"};
        } else {
            status = step->check_all([&](std::uint64_t bytes) -> Status {
                const std::scoped_lock lock(mutex);
                progress.done += bytes;
                job.report(progress);
                return job.check();
            });
        }
        if (!status && status.error().code == ErrorCode::cancelled) return status;
        const std::scoped_lock lock(mutex);
        ++verdict.checkpoints;
        if (step) {
            verdict.bytes += step->size();
            seen.push_back({id, step->meta().parent, step->meta().sequence, step->state_digest(),
                            step->meta().parent_digest});
        }
        if (!status) verdict.damage.push_back({id, status.error().message});
        return {};
    }));

    std::set<std::string> bad;
    for (const auto& d : verdict.damage)
        bad.insert(d.checkpoint_id);
    std::unordered_map<std::string, std::uint64_t> digests;
    for (const auto& s : seen)
        digests.emplace(s.id, s.digest);
    for (const auto& s : seen) {
        if (s.parent.empty()) continue;
        const auto parent = digests.find(s.parent);
        if (parent == digests.end()) {
            if (!bad.contains(s.parent))
                verdict.damage.push_back({s.id, "builds on " + s.parent + ", which is missing"});
            bad.insert({s.id, s.parent});
        } else if (parent->second != s.parent_digest) {
            verdict.damage.push_back({s.id, "was coded against another version of " + s.parent});
            bad.insert(s.id);
        }
    }
    // What builds on a damaged step cannot be restored either, however many links away.
    std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) { return a.sequence < b.sequence; });
    for (const auto& s : seen) {
        if (!bad.contains(s.parent)) continue;
        if (bad.insert(s.id).second)
            verdict.damage.push_back({s.id, "builds on " + s.parent + ", which is damaged"});
    }
    if (const auto removed = read_removed_steps(removed_file(run_folder)); !removed)
        verdict.damage.push_back({"", removed.error().message});
    STEPVAULT_ASSIGN(log, MetricsLog::read(metrics_file(run_folder), [](MetricsFrame&&) {}));
    if (log.damaged) {
        verdict.damage.push_back({"", metrics_file(run_folder).native() + " is damaged at byte " +
                                          std::to_string(log.sound_bytes)});
    }
    std::sort(verdict.damage.begin(), verdict.damage.end(),
              [](const Damage& a, const Damage& b) { return a.checkpoint_id < b.checkpoint_id; });
    return verdict;
}

Result<RunVerdict> verify_trash_entry(const fs::path& vault, const TrashEntry& entry, const JobContext& job) {
    RunVerdict verdict;
    for (const auto& why : entry.unreadable)
        verdict.damage.push_back({"", why});
    Progress progress{.total = entry.bytes, .item = entry.id};
    for (const auto& meta : entry.steps) {
        STEPVAULT_TRY(job.check());
        const auto check = [&]() -> Status {
            STEPVAULT_ASSIGN(step, StepFile::open(step_path(trash_folder(vault) / entry.id, meta.id)));
            verdict.bytes += step.size();
            return step.check_all([&](std::uint64_t bytes) -> Status {
                progress.done += bytes;
                job.report(progress);
                return job.check();
            });
        };
        ++verdict.checkpoints;
        const auto status = check();
        if (!status && status.error().code == ErrorCode::cancelled) return status.error();
        if (!status) verdict.damage.push_back({meta.id, status.error().message});
    }
    return verdict;
}

}  // namespace stepvault
