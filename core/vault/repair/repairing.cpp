#include "vault/repair/repairing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/format/parity_file.h"
#include "vault/originals/freed_originals.h"
#include "vault/originals/original.h"
#include "vault/records/run_hyperparameters.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/repair/quarantine.h"
#include "vault/repair/step_check.h"
#include "vault/rewrite/run_copy.h"
#include "vault/run/base_coding.h"
#include "vault/run/ingest_job.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// False unless the error is final: the next way of repair may work.
Result<bool> unless_final(const Error& error) {
    if (is_final(error)) return error;
    return false;
}

/// Only data that was read and found wrong counts as damage: a failing disk may work again, and a newer
/// version of Stepvault may read a file that this version cannot.
bool is_damage(const Status& status) {
    return status.error().code == ErrorCode::corrupt || status.error().code == ErrorCode::changed;
}

/// Shortest time between storing two checkpoints, seconds.
constexpr double least_between = 1e-6;

double filed_at(const StepMeta& meta) {
    return static_cast<double>(meta.filed_ns) * 1e-9;
}

class Repairing {
 public:
    Repairing(RunWriter& writer, std::span<const CopySource* const> copies, const KnownSteps& known,
              ThreadPool& pool, const JobContext& job)
        : writer_(writer),
          copies_(copies),
          known_(known),
          pool_(pool),
          job_(job),
          steps_(steps_folder(writer.folder())),
          quarantine_(writer.folder()) {}

    Result<RunRepair> make();

 private:
    /// A checkpoint whose file is damaged, in quarantine or missing.
    struct Wanted {
        fs::path file{};   ///< the damaged file, or else the one in quarantine; empty for a missing file
        fs::path aside{};  ///< the file in quarantine; empty for none
        std::optional<StepMeta> meta{};
        std::optional<std::uint64_t> digest{};  ///< state digest that it must restore to, if known
        std::string why{};
        bool stays = false;  ///< keep the file in its place if it cannot be repaired
    };
    Status look();
    void want(std::string id, Wanted&& wanted);
    [[nodiscard]] bool is_on_unsound_base(const CheckedStep& step) const;
    void expect_what_others_build_on();
    // True if repaired. An error ends the whole repair.
    Result<bool> repair(const std::string& id, const Wanted& wanted);
    Result<bool> restore_entry(const std::string& id, const Wanted& wanted);
    Result<bool> fill(const std::string& id, const Wanted& wanted, const std::string& how,
                      const std::function<Status(File&)>& write);
    Result<bool> ingest_again(const std::string& id, const Wanted& wanted);
    Status code_base_again(RunWriter& copy, const StepMeta& base, SchemeChoice choice);
    /// If `file` is an acceptable replacement for `id`, calls `place`, which must durably move the file to
    /// its place.
    Result<bool> put(const std::string& id, const Wanted& wanted, const fs::path& file,
                     const std::string& how, const std::function<Status()>& place);
    /// Checks that `file` is an acceptable replacement for `id`.
    Result<CheckedStep> accept(const fs::path& file, const std::string& id, const Wanted& wanted);
    [[nodiscard]] std::optional<double> filed(const std::string& id, const Wanted& wanted) const;
    Status quarantine_rest();

    RunWriter& writer_;
    std::span<const CopySource* const> copies_;
    const KnownSteps& known_;
    ThreadPool& pool_;
    const JobContext& job_;
    fs::path steps_;
    Quarantine quarantine_;
    std::map<std::string, CheckedStep> usable_;  ///< steps that can be restored if their parents can
    std::map<std::string, Wanted> wanted_;
    std::map<std::string, Wanted> pruned_;  ///< missing parents of replacements for the step being repaired
    RunRepair report_;
};

void Repairing::want(std::string id, Wanted&& wanted) {
    wanted_.try_emplace(std::move(id), std::move(wanted));
}

