// Library: the one door of the engine for its faces (command line, desktop).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "library/backends.h"
#include "library/catalog/catalog.h"
#include "library/catalog/reindexing.h"
#include "library/maintenance/trash_return.h"
#include "library/maintenance/vault_report.h"
#include "library/restore/restore_request.h"
#include "library/retention/freeing.h"
#include "library/retention/pruning.h"
#include "library/retention/trash_purge.h"
#include "library/study/bits_study.h"
#include "library/study/checkpoint_report.h"
#include "library/study/stored_studies.h"
#include "library/study/tensor_errors.h"
#include "library/summary/plan_report.h"
#include "library/summary/run_info.h"
#include "library/watch/watch_event.h"
#include "library/write/ingest_request.h"
#include "library/write/recode_request.h"
#include "partition/partition_tree.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"
#include "vault/originals/trash.h"
#include "vault/records/scheme_choice.h"
#include "vault/rewrite/recoding.h"

namespace stepvault {

/// Thread-safe; one object per process and vault. Queries read the catalog; restore and verify read step
/// files only.
class Library {
 public:
    enum class Mode {
        create,    ///< makes the vault if there is none
        existing,  ///< not_found if there is none
    };
    /// unsupported for a vault of a newer version; permission where the folder cannot be written (create).
    /// `threads`: to work with; 0: one for each core.
    static Result<std::unique_ptr<Library>> open(const std::filesystem::path& vault, Mode mode,
                                                 const Backends& backends, unsigned threads = 0);
    /// Opens and brings the catalog up to what the vault holds, where it may be written: for those who show
    /// it. A process that was killed may have left it behind.
    static Result<std::unique_ptr<Library>> open_caught_up(const std::filesystem::path& vault, Mode mode,
                                                           const Backends& backends, const JobContext& job);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const;

