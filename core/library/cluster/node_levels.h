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

/// The folders in which the nodes of a process group keep steps.
struct NodeFolders {
    std::string pattern = {};                  ///< a node's folder; %n stands for its number
    std::vector<std::uint32_t> machines = {};  ///< by rank: any number that identifies its machine
    std::uint32_t nodes = 0;                   ///< 0: one for each machine
    std::uint32_t group = 4;                   ///< nodes that keep copies and parity for each other
};

/// Storage levels 1 to 3 on the nodes of a process group. One process reads and writes the folder of each
/// node. All ranks must call every function except check().
class NodeLevels {
 public:
    NodeLevels(Communicator& communicator, NodeFolders folders)
        : communicator_(communicator),
          pattern_(std::move(folders.pattern)),
          placement_(folders.machines, folders.nodes),
          nodes_(placement_.nodes()),
          group_(folders.group) {}

    /// ErrorCode::invalid_argument if the nodes cannot give the guarantees of the level.
    [[nodiscard]] Status check(std::uint32_t level) const;

    /// Keeps a step from the pieces of all processes, and then drops older steps up to its level.
    Status save(const std::string& run_id, const LevelSave& step, StepPiece piece);
    /// Drops all steps of a run, since they are in the vault or are older than a step in the vault.
    Status drop(const std::string& run_id);
    /// Ids of the steps for which any node has a file, newest last.
    Result<std::vector<std::string>> steps(const std::string& run_id);
    /// Those of steps() for which a node has a readable file, in the same order.
    Result<std::vector<LevelSave>> saves(const std::string& run_id);
    /// Rebuilds a step from the files that are left (rebuild_step()). Only rank 0 gets the step file; all
    /// ranks get an error.
    Result<Bytes> rebuild(const std::string& run_id, const std::string& step_id);
    /// One line for each file on any node that cannot be read.
    Result<std::vector<std::string>> damage(const std::string& run_id);

 private:
    [[nodiscard]] std::filesystem::path folder(std::uint32_t node) const;
    [[nodiscard]] std::vector<std::uint32_t> own_nodes() const;
    /// The lines of all processes, sorted and without repetitions.
    Result<std::vector<std::string>> exchange_lines(const std::set<std::string>& mine);
    /// The shares of the nodes that this process serves, assembled from the pieces of all processes.
    Result<std::vector<Bytes>> collect_shares(StepPiece piece);
    /// Descriptions of the shares of all processes.
    Result<std::vector<LevelHeader::Share>> describe_shares(const std::vector<Bytes>& shares);
    /// Sends each share to the processes that need it for their nodes' files.
    Status spread_shares(const LevelHeader& header, std::vector<Bytes>& shares);

    Communicator& communicator_;
    std::string pattern_;
    NodePlacement placement_;
    std::uint32_t nodes_;
    std::uint32_t group_;
};

}  // namespace stepvault
