#include <fstream>
#include <sstream>

#include <QTemporaryDir>
#include <QTest>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "ui/log/log_file.h"
#include "ui/text/format.h"

namespace test_log_file {

using namespace stepvault::ui;
using stepvault::ui::tests::readFile;
namespace fs = std::filesystem;

class TestLogFile : public QObject {
    Q_OBJECT

 private slots:
    void linesAreKeptInOrder();
    void itIsWrittenWhileItLives();
    void oldLinesGoAtTheLimit();
    void unwritableFolderIsBorne();
    void folderFollowsTheStandard();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    QTemporaryDir folder_;
};

void TestLogFile::linesAreKeptInOrder() {
    for (const char* begin : {"one", "two"}) {
        LogFile file(path("a") / "deeper");
        for (int i = 0; i < 100; ++i)
            file.append(QStringLiteral("%1 %2 äöü").arg(QLatin1String(begin)).arg(i));
    }
    std::istringstream lines(readFile(path("a") / "deeper" / "log.txt"));
    std::string line;
    for (const char* begin : {"one", "two"}) {
        for (int i = 0; i < 100; ++i) {
            QVERIFY(std::getline(lines, line));
            QCOMPARE(line, begin + (' ' + std::to_string(i)) + " äöü");
        }
    }
    QVERIFY(!std::getline(lines, line));
}

void TestLogFile::itIsWrittenWhileItLives() {
    LogFile file(path("b"));
    file.append(QStringLiteral("a line"));
    QTRY_COMPARE(readFile(path("b") / "log.txt"), std::string("a line\n"));
}

void TestLogFile::oldLinesGoAtTheLimit() {
    const QString filler(64 * 1024 - 1, u'x');
    {
        LogFile file(path("c"));
        file.append(QStringLiteral("the first"));
        for (int i = 0; i < 80; ++i)
            file.append(filler);
        file.append(QStringLiteral("the last"));
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(path("c"))) {
        ++files;
        QVERIFY2(entry.file_size() <= LogFile::largest, entry.path().c_str());
        QVERIFY(readFile(entry.path()).find("the first") == std::string::npos);
    }
    QCOMPARE(files, std::size_t{3});
    QVERIFY(readFile(path("c") / "log.txt").ends_with("the last\n"));
    QVERIFY(fs::file_size(path("c") / "log.1.txt") > LogFile::largest / 2);
}

void TestLogFile::unwritableFolderIsBorne() {
    std::ofstream(path("file")) << "in the way";
    LogFile(path("file")).append(QStringLiteral("lost"));
    QCOMPARE(readFile(path("file")), std::string("in the way"));
}

void TestLogFile::folderFollowsTheStandard() {
    qputenv("XDG_STATE_HOME", "/somewhere/state");
    QCOMPARE(LogFile::defaultFolder(), fs::path("/somewhere/state/stepvault"));
    qputenv("XDG_STATE_HOME", "not/absolute");
    QCOMPARE(LogFile::defaultFolder(), toPath(QDir::homePath()) / ".local/state/stepvault");
    qunsetenv("XDG_STATE_HOME");
    QCOMPARE(LogFile::defaultFolder(), toPath(QDir::homePath()) / ".local/state/stepvault");
}

STEPVAULT_TEST(TestLogFile)

}  // namespace test_log_file

#include "test_log_file.moc"
