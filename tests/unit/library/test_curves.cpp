// A run's metrics on their way from its files to the catalog.
#include <sstream>

#include <QTemporaryDir>
#include <QtTest>

#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "library/services/local_vault.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "unit/db/mlflow_file.h"
#include "unit/vault/metric_readings.h"
#include "vault/records/vault_paths.h"
#include "vault/run/run_metrics.h"

namespace test_curves {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

struct Events : WatchObserver {
    int failed = 0;
    std::vector<std::string> grown;
    void on_watch_event(const WatchEvent& e) override {
        failed += e.kind == WatchEvent::Kind::failed ? 1 : 0;
        if (e.kind == WatchEvent::Kind::metrics) grown.push_back(e.item + ": " + e.text);
    }
};

std::string lines(int first, int last, double value, double time = 0) {
    std::ostringstream text;
    for (int step = first; step <= last; ++step) {
        text << "{\"step\": " << step << ", \"loss\": " << value;
        if (time > 0) text << ", \"time\": " << static_cast<std::int64_t>(time) + step;
        text << "}\n";
    }
    return text.str();
}

class Scratch {
 public:
    [[nodiscard]] fs::path root() const { return dir_.path().toStdString(); }
    [[nodiscard]] fs::path run(const std::string& file) const { return root() / "run" / file; }
    void write(const std::string& file, const std::string& text) const { write_text(run(file), text); }
    void append(const std::string& file, const std::string& text) const {
        write(file, read_text(run(file)) + text);
    }

    [[nodiscard]] std::unique_ptr<VaultHandle> open() const {
        auto library =
            LocalVault::open(root() / "vault", LocalVault::Mode::create,
                             [](const fs::path& vault) { return open_sqlite_catalog(catalog_file(vault)); });
        return library ? std::move(*library) : nullptr;
    }
    [[nodiscard]] Events watch(VaultHandle& library) const {
        Events events;
        WatchOptions options;
        options.roots = {root() / "run"};
        options.once = true;
        if (!library.watcher().watch(options, events, {})) ++events.failed;
        return events;
    }
    Events watch() const { return watch(*open()); }

    /// "step:value" for each point, tag by tag.
    [[nodiscard]] QString curves() const { return curves(*open()); }
    [[nodiscard]] static QString curves(VaultHandle& library) {
        std::ostringstream text;
        const auto id = library.queries().run("run")->row.id;
        const auto series = library.queries().series(id);
        for (const auto& s : *series) {
            text << s.tag;
            const auto points = library.queries().points(id, s.tag);
            for (const auto& p : *points)
                text << ' ' << p.step << ':' << p.value;
            text << (points->size() == s.points ? "\n" : " and others\n");
        }
        return QString::fromStdString(text.str());
    }
    [[nodiscard]] QString reindexed() const {
        (void)discard_sqlite_catalog(catalog_file(root() / "vault"));
        auto library = open();
        if (auto status = library->maintenance().reindex({}); !status)
            return QString::fromStdString(status.error().message);
        return curves(*library);
    }
    [[nodiscard]] fs::path run_folder() const {
        return root() / "vault" / "runs" / open()->queries().run("run")->row.id;
    }
    [[nodiscard]] std::uintmax_t log_size() const { return fs::file_size(metrics_file(run_folder())); }

 private:
    QTemporaryDir dir_;
};

QString curve(std::vector<std::tuple<int, int, double>> parts) {
    std::ostringstream text;
    text << "loss";
    for (const auto& [first, last, value] : parts) {
        for (int step = first; step <= last; ++step)
            text << ' ' << step << ':' << value;
    }
    text << '\n';
    return QString::fromStdString(text.str());
}

}  // namespace

class TestCurves : public QObject {
    Q_OBJECT

 private slots:
    void a_resume_in_the_same_file_data() {
        QTest::addColumn<bool>("at_once");
        QTest::addColumn<bool>("one_process");
        QTest::newRow("seen when all was over") << true << false;
        QTest::newRow("seen in steps by one process") << false << true;
        QTest::newRow("seen in steps by several processes") << false << false;
    }
    void a_resume_in_the_same_file() {
        QFETCH(bool, at_once);
        QFETCH(bool, one_process);
        const Scratch scratch;
        auto library = scratch.open();
        scratch.write("metrics.jsonl", lines(1, 100, 3));
        const auto look = [&] {
            if (at_once) return;
            if (!one_process) library = scratch.open();
            QCOMPARE(scratch.watch(*library).failed, 0);
        };
        look();
        scratch.append("metrics.jsonl", lines(61, 63, 2));
        look();
        if (!at_once) QCOMPARE(Scratch::curves(*library), curve({{1, 60, 3}, {61, 63, 2}}));
        scratch.append("metrics.jsonl", lines(64, 70, 2) + lines(41, 42, 1));
        at_once = false;
        look();
        const auto expected = curve({{1, 40, 3}, {41, 42, 1}});
        QCOMPARE(Scratch::curves(*library), expected);
        library.reset();
        QCOMPARE(scratch.watch().grown.size(), std::size_t{0});
        QCOMPARE(scratch.curves(), expected);
        fs::remove_all(scratch.root() / "run");
        QCOMPARE(scratch.reindexed(), expected);
    }

