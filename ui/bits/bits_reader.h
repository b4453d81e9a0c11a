#pragma once

#include <optional>
#include <string>

#include <QObject>

#include "ui/bits/bits_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// Reads the statistics of a run's newest lossy step, and sets how the run is filed, off the GUI thread.
/// GUI thread. `runner` may go first.
class BitsReader : public QObject {
    Q_OBJECT

 public:
    explicit BitsReader(JobRunner& runner, QObject* parent = nullptr);

    /// Nothing is done where the newest lossy step is that which was read last. A run without one is told by
    /// noneFound().
    void read(const std::shared_ptr<Library>& library, const RunSnapshot& run);
    /// From now on; answered by chosen() or refused().
    void choose(const SchemeChoice& choice);
    [[nodiscard]] bool isSettled() const { return readJob_ == 0 && chooseJob_ == 0; }
    void forget();

 signals:
    void viewRead(const std::shared_ptr<const stepvault::ui::BitsView>& view);
    void noneFound();
    void failed(const QString& message);
    void chosen(const stepvault::SchemeChoice& choice);
    void refused(const QString& message);

 private:
    JobRunner& runner_;
    std::shared_ptr<Library> library_;
    std::string run_;
    std::string read_;  ///< id of the checkpoint and how many there were
    JobId readJob_ = 0;
    JobId chooseJob_ = 0;
};

}  // namespace stepvault::ui
