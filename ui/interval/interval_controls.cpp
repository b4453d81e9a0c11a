#include "ui/interval/interval_controls.h"

#include <cmath>
#include <limits>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/pages/figure_slider.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr double minute = 60;
constexpr double hour = 3600;
constexpr double year = 365.0 * 24 * hour;
constexpr double shortestStall = 0.001;
constexpr double shortestMean = 10;
}  // namespace

IntervalControls::IntervalControls(QWidget* parent)
    : QWidget(parent),
      failures_(new FigureSlider(tr("Time between a worker's failures"), shortestMean, year, false, this)),
      stall_(new FigureSlider(tr("Cost of a checkpoint"), shortestStall, hour, false, this)),
      ending_(new FigureSlider(tr("Stopped early after"), minute, year, true, this)),
      reset_(new QPushButton(tr("Reset"), this)) {
    failures_->setToolTip(tr("How long one worker runs on average until it fails"));
    stall_->setToolTip(tr("For how long the training stands still while it saves"));
    ending_->setToolTip(tr("After how long somebody stops such a job, on average"));
    reset_->setToolTip(tr("Back to what was found"));
    auto* caption = new QLabel(tr("What the plan goes by"), this);
    setLook(caption, "caption");
    auto* head = new QHBoxLayout;
    head->addWidget(caption);
    head->addStretch(1);
    head->addWidget(reset_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    for (FigureSlider* figure : {failures_, stall_, ending_}) {
        layout->addWidget(figure);
        connect(figure, &FigureSlider::changed, this, [this] {
            updateReset();
            emit changed();
        });
    }
    layout->addStretch(1);
    connect(reset_, &QPushButton::clicked, this, [this] {
        reset();
        emit changed();
    });
    updateReset();
}

void IntervalControls::setFound(const PlanReport& report) {
    const FailureRate& seen = report.failures;
    const QString failures =
        report.mean_to_failure.origin == Origin::estimated
            ? counted(seen.failures, tr("estimated: %1 failure"), tr("estimated: %1 failures")) +
                  tr(" in %1").arg(formatSpan(seen.seconds))
            : tr("assumed: no failure in %1 yet").arg(formatSpan(seen.seconds));
    failures_->setFound(report.mean_to_failure.value, failures);
    const QString stall = report.stall.origin == Origin::measured ? tr("measured by the training hook")
                          : report.stall.origin == Origin::estimated
                              ? tr("estimated: a checkpoint's size at the disk's speed")
                              : tr("assumed: nothing tells yet");
    stall_->setFound(report.stall.value, stall);
    ending_->setFound(std::numeric_limits<double>::infinity(), tr("assumed: it runs to its end"));
}

PlanOptions IntervalControls::options() const {
    PlanOptions options;
    options.mean_to_failure = failures_->chosen();
    options.stall = stall_->chosen();
    if (ending_->chosen() && std::isfinite(*ending_->chosen())) options.mean_to_stop = ending_->chosen();
    return options;
}

void IntervalControls::reset() {
    for (FigureSlider* figure : {failures_, stall_, ending_})
        figure->reset();
    updateReset();
}

void IntervalControls::updateReset() {
    reset_->setEnabled(failures_->chosen() || stall_->chosen() || ending_->chosen());
}

}  // namespace stepvault::ui
