#include "ui/jobs/job_runner.h"

#include <exception>

#include "ui/jobs/throttled_sink.h"

namespace stepvault::ui {

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
    for (const Lane lane : {Lane::query, Lane::work, Lane::planning, Lane::checking, Lane::decoding,
                            Lane::training, Lane::watching, Lane::joining})
        lanes_[lane] = std::make_unique<WorkLane>();
}

JobRunner::~JobRunner() {
    cancelAll();
    lanes_.clear();
}

void JobRunner::cancel(JobId id) {
    const auto it = jobs_.find(id);
    if (it != jobs_.end()) it->second.stop.request_stop();
}

void JobRunner::cancelAll() {
    for (auto& [id, job] : jobs_)
        job.stop.request_stop();
}

void JobRunner::cancelAll(Lane lane) {
    for (auto& [id, job] : jobs_) {
        if (job.lane == lane) job.stop.request_stop();
    }
}

void JobRunner::abandon(JobId id) {
    const auto it = jobs_.find(id);
    if (it == jobs_.end()) return;
    it->second.stop.request_stop();
    jobs_.erase(it);
    emit ended(id);
}

JobId JobRunner::enqueue(Lane lane, Task task) {
    const JobId id = ++lastId_;
    const std::stop_source stop;
    jobs_.emplace(id, Job{lane, stop});
    // std::function wants copies; the task may hold objects that are costly to copy.
    auto shared = std::make_shared<Task>(std::move(task));
    lanes_[lane]->post([this, id, shared, token = stop.get_token()] { execute(id, *shared, token); });
    return id;
}

void JobRunner::execute(JobId id, const Task& task, const std::stop_token& stop) {
    ThrottledSink sink([this, id](const JobProgress& progress) {
        QMetaObject::invokeMethod(
            this,
            [this, id, progress] {
                if (jobs_.contains(id)) emit progressed(id, progress);
            },
            Qt::QueuedConnection);
    });
    Completion completion;
    QString failure;
    try {
        completion = task(JobContext{.stop = stop, .sink = &sink});
    } catch (const std::exception& exception) {
        failure = QString::fromLocal8Bit(exception.what());
    }
    QMetaObject::invokeMethod(
        this, [this, id, completion, failure] { finish(id, completion, failure); }, Qt::QueuedConnection);
}

void JobRunner::finish(JobId id, const Completion& completion, const QString& failure) {
    if (jobs_.erase(id) == 0) return;
    if (completion) {
        completion();
    } else {
        emit crashed(id, failure);
    }
    emit ended(id);
}

}  // namespace stepvault::ui
