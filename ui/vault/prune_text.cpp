#include "ui/vault/prune_text.h"

#include <cmath>

#include <QStringList>

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

QString bestWords(const RetentionVerdict& v, const BestRule& rule) {
    const QString tag = toQString(rule.tag);
    if (v.figure == 0) return tr("no value of %1").arg(tag);
    const QString place = formatStep(static_cast<std::int64_t>(v.figure));
    const QString count = formatStep(rule.count);
    if (rule.order == MetricOrder::max) {
        return v.keeps ? tr("%1 of %2 highest %3").arg(place, count, tag)
                       : tr("highest %1: place %2, not in %3").arg(tag, place, count);
    }
    return v.keeps ? tr("%1 of %2 lowest %3").arg(place, count, tag)
                   : tr("lowest %1: place %2, not in %3").arg(tag, place, count);
}

}  // namespace

QString describe(const RetentionVerdict& v, const RetentionRules& rules) {
    const auto figure = static_cast<std::int64_t>(std::abs(v.figure));
    switch (v.reason) {
        case RetentionReason::pinned:
            return tr("pinned");
        case RetentionReason::first:
            return v.keeps ? tr("first") : tr("not the first");
        case RetentionReason::last:
            return v.keeps
                       ? tr("%1 of %2 newest").arg(formatStep(figure), formatStep(*rules.last))
                       : tr("newest: place %1, not in %2").arg(formatStep(figure), formatStep(*rules.last));
        case RetentionReason::best:
            return bestWords(v, *rules.best);
        case RetentionReason::every: {
            const QString every = formatStep(static_cast<std::int64_t>(*rules.every));
            return v.keeps ? tr("multiple of %1").arg(every) : tr("no multiple of %1").arg(every);
        }
        case RetentionReason::within:
            return tr("%1 before the newest").arg(formatSpan(v.figure));
        case RetentionReason::bytes:
            return tr("%1 down to here").arg(formatBytes(static_cast<std::uint64_t>(v.figure)));
        case RetentionReason::no_rules:
            return tr("no rule");
        case RetentionReason::only_one:
            return tr("newest, and no rule keeps any");
        case RetentionReason::base:
            return counted(static_cast<std::uint64_t>(figure), tr("base of %1 that stays"),
                           tr("base of %1 that stay"));
        case RetentionReason::shared:
            return tr("%1 that stay build on it: removing it frees nothing").arg(formatStep(figure));
        case RetentionReason::weights:
            return tr("nothing is kept of it but its weights");
        case RetentionReason::needed:
            return tr("those that stay would take up as much of it as it would free");
    }
    return {};
}

QString reasonsFor(const RetentionDecision& decision, const RetentionRules& rules) {
    QStringList words;
    for (const RetentionVerdict& verdict : decision.verdicts) {
        if (verdict.keeps == decision.kept) words << describe(verdict, rules);
    }
    return words.join(QStringLiteral("; "));
}

}  // namespace stepvault::ui
