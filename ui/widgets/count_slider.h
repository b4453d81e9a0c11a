#pragma once

#include <QWidget>

class QLabel;
class QSlider;

namespace stepvault::ui {

/// A slider for a whole number, with its name before and its value behind it.
class CountSlider : public QWidget {
    Q_OBJECT

 public:
    CountSlider(const QString& name, int least, int most, int value, QWidget* parent = nullptr);

    [[nodiscard]] int value() const;
    [[nodiscard]] QSlider& slider() { return *slider_; }

 signals:
    void valueChanged(int value);

 private:
    QSlider* slider_;
    QLabel* number_;
};

}  // namespace stepvault::ui
