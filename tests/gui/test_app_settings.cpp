#include <algorithm>

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "support/registry.h"
#include "ui/session/app_settings.h"
#include "ui/session/watch_notes.h"

namespace test_app_settings {

using namespace stepvault;
using namespace stepvault::ui;
namespace fs = std::filesystem;

class TestAppSettings : public QObject {
    Q_OBJECT

 private slots:
    void remembersAcrossObjects();
    void recentVaults();
    void recentMachines();
    void foldersBelongToTheirVault();
    void layoutOfAnotherVersionIsDropped();
    void writtenWhileOpen();
    void notes();

 private:
    QTemporaryDir folder_;
    [[nodiscard]] QString file(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
};

void TestAppSettings::remembersAcrossObjects() {
    {
        AppSettings settings(file("a.ini"));
        QVERIFY(settings.themeMode() == ThemeMode::system);
        settings.setThemeMode(ThemeMode::dark);
        QVERIFY(settings.runArrangement() == RunArrangement{});
        settings.setRunArrangement({.order = RunOrder::saved, .grouping = RunGrouping::folder});
        settings.setLayout(QStringLiteral("window"), QByteArrayLiteral("\x01\x00\xff"));
        QVERIFY(settings.language().isEmpty() && !settings.staysInTray());
        settings.setLanguage(QStringLiteral("de"));
        settings.setStaysInTray(true);
        QVERIFY(settings.notifies(NotificationKind::damage));
        settings.setNotifies(NotificationKind::damage, false);
        QVERIFY(!settings.notifies(NotificationKind::finished));
        settings.setNotifies(NotificationKind::finished, true);
    }
    const AppSettings settings(file("a.ini"));
    QVERIFY(settings.themeMode() == ThemeMode::dark);
    const RunArrangement arrangement{.order = RunOrder::saved, .grouping = RunGrouping::folder};
    QVERIFY(settings.runArrangement() == arrangement);
    QCOMPARE(settings.layout(QStringLiteral("window")), QByteArrayLiteral("\x01\x00\xff"));
    QVERIFY(settings.layout(QStringLiteral("other")).isEmpty());
    QCOMPARE(settings.language(), QStringLiteral("de"));
    QVERIFY(settings.staysInTray());
    for (const NotificationKind kind : notificationKinds) {
        const bool isOn = kind == NotificationKind::finished || kind == NotificationKind::diskLow ||
                          kind == NotificationKind::filingFailed;
        QCOMPARE(settings.notifies(kind), isOn);
    }
}

void TestAppSettings::recentVaults() {
    AppSettings settings(file("b.ini"));
    QVERIFY(settings.recentVaults().empty());
    for (int i = 0; i < 10; ++i)
        settings.addRecentVault("/v/" + std::to_string(i));
    settings.addRecentVault("/v/5");
    const auto recent = settings.recentVaults();
    QCOMPARE(recent.size(), std::size_t{8});
    QCOMPARE(recent[0], fs::path("/v/5"));
    QCOMPARE(recent[1], fs::path("/v/9"));
    QCOMPARE(std::count(recent.begin(), recent.end(), fs::path("/v/5")), 1);
}

void TestAppSettings::recentMachines() {
    AppSettings settings(file("machines.ini"));
    QVERIFY(settings.recentMachines().isEmpty());
    for (int i = 0; i < 10; ++i)
        settings.addRecentMachine(QStringLiteral("box:v, %1").arg(i));
    settings.addRecentMachine(QStringLiteral("box:v, 5"));
    const QStringList recent = settings.recentMachines();
    QCOMPARE(recent.size(), 8);
    QCOMPARE(recent[0], QStringLiteral("box:v, 5"));
    QCOMPARE(recent[1], QStringLiteral("box:v, 9"));
    QCOMPARE(recent.count(QStringLiteral("box:v, 5")), 1);
}

void TestAppSettings::foldersBelongToTheirVault() {
    // Bytes that are not valid text in any Unicode encoding must be restored, too.
    const std::vector<fs::path> folders{"/runs/a b", fs::path("/runs/\xff\xfe")};
    {
        AppSettings settings(file("c.ini"));
        settings.setWatchedFolders("/v/one", folders);
        settings.setSelectedRun("/v/one", QStringLiteral("run"));
    }
    const AppSettings settings(file("c.ini"));
    QVERIFY(settings.watchedFolders("/v/one") == folders);
    QVERIFY(settings.watchedFolders("/v/two").empty());
    QCOMPARE(settings.selectedRun("/v/one"), QStringLiteral("run"));
}

void TestAppSettings::layoutOfAnotherVersionIsDropped() {
    {
        AppSettings settings(file("d.ini"));
        settings.setLayout(QStringLiteral("window"), QByteArrayLiteral("old"));
    }
    {
        QVERIFY(!AppSettings(file("d.ini")).layout(QStringLiteral("window")).isEmpty());
        QSettings raw(file("d.ini"), QSettings::IniFormat);
        raw.setValue(QStringLiteral("layout/version"), 0);
    }
    const AppSettings settings(file("d.ini"));
    QVERIFY(settings.layout(QStringLiteral("window")).isEmpty());
}

void TestAppSettings::writtenWhileOpen() {
    AppSettings settings(file("e.ini"));
    settings.setSelectedRun("/v/one", QStringLiteral("run"));
    QCOMPARE(settings.selectedRun("/v/one"), QStringLiteral("run"));
    // Another window's values stay.
    QSettings(file("e.ini"), QSettings::IniFormat).setValue(QStringLiteral("theme"), QStringLiteral("dark"));
    settings.setSelectedRun("/v/two", QStringLiteral("other"));
    const auto isWritten = [this] {
        const AppSettings seen(file("e.ini"));
        return seen.selectedRun("/v/one") == QStringLiteral("run") &&
               seen.selectedRun("/v/two") == QStringLiteral("other") && seen.themeMode() == ThemeMode::dark;
    };
    QTRY_VERIFY(isWritten());
}

void TestAppSettings::notes() {
    using Kind = WatchEvent::Kind;
    WatchNotes notes;
    const auto event = [](Kind kind, const char* item, const char* text) {
        return WatchEvent{kind, "r", "gpt", item, text, {}};
    };
    QVERIFY(!notes.noteFor("r"));
    notes.take(event(Kind::waiting, "a.pt", "cut off at byte 12"));
    QCOMPARE(notes.noteFor("r")->text, QStringLiteral("a.pt: cut off at byte 12."));
    QVERIFY(!notes.noteFor("other"));
    notes.take(event(Kind::viewing, "", ""));
    QCOMPARE(notes.noteFor("r")->text,
             QStringLiteral("Another Stepvault is filing this run; following along."));
    notes.take(event(Kind::skipped, "b.pt", "not a checkpoint"));
    QVERIFY(notes.noteFor("r")->kind == WatchNotes::Kind::warn);
    notes.take(event(Kind::filed, "b.pt", ""));
    notes.take(event(Kind::filed, "a.pt", ""));
    QVERIFY(!notes.noteFor("r"));
    notes.take(event(Kind::passed_over, "last.ckpt", "it is a symbolic link"));
    QVERIFY(!notes.noteFor("r"));
    notes.take(event(Kind::filed, "d.pt", "its numbers are big-endian"));
    QCOMPARE(notes.noteFor("r")->text, QStringLiteral("d.pt is kept as it is: its numbers are big-endian."));
    notes.take(event(Kind::filed, "d.pt", ""));
    notes.take(event(Kind::failed, "c.pt", "no space left"));
    QCOMPARE(notes.noteFor("r")->text, QStringLiteral("c.pt: no space left. Trying again later."));
    notes.take(event(Kind::filed, "c.pt", ""));
    auto full = event(Kind::failed, "", "no space left");
    full.waiting = 3;
    notes.take(full);
    QCOMPARE(notes.noteFor("r")->text,
             QStringLiteral("3 checkpoints wait for space on the vault's disk: no space left."));
    notes.take(event(Kind::recovered, "", ""));
    QVERIFY(!notes.noteFor("r"));
    WatchEvent missing{Kind::failed, "", "runs", "", "no such folder", {}};
    missing.folder = "/data/runs";
    missing.code = ErrorCode::not_found;
    notes.take(missing);
    QCOMPARE(notes.folderProblems().size(), std::size_t{1});
    missing.code = ErrorCode::permission;
    notes.take(missing);
    QCOMPARE(notes.folderProblems().size(), std::size_t{1});
    QCOMPARE(notes.folderProblems().front().reason,
             QStringLiteral("It may not be read. Its runs are taken up when it may."));
    missing.kind = Kind::recovered;
    notes.take(missing);
    QVERIFY(notes.folderProblems().empty());
}

STEPVAULT_TEST(TestAppSettings)

}  // namespace test_app_settings

#include "test_app_settings.moc"
