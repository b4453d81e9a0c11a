#include "ui/theme/system_colors.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

const QString portal = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString settings = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");
constexpr uint dark = 1;
constexpr uint light = 2;

}  // namespace

SystemColors::SystemColors(Theme& theme, QObject* parent) : QObject(parent), theme_(theme) {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portal, path, settings, QStringLiteral("SettingChanged"), this,
                SLOT(takeSetting(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(portal, path, settings, QStringLiteral("Read"));
    question << appearance << colorScheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid()) take(reply.value().variant());
        answer->deleteLater();
    });
}

void SystemColors::takeSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group != appearance || key != colorScheme) return;
    // Some desktops have no preference where they are light.
    theme_.setSystemDark(value.variant().toUInt() == dark);
}

void SystemColors::take(const QVariant& scheme) {
    // An answer holds it in one more variant than the signal does.
    const QVariant plain =
        scheme.canConvert<QDBusVariant>() ? scheme.value<QDBusVariant>().variant() : scheme;
    const uint told = plain.toUInt();
    if (told == dark || told == light) theme_.setSystemDark(told == dark);
}

}  // namespace stepvault::ui
