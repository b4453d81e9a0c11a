#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "container/object_tree.h"

namespace stepvault {

/// The objects in a file's skeleton: the pickle of torch.save (both formats), of .metadata, or another
/// pickle; the metadata of a safetensors file.
struct FileContent {
    std::vector<ObjectLine> lines;     ///< empty where the file has no objects
    std::vector<std::string> globals;  ///< "module.name" of everything that its pickle would import, in order
};

/// Ignores payloads, which may hold anything. An unreadable pickle or header counts as no objects; returns
/// only errors of reading the file.
/// `format`: FileLayout::format; a "torch-distributed" file is a sequence of saved tensors and has no objects
/// of its own, since .metadata describes them.
Result<FileContent> read_objects(const File& file, std::string_view format, const TreeLimits& limits = {});

/// The pickle of a file of torch.save since 1.6, at most 64 MiB of it; nullopt for any other file. `size`: of
/// the file.
Result<std::optional<Bytes>> torch_zip_pickle(const File& file, std::uint64_t size);

}  // namespace stepvault
