// A model of a vault with one run, and random operations on both the model and the vault.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "library/services/vault_handle.h"
#include "support/forked.h"
#include "support/scratch_run.h"

namespace stepvault::test {

class VaultModel {
 public:
    VaultModel(std::filesystem::path root, std::uint64_t seed);

    /// Runs one random operation. Returns "" or the error.
    std::string go();
    /// Runs a random command of watch, ingest, prune and recode, and kills it at a random moment.
    std::string kill_command(const std::string& stepvault);
    /// "" or the error in the checkpoints, the trash, the pins or the catalog.
    std::string fault();
    /// "" or a file that a killed process left in the vault and the vault's next writer did not remove.
    std::string left_behind();
    /// The operations so far, newest last.
    [[nodiscard]] const std::vector<std::string>& history() const { return history_; }
    [[nodiscard]] std::size_t kills() const { return kills_; }
    /// The number of kills before the operation was done.
    [[nodiscard]] std::size_t cut_short() const { return cut_short_; }

 private:
    enum class Kind { file, watch, prune, reduce, recode, pin, restore_trash, purge, reindex, restore };
    struct Operation {
        Kind kind = Kind::file;
        std::string source = {};  ///< file
        std::int64_t step = 0;
        SchemeChoice scheme = {};  ///< file, watch, recode
        std::optional<std::int64_t> from = {};
        RetentionRules rules = {};  ///< prune, reduce
        bool permanent = false;
        std::set<std::string> removed = {};  ///< by the plan, or stripped to their weights
        std::string id = {};  ///< of a checkpoint, or of a trash entry for restore_trash and purge
        bool pinned = false;
    };
    struct Known {
        std::string original;
        std::string restored;      ///< empty where the vault keeps only the weights
        std::string weights = {};  ///< the weights where the vault keeps only them, else empty
    };

    [[nodiscard]] std::filesystem::path vault() const { return root_ / "vault"; }
    [[nodiscard]] std::filesystem::path run() const { return root_ / "run"; }
    [[nodiscard]] std::filesystem::path run_folder() const { return vault() / "runs" / run_id_; }
    std::uint64_t below(std::uint64_t end) { return random_() % end; }
    std::string open();

    Operation draw();
    Operation draw_file();
    Operation draw_prune();
    Operation draw_strip();
    RetentionRules draw_rules();
    SchemeChoice draw_scheme();
    std::string any_kept();
    [[nodiscard]] static std::string name_of(const Operation& operation);

    /// Returns ErrorCode::not_found if there is nothing to do.
    Status perform(VaultHandle& library, const Operation& operation) const;
    /// Updates the model with the operation's outcome; `done`: the operation must be complete.
    std::string settle(const Operation& operation, bool done);
    std::string settle_filed(const Operation& operation, bool done);
    std::string settle_removed(const Operation& operation, bool done);
    std::string settle_stripped(const Operation& operation, bool done);
    std::string settle_recoded(const Operation& operation);
    std::string try_locked();
    std::string try_killed();
    [[nodiscard]] std::vector<std::string> arguments_of(const Operation& operation) const;
    /// Kills `child`, which does `operation`, usually before it is done, sometimes a little later. Returns
    /// the child's output until then.
    std::string kill(Forked& child, Kind kind);
    void learn(Kind kind, bool done);

    [[nodiscard]] std::set<std::string> stored() const;
    [[nodiscard]] std::map<std::string, std::set<std::string>> trashed() const;
    /// The restored bytes of a checkpoint, "" if it cannot be restored.
    std::string bytes_of(const std::string& id);
    std::string weights_of(const std::string& id);

    std::filesystem::path root_;
    std::mt19937_64 random_;
    Training training_;
    std::unique_ptr<VaultHandle> library_;
    std::string run_id_;
    std::int64_t step_ = 0;
    std::int64_t modified_ = 0;                           ///< seconds, of the newest original
    std::map<std::string, std::string> pending_;          ///< originals that are not filed, by source
    std::map<std::string, Known> kept_;                   ///< by id
    std::map<std::string, Known> removed_;                ///< by id, checkpoints in the trash
    std::map<std::string, std::set<std::string>> trash_;  ///< ids, by entry
    std::set<std::string>
        untouched_;  ///< trash entries whose checkpoints' bases have not changed since the removal
    std::set<std::string> pins_;
    std::map<Kind, std::int64_t> longest_delays_;  ///< before a kill, in microseconds
    std::vector<std::string> history_;
    std::size_t kills_ = 0;
    std::size_t cut_short_ = 0;
};

}  // namespace stepvault::test
