#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/keyboard_names.h"
#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/log/log_entry.h"
#include "ui/log/log_model.h"
#include "ui/log/log_page.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/vault/vault_page.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notification_center.h"
#include "ui/window/panel_entry.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace test_log_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {
constexpr int patience = 20000;  // milliseconds
}

/// Uses clicks and keys in a window that watches a run.
class TestLogPage : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void whatTheWatchingDidIsListed();
    void aFolderWithoutRunsIsNamed();
    void whoseCheckpointsTheyAreIsSaid_data();
    void whoseCheckpointsTheyAreIsSaid();
    void filterAndProblems();
    void linesAreCopied();
    void itIsLeftAsItWasCome();
    void itOpensWithoutAVault();
    void restoringIsLogged();
    void whoReadsFurtherUpIsLeftThere();
    void oldLinesMakeRoom();
    void everythingHasAName();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    LogPage& page() { return window_->logPage(); }
    QAbstractItemModel& rows() { return *page().table().model(); }
    QStringList sentences() {
        QStringList all;
        for (int row = 0; row < rows().rowCount(); ++row)
            all << rows().index(row, LogModel::Run).data().toString() + QStringLiteral(": ") +
                       rows().index(row, LogModel::What).data().toString();
        return all;
    }
    bool isListed(const QString& sentence) {
        return !sentences().filter(QRegularExpression(sentence)).isEmpty();
    }
    /// Opens a vault that watches a run of two checkpoints, one of which has a link, and then the log.
    void watchAndOpen();

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestLogPage::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    folder_ = std::make_unique<QTemporaryDir>();
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestLogPage::cleanup() {
    window_.reset();
    settings_.reset();
}

