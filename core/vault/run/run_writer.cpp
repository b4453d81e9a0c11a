#include "vault/run/run_writer.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <system_error>
#include <tuple>

#include "base/access_rights.h"
#include "base/atomic_file.h"
#include "base/wall_clock.h"
#include "run/step_number.h"
#include "vault/chain/chain.h"
#include "vault/encode/filing.h"
#include "vault/encode/filing_help.h"
#include "vault/encode/parent_choice.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/original_paths.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// By their bytes; false where one of them cannot be read.
bool is_same_file(const fs::path& a, const fs::path& b, const JobContext& job) {
    const auto hash = [&](const fs::path& path) -> Result<std::uint64_t> {
        STEPVAULT_ASSIGN(file, File::open_read(path));
        return hash_of_file(file, [&](std::uint64_t) { return job.check(); });
    };
    const auto hash_a = hash(a);
    const auto hash_b = hash(b);
    return hash_a && hash_b && *hash_a == *hash_b;
}

}  // namespace

Result<std::unique_ptr<RunWriter>> RunWriter::open(const fs::path& run_folder,
                                                   std::shared_ptr<SoundSteps> sound) {
    STEPVAULT_ASSIGN(lock, FileLock::acquire(lock_file(run_folder)));
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    remove_left_behind(run_folder);
    remove_left_behind(steps_folder(run_folder));
    std::unique_ptr<RunWriter> writer(
        new RunWriter(run_folder, std::move(lock), std::move(record), std::move(sound)));
    STEPVAULT_TRY(writer->load_steps());
    STEPVAULT_ASSIGN(metrics, RunMetrics::open(run_folder));
    writer->metrics_ = std::move(metrics);
    return writer;
}

Status RunWriter::load_steps() {
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(folder_)));
    steps_ = std::move(listed.steps);
    for (const auto& m : steps_)
        filed_.insert({m.source, m.original_bytes, m.modified_ns});
    load_quarantined();
    return load_removed();
}

/// Their originals are to be filed anew, but beside what may come back one day.
void RunWriter::load_quarantined() {
    quarantined_.clear();
    last_quarantined_ = 0;
    const auto listed = list_steps(quarantine_folder(folder_));
    if (!listed) return;
    for (const auto& m : listed->steps) {
        quarantined_.insert(m.id);
        last_quarantined_ = std::max(last_quarantined_, m.sequence);
    }
    for (const auto& [id, why] : listed->unreadable)
        quarantined_.insert(id);
}

Status RunWriter::load_removed() {
    auto removed = read_removed_steps(removed_file(folder_));
    // Without it a checkpoint may be filed once more, which is better than none.
    if (!removed) return removed.error().code == ErrorCode::corrupt ? Status() : removed.error();
    for (auto& r : *removed) {
        filed_.insert({r.source, r.original_bytes, r.modified_ns});
        removed_[r.id] = std::move(r);
    }
    // A removal that was interrupted, or undone. In the list, a later loss would be taken for a removal;
    // where it cannot be written now, it is the next time.
    std::size_t present = 0;
    for (const auto& m : steps_)
        present += removed_.erase(m.id);
    if (present > 0) (void)write_removed(removed_);
    return {};
}

Status RunWriter::write_removed(const std::map<std::string, RemovedStep>& removed) const {
    std::vector<RemovedStep> list;
    for (const auto& [id, r] : removed)
        list.push_back(r);
    return write_removed_steps(removed_file(folder_), list);
}

Status RunWriter::set_scheme(const SchemeChoice& choice) {
    STEPVAULT_TRY(check_scheme(choice));
    if (record_.choice == choice) return {};
    auto changed = record_;
    changed.choice = choice;
    STEPVAULT_TRY(changed.write(run_file(folder_)));
    record_ = std::move(changed);
    return {};
}

Status RunWriter::set_place(const RunRecord& record) {
    if (std::tie(record_.folder, record_.series, record_.name) ==
        std::tie(record.folder, record.series, record.name))
        return {};
    auto changed = record_;
    changed.folder = record.folder;
    changed.series = record.series;
    changed.name = record.name;
    STEPVAULT_TRY(changed.write(run_file(folder_)));
    record_ = std::move(changed);
    return {};
}

bool RunWriter::is_sound(const StepMeta& step) {
    const auto* next = &step;
    SoundSteps checked;
    while (true) {
        const auto path = step_path(steps_folder(folder_), next->id);
        const auto present = file_identity(path);
        if (!present) return false;
        const auto known = sound_->find(next->id);
        if (known == sound_->end() || known->second != *present) {
            const auto file = StepFile::open(path);
            if (!file || !file->check_all([](std::uint64_t) { return Status(); })) return false;
            checked[next->id] = *present;
        }
        if (next->parent.empty()) break;
        const auto parent = std::find_if(steps_.begin(), steps_.end(),
                                         [&](const StepMeta& m) { return m.id == next->parent; });
        if (parent == steps_.end()) return false;
        next = &*parent;
    }
    for (auto& [id, identity] : checked)
        (*sound_)[id] = identity;
    return true;
}

