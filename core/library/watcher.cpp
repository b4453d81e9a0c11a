#include "library/watcher.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>

#include "run/completeness.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::system_clock;

constexpr auto quiet = 2s;
constexpr auto quiet_on_network = 30s;
/// A folder whose framework leaves no mark when it is done: the next file of it may take a while to begin.
constexpr auto quiet_without_mark = 30s;
constexpr auto shortest_wait = 1s;
constexpr auto longest_wait = 30s;
constexpr auto retry_after = 30s;
/// With `once`: how long what is not complete may go without any change before it is skipped.
constexpr auto patience = 10s;
constexpr auto tip_kept_for = 24h;

Settling::Time now() {
    return std::chrono::time_point_cast<std::chrono::nanoseconds>(Clock::now());
}

double seconds(Settling::Time t) {
    return std::chrono::duration<double>(t.time_since_epoch()).count();
}

std::string in_seconds(std::chrono::nanoseconds t) {
    return std::to_string(std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(t).count())) +
           " s";
}

/// Files that are given no times by their writer: points that were there at the first look count as written
/// when the file was last changed, at the latest; points that come while watching count as written now.
void set_times(std::vector<MetricPoint>& points, const std::filesystem::path& file, bool first_look) {
    if (!first_look) {
        for (auto& p : points) {
            if (p.time == 0) p.time = seconds(now());
        }
    } else if (!points.empty() && points.back().time == 0) {
        if (const auto id = file_identity(file))
            points.back().time = static_cast<double>(id->modified_ns) * 1e-9;
    }
}

/// Files are looked into; a folder of Hugging Face's Trainer has trainer_state.json once it is whole.
bool ends_with_mark(const CheckpointCandidate& candidate) {
    return !candidate.is_folder || std::find(candidate.files.begin(), candidate.files.end(),
                                             "trainer_state.json") != candidate.files.end();
}

/// By the steps in their names, so that each is coded against the one before it; what names none comes last.
std::vector<const CheckpointCandidate*> in_order_of_steps(
    const std::vector<CheckpointCandidate>& candidates) {
    std::vector<std::pair<std::int64_t, const CheckpointCandidate*>> keyed;
    for (const auto& c : candidates) {
        keyed.emplace_back(step_from_name(c.source).value_or(std::numeric_limits<std::int64_t>::max()), &c);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const CheckpointCandidate*> ordered;
    for (const auto& [step, candidate] : keyed)
        ordered.push_back(candidate);
    return ordered;
}

}  // namespace

Watcher::Watcher(const Vault& vault, RunKeeper& keeper, WatchOptions options, WatchObserver& observer)
    : vault_(vault), keeper_(keeper), options_(std::move(options)), observer_(observer) {}

void Watcher::emit(const Watched& run, WatchEvent::Kind kind, const std::string& item,
                   const std::string& text) {
    WatchEvent event;
    event.kind = kind;
    event.run_id = run.record.id;
    event.run = run.record.name;
    event.item = item;
    event.text = text;
    observer_.on_watch_event(event);
}

/// The same thing is said of the same item only once; how long is left does not make it another thing.
void Watcher::say(Watched& run, WatchEvent::Kind kind, const std::string& item, const std::string& text) {
    auto& told = run.told[item];
    const bool same = !told.empty() && told.substr(0, told.find(';')) == text.substr(0, text.find(';'));
    told = text;
    if (same) return;
    emit(run, kind, item, text);
}

Result<Watcher::Watched*> Watcher::watched(const RunFolder& folder) {
    auto& slot = runs_[folder.folder];
    if (!slot) {
        const auto scheme = options_.scheme.value_or(SchemeChoice{});
        STEPVAULT_ASSIGN(record, vault_.run_for_folder(folder.folder, scheme));
        slot = std::make_unique<Watched>();
        slot->record = record;
        slot->settling = Settling(is_network_file_system(folder.folder) ? quiet_on_network : quiet);
        slot->unmarked = Settling(quiet_without_mark);
        emit(*slot, WatchEvent::Kind::run_found, {}, folder.folder.native());
    }
    if (!slot->kept) {
        auto kept = keeper_.keep(slot->record.id);
        if (kept) {
            slot->kept = *kept;
            slot->told.clear();
            if (options_.scheme) STEPVAULT_TRY(slot->kept->set_scheme(*options_.scheme));
        } else if (kept.error().code == ErrorCode::locked) {
            say(*slot, WatchEvent::Kind::viewing, {}, "another process files this run");
        } else {
            return kept.error();
        }
    }
    return slot.get();
}

