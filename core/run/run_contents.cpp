#include "run/run_contents.h"

#include <algorithm>
#include <system_error>

#include "base/text.h"
#include "run/checkpoint_zips.h"
#include "run/file_groups.h"
#include "run/file_names.h"
#include "run/metrics_finder.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

fs::file_time_type modified(const fs::path& path) {
    std::error_code ec;
    const auto time = fs::last_write_time(path, ec);
    return ec ? fs::file_time_type::min() : time;
}

/// True for a folder that a framework's distributed save has filled, whatever the folder's name.
bool is_saved_folder(const fs::path& folder) {
    const auto inside = list_folder(folder);
    return inside && (is_distributed_save(inside->files) || has_name(inside->folders, "mp_rank_00"));
}

/// Orbax names its folders by the step alone, a name that others use for runs.
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

std::string link_reason(const fs::path& link) {
    std::error_code ec;
    const auto target = fs::read_symlink(link, ec);
    return "it is a symbolic link" + (ec ? std::string() : " to " + target.native()) +
           "; links are not followed";
}

/// Adds the checkpoints in `folder` itself; `prefix` is its path below the run's folder.
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
    for (auto& group : group_files(without_other_zips(folder, listing.files))) {
        if (group.files.size() == 1) {
            run.checkpoints.push_back({folder / group.name, false, prefix + group.name, {std::string()}});
        } else {
            run.checkpoints.push_back({folder, true, prefix + group.name, std::move(group.files), true});
        }
    }
    for (const auto& name : listing.links) {
        const bool is_file = is_checkpoint_file_name(name) && !is_other_zip(folder / name);
        if (is_file || is_checkpoint_folder_name(name) || is_member_folder_name(name))
            run.passed_over.push_back({prefix + name, link_reason(folder / name)});
    }
}

/// Adds the folder's own trainer_state.json, or that of the newest checkpoint-N, whichever was written later:
/// each holds the complete history so far, but the folder's own may be from before a resume.
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

}  // namespace

bool is_checkpoint_folder(const fs::path& folder, const std::string& name, bool tracked) {
    if (is_checkpoint_folder_name(name)) return true;
    if (name.ends_with("-state") && step_from_name(name)) return true;
    if (is_number(name)) return is_orbax_folder(folder / name);
    return tracked && !is_member_folder_name(name) && is_saved_folder(folder / name);
}

bool has_tracker(const FolderListing& listing) {
    return has_name(listing.files, "latest") || has_name(listing.files, "latest_checkpointed_iteration.txt");
}

bool is_unreadable(const Error& error) {
    return error.code == ErrorCode::permission || error.code == ErrorCode::io;
}

RunFolder look_at_run(const fs::path& folder, const FolderListing& listing, int depth) {
    RunFolder run;
    run.folder = folder;
    run.scan_folder = folder;
    run.scan_depth = depth;
    add_checkpoints(folder, listing, "", run);
    for (const auto& name : listing.folders) {
        if (!is_member_folder_name(name)) continue;
        if (const auto members = list_folder(folder / name)) {
            add_checkpoints(folder / name, *members, name + '/', run);
        } else if (members.error().code != ErrorCode::not_found) {
            run.passed_over.push_back({name, members.error().message, is_unreadable(members.error())});
        }
    }
    run.event_files = events_of_run(folder, listing);
    run.metrics = metrics_in(folder, listing, run.event_files);
    add_trainer_state(listing, run);
    if (!run.metrics.empty() && has_name(listing.files, evaluations_name))
        run.metrics.push_back(folder / evaluations_name);
    return run;
}

}  // namespace stepvault
