#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/vault/trash_model.h"

class QLabel;
class QPushButton;
class QTableView;

namespace stepvault::ui {

/// The removals in the trash, with buttons that restore or delete the selected ones, or else restore the last
/// and delete all. Deletion asks for a second click. GUI thread.
class TrashList : public QWidget {
    Q_OBJECT

 public:
    explicit TrashList(QWidget* parent = nullptr);

    void setView(const std::shared_ptr<const VaultView>& view);
    void setBusy(bool isBusy);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] QPushButton& restoreButton() { return *restore_; }
    [[nodiscard]] QPushButton& emptyButton() { return *empty_; }
    /// Hidden until the user asks for deletion.
    [[nodiscard]] QPushButton& confirmButton() { return *confirm_; }
    [[nodiscard]] QPushButton& keepButton() { return *keep_; }

 signals:
    void restoreClicked(const QStringList& entries);
    void emptyConfirmed(const QStringList& entries);

 private:
    void setUpTable();
    void ask(bool isAsking);
    void update();
    void fitTable();
    [[nodiscard]] QStringList selected() const;
    /// The entries that a click on Restore restores.
    [[nodiscard]] QStringList restorable() const;
    /// The entries that a click on Delete deletes, oldest first.
    [[nodiscard]] QStringList deletable() const;
    [[nodiscard]] TrashSum sumOfEntries(const QStringList& entries) const;

    std::shared_ptr<const VaultView> view_;
    QStringList asked_;  ///< entries that the user asked to delete
    bool isAsking_ = false;
    bool isBusy_ = false;
    TrashModel model_;
    QTableView* table_;
    QLabel* text_;
    QPushButton* restore_;
    QPushButton* empty_;
    QPushButton* keep_;
    QPushButton* confirm_;
};

}  // namespace stepvault::ui
