#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>

#include "library/catalog/backends.h"
#include "library/services/local_vault.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/vault_session.h"

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
    /// Moves the open vault and opens it again. `to` must not exist.
    void move(const std::filesystem::path& to);
    /// Watches the folders; without an open vault, opens the default one for them.
    void addFolders(const std::vector<std::filesystem::path>& folders);
    void stopWatching(const std::filesystem::path& folder);
    /// Makes a new folder below `parent` with a vault and a training run of a minute.
    void startDemo(const std::filesystem::path& parent);
    /// Lets go of the session without waiting for its jobs.
    void reset() { session_.reset(); }

    /// nullptr while no vault is open.
    [[nodiscard]] VaultSession* session() const { return session_.get(); }
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

 private:
    void take(const std::filesystem::path& vault, Result<std::unique_ptr<LocalVault>> library);
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
    std::unique_ptr<VaultSession> session_;
    JobId openJob_ = 0;
    JobId moveJob_ = 0;
    JobId demoJob_ = 0;
    bool rememberVault_ = true;                          ///< false for a demo's vault
    std::vector<std::filesystem::path> pendingFolders_;  ///< added before the vault was open
};

}  // namespace stepvault::ui
