#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "library/catalog/reindexing.h"
#include "library/maintenance/trash_restore.h"
#include "library/maintenance/vault_report.h"
#include "library/retention/freeing.h"
#include "library/retention/pruning.h"
#include "library/retention/trash_purge.h"
#include "library/write/recode_request.h"
#include "vault/originals/trash.h"
#include "vault/records/run_labels.h"
#include "vault/rewrite/recoding.h"

namespace stepvault {

/// Changes what a vault holds: settings, recoding, pruning, freeing, trash, repair. Thread-safe. Functions
/// that write a run return ErrorCode::locked while another process writes it.
class Maintenance {
 public:
    enum class Removal {
        to_trash,  ///< takes space until it is purged
        permanent,
    };

    virtual ~Maintenance() = default;

    /// ErrorCode::locked also while the run is recoded or pruned; see check_scheme(). `run`: name or id.
    virtual Status choose_scheme(const std::string& run, const SchemeChoice& choice) = 0;
    /// See recode_run(), and preview_recode() for a dry run.
    virtual Result<RecodeReport> recode(const RecodeRequest& request, const JobContext& job) = 0;
    /// See RunWriter::pin(). ErrorCode::locked also while the run is recoded or pruned.
    virtual Status pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) = 0;

    /// Gives the run a name of the user's, which stays whatever becomes of the run's folder. Its former names
    /// are free again. See Vault::rename_run(). Works also while the run is watched, recoded or pruned, by
    /// this process or another. `run`: name or id.
    virtual Status rename(const std::string& run, const std::string& name) = 0;
    /// Changes note, tags, favourite and archive of a run (changed_labels()); works as rename() does. `run`:
    /// name or id.
    virtual Status change_labels(const std::string& run, const LabelChange& change) = 0;

    /// The vault's rules, for pruning without naming any; empty until set.
    virtual Result<RetentionRules> retention_rules() = 0;
    virtual Status set_retention_rules(const RetentionRules& rules) = 0;
    /// See plan_prune() in pruning.h. `run`: name or id.
    virtual Result<PrunePlan> plan_prune(const std::string& run, const RetentionRules& rules) = 0;
    /// See plan_weights_only() in pruning.h.
    virtual Result<PrunePlan> plan_weights_only(const std::string& run,
                                                const std::optional<RetentionRules>& rules,
                                                const JobContext& job) = 0;
    /// See execute_prune().
    virtual Result<PruneReport> prune(const PrunePlan& plan, Removal removal, const JobContext& job) = 0;
    /// See plan_freeing() in freeing.h. `run`: name or id.
    virtual Result<FreePlan> plan_freeing(const std::string& run, const RetentionRules& rules,
                                          double most_error) = 0;
    /// See execute_freeing().
    virtual Result<FreeReport> free_originals(const FreePlan& plan, const JobContext& job) = 0;

    /// The oldest removal first.
    virtual Result<std::vector<TrashEntry>> trash() = 0;
    /// See restore_from_trash(). ErrorCode::not_found; invalid_argument for originals whose folder is not the
    /// one that they were taken from, unless they are restored `into` another.
    virtual Result<TrashRestore> restore_trash(const std::string& entry, const JobContext& job,
                                               const std::optional<std::filesystem::path>& into = {}) = 0;
    /// Deletes the entry; see check_purgeable().
    virtual Status purge_trash(const std::string& entry, const JobContext& job) = 0;
    /// An entry that may hold the only sound copy stays; the others are deleted.
    virtual PurgeSeveralReport purge_several(const std::vector<std::string>& entries,
                                             const JobContext& job) = 0;

    /// Compares every stored byte with its checksum. Changes nothing and takes no lock. A step file that is
    /// missing without having been removed is damage too; the catalog knows it unless it was rebuilt.
    virtual Result<VerifyReport> verify(const JobContext& job) = 0;
    /// See check_against_original(). Changes nothing and takes no lock.
    virtual Result<OriginalsReport> compare_originals(const JobContext& job) = 0;
    /// See repair_run(), and repair_record() for runs with a damaged record; verifies in the end. Skips runs
    /// that another process writes.
    virtual Result<RepairReport> repair(const RepairRequest& request, const JobContext& job) = 0;
    /// The size of the parity files in percent of the step files; nullopt for none.
    virtual Result<std::optional<double>> parity() = 0;
    /// Sets the size of the parity files in percent of the step files, nothing for none, and writes parity
    /// for all stored steps. Returns the errors of runs that could not get it.
    virtual Result<std::vector<Error>> set_parity(std::optional<double> percent, const JobContext& job) = 0;
    /// See reindex_catalog().
    virtual Result<std::vector<Error>> reindex(const JobContext& job,
                                               Reindex extent = Reindex::from_nothing) = 0;
};

}  // namespace stepvault
