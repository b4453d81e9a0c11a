#pragma once

#include <map>
#include <optional>
#include <string>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/bits/error_grid.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// Reads the errors of a run's tensors, step by step, off the GUI thread; it keeps the errors that it read.
/// GUI thread. `runner` may go first.
class ErrorLoader : public QObject {
    Q_OBJECT

 public:
    /// More are not told apart on a screen; of more, some are left out evenly, the newest never.
    static constexpr std::size_t mostSteps = 240;

    explicit ErrorLoader(JobRunner& runner, QObject* parent = nullptr);

    /// Answered by errorsRead() or failed(). What is being read of the same run is read to its end and told
    /// first; what was read last, or is being read, is not read again.
    void read(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run);
    /// The next read reports its errors even if they are the same as before.
    void forget();
    [[nodiscard]] bool isSettled() const { return job_ == 0; }

 signals:
    void errorsRead(const stepvault::ui::ErrorGrids& grids);
    void failed(const QString& message);

 private:
    using Errors = std::shared_ptr<const std::vector<TensorError>>;
    /// By checkpoint and how it is stored.
    using KeptErrors = std::map<std::string, Errors>;
    struct Request {
        std::shared_ptr<VaultHandle> library;
        std::vector<CheckpointRow> rows;
        std::size_t left = 0;
    };
    struct Answer {
        KeptErrors kept;
        ErrorGrids grids;
    };

    void start(const Request& request);
    static Result<Answer> work(const Request& request, const KeptErrors& kept, const JobContext& job);
    void take(Result<Answer> answer);

    JobRunner& runner_;
    JobId job_ = 0;
    std::string run_;
    bool isAsked_ = false;           ///< `keys_` are being read, or were read last
    std::vector<std::string> keys_;  ///< of checkpoints
    std::optional<Request> next_;
    KeptErrors kept_;
};

}  // namespace stepvault::ui
