#include <QApplication>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include "support/registry.h"
#include "ui/theme/system_colors.h"
#include "ui/theme/theme.h"

namespace test_system_colors {

using namespace stepvault::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr uint noPreference = 0;
constexpr uint dark = 1;
constexpr uint light = 2;

}  // namespace

/// Replaces the desktop's portal.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

 public:
    uint scheme = noPreference;

    void change(uint now, const QString& key = u"color-scheme"_s) {
        scheme = now;
        emit SettingChanged(u"org.freedesktop.appearance"_s, key, QDBusVariant(now));
    }

 public slots:
    QDBusVariant Read(const QString& group, const QString& key) {
        if (group != u"org.freedesktop.appearance" || key != u"color-scheme") return {};
        return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme)));
    }

 signals:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

/// Runs on its own bus.
class TestSystemColors : public QObject {
    Q_OBJECT

    QProcess bus_;
    FakePortal portal_;

 private slots:
    void initTestCase() {
        const QString program = QStandardPaths::findExecutable(u"dbus-daemon"_s);
        if (program.isEmpty()) QSKIP("there is no dbus-daemon here");
        bus_.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        QVERIFY(bus_.waitForReadyRead());
        qputenv("DBUS_SESSION_BUS_ADDRESS", bus_.readLine().trimmed());
    }
    void cleanupTestCase() {
        QDBusConnection::disconnectFromBus(u"portal"_s);
        bus_.kill();
        bus_.waitForFinished();
    }

    void withoutAPortalTheThemeStays() {
        Theme theme(*qApp);
        const QColor before = theme.tokens().window;
        const SystemColors colors(theme);
        QTest::qWait(50);
        QCOMPARE(theme.tokens().window, before);
    }

    void followsTheDesktop() {
        QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, u"portal"_s);
        QVERIFY(bus.registerObject(u"/org/freedesktop/portal/desktop"_s, &portal_,
                                   QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        QVERIFY(bus.registerService(u"org.freedesktop.portal.Desktop"_s));
        portal_.scheme = dark;
        Theme theme(*qApp);
        theme.setMode(ThemeMode::system);
        const SystemColors colors(theme);
        QTRY_COMPARE(theme.tokens().window, darkTokens().window);
        portal_.change(light);
        QTRY_COMPARE(theme.tokens().window, lightTokens().window);
        portal_.change(dark);
        QTRY_COMPARE(theme.tokens().window, darkTokens().window);
        // A change of another setting has no effect.
        portal_.change(light, u"contrast"_s);
        QTest::qWait(50);
        QCOMPARE(theme.tokens().window, darkTokens().window);
        portal_.change(noPreference);
        QTRY_COMPARE(theme.tokens().window, lightTokens().window);
        portal_.change(dark);
        QTRY_COMPARE(theme.tokens().window, darkTokens().window);
        // The user's choice in the window takes precedence.
        theme.setMode(ThemeMode::light);
        portal_.change(light);
        portal_.change(dark);
        QTest::qWait(50);
        QCOMPARE(theme.tokens().window, lightTokens().window);
        theme.setMode(ThemeMode::system);
        QCOMPARE(theme.tokens().window, darkTokens().window);
    }
};

STEPVAULT_TEST(TestSystemColors)

}  // namespace test_system_colors

#include "test_system_colors.moc"
