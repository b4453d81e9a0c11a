#include "run/folder_listing.h"

#include <algorithm>
#include <system_error>

#include "run/file_names.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int deepest = 32;

enum class Kind { file, folder, link, other };

/// Uses the type in the listing; asks the file system only where the listing has none.
Kind kind_of(const fs::directory_entry& entry) {
    std::error_code ec;
    if (entry.is_symlink(ec)) return Kind::link;
    if (entry.is_regular_file(ec)) return Kind::file;
    return entry.is_directory(ec) ? Kind::folder : Kind::other;
}

/// Calls visit(name, kind) for each entry; returns the reason if the folder could not be read.
template <class Visit>
std::error_code for_each_entry(const fs::path& folder, Visit visit) {
    std::error_code ec;
    for (fs::directory_iterator at(folder, ec); !ec && at != fs::directory_iterator(); at.increment(ec)) {
        const auto name = at->path().filename().native();
        if (!is_unfinished_name(name)) visit(name, kind_of(*at));
    }
    return ec;
}

Status add_files_below(const fs::path& folder, const std::string& prefix, int depth, FilesBelow& below) {
    if (depth > deepest) {
        return Error{ErrorCode::limit,
                     folder.native() + " lies more than " + std::to_string(deepest) + " levels deep"};
    }
    Status status;
    const auto code = for_each_entry(folder, [&](const std::string& name, Kind kind) {
        if (kind == Kind::file) below.files.push_back(prefix + name);
        if (kind == Kind::link) below.links.push_back(prefix + name);
        if (kind == Kind::folder && status)
            status = add_files_below(folder / name, prefix + name + '/', depth + 1, below);
    });
    if (code) return system_error(code.value(), "read folder", folder.native());
    return status;
}

}  // namespace

bool has_name(const std::vector<std::string>& sorted, std::string_view name) {
    return std::ranges::binary_search(sorted, name);
}

Result<FolderListing> list_folder(const fs::path& folder) {
    FolderListing listing;
    const auto code = for_each_entry(folder, [&](const std::string& name, Kind kind) {
        if (kind == Kind::file) listing.files.push_back(name);
        if (kind == Kind::folder && !name.starts_with('.') && !name.ends_with(restored_suffix)) {
            listing.folders.push_back(name);
        }
        if (kind == Kind::link) listing.links.push_back(name);
    });
    if (code) return system_error(code.value(), "read folder", folder.native());
    std::ranges::sort(listing.files);
    std::ranges::sort(listing.folders);
    std::ranges::sort(listing.links);
    return listing;
}

Result<FilesBelow> list_files_below(const fs::path& folder) {
    FilesBelow below;
    STEPVAULT_TRY(add_files_below(folder, "", 0, below));
    std::ranges::sort(below.files);
    std::ranges::sort(below.links);
    return below;
}

}  // namespace stepvault
