#include "ui/vault/vault_text.h"

#include <algorithm>

#include <QTimeZone>

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

constexpr qsizetype mostDamageLines = 6;
constexpr qsizetype mostStepsNamed = 8;

bool isCancelled(const std::optional<Error>& problem) {
    return problem && problem->code == ErrorCode::cancelled;
}

QString told(const Error& error, const QString& run) {
    if (error.code == ErrorCode::locked) {
        return tr("Another program files %1 just now, so nothing of it was removed. Stop it there, or try "
                  "again "
                  "once it has ended.")
            .arg(run);
    }
    if (error.code == ErrorCode::changed) {
        return tr("%1 changed in the meantime, so nothing of it was removed. The list below is new.")
            .arg(run);
    }
    return tr("Nothing of %1 was removed: %2.").arg(run, toQString(error.message));
}

}  // namespace

QString checkpointCount(std::uint64_t count) {
    return counted(count, tr("%1 checkpoint"), tr("%1 checkpoints"));
}

QString freeShare(const DiskSpace& disk) {
    return formatNumber(100.0 * static_cast<double>(disk.free) / static_cast<double>(disk.total), 2);
}

QString describeTightness(const std::optional<DiskSpace>& disk) {
    if (!disk || !is_tight(*disk)) return {};
    return tr("Only %1 are free on this disk (%2 %). The rules below free space.")
        .arg(formatBytes(disk->free), freeShare(*disk));
}

QString removalButton(const RemovalPlan& plan) {
    if (plan.removed() == 0) return tr("Nothing to remove");
    if (plan.freed() == 0) return tr("Remove %1").arg(checkpointCount(plan.removed()));
    return tr("Remove %1, free at least %2").arg(checkpointCount(plan.removed()), formatBytes(plan.freed()));
}

QString describePlan(const RemovalPlan& plan) {
    QStringList lines;
    if (plan.freed() > 0) lines << tr("Removed checkpoints go to the trash; emptying it frees the space.");
    if (plan.held() > 0)
        lines << tr("%1 of the removed checkpoints stay in use: later checkpoints are built on them.")
                     .arg(formatBytes(plan.held()));
    for (const PlanProblem& problem : plan.problems)
        lines << tr("%1 is left as it is: %2.").arg(toQString(problem.run), toQString(problem.what));
    return lines.join(u' ');
}

QString describeTrash(const TrashSum& trash) {
    if (trash.checkpoints == 0 && trash.originals == 0 && trash.bytes == 0) return tr("The trash is empty.");
    return tr("In the trash: %1, %2").arg(describeContent(trash), formatBytes(trash.bytes));
}

QDateTime removalTime(const TrashEntry& entry) {
    constexpr qsizetype timeLength = 15;
    auto when =
        QDateTime::fromString(toQString(entry.id).left(timeLength), QStringLiteral("yyyyMMdd'T'HHmmss"));
    when.setTimeZone(QTimeZone::utc());
    return when;
}

QString describeContent(const TrashSum& sum) {
    if (sum.originals == 0) return checkpointCount(sum.checkpoints);
    const QString files = counted(sum.originals, tr("%1 original file"), tr("%1 original files"));
    return sum.checkpoints == 0 ? files : tr("%1 and %2").arg(checkpointCount(sum.checkpoints), files);
}

QString describeContent(const TrashEntry& entry) {
    const QString content = describeContent(sumOf({entry}));
    if (entry.steps.empty()) return content;
    QStringList steps;
    for (const StepMeta& step : entry.steps)
        steps << formatStep(step.step);
    if (steps.size() > mostStepsNamed) {
        return tr("%1: steps %2 to %3").arg(content, steps.front(), steps.back());
    }
    return (steps.size() == 1 ? tr("%1: step %2") : tr("%1: steps %2"))
        .arg(content, steps.join(QStringLiteral(", ")));
}

