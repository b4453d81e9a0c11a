#pragma once

#include <optional>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/models/vault_view.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

/// Reads the contents of the page Vault, and plans removals by rules, off the GUI thread. Changes nothing.
/// GUI thread. `runner` may go first.
class VaultReader : public QObject {
    Q_OBJECT

 public:
    explicit VaultReader(JobRunner& runner, QObject* parent = nullptr);

    /// Answered by viewRead() or failed(). `runs`: checkpoints and tags are read anew. What is asked for
    /// while one is read comes after it, so that a vault that never rests is shown, too.
    void read(const std::shared_ptr<VaultHandle>& library, std::vector<VaultRun> runs);
    /// Answered by planned(), unless another plan is asked for before.
    void plan(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice);
    /// Drops requests that have not been answered.
    void forget();
    [[nodiscard]] bool isSettled() const { return readJob_ == 0 && planJob_ == 0; }

 signals:
    void viewRead(const std::shared_ptr<const stepvault::ui::VaultView>& view);
    void failed(const QString& message);
    void planned(const std::shared_ptr<const stepvault::ui::RemovalPlan>& plan);

 private:
    struct Request {
        std::shared_ptr<VaultHandle> library;
        std::vector<VaultRun> runs;
    };

    JobRunner& runner_;
    std::optional<Request> next_;
    JobId readJob_ = 0;
    JobId planJob_ = 0;
};

}  // namespace stepvault::ui
