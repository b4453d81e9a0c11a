#include "ui/pages/chart_card.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/pages/menu_choice.h"
#include "ui/pages/segment_control.h"
#include "ui/pages/smoothing_slider.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/window/empty_state.h"

namespace stepvault::ui {

ChartCard::ChartCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      tag_(new MenuChoice(theme, tr("no metric"), this)),
      scale_(new SegmentControl({tr("linear"), tr("log")}, this)),
      smoothing_(new SmoothingSlider(this)),
      hint_(new QLabel(this)),
      rescue_(new QPushButton(this)),
      export_(new QToolButton(this)),
      plot_(new PlotView(theme, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(this, "card");
    stack_ = new QStackedLayout;
    stack_->addWidget(plot_);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(2);
    layout->addWidget(makeControls());
    layout->addLayout(stack_, 1);
    empty_->setText(
        tr("The curve of this run appears here"),
        tr("Stepvault reads .jsonl and .csv files and trainer_state.json in the run's folder. Once a "
           "number or a checkpoint has been written, it shows within seconds."));
    connect(plot_, &PlotView::hintChanged, hint_, &QLabel::setText);
    connect(scale_, &SegmentControl::chosen, this,
            [this](int index) { plot_->setScale(index == 1 ? AxisScale::log : AxisScale::linear); });
    connect(smoothing_, &SmoothingSlider::weightChanged, plot_, &PlotView::setSmoothing);
    connect(tag_, &MenuChoice::chosen, this, &ChartCard::tagChosen);
    connect(rescue_, &QPushButton::clicked, this, [this] { emit rescueClicked(lastGood_); });
}

QWidget* ChartCard::makeControls() {
    auto* bar = new QWidget(this);
    tag_->setAccessibleName(tr("Metric"));
    tag_->setToolTip(tr("Which metric to show"));
    scale_->setAccessibleName(tr("Scale of the vertical axis"));
    auto* smoothLabel = new QLabel(tr("smooth"), bar);
    setLook(smoothLabel, "muted");
    setLook(hint_, "caption");
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(12);
    layout->addWidget(tag_);
    layout->addWidget(scale_);
    layout->addWidget(smoothLabel);
    layout->addWidget(smoothing_);
    layout->addStretch(1);
    layout->addWidget(hint_);
    layout->addWidget(rescue_);
    layout->addWidget(export_);
    rescue_->setObjectName(QStringLiteral("rescue"));
    rescue_->hide();
    return bar;
}

void ChartCard::setExportAction(QAction* action) {
    export_->setDefaultAction(action);
    export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void ChartCard::setRun(const RunSnapshot& run, int color) {
    setTags(run);
    std::vector<PlotPoint> points;
    points.reserve(run.points.size());
    for (const MetricPoint& point : run.points)
        points.push_back({static_cast<double>(point.step), point.value});
    plot_->setCurve(toQString(run.tag), std::move(points), static_cast<std::size_t>(color));
    setMarks(run);
    setTrouble(run);
    stack_->setCurrentWidget(plot_->model().isEmpty() ? static_cast<QWidget*>(empty_) : plot_);
}

void ChartCard::setTags(const RunSnapshot& run) {
    std::vector<MenuChoice::Entry> tags;
    for (const SeriesRow& series : run.series)
        tags.push_back({toQString(series.tag), toQString(series.tag)});
    tag_->setEntries(std::move(tags));
    tag_->setCurrent(toQString(run.tag));
}

void ChartCard::setMarks(const RunSnapshot& run) {
    std::vector<PlotMark> marks;
    marks.reserve(run.checkpoints.size());
    for (const CheckpointRow& row : run.checkpoints) {
        marks.push_back(
            {toQString(row.id), row.step, row.key,
             tr("step %1   stored %2   error %3")
                 .arg(formatStep(row.step), formatBytes(row.stored_bytes), formatError(row.relative_error))});
    }
    plot_->setMarks(std::move(marks));
}

void ChartCard::setTrouble(const RunSnapshot& run) {
    const bool troubled = !run.troubles.empty() && !run.troubles.back().over;
    const CheckpointRow* good = nullptr;
    for (const CheckpointRow& row : run.checkpoints) {
        if (troubled && row.step < run.troubles.back().step && (good == nullptr || row.step >= good->step))
            good = &row;
    }
    lastGood_ = good != nullptr ? toQString(good->id) : QString();
    rescue_->setVisible(good != nullptr);
    if (good != nullptr) rescue_->setText(tr("Restore the last good step, %1").arg(formatStep(good->step)));
    if (!troubled) return plot_->setOutlook({});
    const LossTrouble& trouble = run.troubles.back();
    const auto at = static_cast<double>(trouble.step);
    plot_->setOutlook(PlotOutlook{.x0 = at, .x1 = at, .since = at},
                      trouble.finite ? tr("the loss rises from step %1").arg(formatStep(trouble.step))
                                     : tr("the loss is lost from step %1").arg(formatStep(trouble.step)));
}

}  // namespace stepvault::ui
