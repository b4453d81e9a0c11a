#include "ui/bits/eval_work.h"

#include <utility>

#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "ui/text/format.h"

namespace stepvault::ui {

EvalWork::EvalWork(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    connect(&process_, &EvalProcess::ended, this, &EvalWork::take);
    connect(&runner_, &JobRunner::crashed, this, [this](JobId id, const QString& what) {
        if (id == job_ && stage_ == Stage::restoring) end(what);
    });
}

EvalWork::~EvalWork() = default;

EvalWork::Files EvalWork::restore(VaultHandle& library, const std::string& run, const std::string& checkpoint,
                                  const std::filesystem::path& folder, const JobContext& job) {
    Files files;
    const auto proposal = library.restorer().propose(run, checkpoint, RestoreExtent::whole);
    if (!proposal.ok()) {
        files.problem = proposal.error();
        return files;
    }
    const auto report = library.restorer().restore(
        {.run = run, .step = {}, .checkpoint_id = checkpoint, .output = folder / proposal->output.filename()},
        job);
    if (!report.ok()) {
        files.problem = report.error();
        return files;
    }
    files.restored = report->output;
    // A path of another machine means another file here, or none.
    files.isElsewhere = !library.host_of(run).empty();
    if (files.isElsewhere) return files;
    const auto original = library.restorer().original(run, checkpoint);
    if (original.ok()) files.original = *original;
    return files;
}

void EvalWork::start(const std::shared_ptr<VaultHandle>& library, const std::string& run,
                     const std::string& checkpoint, const EvalCommand& command, const QString& folder) {
    if (stage_ != Stage::none) return;
    command_ = command;
    folder_ = folder;
    outcome_ = {};
    // The folder for temporary files is often in memory, which large checkpoints would fill.
    const QString place = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QDir().mkpath(place);
    scratch_ = std::make_shared<QTemporaryDir>(QDir(place).filePath(QStringLiteral("stepvault-eval-XXXXXX")));
    if (!scratch_->isValid()) {
        setStage(Stage::restoring);
        return end(tr("No temporary folder could be made: %1.").arg(scratch_->errorString()));
    }
    job_ = runner_.start(
        Lane::work, this,
        [library, run, checkpoint, scratch = scratch_](const JobContext& job) {
            return restore(*library, run, checkpoint, toPath(scratch->path()), job);
        },
        [this](const Files& files) { evaluate(files); });
    setStage(Stage::restoring);
}

void EvalWork::evaluate(const Files& files) {
    job_ = 0;
    if (files.problem) {
        return end(files.problem->code == ErrorCode::cancelled
                       ? tr("Stopped.")
                       : tr("The step could not be restored: %1.").arg(toQString(files.problem->message)));
    }
    original_ = files.original;
    outcome_.isOriginalGone = !original_ && !files.isElsewhere;
    setStage(Stage::restored);
    process_.start(command_.with(toQString(files.restored)), folder_);
}

void EvalWork::take(const std::optional<EvalNumber>& number, const QString& problem) {
    if (!problem.isEmpty()) return end(problem);
    if (stage_ == Stage::original) {
        outcome_.original = number;
        return end({});
    }
    outcome_.restored = number;
    if (!original_) return end({});
    setStage(Stage::original);
    process_.start(command_.with(toQString(*original_)), folder_);
}

void EvalWork::stop() {
    if (stage_ == Stage::restoring) return runner_.cancel(job_);
    process_.stop();
}

void EvalWork::setStage(Stage stage) {
    stage_ = stage;
    emit stageChanged();
}

void EvalWork::end(const QString& problem) {
    outcome_.problem = problem;
    setStage(Stage::removing);
    runner_.start(
        Lane::query, this,
        [scratch = std::exchange(scratch_, nullptr)](const JobContext&) { return scratch->remove(); },
        [this](bool) {
            setStage(Stage::none);
            emit done(outcome_);
        });
}

}  // namespace stepvault::ui
