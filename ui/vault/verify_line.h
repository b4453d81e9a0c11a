#pragma once

#include <optional>

#include <QWidget>

#include "ui/vault/vault_outcome.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

class Theme;

/// The last verdict on what is stored, and the button that asks for a new one.
class VerifyLine : public QWidget {
    Q_OBJECT

 public:
    explicit VerifyLine(const Theme& theme, QWidget* parent = nullptr);

    void setOutcome(const VerifyOutcome& outcome);
    /// Another vault.
    void clear();
    void setBusy(bool isBusy, bool isVerifying);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString damage() const;
    [[nodiscard]] QPushButton& button() { return *button_; }

 signals:
    void verifyClicked();

 private:
    void update();

    const Theme& theme_;
    std::optional<VerifyOutcome> outcome_;
    bool isVerifying_ = false;
    QLabel* picture_;
    QLabel* text_;
    QLabel* damage_;
    QPushButton* button_;
};

}  // namespace stepvault::ui
