#include <semaphore>

#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <QtTest>

#include "base/file_lock.h"
#include "gui/bits_page_test.h"
#include "support/registry.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"

namespace test_bits_recoding {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

class TestBitsRecoding : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeRuns(); }
    void init() { openPage(); }
    void cleanup() { closePage(); }

    void recodingIsShownThenDone();
    void runSizeWithExceptionsIsWhatRecodingGives();
    void recodingThatSavesNothingSaysSo();
    void recodingThatChangesNothingIsNotOffered();
    void recodingIsLeftOrStopped();
    void recodingIsOfferedForWhatIsStoredNow();
    void recodingWaitsForOtherPrograms();
    void recodingIsAJobOfTheWindow();
};

void TestBitsRecoding::recodingIsShownThenDone() {
    RunSnapshot run = train("recoded", {.scheme = Scheme::lc, .bits = 6}, 1, 5);
    fs::remove_all(folderOf("recoded"));
    show(run);
    const auto before = stepFiles(run);
    const QSignalSpy told(page_.get(), &BitsPage::told);
    const QSignalSpy changed(page_.get(), &BitsPage::vaultChanged);
    RecodeLine& line = page_->recodeLine();
    QVERIFY(!line.isVisible());
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Home);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Right);
    preview(QStringLiteral("lc"));
    const SchemeChoice choice = page_->controls().choice();
    QCOMPARE(choice.bits, 2U);
    const auto truth = library_->maintenance().recode(
        {.run = run.info.row.id, .scheme = choice, .from = {}, .dry_run = true}, {});
    QVERIFY(truth.ok());
    QVERIFY(line.isVisible());
    QVERIFY2(
        line.text().contains(QStringLiteral("4 checkpoints would take %1 instead of %2")
                                 .arg(formatBytes(truth->stored_after), formatBytes(truth->stored_before))),
        qPrintable(line.text()));
    QVERIFY(line.text().contains(QStringLiteral("comes on top of what they had lost")));
    QVERIFY(line.text().contains(formatError(truth->largest_error_after)));
    QCOMPARE(line.recodeButton().text(), QStringLiteral("Recode 4 checkpoints, saves %1")
                                             .arg(formatBytes(truth->stored_before - truth->stored_after)));
    QVERIFY2(stepFiles(run) == before, "nothing was changed to show it");
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    settle();
    QVERIFY(!line.isVisible());
    QCOMPARE(told.count(), 1);
    QCOMPARE(told.front().front().value<WatchNotes::Kind>(), WatchNotes::Kind::info);
    QVERIFY(told.front().at(1).toString().contains(QStringLiteral("4 checkpoints of recoded")));
    QCOMPARE(changed.count(), 1);
    run = snapshot("recoded");
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : run.checkpoints)
        bytes += row.scheme == Scheme::exact ? 0 : row.stored_bytes;
    QCOMPARE(bytes, truth->stored_after);
    QCOMPARE(run.checkpoints.back().bits, 2U);
    // The page shows the new figures, although the checkpoints keep their ids.
    show(run);
    QCOMPARE(page_->figures().against(FiguresCard::Error),
             QStringLiteral("stored: ") + formatError(run.checkpoints.back().relative_error));
}

/// Steps of different sizes: exact tensors take as much in each step.
void TestBitsRecoding::runSizeWithExceptionsIsWhatRecodingGives() {
    const RunSnapshot run = train("sized", {.scheme = Scheme::lc}, 1, 6);
    show(run);
    SchemeChoice choice{.scheme = Scheme::lc};
    choice.rules.push_back(*CodingRule::parse("role:first moment=exact"));
    const auto truth = library_->maintenance().recode(
        {.run = run.info.row.id, .scheme = choice, .from = {}, .dry_run = true}, {});
    QVERIFY(truth.ok());
    const auto size = [&](const SchemeChoice& of) {
        return static_cast<double>(page_->view()->figures(*page_->view()->outcome(of), of).runBytes);
    };
    const auto base = static_cast<double>(run.checkpoints.front().stored_bytes);
    const auto expected = base + static_cast<double>(truth->stored_after);
    QVERIFY2(std::abs(size(choice) - expected) < 0.15 * expected,
             qPrintable(QStringLiteral("%1 instead of %2").arg(size(choice)).arg(expected)));
    // Everything exact: each step takes as much as the first, in proportion to its size.
    double exact = 0;
    for (const CheckpointRow& row : run.checkpoints) {
        exact += base * static_cast<double>(row.original_bytes) /
                 static_cast<double>(run.checkpoints.front().original_bytes);
    }
    QVERIFY(std::abs(size({.scheme = Scheme::exact}) - exact) < 8);
}

void TestBitsRecoding::recodingThatSavesNothingSaysSo() {
    const RunSnapshot run = train("kept", {.scheme = Scheme::lc, .bits = 2}, 1, 3);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY2(line.text().contains(QStringLiteral("nothing would be saved")), qPrintable(line.text()));
    QVERIFY(line.text().contains(QStringLiteral("All are coded from their originals")));
    QVERIFY(line.recodeButton().text().contains(QStringLiteral(" more")));
    // Other settings hide the preview.
    choose(page_->controls().scheme(), QStringLiteral("lc"));
    QVERIFY(!line.isVisible());
    // One original is missing.
    fs::remove(folderOf("kept") / "step_2.safetensors");
    preview(QStringLiteral("exact"));
    QVERIFY2(
        line.text().contains(QStringLiteral("1 from originals that are still there, 1 from what is stored")),
        qPrintable(line.text()));
}

