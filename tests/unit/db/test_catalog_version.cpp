#include <array>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_catalog_version {

using namespace stepvault;
using namespace stepvault::testing;

namespace {

/// Runs `work` in a child process that is forked before this process opens the catalog; start_and_wait()
/// starts the work.
class Child {
 public:
    template <class Work>
    explicit Child(Work work) {
        if (::pipe(pipe_.data()) != 0) return;
        pid_ = ::fork();
        if (pid_ != 0) return;
        char go = 0;
        if (::read(pipe_[0], &go, 1) != 1) ::_exit(2);
        ::_exit(work() ? 0 : 1);
    }
    ~Child() {
        ::close(pipe_[0]);
        ::close(pipe_[1]);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Returns true if the child did the work and reported success.
    bool start_and_wait() {
        int status = -1;
        if (pid_ <= 0 || ::write(pipe_[1], "g", 1) != 1) return false;
        return ::waitpid(pid_, &status, 0) == pid_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

 private:
    std::array<int, 2> pipe_{-1, -1};
    pid_t pid_ = -1;
};

}  // namespace

class TestCatalogVersion : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] std::filesystem::path file() const { return catalog_in(*folder_); }

 private slots:
    /// With another version the fuzzer would only see that each of its catalogs is refused.
    void the_fuzzers_catalog_is_of_this_version() {
        QTemporaryDir dir;
        const std::filesystem::path file = dir.filePath("catalog.sqlite").toStdString();
        std::filesystem::copy(STEPVAULT_SOURCE_DIR "/tests/fuzz/corpus/catalog/good", file);
        auto catalog = open_sqlite_catalog(file, CatalogAccess::read_only);
        QVERIFY2(catalog.ok(), "run tests/fuzz/make_seeds.py");
        const auto runs = (*catalog)->runs();
        REQUIRE_OK(runs);
        QCOMPARE(runs->size(), std::size_t{1});
        QVERIFY(!(*catalog)->checkpoints(runs->front().id)->empty());
    }

    void revisions_tell_which_run_changed() {
        folder_ = std::make_unique<QTemporaryDir>();
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1", "a")));
        REQUIRE_OK(catalog->put_run(plain_run("r2", "b")));
        const auto revisions = [&] {
            std::vector<std::int64_t> found;
            if (const auto read = catalog->revisions()) {
                for (const auto& run : *read)
                    found.push_back(run.revision);
            }
            return found;
        };
        auto before = revisions();
        QCOMPARE(before.size(), std::size_t{2});
        QVERIFY(before[0] != before[1]);
        const auto changes_the_first = [&](const Status& written) {
            const auto after = revisions();
            const bool is_right = written.ok() && after[0] != before[0] && after[1] == before[1];
            before = after;
            return is_right;
        };
        QVERIFY(changes_the_first(catalog->put_checkpoint(plain_checkpoint("r1", "c1"), {})));
        QVERIFY(changes_the_first(catalog->put_metrics("r1", {{"loss", 0, {{1, 0, 2.0}}}}, 0, 10)));
        QVERIFY(changes_the_first(catalog->put_run(plain_run("r1", "a"))));
        QVERIFY(changes_the_first(catalog->remove_checkpoint("r1", "c1")));
        REQUIRE_OK(catalog->put_steps_seen({{"r1", 5}}));
        QVERIFY(revisions() == before);
        REQUIRE_OK(catalog->clear());
        REQUIRE_OK(catalog->put_run(plain_run("r1", "a")));
        // A rebuilt catalog does not repeat a revision.
        QVERIFY(revisions().front() != before.front());
    }

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

    void stays_where_nothing_changes() {
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
        REQUIRE_VALUE(before, catalog->version());
        REQUIRE_OK(catalog->runs());
        REQUIRE_OK(catalog->series("r1"));
        REQUIRE_ERROR(put_points(*catalog, "none", {{.tag = "loss"}}), ErrorCode::not_found);
        REQUIRE_VALUE(after, catalog->version());
        QCOMPARE(after, before);
    }

