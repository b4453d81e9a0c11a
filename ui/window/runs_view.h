#pragma once

#include <QListView>

namespace stepvault::ui {

/// A list whose keyboard passes over headings, which are disabled.
class RunsView : public QListView {
    Q_OBJECT

 public:
    using QListView::QListView;

 protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
};

}  // namespace stepvault::ui
