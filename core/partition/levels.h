// Storage levels after FTI (Bautista-Gomez et al., SC 2011): one step file over many nodes.
//
// Level 1 keeps each node's share on the node itself; level 2 also on the next node of its group's ring;
// level 3 instead a Reed-Solomon block of the group on each node, so that half of a group's nodes, rounded
// down, may be lost. Level 4 is the vault.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "partition/level_file.h"
#include "vault/step_file_writer.h"

namespace stepvault {

/// Of one process's piece the share of each of `nodes`: bytes in equal parts, end to end.
std::vector<StepPiece> split_piece(StepPiece piece, std::uint32_t nodes);
/// A share as bytes. Pieces of several processes may follow each other.
Bytes pack_piece(const StepPiece& piece);

/// What `node` is to keep of a step whose `shares` (packed, by node) are all at hand, or only those of its
/// group, the others empty. `header`: with the lengths and hashes of all.
Result<std::vector<LevelFile>> files_of_node(const LevelHeader& header, std::uint32_t node,
                                             std::span<const Bytes> shares);

LevelHeader make_level_header(std::string run_id, std::string step_id, std::uint32_t level,
                              std::uint32_t group, std::span<const Bytes> shares);

/// The step file from what is left of it on any nodes; all of one step. ErrorCode::corrupt says which nodes
/// are lost and how many could have been. Whether it is the right file says its own checksums alone.
Result<Bytes> rebuild_step(std::span<const LevelFile> left);

}  // namespace stepvault
