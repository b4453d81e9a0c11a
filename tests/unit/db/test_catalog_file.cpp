#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "db/catalog_schema.h"
#include "db/database.h"
#include "db/sqlite_catalog.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_catalog_file {

using namespace stepvault;
using namespace stepvault::testing;

class TestCatalogFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] std::filesystem::path file() const { return catalog_in(*folder_); }

    Status write_file(std::string_view content) {
        STEPVAULT_ASSIGN(f, File::create(file()));
        return f.write_all(0, as_view(content));
    }
    Status alter(const char* sql) {
        STEPVAULT_ASSIGN(db, Database::open(file(), Database::Mode::create));
        return db.execute(sql);
    }
    Result<std::int64_t> query(const char* sql) {
        STEPVAULT_ASSIGN(db, Database::open(file(), Database::Mode::create));
        return db.query_integer(sql);
    }
    [[nodiscard]] bool says_reindex(const Error& error) const {
        return error.message.find("stepvault reindex") != std::string::npos &&
               error.message.find(file().native()) != std::string::npos;
    }

 private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

    void a_new_file_is_marked_and_in_wal_mode() {
        REQUIRE_OK(open_sqlite_catalog(file()));
        REQUIRE_VALUE(id, query("PRAGMA application_id"));
        QCOMPARE(id, 0x53564C54);
        REQUIRE_VALUE(version, query("PRAGMA user_version"));
        QCOMPARE(version, catalog_version);
        REQUIRE_VALUE(content, read_file(file(), 1 << 20));
        QCOMPARE(static_cast<int>(content.at(18)), 2);  // the file format's WAL mark
        REQUIRE_VALUE(strict,
                      query("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict"));
        QCOMPARE(strict, 7);
    }

    void an_empty_file_becomes_a_catalog() {
        REQUIRE_OK(write_file(""));
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
    }

    void a_path_without_a_folder_works() {
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(file().parent_path());
        const auto status = []() -> Status {
            STEPVAULT_ASSIGN(catalog, open_sqlite_catalog("catalog.sqlite"));
            return catalog->put_run(plain_run("r1"));
        }();
        std::filesystem::current_path(before);
        REQUIRE_OK(status);
        QVERIFY(std::filesystem::exists(file()));
    }

    void a_newer_catalog_is_refused_and_left_alone() {
        REQUIRE_OK(open_sqlite_catalog(file()));
        REQUIRE_OK(alter("PRAGMA user_version = 1000; CREATE TABLE later (x); PRAGMA journal_mode = DELETE"));
        REQUIRE_VALUE(before, read_file(file(), 1 << 20));
        REQUIRE_ERROR(open_sqlite_catalog(file()), ErrorCode::unsupported);
        REQUIRE_ERROR(open_sqlite_catalog(file(), CatalogAccess::read_only), ErrorCode::unsupported);
        REQUIRE_VALUE(after, read_file(file(), 1 << 20));
        QVERIFY(after == before);
    }

    void an_older_catalog_is_to_be_made_again() {
        REQUIRE_OK(open_sqlite_catalog(file()));
        REQUIRE_OK(alter("PRAGMA user_version = 1; PRAGMA journal_mode = DELETE"));
        REQUIRE_VALUE(before, read_file(file(), 1 << 20));
        for (const auto access : {CatalogAccess::automatic, CatalogAccess::read_only}) {
            const auto opened = open_sqlite_catalog(file(), access);
            REQUIRE_ERROR(opened, ErrorCode::corrupt);
            QVERIFY(says_reindex(opened.error()));
        }
        REQUIRE_VALUE(after, read_file(file(), 1 << 20));
        QVERIFY(after == before);
    }

    void a_catalog_with_a_damaged_mark_is_to_be_made_again_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("version") << QByteArray("PRAGMA user_version = 1000");
        QTest::newRow("program") << QByteArray("PRAGMA application_id = 77");
        QTest::newRow("table") << QByteArray("ALTER TABLE runs RENAME COLUMN name TO nbme");
    }
    void a_catalog_with_a_damaged_mark_is_to_be_made_again() {
        QFETCH(QByteArray, sql);
        REQUIRE_OK(open_sqlite_catalog(file()));
        REQUIRE_OK(alter(sql.constData()));
        const auto opened = open_sqlite_catalog(file());
        REQUIRE_ERROR(opened, ErrorCode::corrupt);
        QVERIFY(says_reindex(opened.error()));
    }

    void another_programs_database_is_refused_and_left_alone_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("marked") << QByteArray("PRAGMA application_id = 77");
        QTest::newRow("with a table") << QByteArray("CREATE TABLE runs (x)");
        QTest::newRow("with a version") << QByteArray("PRAGMA user_version = 1");
    }
    void another_programs_database_is_refused_and_left_alone() {
        QFETCH(QByteArray, sql);
        REQUIRE_OK(alter(sql.constData()));
        REQUIRE_VALUE(before, read_file(file(), 1 << 20));
        REQUIRE_ERROR(open_sqlite_catalog(file()), ErrorCode::unsupported);
        REQUIRE_VALUE(after, read_file(file(), 1 << 20));
        QVERIFY(after == before);
    }

    void a_file_that_is_no_database_is_corrupt_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text")
            << QByteArray("this is not a database, but it is long enough to be looked at").repeated(20);
        QTest::newRow("short") << QByteArray("no database");
        QTest::newRow("zeros") << QByteArray(8192, '\0');
        QTest::newRow("a header and nothing") << QByteArray("SQLite format 3\0", 16);
    }
    void a_file_that_is_no_database_is_corrupt() {
        QFETCH(QByteArray, content);
        REQUIRE_OK(write_file({content.constData(), static_cast<std::size_t>(content.size())}));
        REQUIRE_ERROR(open_sqlite_catalog(file()), ErrorCode::corrupt);
        QVERIFY(says_reindex(open_sqlite_catalog(file()).error()));
        REQUIRE_ERROR(open_sqlite_catalog(file(), CatalogAccess::read_only), ErrorCode::corrupt);
    }

    void a_missing_table_is_corrupt() {
        REQUIRE_OK(open_sqlite_catalog(file()));
        REQUIRE_OK(alter("DROP TABLE blocks"));
        REQUIRE_ERROR(open_sqlite_catalog(file()), ErrorCode::corrupt);
        QVERIFY(says_reindex(open_sqlite_catalog(file()).error()));
    }

    void damaged_pages_are_corrupt_when_they_are_read() {
        {
            REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
            REQUIRE_OK(catalog->put_run(plain_run("r1")));
            std::vector<MetricPoint> points;
            for (int i = 0; i < 5000; ++i)
                points.push_back({.tag = "loss", .step = i, .value = 1.0 / (i + 1)});
            REQUIRE_OK(put_points(*catalog, "r1", points));
        }
        {
            // Damages all pages but the first, which holds the schema.
            REQUIRE_VALUE(f, File::open_write(file()));
            REQUIRE_VALUE(size, f.size());
            const Bytes junk(size - 4096, std::byte{0xA5});
            REQUIRE_OK(f.write_all(4096, junk));
        }
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        const auto runs = catalog->runs();
        REQUIRE_ERROR(runs, ErrorCode::corrupt);
        QVERIFY(says_reindex(runs.error()));
        REQUIRE_ERROR(catalog->put_run(plain_run("r2")), ErrorCode::corrupt);
    }

    void a_damaged_list_of_tensors_is_corrupt() {
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
        REQUIRE_OK(catalog->put_checkpoint(plain_checkpoint("r1", "c1"), {TensorRow()}));
        REQUIRE_OK(alter("UPDATE tensor_lists SET list = x'FFFFFF'"));
        const auto tensors = catalog->tensors("r1", "c1");
        REQUIRE_ERROR(tensors, ErrorCode::corrupt);
        QVERIFY(says_reindex(tensors.error()));
    }

    void a_damaged_curve_is_corrupt_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("points cut off")
            << QByteArray("UPDATE block_points SET points = substr(points, 1, 100)");
        QTest::newRow("no points") << QByteArray("UPDATE block_points SET points = x'00'");
        QTest::newRow("a summary cut off")
            << QByteArray("UPDATE blocks SET summary = substr(summary, 1, 20)");
        QTest::newRow("a summary too long") << QByteArray("UPDATE blocks SET summary = zeroblob(400)");
    }
    void a_damaged_curve_is_corrupt() {
        QFETCH(QByteArray, sql);
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
        std::vector<MetricPoint> points;
        for (int i = 0; i < 500; ++i)
            points.push_back({.tag = "loss", .step = i, .value = i * 0.5});
        REQUIRE_OK(put_points(*catalog, "r1", points));
        REQUIRE_OK(alter(sql.constData()));
        const auto chart = catalog->chart("r1", "loss", {}, 100);
        REQUIRE_ERROR(chart, ErrorCode::corrupt);
        QVERIFY(says_reindex(chart.error()));
        if (!sql.contains("summary")) REQUIRE_ERROR(catalog->points("r1", "loss"), ErrorCode::corrupt);
        // A change that replaces the whole curve does not read the old curve.
        points.front().step = std::numeric_limits<std::int64_t>::min();
        REQUIRE_OK(put_points(*catalog, "r1", points));
        REQUIRE_VALUE(back, catalog->points("r1", "loss"));
        QVERIFY(same(back, points));
    }

    void a_discarded_catalog_is_gone_and_can_be_made_anew() {
        REQUIRE_OK(write_file("damaged"));
        for (const char* suffix : {"-wal", "-shm", "-journal"}) {
            auto name = file();
            name += suffix;
            REQUIRE_OK(File::create(name));
        }
        REQUIRE_OK(discard_sqlite_catalog(file()));
        QVERIFY(std::filesystem::is_empty(file().parent_path()));
        REQUIRE_OK(discard_sqlite_catalog(file()));
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
    }

    void a_catalog_discarded_under_its_owner_is_made_anew() {
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("old")));
        REQUIRE_OK(discard_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("new")));
        REQUIRE_VALUE(runs, catalog->runs());
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(runs[0].id == "new");
    }

    void a_missing_folder_is_not_found() {
        REQUIRE_ERROR(open_sqlite_catalog(file().parent_path() / "none" / "catalog.sqlite"),
                      ErrorCode::not_found);
        REQUIRE_ERROR(open_sqlite_catalog(file(), CatalogAccess::read_only), ErrorCode::not_found);
        QVERIFY(std::filesystem::is_empty(file().parent_path()));
    }
};

STEPVAULT_TEST(TestCatalogFile)

}  // namespace test_catalog_file

#include "test_catalog_file.moc"
