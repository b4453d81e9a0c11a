#pragma once

#include <QWidget>

namespace stepvault::ui {

class Theme;

/// Which colour means which relative error.
class ErrorScale : public QWidget {
    Q_OBJECT

 public:
    explicit ErrorScale(const Theme& theme, QWidget* parent = nullptr);

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