    Result<std::vector<RunInfo>> runs();
    Result<RunInfo> run(const std::string& name_or_id);
    Result<std::vector<CheckpointRow>> checkpoints(const std::string& run_id);
    /// The checkpoint a step means: newest generation of the main series; of any series where that has none.
    Result<CheckpointRow> find_checkpoint(const std::string& run_id, std::int64_t step);
    Result<std::vector<TensorRow>> tensors(const std::string& run_id, const std::string& checkpoint_id);
    /// What cluster simulation divides; reads the description of the step file only.
    Result<PartitionTree> tree(const std::string& run_id, const std::string& checkpoint_id);
    /// Looks into the step files; takes about as long as restoring.
    Result<CheckpointReport> report(const std::string& run_id, const std::string& checkpoint_id,
                                    const JobContext& job);
    /// What other settings would make of a stored step; reads its description and statistics only.
    /// ErrorCode::not_found for an exact one.
    Result<BitsStudy> study_bits(const std::string& run_id, const std::string& checkpoint_id);
    /// The same of a step that `choice` codes for the sake of it (look_at_recoded()): for one that is exact.
    /// Takes no lock. ErrorCode::not_found where it is the first, or has no floats.
    Result<RecodedStudy> study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                       const SchemeChoice& choice, const JobContext& job);
    /// See RowChanges::read(); held against the newest earlier step of its series that is stored. Decodes
    /// both. ErrorCode::not_found where there is none.
    Result<RowChanges> row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                   const JobContext& job);
    /// See tensor_errors.h; reads the description and statistics of the step file only.
    Result<std::vector<TensorError>> tensor_errors(const std::string& run_id,
                                                   const std::string& checkpoint_id);
    Result<std::vector<SeriesRow>> series(const std::string& run_id);
    Result<std::vector<MetricPoint>> points(const std::string& run_id, const std::string& tag,
                                            std::optional<std::int64_t> after_step = {});
    /// See Catalog::chart().
    Result<std::vector<PointSummary>> chart(const std::string& run_id, const std::string& tag,
                                            const ChartRange& range, std::size_t columns);
    /// Changes when any process changed the catalog.
    Result<std::uint64_t> version();

    /// ErrorCode::unsupported where weights cannot be told from the rest.
    Result<RestoreProposal> propose_restore(const std::string& run_id, const std::string& checkpoint_id,
                                            RestoreExtent extent);
    /// Both extents by one look.
    Result<RestoreProposals> propose_restores(const std::string& run_id, const std::string& checkpoint_id);
    Result<RestoreReport> restore(const RestoreRequest& request, const JobContext& job);
    /// One after another into one folder, each under its own name or the next that is free. Whether there is
    /// space for all is asked before the first. `progress` counts the bytes of all.
    RestoreSeveralReport restore_several(const RestoreSeveralRequest& request, const JobContext& job);
    /// Measures the speed of the vault's disk where nothing tells what a checkpoint costs.
    Result<PlanReport> plan(const std::string& run_id, const PlanOptions& options);
    /// How a run, by name or id, is filed from now on.
    Result<SchemeChoice> scheme(const std::string& run);
    /// ErrorCode::locked where another process files the run, and while it is recoded or pruned; see
    /// check_scheme().
    Status choose_scheme(const std::string& run, const SchemeChoice& choice);
    /// See recode_run(), and preview_recode() for a dry run. ErrorCode::locked where another process files
    /// the run.
    Result<RecodeReport> recode(const RecodeRequest& request, const JobContext& job);
    /// See plan_prune() in pruning.h. `run`: name or id.
    Result<PrunePlan> plan_prune(const std::string& run, const RetentionRules& rules);
    /// See plan_reducing(). ErrorCode::locked where another process files the run.
    Result<PrunePlan> plan_reducing(const std::string& run, const std::optional<RetentionRules>& rules,
                                    const JobContext& job);
    /// The vault's own rules, for whoever prunes without naming any; empty until set.
    Result<RetentionRules> retention_rules();
    Status set_retention_rules(const RetentionRules& rules);
    enum class Removal {
        to_trash,  ///< it takes up its space until it is purged
        permanent,
    };
    /// See execute_prune(). ErrorCode::locked where another process files the run.
    Result<PruneReport> prune(const PrunePlan& plan, Removal removal, const JobContext& job);
    /// See plan_freeing() in freeing.h. `run`: name or id.
    Result<FreePlan> plan_freeing(const std::string& run, const RetentionRules& rules, double most_error);
    /// See execute_freeing(). ErrorCode::locked where another process files the run.
    Result<FreeReport> free_originals(const FreePlan& plan, const JobContext& job);
    /// What was removed, the oldest removal first.
    Result<std::vector<TrashEntry>> trash();
    /// Brings back what one removal took (RunWriter::take_back(), return_originals()). ErrorCode::not_found,
    /// locked; invalid_argument for originals whose folder is not the one that they were taken from, unless
    /// they are to come `into` another.
    Result<TrashReturn> restore_trash(const std::string& entry, const JobContext& job,
                                      const std::optional<std::filesystem::path>& into = {});
    /// Deletes it for good; see check_purgeable().
    Status purge_trash(const std::string& entry, const JobContext& job);
    /// What may be the only sound copy stays, and keeps nothing else from going.
    PurgeSeveralReport purge_several(const std::vector<std::string>& entries, const JobContext& job);
    /// See RunWriter::pin(). ErrorCode::locked where another process files the run, and while it is recoded
    /// or pruned.
    Status pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned);
    Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request, const JobContext& job);
    /// See stepvault::ingest().
    Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request, const SharedEncoding& shared,
                                              StepPiece* piece, const JobContext& job);
    /// Publishes a step file that was kept elsewhere, once all its checksums hold. Nothing is done where it
    /// is there.
    Status take_step(const std::string& run_id, const std::string& id, ByteView step_file);
    /// Holds every stored byte against its checksum; changes nothing and takes no lock. A step file that is
    /// gone although it was not removed is damage, too; the catalog tells, as long as it was not made again
    /// from nothing.
    Result<VerifyReport> verify(const JobContext& job);
    /// See check_against_original(); changes nothing and takes no lock.
    Result<OriginalsReport> compare_originals(const JobContext& job);
    /// See repair_run(), and repair_record() for runs whose record is damaged; verifies in the end. A run
    /// that another process files is left as it is.
    Result<RepairReport> repair(const RepairRequest& request, const JobContext& job);
    /// Writes a vault.json anew that is damaged or gone, without what was set there; false where there is
    /// nothing to do.
    static Result<bool> repair_vault_file(const std::filesystem::path& vault);
    /// See move_vault(): no library may have `vault` open, but to look at it.
    static Status move(const std::filesystem::path& vault, const std::filesystem::path& to,
                       const JobContext& job);
    /// Percent of the step files that the vault keeps as parity beside them, nothing for none: from now on,
    /// and for all that is stored. Returns why runs could not have it made.
    Result<std::vector<Error>> set_parity(std::optional<double> percent, const JobContext& job);
    using Reindex = stepvault::Reindex;
    /// See reindex_catalog().
    Result<std::vector<Error>> reindex(const JobContext& job, Reindex extent = Reindex::from_nothing);
    /// Returns when stopped (without an error), or after one round with `once`. A folder that cannot be read,
    /// and a run that fails, are told of and stop no other; with `once` the first of these errors is returned
    /// in the end.
    Status watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job);

 private:
    struct Parts;
    explicit Library(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace stepvault
