#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

int run_restore(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    RestoreRequest request;
    request.run = options.run;
    request.step = options.step;
    request.checkpoint_id = options.id;
    request.output = options.output;
    request.replace = options.force;
    request.extent = options.weights_only ? RestoreExtent::weights : RestoreExtent::whole;
    const auto report = (*library)->restorer().restore(request, job);
    if (!report) return fail(report.error());
    if (options.json) {
        nlohmann::ordered_json json = {{"id", report->checkpoint_id},
                                       {"output", report->output.native()},
                                       {"bytes", report->bytes},
                                       {"files", report->files}};
        if (options.weights_only) json["tensors"] = report->tensors;
        print_json(json);
    } else {
        std::cout << "restored " << (options.weights_only ? "the weights to " : "") << report->output.native()
                  << " (" << format_bytes(report->bytes) << ")\n";
    }
    return done;
}

}  // namespace stepvault::cli
