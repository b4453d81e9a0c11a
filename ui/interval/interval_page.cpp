#include "ui/interval/interval_page.h"

#include <utility>

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "base/wall_clock.h"
#include "plan/plan_file.h"
#include "ui/charts/plot_view.h"
#include "ui/interval/follow_card.h"
#include "ui/interval/interval_controls.h"
#include "ui/interval/overhead_bars.h"
#include "ui/interval/overhead_card.h"
#include "ui/interval/schedule_rows.h"
#include "ui/pages/figure_slider.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/window/empty_state.h"

namespace stepvault::ui {

namespace {
constexpr double nameWidth = 88;
constexpr int sideWidth = 380;
/// Weight of the past.
constexpr double smoothing = 0.6;
}  // namespace

IntervalPage::IntervalPage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : RunTab(parent),
      theme_(theme),
      runner_(runner),
      planner_(new IntervalPlanner(runner, this)),
      sentence_(new QLabel(this)),
      verdict_(new QLabel(this)),
      note_(new QLabel(this)),
      plot_(new PlotView(theme, this)),
      rows_(new ScheduleRows(theme, this)),
      overhead_(new OverheadCard(theme, this)),
      controls_(new IntervalControls(this)),
      follow_(new FollowCard(theme, this)),
      exportButton_(new QPushButton(tr("Export plan…"), this)),
      followButton_(new QPushButton(tr("Follow this plan"), this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(sentence_, "title");
    setLook(verdict_, "caption");
    setLook(note_, "caption");
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note_->setWordWrap(true);
    plot_->setLeftMargin(nameWidth);
    plot_->setSmoothing(smoothing);
    plot_->setAccessibleName(tr("Loss curve with its fit and what is expected of it"));
    empty_->setText(
        tr("The plan for this run appears here"),
        tr("It needs to know where the training is. Once a loss was logged into the run's folder, "
           "or a checkpoint saved, Stepvault works out when the next one is worth its cost."));
    stack_ = new QStackedLayout(this);
    stack_->addWidget(empty_);
    stack_->addWidget(makeContent());
    connectParts();
}

QWidget* IntervalPage::makeContent() {
    auto* content = new QWidget(this);
    auto* column = new QWidget(content);
    column->setFixedWidth(sideWidth);
    auto* side = new QVBoxLayout(column);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(8);
    side->addWidget(overhead_);
    side_ = new QStackedLayout;
    side_->addWidget(makeControls());
    side_->addWidget(follow_);
    side->addLayout(side_, 1);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(8);
    columns->addWidget(makeCurves(), 1);
    columns->addWidget(column);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(sentence_);
    layout->addLayout(columns, 1);
    return content;
}

QWidget* IntervalPage::makeCurves() {
    auto* card = new QFrame(this);
    setLook(card, "card");
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 0, 8, 0);
    head->addWidget(verdict_, 1);
    auto* layout = new QVBoxLayout(card);
    // The rows share the chart's horizontal axis, so both have the same width.
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(plot_, 1);
    layout->addWidget(rows_);
    return card;
}

QWidget* IntervalPage::makeControls() {
    auto* card = new QFrame(this);
    setLook(card, "card");
    exportButton_->setToolTip(tr("Write the recommended schedule as plan.json, for the training hook"));
    followButton_->setToolTip(tr("What to add to the training, so that it saves where the plan says"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(exportButton_);
    buttons->addWidget(followButton_);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(14, 8, 14, 10);
    layout->setSpacing(6);
    layout->addWidget(controls_, 1);
    layout->addWidget(note_);
    layout->addLayout(buttons);
    return card;
}

void IntervalPage::connectParts() {
    connect(plot_, &PlotView::frameChanged, rows_, &ScheduleRows::setFrame);
    connect(planner_, &IntervalPlanner::planned, this, &IntervalPage::take);
    connect(planner_, &IntervalPlanner::failed, this, &IntervalPage::takeFailure);
    connect(planner_, &IntervalPlanner::simulated, this, [this](const std::vector<SimulatedCosts>& costs) {
        overhead_->setSimulated(costs);
        overhead_->setSimulating(false);
    });
    connect(controls_, &IntervalControls::changed, this,
            [this] { planner_->setOptions(controls_->options()); });
    connect(overhead_, &OverheadCard::simulateClicked, this, [this] {
        if (simulation() != 0) return planner_->cancelSimulation();
        if (!view_) return;
        planner_->simulate(view_->report);
        overhead_->setSimulating(true);
    });
    connect(exportButton_, &QPushButton::clicked, this, &IntervalPage::chooseExport);
    connect(followButton_, &QPushButton::clicked, this, [this] {
        side_->setCurrentWidget(follow_);
        follow_->copyButton().setFocus();
    });
    connect(follow_, &FollowCard::closed, this, [this] {
        side_->setCurrentIndex(0);
        followButton_->setFocus();
    });
}

void IntervalPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) {
    if (run.info.row.id != run_.row.id) {
        controls_->reset();
        note_->clear();
        view_.reset();
        side_->setCurrentIndex(0);
    }
    run_ = run.info;
    color_ = color;
    follow_->setFolder(run_.row.folder);
    const bool known = run_.last_step.value_or(0) > 0;
    stack_->setCurrentIndex(known ? 1 : 0);
    planner_->setRun(known ? library : nullptr, run_, controls_->options());
}

void IntervalPage::take(const std::shared_ptr<const IntervalView>& view) {
    view_ = view;
    setLook(sentence_, "title");
    sentence_->setText(view_->sentence);
    verdict_->setText(view_->verdict);
    plot_->setCurve(view_->tag, view_->losses, static_cast<std::size_t>(color_));
    plot_->setSmoothed(view_->smooth);
    plot_->setForecast(view_->forecast, run_.checkpoints > 0 ? tr("last saved") : tr("now"));
    plot_->flush();
    std::vector<ScheduleRows::Row> rows;
    for (const ScheduleView& schedule : view_->schedules) {
        rows.push_back({schedule.name,
                        tr("%1: %2 %3")
                            .arg(schedule.name, schedule.meaning,
                                 counted(schedule.steps.size(), tr("%1 checkpoint to come"),
                                         tr("%1 checkpoints to come"))),
                        schedule.steps, schedule.recommended});
    }
    rows_->setRows(std::move(rows));
    overhead_->setView(*view_);
    controls_->setFound(*view_->report);
    exportButton_->setEnabled(true);
    followButton_->setEnabled(true);
}

void IntervalPage::takeFailure(const QString& message) {
    view_.reset();
    setLook(sentence_, "bad");
    sentence_->setText(tr("No plan can be made: %1.").arg(message));
    rows_->setRows({});
    overhead_->clear();
    exportButton_->setEnabled(false);
    followButton_->setEnabled(false);
}

void IntervalPage::chooseExport() {
    const QString proposed = toQString(std::filesystem::path(run_.row.folder) / plan_file_name);
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export plan"), proposed, tr("Plans (*.json)"));
    if (!file.isEmpty()) exportPlan(toPath(file));
}

void IntervalPage::exportPlan(std::filesystem::path file) {
    if (!view_) return;
    if (file.extension() != ".json") file += ".json";
    export_ = runner_.start(
        Lane::planning, this,
        [report = view_->report, file, now = unix_seconds()](const JobContext&) {
            return plan_file(report->plan, report->plan.schedules.front().schedule, now).write(file);
        },
        [this, file](const Status& status) {
            export_ = 0;
            setLook(note_, status.ok() ? "caption" : "badCaption");
            note_->setText(status.ok() ? tr("Written to %1.").arg(formatPath(file))
                                       : tr("Not written: %1.").arg(toQString(status.error().message)));
        });
}

void IntervalPage::hideEvent(QHideEvent* event) {
    RunTab::hideEvent(event);
    // A library that nobody looks at any more is let go, with the locks it holds.
    if (!event->spontaneous()) planner_->setRun(nullptr, {}, {});
}

bool IntervalPage::isSettled() const {
    return planner_->isSettled() && export_ == 0;
}

QString IntervalPage::sentence() const {
    return sentence_->text();
}

QString IntervalPage::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
