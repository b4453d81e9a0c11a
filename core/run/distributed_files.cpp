#include "run/distributed_files.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "container/torch_distributed.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

using OpenFile = OpenCheckpoint::OpenFile;

constexpr std::string_view metadata_name = ".metadata";
constexpr std::string_view part_extension = ".distcp";

bool has_parts(const OpenCheckpoint& checkpoint, std::string_view folder) {
    return std::ranges::any_of(checkpoint.files, [&](const OpenFile& file) {
        return file.relative.ends_with(part_extension) && folder_prefix(file.relative) == folder;
    });
}

}  // namespace

Result<DistributedFiles> DistributedFiles::find(const OpenCheckpoint& checkpoint, bool raw) {
    DistributedFiles found;
    for (const auto& file : checkpoint.files) {
        const auto folder = folder_prefix(file.relative);
        const auto name = std::string_view(file.relative).substr(folder.size());
        if (name != metadata_name || !has_parts(checkpoint, folder)) continue;
        STEPVAULT_TRY(found.add_folder(checkpoint, file, raw));
    }
    return found;
}

Status DistributedFiles::add_folder(const OpenCheckpoint& checkpoint, const OpenFile& metadata, bool raw) {
    const std::string folder(folder_prefix(metadata.relative));
    auto read = read_distributed_metadata(metadata.file, metadata.identity.size);
    if (!read) {
        // A failure to read the file itself is not a verdict.
        const auto error = read.error().within(metadata.relative);
        STEPVAULT_ASSIGN(verdict, verdict_on(error, metadata.identity.size));
        if (verdict.complete) folders_[folder].trouble = std::move(verdict.layout.note);
        if (verdict.complete || raw) return {};
        return incomplete(checkpoint, verdict.reason);
    }
    for (const auto& [path, items] : read->files) {
        const bool there =
            std::ranges::binary_search(checkpoint.files, folder + path, {}, &OpenFile::relative);
        if (!there && !raw)
            return incomplete(checkpoint,
                              folder + path + ", which " + metadata.relative + " names, is missing");
    }
    folders_[folder].metadata = *std::move(read);
    return {};
}

Result<Inspection> DistributedFiles::inspect_file(const OpenFile& file) const {
    const std::string_view relative = file.relative;
    const auto size = file.identity.size;
    // The folder of .metadata may lie above the folder of the file.
    for (auto folder = folder_prefix(relative);;
         folder = folder_prefix(folder.substr(0, folder.size() - 1))) {
        const auto found = folders_.find(folder);
        if (found != folders_.end()) {
            const auto& [metadata, trouble] = found->second;
            const auto name = relative.substr(folder.size());
            const auto items = metadata.files.find(name);
            if (items != metadata.files.end()) return read_torch_distributed(file.file, size, items->second);
            if (name.ends_with(part_extension)) {
                return kept_raw(size, trouble.empty() ? "its .metadata does not name it" : trouble);
            }
            if (name == metadata_name) {
                auto inspection = kept_raw(size, trouble);
                inspection.layout.globals = metadata.globals;
                return inspection;
            }
        }
        if (folder.empty()) return inspect(file.file);
    }
}

}  // namespace stepvault
