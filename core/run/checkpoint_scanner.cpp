#include "run/checkpoint_scanner.h"

#include <algorithm>
#include <iterator>
#include <system_error>

#include "base/paths.h"
#include "base/text.h"
#include "run/file_groups.h"
#include "run/file_names.h"
#include "run/folder_listing.h"
#include "run/metrics_finder.h"
#include "run/run_series.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int deepest_run = 4;      // levels below the root
constexpr int deepest_metrics = 3;  // levels below a run

fs::file_time_type modified(const fs::path& path) {
    std::error_code ec;
    const auto time = fs::last_write_time(path, ec);
    return ec ? fs::file_time_type::min() : time;
}

/// What the framework that saves into a folder leaves in it, whatever the folder is called.
bool is_saved_folder(const fs::path& folder) {
    const auto inside = list_folder(folder);
    return inside && (is_distributed_save(inside->files) || has_name(inside->folders, "mp_rank_00"));
}

/// Orbax calls its folders by the step alone, as others call runs.
bool is_orbax_folder(const fs::path& folder) {
    const auto marked = [](const FolderListing& l) {
        return has_name(l.files, "_CHECKPOINT_METADATA") || has_name(l.files, "_METADATA") ||
               has_name(l.files, "manifest.ocdbt") || has_name(l.files, "commit_success.txt");
    };
    const auto inside = list_folder(folder);
    if (!inside) return false;
    return marked(*inside) || std::ranges::any_of(inside->folders, [&](const auto& name) {
               const auto item = list_folder(folder / name);
               return item && marked(*item);
           });
}

bool is_checkpoint_folder(const fs::path& folder, const std::string& name, bool tracked) {
    if (is_checkpoint_folder_name(name)) return true;
    if (name.ends_with("-state") && step_from_name(name)) return true;
    if (is_number(name)) return is_orbax_folder(folder / name);
    return tracked && !is_member_folder_name(name) && is_saved_folder(folder / name);
}

/// DeepSpeed and Megatron name the newest of their folders in a file beside them.
bool has_tracker(const FolderListing& listing) {
    return has_name(listing.files, "latest") || has_name(listing.files, "latest_checkpointed_iteration.txt");
}

std::string link_reason(const fs::path& link) {
    std::error_code ec;
    const auto target = fs::read_symlink(link, ec);
    return "it is a symbolic link" + (ec ? std::string() : " to " + target.native()) +
           "; links are not followed";
}

bool is_unreadable(const Error& error) {
    return error.code == ErrorCode::permission || error.code == ErrorCode::io;
}

/// The checkpoints that lie in `folder` itself, whose path below the run's folder is `prefix`.
void add_checkpoints(const fs::path& folder, const FolderListing& listing, const std::string& prefix,
                     RunFolder& run) {
    const bool tracked = has_tracker(listing);
    for (const auto& name : listing.folders) {
        if (!is_checkpoint_folder(folder, name, tracked)) continue;
        auto below = list_files_below(folder / name);
        if (!below) {
            if (below.error().code != ErrorCode::not_found)
                run.passed_over.push_back(
                    {prefix + name, below.error().message, is_unreadable(below.error())});
            continue;
        }
        if (below->files.empty()) continue;
        run.checkpoints.push_back({folder / name, true, prefix + name, std::move(below->files)});
        run.checkpoints.back().links = std::move(below->links);
    }
    for (auto& group : group_files(listing.files)) {
        if (group.files.size() == 1) {
            run.checkpoints.push_back({folder / group.name, false, prefix + group.name, {std::string()}});
        } else {
            run.checkpoints.push_back({folder, true, prefix + group.name, std::move(group.files), true});
        }
    }
    for (const auto& name : listing.links) {
        if (is_checkpoint_file_name(name) || is_checkpoint_folder_name(name) || is_member_folder_name(name))
            run.passed_over.push_back({prefix + name, link_reason(folder / name)});
    }
}

/// The folder's own trainer_state.json, or that of the newest checkpoint-N, whichever was written later: each
/// holds the whole history so far, but the folder's own may be left from before a resume.
void add_trainer_state(const FolderListing& listing, RunFolder& run) {
    const CheckpointCandidate* newest = nullptr;
    std::int64_t newest_step = -1;
    for (const auto& c : run.checkpoints) {
        const auto step = c.is_folder ? trainer_step(c.path.filename().native()) : std::nullopt;
        if (step && *step > newest_step && std::ranges::binary_search(c.files, trainer_state_name)) {
            newest_step = *step;
            newest = &c;
        }
    }
    const auto own = run.folder / trainer_state_name;
    const bool has_own = std::ranges::binary_search(listing.files, trainer_state_name);
    if (newest != nullptr && (!has_own || modified(own) <= modified(newest->path / trainer_state_name))) {
        run.metrics.push_back(newest->path / trainer_state_name);
    } else if (has_own) {
        run.metrics.push_back(own);
    }
}

RunFolder look_at(const fs::path& folder, const FolderListing& listing) {
    RunFolder run;
    run.folder = folder;
    add_checkpoints(folder, listing, "", run);
    for (const auto& name : listing.folders) {
        if (!is_member_folder_name(name)) continue;
        if (const auto members = list_folder(folder / name)) {
            add_checkpoints(folder / name, *members, name + '/', run);
        } else if (members.error().code != ErrorCode::not_found) {
            run.passed_over.push_back({name, members.error().message, is_unreadable(members.error())});
        }
    }
    run.metrics = metrics_in(folder, listing);
    add_trainer_state(listing, run);
    return run;
}

