#pragma once

#include <QFrame>

#include "ui/models/vault_view.h"
#include "ui/vault/rule_choice.h"

class QDoubleSpinBox;

namespace stepvault::ui {

class SegmentControl;
class TwoStepLine;

/// Saves or spends space without removing a checkpoint: strips the checkpoints that no rule keeps to their
/// weights, frees originals, keeps parity. Each shows its effect in bytes first. GUI thread.
class UpkeepCard : public QFrame {
    Q_OBJECT

 public:
    explicit UpkeepCard(QWidget* parent = nullptr);

    void setView(const std::shared_ptr<const VaultView>& view);
    /// The plans no longer hold, since rules or runs are others.
    void forgetPlans();
    /// nullptr: the preview was cancelled.
    void offerWeights(const std::shared_ptr<const RemovalPlan>& plan);
    void offerFreeing(const std::shared_ptr<const FreeingPlan>& plan);
    void setBusy(bool isBusy);

    [[nodiscard]] TwoStepLine& weights() { return *weights_; }
    [[nodiscard]] TwoStepLine& originals() { return *originals_; }
    [[nodiscard]] TwoStepLine& parity() { return *parity_; }
    [[nodiscard]] QDoubleSpinBox& mostError() { return *mostError_; }
    [[nodiscard]] SegmentControl& parityChoice() { return *parityChoice_; }

 signals:
    void weightsPreviewClicked();
    void keepWeightsClicked(const std::shared_ptr<const stepvault::ui::RemovalPlan>& plan);
    void freeingPreviewClicked(double mostError);
    void freeClicked(const std::shared_ptr<const stepvault::ui::FreeingPlan>& plan);
    /// nullopt for none.
    void parityChosen(std::optional<double> percent);

 private:
    void offerParity();
    [[nodiscard]] std::optional<double> chosenParity() const;

    std::shared_ptr<const VaultView> view_;
    std::shared_ptr<const RemovalPlan> weightsPlan_;
    std::shared_ptr<const FreeingPlan> freeingPlan_;
    TwoStepLine* weights_;
    TwoStepLine* originals_;
    TwoStepLine* parity_;
    QDoubleSpinBox* mostError_;
    SegmentControl* parityChoice_;
};

}  // namespace stepvault::ui
