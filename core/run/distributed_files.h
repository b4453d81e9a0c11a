// Finds the files that torch.distributed.checkpoint wrote, and their items.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "container/distributed_metadata.h"
#include "run/completeness.h"

namespace stepvault {

/// Made from the .metadata files beside *.distcp files; keeps no reference to the checkpoint.
class DistributedFiles {
 public:
    /// ErrorCode::incomplete where a .metadata is cut off, or names a missing file; with `raw`, neither is
    /// checked. If a .metadata is unreadable for another reason, its files stay raw, with a note.
    static Result<DistributedFiles> find(const OpenCheckpoint& checkpoint, bool raw);

    /// Like inspect(), but uses the entries of .metadata for the file.
    [[nodiscard]] Result<Inspection> inspect_file(const OpenCheckpoint::OpenFile& file) const;

 private:
    struct Folder {
        DistributedMetadata metadata;
        std::string trouble;  ///< the reason why `metadata` is empty
    };
    Status add_folder(const OpenCheckpoint& checkpoint, const OpenCheckpoint::OpenFile& metadata, bool raw);

    std::map<std::string, Folder, std::less<>>
        folders_;  ///< by path in the checkpoint; "" or ending with '/'
};

}  // namespace stepvault