Status Watcher::look_at_metrics(Watched& run, const RunFolder& folder, Round& round) {
    for (const auto& path : folder.metrics) {
        auto& source = run.sources[path];
        const bool first_look = source == nullptr;
        if (first_look) source = open_metric_source(path);
        if (!source) continue;
        auto points = source->poll();
        if (!points) continue;  // rotated away or half-written; the next look will tell
        set_times(*points, path, first_look);
        const auto added = run.kept->add_metrics(*points);
        if (!added) {
            source.reset();  // it gives its points only once; anew from the start next time
            return added.error();
        }
        const auto fresh = *added;
        if (fresh == 0) continue;
        round.changed = true;
        emit(run, WatchEvent::Kind::metrics, path.filename().native(), std::to_string(fresh) + " new points");
    }
    return {};
}

Status Watcher::look_at_checkpoint(Watched& run, CheckpointCandidate candidate, const JobContext& job,
                                   Round& round) {
    if (candidate.is_folder) {
        // The listing may be minutes old: others were filed since.
        auto now = checkpoint_at(candidate.path);
        if (!now) return {};  // gone meanwhile
        candidate.files = std::move(now->files);
    }
    const auto& source = candidate.source;
    const auto print = fingerprint(candidate);
    if (!print) return {};  // gone meanwhile
    std::uint64_t bytes = 0;
    std::int64_t modified = 0;
    for (const auto& f : print->files) {
        bytes += f.size;
        modified = std::max(modified, f.modified_ns);
    }
    if (run.kept->is_filed(source, bytes, modified)) return {};
    auto& settling = ends_with_mark(candidate) ? run.settling : run.unmarked;
    const auto state = settling.look(source, *print, now());
    const auto retry = run.retry.find(source);
    if (retry != run.retry.end() && now() < retry->second) return {};
    if (state == Settling::State::settling) {
        round.waiting = round.settling = true;
        run.skipped.erase(source);
        say(run, WatchEvent::Kind::waiting, source,
            "still being written; looking again in " + in_seconds(settling.remaining(source, now())));
        return {};
    }
    if (run.skipped.contains(source)) return {};
    if (has_writer(*print)) {
        round.waiting = true;
        say(run, WatchEvent::Kind::waiting, source, "still held open by the process that writes it");
        return {};
    }
    auto opened = open_checkpoint(candidate);
    auto status = opened ? file(run, *opened, job, round) : Status(opened.error());
    if (status) {
        run.retry.erase(source);
        return {};
    }
    const auto& error = status.error();
    if (error.code == ErrorCode::cancelled) return status;
    const bool incomplete = !opened && error.code == ErrorCode::incomplete;
    if (incomplete || error.code == ErrorCode::changed) {
        // With `once` there is no later look at what is settled and yet cut off.
        if (state == Settling::State::stuck || (options_.once && incomplete)) {
            run.skipped.insert(source);
            say(run, WatchEvent::Kind::skipped, source, error.message);
        } else {
            round.waiting = true;
            say(run, WatchEvent::Kind::waiting, source, error.message);
        }
    } else if (!opened && error.code == ErrorCode::not_found) {
        run.skipped.insert(source);
        say(run, WatchEvent::Kind::skipped, source, error.message);
    } else {
        if (!first_failure_) first_failure_ = error.within(run.record.name + "/" + source);
        run.retry[source] = now() + retry_after;
        say(run, WatchEvent::Kind::failed, source, error.message);
    }
    return {};
}

