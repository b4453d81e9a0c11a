// Parses the command line and declares the functions that run the commands. Each returns an exit code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cluster_options.h"
#include "library/services/local_vault.h"
#include "partition/model_shapes.h"
#include "plan/simulation.h"

namespace stepvault::cli {

/// Options of `prune`.
struct PruneRequest {
    bool all_runs = false;
    bool weights_only = false;  ///< strips checkpoints to their weights instead of removing them
    bool keep_none = false;     ///< strips all checkpoints that are not pinned
    bool remember = false;      ///< makes the rules the vault's own from now on
    Maintenance::Removal removal = Maintenance::Removal::to_trash;
    RetentionRules rules;
};

/// Options of `free`.
struct FreeRequest {
    RetentionRules rules;
    double most_error = 0;  ///< largest relative error of a stored checkpoint whose original may be freed
};

/// Options of `verify`.
struct VerifyRequest {
    bool repair = false;
    std::filesystem::path from;  ///< copy of the vault to repair from; empty for none
    bool originals = false;
    std::optional<double> parity;  ///< percent to keep from now on; 0 for none
};

/// Options of `trash`.
struct TrashRequest {
    std::vector<std::string> entries;
    bool all = false;
    std::optional<std::filesystem::path> into;
};

/// Options of `partition`.
struct PartitionRequest {
    std::filesystem::path checkpoint;  ///< empty where `model` is given
    std::string model;
    ModelScale scale;
    std::uint32_t ranks = 1;
    std::uint32_t nodes = 1;
    std::vector<std::uint32_t> weights;  ///< empty for equal ranks
    std::string rival;
    CodingRequest coding;
};

struct Options {
    std::string command;
    std::filesystem::path vault;
    bool json = false;
    std::vector<std::filesystem::path> paths;
    std::string run;
    std::optional<std::int64_t> step;
    std::string id;
    std::filesystem::path output;
    bool force = false;
    bool weights_only = false;
    bool once = false;
    bool raw = false;
    bool dry_run = false;
    std::optional<std::string> scheme;
    std::optional<std::uint32_t> bits;
    std::optional<LcBuckets> buckets;
    std::optional<Representative> representative;
    std::optional<double> error;
    std::optional<double> budget;
    std::vector<CodingRule> rules;
    std::uint32_t seconds = 60;
    std::string part;          ///< subcommand of bench, simulate or trash; empty: codec and disk of bench
    bool follow_plan = false;  ///< for watch
    PlanOptions plan;
    std::string schedule;  ///< to write to `output`; empty for the recommended one
    SimulationOptions simulation;
    std::filesystem::path trace;  ///< file with failure times
    std::uint32_t size_mib = 512;
    PruneRequest prune;
    FreeRequest free;
    VerifyRequest verify;
    TrashRequest trash;
    bool unpin = false;
    PartitionRequest partition;
    ClusterRequest cluster;

    /// The choice that --scheme, --bits, --buckets, --representative, --error, --budget and --rule make;
    /// nullopt if none of them is given.
    [[nodiscard]] std::optional<SchemeChoice> scheme_choice() const;
};

/// The parsed options, or an exit code if there is nothing to do: help, version, usage errors.
struct Parsed {
    Options options;
    std::optional<int> exit;
};
Parsed parse_command_line(int argc, char** argv);

/// $XDG_DATA_HOME/stepvault, or ~/.local/share/stepvault.
std::filesystem::path default_vault();

/// Opens the vault with the SQLite catalog. Rebuilds a catalog that is damaged, or that is missing although
/// the vault has runs.
Result<std::unique_ptr<VaultHandle>> open_library(const Options& options, LocalVault::Mode mode,
                                                  const JobContext& job);

/// Writes the error as one line on standard error, and returns its exit code.
int fail(const Error& error);

int run_watch(const Options& options, const JobContext& job);
int run_ingest(const Options& options, const JobContext& job);
int run_list(const Options& options, const JobContext& job);
int run_show(const Options& options, const JobContext& job);
int run_restore(const Options& options, const JobContext& job);
int run_verify(const Options& options, const JobContext& job);
int run_reindex(const Options& options, const JobContext& job);
int run_tune(const Options& options, const JobContext& job);
int run_recode(const Options& options, const JobContext& job);
int run_prune(const Options& options, const JobContext& job);
int run_free(const Options& options, const JobContext& job);
int run_trash(const Options& options, const JobContext& job);
int run_move(const Options& options, const JobContext& job);
int run_pin(const Options& options, const JobContext& job);
int run_bench(const Options& options, const JobContext& job);
int run_demo(const Options& options, const JobContext& job);
int run_plan(const Options& options, const JobContext& job);
int run_simulate(const Options& options, const JobContext& job);
int run_simulate_cluster(const Options& options, const JobContext& job);
int run_partition(const Options& options, const JobContext& job);

}  // namespace stepvault::cli
