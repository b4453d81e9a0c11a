#include "ui/interval/origin_text.h"

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {
/// A shorter training says nothing about failures.
constexpr double leastTold = 3600;
}  // namespace

QString stepsOrigin(const PlanReport& report, bool ended) {
    if (ended) return tr("the steps that this run took");
    switch (report.steps.origin) {
        case Origin::given:
            return tr("set here");
        case Origin::measured:
        case Origin::estimated:
            return tr("as the run plans it");
        case Origin::assumed:
            return tr("assumed: it goes on for as long again");
    }
    return {};
}

QString iterationOrigin(const PlanReport& report) {
    const Figure<double>& step = report.iteration;
    if (step.samples > 0) {
        return counted(step.samples, tr("measured at %1 step of this run"),
                       tr("median of %1 steps of this run"));
    }
    if (step.origin == Origin::measured) return tr("from the times of this run's losses");
    if (step.origin == Origin::estimated) return tr("from the times of this run's checkpoints");
    return report.is_copy ? tr("assumed: the files are a copy, so their times don't tell")
                          : tr("assumed: no times are known");
}

QString stallOrigin(const PlanReport& report) {
    const Figure<double>& stall = report.stall;
    if (stall.samples > 0) {
        return stall.origin == Origin::measured
                   ? counted(stall.samples, tr("measured at %1 save of this run"),
                             tr("median of %1 saves of this run"))
                   : counted(stall.samples, tr("from the time of the losses around %1 save of this run"),
                             tr("from the times of the losses around %1 saves of this run, their median"));
    }
    if (stall.origin == Origin::measured) return tr("measured by the training hook");
    if (stall.origin == Origin::estimated) return tr("estimated: a checkpoint's size at the disk's speed");
    return tr("assumed: nothing tells yet");
}

QString failureOrigin(const PlanReport& report) {
    const FailureRate& seen = report.failures;
    if (report.mean_to_failure.origin == Origin::estimated) {
        return counted(seen.failures, tr("from %1 failure in %2 of this run"),
                       tr("from %1 failures in %2 of this run"))
            .arg(formatSpan(seen.seconds));
    }
    if (seen.seconds < leastTold) return tr("assumed: 1 failure a day");
    return tr("assumed: 1 failure a day at first, none seen in %1").arg(formatSpan(seen.seconds));
}

}  // namespace stepvault::ui
