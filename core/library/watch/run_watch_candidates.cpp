// The checkpoints of a watched run: from a candidate that was seen to one that is stored or deferred.
#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>

#include "library/watch/run_watch.h"
#include "library/write/run_operations.h"
#include "run/done_marks.h"
#include "run/file_groups.h"
#include "run/step_number.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;

constexpr auto retry_after = 30s;
constexpr auto skipped_for = 2min;
/// Checkpoints to open before the first of them is stored, because a rotation may delete them meanwhile.
constexpr std::size_t most_opened = 16;

std::string in_seconds(std::chrono::nanoseconds t) {
    return std::to_string(std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(t).count())) +
           " s";
}

/// Sorts by the steps in the names, so that each checkpoint is coded against the one before it. Names without
/// a step come last.
std::vector<const CheckpointCandidate*> in_order_of_steps(
    const std::vector<CheckpointCandidate>& candidates) {
    std::vector<std::pair<std::int64_t, const CheckpointCandidate*>> keyed;
    keyed.reserve(candidates.size());
    for (const auto& c : candidates) {
        keyed.emplace_back(step_from_name(c.source).value_or(std::numeric_limits<std::int64_t>::max()), &c);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const CheckpointCandidate*> ordered;
    ordered.reserve(keyed.size());
    for (const auto& [step, candidate] : keyed)
        ordered.push_back(candidate);
    return ordered;
}

std::string first_note(const OpenCheckpoint& checkpoint) {
    if (const auto& links = checkpoint.candidate.links; !links.empty()) {
        return links.front() +
               (links.size() > 1 ? " and " + std::to_string(links.size() - 1) + " more" : "") +
               ": symbolic links are not followed; what they lead to is not stored";
    }
    for (const auto& file : checkpoint.files) {
        if (file.layout.note.empty()) continue;
        return (file.relative.empty() ? std::string() : file.relative + ": ") + file.layout.note;
    }
    return {};
}

std::filesystem::path first_file(const CheckpointCandidate& candidate) {
    return candidate.files.empty() ? candidate.path : candidate.path_of(candidate.files.front());
}

/// False if one of the files was replaced by another file; deleting it changes no byte.
bool is_what_settled(const OpenCheckpoint& opened, const Fingerprint& print) {
    return std::ranges::equal(opened.files, print.files, &FileIdentity::has_bytes_of,
                              &OpenCheckpoint::OpenFile::identity);
}

}  // namespace

bool RunWatch::is_stored(const CheckpointCandidate& candidate, const Fingerprint& print, std::uint64_t bytes,
                         std::int64_t modified_ns) {
    const auto& source = candidate.source;
    if (lease_->access()->filed().contains(source, bytes, modified_ns)) {
        if (const auto known = candidates_.find(source); known != candidates_.end()) {
            known->second.pending.reset();
            known->second.told = {};
        }
        return true;
    }
    const auto whole = lease_->access()->find_complete_original(candidate, print);
    if (!whole) return false;
    candidates_[source].pending.reset();
    candidates_[source].passed_over = true;
    say(WatchEvent::Kind::passed_over, source,
        "it is what is left of " + *whole + ", which was filed before its other files were deleted");
    return true;
}

bool RunWatch::is_restored(const CheckpointCandidate& candidate, const Fingerprint& print) {
    auto& state = candidates_[candidate.source];
    if (state.restored != print) {
        state.restored.reset();
        // Another process may have restored it since the watch began.
        const auto record = RunRecord::read(run_file(lease_->folder()));
        if (!record || record->restored.empty()) return false;
        for (const auto& name : candidate.files) {
            const auto path = candidate.path_of(name);
            const auto known = record->restored.find(path.lexically_relative(record->folder).native());
            if (known == record->restored.end()) return false;
            const auto file = File::open_read(path);
            const auto content = file ? identify_content(*file) : Result<RestoredFile>(file.error());
            if (!content || *content != known->second) return false;
        }
        state.restored = print;
    }
    state.pending.reset();
    state.passed_over = true;
    say(WatchEvent::Kind::passed_over, candidate.source, "it was restored from the vault");
    return true;
}

