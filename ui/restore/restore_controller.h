// Bringing checkpoints back, as the restore sheet shows it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/restore/target_check.h"

namespace stepvault::ui {

/// One checkpoint goes to a path, several of one run go into a folder, each under its own name. GUI thread;
/// asks the library on the runner's lanes.
class RestoreController : public QObject {
    Q_OBJECT

 public:
    enum class Phase { idle, preparing, ready, running, stopped, done, failed };

    /// The output that a restore would write for all checkpoints together.
    struct Offer {
        std::filesystem::path output;
        std::uint64_t bytes = 0;
        bool safetensors = false;  ///< one such file
    };

    explicit RestoreController(JobRunner& runner, QObject* parent = nullptr);

    /// Sets the checkpoints to restore, at least one. Ignored while a restore is running.
    void setCheckpoints(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
                        std::vector<CheckpointRow> checkpoints);
    /// The target changes with the extent, unless the user changed the proposed target. Ignored while a
    /// restore is running.
    void setExtent(RestoreExtent extent);
    void setTarget(const std::filesystem::path& target);
    /// For one whole checkpoint: restores it beside its original, where Stepvault does not file it again.
    void setIntoRun(bool isIntoRun);
    [[nodiscard]] bool isIntoRun() const { return isIntoRun_; }
    [[nodiscard]] bool canGoIntoRun() const;
    /// The other machine that the run's own folder is on; empty for this one.
    [[nodiscard]] const QString& host() const { return host_; }
    /// Restores on that machine, whose disk is not looked at from here.
    [[nodiscard]] bool isThere() const { return isIntoRun_ && !host_.isEmpty(); }
    /// Replaces the target if the last check found one; never in a folder of several outputs.
    void start();
    void cancel();
    /// Forgets the checkpoints; a running restore is stopped and its result dropped.
    void clear();

    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] bool canStart() const;
    [[nodiscard]] bool isEnoughSpace() const;
    [[nodiscard]] const RunRow& run() const { return run_; }
    [[nodiscard]] const std::vector<CheckpointRow>& checkpoints() const { return checkpoints_; }
    [[nodiscard]] bool isSeveral() const { return checkpoints_.size() > 1; }
    /// True if only the weights of the checkpoints are stored.
    [[nodiscard]] bool isWeightsOnly() const;
    [[nodiscard]] RestoreExtent extent() const { return extent_; }
    /// The offer for the chosen extent.
    [[nodiscard]] const Offer& offer() const;
    /// Nothing while it is worked out, and where weights can't be told from the rest.
    [[nodiscard]] const std::optional<Offer>& weights() const { return weights_; }
    /// Why they can't; empty for nothing.
    [[nodiscard]] const QString& weightsProblem() const { return weightsProblem_; }
    [[nodiscard]] const TargetCheck& target() const { return target_; }
    /// Why it can't be begun, or why it failed; empty for nothing.
    [[nodiscard]] const QString& problem() const { return problem_; }
    [[nodiscard]] JobId job() const { return restoreJob_; }
    /// Where to, and all bytes.
    [[nodiscard]] const RestoreReport& report() const { return report_; }
    /// Checkpoints that are there; less than all where it was stopped or failed.
    [[nodiscard]] std::size_t restored() const { return restored_; }

 signals:
    void changed();
    void finished();  ///< phase() is done, stopped or failed

 private:
    struct Offers {
        Offer whole;
        std::filesystem::path intoRun;  ///< empty where it cannot be
        std::optional<Offer> weights;
        QString weightsProblem;
        TargetCheck target;
    };
    static Result<Offers> makeOffers(VaultHandle& library, const std::string& run,
                                     const std::vector<CheckpointRow>& checkpoints, const JobContext& job);
    static Result<TargetCheck> check(const std::filesystem::path& target, bool several);
    void lookAt(const std::filesystem::path& target);
    void takeTarget(Result<TargetCheck> check);
    void takeReport(RestoreSeveralReport report);
    void setPhase(Phase phase);

    JobRunner& runner_;
    std::shared_ptr<VaultHandle> library_;
    QString host_;
    RunRow run_;
    std::vector<CheckpointRow> checkpoints_{1};
    RestoreExtent extent_ = RestoreExtent::whole;
    Offer whole_;
    std::optional<Offer> weights_;
    QString weightsProblem_;
    std::filesystem::path intoRun_;  ///< empty where it cannot be
    bool isIntoRun_ = false;
    TargetCheck target_;
    QString problem_;
    RestoreReport report_;
    std::size_t restored_ = 0;
    Phase phase_ = Phase::idle;
    bool targetGiven_ = false;  ///< by the user, not by the offers
    JobId offersJob_ = 0;
    JobId checkJob_ = 0;
    JobId restoreJob_ = 0;
};

}  // namespace stepvault::ui