/// A run that is stored with these settings, and whose originals still exist.
void TestBitsRecoding::recodingThatChangesNothingIsNotOffered() {
    const RunSnapshot run = train("same", {.scheme = Scheme::lc, .bits = 3}, 1, 3);
    show(run);
    preview(QStringLiteral("lc"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY2(line.text().contains(QStringLiteral("nothing would change: 2 checkpoints are stored so")),
             qPrintable(line.text()));
    QVERIFY(!line.recodeButton().isVisible());
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Right);
    preview(QStringLiteral("lc"));
    QVERIFY(line.recodeButton().isVisible());
}

void TestBitsRecoding::recodingIsLeftOrStopped() {
    const RunSnapshot run = snapshot("kept");
    const auto before = stepFiles(run);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY(line.recodeButton().isVisible());
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    QVERIFY(!line.isVisible());
    // Stops the preview before it has begun.
    std::binary_semaphore go(0);
    runner_->start(
        Lane::checking, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    QTest::mouseClick(&page_->controls().recodeButton(), Qt::LeftButton);
    QVERIFY(line.isVisible() && !line.recodeButton().isVisible());
    QVERIFY(!page_->controls().recodeButton().isEnabled() && !page_->controls().useButton().isEnabled());
    QVERIFY(page_->recoding().title().contains(QStringLiteral("kept")));
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    go.release();
    settle();
    QVERIFY(!line.isVisible());
    QVERIFY(page_->controls().recodeButton().isEnabled());
    // A second preview that runs to its end.
    preview(QStringLiteral("exact"));
    const QSignalSpy told(page_.get(), &BitsPage::told);
    runner_->start(
        Lane::checking, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    go.release();
    settle();
    QCOMPARE(told.count(), 1);
    QVERIFY(told.front().at(1).toString().contains(QStringLiteral("stored as it was")));
    QVERIFY(stepFiles(run) == before);
}

void TestBitsRecoding::recodingIsOfferedForWhatIsStoredNow() {
    RunSnapshot run = train("grown", {.scheme = Scheme::lc}, 1, 3);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY(line.recodeButton().isVisible());
    const RunSnapshot grown = train("grown", {.scheme = Scheme::lc}, 4, 4);
    QCOMPARE(grown.checkpoints.size(), run.checkpoints.size() + 1);
    const auto before = stepFiles(grown);
    // The page does not know the new checkpoint yet.
    const QSignalSpy told(page_.get(), &BitsPage::told);
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    settle();
    QCOMPARE(told.front().front().value<WatchNotes::Kind>(), WatchNotes::Kind::warn);
    QVERIFY(stepFiles(grown) == before);
    // With the new checkpoint the page withdraws the offer.
    show(run);
    preview(QStringLiteral("exact"));
    QVERIFY2(!line.recodeButton().isVisible() && !line.text().isEmpty(), qPrintable(line.text()));
    show(grown);
    preview(QStringLiteral("exact"));
    QVERIFY(line.recodeButton().isVisible());
    show(run);
    QVERIFY(line.isVisible() && !line.recodeButton().isVisible());
    show(lc_);
    QVERIFY(!line.isVisible());
}

void TestBitsRecoding::recodingWaitsForOtherPrograms() {
    const RunSnapshot run = snapshot("kept");
    show(run);
    const auto lock = FileLock::acquire(lock_file(runs_folder(library_->folder()) / run.info.row.id));
    QVERIFY(lock.ok());
    preview(QStringLiteral("adaptive"));
    QVERIFY2(page_->recodeLine().text().startsWith(QStringLiteral("Another program files kept")),
             qPrintable(page_->recodeLine().text()));
    QVERIFY(!page_->recodeLine().recodeButton().isVisible());
}

void TestBitsRecoding::recodingIsAJobOfTheWindow() {
    const fs::path vault = toPath(folder_.path()) / "copied";
    fs::copy(library_->folder(), vault, fs::copy_options::recursive);
    AppSettings settings(folder_.filePath(QStringLiteral("settings.ini")));
    settings.setSelectedRun(vault, toQString(snapshot("kept").info.row.id));
    MainWindow window(*theme_, settings, sqlite_backends());
    window.resize(1280, 800);
    window.show();
    window.openVault(vault, LocalVault::Mode::existing);
    const auto settleAll = [&window] { QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), patience); };
    settleAll();
    window.showPage(QStringLiteral("bits"));
    settleAll();
    BitsPage& page = window.bitsPage();
    choose(page.controls().scheme(), QStringLiteral("adaptive"));
    // Stops the job by the button in the line of the running job, unless the job ends before.
    for (int tries = 0; tries == 0 || (page.recodeLine().isVisible() && tries < 20); ++tries) {
        QTest::mouseClick(&page.controls().recodeButton(), Qt::LeftButton);
        QCOMPARE(window.activity().text().left(32), QStringLiteral("Trying out what recoding kept gi"));
        for (QAbstractButton* button : window.activity().findChildren<QAbstractButton*>())
            QTest::mouseClick(button, Qt::LeftButton);
        settleAll();
    }
    QVERIFY(!page.recodeLine().isVisible());
    QTest::mouseClick(&page.controls().recodeButton(), Qt::LeftButton);
    settleAll();
    QTest::mouseClick(&page.recodeLine().recodeButton(), Qt::LeftButton);
    QVERIFY(window.activity().text().startsWith(QStringLiteral("Recoding kept")));
    settleAll();
    QVERIFY2(
        window.notice().text().startsWith(QStringLiteral("2 checkpoints of kept are stored as adaptive")),
        qPrintable(window.notice().text()));
    // The page shows the new stored figures.
    QTRY_COMPARE_WITH_TIMEOUT(page.view()->newest().scheme, Scheme::adaptive, patience);
}

STEPVAULT_TEST(TestBitsRecoding)

}  // namespace test_bits_recoding

#include "test_bits_recoding.moc"
