#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "container/object_tree.h"

namespace stepvault {

/// The objects in a file's skeleton: the pickle of torch.save (both formats), of .metadata, or any other; the
/// metadata of a safetensors file.
struct FileContent {
    std::vector<ObjectLine> lines;     ///< empty where the file holds nothing of the kind
    std::vector<std::string> globals;  ///< what its pickle would import, "module.name", in order
};

/// Payloads are not looked at and may hold anything. What cannot be read holds nothing; errors are those of
/// reading the file.
Result<FileContent> read_objects(const File& file);

}  // namespace stepvault
