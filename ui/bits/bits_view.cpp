#include "ui/bits/bits_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "library/services/tuning.h"
#include "partition/measured_costs.h"
#include "ui/text/format.h"
#include "ui/text/scheme_text.h"

namespace stepvault::ui {

namespace {

/// Only adaptive aims at an error.
std::vector<CodingRule> exactOnly(std::vector<CodingRule> rules) {
    std::erase_if(rules, [](const CodingRule& rule) { return rule.error.has_value(); });
    return rules;
}

}  // namespace

BitsView::BitsView(std::shared_ptr<const BitsStudy> study, std::vector<CheckpointRow> checkpoints,
                   CheckpointRow newest, SchemeChoice current, Rows rows)
    : study_(std::move(study)),
      checkpoints_(std::move(checkpoints)),
      newest_(std::move(newest)),
      current_(std::move(current)),
      rules_(current_.rules),
      rows_(std::move(rows)) {
    makeCurves();
}

std::shared_ptr<const BitsView> BitsView::with(const std::vector<CodingRule>& rules, Rows rows) const {
    auto other = std::make_shared<BitsView>(*this);
    other->rules_ = rules;
    other->rows_ = std::move(rows);
    other->makeCurves();
    return other;
}

void BitsView::makeCurves() {
    lc_.clear();
    adaptive_.clear();
    topn_.clear();
    scar_.clear();
    SchemeChoice choice = current_;
    choice.scheme = Scheme::adaptive;
    choice.rules = rules_;
    for (const double error : tuned_errors) {
        choice.error = error;
        const auto made = study_->adaptive(choice);
        if (!made) break;
        adaptive_.push_back({made->bits_per_weight, made->relative_error,
                             tr("adaptive, error %1").arg(formatError(error)), made->stored_bytes, choice});
    }
    choice.rules = exactOnly(rules_);
    choice.scheme = Scheme::lc;
    for (choice.bits = 1; choice.bits <= most_tuned_bits; ++choice.bits)
        lc_.push_back(study_->lc(choice));
    for (const double budget : tuned_budgets) {
        choice.budget = budget;
        const auto made = study_->topn(choice);
        topn_.push_back({made.bits_per_weight, made.relative_error,
                         tr("topn, %1 %").arg(formatNumber(budget, 2)), made.stored_bytes});
        if (!rows_) continue;
        const auto by_row = study_->scar(choice, *rows_);
        scar_.push_back({by_row.bits_per_weight, by_row.relative_error,
                         tr("scar, %1 %").arg(formatNumber(budget, 2)), by_row.stored_bytes});
    }
}

std::optional<BitsOutcome> BitsView::outcome(const SchemeChoice& choice) const {
    if (choice.scheme == Scheme::lc) {
        const bool isCached =
            choice.rules == exactOnly(rules_) && choice.bits >= 1 && choice.bits <= lc_.size();
        return isCached ? lc_[choice.bits - 1] : study_->lc(choice);
    }
    if (choice.scheme == Scheme::adaptive) return study_->adaptive(choice);
    if (choice.scheme == Scheme::exact) return study_->exact();
    return {};
}

BitsFigures BitsView::figures(const BitsOutcome& outcome, const SchemeChoice& choice) const {
    BitsFigures figures;
    figures.bitsPerWeight = outcome.bits_per_weight;
    figures.error = outcome.relative_error;
    figures.lag = outcome.lag;
    figures.stepBytes = outcome.stored_bytes;
    figures.runBytes = run_bytes(outcome, newest_, checkpoints_);
    // There are no such measurements for lc.
    if (choice.scheme == Scheme::adaptive || choice.scheme == Scheme::exact) {
        const CostModel model = usual_costs(choice.scheme).model;
        const auto bytes = static_cast<double>(newest_.original_bytes);
        figures.seconds = model.once_per_tensor * static_cast<double>(study_->payloads().size()) +
                          (model.once_per_byte + model.per_byte) * bytes;
    }
    return figures;
}

BitsFigures BitsView::stored() const {
    const auto exact = isTriedOut() ? study_->exact() : std::nullopt;
    BitsOutcome outcome;
    outcome.bits_per_weight = exact ? exact->bits_per_weight : study_->stored_bits_per_weight();
    outcome.relative_error = isTriedOut() ? 0 : study_->stored_error();
    outcome.lag = isTriedOut() ? 0 : study_->stored_lag();
    outcome.stored_bytes = newest_.stored_bytes;
    SchemeChoice choice;
    choice.scheme = newest_.scheme;
    BitsFigures now = figures(outcome, choice);
    now.runBytes = 0;
    for (const CheckpointRow& row : checkpoints_)
        now.runBytes += row.stored_bytes;
    return now;
}

std::vector<RatePoint> BitsView::lcCurve() const {
    std::vector<RatePoint> points;
    SchemeChoice choice = current_;
    choice.scheme = Scheme::lc;
    for (std::size_t i = 0; i < lc_.size(); ++i) {
        choice.bits = static_cast<std::uint32_t>(i + 1);
        points.push_back({lc_[i].bits_per_weight, lc_[i].relative_error,
                          counted(i + 1, tr("lc, %1 bit"), tr("lc, %1 bits")), lc_[i].stored_bytes, choice});
    }
    return points;
}

std::optional<RatePoint> BitsView::exactPoint() const {
    const auto outcome = study_->exact();
    if (!outcome) return {};
    SchemeChoice choice = current_;
    choice.scheme = Scheme::exact;
    return RatePoint{outcome->bits_per_weight, 0, schemeWord(Scheme::exact), outcome->stored_bytes, choice};
}

std::vector<RateCurve> BitsView::curves() const {
    std::vector<RateCurve> curves;
    const auto add = [&curves](Scheme scheme, std::vector<RatePoint> points) {
        if (points.empty()) return;
        std::vector<SettingOutcome> outcomes;
        for (const RatePoint& point : points)
            outcomes.push_back({point.bits, point.error});
        curves.push_back({scheme, std::move(points), find_dominated(outcomes)});
    };
    add(Scheme::adaptive, adaptive_);
    add(Scheme::lc, lcCurve());
    add(Scheme::topn, topn_);
    add(Scheme::scar, scar_);
    if (const auto exact = exactPoint()) add(Scheme::exact, {*exact});
    return curves;
}

TargetReport BitsView::find(const SizeTarget& target, const std::vector<CodingRule>& rules) const {
    return find_setting(target, *study_, rules, checkpoints_, newest_);
}

RatePoint BitsView::storedPoint() const {
    const BitsFigures now = stored();
    return {now.bitsPerWeight, now.error, tr("as stored"), now.stepBytes};
}

}  // namespace stepvault::ui
