#include "vault/run/run_writer.h"

#include <algorithm>
#include <system_error>

#include "base/access_rights.h"
#include "base/atomic_file.h"
#include "vault/chain/chain.h"
#include "vault/chain/shared_base.h"
#include "vault/records/record_change.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_access.h"
#include "vault/records/vault_lock.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<std::unique_ptr<RunWriter>> RunWriter::open(const fs::path& run_folder,
                                                   std::shared_ptr<SoundSteps> sound,
                                                   std::shared_ptr<TipStore> tips) {
    auto lock = FileLock::acquire(lock_file(run_folder));
    if (!lock && lock.error().code == ErrorCode::locked) {
        return Error{ErrorCode::locked,
                     "another Stepvault watches or changes the run; end that first (a watch in the "
                     "background: `stepvault watch --list`)"};
    }
    if (!lock) return lock.error();
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    // Another process may be writing the record for its user's labels.
    if (const auto records = lock_vault_of(run_folder)) remove_left_behind(run_folder);
    remove_left_behind(steps_folder(run_folder));
    std::unique_ptr<RunWriter> writer(
        new RunWriter(run_folder, std::move(*lock), std::move(record), std::move(sound), std::move(tips)));
    STEPVAULT_TRY(writer->load_steps());
    STEPVAULT_ASSIGN(metrics, RunMetrics::open(run_folder));
    writer->metrics_ = std::move(metrics);
    return writer;
}

Status RunWriter::load_steps() {
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(folder_)));
    steps_ = std::move(listed.steps);
    for (const auto& m : steps_)
        filed_.add(m);
    STEPVAULT_TRY(removals_.load(steps_));
    for (const auto& [id, removed] : removals_.removed())
        filed_.add(removed);
    return {};
}

Status RunWriter::reload() {
    filed_.clear();
    sound_->clear();
    return load_steps();
}

Status RunWriter::refresh() {
    drop_tip();
    return reload();
}

Status RunWriter::change_record(const std::function<Status(RunRecord&)>& edit) {
    STEPVAULT_ASSIGN(changed, stepvault::change_record(folder_, edit, &record_));
    record_ = std::move(changed);
    return {};
}

bool RunWriter::refresh_record() {
    const auto identity = file_identity(run_file(folder_));
    if (!identity || *identity == record_seen_) return false;
    auto present = RunRecord::read(run_file(folder_));
    if (!present || present->id != record_.id) return false;
    record_seen_ = *identity;
    if (*present == record_) return false;
    record_ = std::move(*present);
    return true;
}

Status RunWriter::set_scheme(const SchemeChoice& choice) {
    STEPVAULT_TRY(check_scheme(choice));
    return change_record([&](RunRecord& record) -> Status {
        record.choice = choice;
        return {};
    });
}

Result<bool> RunWriter::set_place(const RunRecord& record) {
    const auto differs = [&](const RunRecord& own) {
        return own.folder != record.folder || own.series != record.series ||
               (!own.is_named && own.name != record.name);
    };
    if (!differs(record_)) return false;
    bool is_changed = false;
    STEPVAULT_TRY(change_record([&](RunRecord& own) -> Status {
        is_changed = differs(own);
        own.folder = record.folder;
        own.series = record.series;
        if (!own.is_named) own.name = record.name;
        return {};
    }));
    return is_changed;
}

Status RunWriter::pin(const std::string& id, bool pinned) {
    if (std::ranges::find(steps_, id, &StepMeta::id) == steps_.end())
        return unknown_checkpoint(id, record_.name);
    return change_record([&](RunRecord& record) -> Status {
        if (pinned)
            record.pins.insert(id);
        else
            record.pins.erase(id);
        return {};
    });
}

Status RunWriter::note_base_from_memory(const std::string& id) {
    return change_record([&](RunRecord& record) -> Status {
        record.base_from_memory = id;
        return {};
    });
}

Status RunWriter::match_access(const File& original) {
    if (record_.is_private) return {};
    STEPVAULT_ASSIGN(is_readable, group_may_read(original, folder_));
    if (is_readable) return {};
    STEPVAULT_TRY(change_record([](RunRecord& record) -> Status {
        record.is_private = true;
        return {};
    }));
    return close_run(folder_);
}

