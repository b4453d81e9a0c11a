#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// The header in every file of a level, which describes the parts of a step file, one for each node.
struct LevelHeader {
    struct Share {
        std::uint64_t length = 0;
        std::uint64_t hash = 0;  ///< XXH3-64
        bool operator==(const Share&) const = default;
    };
    std::string run_id;
    std::string step_id;
    std::uint32_t level = 1;  ///< 1 to 3
    /// Size of groups of nodes that keep copies and parity for each other; the last group also takes the
    /// remaining nodes.
    std::uint32_t group = 1;
    std::int64_t saved_ns = 0;       ///< since the epoch
    std::vector<Share> shares = {};  ///< by node
    bool operator==(const LevelHeader&) const = default;
};

/// The contents of a level's file.
enum class LevelFileKind : std::uint8_t {
    own,     ///< the node's own share
    copy,    ///< the share of the previous node in the group's ring
    parity,  ///< the node's block of the erasure code over the group
};

/// A file of a level with its bytes.
struct LevelFile {
    LevelHeader header;
    LevelFileKind kind = LevelFileKind::own;
    std::uint32_t node = 0;  ///< the node that keeps the file
    Bytes payload;

    /// Format: core/vault/FORMAT.md.
    [[nodiscard]] Bytes to_bytes() const;
    /// ErrorCode::corrupt where any byte has changed, unsupported for a newer version. `name`: for the error.
    static Result<LevelFile> parse(ByteView bytes, const std::string& name);
    static Result<LevelFile> read(const std::filesystem::path& file);
};

/// Published atomically as `folder`/<run>/<step>/own, copy or parity. `node`: the node of `folder`.
Status write_level_file(const std::filesystem::path& folder, const LevelHeader& header, LevelFileKind kind,
                        std::uint32_t node, ByteView payload);

/// Reads the header of a level's file without its payload.
Result<LevelHeader> read_level_header(const std::filesystem::path& file);

/// The folder of one step below a node's `folder`: <run>/<step>.
std::filesystem::path level_folder(const std::filesystem::path& folder, const std::string& run_id,
                                   const std::string& step_id);

}  // namespace stepvault
