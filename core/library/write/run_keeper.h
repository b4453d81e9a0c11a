#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/thread_pool.h"
#include "library/catalog/catalog.h"
#include "library/retention/freeing.h"
#include "library/retention/pruning.h"
#include "library/write/recode_request.h"
#include "library/write/run_turn.h"
#include "vault/records/vault.h"
#include "vault/repair/repairing.h"
#include "vault/rewrite/recoding.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// A run whose lock this process holds, with its rows in the catalog kept up. Thread-safe.
class KeptRun {
 public:
    KeptRun(std::unique_ptr<RunWriter> writer, const Vault& vault, Catalog& catalog, ThreadPool& pool)
        : vault_(vault),
          writer_(std::move(writer)),
          folder_(writer_->folder()),
          catalog_(catalog),
          pool_(pool) {}

    /// Brings the catalog up to what the vault holds; a killed process may have left it behind. Where
    /// it cannot be written it stays so.
    Status reconcile();
    [[nodiscard]] RunRow row() const;
    /// In the vault.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// ErrorCode::locked while it is recoded or pruned.
    Status set_scheme(const SchemeChoice& choice);
    /// See RunWriter::set_place(). Its turn is held.
    Status set_place(const RunRecord& record);
    [[nodiscard]] bool is_filed(const std::string& source, std::uint64_t bytes,
                                std::int64_t modified_ns) const;
    /// See RunWriter::find_whole_of().
    std::optional<std::string> find_whole_of(const CheckpointCandidate& candidate, const Fingerprint& now);
    /// Whether any checkpoint of this source was filed.
    [[nodiscard]] bool knows(const std::string& source) const;
    /// For a checkpoint that names no step: the last one of the run's metrics, else how many of this source
    /// were filed, from 1.
    [[nodiscard]] std::int64_t step_reached(const std::string& source) const;
    /// `choice`: for this checkpoint alone; else what the run has.
    Result<CheckpointRow> file(const OpenCheckpoint& checkpoint, const std::optional<SchemeChoice>& choice,
                               const JobContext& job);
    /// See RunWriter::file_in_pieces().
    Result<std::string> file_in_pieces(const OpenCheckpoint& checkpoint,
                                       const std::optional<SchemeChoice>& choice, StepPiece& piece,
                                       const JobContext& job);
    /// See RunWriter::take_step().
    Status take_step(const std::string& id, ByteView step_file);
    /// See RunWriter::share().
    void share(const SharedFiling& shared);
    Result<RecodeReport> recode(const RecodeRequest& request, const JobContext& job);
    /// See execute_prune().
    Result<PruneReport> prune(const PrunePlan& plan, const std::filesystem::path& trash,
                              const JobContext& job);
    /// See execute_freeing().
    Result<FreeReport> free_originals(const FreePlan& plan, const std::vector<OwnedFolder>& owned,
                                      const std::filesystem::path& trash, const JobContext& job);
    /// See RunWriter::take_back().
    Result<RunWriter::TakenBack> take_back(const std::filesystem::path& trash, const JobContext& job);
    /// See repair_run().
    Result<RunRepair> repair(std::span<const CopySource* const> copies, const KnownSteps& known,
                             const JobContext& job);
    /// See parity_keeping.h: of as many percent as the vault keeps.
    Status keep_parity(const JobContext& job);
    /// See RunWriter::pin(). ErrorCode::locked while it is recoded or pruned.
    Status pin(const std::string& id, bool pinned);
    /// Returns how many points were new. The catalog has them once show_metrics() was called.
    Result<std::uint64_t> add_metrics(const MetricReading& reading);
    void show_metrics();
    /// See RunMetrics.
    [[nodiscard]] bool has_read(const std::string& source, const FileIdentity& version) const;
    void drop_tip();
    /// Brings up a catalog that could not be written when something was stored.
    Status catch_up();
    /// Who looks at the run again and again holds its turn for each look.
    [[nodiscard]] RunTurn& turn() { return turn_; }

 private:
    Status bring_up_catalog();
    /// What changed many step files is done; neither a catalog that is late nor parity is a failure of it.
    void bring_up_rest(const JobContext& job);
    [[nodiscard]] Status check_unclaimed() const;
    [[nodiscard]] std::optional<double> loss_at(std::int64_t step) const;

    RunTurn turn_;  ///< taken before mutex_
    mutable std::mutex mutex_;
    Vault vault_;
    std::unique_ptr<RunWriter> writer_;
    std::filesystem::path folder_;  ///< in the vault
    Catalog& catalog_;
    ThreadPool& pool_;
    bool behind_ = false;      ///< the catalog lacks something that is stored
    std::uint64_t shown_ = 0;  ///< up to where in the log of metrics the catalog is known to reach
};

/// Hands out the runs of a vault for writing; each once in a process, as long as anyone keeps it.
class RunKeeper {
 public:
    RunKeeper(const Vault& vault, Catalog& catalog, ThreadPool& pool)
        : vault_(vault), catalog_(catalog), pool_(pool) {}

    /// ErrorCode::locked where another process files the run.
    Result<std::shared_ptr<KeptRun>> keep(const std::string& run_id);

 private:
    const Vault& vault_;
    Catalog& catalog_;
    ThreadPool& pool_;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<KeptRun>> kept_;
    std::map<std::string, std::shared_ptr<SoundSteps>> sound_;
};

}  // namespace stepvault
