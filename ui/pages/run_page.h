#pragma once

#include <memory>

#include <QWidget>

#include "ui/dialogs/restore_controller.h"
#include "ui/session/run_snapshot.h"
#include "ui/session/watch_notes.h"

class QLabel;
class QSplitter;
class QStackedLayout;
class QTabBar;

namespace stepvault::ui {

class ChartCard;
class CheckpointTable;
class ElidedLabel;
class EmptyState;
class HeaderLine;
class RestoreSheet;
class Theme;

/// One run: its curve, its checkpoints, and the sheet that brings one of them back. Mark, row and sheet
/// always speak of the same checkpoint.
class RunPage : public QWidget {
    Q_OBJECT

 public:
    RunPage(const Theme& theme, RestoreController& controller, QAction* restore, QWidget* parent = nullptr);

    /// Shows `page` while the tab `name` is chosen; owned from now on.
    void addTab(const QString& name, QWidget* page);
    /// 0: the run itself, else in the order they were added.
    void setTab(int index);

    void setRun(const RunSnapshot& run, int color);
    void setNote(const std::optional<WatchNotes::Note>& note);
    /// By hand. Until then the newest is selected.
    void selectCheckpoint(const QString& id);
    /// nullptr for none.
    [[nodiscard]] const CheckpointRow* selectedCheckpoint() const;
    [[nodiscard]] const RunInfo& run() const { return run_; }

    void openSheet(const std::shared_ptr<Library>& library);
    void closeSheet();
    void showRestoreProgress(const JobProgress& progress);
    [[nodiscard]] bool isSheetOpen() const;

    [[nodiscard]] ChartCard& chart() { return *chart_; }
    [[nodiscard]] CheckpointTable& table() { return *table_; }
    [[nodiscard]] RestoreSheet& sheet() { return *sheet_; }
    [[nodiscard]] QSplitter& splitter() { return *splitter_; }

 signals:
    void tagChosen(const QString& tag);
    void selectionChanged();

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    QWidget* makeTableCard();
    void connectSelection();
    void choose(const QString& id);
    void hover(const QString& id);
    void placeSheet();

    RestoreController& controller_;
    std::shared_ptr<Library> library_;
    RunInfo run_;
    QString selected_;
    bool followNewest_ = true;
    HeaderLine* header_;
    QTabBar* tabs_;
    QStackedLayout* pages_ = nullptr;
    ChartCard* chart_;
    CheckpointTable* table_;
    EmptyState* empty_;
    QStackedLayout* tableStack_ = nullptr;
    QLabel* caption_;
    ElidedLabel* note_;
    QSplitter* splitter_;
    RestoreSheet* sheet_;
};

}  // namespace stepvault::ui
