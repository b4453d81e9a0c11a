#include "ui/widgets/figure_slider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

constexpr int positions = 240;
constexpr int pageSteps = 12;

/// To two digits, as it is shown.
double rounded(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

}  // namespace

FigureSlider::FigureSlider(const QString& title, double low, double high, bool endless, QWidget* parent)
    : QWidget(parent),
      low_(low),
      high_(high),
      endless_(endless),
      value_(new QLabel(this)),
      origin_(new QLabel(this)),
      slider_(new QSlider(Qt::Horizontal, this)) {
    origin_->setWordWrap(true);
    auto* name = new QLabel(title, this);
    setLook(origin_, "caption");
    slider_->setRange(0, positions + (endless ? 1 : 0));
    slider_->setPageStep(pageSteps);
    slider_->setAccessibleName(title);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(name);
    head->addStretch(1);
    head->addWidget(value_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(slider_);
    layout->addWidget(origin_);
    connect(slider_, &QSlider::valueChanged, this, &FigureSlider::move);
}

void FigureSlider::setFound(double seconds, const QString& origin) {
    if (chosen_) return;
    found_ = seconds;
    foundOrigin_ = origin;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(positionOf(seconds));
    show(seconds, origin);
}

void FigureSlider::setChosen(std::optional<double> seconds) {
    chosen_.reset();
    if (!seconds) return setFound(found_, foundOrigin_);
    const QSignalBlocker quiet(slider_);
    slider_->setValue(positionOf(*seconds));
    chosen_ = seconds;
    show(*seconds, tr("set here"));
}

void FigureSlider::move(int position) {
    chosen_ = secondsAt(position);
    show(*chosen_, tr("set here"));
    emit changed();
}

void FigureSlider::show(double seconds, const QString& origin) {
    value_->setText(formatSpan(seconds));
    origin_->setText(origin);
    slider_->setAccessibleDescription(tr("%1, %2").arg(value_->text(), origin));
}

QString FigureSlider::valueText() const {
    return value_->text();
}

QString FigureSlider::originText() const {
    return origin_->text();
}

double FigureSlider::secondsAt(int position) const {
    if (endless_ && position > positions) return std::numeric_limits<double>::infinity();
    return rounded(low_ * std::pow(high_ / low_, static_cast<double>(position) / positions));
}

int FigureSlider::positionOf(double seconds) const {
    if (!std::isfinite(seconds)) return positions + 1;
    const double share = std::log(std::max(seconds, low_) / low_) / std::log(high_ / low_);
    return static_cast<int>(std::lround(positions * std::min(1.0, share)));
}

}  // namespace stepvault::ui
