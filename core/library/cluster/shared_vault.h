#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "library/cluster/node_levels.h"
#include "library/services/local_vault.h"
#include "partition/level_intervals.h"
#include "vault/records/vault.h"

namespace stepvault {

/// One checkpoint, to be saved by all ranks together.
struct SharedSaveRequest {
    /// `folder`, `source` and so on as of IngestRequest.
    std::filesystem::path path;
    std::string source = {};
    std::string run = {};
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step = {};
    std::optional<SchemeChoice> scheme = {};
    std::uint32_t level = 4;  ///< 1 to 3: on the nodes; 4: in the vault
    /// Instead of `level`: the one that is due by these, for the run as it is kept.
    std::optional<LevelIntervals> intervals = {};
    std::vector<std::uint32_t> weights = {};  ///< by rank, of its share of the work; empty: all alike
};

/// What was saved, the same on every rank.
struct SharedSaveReport {
    std::string id;
    std::uint32_t level = 0;  ///< 0: none was due, and nothing was saved
    std::uint64_t bytes = 0;
    std::uint64_t stored_bytes = 0;  ///< of the step file
    std::chrono::duration<double> seconds{};
};

/// A step that can be restored.
struct SharedStep {
    std::string id;
    std::int64_t step = 0;
    std::uint32_t level = 4;
    std::int64_t saved_ns = 0;  ///< since the epoch
};

/// What the levels on the nodes gave back to the vault.
struct RebuildReport {
    std::string id;                        ///< what is in the vault now; empty: nothing newer was to be had
    std::string newest_in_vault;           ///< before that; empty: none
    std::vector<std::string> passed_over;  ///< one line for each newer step that could not be rebuilt
};

/// What was brought into the vault first, and what was restored from there.
struct SharedRestoreReport {
    RebuildReport rebuilt;
    RestoreReport restored;  ///< of rank 0, where this one wrote nothing
};

/// A vault, and the nodes' folders, that the processes of a crew use together. All functions are for all
/// ranks, with the same arguments except where said; reports and errors are the same on all of them. One
/// thread.
class SharedVault {
 public:
    /// `vault`, `mode`, `backends` and `threads` as of LocalVault::open(). `communicator`: not owned.
    /// `folders`: none for level 4 alone.
    static Result<std::unique_ptr<SharedVault>> open(Communicator& communicator,
                                                     const std::filesystem::path& vault,
                                                     LocalVault::Mode mode, const Backends& backends,
                                                     unsigned threads, std::optional<NodeFolders> folders);

    /// Files a checkpoint, each process its share. What is saved in the vault, or on a level, takes the place
    /// of what was on the levels up to it.
    Result<SharedSaveReport> save(const SharedSaveRequest& request, const JobContext& job);
    /// What vault and nodes have of a run, the newest last.
    Result<std::vector<SharedStep>> steps(const std::string& run);
    /// Puts into the vault what the nodes have of the newest step, if the vault has none that is newer.
    Result<RebuildReport> rebuild(const std::string& run);
    /// Each process that gives an output writes it. Without step the newest one, of nodes or vault.
    Result<SharedRestoreReport> restore(const RestoreRequest& request, const JobContext& job);
    /// Lines about what is damaged in the vault and on the nodes.
    Result<std::vector<std::string>> damage(const std::string& run, const JobContext& job);

 private:
    SharedVault(Communicator& communicator, std::filesystem::path folder, unsigned threads)
        : communicator_(communicator), folder_(std::move(folder)), threads_(threads) {}
    [[nodiscard]] bool leads() const { return communicator_.rank() == 0; }
    /// The run's id, as rank 0 knows it; empty where there is none.
    Result<std::string> find(const std::string& run);
    /// The same; ErrorCode::not_found where there is none.
    Result<std::string> need(const std::string& run);
    Result<std::vector<SharedStep>> steps_of(const std::string& run_id);
    Result<std::uint32_t> choose_level(const SharedSaveRequest& request, const std::string& run_id);
    Result<CheckpointRow> ingest(const SharedSaveRequest& request, const std::string& run_id,
                                 StepPiece* piece, const JobContext& job);
    /// For rank 0: see RunWriter::take_step().
    Status take_step(const std::string& run_id, const std::string& id, ByteView step_file);
    Result<RestoreReport> write(const RestoreRequest& request, const JobContext& job);

    Communicator& communicator_;
    std::filesystem::path folder_;
    unsigned threads_;
    std::unique_ptr<LocalVault> vault_;  ///< of rank 0
    std::optional<NodeLevels> levels_;
};

}  // namespace stepvault
