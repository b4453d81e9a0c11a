// Library: the one door of the engine for its faces (command line, desktop).
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "library/bits_study.h"
#include "library/catalog.h"
#include "library/checkpoint_report.h"
#include "library/freeing.h"
#include "library/plan_report.h"
#include "library/pruning.h"
#include "library/reindexing.h"
#include "library/tensor_errors.h"
#include "partition/partition_tree.h"
#include "plan/plan_file.h"
#include "run/run_state.h"
#include "vault/recoding.h"
#include "vault/scheme_choice.h"
#include "vault/shared_filing.h"
#include "vault/step_file_writer.h"
#include "vault/trash.h"

namespace stepvault {

/// Makes the catalog of a vault, whose folder is there by then.
using CatalogFactory = std::function<Result<std::unique_ptr<Catalog>>(const std::filesystem::path& vault)>;
/// Opens the part of a database of metrics that belongs to the run in `run_folder`. `alone`: no other run
/// lies where the database lies, or below.
using MetricSourceFactory = std::function<std::unique_ptr<MetricSource>(
    const std::filesystem::path& database, const std::filesystem::path& run_folder, bool alone)>;

/// What core has none of its own of, since it knows no SQLite: the faces bring db's.
struct Backends {
    CatalogFactory catalog;
    MetricSourceFactory metrics;  ///< none: databases are passed over

