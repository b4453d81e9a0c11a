#pragma once

#include <QFrame>
#include <QStringList>

class QLabel;
class QLineEdit;
class QListWidget;

namespace stepvault::ui {

/// Machines to choose from: those used lately, and those that ssh is configured for. A field filters them.
class MachineList : public QFrame {
    Q_OBJECT

 public:
    explicit MachineList(QWidget* parent = nullptr);

    void setMachines(const QStringList& recent, const QStringList& configured);

 signals:
    void chosen(const QString& machine);
    /// Chosen to be connected at once.
    void activated(const QString& machine);

 private:
    void addGroup(const QString& title, const QStringList& machines);
    void filter();

    QLineEdit* field_;
    QListWidget* list_;
    QLabel* empty_;
};

}  // namespace stepvault::ui
