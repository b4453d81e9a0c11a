#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "partition/level_store.h"
#include "partition/node_placement.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// Where the nodes of a crew keep steps of their own.
struct NodeFolders {
    std::string pattern = {};                  ///< a node's folder, %n standing for its number
    std::vector<std::uint32_t> machines = {};  ///< by rank, of any numbers
    std::uint32_t nodes = 0;                   ///< 0: one for each machine
    std::uint32_t group = 4;                   ///< nodes that keep copies and parity for each other
};

/// Storage levels 1 to 3 over the nodes of a crew. Each node has one process that reads and writes its
/// folder. All functions but check() are for all ranks.
class NodeLevels {
 public:
    NodeLevels(Communicator& communicator, NodeFolders folders)
        : communicator_(communicator),
          pattern_(std::move(folders.pattern)),
          placement_(folders.machines, folders.nodes),
          nodes_(placement_.nodes()),
          group_(folders.group) {}

    /// ErrorCode::invalid_argument where the nodes cannot keep what the level promises.
    [[nodiscard]] Status check(std::uint32_t level) const;

    /// Keeps a step of which each process has a piece, and then drops older ones up to its level.
    Status save(const std::string& run_id, const LevelSave& step, StepPiece piece);
    /// Drops all steps of a run: they are in the vault, or older than what is.
    Status drop(const std::string& run_id);
    /// Ids of the steps of which any node has anything, the newest last.
    Result<std::vector<std::string>> steps(const std::string& run_id);
    /// Of these, those that a node can tell the level of, in the same order.
    Result<std::vector<LevelSave>> saves(const std::string& run_id);
    /// rebuild_step() of what is left; the step file is for rank 0 alone, the error for all.
    Result<Bytes> rebuild(const std::string& run_id, const std::string& step_id);
    /// Lines about what cannot be read on any node.
    Result<std::vector<std::string>> damage(const std::string& run_id);

 private:
    [[nodiscard]] std::filesystem::path folder(std::uint32_t node) const;
    [[nodiscard]] std::vector<std::uint32_t> own_nodes() const;
    /// Everyone's lines, each once, in order.
    Result<std::vector<std::string>> exchange_lines(const std::set<std::string>& mine);
    /// The shares of the nodes that this process serves, put together from all processes' pieces.
    Result<std::vector<Bytes>> collect_shares(StepPiece piece);
    /// Everyone's shares described.
    Result<std::vector<LevelHeader::Share>> describe_shares(const std::vector<Bytes>& shares);
    /// Sends each share to those that need it for their nodes' files.
    Status spread_shares(const LevelHeader& header, std::vector<Bytes>& shares);

    Communicator& communicator_;
    std::string pattern_;
    NodePlacement placement_;
    std::uint32_t nodes_;
    std::uint32_t group_;
};

}  // namespace stepvault
