#pragma once

#include <QFrame>

#include "ui/vault/prune_model.h"

class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace stepvault::ui {

class RulesLine;
class Theme;

/// The rules, their decision on each checkpoint with its reasons, and the button that removes.
class PruneCard : public QFrame {
    Q_OBJECT

 public:
    explicit PruneCard(const Theme& theme, QWidget* parent = nullptr);

    void setPlan(const std::shared_ptr<const RemovalPlan>& plan);
    /// The shown plan is not that of the present rules; a new plan is under way.
    void setOutdated();
    /// Nothing can be removed while other work is done on the vault.
    void setBusy(bool isBusy);

    [[nodiscard]] RulesLine& rules() { return *rules_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    /// Shown instead of the button that removes while the rules are a proposal.
    [[nodiscard]] QPushButton& useButton() { return *use_; }
    [[nodiscard]] QPushButton& removeButton() { return *remove_; }
    [[nodiscard]] QString note() const;

 signals:
    void removeClicked(const std::shared_ptr<const stepvault::ui::RemovalPlan>& plan);

 private:
    void setUpTable(const Theme& theme);
    void update();

    std::shared_ptr<const RemovalPlan> plan_;
    bool isBusy_ = false;
    bool isOutdated_ = false;
    PruneModel model_;
    QSortFilterProxyModel* sorted_;
    RulesLine* rules_;
    QTableView* table_;
    QLabel* count_;
    QLabel* note_;
    QPushButton* use_;
    QPushButton* remove_;
};

}  // namespace stepvault::ui
