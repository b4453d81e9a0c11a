#include <QTemporaryDir>
#include <QtTest>

#include "db/database.h"
#include "db/trackio_database.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/metrics/metric_test_files.h"

namespace test_trackio_database {

using namespace stepvault;
namespace fs = std::filesystem;

namespace {

/// A database as trackio 0.43 creates it: the tables that Stepvault reads.
class TrackioFile {
 public:
    explicit TrackioFile(const fs::path& file) : database_(Database::open(file, Database::Mode::create)) {
        run("CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, timestamp "
            "TEXT "
            "NOT NULL, run_name TEXT NOT NULL, step INTEGER NOT NULL, metrics TEXT NOT NULL, log_id TEXT, "
            "space_id "
            "TEXT); CREATE TABLE configs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, "
            "run_name TEXT "
            "NOT NULL, config TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE(run_id))");
    }
    bool run(const std::string& sql) { return database_ && database_->execute(sql.c_str()).ok(); }
    /// Trackio stores the bytes of the JSON text.
    bool log(const std::string& id, const std::string& name, int step, const std::string& metrics) {
        return run("INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES ('" + id +
                   "', '2026-11-28T20:34:02.500000+00:00', '" + name + "', " + std::to_string(step) +
                   ", CAST('" + metrics + "' AS BLOB))");
    }
    /// Trackio writes the configuration when a run begins.
    bool begin(const std::string& id, const std::string& name, const std::string& config = "{}") {
        return run("INSERT INTO configs (run_id, run_name, config, created_at) VALUES ('" + id + "', '" +
                   name + "', CAST('" + config + "' AS BLOB), '')");
    }

 private:
    Result<Database> database_;
};

}  // namespace

class TestTrackioDatabase : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;

    [[nodiscard]] fs::path folder() const { return fs::path(dir_->path().toStdString()); }
    [[nodiscard]] fs::path file() const { return folder() / "project.db"; }
    [[nodiscard]] std::unique_ptr<MetricSource> open(bool alone = false) const {
        return open_trackio_database(file(), folder() / "run", alone);
    }
    static QString text(const Result<std::vector<MetricPoint>>& points) {
        return test::as_text(points).join(' ');
    }

 private slots:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { dir_.reset(); }

    void metrics_come_as_they_were_logged() {
        TrackioFile trackio(file());
        const auto source = open(true);
        QCOMPARE(text(source->poll()), QString());
        QVERIFY(trackio.begin("a", "first"));
        QVERIFY(
            trackio.log("a", "first", 1, R"({"loss": 2.5, "train/acc": 1, "note": "text", "list": [1]})"));
        QCOMPARE(text(source->poll()), QString("loss@1=2.5 t=1795898042.5 train/acc@1=1 t=1795898042.5"));
        QVERIFY(trackio.log("a", "first", 2, R"({"loss": "NaN", "deep": {"x": "-Infinity"}})"));
        QVERIFY(trackio.log("a", "first", 2, R"({"loss": 1)"));
        QCOMPARE(text(source->poll()), QString("loss@2=nan t=1795898042.5 deep/x@2=-inf t=1795898042.5"));
        QVERIFY(!source->restarted());
        QVERIFY(trackio.log("a", "first", 3, R"({"loss": 1})"));
        QCOMPARE(text(source->poll()), QString("loss@3=1 t=1795898042.5"));
        // The row after which reading would go on has become another.
        QVERIFY(trackio.run("UPDATE metrics SET metrics = '{\"loss\": 7}' WHERE step = 3"));
        QCOMPARE(source->poll()->size(), std::size_t{5});
        QVERIFY(source->restarted());
    }

    void the_configuration_is_the_runs() {
        TrackioFile trackio(file());
        QVERIFY(trackio.begin("a", "run",
                              R"({"lr": 0.001, "model": {"layers": 2}, "_Username": "x", "hf_token": "y"})"));
        const auto parameters = open()->hyperparameters();
        VERIFY_OK(parameters);
        const std::vector<Hyperparameter> expected{{"lr", 1e-3}, {"model.layers", 2.0}};
        QCOMPARE(*parameters, expected);
    }

    void a_folder_has_its_run_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("configs");
        QTest::addColumn<bool>("alone");
        QTest::addColumn<QString>("run");
        const auto row = [](const char* label, const QStringList& names, const QStringList& configs,
                            bool alone,
                            const char* run) { QTest::newRow(label) << names << configs << alone << run; };
        row("none", {}, {}, true, "");
        row("another one", {"x"}, {}, false, "");
        row("the only one, and the folder is alone", {"x"}, {}, true, "r0");
        row("several, and the folder is alone", {"x", "y"}, {}, true, "r1");
        row("its name", {"run", "y"}, {}, true, "r0");
        row("the newest of its name", {"run", "run", "y"}, {}, true, "r1");
        row("its configuration", {"x", "run"}, {R"({"output_dir": "@/run/"})"}, true, "r0");
        row("a relative folder", {"x", "y"}, {R"({"save_dir": "./run"})"}, true, "r0");
        row("another folder", {"x", "y"}, {R"({"save_dir": "@/run2"})"}, false, "");
    }
    void a_folder_has_its_run() {
        QFETCH(QStringList, names);
        QFETCH(QStringList, configs);
        QFETCH(bool, alone);
        QFETCH(QString, run);
        TrackioFile trackio(file());
        for (int i = 0; i < names.size(); ++i) {
            const auto id = "r" + std::to_string(i);
            const auto name = names[i].toStdString();
            auto config = i < configs.size() ? configs[i] : QString("{}");
            QVERIFY(trackio.begin(id, name, config.replace('@', dir_->path()).toStdString()));
            QVERIFY(trackio.log(id, name, 1, "{\"" + id + "\": 1}"));
        }
        const auto points = open(alone)->poll();
        QCOMPARE(text(points), run.isEmpty() ? QString() : run + "@1=1 t=1795898042.5");
    }

    void another_programs_database_gives_nothing() {
        TrackioFile trackio(file());
        QVERIFY(trackio.run("DROP TABLE metrics; CREATE TABLE metrics (run_id, step, metrics)"));
        QVERIFY(trackio.begin("a", "run"));
        QCOMPARE(text(open()->poll()), QString());
        VERIFY_OK(open()->hyperparameters());
        QVERIFY(trackio.run("DROP TABLE metrics; CREATE TABLE trials (x)"));
        QCOMPARE(text(open()->poll()), QString());
    }
};

STEPVAULT_TEST(TestTrackioDatabase)

}  // namespace test_trackio_database

#include "test_trackio_database.moc"
