#include "vault/repair/shared_base_check.h"

#include <functional>
#include <system_error>

#include "base/atomic_file.h"
#include "base/text.h"
#include "vault/chain/shared_base.h"
#include "vault/originals/file_copying.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/run/base_sharing.h"

namespace stepvault {

namespace fs = std::filesystem;

namespace {

/// The size of a sound base with that state digest.
Result<std::uint64_t> check_base(const fs::path& file, std::uint64_t digest, const JobContext& job) {
    STEPVAULT_ASSIGN(step, StepFile::open(file));
    if (!can_be_shared_base(step, digest))
        return Error{ErrorCode::corrupt, file.native() + " is not the base that its name says"};
    STEPVAULT_TRY(step.check_all([&](std::uint64_t) { return job.check(); }));
    return step.size();
}

/// Writes a sound base with `write` and puts it in its place; false if it is not sound.
Result<bool> replace_base(const fs::path& vault, std::uint64_t digest, const JobContext& job,
                          const std::function<Status(File&)>& write) {
    STEPVAULT_TRY(make_folders(bases_folder(vault), FileAccess::of_folder));
    STEPVAULT_ASSIGN(file, AtomicFile::create(shared_base_path(vault, digest), FileAccess::of_folder));
    auto status = write(file.file());
    if (status) {
        const auto checked = check_base(file.file().path(), digest, job);
        status = checked ? Status() : Status(checked.error());
    }
    if (status) status = file.publish(AtomicFile::Existing::replace);
    if (!status && is_final(status.error())) return status.error();
    return static_cast<bool>(status);
}

}  // namespace

Result<SharedBaseVerdict> verify_shared_bases(const fs::path& vault, const JobContext& job) {
    SharedBaseVerdict verdict;
    const auto use = runs_on_shared_bases(vault);
    for (const auto& [digest, runs] : use.runs) {
        const auto checked = check_base(shared_base_path(vault, digest), digest, job);
        if (!checked && checked.error().code == ErrorCode::cancelled) return checked.error();
        if (checked)
            verdict.bytes += *checked;
        else
            verdict.unsound.push_back({digest, checked.error().message, runs});
    }
    return verdict;
}

Result<std::string> repair_shared_base(const fs::path& vault, std::uint64_t digest,
                                       std::span<const CopySource* const> copies, const JobContext& job) {
    std::error_code ec;
    for (fs::directory_iterator run(runs_folder(vault), ec), end; !ec && run != end; run.increment(ec)) {
        const auto files = list_step_files(steps_folder(run->path()));
        if (!files) continue;
        for (const auto& file : *files) {
            STEPVAULT_TRY(job.check());
            const auto step = StepFile::open(file);
            if (!step || !can_be_shared_base(*step, digest)) continue;
            STEPVAULT_ASSIGN(source, File::open_read(file));
            STEPVAULT_ASSIGN(is_replaced, replace_base(vault, digest, job,
                                                       [&](File& out) { return copy_content(source, out); }));
            if (is_replaced) return "from " + file.native();
        }
    }
    for (const auto* copy : copies) {
        STEPVAULT_ASSIGN(is_replaced, replace_base(vault, digest, job, [&](File& out) {
                             return copy->copy_shared_base(digest, out);
                         }));
        if (is_replaced) return "from " + copy->name();
    }
    return std::string();
}

}  // namespace stepvault
