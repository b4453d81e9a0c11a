// The desktop with a large vault: build/release/tests/bench_window [FOLDER]. 1,000 runs, one of them with
// 10,000 checkpoints, 30 of them with a curve of a million points, 3 of them with 20 metrics more. The first
// minutes create the vault through the catalog's own interface; with a FOLDER later runs find it there. The
// step files have only names and sizes, which is all that lists read.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

#include <QApplication>
#include <QListView>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QThread>
#include <QWheelEvent>

#include "db/backends.h"
#include "library/catalog/catalog_rows.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_card.h"
#include "ui/compare/compare_page.h"
#include "ui/metrics/metric_panel.h"
#include "ui/metrics/panel_board.h"
#include "ui/metrics/panel_grid.h"
#include "ui/run/chart_card.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/segment_control.h"
#include "ui/widgets/smoothing_slider.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"

namespace {

using namespace stepvault;
using namespace stepvault::ui;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int runs = 1000;
constexpr int curves = 30;
constexpr int manyCheckpoints = 10000;
constexpr int fewCheckpoints = 3;
constexpr std::size_t points = 1'000'000;
constexpr int panelRuns = 3;
constexpr int panels = 20;
constexpr std::size_t panelPoints = 100'000;
constexpr int steps = 40;
constexpr std::uint64_t storedBytes = 32505856;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// CPU time of this thread, without the machine's other work.
double workedMilliseconds() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Measures the longest time that the event loop spent on one event.
class TimedApplication : public QApplication {
 public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (depth_ > 0 || QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
        ++depth_;
        const auto begin = Clock::now();
        const bool isHandled = QApplication::notify(receiver, event);
        longest_ = std::max(longest_, Clock::now() - begin);
        --depth_;
        return isHandled;
    }
    double takeLongest() { return milliseconds(std::exchange(longest_, {})); }

 private:
    int depth_ = 0;
    Clock::duration longest_{};
};

CheckpointRow rowOf(const std::string& run, std::int64_t step) {
    CheckpointRow row;
    row.id = "step-" + std::to_string(step);
    row.run_id = run;
    row.step = step;
    row.source = "step_" + std::to_string(step) + ".pt";
    row.scheme = step == 0 ? Scheme::exact : Scheme::adaptive;
    row.key = step == 0;
    row.parent = step == 0 ? "" : "step-" + std::to_string(step - 100);
    row.original_bytes = 1181116006;
    row.stored_bytes = storedBytes;
    row.relative_error = step == 0 ? 0 : 0.45;
    row.loss = 2.0 + 1.0 / (1.0 + static_cast<double>(step));
    row.saved = row.filed = 1.7e9 + static_cast<double>(step);
    row.format = "pytorch";
    return row;
}

SeriesChange curveOf(const std::string& tag, std::size_t length, int number) {
    SeriesChange change{tag, 0, std::vector<SeriesPoint>(length)};
    for (std::size_t i = 0; i < length; ++i) {
        const auto x = static_cast<double>(i);
        change.points[i] = {static_cast<std::int64_t>(i), 1.7e9 + x,
                            2 + 0.1 * number + 4 * std::exp(-x / 2e5) + 0.05 * std::sin(x * 12.9898)};
    }
    return change;
}

Status makeVault(const fs::path& folder) {
    const auto opened = Vault::open(folder, true);
    if (!opened) return opened.error();
    STEPVAULT_ASSIGN(catalog, sqlite_backends().catalog(folder));
    std::vector<RunPlace> places;
    for (int i = 0; i < runs; ++i)
        places.push_back({"/data/project-" + std::to_string(i / 50) + "/run-" + std::to_string(i), {}});
    STEPVAULT_ASSIGN(made, opened->runs_at(places, {}));
    for (int i = 0; i < runs; ++i) {
        const RunRecord& record = made.runs.at(places[static_cast<std::size_t>(i)]);
        STEPVAULT_TRY(catalog->put_run(run_row(record)));
        const int checkpoints = i == 0 ? manyCheckpoints : fewCheckpoints;
        for (int n = 0; n < checkpoints; ++n) {
            const CheckpointRow row = rowOf(record.id, 100 * n);
            STEPVAULT_TRY(catalog->put_checkpoint(row, {}));
            const auto file = step_path(steps_folder(opened->run_folder(record.id)), row.id);
            std::ofstream(file).close();
            fs::resize_file(file, row.stored_bytes);
        }
        std::vector<SeriesChange> metrics;
        if (i < curves) metrics.push_back(curveOf("loss", points, i));
        for (int n = 0; i < panelRuns && n < panels; ++n)
            metrics.push_back(curveOf("layer/" + std::to_string(n), panelPoints, i));
        if (!metrics.empty()) STEPVAULT_TRY(catalog->put_metrics(record.id, metrics, 0, 1));
    }
    return {};
}

/// Makes the vault in a child process, so that its memory does not count as the window's.
bool makeApart(const fs::path& folder) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Status made = makeVault(folder);
        if (!made.ok()) std::fprintf(stderr, "%s\n", made.error().message.c_str());
        ::_exit(made.ok() ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

std::uint64_t peakMebibytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != "VmHWM:") continue;
        std::uint64_t kibibytes = 0;
        status >> kibibytes;
        return kibibytes / 1024;
    }
    return 0;
}

