#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QStringList>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/models/vault_outcome.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

/// Runs the jobs of the page Vault, one at a time, off the GUI thread. A job continues while the page is
/// hidden. GUI thread. `runner` may go first.
class VaultWork : public QObject {
    Q_OBJECT

 public:
    enum class Task {
        none,
        remove,
        planWeights,
        keepWeights,
        planFreeing,
        free,
        setParity,
        restoreFromTrash,
        purge,
        verify,
        repair
    };

    explicit VaultWork(JobRunner& runner, QObject* parent = nullptr);

    // Nothing is done while another task is at work.
    /// To the trash, run after run.
    void remove(const std::shared_ptr<VaultHandle>& library, const std::shared_ptr<const RemovalPlan>& plan);
    /// Answered by weightsPlanned(). Codes the step files anew and discards them, so that the plan is exact.
    void planWeights(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice);
    /// Strips the checkpoints of the plan to their weights, for good.
    void keepWeights(const std::shared_ptr<VaultHandle>& library,
                     const std::shared_ptr<const RemovalPlan>& plan);
    /// Answered by freeingPlanned(). `mostError`: the largest relative error of a checkpoint whose original
    /// may go.
    void planFreeing(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice, double mostError);
    /// Compares each original with its stored copy, then moves it to the trash.
    void freeOriginals(const std::shared_ptr<VaultHandle>& library,
                       const std::shared_ptr<const FreeingPlan>& plan);
    /// `percent`: see Maintenance::set_parity().
    void setParity(const std::shared_ptr<VaultHandle>& library, std::optional<double> percent);
    /// Restores the newest removal first, so that no checkpoint is restored before one that it is built on.
    void restoreFromTrash(const std::shared_ptr<VaultHandle>& library, const QStringList& entries);
    void purge(const std::shared_ptr<VaultHandle>& library, const QStringList& entries);
    void verify(const std::shared_ptr<VaultHandle>& library);
    /// `from`: a folder with copies; empty for none. Verifies in the end.
    void repair(const std::shared_ptr<VaultHandle>& library, const std::filesystem::path& from);

    /// Makes these the vault's own rules, whatever else is at work.
    void remember(const std::shared_ptr<VaultHandle>& library, const RetentionRules& rules);

    [[nodiscard]] Task task() const { return task_; }
    [[nodiscard]] JobId job() const { return job_; }
    /// For the activity's line.
    [[nodiscard]] QString title(const QString& item) const;

 signals:
    /// `task()` is another one.
    void taskChanged();
    void removed(const stepvault::ui::RemovalOutcome& outcome);
    /// nullptr if the job was cancelled.
    void weightsPlanned(const std::shared_ptr<const stepvault::ui::RemovalPlan>& plan);
    void freeingPlanned(const std::shared_ptr<const stepvault::ui::FreeingPlan>& plan);
    void freed(const stepvault::ui::FreeOutcome& outcome);
    void paritySet(const stepvault::ui::ParityOutcome& outcome);
    void broughtBack(const stepvault::ui::RestoreOutcome& outcome);
    void purged(const stepvault::ui::PurgeOutcome& outcome);
    void notRemembered(const QString& message);
    void verified(const stepvault::ui::VerifyOutcome& outcome);

 private:
    template <class Outcome>
    void start(Task task, Lane lane, std::function<Outcome(const JobContext&)> work,
               void (VaultWork::*ended)(const Outcome&));

    JobRunner& runner_;
    Task task_ = Task::none;
    JobId job_ = 0;
};

}  // namespace stepvault::ui
