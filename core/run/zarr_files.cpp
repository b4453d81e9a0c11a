#include "run/zarr_files.h"

#include <utility>

#include "base/text.h"
#include "container/verdict.h"

namespace stepvault {

Result<ZarrFiles> ZarrFiles::find(const OpenCheckpoint& checkpoint) {
    ZarrFiles found;
    for (const auto& file : checkpoint.files) {
        if (base_name(file.relative) != zarr_metadata_name) continue;
        const std::string folder(folder_prefix(file.relative));
        auto array = read_zarr_array(file.file, file.identity.size);
        if (array) {
            found.arrays_.emplace(folder, *std::move(array));
            continue;
        }
        STEPVAULT_ASSIGN(verdict, verdict_on(array.error(), file.identity.size));
        found.troubles_.emplace(folder, std::move(verdict.layout.note));
    }
    return found;
}

std::optional<Inspection> ZarrFiles::inspect_file(const OpenCheckpoint::OpenFile& file) const {
    const std::string_view relative = file.relative;
    if (base_name(relative) == zarr_metadata_name) return {};
    // With '/' between the indices, the folder of .zarray lies above that of the chunk.
    for (auto folder = folder_prefix(relative); !folder.empty();
         folder = folder_prefix(folder.substr(0, folder.size() - 1))) {
        const auto name = relative.substr(folder.size());
        const auto array = arrays_.find(folder);
        if (array != arrays_.end()) {
            if (!array->second.has_chunk(name)) return {};
            return inspect_zarr_chunk(array->second, name, file.identity.size,
                                      base_name(folder.substr(0, folder.size() - 1)));
        }
        const auto trouble = troubles_.find(folder);
        if (trouble != troubles_.end() && name.find_first_not_of("0123456789./") == std::string_view::npos)
            return kept_raw(file.identity.size, trouble->second);
    }
    return {};
}

}  // namespace stepvault
