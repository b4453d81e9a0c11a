#pragma once

#include <optional>

#include <QWidget>

#include "ui/models/vault_outcome.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

class Theme;

/// The result of the last verification, with the buttons that verify and repair.
class VerifyLine : public QWidget {
    Q_OBJECT

 public:
    explicit VerifyLine(const Theme& theme, QWidget* parent = nullptr);

    void setOutcome(const VerifyOutcome& outcome);
    /// Another vault.
    void clear();
    /// `doing`: the name of the job that is running; empty for none.
    void setBusy(bool isBusy, const QString& doing);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString damage() const;
    [[nodiscard]] QPushButton& button() { return *button_; }
    /// With a menu; hidden where there is nothing to repair.
    [[nodiscard]] QPushButton& repair() { return *repair_; }

 signals:
    void verifyClicked();
    void repairClicked();
    void repairFromCopyClicked();

 private:
    void update();

    const Theme& theme_;
    std::optional<VerifyOutcome> outcome_;
    QString doing_;
    QLabel* picture_;
    QLabel* text_;
    QLabel* damage_;
    QPushButton* repair_;
    QPushButton* button_;
};

}  // namespace stepvault::ui
