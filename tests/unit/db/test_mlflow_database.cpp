#include <fstream>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "db/foreign_database.h"
#include "db/mlflow_database.h"
#include "support/opened.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/mlflow_file.h"
#include "unit/metrics/metric_test_files.h"

namespace test_mlflow_database {

using namespace stepvault;
using namespace stepvault::testing;
namespace fs = std::filesystem;

class TestMlflowDatabase : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;

    [[nodiscard]] fs::path folder() const { return fs::path(dir_->path().toStdString()); }
    [[nodiscard]] fs::path file() const { return folder() / "mlflow.db"; }
    [[nodiscard]] std::unique_ptr<MetricSource> open() const {
        return open_mlflow_database(file(), folder() / "run", false);
    }
    [[nodiscard]] std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder()))
            names.insert(entry.path().filename().native());
        return names;
    }
    static QString text(const Result<std::vector<MetricPoint>>& points) {
        return test::as_text(points).join(' ');
    }
    /// Reads all points at once, and fails if a file on the disk changes.
    Result<std::vector<MetricPoint>> poll_once() {
        const auto before = files();
        const auto bytes = read_file(file(), 1 << 26);
        auto points = open()->poll();
        const auto after = read_file(file(), 1 << 26);
        if (files() != before || bytes.ok() != after.ok() || (bytes && *bytes != *after))
            return Error{ErrorCode::io, "something on the disk changed"};
        return points;
    }

 private slots:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { dir_.reset(); }

    void metrics_come_as_they_were_logged() {
        {
            MlflowFile mlflow(file());
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.log("a", "loss", 1, "2.5"));
            QVERIFY(mlflow.log("a", "val/acc", 1, "3"));
            QVERIFY(mlflow.log("a", "loss", 2, "0", true));
            QVERIFY(mlflow.log("a", "loss", 3, "1.7976931348623157e308"));
            QVERIFY(mlflow.log("a", "loss", 4, "-1.7976931348623157e308"));
            QVERIFY(mlflow.log("a", "loss", -5, "0.5"));
            // Values that MLflow never writes to these columns.
            QVERIFY(mlflow.run(
                "INSERT INTO metrics VALUES ('loss', 'x', 0, 'a', 6, 0), (x'FF', 1, 0, 'a', 6, 0), "
                "('', 1, 0, 'a', 6, 0), ('loss', 1, 0, 'a', 6.5, 0), "
                "(CAST(x'6CFF' AS TEXT), 1, 'never', 'a', 7, 0)"));
        }
        QCOMPARE(text(poll_once()),
                 QString("loss@1=2.5 t=1700000000.5 val/acc@1=3 t=1700000000.5 loss@2=nan t=1700000001 "
                         "loss@3=inf t=1700000001.5 loss@4=-inf t=1700000002 loss@-5=0.5 t=1699999997.5 "
                         "l\xEF\xBF\xBD@7=1"));
    }

    void parameters_of_the_run() {
        {
            MlflowFile mlflow(file());
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.begin("b", 2));
            QVERIFY(
                mlflow.run("INSERT INTO params VALUES ('lr', '0.1', 'a'), ('lr', '3e-4', 'b'), "
                           "('model', 'gpt', 'b'), ('api_key', 'x', 'b'), ('output_dir', './run', 'b')"));
        }
        const auto parameters = open()->hyperparameters();
        VERIFY_OK(parameters);
        const std::vector<Hyperparameter> expected{
            {"lr", 3e-4}, {"model", std::string("gpt")}, {"output_dir", std::string("./run")}};
        QCOMPARE(*parameters, expected);
    }

    void what_was_added_comes_next() {
        MlflowFile mlflow(file());
        const auto source = open();
        QCOMPARE(text(source->poll()), QString());
        QVERIFY(mlflow.begin("a", 1));
        QVERIFY(mlflow.log("a", "loss", 1, "1"));
        QCOMPARE(text(source->poll()), QString("loss@1=1 t=1700000000.5"));
        QVERIFY(source->restarted());
        QCOMPARE(text(source->poll()), QString());
        QVERIFY(!source->restarted());
        QVERIFY(mlflow.log("a", "loss", 2, "1"));
        QCOMPARE(text(source->poll()), QString("loss@2=1 t=1700000001"));
        QVERIFY(!source->restarted());
        // The same rows in a new order: the source returns all of them again.
        QVERIFY(mlflow.run("DELETE FROM metrics WHERE step = 2"));
        QVERIFY(mlflow.log("a", "loss", 3, "1"));
        QCOMPARE(text(source->poll()), QString("loss@1=1 t=1700000000.5 loss@3=1 t=1700000001.5"));
        QVERIFY(source->restarted());
        QVERIFY(mlflow.run("DELETE FROM metrics"));
        QCOMPARE(text(source->poll()), QString());
        QVERIFY(source->restarted());
    }

    void a_version_changes_with_what_there_is_to_read() {
        MlflowFile mlflow(file());
        QVERIFY(mlflow.run("PRAGMA journal_mode = WAL"));
        const auto source = open();
        const auto before = source->version();
        REQUIRE_OK(before);
        QVERIFY(*source->version() == *before);
        QVERIFY(mlflow.begin("a", 1));
        QVERIFY(*source->version() != *before);
    }

    void many_metrics_come_in_parts() {
        {
            MlflowFile mlflow(file());
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.log_many("a", 1, 70'000, 2));
        }
        const auto source = open();
        QCOMPARE(source->poll()->size(), metric_batch);
        QVERIFY(source->restarted());
        QCOMPARE(source->poll()->size(), 70'000 - metric_batch);
        QVERIFY(!source->restarted());
        QCOMPARE(source->poll()->size(), std::size_t{0});
    }

    void a_folder_has_its_run_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<bool>("alone");
        QTest::addColumn<QString>("run");
        const auto row = [](const char* name, const char* sql, const char* run, bool alone = false) {
            QTest::newRow(name) << QString(sql) << alone << QString(run);
        };
        constexpr const char* two =
            "INSERT INTO runs (run_uuid, start_time, lifecycle_stage, artifact_uri) "
            "VALUES ('a', 1, 'active', 's3://x/a'), ('b', 2, 'active', 's3://x/b'); ";
        const auto both = [&](const char* more) { return QByteArray(two) + more; };
        row("none", "", "");
        row("the only one", "INSERT INTO runs (run_uuid) VALUES ('a')", "a");
        row("the only one left", both("UPDATE runs SET lifecycle_stage = 'deleted' WHERE run_uuid = 'b'"),
            "a");
        row("several", two, "");
        row("several, the folder is alone", two, "b", true);
        row("several, the newest by its time", both("UPDATE runs SET start_time = 5 WHERE run_uuid = 'a'"),
            "a", true);
        row("artifacts in the folder",
            both("UPDATE runs SET artifact_uri = '@/run/mlruns/1/a/artifacts' "
                 "WHERE run_uuid = 'a'"),
            "a", true);
        row("artifacts as a URI",
            both("UPDATE runs SET artifact_uri = 'file://@/%72un/a%20b' WHERE run_uuid = 'a'"), "a");
        row("artifacts as a URI with a host",
            both("UPDATE runs SET artifact_uri = 'file://localhost@/run/' "
                 "WHERE run_uuid = 'a'"),
            "a");
        row("artifacts beside the database",
            both("UPDATE runs SET artifact_uri = './run/x' WHERE run_uuid = 'a'"), "a");
        row("the folder among the artifacts", both("UPDATE runs SET artifact_uri = '@' WHERE run_uuid = 'a'"),
            "a");
        row("artifacts in a folder of a like name",
            both("UPDATE runs SET artifact_uri = '@/run2' WHERE run_uuid = 'a'"), "");
        row("artifacts elsewhere of the same name",
            both("UPDATE runs SET artifact_uri = 'mlflow-artifacts:@/run' "
                 "WHERE run_uuid = 'a'"),
            "");
        row("a parameter",
            both("INSERT INTO params VALUES ('lr', './run', 'b'), ('output_dir', './run', 'a')"), "a", true);
        row("a parameter with a slash", both("INSERT INTO params VALUES ('output_dir', '@/run/', 'a')"), "a");
        row("a parameter of another folder", both("INSERT INTO params VALUES ('output_dir', '@/run2', 'a')"),
            "");
        row("the script in the folder",
            both("INSERT INTO tags VALUES ('mlflow.source.name', '@/run/train.py', 'a')"), "a");
        row("the script beside the folder",
            both("INSERT INTO tags VALUES ('mlflow.source.name', '@/train.py', 'a')"), "");
        row("its id in the path", "INSERT INTO runs (run_uuid) VALUES ('run'), ('b')", "run");
        row("artifacts before parameters",
            both("UPDATE runs SET artifact_uri = '@/run' WHERE run_uuid = 'a'; "
                 "INSERT INTO params VALUES ('output_dir', '@/run', 'b')"),
            "a");
        row("no tables but these",
            "DROP TABLE params; DROP TABLE tags; INSERT INTO runs (run_uuid) VALUES ('a')", "a");
    }
    void a_folder_has_its_run() {
        QFETCH(QString, sql);
        QFETCH(bool, alone);
        QFETCH(QString, run);
        {
            MlflowFile mlflow(file());
            QVERIFY2(mlflow.run(sql.replace('@', dir_->path()).toStdString()),
                     mlflow.status().ok() ? "" : mlflow.status().error().message.c_str());
            QVERIFY(mlflow.run("INSERT INTO metrics SELECT run_uuid, 1, 0, run_uuid, 1, 0 FROM runs"));
        }
        const auto points = open_mlflow_database(file(), folder() / "run", alone)->poll();
        QCOMPARE(text(points), run.isEmpty() ? QString() : run + "@1=1");
    }

    void another_run_takes_the_place_of_the_first() {
        MlflowFile mlflow(file());
        QVERIFY(mlflow.begin("a", 1));
        QVERIFY(mlflow.log_many("a", 1, 3, 1));
        const auto source = open_mlflow_database(file(), folder(), true);
        QCOMPARE(source->poll()->size(), std::size_t{3});
        QVERIFY(mlflow.begin("b", 2));
        QVERIFY(mlflow.log_many("b", 2, 2, 1));
        QCOMPARE(text(source->poll()), QString("loss@2=1 t=1700000001"));
        QVERIFY(source->restarted());
    }

    void a_database_in_use_is_read_and_left_alone_data() {
        QTest::addColumn<QByteArray>("mode");
        QTest::newRow("rollback journal") << QByteArray("DELETE");
        QTest::newRow("persistent journal") << QByteArray("PERSIST");
        QTest::newRow("write-ahead log") << QByteArray("WAL");
    }
    void a_database_in_use_is_read_and_left_alone() {
        QFETCH(QByteArray, mode);
        auto mlflow = std::make_unique<MlflowFile>(file());
        QVERIFY(mlflow->run("PRAGMA journal_mode = " + mode.toStdString()));
        QVERIFY(mlflow->begin("a", 1));
        QVERIFY(mlflow->log("a", "loss", 1, "1"));
        const auto source = open();
        const auto in_use = files();
        QCOMPARE(text(source->poll()), QString("loss@1=1 t=1700000000.5"));
        QCOMPARE(files(), in_use);
        for (int step = 2; step < 40; ++step) {
            QVERIFY(mlflow->log("a", "loss", step, "1"));
            const auto points = source->poll();
            REQUIRE_OK(points);
            QCOMPARE(points->size(), std::size_t{1});
            QCOMPARE(points->front().step, std::int64_t{step});
        }
        // During a transaction a reader gets the former points, or ErrorCode::locked.
        QVERIFY(mlflow->run("BEGIN IMMEDIATE"));
        QVERIFY(mlflow->log("a", "loss", 40, "1"));
        (void)source->poll();
        const auto during = open()->poll();
        QVERIFY(during.ok() ? during->size() == 39 : during.error().code == ErrorCode::locked);
        QVERIFY(mlflow->run("COMMIT"));
        QCOMPARE(source->poll()->size(), std::size_t{1});
        mlflow.reset();
        const auto closed = files();
        QCOMPARE(open()->poll()->size(), std::size_t{40});
        QCOMPARE(files(), closed);
    }

    void another_process_may_write_all_the_time() {
        { QVERIFY(MlflowFile(file()).run("PRAGMA journal_mode = WAL")); }
        constexpr int count = 300;
        const auto child = ::fork();
        if (child == 0) {
            MlflowFile mlflow(file(), "PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 5");
            bool done = mlflow.begin("a", 1);
            for (int step = 1; step <= count; ++step)
                done = mlflow.log("a", "loss", step, std::to_string(step)) && done;
            ::_exit(done ? 0 : 1);
        }
        QVERIFY(child > 0);
        const auto source = open();
        std::vector<std::int64_t> steps;
        const auto take = [&] {
            const auto points = source->poll();
            if (!points) return;
            if (source->restarted()) steps.clear();
            for (const auto& p : *points)
                steps.push_back(p.step);
        };
        int status = -1;
        while (::waitpid(child, &status, WNOHANG) == 0)
            take();
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        take();
        QCOMPARE(steps.size(), std::size_t{count});
        for (int step = 1; step <= count; ++step)
            QCOMPARE(steps[static_cast<std::size_t>(step - 1)], std::int64_t{step});
    }

    void a_log_that_a_killed_process_left_is_left_alone() {
        const auto other = folder() / "other.db";
        {
            MlflowFile mlflow(other);
            QVERIFY(mlflow.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0"));
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.log("a", "loss", 1, "1"));
            QVERIFY(mlflow.run("PRAGMA wal_checkpoint(TRUNCATE)"));
            QVERIFY(mlflow.log("a", "loss", 2, "1"));
            fs::copy(other, file());
            fs::copy(other.native() + "-wal", file().native() + "-wal");
        }
        const auto points = poll_once();
        REQUIRE_OK(points);
        QVERIFY(!points->empty());
        QVERIFY(fs::exists(file().native() + "-wal"));
        QVERIFY(!fs::exists(file().native() + "-shm"));
    }

    void what_is_no_such_database_gives_nothing_data() {
        QTest::addColumn<QByteArray>("sql");
        const auto row = [](const char* name, const char* sql) { QTest::newRow(name) << QByteArray(sql); };
        row("nothing", "");
        row("another program's", "CREATE TABLE runs (x); CREATE TABLE metrics (y)");
        row("a view of metrics", "ALTER TABLE metrics RENAME TO m; CREATE VIEW metrics AS SELECT * FROM m");
        row("a view without end",
            "DROP TABLE metrics; CREATE VIEW metrics AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i "
            "+ 1 FROM c) "
            "SELECT 'loss' AS key, i AS value, i AS timestamp, 'a' AS run_uuid, i AS step, 0 AS is_nan FROM "
            "c");
        row("a view of runs", "ALTER TABLE runs RENAME TO r; CREATE VIEW runs AS SELECT * FROM r");
        row("a virtual table",
            "DROP TABLE metrics; CREATE VIRTUAL TABLE metrics USING fts5(key, value, timestamp, run_uuid, "
            "step, is_nan)");
        row("computed values",
            "DROP TABLE metrics; CREATE TABLE metrics (key, timestamp, run_uuid, step, is_nan, "
            "value AS (length(hex(zeroblob(100000000)))))");
        row("no rowid",
            "DROP TABLE metrics; CREATE TABLE metrics (key, value, timestamp, run_uuid, step, is_nan, "
            "PRIMARY KEY (run_uuid, key, step)) WITHOUT ROWID");
        row("a missing column", "ALTER TABLE metrics RENAME COLUMN timestamp TO moment");
        row("a schema that lies",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE metrics(' WHERE name "
            "= 'metrics'");
        row("a table in the place of another",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'metrics'");
        row("a table nowhere",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'metrics'");
    }
    void what_is_no_such_database_gives_nothing() {
        QFETCH(QByteArray, sql);
        {
            MlflowFile mlflow(file(), sql.isEmpty() || sql.startsWith("CREATE") ? "" : mlflow_schema);
            if (!sql.startsWith("CREATE") && !sql.isEmpty()) QVERIFY(mlflow.begin("a", 1));
            (void)mlflow.run(sql.toStdString());
            QVERIFY(mlflow.status().ok());
        }
        const auto points = poll_once();
        QVERIFY(!points.ok() || points->empty());
        QVERIFY(points.ok() || points.error().message.find("on the disk changed") == std::string::npos);
        QVERIFY(points.ok() || points.error().message.find("reindex") == std::string::npos);
    }

    void a_query_that_takes_too_long_ends() {
        {
            // Without its index, so that the query reads each row once for each of very many runs.
            MlflowFile mlflow(file());
            QVERIFY(
                mlflow.run("DROP TABLE params; CREATE TABLE params (key, value, run_uuid); "
                           "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10000) "
                           "INSERT INTO runs (run_uuid) SELECT i FROM c; "
                           "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) "
                           "INSERT INTO params SELECT i, i, i FROM c"));
        }
        QElapsedTimer timer;
        timer.start();
        const auto points = poll_once();
        QVERIFY(!points.ok());
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    }

    void damaged_bytes_do_no_harm() {
        {
            MlflowFile mlflow(file(), (std::string("PRAGMA page_size = 512; ") + mlflow_schema).c_str());
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.log_many("a", 1, 60, 1));
        }
        REQUIRE_VALUE(whole, read_file(file(), 1 << 20));
        const auto look = [&](const Bytes& bytes) {
            {
                std::ofstream out(file(), std::ios::binary | std::ios::trunc);
                out.write(reinterpret_cast<const char*>(bytes.data()),
                          static_cast<std::streamsize>(bytes.size()));
            }
            const auto points = open()->poll();
            return !points.ok() || points->size() <= 60;
        };
        for (std::size_t size = 0; size < whole.size(); size += 256)
            QVERIFY(look({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}));
        for (std::size_t at = 0; at < whole.size(); at += at < 110 ? 1 : 97) {
            for (const int value : {0x00, 0x01, 0xFF}) {
                auto bytes = whole;
                bytes[at] = static_cast<std::byte>(value);
                QVERIFY(look(bytes));
            }
        }
        const Bytes zeros(8192), text(1000, std::byte{'x'});
        QVERIFY(look(zeros) && look(text));
        QCOMPARE(files(), std::set<std::string>{"mlflow.db"});
    }

    void a_finished_run_of_several_batches_is_read_whole() {
        {
            MlflowFile mlflow(file());
            QVERIFY(mlflow.begin("a", 1));
            QVERIFY(mlflow.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
                               std::to_string(metric_batch + 10) +
                               ") INSERT INTO metrics SELECT 'loss', 1, i, 'a', i, 0 FROM n"));
        }
        // A version counts as settled only some seconds after its last change.
        QTest::qWait(2200);
        const auto source = open();
        const auto first = source->poll();
        REQUIRE_OK(first);
        QCOMPARE(first->size(), std::size_t{metric_batch});
        const auto rest = source->poll();
        REQUIRE_OK(rest);
        QCOMPARE(rest->size(), std::size_t{10});
        QCOMPARE(rest->back().step, static_cast<std::int64_t>(metric_batch + 10));
    }

    void a_file_that_is_gone_is_not_found() {
        REQUIRE_ERROR(open()->poll(), ErrorCode::not_found);
        QVERIFY(files().empty());
    }
};

STEPVAULT_TEST(TestMlflowDatabase)

}  // namespace test_mlflow_database

#include "test_mlflow_database.moc"
