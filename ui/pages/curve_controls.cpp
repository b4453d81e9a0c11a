#include "ui/pages/curve_controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/charts/plot_view.h"
#include "ui/pages/menu_choice.h"
#include "ui/pages/segment_control.h"
#include "ui/pages/smoothing_slider.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

CurveControls::CurveControls(const Theme& theme, PlotView& plot, QWidget* parent)
    : QWidget(parent),
      metric_(new MenuChoice(theme, tr("no metric"), this)),
      scale_(new SegmentControl({tr("linear"), tr("log")}, this)),
      axis_(new SegmentControl({tr("step"), tr("time"), tr("date")}, this)),
      logX_(new QToolButton(this)),
      smoothing_(new SmoothingSlider(this)),
      line_(new QHBoxLayout(this)) {
    metric_->setAccessibleName(tr("Metric"));
    metric_->setToolTip(tr("Which metric to show"));
    scale_->setAccessibleName(tr("Scale of the vertical axis"));
    axis_->setAccessibleName(tr("What the horizontal axis counts"));
    axis_->setToolTip(tr("Steps, the time since a run's first point, or the date"));
    logX_->setText(tr("log x"));
    logX_->setCheckable(true);
    logX_->setAccessibleName(tr("Logarithmic horizontal axis"));
    logX_->setToolTip(tr("Logarithmic horizontal axis"));
    auto* smooth = new QLabel(tr("smooth"), this);
    setLook(smooth, "muted");
    line_->setContentsMargins(0, 0, 6, 0);
    line_->setSpacing(12);
    line_->addWidget(metric_);
    line_->addWidget(scale_);
    line_->addWidget(axis_);
    line_->addWidget(logX_);
    line_->addWidget(smooth);
    line_->addWidget(smoothing_);
    connect(metric_, &MenuChoice::chosen, this, &CurveControls::tagChosen);
    connect(scale_, &SegmentControl::chosen, this,
            [&plot](int index) { plot.setScale(index == 1 ? AxisScale::log : AxisScale::linear); });
    connect(axis_, &SegmentControl::chosen, this, [this] {
        logX_->setEnabled(axis() != CurveAxis::date);
        emit axisChanged();
    });
    connect(logX_, &QToolButton::toggled, this, &CurveControls::axisChanged);
    connect(smoothing_, &SmoothingSlider::weightChanged, &plot, &PlotView::setSmoothing);
}

void CurveControls::setTags(const std::vector<std::string>& tags, const std::string& current) {
    std::vector<MenuChoice::Entry> entries;
    entries.reserve(tags.size());
    for (const std::string& tag : tags)
        entries.push_back({toQString(tag), toQString(tag)});
    metric_->setEntries(std::move(entries));
    metric_->setCurrent(toQString(current));
}

void CurveControls::add(QWidget* widget, int stretch) {
    line_->addWidget(widget, stretch);
}

CurveAxis CurveControls::axis() const {
    switch (axis_->current()) {
        case 1:
            return CurveAxis::elapsed;
        case 2:
            return CurveAxis::date;
        default:
            return CurveAxis::step;
    }
}

AxisScale CurveControls::xScale() const {
    return logX_->isChecked() && axis() != CurveAxis::date ? AxisScale::log : AxisScale::linear;
}

}  // namespace stepvault::ui
