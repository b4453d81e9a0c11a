// Runs the real program, which shows every page in turn.
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "support/watched_library.h"

namespace test_screenshots {

using namespace stepvault;

class TestScreenshots : public QObject {
    Q_OBJECT

 private slots:
    void everyPageIsDrawn();
    void vaultThatIsNoneIsNoPicture();
    void wordsNeedNoDisplay();

 private:
    /// Returns the exit code.
    int takeTour(const QString& vault) {
        QProcess program;
        program.start(QStringLiteral(STEPVAULT_GUI_EXECUTABLE),
                      {QStringLiteral("--vault"), vault, QStringLiteral("--language"), QStringLiteral("de"),
                       QStringLiteral("--screenshots"), folder_.filePath(QStringLiteral("shots"))});
        const bool ended = program.waitForFinished(240000);
        said_ = program.readAllStandardError();
        return ended && program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1;
    }

    QTemporaryDir folder_;
    QByteArray said_;
};

void TestScreenshots::everyPageIsDrawn() {
    const std::filesystem::path root = folder_.path().toStdString();
    for (const char* name : {"alpha", "beta"})
        test::write_run(root / "runs" / name, 3);
    test::age(root / "runs");
    {
        auto library = test::open_library(root / "vault");
        QVERIFY(library.ok());
        QVERIFY(test::watch_once(**library, {root / "runs/alpha", root / "runs/beta"}).ok());
    }
    QCOMPARE(takeTour(folder_.filePath(QStringLiteral("vault"))), 0);
    std::set<QByteArray> seen;
    const QDir shots(folder_.filePath(QStringLiteral("shots")));
    for (const char* page : {"start", "run", "inside", "restore", "metrics", "bits", "interval", "cluster",
                             "vault", "compare"}) {
        for (const char* theme : {"light", "dark"}) {
            const QString file =
                QStringLiteral("%1-%2-de.png").arg(QLatin1String(page), QLatin1String(theme));
            const QImage image(shots.filePath(file));
            QVERIFY2(image.width() >= 1000 && image.height() >= 600, qPrintable(file));
            QCOMPARE(image.pixelColor(4, image.height() - 4).lightness() < 128,
                     theme == QLatin1String("dark"));
            // Each page's picture is different.
            QVERIFY2(
                seen.insert({reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()}).second,
                qPrintable(file));
        }
    }
    QCOMPARE(shots.entryList(QDir::Files).size(), 20);
}

void TestScreenshots::vaultThatIsNoneIsNoPicture() {
    QVERIFY(takeTour(folder_.filePath(QStringLiteral("none"))) != 0);
}

void TestScreenshots::wordsNeedNoDisplay() {
    for (const auto& [option, word] : {std::pair("--help", "RUN_FOLDER"), std::pair("-h", "--vault"),
                                       std::pair("--version", "stepvault-gui ")}) {
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("DISPLAY"));
        environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(STEPVAULT_GUI_EXECUTABLE), {QLatin1String(option)});
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QVERIFY2(program.readAllStandardOutput().contains(word), option);
    }
}

STEPVAULT_TEST(TestScreenshots)

}  // namespace test_screenshots

#include "test_screenshots.moc"
