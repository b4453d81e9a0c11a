// Storage levels after FTI (Bautista-Gomez et al., SC 2011): one step file over many nodes.
//
// Level 1 keeps each node's share on the node itself. Level 2 also keeps it on the next node of its group's
// ring. Level 3 instead keeps a Reed-Solomon block of the group on each node, so that half of a group's
// nodes, rounded down, may be lost. Level 4 is the vault.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "partition/level_file.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// Divides one process's piece into a share for each of `nodes` nodes: equal parts of its bytes, end to end.
std::vector<StepPiece> split_piece(StepPiece piece, std::uint32_t nodes);
/// Encodes a share as bytes. Encoded pieces of several processes may be concatenated.
Bytes pack_piece(const StepPiece& piece);

/// The nodes whose shares for_files_of_node() needs; `node` comes first.
std::vector<std::uint32_t> shares_needed(const LevelHeader& header, std::uint32_t node);

/// Calls `each` for every file that `node` keeps of a step, its own share last. `shares` (packed, by node)
/// must contain at least the needed ones. `header`: with the lengths and hashes of all shares. Stops at the
/// first error of `each`.
Status for_files_of_node(const LevelHeader& header, std::uint32_t node, std::span<const Bytes> shares,
                         const std::function<Status(LevelFileKind, ByteView payload)>& each);

/// The header entry of a share.
LevelHeader::Share describe_share(ByteView share);

/// Rebuilds the step file from the remaining files on any nodes, all of one step. ErrorCode::corrupt names
/// the lost nodes and the number of losses that the level survives. Only the step file's own checksums tell
/// whether it is the right file.
Result<Bytes> rebuild_step(std::span<const LevelFile> left);

}  // namespace stepvault
