// Storage levels after FTI (Bautista-Gomez et al., SC 2011): one step file over many nodes.
//
// Level 1 keeps each node's share on the node itself; level 2 also on the next node of its group's ring;
// level 3 instead a Reed-Solomon block of the group on each node, so that half of a group's nodes, rounded
// down, may be lost. Level 4 is the vault.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "partition/level_file.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// Of one process's piece the share of each of `nodes`: bytes in equal parts, end to end.
std::vector<StepPiece> split_piece(StepPiece piece, std::uint32_t nodes);
/// A share as bytes. Pieces of several processes may follow each other.
Bytes pack_piece(const StepPiece& piece);

/// The nodes whose shares for_files_of_node() needs: its own first.
std::vector<std::uint32_t> shares_needed(const LevelHeader& header, std::uint32_t node);

/// What `node` is to keep of a step of whose `shares` (packed, by node) those that it needs are at hand, file
/// by file, its own last. `header`: with the lengths and hashes of all. Ends with the first error of `each`.
Status for_files_of_node(const LevelHeader& header, std::uint32_t node, std::span<const Bytes> shares,
                         const std::function<Status(LevelFileKind, ByteView payload)>& each);

/// What a header says of a share.
LevelHeader::Share describe_share(ByteView share);

/// The step file from what is left of it on any nodes; all of one step. ErrorCode::corrupt says which nodes
/// are lost and how many could have been. Whether it is the right file says its own checksums alone.
Result<Bytes> rebuild_step(std::span<const LevelFile> left);

}  // namespace stepvault