Status Repairing::look() {
    STEPVAULT_ASSIGN(checked, check_steps(steps_, writer_.record(), pool_, job_));
    for (auto& step : checked) {
        const auto id = step.id;
        if (!step.status) {
            want(id, {.file = step_path(steps_, id),
                      .meta = step.meta,
                      .digest = step.digest,
                      .why = step.status.error().message,
                      .stays = step.restorable || !is_damage(step.status)});
        }
        if (step.restorable && is_on_unsound_base(step)) {
            want(id,
                 {.file = step_path(steps_, id), .meta = step.meta, .digest = step.digest, .stays = true});
        } else if (step.restorable) {
            usable_.emplace(id, std::move(step));
        }
    }
    std::error_code ec;
    if (fs::exists(quarantine_.folder(), ec)) {
        STEPVAULT_ASSIGN(kept, check_steps(quarantine_.folder(), writer_.record(), pool_, job_));
        for (auto& step : kept) {
            const auto present = usable_.find(step.id);
            if (present != usable_.end()) {
                // The step was brought back, and a power failure left the file here as well.
                if (present->second.digest == step.digest)
                    fs::remove(step_path(quarantine_.folder(), step.id), ec);
                continue;
            }
            const auto aside = step_path(quarantine_.folder(), step.id);
            want(step.id, {.file = aside, .meta = step.meta, .digest = step.digest});
            wanted_[step.id].aside = aside;
        }
    }
    expect_what_others_build_on();
    return {};
}

bool Repairing::is_on_unsound_base(const CheckedStep& step) const {
    return step.meta && step.meta->leans_on_shared_base() &&
           known_.unsound_bases.contains(step.meta->parent_digest);
}

void Repairing::expect_what_others_build_on() {
    const auto expect = [this](const std::optional<StepMeta>& meta) {
        if (!meta || meta->parent.empty() || usable_.contains(meta->parent)) return;
        auto& parent = wanted_.try_emplace(meta->parent, Wanted{.why = "is missing"}).first->second;
        if (!parent.digest) parent.digest = meta->parent_digest;
    };
    for (const auto& [id, step] : usable_)
        expect(step.meta);
    // Iterate over a copy, since expect() adds parents. Nothing is known of the added ones, so they need no
    // visit.
    const auto present = wanted_;
    for (const auto& [id, wanted] : present)
        expect(wanted.meta);
}

std::optional<double> Repairing::filed(const std::string& id, const Wanted& wanted) const {
    if (wanted.meta) return filed_at(*wanted.meta);
    const auto known = known_.filed.find(id);
    return known != known_.filed.end() ? std::optional(known->second) : std::nullopt;
}

Result<CheckedStep> Repairing::accept(const fs::path& file, const std::string& id, const Wanted& wanted) {
    STEPVAULT_ASSIGN(
        checked, check_step(file, writer_.record().id, id, [this](std::uint64_t) { return job_.check(); }));
    STEPVAULT_TRY(checked.status);
    if (wanted.digest && checked.digest != *wanted.digest)
        return Error{ErrorCode::changed, file.native() + " restores to something else"};
    // A copy of a vault that is used on its own gives other checkpoints the same ids.
    const auto when = wanted.digest ? std::nullopt : filed(id, wanted);
    if (when && std::abs(filed_at(*checked.meta) - *when) > least_between)
        return Error{ErrorCode::changed, file.native() + " is another checkpoint of the same name"};
    if (is_on_unsound_base(checked))
        return Error{ErrorCode::not_found, id + " leans on a shared base that cannot be read"};
    const auto& parent = checked.meta->parent;
    if (parent.empty()) return std::move(checked);
    const auto present = usable_.find(parent);
    // The parent may have been pruned since, and may be found where this file comes from.
    if (present == usable_.end())
        pruned_.try_emplace(parent, Wanted{.digest = checked.meta->parent_digest, .why = "is missing"});
    if (present == usable_.end() || present->second.digest != checked.meta->parent_digest)
        return Error{ErrorCode::not_found,
                     id + " builds on " + parent + ", which is missing here or another version"};
    return std::move(checked);
}

Result<bool> Repairing::put(const std::string& id, const Wanted& wanted, const fs::path& file,
                            const std::string& how, const std::function<Status()>& place) {
    auto checked = accept(file, id, wanted);
    if (!checked) return unless_final(checked.error());
    STEPVAULT_TRY(place());
    usable_.insert_or_assign(id, std::move(*checked));
    std::error_code ec;
    if (wanted.file == wanted.aside) fs::remove(wanted.file, ec);
    report_.repaired.push_back({id, how});
    return true;
}

Result<bool> Repairing::fill(const std::string& id, const Wanted& wanted, const std::string& how,
                             const std::function<Status(File&)>& write) {
    STEPVAULT_ASSIGN(file, AtomicFile::create(step_path(steps_, id), FileAccess::of_folder));
    if (const auto written = write(file.file()); !written) return unless_final(written.error());
    return put(id, wanted, file.file().path(), how,
               [&] { return file.publish(AtomicFile::Existing::replace); });
}

