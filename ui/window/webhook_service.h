#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <QObject>

#include "library/maintenance/vault_report.h"
#include "library/services/event_watch.h"
#include "ui/jobs/work_lane.h"
#include "ui/models/run_entry.h"
#include "ui/session/webhook_settings.h"

namespace stepvault::ui {

/// Tells the user's webhook of the open vault's events. GUI thread; sends in a thread of its own, so that
/// nothing waits for a server.
class WebhookService : public QObject {
    Q_OBJECT

 public:
    explicit WebhookService(QObject* parent = nullptr);
    /// Gives up the messages that are being sent.
    ~WebhookService() override;

    /// Another webhook, or none, from now on.
    void setWebhook(const WebhookSettings& settings);
    /// Another vault is open.
    void setVault(const std::filesystem::path& vault);
    void takeRuns(const std::vector<RunEntry>& runs, const std::optional<DiskSpace>& disk, double now);
    void takeEvent(const WatchEvent& event) { space_.take(event); }
    /// Takes the damage that a complete check found.
    void takeDamage(const std::vector<DamageReport>& damage, double now);

    /// True if every sighting was taken and every message that could be sent was sent.
    [[nodiscard]] bool isIdle() const { return pending_ == 0; }

    /// Answered by tested().
    void sendTest(const WebhookSettings& settings);

 signals:
    /// `place`: scheme and host of the webhook.
    void told(const QString& place, const QString& title, const QString& text);
    /// It is tried again later.
    void failed(const QString& message);
    /// `problem`: empty if the message arrived.
    void tested(const QString& problem);

 private:
    void restart();
    void look(Sighting sighting);
    void report(const QString& place, const WebhookNotifier::Outcome& outcome);

    WebhookSettings settings_;
    std::filesystem::path vault_;
    QString place_;
    std::shared_ptr<WebhookNotifier> notifier_;  ///< used on the lane; nullptr for none
    SpaceEvents space_;
    int pending_ = 0;  ///< looks that have not ended
    std::stop_source stop_;
    WorkLane lane_;
};

}  // namespace stepvault::ui
