#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include "library/catalog/backends.h"
#include "remote/client/ssh_connecting.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/vault_session.h"

namespace stepvault::ui {

class AppSettings;
class NoticeBar;

/// Opens the vaults that the window shows beside the open one, and remembers them. A vault is named by its
/// folder, or as parse_remote_place() takes it. GUI thread.
class VaultsBeside : public QObject {
    Q_OBJECT

 public:
    /// How ssh asks the user. Called only for connections that the user wants now.
    using Asking = std::function<SshOptions()>;

    /// The references outlive the object.
    VaultsBeside(JobRunner& runner, AppSettings& settings, NoticeBar& notice, Backends backends,
                 QObject* parent = nullptr);

    void setAsking(Asking asking) { asking_ = std::move(asking); }
    /// Shows the vaults that the settings remember for the session's vault, without asking the user.
    void begin(VaultSession& session);
    /// Closes the vaults.
    void end();
    /// Shows the vault, and asks the user if that is needed.
    void show(const QString& place);
    /// Closes the vault and forgets it.
    void remove(const QString& place);

    /// The vaults that are to be shown, in their order.
    [[nodiscard]] QStringList places() const;
    /// The vaults among them that are open.
    [[nodiscard]] QStringList openPlaces() const;
    [[nodiscard]] bool isOpening() const;

 signals:
    void changed();

 private:
    struct Vault {
        QString place;
        OpenedVault opened = {};
        JobId job = 0;
    };

    void open(const QString& place, bool mayAsk);
    void take(const QString& place, Result<std::unique_ptr<VaultHandle>> opened);
    void tellFailure(const QString& place, const Error& error);
    void showOpened();
    void remember();
    [[nodiscard]] bool isShown(const VaultHandle& vault) const;
    [[nodiscard]] Vault* find(const QString& place);

    JobRunner& runner_;
    AppSettings& settings_;
    NoticeBar& notice_;
    Backends backends_;
    Asking asking_;
    QPointer<VaultSession> session_;
    std::vector<Vault> vaults_;
};

}  // namespace stepvault::ui
