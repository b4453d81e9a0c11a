#pragma once

#include <QFrame>

#include "ui/models/run_list_model.h"

class QLabel;
class QListView;
class QToolButton;

namespace stepvault::ui {

class ArrangementButton;
class FolderProblems;
class PanelEntry;
class Theme;

/// The page that the window shows beside the list.
enum class Place {
    runs,     ///< the run that is chosen, or several
    table,    ///< all runs in a table
    folders,  ///< the watched folders
    vault,
};

/// The runs of the vault at the left, and the ways to the other places. One run is chosen, or several that
/// are to be compared, or another place. No run moves while the pointer is over the list.
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
    /// The selected run; while several are selected, the run that was selected alone before.
    [[nodiscard]] const QString& selectedRun() const { return selected_; }
    /// Shows the choice without telling of it; two or more.
    void setComparedRuns(const QStringList& ids);
    /// Two or more in the order of the list, or none while a single run is chosen.
    [[nodiscard]] const QStringList& comparedRuns() const { return compared_; }
    /// Shows the choice without telling of it.
    void setPlace(Place place);
    [[nodiscard]] Place place() const { return place_; }
    /// While another page is shown, no run is selected in the list; the former selection is kept.
    void setAside(bool isAside);
    [[nodiscard]] FolderProblems& folderProblems() { return *problems_; }
    [[nodiscard]] PanelEntry& vaultEntry() { return *vault_; }
    [[nodiscard]] PanelEntry& foldersEntry() { return *folders_; }
    [[nodiscard]] QToolButton& tableButton() { return *table_; }
    [[nodiscard]] ArrangementButton& arrangement() { return *arrangement_; }
    void clear();

 signals:
    void runSelected(const QString& id);
    void comparisonChosen();
    void placeChosen(stepvault::ui::Place place);
    void menuRequested(const QStringList& ids, const QPoint& globalPosition);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void takeSelection();
    void choosePlace(Place place);
    void askForMenu(const QPoint& position);
    void applyTheme();
    void tellCount();
    void restoreSelection();

    const Theme& theme_;
    RunListModel model_;
    QString selected_;
    QStringList compared_;
    Place place_ = Place::runs;
    bool isAside_ = false;
    bool settingRuns_ = false;
    QListView* view_;
    QLabel* count_;
    QLabel* noMatch_;
    ArrangementButton* arrangement_;
    FolderProblems* problems_;
    PanelEntry* folders_;
    PanelEntry* vault_;
    QToolButton* table_;
};

}  // namespace stepvault::ui