bool RunWriter::is_filed(const std::string& source, std::uint64_t bytes, std::int64_t modified_ns) const {
    return filed_.contains({source, bytes, modified_ns});
}

std::optional<std::string> RunWriter::find_whole_of(const CheckpointCandidate& candidate,
                                                    const Fingerprint& now) {
    std::uint64_t bytes = 0;
    auto newest = std::numeric_limits<std::int64_t>::min();
    for (const auto& file : now.files) {
        bytes += file.size;
        newest = std::max(newest, file.modified_ns);
    }
    const auto may_be_of = [&](const auto& m) {
        return m.original_bytes >= bytes && m.modified_ns >= newest;
    };
    const auto found = [&](const std::string& id) {
        filed_.insert({candidate.source, bytes, newest});
        return id;
    };
    std::error_code ec;
    // What is left of files beside each other may go by another name.
    const auto step = step_from_name(candidate.source);
    for (const auto& m : steps_) {
        if (!may_be_of(m) || (m.source != candidate.source && m.step != step)) continue;
        // A file of the same name beside a folder is none of what lies in it.
        if (m.source != candidate.source && fs::is_directory(fs::path(record_.folder) / m.source, ec))
            continue;
        const auto file = StepFile::open(step_path(steps_folder(folder_), m.id));
        if (file && is_left_of(candidate, now, *file)) return found(m.id);
    }
    // Nothing is known any more of their files, but that they were there when the list was last written.
    const auto listed = file_identity(removed_file(folder_));
    const bool is_old = listed && std::ranges::all_of(now.files, [&](const FileIdentity& file) {
                            return file.changed_ns < listed->modified_ns;
                        });
    for (const auto& [id, r] : removed_) {
        const bool is_folder = candidate.is_folder && !candidate.chosen;
        if (is_old && is_folder && r.source == candidate.source && may_be_of(r) && r.original_bytes > bytes)
            return found(id);
    }
    return {};
}

std::int64_t RunWriter::times_filed(const std::string& source) const {
    return std::ranges::count(steps_, source, &StepMeta::source) +
           std::ranges::count_if(removed_, [&](const auto& r) { return r.second.source == source; });
}

Status RunWriter::pin(const std::string& id, bool pinned) {
    if (std::ranges::find(steps_, id, &StepMeta::id) == steps_.end())
        return unknown_checkpoint(id, record_.name);
    auto changed = record_;
    if (pinned ? !changed.pins.insert(id).second : changed.pins.erase(id) == 0) return {};
    STEPVAULT_TRY(changed.write(run_file(folder_)));
    record_ = std::move(changed);
    return {};
}

Result<StepFile> RunWriter::file(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                                 std::optional<double> loss, ThreadPool& pool, const JobContext& job) {
    STEPVAULT_TRY(check_scheme(choice));
    return file_again(checkpoint, next_identity(checkpoint, loss), choice, pool, job);
}

StepMeta RunWriter::next_identity(const OpenCheckpoint& checkpoint, std::optional<double> loss) const {
    StepMeta meta;
    meta.run_id = record_.id;
    meta.sequence = steps_.empty() ? 1 : steps_.back().sequence + 1;
    // The newest may have been removed or set aside, and may come back.
    meta.sequence = std::max(meta.sequence, last_quarantined_ + 1);
    for (const auto& [id, r] : removed_)
        meta.sequence = std::max(meta.sequence, r.sequence + 1);
    meta.step = checkpoint.step;
    meta.source = checkpoint.candidate.source;
    meta.generation = 1;
    for (const auto& m : steps_) {
        if (m.step == meta.step && m.source == meta.source)
            meta.generation = std::max(meta.generation, m.generation + 1);
    }
    // A step file that cannot be read still holds its name, as do one that is kept elsewhere and one that was
    // removed or set aside.
    std::error_code ec;
    for (meta.id = make_checkpoint_id(meta.step, meta.source, meta.generation);
         shared_.taken.contains(meta.id) || removed_.contains(meta.id) || quarantined_.contains(meta.id) ||
         fs::exists(step_path(steps_folder(folder_), meta.id), ec);) {
        meta.id = make_checkpoint_id(meta.step, meta.source, ++meta.generation);
    }
    meta.modified_ns = checkpoint.modified_ns;
    meta.filed_ns = unix_ns();
    meta.loss = loss;
    return meta;
}

