#include "ui/window/runs_view.h"

namespace stepvault::ui {

QModelIndex RunsView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    QModelIndex index = QListView::moveCursor(action, modifiers);
    // Qt does so for the arrow keys only.
    while (index.isValid() && !index.flags().testFlag(Qt::ItemIsEnabled))
        index = index.siblingAtRow(index.row() + 1);
    return index;
}

}  // namespace stepvault::ui
