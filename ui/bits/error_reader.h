#pragma once

#include <map>
#include <string>

#include <QObject>

#include "ui/bits/error_grid.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// Reads the errors of a run's tensors, step by step, off the GUI thread; what was read is kept. GUI thread.
/// `runner` may go first.
class ErrorReader : public QObject {
    Q_OBJECT

 public:
    /// More are not told apart on a screen; of more, some are left out evenly, the newest never.
    static constexpr std::size_t mostSteps = 240;

    explicit ErrorReader(JobRunner& runner, QObject* parent = nullptr);

    /// Answered by errorsRead() or failed(), or never where it was asked for anew meanwhile.
    void read(const std::shared_ptr<Library>& library, const RunSnapshot& run);
    void forget();
    [[nodiscard]] bool isSettled() const { return job_ == 0; }

 signals:
    /// `left`: steps that were left out.
    void errorsRead(const std::vector<stepvault::ui::StepErrors>& steps, std::size_t left);
    void failed(const QString& message);

 private:
    using Errors = std::shared_ptr<const std::vector<TensorError>>;

    JobRunner& runner_;
    JobId job_ = 0;
    std::string run_;
    std::map<std::string, Errors> kept_;  ///< by checkpoint and how it is stored
};

}  // namespace stepvault::ui
