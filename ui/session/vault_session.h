// An open vault, with those shown beside it: its library, its watched folders, and the newest snapshot.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include "library/services/vault_handle.h"
#include "remote/client/link.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/watch_service.h"
#include "ui/session/run_snapshot.h"
#include "ui/session/snapshot_reader.h"

namespace stepvault::ui {

/// A vault that has been opened.
struct OpenedVault {
    std::shared_ptr<VaultHandle> library;
    Link* link = nullptr;  ///< the connection, which the library owns; nullptr for a vault of this machine
};

/// The connection to a vault was lost, could not be made again, or is there again.
struct LinkNews {
    LinkState state;
    QString host;
    bool isPrimary = true;  ///< false for a vault that is shown beside the open one
    QDateTime readAt;       ///< the time of the last picture of the vault
};

/// GUI thread; reads on the runner's query lane. Shows events of its own watching at once. Checks every
/// second whether any process changed the catalog, and reads what changed; every fifteen seconds it
/// determines the runs' states, which change with time.
class VaultSession : public QObject {
    Q_OBJECT

 public:
    /// `link`: the connection to the vault, which the library owns; nullptr for a vault of this machine.
    VaultSession(std::shared_ptr<VaultHandle> library, Link* link, JobRunner& runner,
                 QObject* parent = nullptr);
    ~VaultSession() override;

    /// Joins the vaults that are shown beside the open one.
    [[nodiscard]] const std::shared_ptr<VaultHandle>& library() const { return library_; }
    /// The open vault alone.
    [[nodiscard]] const std::shared_ptr<VaultHandle>& primary() const { return vaults_.front().library; }
    /// Shows these vaults beside the open one from now on, and no others. Watching goes on meanwhile.
    void showBeside(const std::vector<OpenedVault>& vaults);
    [[nodiscard]] WatchService& watch() { return watch_; }

    /// Tries at once to reach the vaults of the machine again; ssh may ask the user.
    void reconnect(const QString& host);

    /// Reads this run, too, from now on; id or name. Answered by snapshotRead.
    void selectRun(const QString& run);
    void selectTag(const QString& tag);
    /// Reads these metrics, too, of every run that has them.
    void setBeside(const QStringList& tags);
    void refresh();

 signals:
    void snapshotRead(const stepvault::ui::VaultSnapshot& snapshot);
    void readFailed(const QString& message);
    void linkChanged(const stepvault::ui::LinkNews& news);

 private:
    void takeEvent(const WatchEvent& event);
    void look();
    void read(bool always);
    void take(Result<std::optional<VaultSnapshot>> result);
    void listen(Link* link);
    void takeLink(const Link* link, const LinkState& state);
    /// No vault can be reached: nothing new can be read.
    [[nodiscard]] bool isLost() const;
    [[nodiscard]] bool isAnyLost() const;

    struct Vault {
        std::shared_ptr<VaultHandle> library;
        Link* link = nullptr;
        bool isLost = false;
        QDateTime readAt = {};
    };

    std::vector<Vault> vaults_;  ///< the first is the open one
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
