#pragma once

#include <QDialog>

class QTableWidget;

namespace stepvault::ui {

/// The list of keys and gestures: the shortcuts of a window's actions, then the gestures in charts.
class ShortcutList : public QDialog {
    Q_OBJECT

 public:
    ShortcutList(const QList<QAction*>& actions, QWidget* parent);

 private:
    void add(const QString& keys, const QString& what);

    QTableWidget* table_;
};

}  // namespace stepvault::ui