Status RunWriter::check_fits(const StepFile& step, const std::string& id) const {
    const auto& meta = step.meta();
    if (meta.id != id || meta.run_id != record_.id)
        return Error{ErrorCode::corrupt,
                     "step " + id + " is not of run " + record_.name + " as it is stored"};
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
    const auto place = step_path(steps_folder(folder_), id);
    std::error_code ec;
    if (fs::exists(place, ec) || removed_.contains(id)) return {};
    STEPVAULT_ASSIGN(file, AtomicFile::create(place, 0600));
    STEPVAULT_TRY(file.file().write_all(0, step_file));
    STEPVAULT_ASSIGN(step, StepFile::open(file.file().path()));
    STEPVAULT_TRY(step.check_all([](std::uint64_t) { return Status(); }));
    STEPVAULT_TRY(check_fits(step, id));
    // Its originals may be gone; what it builds on was as private as they.
    if (!step.meta().parent.empty()) {
        STEPVAULT_ASSIGN(parent, File::open_read(step_path(steps_folder(folder_), step.meta().parent)));
        STEPVAULT_TRY(take_rights(file.file(), parent));
    }
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
    drop_tip();
    return reload();
}

Status RunWriter::remove_steps(const std::set<std::string>& ids, const fs::path& trash) {
    if (!steps_.empty() && ids.contains(steps_.back().id)) drop_tip();
    auto removed = removed_;
    for (const auto& m : steps_) {
        if (ids.contains(m.id)) removed[m.id] = {m.id, m.source, m.original_bytes, m.modified_ns, m.sequence};
    }
    STEPVAULT_TRY(write_removed(removed));
    Status status;
    // The newest first: what is left when that is interrupted has all that it builds on.
    for (auto m = steps_.rbegin(); m != steps_.rend() && status; ++m) {
        if (!ids.contains(m->id)) continue;
        const auto path = step_path(steps_folder(folder_), m->id);
        std::error_code ec;
        if (trash.empty())
            fs::remove(path, ec);
        else
            fs::rename(path, step_path(trash, m->id), ec);
        if (ec) status = system_error(ec.value(), "remove", path.native());
    }
    if (status && !trash.empty()) status = sync_folder(trash);
    if (status) status = sync_folder(steps_folder(folder_));
    STEPVAULT_TRY(reload());
    return status;
}

Result<RunWriter::TakenBack> RunWriter::take_back(const fs::path& trash, const JobContext& job) {
    STEPVAULT_ASSIGN(listed, list_steps(trash));
    TakenBack taken;
    std::error_code ec;
    Progress progress{.item = record_.name};
    for (const auto& meta : listed.steps)
        progress.total += fs::file_size(step_path(trash, meta.id), ec);
    for (const auto& [name, why] : listed.unreadable)
        taken.left.push_back(why);
    // What others build on comes before them, and is here when they are looked at.
    Status status;
    for (const auto& meta : listed.steps) {
        status = job.check();
        if (!status) break;
        const auto from = step_path(trash, meta.id);
        const auto check = [&]() -> Status {
            STEPVAULT_ASSIGN(step, StepFile::open(from));
            STEPVAULT_TRY(step.check_all([&](std::uint64_t bytes) {
                progress.done += bytes;
                job.report(progress);
                return job.check();
            }));
            return check_fits(step, meta.id);
        };
        const auto place = step_path(steps_folder(folder_), meta.id);
        const auto sound = check();
        auto brought = sound;
        if (sound) brought = rename_no_replace(from, place);
        // The power went between the two names of one that was being brought back.
        if (sound && !brought && brought.error().code == ErrorCode::already_exists &&
            is_same_file(from, place, job)) {
            brought = sync_folder(steps_folder(folder_));
            if (brought) fs::remove(from, ec);
            if (brought && ec) brought = system_error(ec.value(), "remove", from.native());
        }
        if (brought) {
            if (std::ranges::find(steps_, meta.id, &StepMeta::id) == steps_.end()) steps_.push_back(meta);
            ++taken.steps;
        } else if (brought.error().code == ErrorCode::cancelled ||
                   (sound && brought.error().code != ErrorCode::already_exists)) {
            // Not this checkpoint is at fault but the disk; the others would fare no better.
            status = brought;
            break;
        } else {
            taken.left.push_back(brought.error().message);
        }
    }
    if (taken.steps > 0) {
        drop_tip();
        STEPVAULT_TRY(sync_folder(steps_folder(folder_)));
        STEPVAULT_TRY(sync_folder(trash));
        STEPVAULT_TRY(reload());
    }
    if (!status) return status.error();
    return taken;
}

