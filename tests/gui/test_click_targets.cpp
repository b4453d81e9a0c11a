#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include <QListView>
#include <QMouseEvent>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "base/wall_clock.h"
#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/runs/run_table.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_entry.h"
#include "ui/window/runs_panel.h"

namespace test_click_targets {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
constexpr int runs = 111;
const int clicks = is_long ? 500 : 25;
constexpr auto fromAimToPress = 300ms;
const auto betweenClicks = is_long ? 900ms : 100ms;
constexpr double liveSeconds = 120;  ///< see run_state()
const double testSeconds = is_long ? 600 : 15;
constexpr int patience = 60000;  // milliseconds

/// The window's content that a press can meet, named so that it is the same wherever it moves to.
struct Target {
    QString name;
    QWidget* receiver = nullptr;
    QPoint at;  ///< in the receiver
};

/// A row by its text, a tab by its title, a button by its name up to a comma: figures that change follow it.
QString nameAt(QWidget* receiver, const QPoint& at) {
    for (QWidget* widget = receiver; widget != nullptr; widget = widget->parentWidget()) {
        if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
            if (receiver != view->viewport()) continue;
            const QModelIndex index = view->indexAt(at);
            return view->objectName() + u':' + index.siblingAtColumn(0).data().toString();
        }
        if (auto* tabs = qobject_cast<QTabBar*>(widget))
            return QStringLiteral("tab:") + tabs->tabText(tabs->tabAt(at));
        if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
            const QString name =
                button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
            return QStringLiteral("button:") + name.section(u',', 0, 0);
        }
    }
    return receiver == nullptr ? QStringLiteral("nothing")
                               : QString::fromLatin1(receiver->metaObject()->className());
}

/// Writes down which widget a press came to.
class PressRecorder : public QObject {
 public:
    [[nodiscard]] const QString& name() const { return name_; }
    void clear() { name_ = QStringLiteral("nothing"); }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::MouseButtonPress && widget != nullptr && name_ == u"nothing")
            name_ = nameAt(widget, static_cast<QMouseEvent*>(event)->position().toPoint());
        return false;
    }

 private:
    QString name_;
};

/// A run that was live until a while ago; it leaves the live runs during the test.
void writeOldRun(const fs::path& folder, double lastGrowth) {
    fs::create_directories(folder);
    std::ofstream metrics(folder / "metrics.jsonl");
    metrics.precision(17);
    for (int step = 1; step <= 20; ++step)
        metrics << R"({"step": )" << step << R"(, "loss": )" << lossAt(step) << R"(, "time": )"
                << lastGrowth - 20 + step << "}\n";
}

}  // namespace

/// A person aims at something, and presses a moment later, while runs come, grow and change their state.
class TestClickTargets : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();
    void everyClickMeetsItsTarget();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const {
        return fs::path(folder_->path().toStdString()) / name;
    }
    void save();
    /// Those that can be seen and pressed now, without dialogs and menus behind them.
    [[nodiscard]] std::vector<Target> targets();
    static void addRows(QAbstractItemView& view, std::vector<Target>& targets);
    void moveTo(const QPoint& from, const QPoint& to);

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::jthread training_;
    std::atomic<int> saved_ = 0;
};

void TestClickTargets::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    std::vector<fs::path> old;
    for (int i = 0; i < runs - 1; ++i) {
        old.push_back(path("runs") / ("gpt-lr" + std::to_string(i % 7) + "-seed" + std::to_string(i)));
        writeOldRun(old.back(), unix_seconds() - liveSeconds + testSeconds * i / runs);
    }
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    const Status status = test::watch_once(**library, old);
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    library->reset();
    fs::create_directories(path("live"));
    training_ = std::jthread([this](const std::stop_token& stop) {
        for (int step = 1; !stop.stop_requested(); ++step) {
            std::ofstream metrics(path("live") / "metrics.jsonl", std::ios::app);
            metrics << R"({"step": )" << step << R"(, "loss": )" << lossAt(step) << "}\n";
            metrics.close();
            const fs::path partial = path("live") / "partial";
            writeFile(partial, safetensorsBytes(step, 2000));
            fs::rename(partial, path("live") / stepName(step));
            ++saved_;
            for (int i = 0; i < 10 && !stop.stop_requested(); ++i)
                std::this_thread::sleep_for(100ms);
        }
    });
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    window_->addRunFolders({path("live")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->runsPanel().model().runs().size(), std::size_t{runs}, patience);
}

