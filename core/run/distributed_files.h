// Which files of a checkpoint torch.distributed.checkpoint wrote, and what lies in them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "container/distributed_metadata.h"
#include "run/completeness.h"

namespace stepvault {

/// Made from the .metadata files that lie beside *.distcp files; it keeps nothing of the checkpoint.
class DistributedFiles {
 public:
    /// ErrorCode::incomplete where a .metadata is cut off, or names a file that is missing; with `raw`
    /// neither is asked. A .metadata that cannot be read otherwise leaves its files raw, with a note.
    static Result<DistributedFiles> find(const OpenCheckpoint& checkpoint, bool raw);

    /// As inspect(), with what .metadata says of the file.
    [[nodiscard]] Result<Inspection> inspect_file(const OpenCheckpoint::OpenFile& file) const;

 private:
    struct Folder {
        DistributedMetadata metadata;
        std::string trouble;  ///< why `metadata` is empty
    };
    Status add_folder(const OpenCheckpoint& checkpoint, const OpenCheckpoint::OpenFile& metadata, bool raw);

    std::map<std::string, Folder, std::less<>>
        folders_;  ///< by path in the checkpoint, "" or ending with '/'
};

}  // namespace stepvault
