#include "vault/recoding.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/chain.h"
#include "vault/restoring.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// A folder that is gone in the end, whatever happens.
class WorkFolder {
 public:
    explicit WorkFolder(fs::path path) : path_(std::move(path)) {}
    ~WorkFolder() {
        std::error_code ec;
        fs::remove_all(path_, ec);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }

 private:
    fs::path path_;
};

/// The checkpoint's own files, if they are still what was filed.
std::optional<OpenCheckpoint> original_of(const RunRecord& run, const StepMeta& meta, const fs::path& step) {
    std::vector<std::string> files;
    if (const auto stored = StepFile::open(step)) {
        for (const auto& file : stored->layout().files)
            files.push_back(file.path);
    }
    auto candidate = checkpoint_again(run.folder, meta.source, std::move(files));
    if (!candidate) return {};
    auto checkpoint = open_checkpoint(*candidate, meta.step, true);
    if (!checkpoint || checkpoint->bytes != meta.original_bytes ||
        checkpoint->modified_ns != meta.modified_ns)
        return {};
    return std::move(*checkpoint);
}

class Recoding {
 public:
    Recoding(RunWriter& writer, const SchemeChoice& choice, ThreadPool& pool, const JobContext& job)
        : writer_(writer),
          choice_(choice),
          pool_(pool),
          job_(job),
          work_(temporary_sibling(writer.folder() / "recoding")),
          old_steps_(steps_folder(writer.folder())) {}

    Result<RecodeReport> make(std::size_t first);
    [[nodiscard]] fs::path new_steps() const { return steps_folder(work_.path()); }

 private:
    Status set_up(std::size_t first);
    Status code(const StepMeta& meta);

    RunWriter& writer_;
    const SchemeChoice& choice_;
    ThreadPool& pool_;
    const JobContext& job_;
    WorkFolder work_;
    fs::path old_steps_;
    std::unique_ptr<RunWriter> anew_;
    RecodeReport report_;
};

/// A run folder of its own, with links to the steps that stay.
Status Recoding::set_up(std::size_t first) {
    std::error_code ec;
    fs::create_directories(new_steps(), ec);
    if (ec) return system_error(ec.value(), "create folder", new_steps().native());
    STEPVAULT_TRY(writer_.record().write(run_file(work_.path())));
    for (std::size_t i = 0; i < first; ++i) {
        const auto& id = writer_.steps()[i].id;
        fs::create_hard_link(step_path(old_steps_, id), step_path(new_steps(), id), ec);
        if (ec) fs::copy_file(step_path(old_steps_, id), step_path(new_steps(), id), ec);
        if (ec) return system_error(ec.value(), "link", step_path(old_steps_, id).native());
    }
    STEPVAULT_ASSIGN(anew, RunWriter::open(work_.path()));
    anew_ = std::move(anew);
    return {};
}

Status Recoding::code(const StepMeta& meta) {
    auto checkpoint = original_of(writer_.record(), meta, step_path(old_steps_, meta.id));
    const bool is_original = checkpoint.has_value();
    const auto restored = work_.path() / "restored";
    if (!is_original) {
        STEPVAULT_ASSIGN(chain, Chain::open(old_steps_, meta.id));
        chain.use_tip(tip_file(writer_.folder()));
        STEPVAULT_TRY(restore_checkpoint(chain, restored, false, pool_, job_));
        STEPVAULT_ASSIGN(candidate, checkpoint_at(restored));
        STEPVAULT_ASSIGN(opened, open_checkpoint(candidate, meta.step, true));
        checkpoint = std::move(opened);
        checkpoint->candidate.source = meta.source;
    }
    auto identity = meta;
    identity.prior_error = is_original ? 0 : meta.relative_error;
    identity.max_abs_error = is_original ? 0 : meta.max_abs_error;
    STEPVAULT_ASSIGN(stored, anew_->file_again(*checkpoint, identity, choice_, pool_, job_));
    std::error_code ec;
    fs::remove_all(restored, ec);
    ++report_.checkpoints;
    report_.from_originals += is_original ? 1 : 0;
    report_.original_bytes += meta.original_bytes;
    report_.stored_before += fs::file_size(step_path(old_steps_, meta.id), ec);
    report_.stored_after += stored.size();
    return {};
}

Result<RecodeReport> Recoding::make(std::size_t first) {
    STEPVAULT_TRY(set_up(first));
    for (auto i = first; i < writer_.steps().size(); ++i) {
        STEPVAULT_TRY(job_.check());
        STEPVAULT_TRY(code(writer_.steps()[i]));
    }
    anew_.reset();
    return report_;
}

}  // namespace

Result<RecodeReport> recode_run(RunWriter& writer, const SchemeChoice& choice,
                                std::optional<std::int64_t> from, bool dry_run, ThreadPool& pool,
                                const JobContext& job) {
    STEPVAULT_TRY(check_scheme(choice));
    const auto& steps = writer.steps();
    const auto first = std::find_if(steps.begin(), steps.end(), [&](const StepMeta& m) {
        return !m.parent.empty() && (!from || m.step >= *from);
    });
    if (first == steps.end()) {
        return Error{ErrorCode::not_found, "run " + writer.record().name +
                                               " has nothing to code anew: its first step is always exact"};
    }
    Recoding recoding(writer, choice, pool, job);
    STEPVAULT_ASSIGN(report, recoding.make(static_cast<std::size_t>(first - steps.begin())));
    STEPVAULT_TRY(job.check());
    if (!dry_run) STEPVAULT_TRY(writer.exchange_steps(recoding.new_steps()));
    return report;
}

}  // namespace stepvault
