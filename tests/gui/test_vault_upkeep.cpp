#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QTimer>
#include <QtTest>

#include "gui/vault_page_test.h"
#include "support/registry.h"
#include "ui/vault/trash_list.h"
#include "ui/vault/verify_line.h"
#include "ui/widgets/activity_strip.h"
#include "vault/run/run_writer.h"

namespace test_vault_upkeep {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

/// Uses clicks and keys: removal, restore from the trash, verification and repair.
class TestVaultUpkeep : public VaultPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeVault(); }
    void init() { openCopy(); }
    void cleanup() { closeWindow(); }

    void removedIsUndone();
    void trashIsRestoredAndEmptied();
    void soundAndDamagedAreTold();
    void lockedRunIsLeftInPeace();
    void workGoesOnBehindAndEndsWithTheWindow();
};

void TestVaultUpkeep::removedIsUndone() {
    open();
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    const auto plan = library().maintenance().plan_prune("alpha", {.last = 2});
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    settle();
    QCOMPARE(stored("alpha"), before - plan->removed);
    QCOMPARE(library().maintenance().trash()->size(), std::size_t{1});
    QVERIFY2(window_->notice().text().startsWith(
                 QStringLiteral("%1 checkpoints of alpha went to the trash").arg(plan->removed)),
             qPrintable(window_->notice().text()));
    QTRY_COMPARE_WITH_TIMEOUT(rows().rowCount(), static_cast<int>(before - plan->removed), patience);
    QPushButton* undo = noticeButton();
    QVERIFY(undo != nullptr);
    QCOMPARE(undo->text(), QStringLiteral("Undo"));
    // The same from a run's page.
    window_->runsPanel().setFocus();
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row =
        window_->runsPanel().model().indexOf(toQString(library().queries().run("beta")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->notice().text(),
                              QStringLiteral("%1 checkpoints are back.").arg(plan->removed), patience);
    QCOMPARE(stored("alpha"), before);
    QVERIFY(library().maintenance().trash()->empty());
    QVERIFY(library().maintenance().verify({})->damage.empty());
}

void TestVaultUpkeep::trashIsRestoredAndEmptied() {
    // The folder that an interrupted removal leaves.
    fs::create_directories(path("vault") / "trash" / "20200101T000000Z-1");
    open();
    TrashList& trash = page().trash();
    QCOMPARE(trash.text(), QStringLiteral("The trash is empty."));
    QVERIFY(!trash.restoreButton().isVisible() && !trash.emptyButton().isVisible());
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    const auto plan = library().maintenance().plan_prune("alpha", {.last = 2});
    const auto bytesBefore = library().queries().run("alpha")->stored_bytes;
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.emptyButton().isVisible() && window_->isSettled(), patience);
    const std::uint64_t bytes = library().maintenance().trash()->back().bytes;
    QCOMPARE(trash.text(),
             QStringLiteral("In the trash: %1 checkpoints, %2").arg(plan->removed).arg(formatBytes(bytes)));
    QTest::mouseClick(&trash.restoreButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QCOMPARE(stored("alpha"), before);

    QTRY_VERIFY_WITH_TIMEOUT(page().prune().removeButton().isEnabled(), patience);
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QTest::mouseClick(&trash.emptyButton(), Qt::LeftButton);
    QVERIFY(trash.keepButton().hasFocus());
    QVERIFY(!library().maintenance().trash()->empty());
    QTest::keyClick(&trash.keepButton(), Qt::Key_Space);
    QVERIFY(trash.emptyButton().isVisible() && !trash.confirmButton().isVisible());
    QTest::mouseClick(&trash.emptyButton(), Qt::LeftButton);
    QTest::mouseClick(&trash.confirmButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.text() == QStringLiteral("The trash is empty.") && window_->isSettled(),
                             patience);
    QVERIFY(library().maintenance().trash()->empty());
    QVERIFY2(window_->notice().text().startsWith(QStringLiteral("The trash is empty; ")),
             qPrintable(window_->notice().text()));
    QVERIFY(noticeButton() == nullptr);
    QVERIFY(library().queries().run("alpha")->stored_bytes < bytesBefore);
    QVERIFY(library().maintenance().verify({})->damage.empty());
}

void TestVaultUpkeep::soundAndDamagedAreTold() {
    open();
    VerifyLine& line = page().verify();
    QVERIFY(line.text().startsWith(QStringLiteral("Not verified")));
    QTest::mouseClick(&line.button(), Qt::LeftButton);
    QVERIFY(!line.button().isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
    const auto report = library().maintenance().verify({});
    QVERIFY2(line.text().startsWith(
                 QStringLiteral("12 checkpoints, %1: all sound, verified ").arg(formatBytes(report->bytes))),
             qPrintable(line.text()));
    QVERIFY(line.damage().isEmpty());
    // The newest step, which no step builds on.
    const RunInfo alpha = *library().queries().run("alpha");
    const std::string id = library().queries().checkpoints(alpha.row.id)->back().id;
    const fs::path file = path("vault") / "runs" / alpha.row.id / "steps" / (id + ".svstep");
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(fs::file_size(file) / 2));
    const char byte = static_cast<char>(stream.peek() ^ 0x20);
    stream.seekp(static_cast<std::streamoff>(fs::file_size(file) / 2));
    stream.put(byte);
    stream.close();
    settle();
    QTest::mouseClick(&line.button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
    QVERIFY2(line.text().contains(QStringLiteral(": 1 damaged")), qPrintable(line.text()));
    QVERIFY2(line.damage().startsWith(QStringLiteral("alpha: ")) && line.damage().contains(toQString(id)),
             qPrintable(line.damage()));
    settle();

    // Without a copy the repair sets the step aside; with a copy it restores the step.
    const auto repairBy = [&](int way) {
        QVERIFY(line.repair().isVisible());
        line.repair().menu()->actions().at(way)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
        settle();
    };
    repairBy(0);
    QVERIFY2(line.text().startsWith(QStringLiteral("11 checkpoints, ")) &&
                 line.text().contains(QStringLiteral("all sound, 1 set aside")),
             qPrintable(line.text()));
    QVERIFY2(line.damage().startsWith(QStringLiteral("alpha: ")), qPrintable(line.damage()));
    QCOMPARE(stored("alpha"), std::size_t{7});
    // Qt's own dialog reads the disk.
    QVERIFY(watch_->findings().isEmpty());
    watch_.reset();
    QTimer::singleShot(0, [this] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(toQString(path("made")));
        static_cast<QDialog*>(dialog)->accept();
    });
    repairBy(1);
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QVERIFY2(line.text().startsWith(QStringLiteral("12 checkpoints, ")) &&
                 line.text().contains(QStringLiteral("all sound, 1 repaired")),
             qPrintable(line.text()));
    QVERIFY(line.damage().isEmpty() && !line.repair().isVisible());
    QCOMPARE(stored("alpha"), std::size_t{8});
}

void TestVaultUpkeep::lockedRunIsLeftInPeace() {
    open();
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    {
        const auto other = RunWriter::open(path("vault") / "runs" / library().queries().run("alpha")->row.id,
                                           std::make_shared<SoundSteps>());
        QVERIFY2(other.ok(), other.ok() ? "" : other.error().message.c_str());
        QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
        settle();
    }
    QVERIFY2(window_->notice().text().startsWith(QStringLiteral("Another program files alpha just now")),
             qPrintable(window_->notice().text()));
    QVERIFY(noticeButton() == nullptr);
    QCOMPARE(stored("alpha"), before);
    QVERIFY(library().maintenance().trash()->empty());
}

void TestVaultUpkeep::workGoesOnBehindAndEndsWithTheWindow() {
    open();
    QTest::mouseClick(&page().verify().button(), Qt::LeftButton);
    QVERIFY(window_->activity().text().startsWith(QStringLiteral("Verifying")));
    QVERIFY(!page().prune().removeButton().isEnabled());
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row =
        window_->runsPanel().model().indexOf(toQString(library().queries().run("beta")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTRY_VERIFY_WITH_TIMEOUT(page().verify().text().contains(QStringLiteral("all sound")), patience);
    open();
    keepOnlyTheLast("2");
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    window_.reset();
    auto library = test::open_library(path("vault"), LocalVault::Mode::existing);
    QVERIFY(library.ok());
    QVERIFY((*library)->maintenance().verify({})->damage.empty());
}

STEPVAULT_TEST(TestVaultUpkeep)

}  // namespace test_vault_upkeep

#include "test_vault_upkeep.moc"
