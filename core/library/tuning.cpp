#include "library/tuning.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

std::uint64_t run_bytes(const BitsOutcome& outcome, const CheckpointRow& studied,
                        const std::vector<CheckpointRow>& run) {
    const auto part = [](std::uint64_t bytes, std::uint64_t of) {
        return static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, of));
    };
    const double change = part(outcome.stored_bytes - outcome.exact_bytes, studied.stored_bytes);
    const double exactly = part(outcome.exact_bytes, studied.original_bytes);
    double sum = 0;
    for (const auto& row : run) {
        const auto stored = static_cast<double>(row.stored_bytes);
        // What is exact takes as much in every step, whatever the step takes now.
        sum += row.scheme == "exact" ? stored
                                     : change * stored + exactly * static_cast<double>(row.original_bytes);
    }
    return static_cast<std::uint64_t>(std::llround(sum));
}

namespace {

Result<CheckpointRow> step_to_study(Library& library, const RunInfo& run,
                                    const std::vector<CheckpointRow>& rows,
                                    std::optional<std::int64_t> step) {
    if (step) {
        STEPVAULT_ASSIGN(row, library.find_checkpoint(run.row.id, *step));
        if (row.scheme != "exact") return std::move(row);
        return Error{ErrorCode::not_found,
                     "step " + std::to_string(*step) +
                         " is stored exactly, and only what was coded with a loss tells; "
                         "leave --step out, or name another one"};
    }
    const auto newest = std::find_if(rows.rbegin(), rows.rend(),
                                     [](const CheckpointRow& row) { return row.scheme != "exact"; });
    if (newest != rows.rend()) return *newest;
    return Error{ErrorCode::not_found, "nothing of run " + run.row.name +
                                           " was coded with a loss, which alone tells; file its next "
                                           "checkpoint with --scheme adaptive"};
}

}  // namespace

Result<TuneReport> tune_run(Library& library, const std::string& run, std::optional<std::int64_t> step,
                            const JobContext& job) {
    STEPVAULT_ASSIGN(info, library.run(run));
    STEPVAULT_ASSIGN(rows, library.checkpoints(info.row.id));
    STEPVAULT_ASSIGN(row, step_to_study(library, info, rows, step));
    STEPVAULT_ASSIGN(study, library.study_bits(info.row.id, row.id));
    STEPVAULT_ASSIGN(choice, library.scheme(info.row.id));
    STEPVAULT_ASSIGN(changes, library.row_changes(info.row.id, row.id, job));
    TuneReport report;
    report.step = row;
    report.stored_bits_per_weight = study.stored_bits_per_weight();
    for (const auto& stored : rows)
        report.run_bytes += stored.stored_bytes;
    const auto add = [&](const BitsOutcome& made) {
        report.settings.push_back({choice, made.bits_per_weight, made.relative_error, made.stored_bytes,
                                   run_bytes(made, row, rows)});
    };
    choice.scheme = "adaptive";
    for (const double error : tuned_errors) {
        choice.error = error;
        if (const auto made = study.adaptive(choice)) add(*made);
    }
    // Only adaptive aims at an error.
    std::erase_if(choice.rules, [](const CodingRule& rule) { return rule.error.has_value(); });
    choice.scheme = "lc";
    for (choice.bits = 1; choice.bits <= most_tuned_bits; ++choice.bits)
        add(study.lc(choice));
    for (const char* scheme : {"topn", "scar"}) {
        choice.scheme = scheme;
        for (const double budget : tuned_budgets) {
            choice.budget = budget;
            add(choice.scheme == "topn" ? study.topn(choice) : study.scar(choice, changes));
        }
    }
    choice.scheme = "exact";
    if (const auto made = study.exact()) add(*made);
    return report;
}

}  // namespace stepvault
