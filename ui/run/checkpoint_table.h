#pragma once

#include <QTableView>

#include "ui/models/checkpoint_model.h"
#include "ui/models/checkpoint_sort_model.h"

namespace stepvault::ui {

class CheckpointDelegate;
class Theme;

/// The checkpoints of a run. Newest first until the user sorts otherwise. One row is current, which the rest
/// of the window follows; with Ctrl and Shift more are chosen with it.
class CheckpointTable : public QTableView {
    Q_OBJECT

 public:
    /// `actions`: of the row that is chosen, for its menu.
    CheckpointTable(const Theme& theme, QList<QAction*> actions, QWidget* parent = nullptr);

    void setCheckpoints(std::vector<CheckpointRow> checkpoints);
    /// See CheckpointModel::setKept(); the column is there only where something is known.
    void setKept(std::map<std::string, QString> reasons);
    [[nodiscard]] const CheckpointModel& checkpoints() const { return model_; }
    /// Shows the choice and scrolls to it, without telling of it.
    void setSelected(const QString& id);
    void setHovered(const QString& id);
    [[nodiscard]] QString selected() const;
    /// All that are chosen together, in the order shown; one as a rule.
    [[nodiscard]] std::vector<CheckpointRow> chosen() const;
    [[nodiscard]] QModelIndex indexOf(const QString& id, int column = 0) const;

 signals:
    void checkpointSelected(const QString& id);
    void checkpointHovered(const QString& id);  ///< empty for none
    void checkpointOpened(const QString& id);   ///< by a double click or Enter
    void chosenChanged();                       ///< by the user
    void rowsPulled();                          ///< the chosen rows are dragged; the button is held
    void rowsLetGo();                           ///< without having been dropped

 protected:
    void startDrag(Qt::DropActions actions) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

 private:
    void rowChanged(const QModelIndex& current);

    CheckpointModel model_;
    CheckpointSortModel sorted_;
    CheckpointDelegate* delegate_;
    QList<QAction*> actions_;
    bool telling_ = true;
    bool pulling_ = false;
};

}  // namespace stepvault::ui
