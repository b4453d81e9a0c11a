#include "ui/widgets/smoothing_slider.h"

#include <cmath>

namespace stepvault::ui {

namespace {
constexpr int steps = 20;
}

SmoothingSlider::SmoothingSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setRange(0, steps);
    setFixedWidth(96);
    setAccessibleName(tr("Smoothing"));
    setToolTip(tr("Exponential moving average; the curve as it was read stays behind it"));
    connect(this, &QSlider::valueChanged, this, [this] { emit weightChanged(weight()); });
}

double SmoothingSlider::weight() const {
    if (value() == 0) return 0;
    return 1 - 0.5 * std::pow(0.02, static_cast<double>(value() - 1) / (steps - 1));
}

}  // namespace stepvault::ui
