#include "ui/window/link_reporter.h"

#include <QLocale>
#include <QPointer>

#include "ui/session/vault_session.h"
#include "ui/text/format.h"
#include "ui/window/notice_bar.h"
#include "ui/window/top_bar.h"

namespace stepvault::ui {

void LinkReporter::follow(VaultSession& session) {
    lost_.clear();
    bar_.setOnline(true);
    connect(&session, &VaultSession::linkChanged, this,
            [this, &session](const LinkNews& news) { report(session, news); });
}

void LinkReporter::report(VaultSession& session, const LinkNews& news) {
    if (news.isPrimary) bar_.setOnline(news.state.is_connected);
    const QString& host = news.host;
    if (news.state.is_connected) {
        if (lost_.remove(host) > 0)
            notice_.tell(WatchNotes::Kind::info, tr("%1 is connected again.").arg(host));
        return;
    }
    const QString reason = news.state.failure ? toQString(news.state.failure->message) : QString();
    // Each try that fails tells the same.
    const bool isNew = lost_.value(host) != reason;
    if (!reason.isEmpty() || !lost_.contains(host)) lost_.insert(host, reason);
    if (reason.isEmpty() || !isNew) return;
    const QString time = QLocale().toString(news.readAt.time(), QLocale::ShortFormat);
    const QString text = news.isPrimary
                             ? tr("%1. The window shows what was known at %2.").arg(reason, time)
                             : tr("%1. The runs on %2 are shown as they were at %3.").arg(reason, host, time);
    notice_.tell(WatchNotes::Kind::bad, text, tr("Connect now"),
                 [session = QPointer<VaultSession>(&session), host] {
                     if (session) session->reconnect(host);
                 });
}

}  // namespace stepvault::ui
