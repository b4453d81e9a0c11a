#include "ui/inside/inside_loader.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

QString reasonOf(const Error& error) {
    return error.code == ErrorCode::cancelled ? QString() : toQString(error.message);
}

}  // namespace

InsideLoader::InsideLoader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void InsideLoader::readReport(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& row) {
    runner_.abandon(report_);
    report_ = runner_.start(
        Lane::decoding, this,
        [library, run = row.run_id, id = row.id](const JobContext& job) {
            return library->queries().report(run, id, job);
        },
        [this](Result<CheckpointReport> report) {
            report_ = 0;
            if (!report.ok()) return emit failed(Task::report, reasonOf(report.error()));
            emit reportRead(std::make_shared<const CheckpointReport>(std::move(*report)));
        });
}

void InsideLoader::readDifference(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& a,
                                  const CheckpointRow& b) {
    runner_.abandon(difference_);
    difference_ = runner_.start(
        Lane::decoding, this,
        [library, a = CheckpointPlace{a.run_id, a.id, {}}, b = CheckpointPlace{b.run_id, b.id, {}}](
            const JobContext& job) { return library->queries().difference(a, b, job); },
        [this](Result<CheckpointDifference> difference) {
            difference_ = 0;
            if (!difference.ok()) return emit failed(Task::difference, reasonOf(difference.error()));
            emit differenceRead(std::make_shared<const CheckpointDifference>(std::move(*difference)));
        });
}

void InsideLoader::readRuns(const std::shared_ptr<VaultHandle>& library) {
    runner_.abandon(runs_);
    runs_ = runner_.start(
        Lane::query, this, [library](const JobContext&) { return library->queries().runs(); },
        [this](const Result<std::vector<RunInfo>>& infos) {
            runs_ = 0;
            std::vector<RunRow> runs;
            if (infos.ok()) {
                for (const RunInfo& info : *infos)
                    runs.push_back(info.row);
            }
            emit runsRead(runs);
        });
}

void InsideLoader::readCheckpoints(const std::shared_ptr<VaultHandle>& library, const std::string& runId) {
    runner_.abandon(checkpoints_);
    checkpoints_ = runner_.start(
        Lane::query, this,
        [library, runId](const JobContext&) { return library->queries().checkpoints(runId); },
        [this](const Result<std::vector<CheckpointRow>>& rows) {
            checkpoints_ = 0;
            emit checkpointsRead(rows.ok() ? *rows : std::vector<CheckpointRow>());
        });
}

void InsideLoader::stop() {
    for (JobId* job : {&report_, &difference_, &runs_, &checkpoints_})
        runner_.abandon(std::exchange(*job, 0));
}

}  // namespace stepvault::ui
