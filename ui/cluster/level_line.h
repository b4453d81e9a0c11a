#pragma once

#include <QWidget>

class QLabel;

namespace stepvault::ui {

class ElidedLabel;
class Theme;

/// One storage level: what it is, whether the step is restorable from it now, and of how many failures it is.
class LevelLine : public QWidget {
    Q_OBJECT

 public:
    LevelLine(const Theme& theme, std::uint32_t level, QWidget* parent = nullptr);

    void setState(bool survives, const QString& verdict, double survivedShare);
    [[nodiscard]] bool survives() const { return survives_; }
    [[nodiscard]] QString verdict() const;

 private:
    void applyTheme();

    const Theme& theme_;
    std::uint32_t level_;
    bool survives_ = true;
    QLabel* mark_;
    ElidedLabel* verdict_;
    ElidedLabel* share_;
};

}  // namespace stepvault::ui