void TestClickTargets::cleanup() {
    training_ = {};
    window_.reset();
}

void TestClickTargets::addRows(QAbstractItemView& view, std::vector<Target>& targets) {
    if (!view.isVisible()) return;
    const QRect seen = view.viewport()->rect();
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        const QModelIndex index = view.model()->index(row, 0);
        const QRect box = view.visualRect(index);
        if (!index.flags().testFlag(Qt::ItemIsSelectable) || !seen.contains(box)) continue;
        targets.push_back({nameAt(view.viewport(), box.center()), view.viewport(), box.center()});
    }
}

std::vector<Target> TestClickTargets::targets() {
    std::vector<Target> targets;
    addRows(*window_->runsPanel().view(), targets);
    addRows(window_->runPage().table(), targets);
    for (auto* table : window_->findChildren<RunTable*>())
        addRows(*table, targets);
    const std::size_t rows = targets.size();
    for (auto* tabs : window_->findChildren<QTabBar*>()) {
        for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
            if (!tabs->isTabVisible(i)) continue;
            const QPoint at = tabs->tabRect(i).center();
            targets.push_back({nameAt(tabs, at), tabs, at});
        }
    }
    const auto addButton = [&](QAbstractButton* button) {
        if (!button->isVisible() || !button->isEnabled()) return;
        const QPoint at = button->rect().center();
        if (button->visibleRegion().contains(at)) targets.push_back({nameAt(button, at), button, at});
    };
    for (auto* entry : window_->findChildren<PanelEntry*>())
        addButton(entry);
    for (auto* segments : window_->findChildren<SegmentControl*>()) {
        for (auto* button : segments->findChildren<QAbstractButton*>())
            addButton(button);
    }
    // Each kind is met about as often, however many rows there are.
    if (rows > 0) {
        for (std::size_t i = rows; i < targets.size() && targets.size() < 2 * rows; ++i)
            targets.push_back(targets[i]);
    }
    return targets;
}

void TestClickTargets::moveTo(const QPoint& from, const QPoint& to) {
    constexpr int moves = 6;
    for (int i = 1; i <= moves; ++i) {
        QTest::mouseMove(window_->windowHandle(), from + (to - from) * i / moves);
        QTest::qWait(15);
    }
}

void TestClickTargets::everyClickMeetsItsTarget() {
    std::mt19937 random(7);
    PressRecorder recorder;
    qApp->installEventFilter(&recorder);
    QPoint mouse(640, 400);
    QStringList missed;
    std::set<QString> names;
    const int savedBefore = saved_;
    for (int i = 0; i < clicks; ++i) {
        std::vector<Target> all = targets();
        QVERIFY(!all.empty());
        Target target = all[random() % all.size()];
        const QPoint first = target.receiver->mapTo(window_.get(), target.at);
        moveTo(mouse, first);
        mouse = first;
        // The eye corrects the hand once the mouse has arrived.
        all = targets();
        const auto again = std::ranges::find(all, target.name, &Target::name);
        if (again == all.end()) continue;
        target = *again;
        mouse = target.receiver->mapTo(window_.get(), target.at);
        QTest::mouseMove(window_->windowHandle(), mouse);
        QTest::qWait(static_cast<int>(fromAimToPress / 1ms));
        recorder.clear();
        QTest::mouseClick(window_->windowHandle(), Qt::LeftButton, {}, mouse);
        names.insert(target.name);
        if (recorder.name() != target.name)
            missed << QStringLiteral("click %1: %2 instead of %3").arg(i).arg(recorder.name(), target.name);
        QTest::qWait(static_cast<int>(betweenClicks / 1ms));
    }
    qInfo("%d clicks on %zu targets while %d checkpoints were saved", clicks, names.size(),
          saved_ - savedBefore);
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
    QVERIFY(names.size() >= 10);
}

STEPVAULT_TEST(TestClickTargets)

}  // namespace test_click_targets

#include "test_click_targets.moc"
