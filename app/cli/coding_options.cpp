#include "coding_options.h"

#include <CLI/CLI.hpp>

#include "cost_model_output.h"

namespace stepvault::cli {

void add_coding_options(CLI::App& command, CodingOptions& options) {
    auto* scheme = command.add_option("--scheme", options.scheme, "Compression scheme")
                       ->check(CLI::IsMember({name_of(Scheme::adaptive), name_of(Scheme::exact)}))
                       ->capture_default_str();
    command
        .add_option("--measured", options.measured,
                    "Output of `bench serialize --json` on the machine (default: an ordinary machine)")
        ->excludes(scheme)
        ->type_name("FILE");
    command.add_option("--cores", options.cores, "Cores per node for saving (default: one per process)")
        ->check(CLI::Range(1U, 4096U));
}

Result<ClusterMachine> machine_of(const CodingOptions& options) {
    ClusterMachine machine;
    machine.cores = options.cores;
    if (!options.measured.empty()) {
        STEPVAULT_ASSIGN(costs, read_measured_costs(options.measured));
        machine.coding = costs.model;
        machine.coded_share = costs.coded_share;
        return machine;
    }
    STEPVAULT_ASSIGN(scheme, scheme_named(options.scheme));
    const auto costs = usual_costs(scheme);
    machine.coding = costs.model;
    machine.coded_share = costs.coded_share;
    return machine;
}

}  // namespace stepvault::cli
