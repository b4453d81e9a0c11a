// Work that touches disks or the catalog, done off the GUI thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

#include <QObject>
#include <QPointer>

#include "base/progress.h"
#include "ui/jobs/job_progress.h"
#include "ui/jobs/work_lane.h"

namespace stepvault::ui {

enum class Lane {
    query,     ///< short reads
    work,      ///< restore and the like, one after another
    planning,  ///< plans that are asked for again as sliders move
    checking,  ///< of all that is stored, which may take hours
    decoding,  ///< of steps, to show their contents
    training,  ///< the demo
    watching,  ///< the start and end of watches in the background
    joining,   ///< the opening of vaults that are shown beside the open one
};

/// GUI thread; only the work runs elsewhere. A result comes back on the GUI thread, unless its receiver has
/// gone or the job was abandoned. The destructor asks all jobs to stop and waits for them.
class JobRunner : public QObject {
    Q_OBJECT

 public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// `work`: T(const JobContext&), in a lane's thread, must own all it uses. `done`: void(T), on the GUI
    /// thread.
    template <class Work, class Done>
    JobId start(Lane lane, QObject* receiver, Work work, Done done) {
        using T = std::invoke_result_t<Work&, const JobContext&>;
        return enqueue(lane,
                       [work = std::move(work), done = std::move(done),
                        guard = QPointer<QObject>(receiver)](const JobContext& job) mutable -> Completion {
                           auto result = std::make_shared<T>(work(job));
                           return [result, done, guard]() mutable {
                               if (guard) done(std::move(*result));
                           };
                       });
    }

    /// Asks it to stop; its result (ErrorCode::cancelled as a rule) still comes.
    void cancel(JobId id);
    /// The same for every job; or for those of a lane.
    void cancelAll();
    void cancelAll(Lane lane);
    /// Asks it to stop and drops its result. 0 is ignored.
    void abandon(JobId id);
    [[nodiscard]] bool isRunning(JobId id) const { return jobs_.contains(id); }

 signals:
    void progressed(stepvault::ui::JobId id, const stepvault::ui::JobProgress& progress);
    void ended(stepvault::ui::JobId id);
    /// A job threw, which none should; its receiver hears nothing more.
    void crashed(stepvault::ui::JobId id, const QString& what);

 private:
    using Completion = std::function<void()>;
    using Task = std::function<Completion(const JobContext&)>;

    struct Job {
        Lane lane;
        std::stop_source stop;
    };

    JobId enqueue(Lane lane, Task task);
    void execute(JobId id, const Task& task, const std::stop_token& stop);
    void finish(JobId id, const Completion& completion, const QString& failure);

    std::map<JobId, Job> jobs_;
    JobId lastId_ = 0;
    std::map<Lane, std::unique_ptr<WorkLane>> lanes_;
};

}  // namespace stepvault::ui
