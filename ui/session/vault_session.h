// An open vault: its library, its watched folders, and the newest snapshot.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/watch_service.h"
#include "ui/session/run_snapshot.h"
#include "ui/session/snapshot_reader.h"

namespace stepvault::ui {

/// GUI thread; reads on the runner's query lane. Shows events of its own watching at once. Checks every
/// second whether any process changed the catalog, and reads what changed; every fifteen seconds it
/// determines the runs' states, which change with time.
class VaultSession : public QObject {
    Q_OBJECT

 public:
    VaultSession(std::shared_ptr<VaultHandle> library, JobRunner& runner, QObject* parent = nullptr);
    ~VaultSession() override;

    [[nodiscard]] const std::shared_ptr<VaultHandle>& library() const { return library_; }
    [[nodiscard]] WatchService& watch() { return watch_; }

    /// Reads this run, too, from now on; id or name. Answered by snapshotRead.
    void selectRun(const QString& run);
    void selectTag(const QString& tag);
    /// Reads these metrics, too, of every run that has them.
    void setBeside(const QStringList& tags);
    void refresh();

 signals:
    void snapshotRead(const stepvault::ui::VaultSnapshot& snapshot);
    void readFailed(const QString& message);

 private:
    void takeEvent(const WatchEvent& event);
    void look();
    void read(bool always);
    void take(Result<std::optional<VaultSnapshot>> result);

    std::shared_ptr<VaultHandle> library_;
    JobRunner& runner_;
    std::shared_ptr<SnapshotReader> reader_;
    WatchService watch_;
    QTimer timer_;
    int ticks_ = 0;
    JobId job_ = 0;
    std::string run_;
    std::string tag_;
    std::vector<std::string> beside_;  ///< tags
    std::optional<std::uint64_t> version_;
    std::optional<VaultSnapshot> snapshot_;
    std::vector<WatchEvent> events_;  ///< that came while the catalog was being read
};

}  // namespace stepvault::ui
