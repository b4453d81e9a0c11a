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

QString tr(const char* text) {
    return QCoreApplication::translate("stepvault::ui::BitsView", text);
}

}  // namespace

BitsView::BitsView(BitsStudy study, std::vector<CheckpointRow> checkpoints, CheckpointRow newest,
                   SchemeChoice current)
    : study_(std::move(study)),
      checkpoints_(std::move(checkpoints)),
      newest_(std::move(newest)),
      current_(std::move(current)) {
    SchemeChoice choice = current_;
    choice.scheme = "lc";
    for (choice.bits = 1; choice.bits <= mostBits; ++choice.bits)
        lc_.push_back(study_.lc(choice));
    for (const double error : curveErrors) {
        choice.error = error;
        const auto made = study_.adaptive(choice);
        if (!made) break;
        adaptive_.push_back(
            {made->bits_per_weight, made->relative_error, tr("adaptive, error %1").arg(formatError(error))});
    }
}

std::optional<BitsOutcome> BitsView::outcome(const SchemeChoice& choice) const {
    if (choice.scheme == "lc" && choice.bits >= 1 && choice.bits <= lc_.size()) return lc_[choice.bits - 1];
    if (choice.scheme == "adaptive") return study_.adaptive(choice);
    if (choice.scheme == "exact") return exact();
    return {};
}

std::optional<double> BitsView::exactShare() const {
    double original = 0;
    double stored = 0;
    for (const CheckpointRow& row : checkpoints_) {
        if (row.scheme != "exact") continue;
        original += static_cast<double>(row.original_bytes);
        stored += static_cast<double>(row.stored_bytes);
    }
    return original > 0 ? std::optional(stored / original) : std::nullopt;
}

std::optional<BitsOutcome> BitsView::exact() const {
    const auto share = exactShare();
    if (!share) return {};
    BitsOutcome outcome;
    outcome.stored_bytes =
        static_cast<std::uint64_t>(std::llround(*share * static_cast<double>(newest_.original_bytes)));
    double bits = 0;
    for (const StudiedPayload& payload : study_.payloads()) {
        outcome.payloads.push_back({8 * *share * static_cast<double>(payload.bytes), 0});
        bits += outcome.payloads.back().bits;
    }
    outcome.bits_per_weight = bits / static_cast<double>(std::max<std::uint64_t>(1, study_.elements()));
    for (const ExponentRow& row : study_.exponents())
        outcome.kept[row.exponent] = row.count;
    return outcome;
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
        figures.seconds = model.once_per_tensor * static_cast<double>(study_.payloads().size()) +
                          (model.once_per_byte + model.per_byte) * bytes;
    }
    return figures;
}

BitsFigures BitsView::stored() const {
    BitsOutcome outcome;
    outcome.bits_per_weight = study_.stored_bits_per_weight();
    outcome.relative_error = study_.stored_error();
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
    const auto outcome = exact();
    if (!outcome) return {};
    return RatePoint{outcome->bits_per_weight, 0, tr("exact")};
}

}  // namespace stepvault::ui
