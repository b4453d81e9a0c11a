#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// A run, the setting to recode it by, and the result or its preview.
struct RecodePlan {
    std::string run = {};  ///< id
    QString name = {};
    std::vector<std::string> checkpoints = {};  ///< ids of all that were stored when this was made
    SchemeChoice choice = {};
    RecodeReport report = {};
    std::optional<Error> problem = {};  ///< then `report` means nothing
};

/// Ids of all checkpoints of `run`.
std::vector<std::string> checkpointIds(const RunSnapshot& run);

/// Recodes a run's checkpoints off the GUI thread: first as a preview, then for good, if the user agrees.
/// Runs one task at a time, also while its page is hidden. GUI thread. `runner` may go first.
class RecodeWork : public QObject {
    Q_OBJECT

 public:
    enum class Task { none, preview, recode };

    explicit RecodeWork(JobRunner& runner, QObject* parent = nullptr);

    // Nothing is done while another task is at work.
    /// Changes nothing; answered by previewed().
    void preview(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run,
                 const SchemeChoice& choice);
    /// Recodes by a previewed plan; answered by recoded(). ErrorCode::changed if the run has other
    /// checkpoints by now.
    void recode(const std::shared_ptr<VaultHandle>& library, const RecodePlan& plan);
    /// Asks the task to stop; its signal still comes.
    void stop();

    [[nodiscard]] Task task() const { return task_; }
    [[nodiscard]] JobId job() const { return job_; }
    /// Id of the run that is worked on.
    [[nodiscard]] const std::string& run() const { return run_; }
    /// For the activity's line.
    [[nodiscard]] QString title() const;

 signals:
    /// `task()` is another one.
    void taskChanged();
    void previewed(const stepvault::ui::RecodePlan& plan);
    void recoded(const stepvault::ui::RecodePlan& plan);

 private:
    void start(Task task, const std::shared_ptr<VaultHandle>& library, const RecodePlan& plan);

    JobRunner& runner_;
    Task task_ = Task::none;
    JobId job_ = 0;
    std::string run_;
    QString name_;
};

}  // namespace stepvault::ui
