#pragma once

#include <QSlider>

namespace stepvault::ui {

/// How much of the past a smoothed curve keeps: none at the left end, then 0.5 to 0.99.
class SmoothingSlider : public QSlider {
    Q_OBJECT

 public:
    explicit SmoothingSlider(QWidget* parent = nullptr);

    [[nodiscard]] double weight() const;

 signals:
    void weightChanged(double weight);
};

}  // namespace stepvault::ui
