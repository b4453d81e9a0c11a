#pragma once

#include <memory>

#include <QObject>

#include "ui/log/log_file.h"
#include "ui/log/log_model.h"
#include "ui/restore/restore_controller.h"
#include "ui/session/app_settings.h"
#include "ui/window/notifier.h"
#include "ui/window/webhook_service.h"

namespace stepvault::ui {

class NoticeBar;
class VaultSession;
class VaultWork;
struct VaultSnapshot;

/// Hears all that happens in the window: keeps the log of it, tells the desktop and the webhook what the user
/// wants to be told of, and says in the window that space runs low. GUI thread.
class NotificationCenter : public QObject {
    Q_OBJECT

 public:
    /// `settings` outlives it. All that `notice` says is logged.
    NotificationCenter(const AppSettings& settings, NoticeBar& notice, QObject* parent = nullptr);
    /// Waits until the log is written.
    ~NotificationCenter() override;

    /// The log is kept in files of this folder, too.
    void keepLogIn(const std::filesystem::path& folder);
    /// Not owned. Without one, or with nullptr, the desktop is told nothing.
    void setSink(NotificationSink* sink) { sink_ = sink; }

    /// Another vault is open: forgets the former one.
    void follow(VaultSession& session);
    void follow(const VaultWork& work);
    void add(WatchNotes::Kind kind, const QString& run, const QString& text);

    /// Without one, as in the beginning, no webhook is told.
    void setWebhook(const WebhookSettings& settings) { webhook_.setWebhook(settings); }
    [[nodiscard]] WebhookService& webhook() { return webhook_; }
    [[nodiscard]] LogModel& log() { return log_; }

 signals:
    /// Space is to be made.
    void vaultPageWanted();

 private:
    void takeEvent(const WatchEvent& event);
    void takeSnapshot(const VaultSnapshot& snapshot);
    void takeDisk(const std::optional<DiskSpace>& disk);
    void tellLowDisk();
    void takeVerdict(const VerifyOutcome& outcome);
    void append(LogEntry entry);
    void tell(const std::optional<Notification>& notification);

    const AppSettings& settings_;
    NoticeBar& notice_;
    NotificationSink* sink_ = nullptr;
    Notifier notifier_;
    WebhookService webhook_;
    QString lowDisk_;            ///< the text of the notice about it
    bool lowDiskWaits_ = false;  ///< until the failure that the notice tells of was read
    LogModel log_;
    std::unique_ptr<LogFile> file_;
};

}  // namespace stepvault::ui
