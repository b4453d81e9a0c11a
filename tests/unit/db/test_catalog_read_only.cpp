#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "db/sqlite_catalog.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/base/unprivileged.h"
#include "unit/db/catalog_rows.h"

namespace test_catalog_read_only {

using namespace stepvault;
using namespace stepvault::testing;
using std::filesystem::perms;

namespace {

constexpr perms folder_read_only = perms::owner_read | perms::owner_exec | perms::group_read |
                                   perms::group_exec | perms::others_read | perms::others_exec;
constexpr perms file_read_only = perms::owner_read | perms::group_read | perms::others_read;

}  // namespace

class TestCatalogReadOnly : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] std::filesystem::path file() const { return catalog_in(*folder_); }
    void protect_folder() const { std::filesystem::permissions(file().parent_path(), folder_read_only); }
    void free_folder() const { std::filesystem::permissions(file().parent_path(), perms::owner_all); }

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
        catalog.reset();
        // As in a shared vault.
        std::filesystem::permissions(file(), file_read_only | perms::owner_write);
    }
    void cleanup() {
        free_folder();
        folder_.reset();
    }

    void by_option_it_reads_and_never_writes() {
        REQUIRE_VALUE(before, read_file(file(), 1 << 20));
        {
            REQUIRE_VALUE(catalog, open_sqlite_catalog(file(), CatalogAccess::read_only));
            REQUIRE_VALUE(runs, catalog->runs());
            QVERIFY(same(runs, {plain_run("r1")}));
            REQUIRE_OK(catalog->version());
            REQUIRE_ERROR(catalog->put_run(plain_run("r2")), ErrorCode::permission);
            REQUIRE_ERROR(catalog->remove_checkpoint("r1", "c1"), ErrorCode::permission);
            REQUIRE_ERROR(catalog->put_metrics("r1", {}, 0, 1), ErrorCode::permission);
            REQUIRE_ERROR(catalog->clear(), ErrorCode::permission);
        }
        REQUIRE_VALUE(after, read_file(file(), 1 << 20));
        QVERIFY(after == before);
    }

    void in_a_folder_that_cannot_be_written() {
        protect_folder();
        const Unprivileged nobody;
        if (!nobody.active()) QSKIP("cannot give up root's rights here");
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_VALUE(runs, catalog->runs());
        QVERIFY(same(runs, {plain_run("r1")}));
        REQUIRE_ERROR(catalog->put_run(plain_run("r2")), ErrorCode::permission);
        REQUIRE_VALUE(one, catalog->version());
        REQUIRE_VALUE(two, catalog->version());
        QCOMPARE(one, two);
    }

    void there_what_another_user_writes_is_seen() {
        protect_folder();
        REQUIRE_VALUE(catalog, [&] {
            const Unprivileged nobody;
            return open_sqlite_catalog(file());
        }());
        const auto seen = [&] {
            const Unprivileged nobody;
            auto runs = catalog->runs();
            return runs.ok() ? runs->size() : 0;
        };
        const auto version = [&] {
            const Unprivileged nobody;
            auto answer = catalog->version();
            return answer.ok() ? *answer : 0;
        };
        if (::geteuid() != 0) QSKIP("needs two users");
        QCOMPARE(seen(), std::size_t{1});
        const auto first = version();
        REQUIRE_VALUE(owner, open_sqlite_catalog(file()));
        REQUIRE_OK(owner->put_run(plain_run("r2")));
        QCOMPARE(seen(), std::size_t{2});
        const auto second = version();
        QVERIFY(second != first);
        REQUIRE_OK(owner->put_run(plain_run("r3")));
        QCOMPARE(seen(), std::size_t{3});
        QVERIFY(version() != second);
        owner.reset();
        QCOMPARE(seen(), std::size_t{3});
    }

    void a_file_that_cannot_be_written() {
        std::filesystem::permissions(file(), file_read_only);
        std::filesystem::permissions(file().parent_path(), perms::all);
        const Unprivileged nobody;
        if (!nobody.active()) QSKIP("cannot give up root's rights here");
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_VALUE(runs, catalog->runs());
        QVERIFY(same(runs, {plain_run("r1")}));
        REQUIRE_ERROR(catalog->put_run(plain_run("r2")), ErrorCode::permission);
    }

    void none_there_is_not_found() {
        REQUIRE_OK(discard_sqlite_catalog(file()));
        protect_folder();
        const Unprivileged nobody;
        if (!nobody.active()) QSKIP("cannot give up root's rights here");
        REQUIRE_ERROR(open_sqlite_catalog(file()), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestCatalogReadOnly)

}  // namespace test_catalog_read_only

#include "test_catalog_read_only.moc"
