#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/crew.h"
#include "partition/level_file.h"
#include "partition/node_placement.h"
#include "vault/step_file_writer.h"

namespace stepvault::mpi {

/// Storage levels 1 to 3 over the nodes of a crew. Each node has one process that reads and writes its
/// folder. All functions are for all ranks.
class NodeLevels {
 public:
    /// `pattern`: a node's folder, %n standing for its number.
    NodeLevels(Crew& crew, std::string pattern, NodePlacement placement, std::uint32_t group)
        : crew_(crew),
          pattern_(std::move(pattern)),
          placement_(std::move(placement)),
          nodes_(placement_.nodes()),
          group_(group) {}

    /// Keeps a step of which each process has a piece, and then drops older ones up to this level.
    Status save(const std::string& run_id, const std::string& step_id, std::uint32_t level, StepPiece piece);
    /// Drops all steps of a run: they are in the vault, or older than what is.
    Status drop(const std::string& run_id);
    /// Ids of the steps of which any node has anything, the newest last.
    Result<std::vector<std::string>> steps(const std::string& run_id);
    /// See rebuild_step().
    Result<Bytes> rebuild(const std::string& run_id, const std::string& step_id);
    /// Lines about what cannot be read on any node.
    Result<std::vector<std::string>> damage(const std::string& run_id);

 private:
    [[nodiscard]] std::filesystem::path folder(std::uint32_t node) const;
    [[nodiscard]] bool serves(std::uint32_t node) const { return placement_.server(node) == crew_.rank(); }
    /// Each node's share, put together from all processes' pieces.
    Result<std::vector<Bytes>> exchange_shares(StepPiece piece);

    Crew& crew_;
    std::string pattern_;
    NodePlacement placement_;
    std::uint32_t nodes_;
    std::uint32_t group_;
};

}  // namespace stepvault::mpi