Status Watcher::file(Watched& run, const OpenCheckpoint& checkpoint, const JobContext& job, Round& round) {
    const auto& candidate = checkpoint.candidate;
    emit(run, WatchEvent::Kind::filing, candidate.source, {});
    STEPVAULT_ASSIGN(row, run.kept->file(checkpoint, {}, job));
    run.settling.forget(candidate.source);
    run.unmarked.forget(candidate.source);
    run.told.erase(candidate.source);
    run.tip_dropped = false;
    round.changed = true;
    WatchEvent event;
    event.kind = WatchEvent::Kind::filed;
    event.run_id = run.record.id;
    event.run = run.record.name;
    event.item = candidate.source;
    event.checkpoint = row;
    observer_.on_watch_event(event);
    return {};
}

Status Watcher::look_at_run(const RunFolder& folder, const JobContext& job, Round& round) {
    STEPVAULT_ASSIGN(run, watched(folder));
    hint_.add(folder.folder);
    if (!run->kept) return {};
    STEPVAULT_TRY(run->kept->catch_up());
    STEPVAULT_TRY(look_at_metrics(*run, folder, round));
    double newest = 0;
    for (const auto* candidate : in_order_of_steps(folder.checkpoints)) {
        STEPVAULT_TRY(job.check());
        hint_.add(candidate->is_folder ? candidate->path : candidate->path.parent_path());
        STEPVAULT_TRY(look_at_checkpoint(*run, *candidate, job, round));
        if (const auto id = file_identity(candidate->path))
            newest = std::max(newest, static_cast<double>(id->modified_ns) * 1e-9);
    }
    if (!run->tip_dropped && newest > 0 &&
        seconds(now()) - newest > std::chrono::duration<double>(tip_kept_for).count()) {
        run->kept->drop_tip();
        run->tip_dropped = true;
    }
    return {};
}

/// What fails in one place must not end the watching of the others; it is said once, and tried again.
void Watcher::fail(const std::filesystem::path& place, const Error& error) {
    if (!first_failure_) first_failure_ = error;
    auto& last = failures_[place];
    if (last == error.message) return;
    last = error.message;
    WatchEvent event;
    event.kind = WatchEvent::Kind::failed;
    event.run = place.native();
    event.text = error.message;
    observer_.on_watch_event(event);
}

Result<Watcher::Round> Watcher::look(const JobContext& job) {
    Round round;
    for (const auto& root : options_.roots) {
        STEPVAULT_TRY(job.check());
        hint_.add(root);
        const auto folders = scan_runs(root);
        if (!folders) {
            fail(root, folders.error());
            continue;
        }
        failures_.erase(root);
        for (const auto& folder : *folders) {
            const auto status = look_at_run(folder, job, round);
            if (status) {
                failures_.erase(folder.folder);
            } else if (status.error().code == ErrorCode::cancelled) {
                return status.error();
            } else {
                fail(folder.folder, status.error());
            }
        }
    }
    return round;
}

Status Watcher::skip_what_is_left() {
    for (auto& [folder, run] : runs_) {
        for (const auto& [item, text] : run->told) {
            if (!item.empty() && !text.empty() && !run->skipped.contains(item) &&
                !run->retry.contains(item)) {
                emit(*run, WatchEvent::Kind::skipped, item, text);
            }
        }
    }
    return {};
}

Status Watcher::run(const JobContext& job) {
    auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(shortest_wait);
    auto last_change = std::chrono::steady_clock::now();
    while (true) {
        auto round = look(job);
        if (!round) {
            if (round.error().code == ErrorCode::cancelled && !options_.once) return {};
            return round.error();
        }
        if (round->changed) last_change = std::chrono::steady_clock::now();
        if (options_.once) {
            const bool given_up =
                !round->settling && std::chrono::steady_clock::now() - last_change > patience;
            if (!round->waiting || given_up) {
                STEPVAULT_TRY(skip_what_is_left());
                return first_failure_ ? Status(*first_failure_) : Status();
            }
            hint_.wait(200ms, job.stop);
            if (job.stop.stop_requested()) return job.check();
            continue;
        }
        wait = round->changed || round->waiting
                   ? std::chrono::duration_cast<std::chrono::milliseconds>(shortest_wait)
                   : std::min<std::chrono::milliseconds>(wait * 2, longest_wait);
        hint_.wait(wait, job.stop);
        if (job.stop.stop_requested()) return {};
    }
}

}  // namespace stepvault
