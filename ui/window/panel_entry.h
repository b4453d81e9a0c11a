#pragma once

#include <QPushButton>

class QLabel;

namespace stepvault::ui {

/// The vault below the runs' list: its size, and the way to its page.
class VaultEntry : public QPushButton {
    Q_OBJECT

 public:
    explicit VaultEntry(QWidget* parent = nullptr);

    void setFigure(const QString& figure);
    [[nodiscard]] QString figure() const;
    [[nodiscard]] QSize sizeHint() const override;

 private:
    QLabel* figure_;
};

}  // namespace stepvault::ui
