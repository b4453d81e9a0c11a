// Rows for the tests of models and pages.
#pragma once

#include <string>

#include "library/summary/run_info.h"

namespace stepvault::ui::tests {

inline CheckpointRow checkpointRow(std::int64_t step, double loss = 2.0) {
    CheckpointRow row;
    row.id = "c" + std::to_string(step);
    row.run_id = "r";
    row.step = step;
    row.source = "step_" + std::to_string(step) + ".pt";
    row.scheme = step == 0 ? Scheme::exact : Scheme::lc;
    row.bits = step == 0 ? 0 : 3;
    row.key = step == 0;
    row.original_bytes = 1181116006;
    row.stored_bytes = 32505856;
    row.relative_error = step == 0 ? 0 : 0.45;
    row.max_abs_error = step == 0 ? 0 : 0.01;
    row.loss = loss;
    row.saved = 1.7e9 + static_cast<double>(step);
    return row;
}

inline RunInfo runInfo(const std::string& name, RunState state, double created = 0) {
    RunInfo info;
    info.row.id = "id-" + name;
    info.row.name = name;
    info.row.folder = "/data/" + name;
    info.row.created = created;
    info.state = state;
    info.last_loss = 2.113;
    info.last_step = 4200;
    info.loss_tag = "loss";
    return info;
}

}  // namespace stepvault::ui::tests