class Bench {
 public:
    explicit Bench(TimedApplication& application) : application_(application) {
        std::vector<SeriesPoint> from(points, SeriesPoint{1, 2, 3});
        std::vector<SeriesPoint> to(points);
        for (int i = 0; i < 5; ++i) {
            const auto begin = Clock::now();
            std::memcpy(to.data(), from.data(), points * sizeof(SeriesPoint));
            const double took = milliseconds(Clock::now() - begin);
            copy_ = i == 0 ? took : std::min(copy_, took);
        }
        std::printf("%-44s %9s %9s %7s %9s %9s\n", "", "median ms", "worst ms", "bar ms", "x copy",
                    "work ms");
        print("copying a million points", {copy_}, 0);
    }

    bool run(const fs::path& vault) {
        Theme theme(application_);
        const QTemporaryDir home;
        AppSettings settings(home.filePath(QStringLiteral("settings.ini")));
        const auto library = LocalVault::open(vault, LocalVault::Mode::existing, sqlite_backends());
        if (!library.ok()) return false;
        const auto many = (*library)->queries().run("run-0");
        if (!many.ok()) return false;
        settings.setSelectedRun(vault, toQString(many->row.id));
        application_.takeLongest();

        const auto begin = Clock::now();
        MainWindow window(theme, settings, sqlite_backends());
        window.show();
        window.openVault(vault, LocalVault::Mode::existing);
        until([&] {
            return window.isSettled() && window.runPage().selectedCheckpoint() != nullptr &&
                   window.runsPanel().model().runs().size() == runs;
        });
        PlotView& plot = window.runPage().chart().plot();
        plot.flush();
        QApplication::processEvents();
        print("start to usable window", {milliseconds(Clock::now() - begin)}, 1500);
        print("  longest stretch of the event loop", {application_.takeLongest()}, 100);

        chart(plot, "one curve", 16);
        scroll(*window.runsPanel().view()->verticalScrollBar(), "runs' list");
        scroll(*window.runPage().table().verticalScrollBar(), "table of 10,000 rows");
        application_.takeLongest();
        const auto asked = Clock::now();
        bool isRead = false;
        QObject::connect(window.session(), &VaultSession::snapshotRead, &window, [&] { isRead = true; });
        window.session()->refresh();
        until([&] { return isRead; });
        plot.flush();
        QApplication::processEvents();
        print("read again, nothing new", {milliseconds(Clock::now() - asked)}, 0);
        print("  longest stretch of the event loop", {application_.takeLongest()}, 100);

        compare(window);
        showPanels(window);
        const std::uint64_t peak = peakMebibytes();
        std::printf("%-44s %9lu MiB           %4d\n", "peak memory", static_cast<unsigned long>(peak), 600);
        return true;
    }

 private:
    void until(const std::function<bool()>& holds) {
        while (!holds())
            QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
    }

    /// `worked`: the median of the event loop thread's share.
    void print(const char* what, std::vector<double> took, int bar, double worked = 0) {
        std::ranges::sort(took);
        const double middle = took[took.size() / 2];
        std::printf("%-44s %9.2f %9.2f %7s %9.1f", what, middle, took.back(),
                    bar > 0 ? std::to_string(bar).c_str() : "", middle / copy_);
        if (worked > 0) std::printf(" %9.2f", worked);
        std::printf("\n");
    }

    void measure(const std::string& what, int bar, const std::function<void(int)>& step) {
        std::vector<double> took;
        std::vector<double> worked;
        for (int i = 0; i < steps; ++i) {
            const auto begin = Clock::now();
            const double before = workedMilliseconds();
            step(i);
            QApplication::processEvents();
            took.push_back(milliseconds(Clock::now() - begin));
            worked.push_back(workedMilliseconds() - before);
        }
        std::ranges::sort(worked);
        print(what.c_str(), std::move(took), bar, worked[worked.size() / 2]);
    }

