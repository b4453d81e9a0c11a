#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QCoreApplication>
#include <QString>

#include "library/catalog/catalog.h"
#include "library/services/size_target.h"
#include "library/study/bits_study.h"
#include "library/study/row_changes.h"
#include "library/study/setting_dominance.h"
#include "vault/records/scheme_choice.h"

namespace stepvault::ui {

/// A setting of a scheme on the map of rate and error.
struct RatePoint {
    double bits = 0;   ///< per weight
    double error = 0;  ///< relative
    QString name = {};
    std::uint64_t bytes = 0;                  ///< of the step
    std::optional<SchemeChoice> choice = {};  ///< for a setting that a run can be filed by
};

/// The settings of a scheme, in order.
struct RateCurve {
    Scheme scheme = Scheme::adaptive;
    std::vector<RatePoint> points;
    /// By point: the better setting of one that is never worth taking.
    std::vector<std::optional<Dominance>> dominated;
};

/// The cost and the error of a setting.
struct BitsFigures {
    double bitsPerWeight = 0;
    double error = 0;
    double lag = 0;
    std::uint64_t stepBytes = 0;
    std::uint64_t runBytes = 0;  ///< of the whole run, stored by this setting
    /// Time for one core to code the step (measured_costs.h); nullopt for a scheme without measurements.
    std::optional<double> seconds = {};
};

/// All that the bits page shows of a run: its newest lossy step, by every setting. Made off the GUI thread;
/// asking it touches no disk.
class BitsView {
    Q_DECLARE_TR_FUNCTIONS(stepvault::ui::BitsView)

 public:
    using Rows = std::shared_ptr<const RowChanges>;

    /// `checkpoints`: of the run, not empty; `newest`: the one of `study`, which was coded anew for it where
    /// it is stored exactly; `rows`: of it, null where they are not known.
    BitsView(std::shared_ptr<const BitsStudy> study, std::vector<CheckpointRow> checkpoints,
             CheckpointRow newest, SchemeChoice current, Rows rows = {});

    /// The same with other exceptions in its curves; `rows`: of the newest step, null where they are not
    /// known.
    [[nodiscard]] std::shared_ptr<const BitsView> with(const std::vector<CodingRule>& rules, Rows rows) const;
    /// The exceptions that count in the curves, as far as a scheme can make them.
    [[nodiscard]] const std::vector<CodingRule>& rules() const { return rules_; }

    [[nodiscard]] const BitsStudy& study() const { return *study_; }
    [[nodiscard]] const CheckpointRow& newest() const { return newest_; }
    [[nodiscard]] bool isTriedOut() const { return newest_.scheme == Scheme::exact; }
    /// How the run is filed from now on.
    [[nodiscard]] const SchemeChoice& current() const { return current_; }
    /// nullopt where the step's statistics and samples do not tell.
    [[nodiscard]] std::optional<BitsOutcome> outcome(const SchemeChoice& choice) const;
    [[nodiscard]] BitsFigures figures(const BitsOutcome& outcome, const SchemeChoice& choice) const;
    [[nodiscard]] BitsFigures stored() const;
    /// lc with 1 to 8 bits.
    [[nodiscard]] std::vector<RatePoint> lcCurve() const;
    /// Empty where it is not known.
    [[nodiscard]] const std::vector<RatePoint>& adaptiveCurve() const { return adaptive_; }
    [[nodiscard]] const std::vector<RatePoint>& topnCurve() const { return topn_; }
    /// Empty until the rows are known.
    [[nodiscard]] const std::vector<RatePoint>& scarCurve() const { return scar_; }
    [[nodiscard]] const Rows& rows() const { return rows_; }
    /// The size of the run's exact steps; nullopt if there is none.
    [[nodiscard]] std::optional<RatePoint> exactPoint() const;
    /// All that are known: adaptive, lc, topn, scar, exact.
    [[nodiscard]] std::vector<RateCurve> curves() const;
    /// The newest step as stored.
    [[nodiscard]] RatePoint storedPoint() const;
    /// With the exceptions `rules`. Takes as long as a few dozen outcomes.
    [[nodiscard]] TargetReport find(const SizeTarget& target, const std::vector<CodingRule>& rules) const;

 private:
    void makeCurves();

    std::shared_ptr<const BitsStudy> study_;
    std::vector<CheckpointRow> checkpoints_;
    CheckpointRow newest_;
    SchemeChoice current_;
    std::vector<CodingRule> rules_;
    std::vector<BitsOutcome> lc_;  ///< by bits, from 1
    std::vector<RatePoint> adaptive_;
    std::vector<RatePoint> topn_;
    Rows rows_;
    std::vector<RatePoint> scar_;
};

}  // namespace stepvault::ui
