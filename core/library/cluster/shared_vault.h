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
#include "vault/encode/shared_encoding.h"
#include "vault/records/vault.h"

namespace stepvault {

/// A request to save one checkpoint by all ranks together.
struct SharedSaveRequest {
    /// The members up to `scheme` have the same meaning as in IngestRequest.
    std::filesystem::path path = {};
    std::vector<HeldFile> held = {};
    bool is_parted = false;
    bool is_from_memory = false;
    std::string source = {};
    std::string run = {};
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step = {};
    std::optional<SchemeChoice> scheme = {};
    std::uint32_t level = 4;  ///< 1 to 3: on the nodes; 4: in the vault
    /// If set, replaces `level` by the level that is due by these intervals and the run's kept steps.
    std::optional<LevelIntervals> intervals = {};
    std::vector<std::uint32_t> weights = {};  ///< by rank: its share of the work; empty: equal shares
};

/// The outcome of a save, the same on every rank.
struct SharedSaveReport {
    std::string id;
    std::uint32_t level = 0;  ///< 0: no level was due, and nothing was saved
    std::uint64_t bytes = 0;
    std::uint64_t stored_bytes = 0;  ///< of the step file
    std::chrono::duration<double> seconds{};
    std::vector<RankWork> ranks;  ///< by rank
};

/// A step that can be restored.
struct SharedStep {
    std::string id;
    std::int64_t step = 0;
    std::uint32_t level = 4;
    std::int64_t saved_ns = 0;  ///< since the epoch
};

/// The outcome of rebuilding a step in the vault from the nodes.
struct RebuildReport {
    std::string id;                        ///< the rebuilt step; empty: the nodes could give nothing newer
    std::string newest_in_vault;           ///< before the rebuild; empty: none
    std::vector<std::string> passed_over;  ///< one line for each newer step that could not be rebuilt
};

/// The step that was first rebuilt in the vault, and the checkpoint that was restored from there.
struct SharedRestoreReport {
    RebuildReport rebuilt;
    RestoreReport restored;  ///< rank 0's report if this rank wrote nothing
};

/// A vault and the folders of nodes, used together by the processes of a group. All ranks must call each
/// function, with the same arguments except where stated; reports and errors are the same on all ranks. For
/// one thread.
class SharedVault {
 public:
    /// `vault`, `mode`, `backends` and `threads`: as for LocalVault::open(). `communicator`: not owned.
    /// `folders`: nullopt for level 4 only.
    static Result<std::unique_ptr<SharedVault>> open(Communicator& communicator,
                                                     const std::filesystem::path& vault,
                                                     LocalVault::Mode mode, const Backends& backends,
                                                     unsigned threads, std::optional<NodeFolders> folders);

    /// Stores a checkpoint; each process codes its share. A checkpoint saved on a level, or in the vault,
    /// replaces the steps on the levels up to that one.
    Result<SharedSaveReport> save(const SharedSaveRequest& request, const JobContext& job);
    /// The level that is due by these intervals and the run's kept steps; 0: none.
    Result<std::uint32_t> due_level(const std::string& run, const LevelIntervals& intervals);
    /// The steps of a run in the vault and on the nodes, newest last.
    Result<std::vector<SharedStep>> steps(const std::string& run);
    /// Rebuilds the newest step on the nodes in the vault, unless the vault has a newer one.
    Result<RebuildReport> rebuild(const std::string& run);
    /// Each process that gives an output writes it. Without a step, restores the newest one, from the nodes
    /// or the vault.
    Result<SharedRestoreReport> restore(const RestoreRequest& request, const JobContext& job);
    /// One line for each damaged place in the vault and on the nodes.
    Result<std::vector<std::string>> damage(const std::string& run, const JobContext& job);

 private:
    SharedVault(Communicator& communicator, std::filesystem::path folder, unsigned threads)
        : communicator_(communicator), folder_(std::move(folder)), threads_(threads) {}
    [[nodiscard]] bool leads() const { return communicator_.rank() == 0; }
    /// The run's id, from rank 0; empty if there is no such run.
    Result<std::string> find(const std::string& run);
    /// Like find(), but ErrorCode::not_found if there is no such run.
    Result<std::string> need(const std::string& run);
    Result<std::vector<SharedStep>> steps_of(const std::string& run_id);
    Result<std::uint32_t> choose_level(const SharedSaveRequest& request, const std::string& run_id);
    Result<CheckpointRow> ingest(const SharedSaveRequest& request, const std::string& run_id,
                                 StepPiece* piece, RankWork& work, const JobContext& job);
    /// For rank 0: see RunWriter::take_step().
    Status take_step(const std::string& run_id, const std::string& id, ByteView step_file);
    Result<RestoreReport> write(const RestoreRequest& request, const JobContext& job);

    Communicator& communicator_;
    std::filesystem::path folder_;
    unsigned threads_;
    std::unique_ptr<LocalVault> vault_;  ///< on rank 0 only
    std::optional<NodeLevels> levels_;
};

}  // namespace stepvault
