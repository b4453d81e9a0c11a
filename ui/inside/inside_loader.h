#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

/// Reads the contents of a checkpoint and its difference from another one, off the GUI thread. One of each at
/// a time: a new request ends the one before. GUI thread. `runner` may go first.
class InsideLoader : public QObject {
    Q_OBJECT

 public:
    enum class Task { report, difference };
    Q_ENUM(Task)

    explicit InsideLoader(JobRunner& runner, QObject* parent = nullptr);

    /// Decodes the step. Answered by reportRead() or failed().
    void readReport(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& row);
    /// Decodes both. Answered by differenceRead() or failed().
    void readDifference(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& a,
                        const CheckpointRow& b);
    /// The names and ids of all runs. Answered by runsRead(); an error is an empty list.
    void readRuns(const std::shared_ptr<VaultHandle>& library);
    /// Answered by checkpointsRead(), the same way.
    void readCheckpoints(const std::shared_ptr<VaultHandle>& library, const std::string& runId);
    /// Ends all of it without an answer.
    void stop();

    [[nodiscard]] bool isSettled() const { return report_ + difference_ + runs_ + checkpoints_ == 0; }
    /// 0 for none.
    [[nodiscard]] JobId reportJob() const { return report_; }
    [[nodiscard]] JobId differenceJob() const { return difference_; }

 signals:
    void reportRead(const std::shared_ptr<const stepvault::CheckpointReport>& report);
    void differenceRead(const std::shared_ptr<const stepvault::CheckpointDifference>& difference);
    void runsRead(const std::vector<stepvault::RunRow>& runs);
    void checkpointsRead(const std::vector<stepvault::CheckpointRow>& checkpoints);
    /// `message`: empty where the user stopped it.
    void failed(stepvault::ui::InsideLoader::Task task, const QString& message);

 private:
    JobRunner& runner_;
    JobId report_ = 0;
    JobId difference_ = 0;
    JobId runs_ = 0;
    JobId checkpoints_ = 0;
};

}  // namespace stepvault::ui
