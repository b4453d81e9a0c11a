#pragma once

#include <optional>
#include <string>
#include <vector>

#include "library/study/resume_checklist.h"

namespace stepvault {

/// A plain value (epoch, learning rate, text) that two checkpoints do not share.
struct ObjectDifference {
    std::string file;              ///< inside the checkpoint, empty for a single file
    std::string path;              ///< keys and indices joined by '.': "optimizer.param_groups.0.lr"
    std::optional<std::string> a;  ///< nullopt where the path exists only in the other
    std::optional<std::string> b;
};

/// Values of one file, by path.
struct ObjectValue {
    std::string path;
    std::string text;
    std::uint64_t digest = 0;  ///< of what `text` abbreviates, else 0

    bool operator==(const ObjectValue&) const = default;
};

/// The values in a tree of objects, without tensors; containers only where they are empty or not listed.
std::vector<ObjectValue> object_values(const std::vector<ObjectLine>& lines);

/// Compares the values of matching files (match_files()), in the order of A.
std::vector<ObjectDifference> object_differences(const std::vector<FileObjects>& a,
                                                 const std::vector<FileObjects>& b);

}  // namespace stepvault
