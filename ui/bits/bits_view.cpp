#include "ui/bits/bits_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "partition/measured_costs.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

constexpr std::uint32_t mostBits = 8;

constexpr std::array curveErrors{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
/// Of topn, in percent.
constexpr std::array curveBudgets{0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0};

QString tr(const char* text) {
    return QCoreApplication::translate("stepvault::ui::BitsView", text);
}

/// Only adaptive aims at an error.
std::vector<CodingRule> exactOnly(std::vector<CodingRule> rules) {
    std::erase_if(rules, [](const CodingRule& rule) { return rule.error.has_value(); });
    return rules;
}

}  // namespace

BitsView::BitsView(std::shared_ptr<const BitsStudy> study, std::vector<CheckpointRow> checkpoints,
                   CheckpointRow newest, SchemeChoice current)
    : study_(std::move(study)),
      checkpoints_(std::move(checkpoints)),
      newest_(std::move(newest)),
      current_(std::move(current)),
      rules_(current_.rules) {
    makeCurves();
}

std::shared_ptr<const BitsView> BitsView::withRules(const std::vector<CodingRule>& rules) const {
    auto other = std::make_shared<BitsView>(*this);
    other->rules_ = rules;
    other->makeCurves();
    return other;
}

void BitsView::makeCurves() {
    lc_.clear();
    adaptive_.clear();
    topn_.clear();
    SchemeChoice choice = current_;
    choice.rules = rules_;
    for (const double error : curveErrors) {
        choice.error = error;
        const auto made = study_->adaptive(choice);
        if (!made) break;
        adaptive_.push_back(
            {made->bits_per_weight, made->relative_error, tr("adaptive, error %1").arg(formatError(error))});
    }
    choice.rules = exactOnly(rules_);
    choice.scheme = "lc";
    for (choice.bits = 1; choice.bits <= mostBits; ++choice.bits)
        lc_.push_back(study_->lc(choice));
    for (const double budget : curveBudgets) {
        choice.budget = budget;
        const auto made = study_->topn(choice);
        topn_.push_back(
            {made.bits_per_weight, made.relative_error, tr("topn, %1 %").arg(formatNumber(budget, 2))});
    }
}

std::optional<BitsOutcome> BitsView::outcome(const SchemeChoice& choice) const {
    if (choice.scheme == "lc") {
        const bool isCached =
            choice.rules == exactOnly(rules_) && choice.bits >= 1 && choice.bits <= lc_.size();
        return isCached ? lc_[choice.bits - 1] : study_->lc(choice);
    }
    if (choice.scheme == "adaptive") return study_->adaptive(choice);
    if (choice.scheme == "exact") return study_->exact();
    return {};
}

BitsFigures BitsView::figures(const BitsOutcome& outcome, const SchemeChoice& choice) const {
    BitsFigures figures;
    figures.bitsPerWeight = outcome.bits_per_weight;
    figures.error = outcome.relative_error;
    figures.stepBytes = outcome.stored_bytes;
    const double change = static_cast<double>(outcome.stored_bytes) /
                          static_cast<double>(std::max<std::uint64_t>(1, newest_.stored_bytes));
    double run = 0;
    for (const CheckpointRow& row : checkpoints_) {
        // The first step is exact in every scheme.
        const double scale = row.scheme == "exact" ? 1 : change;
        run += scale * static_cast<double>(row.stored_bytes);
    }
    figures.runBytes = static_cast<std::uint64_t>(std::llround(run));
    // What lc costs was never measured in these terms.
    if (choice.scheme == "adaptive" || choice.scheme == "exact") {
        const CostModel model = usual_costs(choice.scheme).model;
        const auto bytes = static_cast<double>(newest_.original_bytes);
        figures.seconds = model.once_per_tensor * static_cast<double>(study_->payloads().size()) +
                          (model.once_per_byte + model.per_byte) * bytes;
    }
    return figures;
}

BitsFigures BitsView::stored() const {
    BitsOutcome outcome;
    outcome.bits_per_weight = study_->stored_bits_per_weight();
    outcome.relative_error = study_->stored_error();
    outcome.stored_bytes = newest_.stored_bytes;
    SchemeChoice choice;
    choice.scheme = newest_.scheme;
    return figures(outcome, choice);
}

std::vector<RatePoint> BitsView::lcCurve() const {
    std::vector<RatePoint> points;
    for (std::size_t i = 0; i < lc_.size(); ++i) {
        points.push_back({lc_[i].bits_per_weight, lc_[i].relative_error,
                          counted(i + 1, tr("lc, %1 bit"), tr("lc, %1 bits"))});
    }
    return points;
}

std::optional<RatePoint> BitsView::exactPoint() const {
    const auto outcome = study_->exact();
    if (!outcome) return {};
    return RatePoint{outcome->bits_per_weight, 0, tr("exact")};
}

}  // namespace stepvault::ui
