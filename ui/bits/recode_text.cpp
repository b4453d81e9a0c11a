#include "ui/bits/recode_text.h"

#include <algorithm>

#include "ui/bits/bits_controls.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {

/// The sources of the new steps, and the effect on their error.
QString describeSources(const RecodePlan& plan) {
    const std::uint64_t originals = plan.report.from_originals;
    const std::uint64_t stored = plan.report.checkpoints - originals;
    if (stored == 0) return tr("All are coded from their originals, which are still there.");
    const bool isExact = plan.choice.scheme == Scheme::exact;
    if (originals == 0) {
        return isExact
                   ? tr("All are coded from what is stored, since their originals are gone: what they had "
                        "lost stays lost.")
                   : tr("All are coded from what is stored, since their originals are gone: what they lose "
                        "now comes on top of what they had lost.");
    }
    return (isExact
                ? tr("%1 from originals that are still there, %2 from what is stored: what these had lost "
                     "stays lost.")
                : tr("%1 from originals that are still there, %2 from what is stored: what these lose now "
                     "comes on top of what they had lost."))
        .arg(formatStep(static_cast<std::int64_t>(originals)), formatStep(static_cast<std::int64_t>(stored)));
}

/// The reason of a failure; empty if the user stopped the work.
QString describeProblem(const RecodePlan& plan) {
    const Error& error = *plan.problem;
    if (error.code == ErrorCode::cancelled) return {};
    if (error.code == ErrorCode::locked) {
        return tr("Another program files %1 just now. Stop it there, or try again once it has ended.")
            .arg(plan.name);
    }
    if (error.code == ErrorCode::changed)
        return tr("%1 has other checkpoints by now; look again what becomes of them.").arg(plan.name);
    if (error.code == ErrorCode::not_found)
        return tr("There is nothing to recode: the run has only its first checkpoint.");
    return tr("%1 could not be recoded: %2.").arg(plan.name, toQString(error.message));
}

}  // namespace

QString describePreview(const RecodePlan& plan) {
    const RecodeReport& report = plan.report;
    const QString count = checkpointCount(report.checkpoints);
    const QString after = formatBytes(report.stored_after);
    const QString before = formatBytes(report.stored_before);
    QStringList lines;
    lines << (report.stored_after < report.stored_before
                  ? tr("As %1, %2 would take %3 instead of %4.")
                        .arg(BitsControls::nameOf(plan.choice), count, after, before)
                  : tr("As %1, nothing would be saved: %2 would take %3 instead of %4.")
                        .arg(BitsControls::nameOf(plan.choice), count, after, before));
    lines << describeSources(plan);
    lines << tr("Largest relative error: %1, now %2.")
                 .arg(formatError(report.largest_error_after), formatError(report.largest_error_before));
    return lines.join(u' ');
}

QString recodeButton(const RecodeReport& report) {
    const QString count = checkpointCount(report.checkpoints);
    if (report.stored_after < report.stored_before)
        return tr("Recode %1, saves %2").arg(count, formatBytes(report.stored_before - report.stored_after));
    if (report.stored_after == report.stored_before) return tr("Recode %1").arg(count);
    return tr("Recode %1, takes %2 more").arg(count, formatBytes(report.stored_after - report.stored_before));
}

QString describeRecoded(const RecodePlan& plan) {
    if (!plan.problem) {
        return tr("%1 of %2 are stored as %3 now: %4 instead of %5.")
            .arg(checkpointCount(plan.report.checkpoints), plan.name, BitsControls::nameOf(plan.choice),
                 formatBytes(plan.report.stored_after), formatBytes(plan.report.stored_before));
    }
    if (plan.problem->code == ErrorCode::cancelled)
        return tr("Stopped; %1 is stored as it was.").arg(plan.name);
    return describeProblem(plan);
}

QString describeNoPreview(const RecodePlan& plan) {
    if (plan.problem) return describeProblem(plan);
    return tr("As %1, nothing would change: %2 are stored so already.")
        .arg(BitsControls::nameOf(plan.choice), checkpointCount(plan.report.checkpoints));
}

}  // namespace stepvault::ui
