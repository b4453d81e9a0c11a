#include "ui/interval/interval_controls.h"

#include <cmath>
#include <limits>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/interval/origin_text.h"
#include "ui/interval/steps_field.h"
#include "ui/theme/look.h"
#include "ui/widgets/figure_slider.h"

namespace stepvault::ui {

namespace {
constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double year = 365.0 * 24 * hour;
constexpr double shortestStep = 0.0001;
constexpr double shortestStall = 0.001;
constexpr double shortestMean = 10;
}  // namespace

IntervalControls::IntervalControls(QWidget* parent)
    : QWidget(parent),
      steps_(new StepsField(tr("Steps in all"), this)),
      iteration_(new FigureSlider(tr("Time for a step"), shortestStep, hour, false, this)),
      failures_(new FigureSlider(tr("Time between a worker's failures"), shortestMean, year, false, this)),
      stall_(new FigureSlider(tr("Cost of a save"), shortestStall, hour, false, this)),
      ending_(new FigureSlider(tr("Stopped early after"), minute, year, true, this)),
      reset_(new QPushButton(tr("Reset"), this)) {
    steps_->setToolTip(tr("The step at which the training ends"));
    iteration_->setToolTip(tr("How long one step of the training takes, without saves"));
    failures_->setToolTip(tr("How long one worker runs on average until it fails"));
    stall_->setToolTip(tr("For how long the training stands still while it saves"));
    ending_->setToolTip(tr("After how long somebody stops such a job, on average"));
    reset_->setToolTip(tr("Back to what was found"));
    auto* caption = new QLabel(tr("What the plan goes by"), this);
    setLook(caption, "muted");
    auto* head = new QHBoxLayout;
    head->addWidget(caption);
    head->addStretch(1);
    head->addWidget(reset_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(steps_);
    const auto tell = [this] {
        updateReset();
        emit changed();
    };
    connect(steps_, &StepsField::changed, this, tell);
    for (FigureSlider* figure : {iteration_, failures_, stall_, ending_}) {
        layout->addStretch(1);
        layout->addWidget(figure);
        connect(figure, &FigureSlider::changed, this, tell);
    }
    connect(reset_, &QPushButton::clicked, this, [this, tell] {
        setInputs({});
        tell();
    });
    layout->addStretch(2);
    updateReset();
}

void IntervalControls::setFound(const PlanReport& report, bool ended) {
    steps_->setEnabled(!ended);
    steps_->setFound(report.steps.value, report.from.value + 1, stepsOrigin(report, ended));
    iteration_->setFound(report.iteration.value, iterationOrigin(report));
    failures_->setFound(report.mean_to_failure.value, failureOrigin(report));
    stall_->setFound(report.stall.value, stallOrigin(report));
    ending_->setFound(std::numeric_limits<double>::infinity(), tr("assumed: it runs to its end"));
}

void IntervalControls::setInputs(const PlanInputs& inputs) {
    steps_->setChosen(inputs.steps);
    iteration_->setChosen(inputs.iteration);
    failures_->setChosen(inputs.meanToFailure);
    stall_->setChosen(inputs.stall);
    ending_->setChosen(inputs.meanToStop);
    updateReset();
}

PlanInputs IntervalControls::inputs() const {
    PlanInputs inputs{.steps = steps_->chosen(),
                      .iteration = iteration_->chosen(),
                      .meanToFailure = failures_->chosen(),
                      .stall = stall_->chosen(),
                      .meanToStop = ending_->chosen()};
    if (inputs.meanToStop && !std::isfinite(*inputs.meanToStop)) inputs.meanToStop.reset();
    return inputs;
}

PlanOptions IntervalControls::options() const {
    const PlanInputs set = inputs();
    PlanOptions options;
    options.steps = set.steps;
    options.iteration = set.iteration;
    options.mean_to_failure = set.meanToFailure;
    options.stall = set.stall;
    options.mean_to_stop = set.meanToStop;
    return options;
}

void IntervalControls::updateReset() {
    reset_->setEnabled(inputs() != PlanInputs{} || ending_->chosen());
}

}  // namespace stepvault::ui