    void chart(PlotView& plot, const std::string& name, int bar) {
        const QPointF middle = QRectF(plot.viewport()->rect()).center();
        measure("zoom, " + name, bar, [&](int i) {
            const int turn = i < steps / 2 ? 120 : -120;
            QWheelEvent wheel(middle, plot.viewport()->mapToGlobal(middle), {}, {0, turn}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(plot.viewport(), &wheel);
        });
        const auto drag = [&](QEvent::Type type, const QPointF& at) {
            QMouseEvent mouse(type, at, plot.viewport()->mapToGlobal(at),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::MiddleButton, Qt::MiddleButton,
                              Qt::NoModifier);
            QApplication::sendEvent(plot.viewport(), &mouse);
        };
        drag(QEvent::MouseButtonPress, middle);
        measure("pan, " + name, bar, [&](int i) { drag(QEvent::MouseMove, middle + QPointF(3 * i + 3, i)); });
        drag(QEvent::MouseButtonRelease, middle);
        plot.resetZoom();
        QApplication::processEvents();
    }

    void scroll(QScrollBar& bar, const std::string& name) {
        measure("scroll, " + name, 16,
                [&](int i) { bar.setValue(bar.value() + (i % 2 == 0 ? bar.singleStep() : bar.pageStep())); });
    }

    /// Chooses the first runs that have a curve.
    void choose(MainWindow& window, int count) {
        RunListModel& model = window.runsPanel().model();
        QItemSelection chosen;
        for (int i = 0; i < count; ++i) {
            for (const RunEntry& run : model.runs()) {
                if (run.info.row.name != "run-" + std::to_string(i)) continue;
                const QModelIndex index = model.indexOf(toQString(run.info.row.id));
                chosen.select(index, index);
            }
        }
        window.runsPanel().view()->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
    }

    void compare(MainWindow& window) {
        application_.takeLongest();
        const auto begin = Clock::now();
        choose(window, curves);
        PlotView& plot = window.comparePage().card().plot();
        until([&] { return window.isSettled() && plot.model().curves().curves().size() == curves; });
        plot.flush();
        QApplication::processEvents();
        print("30 runs chosen to 30 curves shown", {milliseconds(Clock::now() - begin)}, 0);
        print("  longest stretch of the event loop", {application_.takeLongest()}, 100);
        chart(plot, "30 curves", 50);
    }

    /// The window is made so large that all panels are in view.
    void showPanels(MainWindow& window) {
        choose(window, panelRuns);
        window.resize(2400, 2000);
        SegmentControl& view = window.comparePage().view();
        view.setCurrent(1);
        emit view.chosen(1);
        PanelBoard& board = window.comparePage().panels();
        until([&] {
            std::size_t full = 0;
            for (int n = 0; n < panels; ++n) {
                MetricPanel* panel = board.grid().panel("layer/" + std::to_string(n));
                if (panel != nullptr && panel->plot().model().curves().curves().size() == panelRuns) ++full;
            }
            return full == panels;
        });
        const std::string name = std::to_string(panels) + " panels of " + std::to_string(panelRuns);
        PlotView& plot = board.grid().panel("layer/0")->plot();
        for (int n = 0; n < panels; ++n)
            board.grid().panel("layer/" + std::to_string(n))->plot().flush();
        QApplication::processEvents();
        chart(plot, name, 50);
        QSlider& smoothing = board.controls().smoothing();
        measure("smooth, " + name, 50, [&](int i) {
            smoothing.setValue(i % 2 == 0 ? smoothing.maximum() / 2 : smoothing.maximum());
        });
        measure("crosshair, " + name, 50, [&](int i) {
            const QPointF at = QRectF(plot.viewport()->rect()).center() + QPointF(i, 0);
            QMouseEvent mouse(QEvent::MouseMove, at, plot.viewport()->mapToGlobal(at), Qt::NoButton,
                              Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(plot.viewport(), &mouse);
        });
    }

    TimedApplication& application_;
    double copy_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const QTemporaryDir own;
    const fs::path vault = argc > 1 ? fs::path(argv[1]) : toPath(own.path()) / "vault";
    if (!fs::exists(catalog_file(vault)) && !makeApart(vault)) return 1;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    TimedApplication application(argc, argv);
    return Bench(application).run(vault) ? 0 : 1;
}
