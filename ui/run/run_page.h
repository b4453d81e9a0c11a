#pragma once

#include <memory>

#include <QWidget>

#include "ui/restore/restore_controller.h"
#include "ui/session/run_snapshot.h"
#include "ui/session/watch_notes.h"

class QLabel;
class QSplitter;
class QStackedLayout;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace stepvault::ui {

class ChartCard;
class CheckpointTable;
class ElidedLabel;
class EmptyState;
class HeaderLine;
class InsidePage;
class LabelsLine;
class RestoreSheet;
class RunTab;
class Theme;

/// One run: its curve, its checkpoints, and the sheet that brings one of them back; further pages beside
/// them. Mark, row and sheet always speak of the same checkpoint.
class RunPage : public QWidget {
    Q_OBJECT

 public:
    /// `actions`: of the checkpoint that is chosen.
    RunPage(const Theme& theme, RestoreController& controller, const QList<QAction*>& actions,
            QWidget* parent = nullptr);

    /// `tab` gets the run whenever it comes to be shown, and what is new while it is. Takes ownership.
    void addTab(RunTab* tab, const QString& title);
    /// 0: the run's own page. Out of range is ignored.
    void showTab(int index);
    /// The next one that is not hidden, or with -1 the one before; at an end nothing.
    void stepTab(int direction);
    /// One that is shown gives way to the run's own page as it is hidden.
    void setTabVisible(RunTab& tab, bool visible);
    [[nodiscard]] int currentTab() const;
    /// Everything that was asked for is shown.
    [[nodiscard]] bool isSettled() const;

    /// The page that shows one checkpoint's inside, in the place of chart and table. Takes ownership.
    void setInside(InsidePage* inside);
    /// Shows the inside of the selected checkpoint.
    void openInside();
    /// Closes the sheet, or else the checkpoint's inside.
    void stepBack();
    [[nodiscard]] bool isInsideOpen() const;

    /// Sets the action of the export buttons.
    void setExportAction(QAction* action);
    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color);
    void setNote(const std::optional<WatchNotes::Note>& note);
    /// By hand. Until then the newest is selected.
    void selectCheckpoint(const QString& id);
    /// nullptr for none.
    [[nodiscard]] const CheckpointRow* selectedCheckpoint() const;
    /// That one, and those chosen with it in the table, in its order.
    [[nodiscard]] std::vector<CheckpointRow> chosenCheckpoints() const;
    [[nodiscard]] const RunInfo& run() const { return snapshot_.info; }
    [[nodiscard]] const std::vector<CheckpointRow>& checkpoints() const { return snapshot_.checkpoints; }

    void openSheet(const std::shared_ptr<VaultHandle>& library);
    void closeSheet();
    void closeInside();
    void showRestoreProgress(const JobProgress& progress);
    [[nodiscard]] bool isSheetOpen() const;

    [[nodiscard]] ChartCard& chart() { return *chart_; }
    [[nodiscard]] CheckpointTable& table() { return *table_; }
    [[nodiscard]] RestoreSheet& sheet() { return *sheet_; }
    [[nodiscard]] LabelsLine& labels() { return *labels_; }
    [[nodiscard]] QTabBar& tabs() { return *tabs_; }
    [[nodiscard]] QSplitter& splitter() { return *splitter_; }

 signals:
    void tagChosen(const QString& tag);
    void besideChosen(const QStringList& tags);
    void selectionChanged();
    /// See LabelsLine::noteEdited.
    void noteEdited(const QString& run, const QString& note);

 protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    /// Shows advice on the sheet if the loss went wrong.
    void adviseOn(const std::vector<CheckpointRow>& rows);
    QWidget* makeTableCard();
    QWidget* makeFirstTab();
    [[nodiscard]] RunTab* shownTab() const;
    void updateShownTab();
    void connectSelection();
    void choose(const QString& id);
    void chooseTogether();
    /// Offers the selected checkpoints where the sheet still shows an earlier restore.
    void offerChosen();
    void hover(const QString& id);
    void placeSheet();

    RestoreController& controller_;
    std::weak_ptr<VaultHandle> library_;
    RunSnapshot snapshot_;
    int color_ = 0;
    QString selected_;
    bool followNewest_ = true;
    HeaderLine* header_;
    QTabBar* tabs_;
    LabelsLine* labels_;
    QToolButton* export_;  ///< of the further pages; the first has its own
    QStackedWidget* pages_;
    ChartCard* chart_;
    CheckpointTable* table_;
    EmptyState* empty_;
    QStackedLayout* tableStack_ = nullptr;
    QLabel* caption_;
    ElidedLabel* sizes_;  ///< the foot of the table
    ElidedLabel* note_;
    QSplitter* splitter_;
    QStackedLayout* first_ = nullptr;  ///< the splitter, or the inside
    InsidePage* inside_ = nullptr;
    RestoreSheet* sheet_;
};

}  // namespace stepvault::ui
