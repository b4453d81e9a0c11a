#pragma once

#include <QTableView>

#include "ui/runs/run_table_model.h"

class QMenu;

namespace stepvault::ui {

class RunStateDelegate;
class Theme;

/// The table of runs. Several rows can be chosen; a double click or Enter opens a run. No row moves while the
/// pointer is over the rows.
class RunTable : public QTableView {
    Q_OBJECT

 public:
    explicit RunTable(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] RunTableModel& runs() { return model_; }
    /// Ids, in the order of the rows.
    [[nodiscard]] QStringList chosenRuns() const;
    /// The columns that the user hid or showed, by RunColumn::id().
    [[nodiscard]] const QMap<QString, bool>& columnChoices() const { return choices_; }
    void setColumnChoices(QMap<QString, bool> choices);
    /// A checkable entry for each column.
    void fillColumnMenu(QMenu& menu);

 signals:
    void chosenChanged();
    void runOpened(const QString& id);
    void columnChoicesChanged();
    void menuRequested(const QStringList& ids, const QPoint& globalPosition);

 protected:
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

 private:
    void showColumns();
    void choose(const RunColumn& column, bool isShown);

    RunTableModel model_;
    QMap<QString, bool> choices_;
};

}  // namespace stepvault::ui
