#include "run/checkpoint_scanner.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <system_error>

#include "base/paths.h"
#include "base/text.h"
#include "metrics/event_file_source.h"
#include "run/checkpoint_zips.h"
#include "run/event_runs.h"
#include "run/file_groups.h"
#include "run/file_names.h"
#include "run/folder_listing.h"
#include "run/metrics_finder.h"
#include "run/run_contents.h"
#include "run/run_series.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int deepest_run = 4;      // levels below the root
constexpr int deepest_metrics = 3;  // levels below a run

struct MetricsBelow {
    std::vector<fs::path> paths;
    std::int64_t time = 0;
};

void keep_newer(std::vector<fs::path>&& metrics, MetricsBelow& best) {
    if (metrics.empty()) return;
    const auto time = metrics_time(metrics);
    if (best.paths.empty() || time > best.time) best = {std::move(metrics), time};
}

bool are_events(const std::vector<fs::path>& metrics) {
    return !metrics.empty() && is_event_file_name(metrics.back().filename().native());
}

/// Keeps in `best` the newest metrics of a folder below `folder`. Skips folders with checkpoints, which are
/// separate runs, and without `with_events` also event files, which belong to other runs.
void find_metrics_below(const fs::path& folder, const FolderListing& listing, int levels, bool with_events,
                        MetricsBelow& best) {
    for (const auto& name : listing.folders) {
        if (is_checkpoint_folder_name(name)) continue;
        const auto inner = list_folder(folder / name);
        if (!inner) continue;
        auto run = look_at_run(folder / name, *inner, 0);
        if (!run.checkpoints.empty() && !is_member_folder_name(name)) continue;
        if (with_events || !are_events(run.metrics)) keep_newer(std::move(run.metrics), best);
        if (levels > 1) find_metrics_below(folder / name, *inner, levels - 1, with_events, best);
    }
}

/// Moves the checkpoints of `inner`, which lies below `run`, to `run`.
void adopt(RunFolder& run, RunFolder&& inner) {
    const auto prefix = inner.folder.native().substr(run.folder.native().size() + 1) + '/';
    for (auto& c : inner.checkpoints)
        c.source.insert(0, prefix);
    for (auto& p : inner.passed_over)
        p.source.insert(0, prefix);
    run.checkpoints = std::move(inner.checkpoints);
    std::ranges::move(inner.passed_over, std::back_inserter(run.passed_over));
}

std::vector<RunFolder> visit(const fs::path& folder, int depth, Below below_runs);

bool has_checkpoints(const RunFolder& run) {
    return !run.checkpoints.empty();
}

/// Sweeps may lie deep in the folder of a logger, so its levels count from 1 at most.
int depth_of(const std::string& name, int depth) {
    return is_logger_folder_name(name) ? std::min(depth + 1, 1) : depth + 1;
}

