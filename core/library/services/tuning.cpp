#include "library/services/tuning.h"

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
    const bool is_recoded = studied.scheme == Scheme::exact;
    const double whole = part(outcome.stored_bytes, studied.original_bytes);
    double sum = 0;
    for (const auto& row : run) {
        const auto stored = static_cast<double>(row.stored_bytes);
        if (row.weights_only) {
            sum += stored;
            continue;
        }
        if (is_recoded) {
            sum += row.parent.empty() ? stored : whole * static_cast<double>(row.original_bytes);
            continue;
        }
        // Exact payloads take the same share of the original bytes in every step, whatever its stored size.
        sum += row.scheme == Scheme::exact || row.parent.empty()
                   ? stored
                   : change * stored + exactly * static_cast<double>(row.original_bytes);
    }
    return static_cast<std::uint64_t>(std::llround(sum));
}

const CheckpointRow* step_to_tune(const std::vector<CheckpointRow>& rows) {
    const CheckpointRow* exact = nullptr;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->weights_only) continue;
        if (row->scheme != Scheme::exact) return &*row;
        if (exact == nullptr && !row->parent.empty()) exact = &*row;
    }
    return exact;
}

namespace {

Result<CheckpointRow> step_to_study(VaultHandle& library, const RunInfo& run,
                                    const std::vector<CheckpointRow>& rows,
                                    std::optional<std::int64_t> step) {
    if (step) {
        STEPVAULT_ASSIGN(row, library.queries().find_checkpoint(run.row.id, *step));
        if (!row.parent.empty()) return std::move(row);
        return Error{
            ErrorCode::not_found,
            "step " + std::to_string(*step) +
                " is the run's first, which no other comes before; leave --step out, or give another step"};
    }
    const auto* row = step_to_tune(rows);
    if (row != nullptr) return *row;
    return Error{ErrorCode::not_found,
                 "run " + run.row.name + " has only its first step; file its next checkpoint"};
}

}  // namespace

Result<TuneReport> tune_run(VaultHandle& library, const std::string& run, std::optional<std::int64_t> step,
                            const JobContext& job, const std::optional<SizeTarget>& target) {
    STEPVAULT_ASSIGN(info, library.queries().run(run));
    STEPVAULT_ASSIGN(rows, library.queries().checkpoints(info.row.id));
    STEPVAULT_ASSIGN(row, step_to_study(library, info, rows, step));
    STEPVAULT_ASSIGN(choice, library.queries().scheme(info.row.id));
    TuneReport report;
    report.step = row;
    if (row.scheme == Scheme::exact) {
        report.recoded = choice;
        report.recoded->scheme = Scheme::adaptive;
    }
    const auto read = [&]() -> Result<RecodedStudy> {
        if (report.recoded) return library.queries().study_recoded(info.row.id, row.id, *report.recoded, job);
        STEPVAULT_ASSIGN(study, library.queries().study_bits(info.row.id, row.id));
        STEPVAULT_ASSIGN(rows_changed, library.queries().row_changes(info.row.id, row.id, job));
        return RecodedStudy{std::move(study), std::move(rows_changed)};
    };
    STEPVAULT_ASSIGN(known, read());
    const auto& study = known.study;
    const auto exact = study.exact();
    report.stored_bits_per_weight =
        report.recoded && exact ? exact->bits_per_weight : study.stored_bits_per_weight();
    for (const auto& stored : rows)
        report.run_bytes += stored.stored_bytes;
    const auto add = [&](const BitsOutcome& made) {
        report.settings.push_back({choice, made.bits_per_weight, made.relative_error, made.stored_bytes,
                                   run_bytes(made, row, rows)});
    };
    if (target) report.target = find_setting(*target, study, choice.rules, rows, row);
    choice.scheme = Scheme::adaptive;
    for (const double error : tuned_errors) {
        choice.error = error;
        if (const auto made = study.adaptive(choice)) add(*made);
    }
    // Only adaptive has a target error.
    std::erase_if(choice.rules, [](const CodingRule& rule) { return rule.error.has_value(); });
    choice.scheme = Scheme::lc;
    for (std::uint32_t bits = 1; bits <= most_tuned_bits; ++bits) {
        choice.bits = bits;
        add(study.lc(choice));
    }
    for (const auto scheme : {Scheme::topn, Scheme::scar}) {
        choice.scheme = scheme;
        for (const double budget : tuned_budgets) {
            choice.budget = budget;
            add(choice.scheme == Scheme::topn ? study.topn(choice) : study.scar(choice, known.rows));
        }
    }
    choice.scheme = Scheme::exact;
    if (exact) add(*exact);
    return report;
}

}  // namespace stepvault
