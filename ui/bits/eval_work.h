#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <QObject>

#include "base/error.h"
#include "library/services/vault_handle.h"
#include "ui/bits/eval_process.h"
#include "ui/jobs/job_runner.h"

class QTemporaryDir;

namespace stepvault::ui {

/// The numbers that a command printed for a step.
struct EvalOutcome {
    std::optional<EvalNumber> restored = {};
    std::optional<EvalNumber> original = {};
    bool isOriginalGone = false;
    QString problem = {};  ///< in one line; empty for none
};

/// Restores a step into a private folder, runs the user's command on it, and then on the original if that is
/// still there. The folder is removed in the end, whatever happens. GUI thread. `runner` may go first.
class EvalWork : public QObject {
    Q_OBJECT

 public:
    enum class Stage { none, restoring, restored, original, removing };

    explicit EvalWork(JobRunner& runner, QObject* parent = nullptr);
    ~EvalWork() override;

    /// Answered by done(). Nothing happens while a command is at work. `folder`: where the command runs.
    void start(const std::shared_ptr<VaultHandle>& library, const std::string& run,
               const std::string& checkpoint, const EvalCommand& command, const QString& folder);
    void stop();
    [[nodiscard]] Stage stage() const { return stage_; }

 signals:
    void stageChanged();
    void done(const stepvault::ui::EvalOutcome& outcome);

 private:
    struct Files {
        std::filesystem::path restored;
        std::optional<std::filesystem::path> original;
        bool isElsewhere = false;  ///< the original, on another machine
        std::optional<Error> problem;
    };

    static Files restore(VaultHandle& library, const std::string& run, const std::string& checkpoint,
                         const std::filesystem::path& folder, const JobContext& job);
    void evaluate(const Files& files);
    void take(const std::optional<EvalNumber>& number, const QString& problem);
    void setStage(Stage stage);
    /// Removes the folder off the GUI thread, since that takes a while for large files.
    void end(const QString& problem);

    JobRunner& runner_;
    EvalProcess process_;
    EvalCommand command_;
    QString folder_;
    std::shared_ptr<QTemporaryDir> scratch_;
    std::optional<std::filesystem::path> original_;
    EvalOutcome outcome_;
    Stage stage_ = Stage::none;
    JobId job_ = 0;
};

}  // namespace stepvault::ui
