#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

int run_restore(const Options& options, const JobContext& job) {
    const auto library = open_library(options, Library::Mode::existing, job);
    if (!library) return fail(library.error());
    RestoreRequest request;
    request.run = options.run;
    request.step = options.step;
    request.checkpoint_id = options.id;
    request.output = options.output;
    request.replace = options.force;
    const auto report = (*library)->restore(request, job);
    if (!report) return fail(report.error());
    if (options.json) {
        print_json({{"id", report->checkpoint_id},
                    {"output", report->output.native()},
                    {"bytes", report->bytes},
                    {"files", report->files}});
    } else {
        std::cout << "restored " << report->output.native() << " (" << format_bytes(report->bytes) << ")\n";
    }
    return done;
}

}  // namespace stepvault::cli
