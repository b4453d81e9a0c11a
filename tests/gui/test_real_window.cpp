// Runs the real program on a real X server, with the mouse alone. The test finds the places to click by their
// colours on the screen.
#include <algorithm>
#include <optional>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QLibraryInfo>
#include <QProcess>
#include <QRect>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/theme/tokens.h"

namespace test_real_window {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 60000;  // milliseconds
constexpr int lookMs = 100;
constexpr int tableRow = 28;  // pixels

/// The bounding boxes of the connected areas of one colour.
std::vector<QRect> areasOf(const QColor& color, const QImage& image) {
    std::vector<QRect> areas;
    std::vector<bool> seen(static_cast<std::size_t>(image.width() * image.height()));
    const auto isNew = [&](const QPoint& at) {
        return image.rect().contains(at) &&
               !seen[static_cast<std::size_t>(at.y() * image.width() + at.x())] &&
               image.pixelColor(at) == color;
    };
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (!isNew({x, y})) continue;
            QRect box(x, y, 1, 1);
            std::vector<QPoint> open{{x, y}};
            while (!open.empty()) {
                const QPoint at = open.back();
                open.pop_back();
                if (!isNew(at)) continue;
                seen[static_cast<std::size_t>(at.y() * image.width() + at.x())] = true;
                box |= QRect(at, QSize(1, 1));
                for (const QPoint side : {QPoint(1, 0), QPoint(-1, 0), QPoint(0, 1), QPoint(0, -1)})
                    open.push_back(at + side);
            }
            areas.push_back(box);
        }
    }
    return areas;
}

}  // namespace

class TestRealWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void cleanupTestCase();
    void restoresByMouseAlone();

 private:
    [[nodiscard]] fs::path path(const char* name) const {
        return folder_.path().toStdString() / fs::path(name);
    }
    /// The X server's screen, which it keeps in a file.
    [[nodiscard]] QImage screen() const;
    /// The largest area of a colour for which `fits` is true, once it has not moved for a moment.
    std::optional<QRect> find(const QColor& color, const std::function<bool(const QRect&)>& fits);
    void click(const QPoint& at);

    QTemporaryDir folder_;
    QProcess server_;
    QProcess program_;
    QString display_;
};

void TestRealWindow::initTestCase() {
    for (const char* tool : {"Xvfb", "xdotool"}) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP(qPrintable(QStringLiteral("%1 is not installed").arg(QLatin1String(tool))));
    }
    const QDir plugins(QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/platforms"));
    if (!plugins.exists(QStringLiteral("libqxcb.so"))) QSKIP("Qt has no plugin for X11 here");
    server_.start(
        QStringLiteral("Xvfb"),
        {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
         QStringLiteral("1400x900x24"), QStringLiteral("-dpi"), QStringLiteral("96"),
         QStringLiteral("-nolisten"), QStringLiteral("tcp"), QStringLiteral("-fbdir"), folder_.path()});
    while (!server_.canReadLine() && server_.waitForReadyRead(patience)) {
    }
    display_ = QLatin1Char(':') + QString::fromLatin1(server_.readLine()).trimmed();
    QVERIFY2(display_.size() > 1, server_.readAllStandardError().constData());
}

void TestRealWindow::cleanupTestCase() {
    for (QProcess* process : {&program_, &server_}) {
        process->terminate();
        if (process->state() != QProcess::NotRunning && !process->waitForFinished(patience)) process->kill();
    }
}

QImage TestRealWindow::screen() const {
    QFile file(folder_.filePath(QStringLiteral("Xvfb_screen0")));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray bytes = file.readAll();
    // X11/XWDFile.h: words with the highest byte first, then the colours, then the pixels.
    const auto word = [&](int index) { return qFromBigEndian<qint32>(bytes.constData() + 4 * index); };
    constexpr int colorBytes = 12;
    if (bytes.size() < 100 || word(11) != 32) return {};
    const qsizetype pixels = word(0) + word(19) * colorBytes;
    return QImage(reinterpret_cast<const uchar*>(bytes.constData()) + pixels, word(4), word(5), word(12),
                  QImage::Format_RGB32)
        .copy();
}

std::optional<QRect> TestRealWindow::find(const QColor& color,
                                          const std::function<bool(const QRect&)>& fits) {
    QRect last;
    for (int look = 0; look < patience / lookMs && program_.state() == QProcess::Running; ++look) {
        QRect found;
        for (const QRect& area : areasOf(color, screen())) {
            if (fits(area) && area.width() * area.height() > found.width() * found.height()) found = area;
        }
        if (found.isValid() && found == last) return found;
        last = found;
        QTest::qWait(lookMs);
    }
    return std::nullopt;
}

void TestRealWindow::click(const QPoint& at) {
    QProcess tool;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DISPLAY"), display_);
    tool.setProcessEnvironment(environment);
    tool.start(QStringLiteral("xdotool"),
               {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()),
                QStringLiteral("click"), QStringLiteral("1")});
    QVERIFY(tool.waitForFinished(patience) && tool.exitCode() == 0);
}

void TestRealWindow::restoresByMouseAlone() {
    writeRun(path("gpt"), 60);
    test::age(path("gpt"));
    {
        auto library = test::open_library(path("vault"));
        VERIFY_OK(library);
        VERIFY_OK(test::watch_once(**library, {path("gpt")}, SchemeChoice{.scheme = Scheme::exact}));
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DISPLAY"), display_);
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    environment.insert(QStringLiteral("HOME"), folder_.path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder_.path());
    program_.setProcessEnvironment(environment);
    program_.setProcessChannelMode(QProcess::ForwardedChannels);
    program_.start(
        QStringLiteral(STEPVAULT_GUI_EXECUTABLE),
        {QStringLiteral("--vault"), folder_.filePath(QStringLiteral("vault")), QStringLiteral("--theme"),
         QStringLiteral("light"), QStringLiteral("--language"), QStringLiteral("en")});
    QVERIFY(program_.waitForStarted(patience));

    // The newest step is the first row, and it is selected.
    const Tokens& tokens = lightTokens();
    const QColor chosenRow = blend(tokens.surface, tokens.accent, 0.14);
    const auto isRow = [](const QRect& area) { return area.width() > 500 && area.height() >= tableRow - 4; };
    const auto first = find(chosenRow, isRow);
    QVERIFY2(first, "the table is shown, with a row that is chosen");
    click(first->center() + QPoint(0, tableRow));
    const auto second =
        find(chosenRow, [&](const QRect& area) { return isRow(area) && area.y() != first->y(); });
    QVERIFY2(second, "the row below is chosen");
    QCOMPARE(second->y(), first->y() + tableRow);

    const auto isButton = [](const QRect& area) { return area.width() > 60 && area.height() > 20; };
    const auto restore = find(tokens.accent, [&](const QRect& area) {
        return isButton(area) && area.bottom() < first->top() - 200;
    });
    QVERIFY2(restore, "the toolbar has its button");
    click(restore->center());
    const auto act = find(tokens.accent, [&](const QRect& area) {
        return isButton(area) && area.top() > restore->bottom() + 200;
    });
    QVERIFY2(act, "the sheet has its button, and it can be pressed");
    const fs::path restored = path("gpt-restored") / stepName(40);
    QVERIFY(!fs::exists(restored));
    click(act->center());
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(restored), patience);
    QVERIFY(readFile(restored) == safetensorsBytes(40, 20000));
    QCOMPARE(program_.state(), QProcess::Running);
}

STEPVAULT_TEST(TestRealWindow)

}  // namespace test_real_window

#include "test_real_window.moc"
