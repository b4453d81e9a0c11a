// Finds the chunks of zarr arrays among a checkpoint's files.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "container/zarr_array.h"
#include "run/completeness.h"

namespace stepvault {

/// Made from the .zarray files; keeps no reference to the checkpoint.
class ZarrFiles {
 public:
    /// Where a .zarray cannot be used, the array's chunks stay raw, with a note. Errors of reading only.
    static Result<ZarrFiles> find(const OpenCheckpoint& checkpoint);

    /// nullopt for a file that is no chunk.
    [[nodiscard]] std::optional<Inspection> inspect_file(const OpenCheckpoint::OpenFile& file) const;

 private:
    std::map<std::string, ZarrArray, std::less<>> arrays_;      ///< by folder in the checkpoint, with its '/'
    std::map<std::string, std::string, std::less<>> troubles_;  ///< why a folder's .zarray cannot be used
};

}  // namespace stepvault
