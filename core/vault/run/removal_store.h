#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "vault/format/step_file.h"
#include "vault/records/removed_steps.h"

namespace stepvault {

/// The steps that were removed from a run or put into quarantine, and may come back. Moves step files between
/// the run and the trash. The caller holds the run's lock. Not thread-safe.
class RemovalStore {
 public:
    /// `run_folder`: in the vault.
    explicit RemovalStore(std::filesystem::path run_folder) : folder_(std::move(run_folder)) {}

    /// Reads what was removed or quarantined. `present`: the steps that the run has; they are dropped from
    /// the list of removed steps.
    Status load(const std::vector<StepMeta>& present);

    /// By id.
    [[nodiscard]] const std::map<std::string, RemovedStep>& removed() const { return removed_; }
    /// True if a removed or quarantined step has this id.
    [[nodiscard]] bool has_id(const std::string& id) const {
        return removed_.contains(id) || quarantined_.contains(id);
    }
    /// The highest sequence number of a removed or quarantined step; 0 if there is none.
    [[nodiscard]] std::uint64_t last_sequence() const;

    /// Moves the step files of `ids` to `trash`, a folder on the same disk, or deletes them if `trash` is
    /// empty; durably. Their originals will not be stored again. `steps`: of the run, in the order of
    /// storing; none that stays may build on one that goes.
    Status remove(const std::vector<StepMeta>& steps, const std::set<std::string>& ids,
                  const std::filesystem::path& trash);

    struct Restored {
        std::uint64_t steps = 0;
        std::vector<std::string> left;  ///< reasons of those that stay in the trash
        Status status;                  ///< why it ended early
    };
    /// Returns ErrorCode::corrupt if a step file does not fit into the run.
    using CheckFit = std::function<Status(const StepFile& step, const std::string& id)>;
    /// Moves the step files of `trash` back and adds them to `steps`. A step file stays there if it is
    /// damaged or does not fit. `item`: of the progress.
    Result<Restored> restore(const std::filesystem::path& trash, std::vector<StepMeta>& steps,
                             const CheckFit& check_fit, const std::string& item, const JobContext& job) const;

 private:
    void load_quarantined();
    [[nodiscard]] Status write(const std::map<std::string, RemovedStep>& removed) const;
    [[nodiscard]] Status restore_step(const std::filesystem::path& from, const std::string& id,
                                      const JobContext& job) const;

    std::filesystem::path folder_;
    std::map<std::string, RemovedStep> removed_;
    std::set<std::string> quarantined_;
    std::uint64_t last_quarantined_ = 0;  ///< highest sequence number
};

}  // namespace stepvault
