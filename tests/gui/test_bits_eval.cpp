#include <csignal>

#include <QDir>
#include <QLineEdit>
#include <QStandardPaths>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "support/registry.h"
#include "ui/bits/eval_card.h"

namespace test_bits_eval {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

/// Uses clicks and keys, and commands that are real scripts.
class TestBitsEval : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup() { closePage(); }

    void commandIsShownBeforeItsFirstRun();
    void bothStepsAreMeasured();
    void goneOriginalIsSaid();
    void failuresAreOneLine_data();
    void failuresAreOneLine();
    void stoppedCommandEndsWithItsChildren();
    void clearedCommandStaysCleared();
    void commandStaysOutOfTheVault();

 private:
    EvalCard& card() { return page_->eval(); }
    /// Writes a script and types the command that runs it.
    void typeScript(const char* text);
    void measure();
    [[nodiscard]] QString scriptFile() const { return folder_.filePath(QStringLiteral("my eval.sh")); }
    static QStringList scratchFolders();

    RunSnapshot kept_;  ///< its originals are there
};

void TestBitsEval::initTestCase() {
    makeRuns();
    kept_ = train("kept", {}, 1, 3);
}

void TestBitsEval::init() {
    QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
    openPage();
}

QStringList TestBitsEval::scratchFolders() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation))
        .entryList({QStringLiteral("stepvault-eval-*")}, QDir::Dirs);
}

void TestBitsEval::typeScript(const char* text) {
    stepvault::test::write_text(toPath(scriptFile()), text);
    card().command().setFocus();
    card().command().selectAll();
    QTest::keyClicks(&card().command(), QStringLiteral("/bin/sh '%1' {checkpoint}").arg(scriptFile()));
}

void TestBitsEval::measure() {
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    if (card().confirmButton().isVisible()) QTest::mouseClick(&card().confirmButton(), Qt::LeftButton);
    settle();
}

void TestBitsEval::commandIsShownBeforeItsFirstRun() {
    show(kept_);
    typeScript("touch \"$0.ran\"; echo 1");
    const QString ran = scriptFile() + QStringLiteral(".ran");
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    settle();
    QVERIFY(card().confirmButton().isVisible());
    QVERIFY2(card().text().contains(QStringLiteral("/bin/sh '%1' {checkpoint}").arg(scriptFile())) &&
                 card().text().contains(toQString(folderOf("kept"))),
             qPrintable(card().text()));
    QVERIFY(!QFile::exists(ran));
    QTest::mouseClick(&card().confirmButton(), Qt::LeftButton);
    QVERIFY(!card().confirmButton().isVisible());
    settle();
    QVERIFY(QFile::exists(ran));
    // A command that ran before runs at once, also in another window; a changed one is shown again.
    closePage();
    QFile::remove(ran);
    openPage();
    show(kept_);
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    QVERIFY(!card().confirmButton().isVisible());
    settle();
    QVERIFY(QFile::remove(ran));
    QTest::keyClicks(&card().command(), QStringLiteral(" --more"));
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    QVERIFY(card().confirmButton().isVisible());
    QVERIFY(!QFile::exists(ran));
}

void TestBitsEval::bothStepsAreMeasured() {
    show(kept_);
    // The size in bytes is the same of both; the name tells which one it is.
    typeScript(
        "case \"$1\" in */kept/*) echo loss: 0.5;; *) echo \"$1\" > \"$0.path\"; stat -c %a "
        "\"$(dirname \"$1\")\" > \"$0.mode\"; echo loss: 0.75;; esac");
    measure();
    QVERIFY2(card().text().contains(QStringLiteral("restored: loss 0.75")) &&
                 card().text().contains(QStringLiteral("original: loss 0.5")) &&
                 card().text().endsWith(QStringLiteral("+0.25 (+50 %)")) &&
                 card().text().contains(QStringLiteral("error ")),
             qPrintable(card().text()));
    const QByteArray path =
        QByteArray::fromStdString(readFile(toPath(scriptFile() + QStringLiteral(".path"))));
    QVERIFY2(path.trimmed().endsWith("/step_3.safetensors"), path.constData());
    QCOMPARE(readFile(toPath(scriptFile() + QStringLiteral(".mode"))), "700\n");
    QVERIFY(!QFile::exists(QString::fromUtf8(path.trimmed())));
    QVERIFY(scratchFolders().isEmpty());
    // Another run's step has no result yet.
    show(adaptive_);
    QVERIFY(card().text().isEmpty());
}

