#include "ui/widgets/curve_controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/charts/plot_view.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"
#include "ui/widgets/smoothing_slider.h"

namespace stepvault::ui {

CurveControls::CurveControls(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      metric_(new MenuChoice(theme, tr("No metric"), this)),
      scale_(new SegmentControl({tr("Linear"), tr("Log")}, this)),
      axis_(new SegmentControl({tr("Step"), tr("Time"), tr("Date")}, this)),
      logX_(new QToolButton(this)),
      smoothing_(new SmoothingSlider(this)),
      choices_(new FlowLayout(12, 4)),
      line_(new QHBoxLayout(this)) {
    metric_->setAccessibleName(tr("Metric"));
    metric_->setToolTip(tr("Which metric to show"));
    scale_->setAccessibleName(tr("Scale of the vertical axis"));
    axis_->setAccessibleName(tr("What the horizontal axis counts"));
    axis_->setToolTip(tr("Steps, the time since a run's first point, or the date"));
    logX_->setText(tr("Log x"));
    logX_->setCheckable(true);
    logX_->setAccessibleName(tr("Logarithmic horizontal axis"));
    logX_->setToolTip(tr("Logarithmic horizontal axis"));
    auto* smooth = new QWidget(this);
    auto* smoothLabel = new QLabel(tr("Smooth"), smooth);
    setLook(smoothLabel, "muted");
    auto* smoothLine = new QHBoxLayout(smooth);
    smoothLine->setContentsMargins(0, 0, 0, 0);
    smoothLine->setSpacing(12);
    smoothLine->addWidget(smoothLabel);
    smoothLine->addWidget(smoothing_);
    for (QWidget* choice : std::initializer_list<QWidget*>{metric_, scale_, axis_, logX_, smooth})
        choices_->addWidget(choice);
    line_->setContentsMargins(0, 0, 6, 0);
    line_->setSpacing(12);
    line_->addLayout(choices_, 1);
    connect(metric_, &MenuChoice::chosen, this, &CurveControls::tagChosen);
    connect(scale_, &SegmentControl::chosen, this, [this] { emit scaleChanged(yScale()); });
    connect(axis_, &SegmentControl::chosen, this, [this] {
        logX_->setEnabled(axis() != CurveAxis::date);
        emit axisChanged();
    });
    connect(logX_, &QToolButton::toggled, this, &CurveControls::axisChanged);
}

void CurveControls::drive(PlotView& plot) {
    connect(this, &CurveControls::scaleChanged, &plot, &PlotView::setScale);
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

void CurveControls::addAfterMetric(QWidget* choice) {
    choices_->addWidget(choice);
    choices_->moveTo(1);
}

void CurveControls::addChoice(QWidget* choice) {
    choices_->addWidget(choice);
}

void CurveControls::add(QWidget* widget) {
    line_->addWidget(widget, 0, Qt::AlignTop);
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

AxisScale CurveControls::yScale() const {
    return scale_->current() == 1 ? AxisScale::log : AxisScale::linear;
}

AxisScale CurveControls::xScale() const {
    return logX_->isChecked() && axis() != CurveAxis::date ? AxisScale::log : AxisScale::linear;
}

}  // namespace stepvault::ui
