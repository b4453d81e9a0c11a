#pragma once

#include <memory>
#include <string>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

/// Reads what rows of a stored step changed by, off the GUI thread: decodes it and the step before it. What
/// was read last is kept. GUI thread. `runner` may go first.
class RowLoader : public QObject {
    Q_OBJECT

 public:
    using Rows = std::shared_ptr<const RowChanges>;
    enum class State { none, reading, read, stopped, failed };

    explicit RowLoader(JobRunner& runner, QObject* parent = nullptr);

    /// Told by changed(). What is being read of another step is given up. Nothing is done where it is known
    /// or failed, and where reading for this run was stopped.
    void read(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& step);
    /// Once more, after it was stopped or failed.
    void readAgain();
    /// Stops, and waits to be asked again.
    void stop();
    /// Stops reading and releases the library; known rows stay known.
    void forget();

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] bool isSettled() const { return job_ == 0; }
    /// 0 to 100, while it is read.
    [[nodiscard]] int percent() const { return percent_; }
    /// Why it could not be read.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// Null where they are not known.
    [[nodiscard]] Rows rowsOf(const CheckpointRow& step) const;

 signals:
    /// The state, or how far it is.
    void changed();

 private:
    void start();
    void take(Result<RowChanges> rows);

    JobRunner& runner_;
    JobId job_ = 0;
    State state_ = State::none;
    int percent_ = 0;
    QString problem_;
    std::shared_ptr<VaultHandle> library_;
    CheckpointRow wanted_;
    std::string known_;  ///< which checkpoint `rows_` are of, and how it is stored
    Rows rows_;
};

}  // namespace stepvault::ui
