// A node's copy of a step, in memory and in the node's folder.
#pragma once

#include <QtGlobal>

#include "partition/levels.h"

namespace stepvault::test {

inline std::vector<LevelFile> files_of_node(const LevelHeader& header, std::uint32_t node,
                                            std::span<const Bytes> shares) {
    std::vector<LevelFile> files;
    const auto status = for_files_of_node(header, node, shares, [&](LevelFileKind kind, ByteView payload) {
        files.push_back({header, kind, node, Bytes(payload.begin(), payload.end())});
        return Status();
    });
    if (!status) qFatal("%s", status.error().message.c_str());
    return files;
}

inline Status write(const LevelFile& file, const std::filesystem::path& folder) {
    return write_level_file(folder, file.header, file.kind, file.node, file.payload);
}

}  // namespace stepvault::test
