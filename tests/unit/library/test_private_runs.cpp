// A user who may not read a run's files may not read their data in the vault either.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "support/watched_library.h"

namespace test_private_runs {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr auto mine = fs::perms::owner_read | fs::perms::owner_write;
constexpr auto for_all = mine | fs::perms::group_read | fs::perms::others_read;

void give_rights(const fs::path& run, fs::perms rights) {
    for (const auto& entry : fs::directory_iterator(run))
        fs::permissions(entry.path(), rights);
}

}  // namespace

class TestPrivateRuns : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { umask_ = ::umask(S_IWGRP | S_IWOTH); }
    void cleanupTestCase() { ::umask(umask_); }

    void the_vault_is_as_open_as_what_it_holds() {
        const QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        // QTemporaryDir creates folders that nobody else may enter.
        fs::permissions(root, fs::perms(0755));
        const auto vault = root / "vault";
        auto opened = open_library(vault);
        VERIFY_OK(opened);
        auto& library = **opened;
        const auto rights = [&](const fs::path& file) { return fs::status(vault / file).permissions(); };
        const auto file_run = [&](const char* name, fs::perms of_originals) {
            write_run(root / name, 2);
            give_rights(root / name, of_originals);
            age(root / name);
            return watch_once(library, {root / name});
        };
        VERIFY_OK(file_run("open", for_all));
        const auto open_run = fs::path("runs") / library.queries().run("open")->row.id;
        QCOMPARE(rights("catalog.sqlite"), for_all);
        QCOMPARE(rights(open_run / "metrics.svlog"), for_all);

        VERIFY_OK(file_run("private", mine));
        const auto private_run = fs::path("runs") / library.queries().run("private")->row.id;
        QCOMPARE(rights(private_run / "metrics.svlog"), mine);
        QCOMPARE(rights(private_run / "tip"), mine);
        std::size_t steps = 0;
        for (const auto& step : fs::directory_iterator(vault / private_run / "steps")) {
            QCOMPARE(step.status().permissions(), mine);
            ++steps;
        }
        QCOMPARE(steps, std::size_t{2});
        QCOMPARE(rights(open_run / "metrics.svlog"), for_all);
        for (const char* file : {"catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"})
            QVERIFY2(!fs::exists(vault / file) || rights(file) == mine, file);

        VERIFY_OK(library.maintenance().reindex({}));
        QCOMPARE(rights("catalog.sqlite"), mine);
    }

    void metrics_alone_are_private_too() {
        const QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        // QTemporaryDir creates folders that nobody else may enter.
        fs::permissions(root, fs::perms(0755));
        auto opened = open_library(root / "vault");
        VERIFY_OK(opened);
        write_run(root / "run", 2);
        fs::permissions(root / "run/metrics.jsonl", mine);
        age(root / "run");
        VERIFY_OK(watch_once(**opened, {root / "run"}));
        const auto run = root / "vault/runs" / (*opened)->queries().run("run")->row.id;
        QCOMPARE(fs::status(run / "metrics.svlog").permissions(), mine);
        QCOMPARE(fs::status(run / "tip").permissions(), for_all);
        QCOMPARE(fs::status(root / "vault/catalog.sqlite").permissions(), mine);
        // A rewritten log is equally private.
        const auto whole = read_text(run / "metrics.svlog");
        auto damaged = whole;
        damaged.back() = static_cast<char>(~damaged.back());
        opened->reset();
        write_text(run / "metrics.svlog", damaged + whole.substr(8));
        auto again = open_library(root / "vault", LocalVault::Mode::existing);
        VERIFY_OK(again);
        VERIFY_OK(watch_once(**again, {root / "run"}));
        QVERIFY(fs::exists(run / "metrics.svlog.damaged-1"));
        QCOMPARE(fs::status(run / "metrics.svlog").permissions(), mine);
    }

 private:
    mode_t umask_ = 0;
};

STEPVAULT_TEST(TestPrivateRuns)

}  // namespace test_private_runs

#include "test_private_runs.moc"
