#pragma once

#include <QFrame>

#include "ui/models/run_list_model.h"

class QLabel;
class QListView;

namespace stepvault::ui {

class ArrangementButton;
class FolderProblems;
class VaultEntry;
class Theme;

/// The runs of the vault at the left, and the vault itself at the foot. One run is chosen, or several that
/// are to be compared, or the vault.
class RunsPanel : public QFrame {
    Q_OBJECT

 public:
    explicit RunsPanel(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] RunListModel& model() { return model_; }
    [[nodiscard]] QListView* view() const { return view_; }
    void setRuns(std::vector<RunEntry> runs);
    void setFilter(const QString& text);
    void setArrangement(const RunArrangement& arrangement);
    /// Shows the choice without telling of it.
    void setSelectedRun(const QString& id);
    /// Of several, the one that was chosen alone before.
    [[nodiscard]] const QString& selectedRun() const { return selected_; }
    /// Two or more in the order of the list, or none while a single run is chosen.
    [[nodiscard]] const QStringList& comparedRuns() const { return compared_; }
    /// In the place of runs. Shows the choice without telling of it.
    void setVaultChosen(bool isChosen);
    [[nodiscard]] bool isVaultChosen() const { return isVaultChosen_; }
    /// While something is shown that is none of the list, nothing in it is chosen; what was is kept.
    void setAside(bool isAside);
    [[nodiscard]] FolderProblems& folderProblems() { return *problems_; }
    [[nodiscard]] VaultEntry& vaultEntry() { return *vault_; }
    [[nodiscard]] ArrangementButton& arrangement() { return *arrangement_; }
    void clear();

 signals:
    void runSelected(const QString& id);
    void comparisonChosen();
    void vaultChosen();

 private:
    void takeSelection();
    void tellCount();
    void restoreSelection();

    RunListModel model_;
    QString selected_;
    QStringList compared_;
    bool isVaultChosen_ = false;
    bool isAside_ = false;
    bool settingRuns_ = false;
    QListView* view_;
    QLabel* count_;
    QLabel* noMatch_;
    ArrangementButton* arrangement_;
    FolderProblems* problems_;
    VaultEntry* vault_;
};

}  // namespace stepvault::ui