void TestLogPage::watchAndOpen() {
    writeRun(path("gpt"), 40, 2000);
    fs::create_symlink(stepName(40), path("gpt") / "last.safetensors");
    test::age(path("gpt"));
    window_->openVault(path("vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("gpt")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 2, patience);
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(page().isVisible());
}

void TestLogPage::whatTheWatchingDidIsListed() {
    window_->keepLogIn(path("state"));
    watchAndOpen();
    const QAbstractItemModelTester tester(&rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_VERIFY_WITH_TIMEOUT(isListed(QStringLiteral("last.safetensors need not be filed")), patience);
    const QStringList all = sentences();
    const auto second = window_->session()
                            ->library()
                            ->queries()
                            .checkpoints(window_->session()->library()->queries().run("gpt")->row.id)
                            ->at(1);
    const QString filed = QStringLiteral("gpt: step_40.safetensors was filed as step 40: %1 instead of %2.")
                              .arg(formatBytes(second.stored_bytes), formatBytes(second.original_bytes));
    QVERIFY2(all.contains(filed), qPrintable(all.join(u'\n')));
    QVERIFY(all.indexOf(QRegularExpression(QStringLiteral("gpt: step_20.safetensors was filed.*"))) <
            all.indexOf(filed));
    QVERIFY(isListed(QStringLiteral("gpt: Watched from now on: ")));
    QVERIFY(window_->windowTitle().contains(QStringLiteral("Log")));
    // The file has the same lines, from this session and from the next.
    QTRY_VERIFY(readFile(path("state") / "log.txt").find("step_40.safetensors was filed") !=
                std::string::npos);
    QVERIFY(page().folderButton().isVisible());
    window_.reset();
    const std::string log = readFile(path("state") / "log.txt");
    QVERIFY(log.find("  gpt  step_20.safetensors was filed as step 20") != std::string::npos);
    QVERIFY(log.ends_with("  Stepvault ends.\n"));
}

void TestLogPage::aFolderWithoutRunsIsNamed() {
    fs::create_directories(path("nothing"));
    window_->openVault(path("vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("nothing")});
    QTRY_VERIFY_WITH_TIMEOUT(isListed(QStringLiteral("No run was found in .*nothing: .*stepvault ingest")),
                             patience);
}

void TestLogPage::whoseCheckpointsTheyAreIsSaid_data() {
    QTest::addColumn<int>("match");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, Match match, const char* sentence) {
        QTest::newRow(name) << static_cast<int>(match) << QString::fromUtf8(sentence);
    };
    row("by name", Match::by_name, "The checkpoints in /data/out belong to this run by their names.");
    row("by time", Match::by_time,
        "The checkpoints in /data/out belong to this run: they were written during its training.");
    row("none", Match::none,
        "The checkpoints in /data/out are a run of their own: they fit none of the runs with event files by "
        "name "
        "or time.");
}

void TestLogPage::whoseCheckpointsTheyAreIsSaid() {
    QFETCH(int, match);
    WatchEvent event;
    event.kind = WatchEvent::Kind::matched;
    event.run = "a";
    event.text = "/data/out";
    event.match = static_cast<Match>(match);
    const auto entry = logEntry(event, {});
    QVERIFY(entry.has_value());
    QCOMPARE(entry->run, QStringLiteral("a"));
    QTEST(entry->text, "sentence");
}

void TestLogPage::filterAndProblems() {
    watchAndOpen();
    NotificationCenter& news = *window_->findChild<NotificationCenter*>();
    news.add(WatchNotes::Kind::bad, QStringLiteral("vit"), QStringLiteral("step_1.pt: no space left."));
    news.add(WatchNotes::Kind::warn, QStringLiteral("vit"), QStringLiteral("data.bin was passed over."));
    const int all = rows().rowCount();
    QVERIFY(all > 4);
    const QAbstractItemModelTester tester(&rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    page().problemsOnly().setFocus();
    QTest::keyClick(&page().problemsOnly(), Qt::Key_Space);
    const QStringList problems{"vit: step_1.pt: no space left.", "vit: data.bin was passed over."};
    QCOMPARE(sentences(), problems);
    page().filter().setFocus();
    QTest::keyClicks(&page().filter(), QStringLiteral("SPACE"));
    QCOMPARE(sentences(), problems.first(1));
    QTest::keyClicks(&page().filter(), QStringLiteral("ship"));
    QCOMPARE(rows().rowCount(), 0);
    QVERIFY(!page().table().isVisible() && !page().copyButton().isEnabled());
    page().filter().clear();
    QTest::keyClick(&page().problemsOnly(), Qt::Key_Space);
    QCOMPARE(rows().rowCount(), all);
    // Filters by the run's name.
    QTest::keyClicks(&page().filter(), QStringLiteral("vit"));
    QCOMPARE(sentences(), problems);
    QVERIFY(page().table().isVisible());
}

void TestLogPage::linesAreCopied() {
    NotificationCenter& news = *window_->findChild<NotificationCenter*>();
    for (const char* text : {"one", "two", "three"})
        news.add(WatchNotes::Kind::bad, QStringLiteral("gpt"), QLatin1String(text));
    window_->actions().log->trigger();
    const auto copied = [] {
        QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        for (QString& line : lines)
            line = line.mid(QStringLiteral("yyyy-MM-dd HH:mm:ss").size());
        return lines;
    };
    QTest::mouseClick(&page().copyButton(), Qt::LeftButton);
    QCOMPARE(copied(), (QStringList{"  problem  gpt  one", "  problem  gpt  two", "  problem  gpt  three"}));
    const auto clickRow = [&](int row, Qt::KeyboardModifiers keys) {
        QTest::mouseClick(page().table().viewport(), Qt::LeftButton, keys,
                          page().table().visualRect(rows().index(row, LogModel::What)).center());
    };
    clickRow(2, {});
    clickRow(0, Qt::ControlModifier);
    QCOMPARE(page().copyButton().text(), QStringLiteral("Copy selected"));
    QTest::keyClick(&page().table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(copied(), (QStringList{"  problem  gpt  one", "  problem  gpt  three"}));
}

void TestLogPage::itIsLeftAsItWasCome() {
    watchAndOpen();
    QListView& list = *window_->runsPanel().view();
    QVERIFY(list.selectionModel()->selectedIndexes().isEmpty());
    QVERIFY(!window_->actions().restore->isEnabled());
    // An automatic update does not leave the page.
    window_->session()->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QTest::qWait(50);
    QVERIFY(page().isVisible());
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(!page().isVisible() && window_->runPage().isVisible());
    QVERIFY(window_->actions().restore->isEnabled());
    QTRY_VERIFY(window_->windowTitle().startsWith(QStringLiteral("gpt")));
    // Opens from the vault's page and returns to it, with the keyboard focus at its former place.
    window_->runsPanel().vaultEntry().setFocus();
    QTest::keyClick(&window_->runsPanel().vaultEntry(), Qt::Key_Space);
    window_->actions().log->trigger();
    QVERIFY(page().table().hasFocus() && !window_->runsPanel().vaultEntry().isChecked());
    QTest::mouseClick(&page().closeButton(), Qt::LeftButton);
    QVERIFY(window_->vaultPage().isVisible() && window_->runsPanel().vaultEntry().isChecked());
    QVERIFY(window_->runsPanel().vaultEntry().hasFocus());
    // A click on the run that was shown before shows it again.
    window_->actions().log->trigger();
    const QModelIndex row = window_->runsPanel().model().indexOf(toQString(window_->runPage().run().row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QVERIFY(window_->runPage().isVisible() && !page().isVisible());
    window_->actions().log->trigger();
    window_->actions().log->trigger();
    QVERIFY2(window_->runPage().isVisible(), "the key that opens it closes it");
}

void TestLogPage::itOpensWithoutAVault() {
    window_->openVault(path("nothing"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(page().isVisible() && !window_->runsPanel().isVisible());
    QVERIFY(isListed(QStringLiteral("holds no vault yet")));
    QTest::mouseClick(&page().closeButton(), Qt::LeftButton);
    QVERIFY(!page().isVisible() && !window_->runsPanel().isVisible());
    // Opening a vault shows it.
    window_->actions().log->trigger();
    window_->openVault(path("vault"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && window_->runsPanel().isVisible(), patience);
    QVERIFY(!page().isVisible());
}

void TestLogPage::restoringIsLogged() {
    watchAndOpen();
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    for (const bool isOpen : {true, false}) {
        const int before = static_cast<int>(sentences().filter(QStringLiteral("was restored to")).size());
        QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
        auto* act = window_->findChild<QPushButton*>(QStringLiteral("restoreAct"));
        QTRY_VERIFY_WITH_TIMEOUT(act->isEnabled(), patience);
        QTest::mouseClick(act, Qt::LeftButton);
        if (!isOpen) QTest::keyClick(window_.get(), Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(sentences().filter(QStringLiteral("gpt: Step 40 was restored to")).size(),
                                  before + 1, patience);
        QCOMPARE(sentences().filter(QStringLiteral("was restored to")).size(), before + 1);
        QTest::keyClick(window_.get(), Qt::Key_Escape);
    }
}

void TestLogPage::whoReadsFurtherUpIsLeftThere() {
    NotificationCenter& news = *window_->findChild<NotificationCenter*>();
    const auto add = [&] { news.add(WatchNotes::Kind::info, {}, QStringLiteral("a line")); };
    for (int i = 0; i < 100; ++i)
        add();
    window_->actions().log->trigger();
    const QScrollBar& bar = *page().table().verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 0 && bar.value() == bar.maximum());
    const int before = bar.maximum();
    add();
    QTRY_VERIFY(bar.maximum() > before && bar.value() == bar.maximum());
    QTest::keyClick(&page().table(), Qt::Key_Home, Qt::ControlModifier);
    QTRY_COMPARE(bar.value(), 0);
    add();
    QTest::qWait(50);
    QCOMPARE(bar.value(), 0);
}

void TestLogPage::oldLinesMakeRoom() {
    LogModel log;
    const QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int i = 0; i < LogModel::mostRows + 5; ++i)
        log.add({.time = QDateTime::currentDateTime(), .run = {}, .text = QString::number(i)});
    QCOMPARE(log.rowCount(), LogModel::mostRows);
    QCOMPARE(log.index(0, LogModel::What).data().toString(), QStringLiteral("5"));
    QCOMPARE(log.index(LogModel::mostRows - 1, LogModel::What).data().toString(),
             QString::number(LogModel::mostRows + 4));
}

void TestLogPage::everythingHasAName() {
    window_->keepLogIn(path("state"));
    window_->actions().log->trigger();
    VERIFY_ALL_NAMED(page());
}

STEPVAULT_TEST(TestLogPage)

}  // namespace test_log_page

#include "test_log_page.moc"
