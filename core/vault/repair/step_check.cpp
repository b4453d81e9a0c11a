#include "vault/repair/step_check.h"

#include <mutex>
#include <system_error>

#include "vault/format/step_file.h"
#include "vault/records/step_list.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<CheckedStep> check_step(const fs::path& file, const std::string& run_id, const std::string& id,
                               const std::function<Status(std::uint64_t)>& read) {
    CheckedStep checked{.id = id};
    const auto is_this = [&](const StepMeta& meta) { return meta.id == id && meta.run_id == run_id; };
    const auto step = StepFile::open(file);
    if (!step) {
        checked.status = step.error();
        if (auto meta = read_step_meta(file); meta && is_this(*meta)) checked.meta = std::move(*meta);
        return checked;
    }
    checked.bytes = step->size();
    if (!is_this(step->meta())) {
        checked.status = Error{ErrorCode::corrupt, file.native() + ": belongs to another checkpoint"};
        return checked;
    }
    checked.meta = step->meta();
    checked.digest = step->state_digest();
    const auto content = step->check_content(read);
    if (!content && content.error().code == ErrorCode::cancelled) return content.error();
    checked.restorable = content.ok();
    checked.status = content ? step->check_sections() : content;
    return checked;
}

Result<std::vector<CheckedStep>> check_steps(const fs::path& folder, const RunRecord& record,
                                             ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(paths, list_step_files(folder));
    Progress progress{.item = record.name};
    std::error_code ec;
    for (const auto& path : paths)
        progress.total += fs::file_size(path, ec);
    std::mutex mutex;
    std::vector<CheckedStep> all(paths.size());
    STEPVAULT_TRY(pool.for_each(paths.size(), [&](std::size_t i) -> Status {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(checked, check_step(paths[i], record.id, paths[i].stem().native(),
                                             [&](std::uint64_t bytes) -> Status {
                                                 const std::scoped_lock lock(mutex);
                                                 progress.done += bytes;
                                                 job.report(progress);
                                                 return job.check();
                                             }));
        all[i] = std::move(checked);
        return {};
    }));
    return all;
}

}  // namespace stepvault
