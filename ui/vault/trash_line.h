#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/models/vault_view.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

/// What is in the trash, and the ways out of it. Emptying asks once more, in its own place.
class TrashLine : public QWidget {
    Q_OBJECT

 public:
    explicit TrashLine(QWidget* parent = nullptr);

    void setView(const std::shared_ptr<const VaultView>& view);
    void setBusy(bool isBusy);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton& restoreButton() { return *restore_; }
    [[nodiscard]] QPushButton& emptyButton() { return *empty_; }
    /// Hidden until emptying was asked for.
    [[nodiscard]] QPushButton& confirmButton() { return *confirm_; }
    [[nodiscard]] QPushButton& keepButton() { return *keep_; }

 signals:
    void restoreClicked(const QStringList& entries);
    void emptyConfirmed(const QStringList& entries);

 private:
    void ask(bool isAsking);
    void update();

    std::shared_ptr<const VaultView> view_;
    QStringList asked_;  ///< entries, as they were when emptying was asked for
    bool isAsking_ = false;
    bool isBusy_ = false;
    QLabel* text_;
    QPushButton* restore_;
    QPushButton* empty_;
    QPushButton* keep_;
    QPushButton* confirm_;
};

}  // namespace stepvault::ui
