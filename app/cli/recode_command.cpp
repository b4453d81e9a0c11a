#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

int run_recode(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    const RecodeRequest request{options.run, *options.scheme_choice(), options.step, options.dry_run};
    const auto report = (*library)->maintenance().recode(request, job);
    if (!report) return fail(report.error());
    const auto from_stored = report->checkpoints - report->from_originals;
    if (options.json) {
        print_json({{"checkpoints", report->checkpoints},
                    {"from_originals", report->from_originals},
                    {"from_stored", from_stored},
                    {"original_bytes", report->original_bytes},
                    {"stored_bytes_before", report->stored_before},
                    {"stored_bytes", report->stored_after},
                    {"largest_relative_error_before", report->largest_error_before},
                    {"largest_relative_error", report->largest_error_after},
                    {"dry_run", options.dry_run}});
        return done;
    }
    std::cout << (options.dry_run ? "would code " : "coded ") << report->checkpoints
              << " checkpoints anew: " << format_bytes(report->stored_before) << " ("
              << format_ratio(report->original_bytes, report->stored_before) << ") before, "
              << format_bytes(report->stored_after) << " ("
              << format_ratio(report->original_bytes, report->stored_after) << ") "
              << (options.dry_run ? "then" : "now") << "\n";
    if (from_stored > 0) {
        std::cout << from_stored
                  << " of them from what is stored, as their originals are gone or changed: what they lose "
                     "now comes on "
                     "top of what they had lost\n";
    }
    return done;
}

}  // namespace stepvault::cli
