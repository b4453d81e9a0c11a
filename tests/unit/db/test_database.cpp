#include <cmath>
#include <limits>

#include <QTemporaryDir>
#include <QtTest>

#include "db/statement.h"
#include "db/transaction.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_database {

using namespace stepvault;

class TestDatabase : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] std::filesystem::path file(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

 private slots:
    void cleanupTestCase() {
        // QTemporaryDir cannot remove names that are not UTF-8.
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path().toStdString())) {
            std::filesystem::remove(entry.path());
        }
    }

    void binds_and_reads_extremes() {
        REQUIRE_VALUE(db, Database::open(file("extremes"), Database::Mode::create));
        REQUIRE_VALUE(s, Statement::prepare(db, "SELECT ?, ?, ?, ?, ?, ?, ?, typeof(?1), typeof(?3)"));
        s.bind(std::numeric_limits<std::uint64_t>::max()).bind(std::numeric_limits<std::int64_t>::min());
        s.bind(std::numeric_limits<double>::quiet_NaN()).bind(-std::numeric_limits<double>::infinity());
        s.bind_blob(std::string_view("a\0b", 3)).bind_text(std::string_view("\xFF\0z", 3)).bind_blob({});
        REQUIRE_VALUE(row, s.step());
        QVERIFY(row);
        QCOMPARE(s.unsigned_integer(0), std::numeric_limits<std::uint64_t>::max());
        QCOMPARE(s.integer(1), std::numeric_limits<std::int64_t>::min());
        QVERIFY(std::isnan(s.real(2)));
        QCOMPARE(s.real(3), -std::numeric_limits<double>::infinity());
        QVERIFY(s.text(4) == std::string("a\0b", 3));
        QVERIFY(s.text(5) == std::string("\xFF\0z", 3));
        QVERIFY(s.text(6).empty());
        QVERIFY(s.text(7) == "integer");
        QVERIFY(s.text(8) == "null");
    }

    void an_empty_blob_is_not_null() {
        REQUIRE_VALUE(db, Database::open(file("empty"), Database::Mode::create));
        REQUIRE_VALUE(s, Statement::prepare(db, "SELECT typeof(?), typeof(?)"));
        REQUIRE_VALUE(row, s.bind_blob({}).bind_text({}).step());
        QVERIFY(row);
        QVERIFY(s.text(0) == "blob");
        QVERIFY(s.text(1) == "text");
    }

    void a_binding_too_many_fails_the_step_and_only_that() {
        REQUIRE_VALUE(db, Database::open(file("bindings"), Database::Mode::create));
        REQUIRE_VALUE(s, Statement::prepare(db, "SELECT ?"));
        REQUIRE_ERROR(s.bind(true).bind(true).step(), ErrorCode::io);
        REQUIRE_VALUE(row, s.bind(std::uint32_t{7}).step());
        QVERIFY(row);
        QCOMPARE(s.small_integer(0), 7U);
    }

    void a_statement_runs_again() {
        REQUIRE_VALUE(db, Database::open(file("again"), Database::Mode::create));
        REQUIRE_OK(db.execute("CREATE TABLE t (x INTEGER)"));
        REQUIRE_VALUE(s, Statement::prepare(db, "INSERT INTO t VALUES (?)"));
        for (std::int64_t i = 1; i <= 4; ++i)
            REQUIRE_OK(s.bind(i).run());
        REQUIRE_VALUE(sum, db.query_integer("SELECT sum(x) FROM t"));
        QCOMPARE(sum, 10);
    }

    void a_transaction_is_all_or_nothing() {
        REQUIRE_VALUE(db, Database::open(file("transaction"), Database::Mode::create));
        REQUIRE_OK(db.execute("CREATE TABLE t (x)"));
        {
            REQUIRE_VALUE(dropped, Transaction::begin(db));
            Q_UNUSED(dropped);
            REQUIRE_OK(db.execute("INSERT INTO t VALUES (1)"));
        }
        {
            REQUIRE_VALUE(kept, Transaction::begin(db));
            REQUIRE_OK(db.execute("INSERT INTO t VALUES (2)"));
            REQUIRE_OK(kept.commit());
        }
        REQUIRE_VALUE(sum, db.query_integer("SELECT sum(x) FROM t"));
        QCOMPARE(sum, 2);
    }

    void a_held_lock_is_locked() {
        REQUIRE_VALUE(one, Database::open(file("lock"), Database::Mode::create));
        REQUIRE_VALUE(two, Database::open(file("lock"), Database::Mode::create));
        REQUIRE_OK(two.execute("PRAGMA busy_timeout = 0"));
        REQUIRE_VALUE(holder, Transaction::begin(one));
        Q_UNUSED(holder);
        REQUIRE_ERROR(Transaction::begin(two), ErrorCode::locked);
    }

    void names_that_look_like_something_else_are_files_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("a question mark and a hash") << QByteArray("what?mode=memory#x");
        QTest::newRow("a percent sign") << QByteArray("100%41");
        QTest::newRow("latin-1") << QByteArray("r\xE9sultats");
        QTest::newRow("memory") << QByteArray(":memory:");
    }
    void names_that_look_like_something_else_are_files() {
        QFETCH(QByteArray, name);
        const auto path = file(name.constData());
        {
            REQUIRE_VALUE(db, Database::open(path, Database::Mode::create));
            REQUIRE_OK(db.execute("CREATE TABLE t (x); INSERT INTO t VALUES (41)"));
        }
        QVERIFY(std::filesystem::file_size(path) > 0);
        for (const auto mode : {Database::Mode::read_only, Database::Mode::immutable}) {
            REQUIRE_VALUE(db, Database::open(path, mode));
            REQUIRE_VALUE(x, db.query_integer("SELECT x FROM t"));
            QCOMPARE(x, 41);
            REQUIRE_ERROR(db.execute("INSERT INTO t VALUES (1)"), ErrorCode::permission);
        }
    }

    void a_missing_file_or_folder_is_not_found() {
        REQUIRE_ERROR(Database::open(file("missing"), Database::Mode::read_only), ErrorCode::not_found);
        REQUIRE_ERROR(Database::open(file("no/such/folder"), Database::Mode::create), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestDatabase)

}  // namespace test_database

#include "test_database.moc"