std::optional<RunWatch::Ready> RunWatch::look_at_checkpoint(CheckpointCandidate candidate, bool in_parts,
                                                            Round& round) {
    if (candidate.is_folder && !candidate.chosen) {
        // The listing may be minutes old, since other checkpoints were stored in between.
        auto again = checkpoint_at(candidate.path);
        if (!again) {
            miss(candidate);
            return {};
        }
        candidate.files = std::move(again->files);
        candidate.links = std::move(again->links);
    }
    const auto& source = candidate.source;
    const auto print = fingerprint(candidate);
    if (!print) {
        miss(candidate);
        return {};
    }
    std::uint64_t bytes = 0;
    std::vector<std::int64_t> times;
    for (const auto& f : print->files) {
        bytes += f.size;
        times.push_back(f.modified_ns);
    }
    const auto modified = *std::ranges::max_element(times);
    see(modified);
    if (is_stored(candidate, *print, bytes, modified)) return {};
    auto& state = candidates_[source];
    if (state.restored == *print && is_restored(candidate, *print)) return {};
    const bool is_part = in_parts && !candidate.is_folder && names_a_part(candidate.path.filename().native());
    auto& tracker = has_done_mark(candidate, times) && !is_part ? stability_ : unmarked_;
    const auto stability = tracker.look(source, *print, now());
    if (!state.skipped) state.pending = first_file(candidate);
    if (state.retry && now() < *state.retry) {
        round.retrying = true;
        return {};
    }
    if (stability == StabilityTracker::State::settling) {
        round.waiting = round.settling = true;
        state.skipped.reset();
        say(WatchEvent::Kind::waiting, source,
            "still being written; looking again in " + in_seconds(tracker.remaining(source, now())));
        return {};
    }
    if (state.skipped) {
        // Try again although none of its files changed: a mark beside it may appear, or a file may go.
        if (once_ || now() < *state.skipped) return {};
        state.skipped = now() + skipped_for;
    }
    if (has_writer(*print)) {
        round.waiting = true;
        say(WatchEvent::Kind::waiting, source, "still held open by the process that writes it");
        return {};
    }
    // The listing may be minutes old; another part of the checkpoint may have appeared since.
    if ((candidate.chosen || is_part) && !is_still_grouped(candidate)) {
        round.waiting = true;
        return {};
    }
    if (space_.error()) {
        wait_for_space(source, bytes, *space_.error());
        return {};
    }
    if (is_restored(candidate, *print)) return {};
    auto opened = open(candidate);
    if (opened && !is_what_settled(*opened, *print)) {
        defer(source, stability, true, {ErrorCode::changed, "replaced while it was looked at"}, round);
        return {};
    }
    if (opened) {
        copy_if_shared(*opened, lease_->folder());
        return Ready{std::move(*opened), stability};
    }
    defer(source, stability, false, opened.error(), round);
    return {};
}

Result<OpenCheckpoint> RunWatch::open(const CheckpointCandidate& candidate) {
    // A file without a step number gets the step that the run has reached, unless it may be data that lies
    // beside the checkpoints.
    return open_checkpoint(candidate, {}, false, [&](const auto& checkpoint) -> std::optional<std::int64_t> {
        const bool is_model = std::ranges::any_of(checkpoint.files, [](const auto& file) {
            return !file.layout.tensors.empty() && file.layout.format != "npz" && file.layout.format != "npy";
        });
        if (!is_model) return {};
        return step_reached(*lease_, candidate.source);
    });
}

void RunWatch::defer(const std::string& source, StabilityTracker::State stability, bool opened,
                     const Error& error, Round& round) {
    const bool incomplete = !opened && error.code == ErrorCode::incomplete;
    if (incomplete || error.code == ErrorCode::changed) {
        if (stability == StabilityTracker::State::stuck || (once_ && incomplete)) {
            candidates_[source].skipped = now() + skipped_for;
            say(WatchEvent::Kind::skipped, source, error.message);
        } else {
            round.waiting = true;
            say(WatchEvent::Kind::waiting, source, error.message);
        }
        return;
    }
    if (!opened && error.code == ErrorCode::not_found) {
        candidates_[source].skipped = now() + skipped_for;
        say(WatchEvent::Kind::skipped, source, error.message);
        return;
    }
    if (!round.failed) round.failed = error.within(record_.name + "/" + source);
    round.retrying = true;
    candidates_[source].retry = now() + retry_after;
    say(WatchEvent::Kind::failed, source, error.message);
}

