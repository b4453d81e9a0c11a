#include "ui/window/notification_center.h"

#include <utility>

#include "base/wall_clock.h"
#include "ui/session/vault_place.h"
#include "ui/session/vault_session.h"
#include "ui/text/format.h"
#include "ui/vault/vault_text.h"
#include "ui/vault/vault_work.h"
#include "ui/window/notice_bar.h"

namespace stepvault::ui {

NotificationCenter::NotificationCenter(const AppSettings& settings, NoticeBar& notice, QObject* parent)
    : QObject(parent), settings_(settings), notice_(notice) {
    connect(&notice, &NoticeBar::told, this,
            [this](WatchNotes::Kind kind, const QString& text) { add(kind, {}, text); });
    connect(&notice, &NoticeBar::dismissed, this, [this] {
        if (lowDiskWaits_) tellLowDisk();
    });
    connect(&webhook_, &WebhookService::told, this,
            [this](const QString& place, const QString& title, const QString& text) {
                add(WatchNotes::Kind::info, {}, tr("Sent to %1: %2: %3").arg(place, title, text));
            });
    connect(&webhook_, &WebhookService::failed, this, [this](const QString& message) {
        add(WatchNotes::Kind::warn, {}, tr("Webhook: %1. Trying again later.").arg(message));
    });
}

NotificationCenter::~NotificationCenter() {
    if (file_) add(WatchNotes::Kind::info, {}, tr("Stepvault ends."));
}

void NotificationCenter::keepLogIn(const std::filesystem::path& folder) {
    file_ = std::make_unique<LogFile>(folder);
    add(WatchNotes::Kind::info, {},
        tr("Stepvault %1 begins, with Qt %2 on %3.")
            .arg(QStringLiteral(STEPVAULT_VERSION), QString::fromLatin1(qVersion()),
                 QSysInfo::prettyProductName()));
}

void NotificationCenter::follow(VaultSession& session) {
    notifier_.clear();
    lowDisk_.clear();
    lowDiskWaits_ = false;
    webhook_.setVault(placeOf(*session.library()));
    add(WatchNotes::Kind::info, {}, tr("The vault %1 is open.").arg(formatPath(placeOf(*session.library()))));
    connect(&session, &VaultSession::snapshotRead, this, &NotificationCenter::takeSnapshot);
    connect(&session.watch(), &WatchService::eventSeen, this, &NotificationCenter::takeEvent);
    connect(&session.watch(), &WatchService::failed, this,
            [this](const QString& message) { tell(notifier_.takeWatchFailure(message)); });
}

void NotificationCenter::follow(const VaultWork& work) {
    connect(&work, &VaultWork::verified, this, &NotificationCenter::takeVerdict);
}

void NotificationCenter::add(WatchNotes::Kind kind, const QString& run, const QString& text) {
    append({.time = QDateTime::currentDateTime(), .kind = kind, .run = run, .text = text});
}

void NotificationCenter::append(LogEntry entry) {
    if (file_) file_->append(plainText(entry));
    log_.add(std::move(entry));
}

void NotificationCenter::takeEvent(const WatchEvent& event) {
    if (auto entry = logEntry(event, QDateTime::currentDateTime())) append(std::move(*entry));
    webhook_.takeEvent(event);
    tell(notifier_.takeEvent(event));
}

void NotificationCenter::takeSnapshot(const VaultSnapshot& snapshot) {
    for (const Notification& each : notifier_.takeRuns(snapshot.runs, unix_seconds())) {
        using Kind = WatchNotes::Kind;
        add(each.kind == NotificationKind::finished   ? Kind::info
            : each.kind == NotificationKind::diverged ? Kind::bad
                                                      : Kind::warn,
            each.title, each.text);
        tell(each);
    }
    takeDisk(snapshot.disk);
    webhook_.takeRuns(snapshot.runs, snapshot.disk, unix_seconds());
}

void NotificationCenter::takeDisk(const std::optional<DiskSpace>& disk) {
    const std::optional<Notification> low = notifier_.takeDisk(disk);
    if (low) {
        lowDisk_ = low->text;
        lowDiskWaits_ = notice_.isBad();
        if (!lowDiskWaits_) tellLowDisk();
        tell(low);
    } else if (!notifier_.isDiskLow() && !lowDisk_.isEmpty()) {
        if (notice_.text() == lowDisk_) notice_.dismiss();
        lowDisk_.clear();
        lowDiskWaits_ = false;
    }
}

void NotificationCenter::tellLowDisk() {
    lowDiskWaits_ = false;
    notice_.tell(WatchNotes::Kind::warn, lowDisk_, tr("Make space…"), [this] { emit vaultPageWanted(); });
}

void NotificationCenter::takeVerdict(const VerifyOutcome& outcome) {
    const bool isSound = !outcome.problem && outcome.report.damage.empty();
    const bool isStopped = outcome.problem && outcome.problem->code == ErrorCode::cancelled;
    add(isSound || isStopped ? WatchNotes::Kind::info : WatchNotes::Kind::bad, {},
        isSound || isStopped || outcome.problem
            ? tr("Verified: %1").arg(describe(outcome))
            : tr("Verified: %1. %2").arg(describe(outcome), describeDamage(outcome)));
    if (!outcome.problem) webhook_.takeDamage(outcome.report.damage, unix_seconds());
    tell(Notifier::takeVerdict(outcome));
}

void NotificationCenter::tell(const std::optional<Notification>& notification) {
    if (notification && sink_ != nullptr && settings_.notifies(notification->kind))
        sink_->show(*notification);
}

}  // namespace stepvault::ui
