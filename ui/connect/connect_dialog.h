#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepvault::ui {

class MachineList;

/// Which machine, and which vault on it. Accepted, place() is a text that parse_remote_place() takes.
class ConnectDialog : public QDialog {
    Q_OBJECT

 public:
    /// `recent`: places, newest first.
    explicit ConnectDialog(const QStringList& recent, QWidget* parent = nullptr);

    /// The machines of ~/.ssh/config, which may come when the dialog is already shown.
    void setHosts(const QStringList& hosts);
    [[nodiscard]] QString place() const;

 private:
    void layOut();
    /// Shows under the field what it takes, or what is wrong.
    void check();

    QStringList recent_;
    QLineEdit* field_;
    QLabel* hint_;
    MachineList* machines_;
    QPushButton* connect_;
};

}  // namespace stepvault::ui