Status RunWatch::ingest(const Ready& ready, const JobContext& job, Round& round) {
    const auto& source = ready.checkpoint.candidate.source;
    const auto bytes = ready.checkpoint.bytes;
    if (space_.error()) {
        wait_for_space(source, bytes, *space_.error());
        return {};
    }
    emit(WatchEvent::Kind::filing, source, {});
    SingleProcess alone;
    auto row = stepvault::ingest(*lease_, ready.checkpoint, {}, {alone}, job);
    if (!row) {
        if (row.error().code == ErrorCode::cancelled) return row.error();
        if (row.error().code == ErrorCode::no_space) {
            if (!round.failed) round.failed = row.error().within(record_.name + "/" + source);
            wait_for_space(source, bytes, row.error());
            return {};
        }
        defer(source, ready.stability, true, row.error(), round);
        return {};
    }
    stability_.forget(source);
    unmarked_.forget(source);
    candidates_.erase(source);
    tip_dropped_ = false;
    round.changed = round.filed = true;
    auto event = event_of(WatchEvent::Kind::filed, source, first_note(ready.checkpoint));
    event.checkpoint = std::move(*row);
    observer_.on_watch_event(event);
    return {};
}

Status RunWatch::look_at_checkpoints(const RunFolder& folder, const JobContext& job, Round& round) {
    std::vector<Ready> ready;
    const auto ingest_ready = [&]() -> Status {
        for (const auto& r : ready) {
            STEPVAULT_TRY(job.check());
            if (lease_->turn().is_claimed()) break;
            STEPVAULT_TRY(ingest(r, job, round));
        }
        ready.clear();
        return {};
    };
    const bool in_parts = std::ranges::any_of(folder.checkpoints, &CheckpointCandidate::chosen);
    for (const auto* candidate : in_order_of_steps(folder.checkpoints)) {
        STEPVAULT_TRY(job.check());
        if (lease_->turn().is_claimed()) {
            round.waiting = true;
            return {};
        }
        if (auto opened = look_at_checkpoint(*candidate, in_parts, round))
            ready.push_back(std::move(*opened));
        if (ready.size() == most_opened) STEPVAULT_TRY(ingest_ready());
    }
    STEPVAULT_TRY(ingest_ready());
    round.waiting = round.waiting || lease_->turn().is_claimed();
    return {};
}

void RunWatch::miss(const CheckpointCandidate& candidate) {
    auto& state = candidates_[candidate.source];
    if (!state.skipped && lease_->access()->times_filed(candidate.source) == 0)
        state.pending = first_file(candidate);
}

void RunWatch::forget_what_has_gone(const RunFolder& folder) {
    std::set<std::string> present;
    for (const auto& c : folder.checkpoints)
        present.insert(c.source);
    for (auto& [source, state] : candidates_) {
        if (state.passed_over) present.insert(source);
        if (state.skipped && present.contains(source)) state.pending.reset();
    }
    std::erase_if(candidates_, [&](const auto& candidate) {
        const auto& [source, state] = candidate;
        if (present.contains(source)) return false;
        std::error_code ec;
        // Files that form a checkpoint together may get another name when more of them appear.
        if (state.pending && std::filesystem::symlink_status(*state.pending, ec).type() ==
                                 std::filesystem::file_type::not_found)
            emit(WatchEvent::Kind::missed, source, state.told.text);
        return true;
    });
    stability_.keep_only(present);
    unmarked_.keep_only(present);
}

void RunWatch::wait_for_space(const std::string& source, std::uint64_t bytes, const Error& error) {
    space_.begin(lease_->folder(), error, bytes, now());
    candidates_[source].waits_for_space = true;
    // For the message if the checkpoint is deleted meanwhile.
    candidates_[source].told = {WatchEvent::Kind::failed, space_.error()->message};
}

}  // namespace stepvault
