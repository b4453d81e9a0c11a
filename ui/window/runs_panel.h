#pragma once

#include <QFrame>

#include "ui/models/run_list_model.h"

class QLabel;
class QListView;

namespace stepvault::ui {

class Theme;

/// The runs of the vault at the left, and the vault's own size at the foot.
class RunsPanel : public QFrame {
    Q_OBJECT

 public:
    explicit RunsPanel(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] RunListModel& model() { return model_; }
    [[nodiscard]] QListView* view() const { return view_; }
    void setRuns(std::vector<RunEntry> runs, std::uint64_t vaultBytes);
    void setFilter(const QString& text);
    /// Shows the choice without telling of it.
    void setSelectedRun(const QString& id);
    [[nodiscard]] const QString& selectedRun() const { return selected_; }
    void clear();

 signals:
    void runSelected(const QString& id);

 private:
    void currentChanged(const QModelIndex& current);
    void restoreSelection();

    RunListModel model_;
    QString selected_;
    bool settingRuns_ = false;
    QListView* view_;
    QLabel* vaultName_;
    QLabel* vaultFigure_;
};

}  // namespace stepvault::ui
