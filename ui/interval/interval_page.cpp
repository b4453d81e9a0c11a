#include "ui/interval/interval_page.h"

#include <utility>

#include <QBoxLayout>
#include <QFileDialog>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

#include "base/wall_clock.h"
#include "plan/plan_file.h"
#include "ui/charts/plot_view.h"
#include "ui/interval/comparison_panel.h"
#include "ui/interval/follow_card.h"
#include "ui/interval/interval_controls.h"
#include "ui/interval/overhead_card.h"
#include "ui/interval/plan_card.h"
#include "ui/session/app_settings.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {
constexpr double nameWidth = 128;
constexpr int sideWidth = 350;
constexpr int leastWide = 860;  // of a page whose cards stand side by side
constexpr int leastChart = 300;
/// Weight of the past.
constexpr double smoothing = 0.6;
/// Marks of saves on the chart, at most; more would hide one another.
constexpr std::size_t mostMarks = 120;
}  // namespace

IntervalPage::IntervalPage(const Theme& theme, JobRunner& runner, AppSettings& settings, QWidget* parent)
    : RunTab(parent),
      runner_(runner),
      settings_(settings),
      planner_(new IntervalPlanner(runner, this)),
      sentence_(new QLabel(this)),
      hindsight_(new QLabel(this)),
      verdict_(new QLabel(this)),
      key_(new QLabel(this)),
      plot_(new PlotView(theme, this)),
      plan_(new PlanCard(this)),
      follow_(new FollowCard(theme, this)),
      comparison_(new ComparisonPanel(theme, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(sentence_, "title");
    setLook(verdict_, "caption");
    for (QLabel* label : {sentence_, hindsight_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    hindsight_->hide();
    plot_->setSmoothing(smoothing);
    plot_->setMinimumHeight(leastChart);
    plot_->setAccessibleName(tr("Loss curve with its fit, what is expected of it, and planned saves"));
    empty_->setText(
        tr("The plan for this run appears here"),
        tr("It needs to know where the training is. Once a loss was logged into the run's folder, "
           "or a checkpoint saved, Stepvault works out when the next one is worth its cost."));
    stack_ = new QStackedLayout(this);
    stack_->addWidget(empty_);
    stack_->addWidget(scrolled(makeContent(), this));
    connectParts();
    comparison_->setOpen(settings.comparesSchedules());
    makeRoomForNames();
}

QWidget* IntervalPage::makeContent() {
    auto* content = new QWidget(this);
    side_ = new QWidget(content);
    sideStack_ = new QStackedLayout(side_);
    sideStack_->addWidget(plan_);
    sideStack_->addWidget(follow_);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(8);
    columns_->addWidget(makeCurves(), 1);
    columns_->addWidget(side_);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(sentence_);
    layout->addWidget(hindsight_);
    layout->addLayout(columns_, 1);
    layout->addWidget(comparison_);
    return content;
}

QWidget* IntervalPage::makeCurves() {
    auto* card = new QFrame(this);
    setLook(card, "card");
    setLook(key_, "caption");
    verdict_->setWordWrap(true);
    key_->setWordWrap(true);
    auto* texts = new QVBoxLayout;
    texts->setContentsMargins(6, 0, 6, 0);
    texts->setSpacing(2);
    texts->addWidget(verdict_);
    texts->addWidget(key_);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(texts);
    layout->addWidget(plot_, 1);
    return card;
}

void IntervalPage::connectParts() {
    connect(plot_, &PlotView::frameChanged, comparison_, &ComparisonPanel::alignTo);
    connect(planner_, &IntervalPlanner::planned, this, &IntervalPage::take);
    connect(planner_, &IntervalPlanner::failed, this, &IntervalPage::takeFailure);
    OverheadCard& overhead = comparison_->overhead();
    connect(planner_, &IntervalPlanner::simulated, this,
            [&overhead](const std::vector<SimulatedCosts>& costs) {
                overhead.setSimulated(costs);
                overhead.setSimulating(false);
            });
    connect(&plan_->controls(), &IntervalControls::changed, this, [this] {
        settings_.setPlanInputs(toQString(run_.row.id), controls().inputs());
        plan_->setNote({}, false);
        planner_->setOptions(controls().options());
    });
    connect(&overhead, &OverheadCard::simulateClicked, this, [this, &overhead] {
        if (simulation() != 0) return planner_->cancelSimulation();
        if (!view_) return;
        planner_->simulate(view_->report);
        overhead.setSimulating(true);
    });
    connect(comparison_, &ComparisonPanel::opened, this, [this](bool open) {
        settings_.setComparesSchedules(open);
        makeRoomForNames();
    });
    connect(plan_, &PlanCard::followClicked, this,
            [this] { exportPlan(std::filesystem::path(run_.row.folder) / plan_file_name); });
    connect(follow_, &FollowCard::exportClicked, this, &IntervalPage::chooseExport);
    connect(follow_, &FollowCard::closed, this, [this] {
        sideStack_->setCurrentWidget(plan_);
        plan_->followButton().setFocus();
    });
}

void IntervalPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) {
    const QString id = toQString(run.info.row.id);
    if (run.info.row.id != run_.row.id) {
        controls().setInputs(settings_.planInputs(id));
        plan_->setNote({}, false);
        view_.reset();
        sideStack_->setCurrentWidget(plan_);
    }
    run_ = run.info;
    color_ = color;
    follow_->setFolder(run_.row.folder);
    const bool known = run_.last_step.value_or(0) > 0;
    stack_->setCurrentIndex(known ? 1 : 0);
    planner_->setRun(known ? library : nullptr, run_, controls().options(), settings_.estimatedStall(id));
}

void IntervalPage::take(const std::shared_ptr<const IntervalView>& view) {
    view_ = view;
    if (planner_->estimatedStall())
        settings_.setEstimatedStall(toQString(run_.row.id), *planner_->estimatedStall());
    setLook(sentence_, "title");
    sentence_->setText(view_->sentence);
    hindsight_->setText(view_->hindsight);
    hindsight_->setVisible(!view_->hindsight.isEmpty());
    verdict_->setText(view_->verdict);
    plot_->setCurve(view_->tag, view_->losses, static_cast<std::size_t>(color_));
    plot_->setSmoothed(view_->smooth);
    plot_->setForecast(view_->forecast, run_.checkpoints > 0 ? tr("last saved") : tr("now"));
    setPlanned(*view_);
    plot_->flush();
    comparison_->setView(*view_);
    plan_->setView(*view_);
    if (view_->ended) sideStack_->setCurrentWidget(plan_);
}

void IntervalPage::setPlanned(const IntervalView& view) {
    const std::vector<std::int64_t>& steps = view.schedules.front().steps;
    const std::size_t apart = steps.size() / mostMarks + 1;
    std::vector<PlotEvent> planned;
    for (std::size_t i = 0; i < steps.size(); i += apart)
        planned.push_back({.kind = PlotEvent::Kind::planned,
                           .x = static_cast<double>(steps[i]),
                           .label = tr("save at step %1").arg(formatStep(steps[i]))});
    QStringList keys;
    if (!view.forecast.fit.empty()) keys << tr("dashed: fit, shaded: its band");
    if (!planned.empty())
        keys << (view.ended ? tr("diamonds: saves that would have been best")
                            : tr("diamonds: planned saves"));
    key_->setText(keys.join(QStringLiteral(" · ")));
    key_->setVisible(!keys.isEmpty());
    plot_->setEvents(std::move(planned));
}

void IntervalPage::takeFailure(const QString& message) {
    view_.reset();
    setLook(sentence_, "bad");
    sentence_->setText(tr("No plan can be made: %1.").arg(message));
    hindsight_->hide();
    plot_->setEvents({});
    comparison_->clear();
    plan_->clear();
}

void IntervalPage::chooseExport() {
    const QString proposed = toQString(std::filesystem::path(run_.row.folder) / plan_file_name);
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save the plan as"), proposed, tr("Plans (*.json)"));
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
            if (!status.ok())
                return plan_->setNote(tr("Not written: %1.").arg(toQString(status.error().message)), true);
            plan_->setNote(tr("Written to %1.").arg(formatPath(file)), false);
            follow_->setWritten(file);
            sideStack_->setCurrentWidget(follow_);
        });
}

void IntervalPage::makeRoomForNames() {
    plot_->setLeftMargin(comparison_->isOpen() ? nameWidth : 0);
}

void IntervalPage::hideEvent(QHideEvent* event) {
    RunTab::hideEvent(event);
    // A library that nobody looks at any more is let go, with the locks it holds.
    if (!event->spontaneous()) planner_->setRun(nullptr, {}, {}, {});
}

void IntervalPage::resizeEvent(QResizeEvent* event) {
    RunTab::resizeEvent(event);
    const bool isWide = width() >= leastWide;
    columns_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    side_->setMinimumWidth(isWide ? sideWidth : 0);
    side_->setMaximumWidth(isWide ? sideWidth : QWIDGETSIZE_MAX);
    comparison_->setSideBySide(isWide, sideWidth);
}

bool IntervalPage::isSettled() const {
    return planner_->isSettled() && export_ == 0;
}

QString IntervalPage::sentence() const {
    return sentence_->text();
}

QString IntervalPage::hindsight() const {
    return hindsight_->text();
}

IntervalControls& IntervalPage::controls() {
    return plan_->controls();
}

}  // namespace stepvault::ui