/// Moves the runs for which `is_wanted` is true out of `from`.
template <class IsWanted>
std::vector<RunFolder> take_if(std::vector<RunFolder>& from, IsWanted is_wanted) {
    const auto rest = std::ranges::stable_partition(from, [&](const auto& run) { return !is_wanted(run); });
    std::vector<RunFolder> taken(std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
    from.erase(rest.begin(), rest.end());
    return taken;
}

/// Adds the runs below a run with checkpoints that have their own checkpoints or event files: a single file
/// beside the folders of several runs does not make them parts of one run. `is_member`: the contents of
/// `folder` itself belong to the run.
void add_runs_below(const fs::path& folder, const FolderListing& listing, int depth, bool is_member,
                    std::vector<RunFolder>& runs) {
    const bool tracked = has_tracker(listing);
    for (const auto& name : listing.folders) {
        if (depth >= deepest_run || is_checkpoint_folder(folder, name, tracked)) continue;
        if (!is_member && is_member_folder_name(name)) {
            if (const auto members = list_folder(folder / name))
                add_runs_below(folder / name, *members, depth + 1, true, runs);
            continue;
        }
        for (auto& inner : visit(folder / name, depth_of(name, depth), Below::seen)) {
            if (has_checkpoints(inner) || is_event_run(inner) || !inner.is_run())
                runs.push_back(std::move(inner));
        }
    }
}

/// Whether the Hugging Face Trainer, or a framework with the same folder names, saves here.
bool is_trainer_run(const RunFolder& run) {
    const bool has_state = std::ranges::any_of(
        run.metrics, [](const auto& path) { return path.filename() == trainer_state_name; });
    return has_state || std::ranges::any_of(run.checkpoints, [](const CheckpointCandidate& c) {
               return c.is_folder && !c.chosen && trainer_step(c.path.filename().native()).has_value();
           });
}

bool is_logger_itself(const RunFolder& run, const fs::path& folder) {
    return run.folder.parent_path() == folder && is_logger_folder_name(run.folder.filename().native());
}

/// The Trainer's logs belong to the run that it saves; a resumed training logs into a new folder.
void absorb_logs_of_trainer(RunFolder& run, std::vector<RunFolder>& below) {
    auto logs = take_if(
        below, [&](const RunFolder& r) { return is_event_run(r) && is_in_logger_folder(r, run.folder); });
    std::ranges::sort(logs, std::greater(), [](const RunFolder& r) { return metrics_time(r.metrics); });
    for (const auto& log : logs)
        run.known_as.emplace_back(log.folder, std::string());
}

/// Gives the run the metrics that loggers wrote directly into their folders in `run.folder`.
void take_logged_metrics(RunFolder& run, std::vector<RunFolder>& below) {
    MetricsBelow newest;
    for (auto& log : take_if(
             below, [&](const RunFolder& r) { return is_event_run(r) && is_logger_itself(r, run.folder); })) {
        std::ranges::copy(log.event_files, std::back_inserter(run.event_files));
        keep_newer(std::move(log.metrics), newest);
    }
    run.metrics = std::move(newest.paths);
}

/// Returns the runs of a folder that has checkpoints itself.
std::vector<RunFolder> visit_run(RunFolder&& run, const FolderListing& listing, Below below_runs) {
    const auto folder = run.folder;
    const auto depth = run.scan_depth;
    const auto event_files = run.event_files;
    const bool is_trainer = is_trainer_run(run);
    auto runs = split_series(std::move(run));
    const auto has_metrics = [&] {
        return std::ranges::any_of(runs, [](const RunFolder& r) { return !r.metrics.empty(); });
    };
    std::vector<RunFolder> below;
    if (below_runs == Below::seen || !has_metrics()) add_runs_below(folder, listing, depth, false, below);
    remove_parts(folder, event_files, below);
    if (is_trainer) absorb_logs_of_trainer(runs.front(), below);
    if (runs.size() == 1 && !has_metrics()) take_logged_metrics(runs.front(), below);
    if (!has_metrics()) {
        auto logs = take_if(below, [&](const RunFolder& r) {
            return is_event_run(r) && (are_events(r.metrics) || is_in_logger_folder(r, folder));
        });
        // Files that MMEngine writes a second time are not a separate run.
        std::erase_if(below, is_event_run);
        const bool has_logs = !logs.empty();
        if (has_logs) runs = match_checkpoints(folder, depth, std::move(runs), std::move(logs));
        const auto is_own = [&](const RunFolder& r) {
            return r.folder == folder && !r.series.ends_with('/');
        };
        const auto own = std::ranges::find_if(runs, is_own);
        if (own != runs.end() && std::ranges::count_if(runs, is_own) == 1) {
            MetricsBelow best;
            find_metrics_below(folder, listing, deepest_metrics, !has_logs, best);
            own->metrics = std::move(best.paths);
        }
    }
    if (below_runs == Below::seen) std::ranges::move(below, std::back_inserter(runs));
    return runs;
}

/// Combines a folder that has metrics and no checkpoints with the runs below it.
std::vector<RunFolder> join_with_metrics(RunFolder&& run, std::vector<RunFolder>&& below) {
    const auto has_own = [](const RunFolder& r) { return has_checkpoints(r) || is_event_run(r); };
    std::erase_if(below, [&](const RunFolder& r) { return !has_own(r); });
    const auto first = std::ranges::find_if(below, has_checkpoints);
    if (first == below.end()) {
        below.insert(below.begin(), std::move(run));
        return std::move(below);
    }
    const bool is_only_one = std::all_of(std::next(first), below.end(), [&](const RunFolder& r) {
        return !has_checkpoints(r) || (lies_in(r.folder, first->folder) && r.folder != first->folder);
    });
    if (!is_only_one || !first->metrics.empty()) {
        // Links and the like beside several runs belong to none of them; neither do tables.
        if (!is_event_run(run)) run.metrics.clear();
        if (!run.metrics.empty() || !run.passed_over.empty()) below.push_back(std::move(run));
        return std::move(below);
    }
    adopt(run, std::move(*first));
    *first = std::move(run);
    return std::move(below);
}

/// A run in a folder named "train" is not a curve of the folder above.
void leave_out_events_of_runs(const std::vector<RunFolder>& below, RunFolder& run) {
    std::set<fs::path> taken;
    for (const auto& r : below) {
        if (has_checkpoints(r)) taken.insert(r.event_files.begin(), r.event_files.end());
    }
    const auto is_taken = [&](const fs::path& file) { return taken.contains(file); };
    std::erase_if(run.event_files, is_taken);
    std::erase_if(run.metrics, is_taken);
}

/// Returns the runs of a folder that has no checkpoints itself.
std::vector<RunFolder> visit_parent(RunFolder&& run, const FolderListing& listing, Below below_runs) {
    const auto folder = run.folder;
    const auto depth = run.scan_depth;
    std::vector<RunFolder> below;
    std::vector<RunFolder> passed_over;
    MetricsBelow logged;
    for (const auto& name : listing.folders) {
        if (depth >= deepest_run || is_checkpoint_folder_name(name)) continue;
        for (auto& inner : visit(folder / name, depth_of(name, depth), below_runs)) {
            if (!inner.is_run()) {
                passed_over.push_back(std::move(inner));
            } else if (!has_checkpoints(inner) && !is_event_run(inner) && is_logger_folder_name(name)) {
                keep_newer(std::move(inner.metrics), logged);
            } else {
                below.push_back(std::move(inner));
            }
        }
    }
    leave_out_events_of_runs(below, run);
    if (run.metrics.empty()) take_logged_metrics(run, below);
    if (run.metrics.empty()) run.metrics = std::move(logged.paths);
    remove_parts(folder, run.event_files, below);
    if (run.metrics.empty()) {
        if (!run.passed_over.empty()) passed_over.push_back(std::move(run));
    } else {
        below = join_with_metrics(std::move(run), std::move(below));
    }
    auto logs =
        take_if(below, [&](const RunFolder& r) { return is_event_run(r) && is_in_logger_folder(r, folder); });
    if (!logs.empty()) {
        auto owners = take_if(below, [&](const RunFolder& r) {
            return has_checkpoints(r) && r.metrics.empty() && !is_in_logger_folder(r, folder);
        });
        std::ranges::move(match_checkpoints(folder, depth, std::move(owners), std::move(logs)),
                          std::back_inserter(below));
    }
    std::ranges::move(passed_over, std::back_inserter(below));
    return below;
}

std::vector<RunFolder> visit(const fs::path& folder, int depth, Below below_runs) {
    const auto listing = list_folder(folder);
    if (!listing && listing.error().code == ErrorCode::not_found) return {};
    RunFolder run;
    run.folder = folder;
    run.scan_folder = folder;
    run.scan_depth = depth;
    if (!listing) {
        run.passed_over.push_back({{}, listing.error().message, is_unreadable(listing.error())});
        return {std::move(run)};
    }
    run = look_at_run(folder, *listing, depth);
    return run.checkpoints.empty() ? visit_parent(std::move(run), *listing, below_runs)
                                   : visit_run(std::move(run), *listing, below_runs);
}

/// A run whose checkpoints outside its own folder are all gone is still known by the folder above.
void name_earlier_places(RunFolder& run, const fs::path& root) {
    if (!is_event_run(run)) return;
    for (auto above = run.folder; above != root && above.has_relative_path();) {
        above = above.parent_path();
        run.known_as.emplace_back(above, run.folder.lexically_relative(above).native() + '/');
    }
}

fs::path absolute_path(const fs::path& path) {
    std::error_code ec;
    auto absolute = fs::absolute(path, ec);
    if (ec) absolute = path;
    absolute = absolute.lexically_normal();
    return absolute.has_filename() || !absolute.has_relative_path() ? absolute : absolute.parent_path();
}

}  // namespace

