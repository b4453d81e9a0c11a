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
        return v.keeps ? tr("number %1 of the %2 with the highest %3").arg(place, count, tag)
                       : tr("number %2, not among the %3 with the highest %1").arg(tag, place, count);
    }
    return v.keeps ? tr("number %1 of the %2 with the lowest %3").arg(place, count, tag)
                   : tr("number %2, not among the %3 with the lowest %1").arg(tag, place, count);
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
            return v.keeps ? tr("number %1 of the %2 newest").arg(formatStep(figure), formatStep(*rules.last))
                           : tr("number %1 from the newest, not among the last %2")
                                 .arg(formatStep(figure), formatStep(*rules.last));
        case RetentionReason::best:
            return bestWords(v, *rules.best);
        case RetentionReason::every: {
            const QString every = formatStep(static_cast<std::int64_t>(*rules.every));
            return v.keeps ? tr("a multiple of %1").arg(every) : tr("not a multiple of %1").arg(every);
        }
        case RetentionReason::within:
            return tr("%1 before the newest").arg(formatSpan(v.figure));
        case RetentionReason::bytes:
            return tr("%1 in the newest down to this one")
                .arg(formatBytes(static_cast<std::uint64_t>(v.figure)));
        case RetentionReason::no_rules:
            return tr("no rule is chosen");
        case RetentionReason::only_one:
            return tr("the newest, since no rule keeps any");
        case RetentionReason::base:
            return counted(static_cast<std::uint64_t>(figure), tr("%1 later checkpoint is built on it"),
                           tr("%1 later checkpoints are built on it"));
        case RetentionReason::shared:
            return tr("%1 later checkpoints are built on it; its removal would free nothing")
                .arg(formatStep(figure));
        case RetentionReason::weights:
            return tr("only its weights are kept");
        case RetentionReason::needed:
            return tr("later checkpoints need as much of it as its removal would free");
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