struct MetricsBelow {
    std::vector<fs::path> paths;
    std::int64_t time = 0;
};

void keep_newer(std::vector<fs::path>&& metrics, MetricsBelow& best) {
    if (metrics.empty()) return;
    const auto time = metrics_time(metrics);
    if (best.paths.empty() || time > best.time) best = {std::move(metrics), time};
}

/// Keeps in `best` the newest metrics of a folder below `folder`; folders with checkpoints are runs of their
/// own.
void find_metrics_below(const fs::path& folder, const FolderListing& listing, int levels,
                        MetricsBelow& best) {
    for (const auto& name : listing.folders) {
        if (is_checkpoint_folder_name(name)) continue;
        const auto inner = list_folder(folder / name);
        if (!inner) continue;
        auto run = look_at(folder / name, *inner);
        if (!run.checkpoints.empty() && !is_member_folder_name(name)) continue;
        keep_newer(std::move(run.metrics), best);
        if (levels > 1) find_metrics_below(folder / name, *inner, levels - 1, best);
    }
}

/// Makes the checkpoints of a run below `run` its own.
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

/// What lies below a run with checkpoints and has checkpoints of its own: one file beside the folders of
/// several runs makes them no part of a run. `is_member`: what lies in `folder` itself is the run's.
void add_runs_below(const fs::path& folder, const FolderListing& listing, int depth, bool is_member,
                    std::vector<RunFolder>& runs) {
    const bool tracked = has_tracker(listing);
    for (const auto& name : listing.folders) {
        if (depth == deepest_run || is_checkpoint_folder(folder, name, tracked)) continue;
        if (!is_member && is_member_folder_name(name)) {
            if (const auto members = list_folder(folder / name))
                add_runs_below(folder / name, *members, depth + 1, true, runs);
            continue;
        }
        for (auto& inner : visit(folder / name, depth + 1, Below::seen)) {
            if (has_checkpoints(inner) || !inner.is_run()) runs.push_back(std::move(inner));
        }
    }
}

/// A folder that has metrics and no checkpoints, and what was found below it.
std::vector<RunFolder> join_with_metrics(RunFolder&& run, std::vector<RunFolder>&& below) {
    const auto first = std::ranges::find_if(below, has_checkpoints);
    if (first == below.end()) return {std::move(run)};
    const bool is_only_one = std::all_of(std::next(first), below.end(), [&](const RunFolder& r) {
        return !has_checkpoints(r) || (lies_in(r.folder, first->folder) && r.folder != first->folder);
    });
    if (!is_only_one || !first->metrics.empty()) {
        // Links and the like beside several runs are none of theirs.
        run.metrics.clear();
        if (!run.passed_over.empty()) below.push_back(std::move(run));
        return std::move(below);
    }
    adopt(run, std::move(*first));
    *first = std::move(run);
    std::erase_if(below, [](const RunFolder& r) { return !has_checkpoints(r); });
    return std::move(below);
}

std::vector<RunFolder> visit(const fs::path& folder, int depth, Below below_runs) {
    const auto listing = list_folder(folder);
    if (!listing && listing.error().code == ErrorCode::not_found) return {};
    RunFolder run;
    run.folder = folder;
    if (!listing) {
        run.passed_over.push_back({{}, listing.error().message, is_unreadable(listing.error())});
        return {std::move(run)};
    }
    run = look_at(folder, *listing);
    if (!run.checkpoints.empty()) {
        auto runs = split_series(std::move(run));
        if (auto& only = runs.front(); runs.size() == 1 && only.metrics.empty()) {
            MetricsBelow best;
            find_metrics_below(folder, *listing, deepest_metrics, best);
            only.metrics = std::move(best.paths);
        }
        if (below_runs == Below::seen) add_runs_below(folder, *listing, depth, false, runs);
        return runs;
    }

    std::vector<RunFolder> below;
    std::vector<RunFolder> passed_over;
    MetricsBelow logged;
    for (const auto& name : listing->folders) {
        if (depth == deepest_run || is_checkpoint_folder_name(name)) continue;
        for (auto& inner : visit(folder / name, depth + 1, below_runs)) {
            if (!inner.is_run()) {
                passed_over.push_back(std::move(inner));
            } else if (!has_checkpoints(inner) && is_logger_folder_name(name)) {
                keep_newer(std::move(inner.metrics), logged);
            } else {
                below.push_back(std::move(inner));
            }
        }
    }
    if (run.metrics.empty()) run.metrics = std::move(logged.paths);
    if (run.metrics.empty()) {
        if (!run.passed_over.empty()) passed_over.push_back(std::move(run));
    } else {
        below = join_with_metrics(std::move(run), std::move(below));
    }
    std::ranges::move(passed_over, std::back_inserter(below));
    return below;
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
        std::ranges::sort(run.checkpoints, [](const auto& a, const auto& b) {
            return compare_natural(a.source, b.source) < 0;
        });
    }
    std::ranges::sort(runs, [](const auto& a, const auto& b) {
        return compare_natural(a.folder.native(), b.folder.native()) < 0;
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
    const auto listing = list_folder(candidate.chosen ? candidate.path : candidate.path.parent_path());
    if (!listing) return true;
    const auto files = candidate.chosen ? candidate.files : std::vector<std::string>{name};
    const auto groups = group_files(listing->files);
    // Files of no known kind come here by their path alone.
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