/// A file may be in quarantine only because a step below it was damaged, and be sound itself.
Result<bool> Repairing::restore_entry(const std::string& id, const Wanted& wanted) {
    return put(id, wanted, wanted.aside, "from quarantine", [&]() -> Status {
        const auto place = step_path(steps_, id);
        // A damaged file that has taken the name since makes way for the sound one.
        if (wanted.file != wanted.aside) {
            std::error_code ec;
            fs::rename(place, quarantine_.free_name_of(id), ec);
            if (ec) return system_error(ec.value(), "set aside", place.native());
        }
        STEPVAULT_TRY(rename_no_replace(wanted.aside, place));
        return sync_folder(steps_);
    });
}

/// A base that was coded anew depends on the original of the step after it, too.
Status Repairing::code_base_again(RunWriter& copy, const StepMeta& base, SchemeChoice choice) {
    const StepMeta* next = nullptr;
    const auto consider = [&](const StepMeta& other) {
        const bool is_later = other.sequence > base.sequence && other.parent == base.id;
        if (is_later && (next == nullptr || other.sequence < next->sequence)) next = &other;
    };
    for (const auto& [id, step] : usable_)
        consider(*step.meta);
    for (const auto& [id, wanted] : wanted_) {
        if (wanted.meta) consider(*wanted.meta);
    }
    if (next == nullptr) return Error{ErrorCode::not_found, "no step builds on " + base.id};
    const auto original = find_original(writer_.record(), *next, step_path(steps_, next->id));
    if (!original) return Error{ErrorCode::not_found, "the original of " + next->id + " is gone"};
    choice.scheme = Scheme::adaptive;
    choice.error = next->target_error;
    choice.exact_base = false;
    STEPVAULT_ASSIGN(coded, code_base_anew(copy, *original, choice, pool_, job_));
    return coded ? Status() : Error{ErrorCode::not_found, "the base cannot be coded again"};
}

/// Coding is deterministic: the same original on the same parent gives the same state again.
Result<bool> Repairing::ingest_again(const std::string& id, const Wanted& wanted) {
    if (!wanted.meta || !wanted.digest) return false;
    RunCopy copy(writer_.folder());
    auto original = find_original(writer_.record(), *wanted.meta, wanted.file);
    const bool is_freed = !original;
    if (is_freed) {
        const auto vault = writer_.folder().parent_path().parent_path();
        STEPVAULT_TRY(make_folders(copy.path() / "originals", FileAccess::of_folder));
        STEPVAULT_ASSIGN(freed, find_freed_original(vault, writer_.record(), *wanted.meta, wanted.file,
                                                    copy.path() / "originals", job_));
        original = std::move(freed);
    }
    if (!original) return false;
    std::vector<StepMeta> before;
    for (const auto& [other, step] : usable_) {
        if (step.meta->sequence < wanted.meta->sequence) before.push_back(*step.meta);
    }
    std::ranges::sort(before, {}, &StepMeta::sequence);
    auto record = writer_.record();
    record.pins.clear();  // a pinned base would stay exact
    STEPVAULT_TRY(copy.set_up(record, before));
    auto choice = writer_.record().choice;
    if (!wanted.meta->key) {
        choice.scheme = wanted.meta->scheme;
        if (wanted.meta->bits > 0) choice.bits = wanted.meta->bits;
        if (wanted.meta->target_error > 0) choice.error = wanted.meta->target_error;
        if (wanted.meta->budget > 0) choice.budget = wanted.meta->budget;
    }
    SingleProcess alone;
    const SharedEncoding shared{alone};
    IngestJob ingest(copy.writer(), *original, choice, shared, pool_, job_);
    if (const auto stored = ingest.ingest_as(*wanted.meta); !stored) return unless_final(stored.error());
    if (wanted.meta->exact_bytes > 0) {
        const auto coded = code_base_again(copy.writer(), *wanted.meta, choice);
        if (!coded) return unless_final(coded.error());
    }
    copy.close();
    const auto made = step_path(copy.steps(), id);
    return put(id, wanted, made, "from its original", [&]() -> Status {
        std::error_code ec;
        fs::rename(made, step_path(steps_, id), ec);
        if (ec) return system_error(ec.value(), "replace", step_path(steps_, id).native());
        return sync_folder(steps_);
    });
}

