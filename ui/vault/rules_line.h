#pragma once

#include <QWidget>

#include "ui/models/vault_view.h"
#include "ui/vault/rule_choice.h"

class QCheckBox;
class QDoubleSpinBox;
class QSpinBox;

namespace stepvault::ui {

class FlowLayout;
class MenuChoice;
class SegmentControl;
class Theme;

/// Rules of retention as one sentence, whose parts can be switched on and off and hold the figures.
class RulesLine : public QWidget {
    Q_OBJECT

 public:
    explicit RulesLine(const Theme& theme, QWidget* parent = nullptr);

    /// Which runs and metrics there are to choose from.
    void setView(const std::shared_ptr<const VaultView>& view);
    /// The run that is chosen as long as the user chose none here.
    void propose(const QString& run);
    /// Without a signal. Those to begin with where there are none.
    void setRules(const RetentionRules& rules);
    /// True while the rules are a proposal: the vault has none, and the user has changed none.
    [[nodiscard]] bool isProposal() const { return isProposal_; }
    /// Makes the proposal the chosen rules.
    void accept();
    [[nodiscard]] RetentionRules rules() const;
    /// The rules that apply to the chosen run: a run without metrics has no best checkpoints.
    [[nodiscard]] RuleChoice choice() const;

    [[nodiscard]] MenuChoice& run() { return *run_; }
    [[nodiscard]] MenuChoice& metric() { return *metric_; }
    [[nodiscard]] SegmentControl& order() { return *order_; }
    [[nodiscard]] QCheckBox& lastSwitch() { return *last_; }
    [[nodiscard]] QCheckBox& bestSwitch() { return *best_; }
    [[nodiscard]] QCheckBox& everySwitch() { return *every_; }
    [[nodiscard]] QCheckBox& firstSwitch() { return *first_; }
    [[nodiscard]] QCheckBox& withinSwitch() { return *within_; }
    [[nodiscard]] QCheckBox& bytesSwitch() { return *bytes_; }
    [[nodiscard]] QDoubleSpinBox& withinDays() { return *withinDays_; }
    [[nodiscard]] QDoubleSpinBox& gibibytes() { return *gibibytes_; }
    [[nodiscard]] QSpinBox& lastCount() { return *lastCount_; }
    [[nodiscard]] QSpinBox& bestCount() { return *bestCount_; }
    [[nodiscard]] QSpinBox& everySteps() { return *everySteps_; }

 signals:
    /// Another run, or a rule.
    void changed();
    /// A rule, by the user.
    void rulesChanged();

 private:
    /// A part of the sentence, which is never broken.
    void addPart(FlowLayout* line, const std::vector<QWidget*>& words);
    QCheckBox* addSwitch(FlowLayout* line, const QString& text, bool isOn, std::vector<QWidget*> parts);
    QDoubleSpinBox* makeAmount(const QString& name, double value);
    QSpinBox* makeCount(const QString& name, int value, int most);
    void showMetrics();
    void orderByMetric();
    void enableParts();

    const Theme& theme_;
    std::shared_ptr<const VaultView> view_;
    bool isProposal_ = false;
    bool isChosen_ = false;
    QString proposed_;
    MenuChoice* run_;
    MenuChoice* metric_;
    SegmentControl* order_;
    QSpinBox* lastCount_;
    QSpinBox* bestCount_;
    QSpinBox* everySteps_;
    QDoubleSpinBox* withinDays_;
    QDoubleSpinBox* gibibytes_;
    QCheckBox* last_ = nullptr;
    QCheckBox* best_ = nullptr;
    QCheckBox* every_ = nullptr;
    QCheckBox* first_ = nullptr;
    QCheckBox* within_ = nullptr;
    QCheckBox* bytes_ = nullptr;
    RetentionRules given_;  ///< more exact than the shown figures
    QString wantedMetric_;  ///< stays where the chosen run lacks it; empty for the loss
};

}  // namespace stepvault::ui
