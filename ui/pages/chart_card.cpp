#include "ui/pages/chart_card.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/pages/segment_control.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/window/empty_state.h"

namespace stepvault::ui {

namespace {
/// The slider's steps are weights of the past: 0, then 0.5 to 0.99.
constexpr int smoothingSteps = 20;

double smoothingWeight(int step) {
    if (step == 0) return 0;
    return 1 - 0.5 * std::pow(0.02, static_cast<double>(step - 1) / (smoothingSteps - 1));
}
}  // namespace

ChartCard::ChartCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      tag_(new QToolButton(this)),
      tags_(new QMenu(this)),
      scale_(new SegmentControl({tr("linear"), tr("log")}, this)),
      smoothing_(new QSlider(Qt::Horizontal, this)),
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
    connect(smoothing_, &QSlider::valueChanged, this,
            [this](int value) { plot_->setSmoothing(smoothingWeight(value)); });
    connect(tags_, &QMenu::triggered, this,
            [this](QAction* action) { emit tagChosen(action->data().toString()); });
    connect(rescue_, &QPushButton::clicked, this, [this] { emit rescueClicked(lastGood_); });
    connect(&theme, &Theme::changed, this, &ChartCard::applyTheme);
    applyTheme();
}

QWidget* ChartCard::makeControls() {
    auto* bar = new QWidget(this);
    tag_->setPopupMode(QToolButton::InstantPopup);
    tag_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tag_->setLayoutDirection(Qt::RightToLeft);
    tag_->setMenu(tags_);
    tag_->setAccessibleName(tr("Metric"));
    tag_->setToolTip(tr("Which metric to show"));
    scale_->setAccessibleName(tr("Scale of the vertical axis"));
    smoothing_->setRange(0, smoothingSteps);
    smoothing_->setFixedWidth(96);
    smoothing_->setAccessibleName(tr("Smoothing"));
    smoothing_->setToolTip(tr("Exponential moving average; the curve as it was read stays behind it"));
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
    tag_->setText(run.tag.empty() ? tr("no metric") : toQString(run.tag));
    tag_->setEnabled(!run.series.empty());
    QStringList names;
    for (const SeriesRow& series : run.series)
        names << toQString(series.tag);
    QStringList shown;
    for (const QAction* action : tags_->actions())
        shown << action->data().toString();
    if (names != shown) {
        tags_->clear();
        for (const QString& name : names)
            tags_->addAction(name)->setData(name);
    }
    for (QAction* action : tags_->actions()) {
        action->setCheckable(true);
        action->setChecked(action->data().toString() == toQString(run.tag));
    }
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

void ChartCard::applyTheme() {
    tag_->setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
