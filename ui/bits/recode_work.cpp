#include "ui/bits/recode_work.h"

#include <algorithm>
#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

std::vector<std::string> idsOf(const std::vector<CheckpointRow>& rows) {
    std::vector<std::string> ids;
    ids.reserve(rows.size());
    for (const CheckpointRow& row : rows)
        ids.push_back(row.id);
    return ids;
}

Result<RecodeReport> work(VaultHandle& library, const RecodePlan& plan, bool isPreview,
                          const JobContext& job) {
    STEPVAULT_ASSIGN(rows, library.queries().checkpoints(plan.run));
    if (idsOf(rows) != plan.checkpoints)
        return Error{ErrorCode::changed, "other checkpoints are stored by now"};
    return library.maintenance().recode(
        {.run = plan.run, .scheme = plan.choice, .from = {}, .dry_run = isPreview}, job);
}

}  // namespace

std::vector<std::string> checkpointIds(const RunSnapshot& run) {
    return idsOf(run.checkpoints);
}

RecodeWork::RecodeWork(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    connect(&runner_, &JobRunner::ended, this, [this](JobId id) {
        if (id != job_ || task_ == Task::none) return;
        // It crashed, and the followers of jobs have been told.
        task_ = Task::none;
        job_ = 0;
        emit taskChanged();
    });
}

void RecodeWork::preview(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run,
                         const SchemeChoice& choice) {
    start(Task::preview, library,
          {.run = run.info.row.id,
           .name = toQString(run.info.row.name),
           .checkpoints = checkpointIds(run),
           .choice = choice});
}

void RecodeWork::recode(const std::shared_ptr<VaultHandle>& library, const RecodePlan& plan) {
    start(Task::recode, library, plan);
}

void RecodeWork::start(Task task, const std::shared_ptr<VaultHandle>& library, const RecodePlan& plan) {
    if (task_ != Task::none || !library) return;
    task_ = task;
    run_ = plan.run;
    name_ = plan.name;
    const bool isPreview = task == Task::preview;
    // It may take hours, which a restore is not to wait for.
    job_ = runner_.start(
        Lane::checking, this,
        [library, plan, isPreview](const JobContext& job) { return work(*library, plan, isPreview, job); },
        [this, plan, isPreview](const Result<RecodeReport>& report) {
            RecodePlan ended = plan;
            if (report.ok()) {
                ended.report = *report;
            } else {
                ended.problem = report.error();
            }
            task_ = Task::none;
            job_ = 0;
            emit taskChanged();
            if (isPreview) return emit previewed(ended);
            emit recoded(ended);
        });
    emit taskChanged();
}

void RecodeWork::stop() {
    runner_.cancel(job_);
}

QString RecodeWork::title() const {
    return task_ == Task::preview  ? tr("Trying out what recoding %1 gives").arg(name_)
           : task_ == Task::recode ? tr("Recoding %1").arg(name_)
                                   : QString();
}

}  // namespace stepvault::ui
