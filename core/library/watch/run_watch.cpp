#include "library/watch/run_watch.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>

#include "base/atomic_file.h"
#include "library/write/run_operations.h"
#include "run/done_marks.h"
#include "run/file_groups.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds quiet = 2s;
constexpr std::chrono::nanoseconds quiet_on_network = 30s;
/// A folder whose framework leaves no mark when it is done: the next file of it may take a while to begin.
constexpr auto quiet_without_mark = 30s;
constexpr auto retry_after = 30s;
constexpr auto skipped_for = 2min;
constexpr auto tip_lease_for = 24h;
/// Opened before the first of them is filed, since a rotation may delete them meanwhile.
constexpr std::size_t most_opened = 16;
/// How much more must be free on a full disk before a checkpoint is tried again: few are stored in less.
constexpr std::uint64_t least_freed = 64 * 1024;
constexpr std::uint64_t least_share = 64;  // of the checkpoint's bytes

StabilityTracker::Time now() {
    return std::chrono::time_point_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now());
}

double seconds(StabilityTracker::Time t) {
    return std::chrono::duration<double>(t.time_since_epoch()).count();
}

std::string in_seconds(std::chrono::nanoseconds t) {
    return std::to_string(std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(t).count())) +
           " s";
}

/// By the steps in their names, so that each is coded against the one before it; what names none comes last.
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

/// Bytes; none where that cannot be asked.
std::uint64_t free_beside(const std::filesystem::path& folder) {
    const auto free = free_space(folder);
    return free ? *free : 0;
}

/// False where another file took the place of one since its look; that it is deleted changes no byte.
bool is_what_settled(const OpenCheckpoint& opened, const Fingerprint& print) {
    return std::ranges::equal(opened.files, print.files, &FileIdentity::has_bytes_of,
                              &OpenCheckpoint::OpenFile::identity);
}

}  // namespace

RunWatch::RunWatch(RunRecord record, const MetricSourceFactory& open_database, bool on_network, bool once,
                   std::optional<std::chrono::nanoseconds> settled_after, WatchObserver& observer)
    : record_(std::move(record)),
      once_(once),
      observer_(observer),
      stability_(settled_after.value_or(on_network ? quiet_on_network : quiet)),
      unmarked_(settled_after.value_or(quiet_without_mark)),
      metrics_(open_database) {
    emit(WatchEvent::Kind::run_found, {}, record_.folder);
}

WatchEvent RunWatch::event_of(WatchEvent::Kind kind, const std::string& item, const std::string& text) const {
    WatchEvent event;
    event.kind = kind;
    event.run_id = record_.id;
    event.run = record_.name;
    event.item = item;
    event.text = text;
    return event;
}

void RunWatch::emit(WatchEvent::Kind kind, const std::string& item, const std::string& text) {
    observer_.on_watch_event(event_of(kind, item, text));
}

/// The same thing is said of the same item only once; how long is left does not make it another thing.
void RunWatch::say(WatchEvent::Kind kind, const std::string& item, const std::string& text) {
    auto& told = told_[item];
    const auto gist = [](const std::string& said) {
        return mask_temporary_names(std::string_view(said).substr(0, said.find(';')));
    };
    const bool same = told.kind == kind && !told.text.empty() && gist(told.text) == gist(text);
    told = {kind, text};
    if (same) return;
    emit(kind, item, text);
}

Status RunWatch::keep(RunLeases& leases, const std::optional<SchemeChoice>& scheme) {
    if (lease_) return {};
    auto lease = leases.acquire(record_.id);
    if (lease) {
        // Nothing is stored by another scheme than the chosen one.
        if (scheme) STEPVAULT_TRY(set_scheme(**lease, *scheme));
        lease_ = *lease;
        told_.clear();
        return {};
    }
    if (lease.error().code != ErrorCode::locked) return lease.error();
    say(WatchEvent::Kind::viewing, {}, "another process files this run");
    return {};
}

Status RunWatch::look_at_metrics(const RunFolder& folder, const MetricPolling::Surroundings& around,
                                 Round& round) {
    for (const auto& path : folder.metrics) {
        if (const auto id = file_identity(path)) see(id->modified_ns);
    }
    STEPVAULT_ASSIGN(read, metrics_.look(*lease_, folder, around, seconds(now())));
    for (const auto& [file, points] : read.files) {
        round.changed = true;
        WatchEvent event = event_of(WatchEvent::Kind::metrics, file, std::to_string(points) + " new points");
        event.changes = std::exchange(read.changes, {});
        observer_.on_watch_event(event);
    }
    return {};
}

void RunWatch::see(std::int64_t modified_ns) {
    newest_ = std::max(newest_, StabilityTracker::Time(std::chrono::nanoseconds(modified_ns)));
}