    template <std::convertible_to<CatalogFactory> Factory>
    Backends(Factory make_catalog, MetricSourceFactory open_metrics = {})
        : catalog(std::move(make_catalog)), metrics(std::move(open_metrics)) {}
};

/// A run as lists show it.
struct RunInfo {
    RunRow row;
    RunState state = RunState::idle;
    std::uint64_t original_bytes = 0;
    std::uint64_t stored_bytes = 0;
    std::uint64_t checkpoints = 0;
    std::optional<std::int64_t> last_step;  ///< newest of metrics and checkpoints
    std::optional<double> last_loss;
    std::string loss_tag;  ///< the primary series, empty for none
};

/// What of a checkpoint a restore writes.
enum class RestoreExtent {
    whole,
    weights,  ///< see plan_weights()
};

/// Which checkpoint, by `step` or by `checkpoint_id`, to where.
struct RestoreRequest {
    std::string run;  ///< name or id
    std::optional<std::int64_t> step;
    std::string checkpoint_id;  ///< instead of a step
    std::filesystem::path output;
    bool replace = false;  ///< an existing output is replaced, only once the new one is whole
    RestoreExtent extent = RestoreExtent::whole;
};

/// What was written.
struct RestoreReport {
    std::string checkpoint_id;
    std::filesystem::path output;
    std::uint64_t bytes = 0;
    std::uint32_t files = 0;
    std::uint64_t tensors = 0;  ///< of the model; counted for RestoreExtent::weights
};

/// What a restore would write.
struct RestoreProposal {
    std::filesystem::path output;  ///< beside the original, under a name that is free
    std::uint64_t bytes = 0;
    bool folder = false;
    bool safetensors = false;  ///< one such file, that the output is
};

/// Of everything, and of the weights alone.
struct RestoreProposals {
    RestoreProposal whole;
    Result<RestoreProposal> weights;  ///< ErrorCode::unsupported where they cannot be told from the rest
};

/// Checkpoints of one run, each to a name of its own in `folder`.
struct RestoreSeveralRequest {
    std::string run;  ///< name or id
    std::vector<std::string> checkpoint_ids;
    std::filesystem::path folder;  ///< made where it is missing; what is in it stays
    RestoreExtent extent = RestoreExtent::whole;
};

/// How far it came: one after another, until one fails.
struct RestoreSeveralReport {
    std::vector<RestoreReport> restored;  ///< each whole
    std::optional<Error> ended;           ///< why the rest is not
};

/// Files and folders to be filed, each path as one checkpoint.
struct IngestRequest {
    std::vector<std::filesystem::path> paths;
    std::string source = {};  ///< what a single path is called; empty: by its own name
    std::string run;          ///< name; made if there is none
    /// Its own folder where it is made; empty: the one that the first path lies in.
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step;
    bool raw = false;  ///< take incomplete files as they are
    std::optional<SchemeChoice> scheme = {};
    /// Files one path together with other processes, which call help_ingest() meanwhile; this one has rank 0.
    SharedFiling shared = {};
    /// See RunWriter::file_in_pieces(): this process's piece goes there, and nothing is published. Of the
    /// rows that are returned only ids and sizes are filled in. Not owned.
    StepPiece* piece = nullptr;
};

/// What other settings would make of a step that is stored exactly.
struct RecodedStudy {
    BitsStudy study;
    RowChanges rows;  ///< for BitsStudy::scar(); of what is stored
};

/// Stored checkpoints to be coded anew.
struct RecodeRequest {
    std::string run;  ///< name or id
    SchemeChoice scheme;
    std::optional<std::int64_t> from;  ///< this step and everything filed later; else all
    bool dry_run = false;
};

/// One damage, where it is.
struct DamageReport {
    std::string run;
    std::string checkpoint_id;  ///< empty where the damage is in no checkpoint
    std::string what;           ///< one line
};

/// What was read, and what does not hold.
struct VerifyReport {
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::uint64_t quarantined = 0;  ///< step files that an earlier repair set aside
    std::vector<DamageReport> damage;
};

/// Originals that are still there as they were filed, held against what is stored of them.
struct OriginalsReport {
    std::uint64_t compared = 0;        ///< checkpoints
    std::uint64_t gone = 0;            ///< their originals are not there, or were changed since
    std::uint64_t bytes = 0;           ///< of the originals that were compared
    std::vector<DamageReport> damage;  ///< of what is stored
};

/// Where else to look for sound bytes than in the vault itself.
struct RepairRequest {
    /// Another copy of the vault, or a folder with those of a cluster's nodes; empty for none.
    std::filesystem::path from = {};
};

/// What came of each damage, and what is left.
struct RepairReport {
    std::vector<DamageReport> repaired;     ///< `what`: from where
    std::vector<DamageReport> quarantined;  ///< `what`: why
    std::vector<DamageReport> hindered;     ///< runs that could not be looked at, and why
    VerifyReport after;
};

/// What came back out of the trash.
struct TrashReturn {
    std::uint64_t steps = 0;             ///< checkpoints of the vault
    std::uint64_t originals = 0;         ///< files of a run's own folder
    std::vector<std::string> left = {};  ///< why others stay in the trash
    bool damaged = false;                ///< what is left does not hold what it should
};

/// What is watched, and what is done with it.
struct WatchOptions {
    std::vector<std::filesystem::path> roots;
    std::optional<SchemeChoice> scheme;  ///< for these runs from now on; else what each run has
    /// Keeps plan.json up in the folders of the runs. Without it nothing is written there.
    std::optional<PlanOptions> plan;
    bool once = false;  ///< settle, file what is complete, name what was skipped, end
};

/// One thing that happened to a run that is watched.
struct WatchEvent {
    enum class Kind {
        run_found,  ///< `run` is new or known, and watched now
        viewing,    ///< another process files this run; only looking
        waiting,    ///< `item` is not complete yet; `text` says why
        filing,     ///< begun
        filed,      ///< `checkpoint` is stored; `text` says which file is raw although its name promises more
        skipped,    ///< `item` is not filed, as it is no checkpoint that can be; `text` says why
        missed,  ///< `item` was removed before it was filed; `text` says what it waited for, if it was seen
        passed_over,  ///< `item` need not be filed: a link, or what is filed anyway; `text` says which
        metrics,      ///< new points were read
        planned,      ///< plan.json was written: `plan`
        failed,       ///< `text` says what failed; tried again later
    };
    Kind kind = Kind::run_found;
    std::string run_id;
    std::string run;   ///< name
    std::string item;  ///< source name
    std::string text;
    std::optional<CheckpointRow> checkpoint;
    std::optional<PlanFile> plan = {};
};

/// Called from the watching thread.
class WatchObserver {
 public:
    virtual ~WatchObserver() = default;
    virtual void on_watch_event(const WatchEvent& event) = 0;
};

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
    /// The vault's own rules, for whoever prunes without naming any; empty until set.
    Result<RetentionRules> retention_rules();
    Status set_retention_rules(const RetentionRules& rules);
    enum class Removal {
        to_trash,  ///< it takes up its space until it is purged
        for_good,
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
    /// locked.
    Result<TrashReturn> restore_trash(const std::string& entry, const JobContext& job);
    /// Deletes it for good.
    Status purge_trash(const std::string& entry, const JobContext& job);
    /// See RunWriter::pin(). ErrorCode::locked where another process files the run, and while it is recoded
    /// or pruned.
    Status pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned);
    Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request, const JobContext& job);
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
    /// Percent of the step files that the vault keeps as parity beside them; nothing for none.
    Result<std::optional<double>> parity();
    /// From now on, and for all that is stored: returns why runs could not have it made.
    Result<std::vector<Error>> set_parity(std::optional<double> percent, const JobContext& job);
    using Reindex = stepvault::Reindex;
    Status reindex(const JobContext& job, Reindex extent = Reindex::from_nothing);
    /// Returns when stopped (without an error), or after one round with `once`.
    Status watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job);

 private:
    struct Parts;
    explicit Library(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace stepvault