Result<bool> Repairing::repair(const std::string& id, const Wanted& wanted) {
    STEPVAULT_TRY(job_.check());
    if (!wanted.aside.empty()) {
        STEPVAULT_ASSIGN(is_back, restore_entry(id, wanted));
        if (is_back) return true;
    }
    const auto parity = parity_path(writer_.folder(), id);
    std::error_code ec;
    if (!wanted.file.empty() && fs::exists(parity, ec)) {
        STEPVAULT_ASSIGN(is_filled, fill(id, wanted, "from its parity", [&](File& out) {
                             return restore_by_parity(wanted.file, parity, out, job_);
                         }));
        if (is_filled) return true;
    }
    for (const auto* source : copies_) {
        STEPVAULT_ASSIGN(is_filled, fill(id, wanted, "from " + source->name(), [&](File& out) {
                             return source->copy_step(writer_.record().id, id, out);
                         }));
        if (is_filled) return true;
    }
    return ingest_again(id, wanted);
}

Status Repairing::quarantine_rest() {
    std::map<std::string, std::string> lost;  // reasons by id
    std::set<std::string> unknown;            // stay in place, as do the steps that build on them
    for (const auto& [id, wanted] : wanted_) {
        if (!wanted.stays)
            lost[id] = wanted.why;
        else if (!usable_.contains(id))
            unknown.insert(id);
    }
    std::vector<const CheckedStep*> by_sequence;
    for (const auto& [id, step] : usable_)
        by_sequence.push_back(&step);
    std::ranges::sort(by_sequence, {}, [](const CheckedStep* s) { return s->meta->sequence; });
    for (const auto* step : by_sequence) {
        const auto& parent = step->meta->parent;
        if (parent.empty()) continue;
        if (unknown.contains(parent)) {
            unknown.insert(step->id);
            continue;
        }
        const auto present = usable_.find(parent);
        const bool fits = present != usable_.end() && present->second.digest == step->meta->parent_digest;
        if (fits && !lost.contains(parent)) continue;
        lost[step->id] = fits || present == usable_.end()
                             ? "builds on " + parent + ", which cannot be restored"
                             : "was coded against another version of " + parent;
    }
    STEPVAULT_ASSIGN(moved, quarantine_.take(steps_, lost,
                                             [this](const std::string& id) { return usable_.contains(id); }));
    for (const auto& id : moved)
        report_.quarantined.push_back({id, lost.at(id)});
    return {};
}

Result<RunRepair> Repairing::make() {
    STEPVAULT_TRY(look());
    for (const auto& id : known_.lost) {
        if (!usable_.contains(id)) want(id, {.why = "is missing"});
    }
    auto outcome = [this]() -> Status {
        // Parents come before the steps that build on them.
        for (bool again = true; again;) {
            again = false;
            for (auto at = wanted_.begin(); at != wanted_.end();) {
                pruned_.clear();
                STEPVAULT_ASSIGN(repaired, repair(at->first, at->second));
                const auto before = wanted_.size();
                if (!repaired) wanted_.merge(pruned_);
                again |= repaired || wanted_.size() > before;
                at = repaired ? wanted_.erase(at) : std::next(at);
            }
        }
        return quarantine_rest();
    }();
    // A repair that failed may have moved files as well.
    if (!outcome || !report_.repaired.empty() || !report_.quarantined.empty())
        STEPVAULT_TRY(writer_.refresh());
    STEPVAULT_TRY(outcome);
    const auto removed = removed_file(writer_.folder());
    if (const auto read = read_removed_steps(removed); !read && read.error().code == ErrorCode::corrupt) {
        STEPVAULT_TRY(set_aside(removed));
        STEPVAULT_TRY(writer_.refresh());
        report_.repaired.push_back(
            {"", "by setting removed.json aside; removed checkpoints may be filed once more"});
    }
    const auto params = params_file(writer_.folder());
    if (const auto read = RunHyperparameters::read(params);
        !read && read.error().code == ErrorCode::corrupt) {
        STEPVAULT_TRY(set_aside(params));
        report_.repaired.push_back(
            {"", "by setting params.json aside; watching reads the run's hyperparameters again"});
    }
    std::error_code ec;
    for (fs::directory_iterator it(parity_folder(writer_.folder()), ec), end; !ec && it != end;
         it.increment(ec)) {
        std::error_code failed;
        if (const auto sound = check_parity(it->path(), job_);
            !sound && sound.error().code == ErrorCode::corrupt) {
            fs::remove(it->path(), failed);
            report_.repaired.push_back({"", "by removing damaged parity"});
        }
    }
    return std::move(report_);
}

}  // namespace

Result<RunRepair> repair_run(RunWriter& writer, std::span<const CopySource* const> copies,
                             const KnownSteps& known, ThreadPool& pool, const JobContext& job) {
    return Repairing(writer, copies, known, pool, job).make();
}

}  // namespace stepvault
