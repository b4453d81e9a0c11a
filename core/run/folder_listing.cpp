#include "run/folder_listing.h"

#include <algorithm>
#include <system_error>

#include "run/file_names.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int deepest = 32;

enum class Kind { file, folder, link, other };

/// By what the listing says; asks the file system only where it says nothing.
Kind kind_of(const fs::directory_entry& entry) {
    std::error_code ec;
    if (entry.is_symlink(ec)) return Kind::link;
    if (entry.is_regular_file(ec)) return Kind::file;
    return entry.is_directory(ec) ? Kind::folder : Kind::other;
}

/// False where the folder cannot be read.
template <class Visit>
bool for_each_entry(const fs::path& folder, Visit visit) {
    std::error_code ec;
    for (fs::directory_iterator at(folder, ec); !ec && at != fs::directory_iterator(); at.increment(ec)) {
        const auto name = at->path().filename().native();
        if (!is_unfinished_name(name)) visit(name, kind_of(*at));
    }
    return !ec;
}

void add_files_below(const fs::path& folder, const std::string& prefix, int depth,
                     std::vector<std::string>& files) {
    for_each_entry(folder, [&](const std::string& name, Kind kind) {
        if (kind == Kind::file) files.push_back(prefix + name);
        if (kind == Kind::folder && depth < deepest) {
            add_files_below(folder / name, prefix + name + '/', depth + 1, files);
        }
    });
}

}  // namespace

bool has_name(const std::vector<std::string>& sorted, std::string_view name) {
    return std::ranges::binary_search(sorted, name);
}

std::optional<FolderListing> list_folder(const fs::path& folder) {
    FolderListing listing;
    const bool readable = for_each_entry(folder, [&](const std::string& name, Kind kind) {
        if (kind == Kind::file) listing.files.push_back(name);
        if (kind == Kind::folder && !name.starts_with('.') && !name.ends_with(restored_suffix)) {
            listing.folders.push_back(name);
        }
        if (kind == Kind::link) listing.links.push_back(name);
    });
    if (!readable) return {};
    std::ranges::sort(listing.files);
    std::ranges::sort(listing.folders);
    std::ranges::sort(listing.links);
    return listing;
}

std::vector<std::string> list_files_below(const fs::path& folder) {
    std::vector<std::string> files;
    add_files_below(folder, "", 0, files);
    std::ranges::sort(files);
    return files;
}

}  // namespace stepvault
