#include <QDBusConnection>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include "support/registry.h"
#include "ui/window/desktop_notifications.h"

namespace test_desktop_notifications {

using namespace stepvault::ui;
using namespace Qt::StringLiterals;

/// Replaces the desktop's notification service.
class FakeDesktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

 public:
    QStringList shown;

 public slots:
    uint Notify(const QString& application, uint, const QString&, const QString& title, const QString& text,
                const QStringList&, const QVariantMap&, int) {
        shown << application << title << text;
        return 1;
    }
};

/// Runs on its own bus.
class TestDesktopNotifications : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void cleanupTestCase();
    void isShownAsItIs();

 private:
    QProcess bus_;
};

void TestDesktopNotifications::initTestCase() {
    const QString program = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    if (program.isEmpty()) QSKIP("there is no dbus-daemon here");
    bus_.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
    QVERIFY(bus_.waitForReadyRead());
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus_.readLine().trimmed());
}

void TestDesktopNotifications::cleanupTestCase() {
    bus_.kill();
    bus_.waitForFinished();
}

void TestDesktopNotifications::isShownAsItIs() {
    QGuiApplication::setApplicationDisplayName(u"Stepvault"_s);
    FakeDesktop fake;
    DesktopNotifications desktop;
    // Without a service nothing happens.
    desktop.show({.title = u"gpt"_s, .text = u"lost"_s});
    QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, u"fake"_s);
    QVERIFY(bus.registerObject(u"/org/freedesktop/Notifications"_s, &fake, QDBusConnection::ExportAllSlots));
    QVERIFY(bus.registerService(u"org.freedesktop.Notifications"_s));
    desktop.show({.title = u"gpt"_s, .text = u"a < b & c.pt: no space left."_s});
    const QStringList expected{u"Stepvault"_s, u"gpt"_s, u"a &lt; b &amp; c.pt: no space left."_s};
    QTRY_COMPARE(fake.shown, expected);
    QDBusConnection::disconnectFromBus(u"fake"_s);
}

STEPVAULT_TEST(TestDesktopNotifications)

}  // namespace test_desktop_notifications

#include "test_desktop_notifications.moc"