Status RunWriter::look_again() {
    drop_tip();
    return reload();
}

Status RunWriter::reload() {
    steps_.clear();
    filed_.clear();
    removed_.clear();
    sound_->clear();
    return load_steps();
}

Result<StepFile> RunWriter::file_again(const OpenCheckpoint& checkpoint, const StepMeta& identity,
                                       const SchemeChoice& choice, ThreadPool& pool, const JobContext& job) {
    std::optional<StepFile> stored;
    const auto status = file_by(identity, choice, [&](const FilingRequest& request) -> Status {
        STEPVAULT_ASSIGN(step, file_checkpoint(checkpoint, request, pool, job));
        const auto& m = step.meta();
        steps_.push_back(m);
        filed_.insert({m.source, m.original_bytes, m.modified_ns});
        if (const auto published = file_identity(step_path(steps_folder(folder_), m.id)))
            (*sound_)[m.id] = *published;
        stored.emplace(std::move(step));
        return {};
    });
    if (!status) return status.error();
    return std::move(*stored);
}

Result<std::string> RunWriter::file_in_pieces(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                                              std::optional<double> loss, StepPiece& piece, ThreadPool& pool,
                                              const JobContext& job) {
    STEPVAULT_TRY(check_scheme(choice));
    const auto identity = next_identity(checkpoint, loss);
    STEPVAULT_TRY(file_by(identity, choice, [&](const FilingRequest& request) {
        return stepvault::file_in_pieces(checkpoint, request, piece, pool, job);
    }));
    return identity.id;
}

Status RunWriter::file_by(const StepMeta& identity, const SchemeChoice& choice,
                          const std::function<Status(const FilingRequest&)>& file) {
    const auto filed = file_on_best_parent(identity, choice, file);
    return shared_.communicator != nullptr ? tell_end(*shared_.communicator, filed) : filed;
}

Status RunWriter::file_on_best_parent(const StepMeta& identity, const SchemeChoice& choice,
                                      const std::function<Status(const FilingRequest&)>& file) {
    // `errors`: what scheme adaptive keeps to.
    const auto file_on = [&](const ParentChoice& on, Scheme scheme, const SchemeChoice& errors) -> Status {
        auto m = identity;
        m.key = on.parent == nullptr || on.key_level > 0;
        m.key_level = on.key_level;
        m.scheme = scheme;
        const auto setting = traits_of(scheme).setting;
        m.bits = setting == SchemeSetting::bits ? choice.bits : 0;
        m.target_error = setting == SchemeSetting::error && errors.scheme == scheme ? errors.error : 0;
        m.budget = setting == SchemeSetting::budget ? choice.budget : 0;
        assert(m.key || on.parent != nullptr);
        m.deltas = m.key ? 0 : on.parent->deltas + 1;
        m.parent = on.parent != nullptr ? on.parent->id : std::string();
        FilingRequest request{.run_folder = folder_, .meta = m, .choice = errors, .codes = &codes_};
        if (on.before != on.parent && scheme != Scheme::exact) request.before = on.before->id;
        request.before_is_tip = on.before != nullptr && on.before == &steps_.back() &&
                                (on.before == on.parent || !request.before.empty());
        request.shared = shared_;
        if (shared_.communicator != nullptr) STEPVAULT_TRY(tell_request(*shared_.communicator, request));
        return file(request);
    };
    const auto unusable = [](const Status& s) { return !s && s.error().code == ErrorCode::corrupt; };
    const auto wanted = choose_parent(steps_, identity.source);
    // Of one that keeps only its weights the rest is no measure of what changed since.
    const bool is_whole =
        wanted.parent != nullptr && !wanted.parent->weights_only && !wanted.before->weights_only;
    if (is_whole && is_sound(*wanted.parent) && is_sound(*wanted.before)) {
        auto scheme = choice.scheme;
        auto errors = choice;
        if (wanted.key_level > 0) {
            // It has the error of a delta without being one.
            const auto& traits = traits_of(scheme);
            scheme = traits.key_scheme;
            if (!traits.keeps_error) {
                errors.scheme = scheme;
                errors.error = std::clamp(wanted.before->relative_error, 0.01, 0.99);
            }
        }
        auto filed = file_on(wanted, scheme, errors);
        if (!unusable(filed)) return filed;
    }
    const auto* base = newest_base(steps_);
    if (base != nullptr && is_sound(*base)) {
        auto filed = file_on({base, base, 1}, Scheme::exact, choice);
        if (!unusable(filed)) return filed;
    }
    return file_on({}, Scheme::exact, choice);
}

void RunWriter::drop_tip() {
    std::error_code ec;
    fs::remove(tip_file(folder_), ec);
}

}  // namespace stepvault