std::optional<std::string> RunWriter::find_complete_original(const CheckpointCandidate& candidate,
                                                             const Fingerprint& now) {
    return filed_.find_complete_original(candidate, now, folder_, record_, steps_, removals_);
}

std::int64_t RunWriter::times_filed(const std::string& source) const {
    return std::ranges::count(steps_, source, &StepMeta::source) +
           std::ranges::count_if(removals_.removed(),
                                 [&](const auto& removed) { return removed.second.source == source; });
}

bool RunWriter::is_sound(const StepMeta& step) const {
    return sound_->check(steps_folder(folder_), steps_, step);
}

void RunWriter::add(const StepFile& step) {
    steps_.push_back(step.meta());
    filed_.add(step.meta());
    sound_->add(steps_folder(folder_), step.meta().id);
}

void RunWriter::replace(const StepFile& step) {
    *std::ranges::find(steps_, step.meta().id, &StepMeta::id) = step.meta();
    sound_->add(steps_folder(folder_), step.meta().id);
}

Status RunWriter::check_fits(const StepFile& step, const std::string& id) const {
    const auto& meta = step.meta();
    if (meta.id != id || meta.run_id != record_.id)
        return Error{ErrorCode::corrupt,
                     "step " + id + " is not of run " + record_.name + " as it is stored"};
    if (meta.leans_on_shared_base()) {
        const auto shared = open_shared_base(steps_folder(folder_), meta.parent_digest);
        return shared ? Status() : Status(shared.error());
    }
    if (meta.parent.empty()) return {};
    const auto builds =
        "step " + id + " builds on a " + meta.parent + " that run " + record_.name + " no longer holds";
    if (std::ranges::find(steps_, meta.parent, &StepMeta::id) == steps_.end())
        return Error{ErrorCode::corrupt, builds};
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder_), meta.parent));
    if (chain.top().state_digest() != meta.parent_digest)
        return Error{ErrorCode::corrupt, builds + " as it was (coded again since)"};
    return {};
}

Status RunWriter::take_step(const std::string& id, ByteView step_file) {
    if (!is_checkpoint_id(id)) return Error{ErrorCode::corrupt, "'" + id + "' is not a checkpoint's id"};
    const auto place = step_path(steps_folder(folder_), id);
    std::error_code ec;
    if (fs::exists(place, ec) || removals_.removed().contains(id)) return {};
    STEPVAULT_ASSIGN(file, AtomicFile::create(place, FileAccess::of_folder));
    STEPVAULT_TRY(file.file().write_all(0, step_file));
    STEPVAULT_ASSIGN(step, StepFile::open(file.file().path()));
    STEPVAULT_TRY(step.check_all([](std::uint64_t) { return Status(); }));
    STEPVAULT_TRY(check_fits(step, id));
    STEPVAULT_TRY(file.publish(AtomicFile::Existing::keep));
    return reload();
}

Status RunWriter::exchange_steps(const fs::path& new_steps) {
    STEPVAULT_ASSIGN(files, list_step_files(steps_folder(folder_)));
    for (const auto& file : files) {
        std::error_code ec;
        if (!fs::exists(new_steps / file.filename(), ec))
            return Error{ErrorCode::changed, file.native() + " was put there meanwhile; try again"};
    }
    STEPVAULT_TRY(sync_folder(new_steps));
    STEPVAULT_TRY(exchange_names(new_steps, steps_folder(folder_)));
    return refresh();
}

Status RunWriter::remove_steps(const std::set<std::string>& ids, const fs::path& trash) {
    if (!steps_.empty() && ids.contains(steps_.back().id)) drop_tip();
    const auto removed = removals_.remove(steps_, ids, trash);
    STEPVAULT_TRY(reload());
    return removed;
}

Result<RunWriter::RestoredSteps> RunWriter::restore_from_trash(const fs::path& trash, const JobContext& job) {
    const auto check = [this](const StepFile& step, const std::string& id) { return check_fits(step, id); };
    STEPVAULT_ASSIGN(restored, removals_.restore(trash, steps_, check, record_.name, job));
    if (restored.steps > 0) STEPVAULT_TRY(refresh());
    STEPVAULT_TRY(restored.status);
    return RestoredSteps{restored.steps, std::move(restored.left)};
}

void RunWriter::drop_tip() {
    tips_->drop(folder_.filename().native());
}

}  // namespace stepvault
