#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>

#include "library/catalog/backends.h"
#include "library/services/local_vault.h"
#include "remote/client/remote_vault.h"
#include "remote/client/ssh_connecting.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/vault_session.h"
#include "ui/window/vaults_beside.h"

namespace stepvault::ui {

class AppSettings;
class NoticeBar;

/// Opens, moves and closes the window's vault, one at most, and keeps its watched folders. Works on the
/// runner's lanes and reports failures in the notice bar. GUI thread.
class VaultDoor : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    VaultDoor(JobRunner& runner, AppSettings& settings, NoticeBar& notice, Backends backends,
              QObject* parent = nullptr);
    ~VaultDoor() override;

    /// Closes the vault that is open once the other one has been opened.
    void open(const std::filesystem::path& vault, LocalVault::Mode mode);
    /// The same for a vault on another machine. The session's link makes lost connections again. Answered by
    /// opened, installNeeded, or a notice.
    void openRemote(const QString& place, const SshOptions& options);
    /// Copies Stepvault to the machine, then opens the vault there.
    void installAndOpen(const QString& place, const SshOptions& options);
    /// Moves the open vault and opens it again. `to` must not exist.
    void move(const std::filesystem::path& to);
    /// Watches the folders; without an open vault, opens the default one for them.
    void addFolders(const std::vector<std::filesystem::path>& folders);
    void stopWatching(const std::filesystem::path& folder);
    /// Makes a new folder below `parent` with a vault and a training run of a minute.
    void startDemo(const std::filesystem::path& parent);
    /// Lets go of the session without waiting for its jobs.
    void reset() {
        beside_.end();
        session_.reset();
    }

    /// nullptr while no vault is open.
    [[nodiscard]] VaultSession* session() const { return session_.get(); }
    /// The vaults that are shown beside the open one.
    [[nodiscard]] VaultsBeside& beside() { return beside_; }
    [[nodiscard]] const VaultsBeside& beside() const { return beside_; }
    [[nodiscard]] JobId openJob() const { return openJob_; }
    [[nodiscard]] JobId moveJob() const { return moveJob_; }
    /// A vault is being opened or moved.
    [[nodiscard]] bool isMoving() const { return openJob_ != 0 || moveJob_ != 0; }
    [[nodiscard]] bool isTraining() const { return runner_.isRunning(demoJob_); }

    static std::filesystem::path defaultVault();
    static std::filesystem::path demoFolder();

 signals:
    /// The session is about to end; its readers must let go of it.
    void closing();
    void closed();
    /// A session exists, and nothing has been read yet.
    void opened();
    void foldersChanged();
    /// The machine has no Stepvault of this version; `reason`: a sentence.
    void installNeeded(const QString& place, const QString& reason);

 private:
    void take(const std::filesystem::path& vault, Result<std::unique_ptr<LocalVault>> library);
    void takeRemote(const QString& place, const SshOptions& options,
                    Result<std::unique_ptr<RemoteVault>> library);
    /// Begins a session with a vault that has been opened.
    void begin(std::shared_ptr<VaultHandle> library, Link* link);
    void close();
    void endWatching();
    void setFolders(std::vector<std::filesystem::path> folders);
    /// Reports a move that is running; false if none is.
    bool tellsOfMove();
    void tellOpenFailure(const std::filesystem::path& vault, const Error& error);
    void takeMoved(const std::filesystem::path& from, const std::filesystem::path& to, const Status& moved);

    JobRunner& runner_;
    AppSettings& settings_;
    NoticeBar& notice_;
    Backends backends_;
    VaultsBeside beside_;
    std::unique_ptr<VaultSession> session_;
    JobId openJob_ = 0;
    JobId moveJob_ = 0;
    JobId demoJob_ = 0;
    bool rememberVault_ = true;                          ///< false for a demo's vault
    std::vector<std::filesystem::path> pendingFolders_;  ///< added before the vault was open
};

}  // namespace stepvault::ui