    void every_own_write_changes_it() {
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        std::set<std::uint64_t> seen;
        const auto look = [&] {
            auto version = catalog->version();
            return version.ok() && seen.insert(*version).second;
        };
        QVERIFY(look());
        REQUIRE_OK(catalog->put_run(plain_run("r1")));
        QVERIFY(look());
        REQUIRE_OK(catalog->put_checkpoint(plain_checkpoint("r1", "c1"), {}));
        QVERIFY(look());
        REQUIRE_OK(put_points(*catalog, "r1", {{.tag = "loss", .step = 1, .value = 1}}));
        QVERIFY(look());
        REQUIRE_OK(catalog->remove_checkpoint("r1", "c1"));
        QVERIFY(look());
        REQUIRE_OK(catalog->clear());
        QVERIFY(look());
    }

    void another_objects_write_changes_it() {
        REQUIRE_VALUE(one, open_sqlite_catalog(file()));
        REQUIRE_VALUE(two, open_sqlite_catalog(file()));
        REQUIRE_VALUE(before, one->version());
        REQUIRE_OK(two->put_run(plain_run("r1")));
        REQUIRE_VALUE(after, one->version());
        QVERIFY(after != before);
        REQUIRE_VALUE(runs, one->runs());
        QCOMPARE(runs.size(), std::size_t{1});
        REQUIRE_VALUE(still, one->version());
        QCOMPARE(still, after);
    }

    void another_processs_write_changes_it() {
        Child child([path = file()] {
            auto catalog = open_sqlite_catalog(path);
            return catalog.ok() && (*catalog)->put_run(plain_run("from the child")).ok();
        });
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("own")));
        REQUIRE_VALUE(before, catalog->version());
        QVERIFY(child.start_and_wait());
        REQUIRE_VALUE(after, catalog->version());
        QVERIFY(after != before);
        REQUIRE_VALUE(runs, catalog->runs());
        QCOMPARE(runs.size(), std::size_t{2});
    }

    void a_read_only_object_sees_anothers_write() {
        REQUIRE_VALUE(writer, open_sqlite_catalog(file()));
        REQUIRE_VALUE(reader, open_sqlite_catalog(file(), CatalogAccess::read_only));
        REQUIRE_VALUE(before, reader->version());
        REQUIRE_OK(writer->put_run(plain_run("r1")));
        REQUIRE_VALUE(after, reader->version());
        QVERIFY(after != before);
        REQUIRE_VALUE(runs, reader->runs());
        QCOMPARE(runs.size(), std::size_t{1});
    }

    void a_catalog_made_anew_by_another_process_is_found() {
        Child child([path = file()] {
            if (!discard_sqlite_catalog(path)) return false;
            auto catalog = open_sqlite_catalog(path);
            return catalog.ok() && (*catalog)->put_run(plain_run("new")).ok();
        });
        REQUIRE_VALUE(catalog, open_sqlite_catalog(file()));
        REQUIRE_OK(catalog->put_run(plain_run("old")));
        REQUIRE_VALUE(before, catalog->version());
        QVERIFY(child.start_and_wait());
        REQUIRE_VALUE(after, catalog->version());
        QVERIFY(after != before);
        REQUIRE_OK(catalog->put_run(plain_run("newer")));
        REQUIRE_VALUE(runs, catalog->runs());
        QCOMPARE(runs.size(), std::size_t{2});
        for (const auto& run : runs)
            QVERIFY(run.id != "old");
    }

    void closing_an_old_catalog_does_not_hurt_the_new_one() {
        REQUIRE_VALUE(old, open_sqlite_catalog(file()));
        REQUIRE_OK(old->put_run(plain_run("old")));
        REQUIRE_OK(discard_sqlite_catalog(file()));
        REQUIRE_VALUE(fresh, open_sqlite_catalog(file()));
        REQUIRE_OK(fresh->put_run(plain_run("fresh")));
        auto log = file();
        log += "-wal";
        QVERIFY(std::filesystem::exists(log));
        old.reset();
        QVERIFY(std::filesystem::exists(log));
        REQUIRE_OK(fresh->put_run(plain_run("fresh 2")));
        REQUIRE_VALUE(other, open_sqlite_catalog(file()));
        REQUIRE_VALUE(runs, other->runs());
        QCOMPARE(runs.size(), std::size_t{2});
    }
};

STEPVAULT_TEST(TestCatalogVersion)

}  // namespace test_catalog_version

#include "test_catalog_version.moc"