QString describe(const RemovalOutcome& outcome) {
    QStringList lines;
    if (outcome.removed > 0 && outcome.weightsOnly) {
        lines << tr("%1 of %2 kept their weights alone; the vault is smaller by %3.")
                     .arg(checkpointCount(outcome.removed), outcome.runs.join(QStringLiteral(", ")),
                          formatBytes(outcome.bytes));
    } else if (outcome.removed > 0) {
        lines << tr("%1 of %2 went to the trash.")
                     .arg(checkpointCount(outcome.removed), outcome.runs.join(QStringLiteral(", ")));
        if (outcome.bytes > 0) {
            lines << tr("Once the trash is emptied, the vault is smaller by %1.")
                         .arg(formatBytes(outcome.bytes));
        }
    }
    if (isCancelled(outcome.problem)) {
        lines << (lines.isEmpty() ? tr("Stopped; nothing was removed.")
                                  : tr("The rest was stopped and is where it was."));
    } else if (outcome.problem) {
        lines << told(*outcome.problem, outcome.failedRun);
    }
    return lines.join(u' ');
}

QString describe(const RestoreOutcome& outcome) {
    QStringList lines;
    if (outcome.steps > 0)
        lines << counted(outcome.steps, tr("%1 checkpoint is back."), tr("%1 checkpoints are back."));
    if (outcome.originals > 0)
        lines << counted(outcome.originals, tr("%1 original file is back."),
                         tr("%1 original files are back."));
    if (isCancelled(outcome.problem)) {
        lines << tr("Stopped; the rest is still in the trash.");
    } else if (outcome.problem && outcome.problem->code == ErrorCode::locked) {
        lines << tr(
            "Another program files this run just now. Stop it there, or try again once it has ended.");
    } else if (outcome.problem && outcome.problem->code == ErrorCode::not_found) {
        lines << tr("It is no longer in the trash.");
    } else if (outcome.problem) {
        lines << tr("The rest stays in the trash: %1.").arg(toQString(outcome.problem->message));
    }
    if (!outcome.left.isEmpty()) {
        lines << counted(static_cast<std::uint64_t>(outcome.left.size()), tr("%1 stays in the trash: %2."),
                         tr("%1 stay in the trash: %2."))
                     .arg(outcome.left.front());
    }
    return lines.join(u' ');
}

QString describe(const PurgeOutcome& outcome) {
    if (isCancelled(outcome.problem))
        return tr("Stopped; %1 were freed, the rest is still in the trash.").arg(formatBytes(outcome.bytes));
    if (outcome.problem) return tr("The trash was not emptied: %1.").arg(toQString(outcome.problem->message));
    return tr("The trash is empty; %1 were freed.").arg(formatBytes(outcome.bytes));
}

QString describe(const VerifyOutcome& outcome) {
    if (isCancelled(outcome.problem)) return tr("Stopped before all was verified.");
    if (outcome.problem) return tr("Not verified: %1.").arg(toQString(outcome.problem->message));
    const VerifyReport& report = outcome.report;
    const QString all = tr("%1, %2").arg(checkpointCount(report.checkpoints), formatBytes(report.bytes));
    QStringList parts;
    parts
        << (report.damage.empty()
                ? tr("%1: all sound").arg(all)
                : tr("%1: %2 damaged").arg(all, formatStep(static_cast<std::int64_t>(report.damage.size()))));
    if (!outcome.repaired.empty()) parts << tr("%1 repaired").arg(outcome.repaired.size());
    if (report.quarantined > 0) parts << tr("%1 set aside").arg(report.quarantined);
    return parts.join(QStringLiteral(", "));
}

QString describeDamage(const VerifyOutcome& outcome) {
    QStringList lines;
    for (const auto* reports : {&outcome.hindered, &outcome.quarantined, &outcome.report.damage}) {
        for (const DamageReport& damage : *reports) {
            // Most errors name the file, and with it the checkpoint.
            const bool isNamed = damage.what.find(damage.checkpoint_id) != std::string::npos;
            const QString where =
                isNamed ? toQString(damage.run)
                        : tr("%1, %2").arg(toQString(damage.run), toQString(damage.checkpoint_id));
            lines << (where.isEmpty() ? toQString(damage.what)
                                      : tr("%1: %2").arg(where, toQString(damage.what)));
        }
    }
    if (lines.size() > mostDamageLines) {
        const auto more = lines.size() - mostDamageLines;
        lines = lines.first(mostDamageLines) << tr("and %1 more").arg(more);
    }
    return lines.join(u'\n');
}

}  // namespace stepvault::ui