std::optional<RunWatch::Ready> RunWatch::look_at_checkpoint(CheckpointCandidate candidate, bool in_parts,
                                                            Round& round) {
    if (candidate.is_folder && !candidate.chosen) {
        // The listing may be minutes old: others were filed since.
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
    if (lease_->access()->filed().contains(source, bytes, modified)) {
        pending_.erase(source);
        told_.erase(source);
        return {};
    }
    if (const auto whole = lease_->access()->find_complete_original(candidate, *print)) {
        pending_.erase(source);
        passed_over_.insert(source);
        say(WatchEvent::Kind::passed_over, source,
            "it is what is left of " + *whole + ", which was filed before its other files were deleted");
        return {};
    }
    const bool is_part = in_parts && !candidate.is_folder && names_a_part(candidate.path.filename().native());
    auto& settling = has_done_mark(candidate, times) && !is_part ? stability_ : unmarked_;
    const auto state = settling.look(source, *print, now());
    if (!skipped_.contains(source)) pending_[source] = first_file(candidate);
    const auto retry = retry_.find(source);
    if (retry != retry_.end() && now() < retry->second) {
        round.retrying = true;
        return {};
    }
    if (state == StabilityTracker::State::settling) {
        round.waiting = round.settling = true;
        skipped_.erase(source);
        say(WatchEvent::Kind::waiting, source,
            "still being written; looking again in " + in_seconds(settling.remaining(source, now())));
        return {};
    }
    if (const auto skipped = skipped_.find(source); skipped != skipped_.end()) {
        // What it waits for may come where nothing of its own changes: a mark beside it, or a file that goes.
        if (once_ || now() < skipped->second) return {};
        skipped->second = now() + skipped_for;
    }
    if (has_writer(*print)) {
        round.waiting = true;
        say(WatchEvent::Kind::waiting, source, "still held open by the process that writes it");
        return {};
    }
    // The listing may be minutes old: another part of it may have come since.
    if ((candidate.chosen || is_part) && !is_still_grouped(candidate)) {
        round.waiting = true;
        return {};
    }
    if (full_) {
        wait_for_space(source, bytes, full_->error);
        return {};
    }
    auto opened = open(candidate);
    if (opened && !is_what_settled(*opened, *print)) {
        defer(source, state, true, {ErrorCode::changed, "replaced while it was looked at"}, round);
        return {};
    }
    if (opened) {
        copy_if_shared(*opened, lease_->folder());
        return Ready{std::move(*opened), state};
    }
    defer(source, state, false, opened.error(), round);
    return {};
}

Result<OpenCheckpoint> RunWatch::open(const CheckpointCandidate& candidate) {
    // What names no step is of the step that the run had reached; unless it may be data that lies beside the
    // checkpoints.
    return open_checkpoint(candidate, {}, false, [&](const auto& checkpoint) -> std::optional<std::int64_t> {
        const bool is_model = std::ranges::any_of(checkpoint.files, [](const auto& file) {
            return !file.layout.tensors.empty() && file.layout.format != "npz" && file.layout.format != "npy";
        });
        if (!is_model) return {};
        return step_reached(*lease_, candidate.source);
    });
}

void RunWatch::defer(const std::string& source, StabilityTracker::State state, bool opened,
                     const Error& error, Round& round) {
    const bool incomplete = !opened && error.code == ErrorCode::incomplete;
    if (incomplete || error.code == ErrorCode::changed) {
        if (state == StabilityTracker::State::stuck || (once_ && incomplete)) {
            skipped_[source] = now() + skipped_for;
            say(WatchEvent::Kind::skipped, source, error.message);
        } else {
            round.waiting = true;
            say(WatchEvent::Kind::waiting, source, error.message);
        }
        return;
    }
    if (!opened && error.code == ErrorCode::not_found) {
        skipped_[source] = now() + skipped_for;
        say(WatchEvent::Kind::skipped, source, error.message);
        return;
    }
    if (!round.failed) round.failed = error.within(record_.name + "/" + source);
    round.retrying = true;
    retry_[source] = now() + retry_after;
    say(WatchEvent::Kind::failed, source, error.message);
}

Status RunWatch::ingest(const Ready& ready, const JobContext& job, Round& round) {
    const auto& source = ready.checkpoint.candidate.source;
    const auto bytes = ready.checkpoint.bytes;
    if (full_) {
        wait_for_space(source, bytes, full_->error);
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
        defer(source, ready.state, true, row.error(), round);
        return {};
    }
    stability_.forget(source);
    unmarked_.forget(source);
    told_.erase(source);
    retry_.erase(source);
    pending_.erase(source);
    skipped_.erase(source);
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
    if (!skipped_.contains(candidate.source) && lease_->access()->times_filed(candidate.source) == 0)
        pending_[candidate.source] = first_file(candidate);
}

void RunWatch::forget_what_has_gone(const RunFolder& folder) {
    std::set<std::string> present = passed_over_;
    for (const auto& c : folder.checkpoints)
        present.insert(c.source);
    std::erase_if(pending_, [&](const auto& seen) {
        const auto& [source, file] = seen;
        if (present.contains(source)) return skipped_.contains(source);
        std::error_code ec;
        // Files that are one checkpoint together may be called otherwise once more of them have come.
        if (std::filesystem::symlink_status(file, ec).type() == std::filesystem::file_type::not_found)
            emit(WatchEvent::Kind::missed, source, told_[source].text);
        return true;
    });
    std::erase_if(told_, [&](const auto& t) { return !t.first.empty() && !present.contains(t.first); });
    std::erase_if(retry_, [&](const auto& r) { return !present.contains(r.first); });
    std::erase_if(skipped_, [&](const auto& s) { return !present.contains(s.first); });
    stability_.keep_only(present);
    unmarked_.keep_only(present);
}

void RunWatch::drop_old_tip() {
    if (tip_dropped_ || newest_ == StabilityTracker::Time{} || now() - newest_ <= tip_lease_for) return;
    lease_->access()->drop_tip();
    tip_dropped_ = true;
}

void RunWatch::wait_for_space(const std::string& source, std::uint64_t bytes, const Error& error) {
    if (!full_) {
        full_ = Full{error, free_beside(lease_->folder()), std::max(least_freed, bytes / least_share),
                     now() + retry_after};
    }
    unfiled_.insert(source);
    // For the case that it is removed meanwhile.
    told_[source] = {WatchEvent::Kind::failed, full_->error.message};
}

void RunWatch::try_for_space() {
    unfiled_.clear();
    if (!full_) return;
    if (now() >= full_->retry || free_beside(lease_->folder()) >= full_->free + full_->wanted) full_.reset();
}

void RunWatch::tell_waiting() {
    const auto waiting = full_ ? std::optional(unfiled_.size()) : std::nullopt;
    if (waiting == told_unfiled_) return;
    told_unfiled_ = waiting;
    auto event = event_of(waiting ? WatchEvent::Kind::failed : WatchEvent::Kind::recovered, {}, {});
    event.code = ErrorCode::no_space;
    event.waiting = waiting.value_or(0);
    if (full_) event.text = full_->error.message;
    observer_.on_watch_event(event);
}

/// Which of several runs checkpoints belong to is a guess that people must be able to see.
void RunWatch::tell_match(const RunFolder& folder) {
    if (folder.match == Match::unasked || folder.match == match_) return;
    match_ = folder.match;
    const auto& first = folder.checkpoints.front();
    const auto place = first.chosen ? first.path : first.path.parent_path();
    auto event = event_of(WatchEvent::Kind::matched, {}, place.native());
    event.match = match_;
    observer_.on_watch_event(event);
}

Result<RunWatch::Round> RunWatch::look(const RunFolder& folder, const MetricPolling::Surroundings& around,
                                       const JobContext& job) {
    Round round;
    if (!lease_) return round;
    const auto turn = lease_->turn().try_take();
    if (!turn) {
        round.busy = round.waiting = true;
        return round;
    }
    try_for_space();
    STEPVAULT_TRY(set_place(*lease_, record_));
    // A rotation deletes checkpoints whatever ails the catalog or the curves.
    auto trouble = lease_->catch_up();
    const auto measured = look_at_metrics(folder, around, round);
    if (!measured && measured.error().code == ErrorCode::cancelled) return measured.error();
    if (trouble) trouble = measured;
    tell_match(folder);
    passed_over_.clear();
    for (const auto& p : folder.passed_over) {
        passed_over_.insert(p.source);
        say(WatchEvent::Kind::passed_over, p.source, p.reason);
    }
    STEPVAULT_TRY(look_at_checkpoints(folder, job, round));
    forget_what_has_gone(folder);
    drop_old_tip();
    if (!trouble && trouble.error().code == ErrorCode::no_space) {
        if (!full_)
            full_ = Full{trouble.error(), free_beside(lease_->folder()), least_freed, now() + retry_after};
        if (!round.failed) round.failed = trouble.error().within(record_.name);
    } else if (!trouble) {
        round.trouble = trouble.error();
    }
    // A look that was cut short has not counted all that waits.
    if (!lease_->turn().is_claimed()) tell_waiting();
    round.retrying = round.retrying || full_;
    return round;
}

void RunWatch::skip_what_is_left() {
    for (const auto& [item, told] : told_) {
        const bool said = skipped_.contains(item) || passed_over_.contains(item) || retry_.contains(item) ||
                          unfiled_.contains(item);
        if (!item.empty() && !told.text.empty() && !said) emit(WatchEvent::Kind::skipped, item, told.text);
    }
}

}  // namespace stepvault
