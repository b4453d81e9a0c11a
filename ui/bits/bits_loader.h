#pragma once

#include <optional>
#include <string>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/bits/bits_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// Reads the statistics of a run's newest lossy step, or tries out what an exact one would be with a loss,
/// and sets how the run is filed, off the GUI thread. GUI thread. `runner` may go first.
class BitsLoader : public QObject {
    Q_OBJECT

 public:
    explicit BitsLoader(JobRunner& runner, QObject* parent = nullptr);

    /// Nothing is done where the run's checkpoints are those that were read last. A run without a lossy one
    /// is told by exactFound(), unless one of its steps was tried out, or by noneFound().
    void read(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run);
    /// Codes the step of exactFound() with a loss; answered by viewRead() or failed().
    void tryOut();
    void stopTrying();
    [[nodiscard]] bool isTrying() const { return tryJob_ != 0; }
    [[nodiscard]] bool canTry() const { return !exact_.id.empty(); }
    /// The view with other exceptions, and with `rows` (BitsView::with()); answered by viewRefined(), or
    /// never where it was asked for anew meanwhile.
    void refine(const std::shared_ptr<const BitsView>& view, const std::vector<CodingRule>& rules,
                const BitsView::Rows& rows);
    /// The setting for a size, with the exceptions `rules`; answered by found(), or never where it was asked
    /// for anew meanwhile.
    void find(const std::shared_ptr<const BitsView>& view, const SizeTarget& target,
              const std::vector<CodingRule>& rules);
    /// From now on; answered by chosen() or refused().
    void choose(const SchemeChoice& choice);
    [[nodiscard]] bool isSettled() const {
        return readJob_ == 0 && tryJob_ == 0 && refineJob_ == 0 && findJob_ == 0 && chooseJob_ == 0;
    }
    void forget();

 signals:
    void viewRead(const std::shared_ptr<const stepvault::ui::BitsView>& view);
    void viewRefined(const std::shared_ptr<const stepvault::ui::BitsView>& view);
    void found(const stepvault::TargetReport& report);
    void noneFound();
    /// `step`: the one that could be tried out.
    void exactFound(const stepvault::CheckpointRow& step);
    void tried(const stepvault::CheckpointRow& step, int percent);
    void failed(const QString& message);
    void chosen(const stepvault::SchemeChoice& choice);
    void refused(const QString& message);

 private:
    /// The result of tryOut().
    struct Trial {
        std::shared_ptr<const BitsStudy> study;  ///< null for nothing
        BitsView::Rows rows;
    };
    /// `trial`: of the step, or nothing where the study is to be read.
    void startReading(const CheckpointRow& step, const Trial& trial);

    JobRunner& runner_;
    std::shared_ptr<VaultHandle> library_;
    std::string run_;
    std::vector<CheckpointRow> rows_;
    CheckpointRow exact_;  ///< which is tried out, or could be; without an id for none
    Trial trial_;          ///< of it
    std::string read_;     ///< the run and the checkpoints that were read last
    JobId readJob_ = 0;
    JobId tryJob_ = 0;
    JobId refineJob_ = 0;
    JobId findJob_ = 0;
    JobId chooseJob_ = 0;
};

}  // namespace stepvault::ui
