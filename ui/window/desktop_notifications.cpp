#include "ui/window/desktop_notifications.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QGuiApplication>
#include <QVariantMap>

namespace stepvault::ui {

using namespace Qt::StringLiterals;

namespace {
constexpr std::uint32_t replacesNone = 0;
constexpr std::int32_t desktopsOwnTime = -1;
}  // namespace

void DesktopNotifications::show(const Notification& notification) {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    QDBusMessage call = QDBusMessage::createMethodCall(u"org.freedesktop.Notifications"_s,
                                                       u"/org/freedesktop/Notifications"_s,
                                                       u"org.freedesktop.Notifications"_s, u"Notify"_s);
    const QString application = QGuiApplication::desktopFileName();
    // Desktops read the body as markup.
    call << QGuiApplication::applicationDisplayName() << replacesNone << application << notification.title
         << notification.text.toHtmlEscaped() << QStringList()
         << QVariantMap{{u"desktop-entry"_s, application}} << desktopsOwnTime;
    bus.send(call);
}

}  // namespace stepvault::ui