void TestBitsEval::goneOriginalIsSaid() {
    show(adaptive_);
    typeScript("echo 2");
    measure();
    // A measurement that another run cuts off leaves nothing there.
    show(adaptive_);
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    page_->setRun(library_, kept_, 0);
    settle();
    QVERIFY2(card().text().isEmpty(), qPrintable(card().text()));
    show(adaptive_);
    measure();
    QVERIFY2(card().text().contains(QStringLiteral("restored: 2")) &&
                 card().text().endsWith(QStringLiteral("the original is gone")),
             qPrintable(card().text()));
}

void TestBitsEval::failuresAreOneLine_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("text");
    QTest::newRow("exit code") << QByteArray("echo 1; echo 'no such layer' >&2; exit 3")
                               << "The command failed with exit code 3. no such layer";
    QTest::newRow("crash") << QByteArray("kill -SEGV $$") << "The command crashed.";
    QTest::newRow("no number") << QByteArray("echo fine")
                               << "The command printed no number on its last line.";
    QTest::newRow("much output") << QByteArray("yes 'a line' | head -n 200000; exit 1")
                                 << "The command failed with exit code 1. a line";
}

void TestBitsEval::failuresAreOneLine() {
    QFETCH(const QByteArray, script);
    QFETCH(const QString, text);
    show(kept_);
    typeScript(script.constData());
    measure();
    QCOMPARE(card().text(), text);
    QVERIFY(scratchFolders().isEmpty());
}

void TestBitsEval::stoppedCommandEndsWithItsChildren() {
    show(kept_);
    typeScript("(trap '' TERM; sleep 1000) & echo $! > \"$0.child\"; wait");
    const fs::path file = toPath(scriptFile() + QStringLiteral(".child"));
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    QTest::mouseClick(&card().confirmButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(file) && !readFile(file).empty(), patience);
    QVERIFY(card().stopButton().isVisible());
    const int child = QByteArray::fromStdString(readFile(file)).trimmed().toInt();
    QVERIFY(child > 0);
    QTest::mouseClick(&card().stopButton(), Qt::LeftButton);
    settle();
    QCOMPARE(card().text(), QStringLiteral("Stopped."));
    QVERIFY(scratchFolders().isEmpty());
    // A child that has ended may wait for its parent to read its end.
    const auto isRunning = [child] {
        const QByteArray state =
            QByteArray::fromStdString(readFile("/proc/" + std::to_string(child) + "/stat"));
        return !state.isEmpty() && !state.contains(") Z ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(), patience);
}

void TestBitsEval::clearedCommandStaysCleared() {
    show(kept_);
    typeScript("echo 1");
    closePage();
    openPage();
    // Other runs begin with the newest command.
    show(adaptive_);
    QVERIFY(!card().command().text().isEmpty());
    show(kept_);
    card().command().setFocus();
    card().command().selectAll();
    QTest::keyClick(&card().command(), Qt::Key_Delete);
    closePage();
    openPage();
    show(kept_);
    QVERIFY(card().command().text().isEmpty());
    QTest::mouseClick(&card().measureButton(), Qt::LeftButton);
    QCOMPARE(card().text(), QStringLiteral("There is no command yet."));
}

void TestBitsEval::commandStaysOutOfTheVault() {
    show(kept_);
    typeScript("echo 1");
    QTest::keyClicks(&card().command(), QStringLiteral(" --token=s3cr3t-word"));
    measure();
    QVERIFY(card().text().contains(QStringLiteral("restored: 1")));
    for (const auto& entry : fs::recursive_directory_iterator(toPath(folder_.path()) / "vault")) {
        if (!entry.is_regular_file()) continue;
        QVERIFY2(readFile(entry.path()).find("s3cr3t-word") == std::string::npos, entry.path().c_str());
    }
}

STEPVAULT_TEST(TestBitsEval)

}  // namespace test_bits_eval

#include "test_bits_eval.moc"