Result<std::vector<RunFolder>> scan_runs(const fs::path& root, int depth, Below below_runs) {
    const auto folder = absolute_path(root);
    std::error_code ec;
    const fs::directory_iterator probe(folder, ec);
    if (ec) return system_error(ec.value(), "read folder", folder.native());
    auto runs = visit(folder, depth, below_runs);
    for (auto& run : runs) {
        name_earlier_places(run, folder);
        std::ranges::sort(run.checkpoints, [](const auto& a, const auto& b) {
            return compare_natural(a.source, b.source) < 0;
        });
    }
    std::ranges::sort(runs, [](const auto& a, const auto& b) {
        const int order = compare_natural(a.folder.native(), b.folder.native());
        return order != 0 ? order < 0 : compare_natural(a.series, b.series) < 0;
    });
    return runs;
}

Result<CheckpointCandidate> checkpoint_at(const fs::path& path) {
    const auto absolute = absolute_path(path);
    std::error_code ec;
    const auto status = fs::status(absolute, ec);
    if (ec) return system_error(ec.value(), "read", absolute.native());
    CheckpointCandidate candidate{
        absolute, fs::is_directory(status), absolute.filename().native(), {std::string()}};
    if (candidate.is_folder) {
        STEPVAULT_ASSIGN(below, list_files_below(absolute));
        candidate.files = std::move(below.files);
        candidate.links = std::move(below.links);
    }
    if (candidate.files.empty()) return Error{ErrorCode::not_found, absolute.native() + " holds no files"};
    return candidate;
}

bool is_still_grouped(const CheckpointCandidate& candidate) {
    const auto name = candidate.path.filename().native();
    if (!candidate.chosen && (candidate.is_folder || !names_a_part(name))) return true;
    const auto folder = candidate.chosen ? candidate.path : candidate.path.parent_path();
    const auto listing = list_folder(folder);
    if (!listing) return true;
    const auto files = candidate.chosen ? candidate.files : std::vector<std::string>{name};
    const auto groups = group_files(without_other_zips(folder, listing->files));
    // Files of an unknown kind have only their path.
    const bool grouped = std::ranges::any_of(
        groups, [&](const auto& g) { return std::ranges::binary_search(g.files, files.front()); });
    return !grouped || std::ranges::any_of(groups, [&](const auto& g) { return g.files == files; });
}

Result<CheckpointCandidate> checkpoint_again(const fs::path& run_folder, const std::string& source,
                                             std::vector<std::string> files) {
    const auto path = run_folder / source;
    std::error_code ec;
    const bool single = files.empty() || (files.size() == 1 && files.front().empty());
    if (single || fs::is_directory(path, ec)) return checkpoint_at(path);
    return CheckpointCandidate{path.parent_path(), true, source, std::move(files), true};
}

}  // namespace stepvault
