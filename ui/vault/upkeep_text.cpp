#include "ui/vault/upkeep_text.h"

#include <cmath>

#include "ui/text/format.h"
#include "ui/text/free_text.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {

QStringList problemLines(const std::vector<PlanProblem>& problems) {
    QStringList lines;
    for (const PlanProblem& problem : problems)
        lines << tr("%1 is left as it is: %2.").arg(toQString(problem.run), toQString(problem.what));
    return lines;
}

QString originalCount(std::uint64_t count) {
    return counted(count, tr("The original of %1 checkpoint"), tr("The originals of %1 checkpoints"));
}

/// "3 are not stored exactly enough, 1 has gone", of those that stay; empty if none do.
QString reasonsToStay(const FreeingPlan& plan) {
    const std::pair<OriginalFate, QString> reasons[] = {
        {OriginalFate::kept, tr("%1 kept by rules")},
        {OriginalFate::gone, tr("%1 not there any more")},
        {OriginalFate::base, tr("%1 the first, to be stored with a loss when the second is there")},
        {OriginalFate::newest, tr("%1 the newest and not stored exactly")},
        {OriginalFate::lossy, tr("%1 stored with a larger error")},
        {OriginalFate::weights_only, tr("%1 stored as weights only")},
        {OriginalFate::not_alone, tr("%1 linked or in use")},
    };
    QStringList parts;
    for (const auto& [fate, text] : reasons) {
        const std::uint64_t count = plan.count(fate);
        if (count > 0) parts << text.arg(formatStep(static_cast<std::int64_t>(count)));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString describeWeights(const RemovalPlan& plan) {
    QStringList lines;
    if (plan.removed() == 0) {
        lines << tr("The rules keep every checkpoint whole.");
    } else {
        lines
            << tr("%1 would keep their weights alone: training can't be resumed from them, and this can't be "
                  "undone.")
                   .arg(checkpointCount(plan.removed()));
    }
    return (lines << problemLines(plan.problems)).join(u' ');
}

QString weightsButton(const RemovalPlan& plan) {
    if (plan.removed() == 0) return {};
    return tr("Keep only weights, free %1").arg(formatBytes(plan.freed()));
}

QString describeFreeing(const FreeingPlan& plan) {
    QStringList lines;
    const QString stay = reasonsToStay(plan);
    if (plan.freed() == 0) {
        lines << tr("No original can go.");
    } else {
        lines << tr("%1 can go: each is compared with its stored copy, then moved to the trash.")
                     .arg(originalCount(plan.freed()));
    }
    if (!stay.isEmpty()) lines << tr("Others stay: %1.").arg(stay);
    return (lines << problemLines(plan.problems)).join(u' ');
}

QString freeingButton(const FreeingPlan& plan) {
    if (plan.freed() == 0) return {};
    return tr("Move %1 to the trash").arg(formatBytes(plan.bytes()));
}

QString describeParity(const VaultView& view, std::optional<double> percent) {
    if (!percent) return tr("Parity: none. With it, damaged bytes can be repaired without a copy.");
    std::uint64_t steps = 0;
    for (const VaultRun& run : view.runs)
        for (const CheckpointRow& row : run.checkpoints)
            steps += row.stored_bytes;
    const auto bytes = static_cast<std::uint64_t>(std::llround(static_cast<double>(steps) * *percent / 100));
    return tr("Parity of %1 % of each step file, about %2, repairs damaged bytes without a copy.")
        .arg(formatNumber(*percent, 2), formatBytes(bytes));
}

QString parityButton(std::optional<double> percent) {
    return percent ? tr("Keep %1 % parity").arg(formatNumber(*percent, 2)) : tr("Delete the parity");
}

QString describe(const FreeOutcome& outcome) {
    QStringList lines;
    if (outcome.freed > 0) {
        lines << tr("%1 went to the trash; emptying it frees %2.")
                     .arg(originalCount(outcome.freed), formatBytes(outcome.bytes));
    }
    if (outcome.problem && outcome.problem->code == ErrorCode::cancelled) {
        lines << (lines.isEmpty() ? tr("Stopped; every original is where it was.")
                                  : tr("The rest was stopped and is where it was."));
    } else if (outcome.problem) {
        lines << tr("The other originals stay: %1.").arg(toQString(outcome.problem->message));
    }
    if (!outcome.left.isEmpty()) {
        lines << counted(static_cast<std::uint64_t>(outcome.left.size()), tr("%1 original stays: %2."),
                         tr("%1 originals stay, the first because: %2."))
                     .arg(outcome.left.front());
    }
    return lines.isEmpty() ? tr("No original was moved.") : lines.join(u' ');
}

QString describe(const ParityOutcome& outcome) {
    if (outcome.problem && outcome.problem->code == ErrorCode::cancelled)
        return tr("Stopped; the other runs get their parity with their next checkpoint.");
    if (outcome.problem)
        return tr("The parity was not changed: %1.").arg(toQString(outcome.problem->message));
    QStringList lines{
        outcome.percent
            ? tr("The vault keeps parity of %1 % from now on.").arg(formatNumber(*outcome.percent, 2))
            : tr("The vault keeps no parity any more.")};
    for (const Error& error : outcome.left)
        lines << tr("Not yet: %1.").arg(toQString(error.message));
    return lines.join(u' ');
}

}  // namespace stepvault::ui