    void a_resume_in_another_file() {
        const Scratch scratch;
        scratch.write("a.jsonl", lines(1, 100, 3, 1'700'000'000));
        scratch.write("b.jsonl", lines(61, 80, 2, 1'700'000'500));
        scratch.watch();
        QCOMPARE(scratch.curves(), curve({{1, 60, 3}, {61, 80, 2}}));
        scratch.write("c.jsonl", lines(31, 32, 1, 1'700'001'000));
        QCOMPARE(scratch.watch().grown, std::vector<std::string>{"c.jsonl: 2 new points"});
        const auto expected = curve({{1, 30, 3}, {31, 32, 1}});
        QCOMPARE(scratch.curves(), expected);
        QCOMPARE(scratch.reindexed(), expected);
    }

    void a_file_that_appears_while_watching_resumes_the_others() {
        // Without times: new points that come while watching count as later.
        const Scratch scratch;
        auto library = scratch.open();
        scratch.write("a.jsonl", lines(1, 50, 3));
        Events events;
        std::atomic<int> seen{0};
        std::stop_source stop;
        struct Counter : WatchObserver {
            std::atomic<int>& seen;
            explicit Counter(std::atomic<int>& s) : seen(s) {}
            void on_watch_event(const WatchEvent& e) override {
                if (e.kind == WatchEvent::Kind::metrics) ++seen;
            }
        } counter(seen);
        std::jthread watching([&] {
            WatchOptions options;
            options.roots = {scratch.root() / "run"};
            JobContext job;
            job.stop = stop.get_token();
            (void)library->watcher().watch(options, counter, job);
        });
        QTRY_COMPARE_WITH_TIMEOUT(seen.load(), 1, 20000);
        scratch.write("b.jsonl", lines(1, 5, 2));
        QTRY_COMPARE_WITH_TIMEOUT(seen.load(), 2, 20000);
        stop.request_stop();
        watching.join();
        QCOMPARE(Scratch::curves(*library), curve({{1, 5, 2}}));
        library.reset();
        QCOMPARE(scratch.reindexed(), curve({{1, 5, 2}}));
    }

    void files_written_at_once_are_not_resumed() {
        const Scratch scratch;
        scratch.write("rank0.jsonl", lines(1, 30, 3, 1'700'000'000));
        scratch.write("rank1.jsonl", lines(1, 20, 2, 1'700'000'000));
        scratch.watch();
        const auto expected = curve({{1, 20, 2}, {21, 30, 3}});
        QCOMPARE(scratch.curves(), expected);
        const auto size = scratch.log_size();
        QCOMPARE(scratch.watch().grown.size(), std::size_t{0});
        // From here on the files' versions are recorded.
        QVERIFY(scratch.log_size() - size < 400);
        QCOMPARE(scratch.reindexed(), expected);
    }

    void the_history_of_the_trainer_is_one_source() {
        const Scratch scratch;
        const auto state = [](const std::string& history) {
            return R"({"global_step": 1, "max_steps": 90, "log_history": [)" + history + "]}";
        };
        const std::string first = R"({"step": 1, "loss": 3}, {"step": 2, "loss": 3}, {"step": 3, "loss": 3})";
        scratch.write("checkpoint-3/trainer_state.json", state(first));
        scratch.watch();
        const auto size = scratch.log_size();
        scratch.write("checkpoint-5/trainer_state.json",
                      state(first + R"(, {"step": 4, "loss": 3}, {"step": 5, "loss": 3})"));
        fs::last_write_time(scratch.run("checkpoint-3/trainer_state.json"),
                            fs::file_time_type::clock::now() - std::chrono::hours(1));
        QCOMPARE(scratch.watch().grown, std::vector<std::string>{"trainer_state.json: 2 new points"});
        QVERIFY(scratch.log_size() - size < 200);
        // A resume from the third step.
        scratch.write("checkpoint-6/trainer_state.json", state(first + R"(, {"step": 4, "loss": 2})"));
        QCOMPARE(scratch.watch().grown, std::vector<std::string>{"trainer_state.json: 1 new points"});
        const QString expected("loss 1:3 2:3 3:3 4:2\nmax_steps 0:90\n");
        QCOMPARE(scratch.curves(), expected);
        QCOMPARE(scratch.reindexed(), expected);
    }

    void what_was_read_to_its_end_is_not_read_again() {
        const Scratch scratch;
        scratch.write("metrics.jsonl", lines(1, 10, 3));
        // Waits until the time of the last change reveals any later change.
        QTest::qWait(2100);
        scratch.watch();
        const auto metrics = RunMetrics::read(scratch.run_folder());
        VERIFY_OK(metrics);
        QVERIFY((*metrics)->has_read("metrics.jsonl", *file_identity(scratch.run("metrics.jsonl"))));
        const auto size = scratch.log_size();
        QVERIFY(scratch.watch().grown.empty());
        QCOMPARE(scratch.log_size(), size);
        scratch.append("metrics.jsonl", lines(11, 12, 3));
        QCOMPARE(scratch.watch().grown, std::vector<std::string>{"metrics.jsonl: 2 new points"});
        QCOMPARE(scratch.curves(), curve({{1, 12, 3}}));
    }

    void many_points_come_in_parts() {
        const Scratch scratch;
        constexpr int count = 150'000;
        scratch.write("metrics.jsonl", lines(1, count, 3));
        auto library = scratch.open();
        QCOMPARE(scratch.watch(*library).grown,
                 std::vector<std::string>{"metrics.jsonl: " + std::to_string(count) + " new points"});
        const auto info = library->queries().run("run");
        const auto series = library->queries().series(info->row.id);
        QCOMPARE(series->front().points, std::uint64_t{count});
        QCOMPARE(series->front().last_step, std::int64_t{count});
        // Points without times: only the last point gets the file's time.
        const auto points = library->queries().points(info->row.id, "loss", count - 2);
        QCOMPARE(points->front().time, 0.0);
        QVERIFY(points->back().time > 1e9);
        const auto chart = library->queries().chart(info->row.id, "loss", {}, 10);
        QCOMPARE(chart->size(), std::size_t{10});
        QCOMPARE(chart->front().points, std::uint64_t{count / 10});
    }

    void a_catalog_that_missed_something_is_brought_up() {
        const Scratch scratch;
        scratch.write("metrics.jsonl", lines(1, 3, 3));
        scratch.watch();
        {
            // Simulates a process that died before it updated the catalog.
            auto metrics = RunMetrics::open(scratch.run_folder());
            VERIFY_OK(metrics);
            VERIFY_OK((*metrics)->add(
                {.source = "other.jsonl", .from_start = true, .points = losses(4, 5, 1), .read = {}}));
        }
        QCOMPARE(scratch.curves(), curve({{1, 3, 3}}));
        scratch.watch();
        QCOMPARE(scratch.curves(), curve({{1, 3, 3}, {4, 5, 1}}));
        {
            // Simulates a catalog with points that the log does not have.
            auto catalog = open_sqlite_catalog(catalog_file(scratch.root() / "vault"));
            const auto id = (*catalog)->runs()->front().id;
            const auto end = *(*catalog)->metrics_end(id);
            VERIFY_OK((*catalog)->put_metrics(id, {{"loss", 2, {}}, {"none", 0, {{1, 0, 1}}}}, end, end + 1));
        }
        scratch.watch();
        QCOMPARE(scratch.curves(), curve({{1, 3, 3}, {4, 5, 1}}));
    }

    void a_database_gives_each_folder_its_run() {
        const Scratch scratch;
        const auto watch = [&] {
            auto library = LocalVault::open(
                scratch.root() / "vault", LocalVault::Mode::create,
                {[](const fs::path& vault) { return open_sqlite_catalog(catalog_file(vault)); },
                 open_mlflow_database});
            WatchOptions options;
            options.roots = {scratch.root() / "run"};
            options.once = true;
            Events events;
            if (!(*library)->watcher().watch(options, events, {})) ++events.failed;
            std::map<std::string, std::uint64_t> points;
            const auto runs = (*library)->queries().runs();
            for (const auto& run : *runs) {
                const auto series = (*library)->queries().series(run.row.id);
                for (const auto& row : *series)
                    points[run.row.name + "/" + row.tag] += row.points;
            }
            return std::pair(events, points);
        };
        using Points = std::map<std::string, std::uint64_t>;
        scratch.write("one/metrics.jsonl", "{\"step\": 1, \"acc\": 0.5}\n");
        fs::create_directories(scratch.root() / "run");
        testing::MlflowFile mlflow(scratch.run("mlflow.db"));
        // The database is in the folder above the only run.
        QVERIFY(mlflow.begin("a", 1));
        QVERIFY(mlflow.log_many("a", 1, 30, 1));
        QVERIFY(mlflow.begin("b", 2));
        QVERIFY(mlflow.log_many("b", 1, 20, 2));
        QCOMPARE(watch().second, (Points{{"one/acc", 1}, {"one/loss", 20}}));
        // Once a second run is beside it, a database's run belongs to the run that it names.
        scratch.write("two/metrics.jsonl", "{\"step\": 1, \"acc\": 0.5}\n");
        QVERIFY(mlflow.log_many("b", 21, 22, 2));
        QVERIFY(mlflow.run("INSERT INTO params VALUES ('output_dir', '" + scratch.run("two").native() +
                           "', 'a')"));
        QCOMPARE(watch().second,
                 (Points{{"one/acc", 1}, {"one/loss", 20}, {"two/acc", 1}, {"two/loss", 30}}));
        QVERIFY(mlflow.run("INSERT INTO params VALUES ('output_dir', 'one', 'b')"));
        const auto [events, points] = watch();
        QCOMPARE(points, (Points{{"one/acc", 1}, {"one/loss", 22}, {"two/acc", 1}, {"two/loss", 30}}));
        QCOMPARE(events.grown, std::vector<std::string>{"mlflow.db: 2 new points"});
        QCOMPARE(events.failed, 0);
        QVERIFY(watch().first.grown.empty());
        // A damaged database is skipped, and the points read from it before stay.
        write_text(scratch.run("mlflow.db"), "damaged");
        QCOMPARE(watch().first.failed, 0);
        QCOMPARE(watch().second, points);
    }

    /// Metrics of an unnamed run belong to a folder only where no other run and no other database may be
    /// meant.
    void a_database_tells_whether_it_is_alone_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("opened");  ///< name, and + if alone
        QTest::newRow("one") << QStringList{"a.db"} << QStringList{"a.db+"};
        QTest::newRow("two") << QStringList{"a.db", "b.db"} << QStringList{"a.db", "b.db"};
        QTest::newRow("beside MLflow's")
            << QStringList{"a.db", "mlflow.db"} << QStringList{"a.db+", "mlflow.db+"};
        QTest::newRow("in the run's folder")
            << QStringList{"a.db", "one/b.db"} << QStringList{"a.db+", "b.db+"};
        QTest::newRow("above two runs")
            << QStringList{"a.db", "two/metrics.jsonl"} << QStringList{"a.db", "a.db"};
        QTest::newRow("none") << QStringList{"a.dbx"} << QStringList{};
    }
    void a_database_tells_whether_it_is_alone() {
        QFETCH(QStringList, files);
        QFETCH(QStringList, opened);
        const Scratch scratch;
        scratch.write("one/metrics.jsonl", "{\"step\": 1, \"acc\": 0.5}\n");
        for (const auto& file : files)
            scratch.write(file.toStdString().c_str(), "{\"step\": 1, \"acc\": 0.5}\n");
        QStringList found;
        auto library = LocalVault::open(
            scratch.root() / "vault", LocalVault::Mode::create,
            {[](const fs::path& vault) { return open_sqlite_catalog(catalog_file(vault)); },
             [&](const fs::path& database, const fs::path& folder, bool alone) {
                 found += QString::fromStdString(database.filename().native()) + (alone ? "+" : "");
                 return open_mlflow_database(database, folder, alone);
             }});
        WatchOptions options;
        options.roots = {scratch.root() / "run"};
        options.once = true;
        Events events;
        VERIFY_OK((*library)->watcher().watch(options, events, {}));
        found.sort();
        QCOMPARE(found, opened);
    }

    void a_vault_of_the_first_version_goes_on() {
        const Scratch scratch;
        scratch.write("metrics.jsonl", lines(1, 4, 3));
        scratch.watch();
        write_text(metrics_file(scratch.run_folder()), first_log(losses(1, 2, 7)));
        QCOMPARE(scratch.reindexed(), curve({{1, 2, 7}}));
        scratch.write("metrics.jsonl", lines(2, 4, 3));
        QCOMPARE(scratch.watch().grown, std::vector<std::string>{"metrics.jsonl: 3 new points"});
        const auto expected = curve({{1, 1, 7}, {2, 4, 3}});
        QCOMPARE(scratch.curves(), expected);
        QCOMPARE(scratch.reindexed(), expected);
    }
};

STEPVAULT_TEST(TestCurves)

}  // namespace test_curves

#include "test_curves.moc"
