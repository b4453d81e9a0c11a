#pragma once

#include <QCheckBox>

namespace stepvault::ui {

class Theme;

/// A check box that is as easily seen on a dark ground as on a light one.
class CheckBox : public QCheckBox {
    Q_OBJECT

 public:
    CheckBox(const QString& text, const Theme& theme, QWidget* parent = nullptr);

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
