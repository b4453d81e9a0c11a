#include "ui/bits/target_text.h"

#include <QStringList>

#include "ui/bits/bits_controls.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

/// "100 checkpoints, 3 key steps among them".
QString describeComing(const ComingSteps& coming) {
    const QString all = counted(coming.deltas + coming.key_steps, tr("%1 checkpoint"), tr("%1 checkpoints"));
    if (coming.key_steps == 0) return all;
    return counted(coming.key_steps, tr("%1 key step"), tr("%1 key steps"))
        .prepend(tr("%1, among them ").arg(all));
}

QString describeTolerance() {
    return tr(
        "Sizes are estimates: on eight test runs those of adaptive came within 15 %, those of lc within 25 "
        "%, "
        "except with 1 bit.");
}

}  // namespace

QString describeTarget(const TargetReport& report, std::int64_t studied) {
    const TargetSetting& setting = report.best ? *report.best : report.smallest;
    const QString name = BitsControls::nameOf(setting.choice);
    const QString size = formatBytes(setting.bytes);
    const QString coming = describeComing(report.coming);
    QStringList lines;
    lines << (report.best
                  ? tr("Chosen: %1. It takes about %2 for %3.").arg(name, size, coming)
                  : tr("No setting fits. The smallest, %1, takes about %2 for %3.").arg(name, size, coming));
    lines << tr("Each is taken to change as much as step %1.").arg(formatStep(studied));
    if (report.coming.key_steps > 0 && !report.coming.is_ratio_of_this_run) {
        lines << tr("This run has no key step yet: one is counted as %1 other checkpoints.")
                     .arg(formatNumber(report.coming.key_ratio, 2));
    }
    lines << describeTolerance();
    return lines.join(u' ');
}

}  // namespace stepvault::ui
