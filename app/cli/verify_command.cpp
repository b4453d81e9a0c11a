#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

nlohmann::ordered_json to_json(const std::vector<DamageReport>& reports) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : reports)
        list.push_back({{"run", r.run}, {"id", r.checkpoint_id}, {"what", r.what}});
    return list;
}

void print(const char* verdict, const std::vector<DamageReport>& reports) {
    for (const auto& r : reports) {
        std::cout << verdict << "  " << printable(r.run)
                  << (r.run.empty() || r.checkpoint_id.empty() ? "" : " ") << printable(r.checkpoint_id)
                  << (r.run.empty() && r.checkpoint_id.empty() ? "" : ": ") << printable(r.what) << "\n";
    }
}

int show(const Options& options, const RepairReport& report,
         const std::optional<OriginalsReport>& originals) {
    const auto& after = report.after;
    if (options.json) {
        nlohmann::ordered_json json{{"checkpoints", after.checkpoints},
                                    {"bytes", after.bytes},
                                    {"in_quarantine", after.quarantined},
                                    {"damage", to_json(after.damage)}};
        if (options.verify.repair) {
            json["repaired"] = to_json(report.repaired);
            json["quarantined"] = to_json(report.quarantined);
            json["hindered"] = to_json(report.hindered);
        }
        if (originals) {
            json["originals"] = {{"compared", originals->compared},
                                 {"gone", originals->gone},
                                 {"bytes", originals->bytes},
                                 {"damage", to_json(originals->damage)}};
        }
        print_json(json);
    } else {
        print("repaired", report.repaired);
        print("quarantined", report.quarantined);
        print("left as it is", report.hindered);
        print("damaged", after.damage);
        if (originals) {
            print("damaged", originals->damage);
            std::cout << "compared " << originals->compared << " originals, "
                      << format_bytes(originals->bytes) << ": "
                      << (originals->damage.empty()
                              ? "stored as they are, or within the error that is claimed"
                              : std::to_string(originals->damage.size()) + " differ")
                      << "; " << originals->gone << " are gone or changed\n";
        }
        std::cout << "verified " << after.checkpoints << " checkpoints, " << format_bytes(after.bytes) << ": "
                  << (after.damage.empty() ? "all sound" : std::to_string(after.damage.size()) + " damaged");
        if (after.quarantined > 0) std::cout << "; " << after.quarantined << " in quarantine";
        std::cout << "\n";
        if (!after.damage.empty() && !options.verify.repair)
            std::cout << "repair it by: stepvault verify --repair [--from a copy of the vault]\n";
    }
    const bool is_whole = (!originals || originals->damage.empty()) && after.damage.empty() &&
                          report.quarantined.empty() && report.hindered.empty();
    return is_whole ? done : damaged;
}

Status set_parity(VaultHandle& library, double percent, const JobContext& job) {
    STEPVAULT_ASSIGN(
        hindered, library.maintenance().set_parity(percent > 0 ? std::optional(percent) : std::nullopt, job));
    return hindered.empty() ? Status() : hindered.front();
}

}  // namespace

int run_verify(const Options& options, const JobContext& job) {
    RepairReport report;
    if (options.verify.repair) {
        const auto written = Vault::write_file_anew(options.vault);
        if (written && *written)
            report.repaired.push_back({"", "", "vault.json is written anew; what was set in it is gone"});
    }
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    if (options.verify.repair) {
        auto repaired = (*library)->maintenance().repair({.from = options.verify.from}, job);
        if (!repaired) return fail(repaired.error());
        repaired->repaired.insert(repaired->repaired.begin(), report.repaired.begin(), report.repaired.end());
        report = std::move(*repaired);
    }
    if (options.verify.parity) {
        if (const auto set = set_parity(**library, *options.verify.parity, job); !set)
            return fail(set.error());
    }
    if (!options.verify.repair) {
        auto verified = (*library)->maintenance().verify(job);
        if (!verified) return fail(verified.error());
        report.after = std::move(*verified);
    }
    std::optional<OriginalsReport> originals;
    if (options.verify.originals) {
        auto compared = (*library)->maintenance().compare_originals(job);
        if (!compared) return fail(compared.error());
        originals = std::move(*compared);
    }
    return show(options, report, originals);
}

}  // namespace stepvault::cli
