#include "ui/bits/rate_text.h"

#include <algorithm>

#include <QStringList>

#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

QString describeOne(const QString& names, const Dominance& how, const QString& better) {
    const QString text = how.is_larger && how.is_less_exact ? tr("%1: larger and less exact than %2")
                         : how.is_larger                    ? tr("%1: larger and no more exact than %2")
                         : how.is_less_exact                ? tr("%1: as large as %2 but less exact")
                                                            : tr("%1: the same as %2");
    return text.arg(names, better);
}

bool isAlike(const std::optional<Dominance>& a, const std::optional<Dominance>& b) {
    return a && b && a->better == b->better && a->is_larger == b->is_larger &&
           a->is_less_exact == b->is_less_exact;
}

}  // namespace

QString describeCurves(const std::vector<RateCurve>& curves) {
    const auto has = [&curves](Scheme scheme) {
        return std::ranges::find(curves, scheme, &RateCurve::scheme) != curves.end();
    };
    QStringList notes;
    notes << tr("Click a point of adaptive, lc or exact to choose it. Ring: as stored.");
    if (!has(Scheme::adaptive))
        notes << tr("adaptive appears once a step of this run is stored by adaptive.");
    notes << (has(Scheme::scar) ? tr("topn and scar: for comparison only.")
                                : tr("topn: for comparison only."));
    notes << tr("Sizes are estimates (on test runs, adaptive ±15 %, lc ±25 %, with 1 bit worse).");
    return notes.join(u' ');
}

QString describeDominated(const std::vector<RateCurve>& curves) {
    QStringList reasons;
    for (const RateCurve& curve : curves) {
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const auto& how = curve.dominated[i];
            if (!how) continue;
            QStringList names{curve.points[i].name};
            while (i + 1 < curve.points.size() && isAlike(how, curve.dominated[i + 1]))
                names << curve.points[++i].name;
            reasons << describeOne(names.join(tr(", ")), *how, curve.points[how->better].name);
        }
    }
    if (reasons.isEmpty()) return {};
    return tr("Not drawn, since another setting is better: %1.").arg(reasons.join(tr("; ")));
}

}  // namespace stepvault::ui
