// The runs that a watcher finds, and its messages about problems.
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <semaphore>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "db/database.h"
#include "support/mounted.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/sync_watch.h"
#include "support/time_limit.h"
#include "support/watched_library.h"

namespace test_watching {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Blocks the first task that reports progress to it.
class Held : public ProgressSink {
 public:
    void on_progress(const Progress&) override {
        if (was_held_.exchange(true)) return;
        begun.release();
        go_on.acquire();
    }
    std::binary_semaphore begun{0};
    std::binary_semaphore go_on{0};

 private:
    std::atomic<bool> was_held_ = false;
};

/// The runs of filed checkpoints.
class FiledRuns : public WatchObserver {
 public:
    void on_watch_event(const WatchEvent& event) override {
        if (event.kind != WatchEvent::Kind::filed) return;
        const std::scoped_lock lock(mutex_);
        runs_.insert(event.run);
        changed_.notify_all();
    }
    [[nodiscard]] bool wait_for(const std::string& run) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(60), [&] { return runs_.contains(run); });
    }
    [[nodiscard]] bool has(const std::string& run) {
        const std::scoped_lock lock(mutex_);
        return runs_.contains(run);
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<std::string> runs_;
};

/// Failures and filed checkpoints.
class Failures : public FiledRuns {
 public:
    void on_watch_event(const WatchEvent& event) override {
        FiledRuns::on_watch_event(event);
        if (event.kind != WatchEvent::Kind::failed) return;
        const std::scoped_lock lock(said_mutex_);
        said_.push_back(event);
    }
    [[nodiscard]] std::vector<WatchEvent> said() {
        const std::scoped_lock lock(said_mutex_);
        return said_;
    }

 private:
    std::mutex said_mutex_;
    std::vector<WatchEvent> said_;
};

/// Root may read files regardless of their permissions, so the process acts as another user meanwhile, who
/// owns `folder`.
class WithoutPrivileges {
 public:
    explicit WithoutPrivileges(const fs::path& folder) {
        if (was_ != 0) return;
        constexpr uid_t nobody = 65534;
        bool ok = ::lchown(folder.c_str(), nobody, nobody) == 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            ok = ok && ::lchown(entry.path().c_str(), nobody, nobody) == 0;
        works_ = ok && ::seteuid(nobody) == 0;
    }
    ~WithoutPrivileges() {
        if (was_ == 0) (void)!::seteuid(was_);
    }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;
    [[nodiscard]] bool works() const { return works_; }

 private:
    uid_t was_ = ::geteuid();
    bool works_ = was_ != 0;
};

/// Watches until it is destroyed, and records the events.
class Watch : public WatchObserver {
 public:
    using Kind = WatchEvent::Kind;

    Watch(VaultHandle& library, std::vector<fs::path> roots)
        : thread_([&library, roots = std::move(roots), this](const std::stop_token& stop) {
              WatchOptions options;
              options.roots = roots;
              options.scheme = SchemeChoice{.scheme = Scheme::exact};
              options.retry = std::chrono::milliseconds(100);
              options.quiet = std::chrono::nanoseconds(0);
              ended_well_ = library.watcher().watch(options, *this, {.stop = stop}).ok();
          }) {}
    void on_watch_event(const WatchEvent& event) override {
        const std::scoped_lock lock(mutex_);
        events_.push_back(event);
        changed_.notify_all();
    }
    [[nodiscard]] std::vector<WatchEvent> of(Kind kind) {
        const std::scoped_lock lock(mutex_);
        return found(kind);
    }
    /// Whether at least `count` such events arrive.
    [[nodiscard]] bool sees(Kind kind, std::size_t count = 1) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return found(kind).size() >= count; });
    }
    /// Whether watching ended only when it was stopped.
    [[nodiscard]] bool ends_well() {
        thread_.request_stop();
        thread_.join();
        return ended_well_;
    }

 private:
    [[nodiscard]] std::vector<WatchEvent> found(Kind kind) const {
        std::vector<WatchEvent> of_kind;
        std::ranges::copy_if(events_, std::back_inserter(of_kind),
                             [&](const WatchEvent& e) { return e.kind == kind; });
        return of_kind;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<WatchEvent> events_;
    bool ended_well_ = false;
    std::jthread thread_;
};

/// Returns false if the catalog refuses.
bool run_sql(const fs::path& vault, const char* sql) {
    auto catalog = Database::open(catalog_file(vault), Database::Mode::create);
    return catalog && catalog->execute(sql).ok();
}

/// Keeps the times, as a disk that is mounted again does.
void add_old_checkpoint(const fs::path& run, int step) {
    Training training(1, 2000);
    const auto file = run / ("step_" + std::to_string(step) + ".safetensors");
    fs::create_directories(run);
    write_text(run / ".incoming", training.bytes());
    fs::last_write_time(run / ".incoming", fs::file_time_type::clock::now() - std::chrono::hours(1));
    fs::rename(run / ".incoming", file);
}

}  // namespace

class TestWatching : public QObject {
    Q_OBJECT

    static QStringList filed(VaultHandle& library) {
        QStringList text;
        const auto runs = library.queries().runs();
        if (!runs) return {QString::fromStdString(runs.error().message)};
        for (const auto& run : *runs) {
            const auto rows = library.queries().checkpoints(run.row.id);
            for (const auto& row : *rows)
                text +=
                    QString::fromStdString(run.row.name + ": " + row.source + " " + std::to_string(row.step) +
                                           " #" + std::to_string(row.generation));
        }
        text.sort();
        return text;
    }

    /// Watches `runs` once; all files in it are old enough.
    static QStringList watch(VaultHandle& library, const fs::path& runs, Events& events) {
        age(runs);
        const auto status = watch_once(library, runs, events, SchemeChoice{.scheme = Scheme::exact});
        if (!status) return {QString::fromStdString(status.error().message)};
        return filed(library);
    }

 private slots:
    void what_goes_before_it_is_filed_is_told() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        const auto rotated = root / "run/step_20.safetensors";
        fs::copy_file(root / "run/step_10.safetensors", rotated);
        age(root);
        // Too new to be filed at once, and still open in its writer.
        std::ofstream writer(rotated, std::ios::app);
        struct Observer : Events {
            fs::path file;
            std::stop_source stop;
            std::mutex mutex;
            void on_watch_event(const WatchEvent& e) override {
                const std::scoped_lock lock(mutex);
                Events::on_watch_event(e);
                if (e.kind == WatchEvent::Kind::waiting && e.item == file.filename()) fs::remove(file);
                if (e.kind == WatchEvent::Kind::missed) stop.request_stop();
            }
        };
        Observer observer;
        observer.file = rotated;
        WatchOptions options;
        options.roots = {root / "run"};
        const TimeLimit limit(observer.stop);
        VERIFY_OK((*library)->watcher().watch(options, observer, {observer.stop.get_token()}));
        const auto missed = observer.of(WatchEvent::Kind::missed);
        QCOMPARE(missed.size(), std::size_t{1});
        QCOMPARE(missed[0].item, std::string("step_20.safetensors"));
        QVERIFY(!missed[0].text.empty());
        // A filed checkpoint may be deleted without a message.
        fs::remove(root / "run/step_10.safetensors");
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        QVERIFY(events.of(WatchEvent::Kind::missed).empty());
    }

    void trouble_with_the_curves_keeps_no_checkpoint_from_being_filed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        age(root);
        struct Observer : Events {
            fs::path root;
            std::stop_source stop;
            std::mutex mutex;
            void on_watch_event(const WatchEvent& e) override {
                const std::scoped_lock lock(mutex);
                Events::on_watch_event(e);
                if (e.kind != WatchEvent::Kind::filed) return;
                if (e.item == "step_20.safetensors") stop.request_stop();
                if (e.item != "step_10.safetensors") return;
                const auto log = metrics_file(runs_folder(root / "vault") / e.run_id);
                fs::rename(log, root / "log");
                fs::create_directory(log);
                std::ofstream(root / "run/metrics.jsonl", std::ios::app) << R"({"step":20,"loss":1})"
                                                                            "\n";
                fs::copy_file(root / "run/step_10.safetensors", root / "run/step_20.safetensors");
            }
        };
        Observer observer;
        observer.root = root;
        WatchOptions options;
        options.roots = {root / "run"};
        options.quiet = std::chrono::nanoseconds(0);
        const TimeLimit limit(observer.stop);
        VERIFY_OK((*library)->watcher().watch(options, observer, {observer.stop.get_token()}));
        QCOMPARE(observer.of(WatchEvent::Kind::filed).size(), std::size_t{2});
        const auto failed = observer.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{1});
        QVERIFY2(failed[0].text.find("metrics.svlog") != std::string::npos, failed[0].text.c_str());
    }

    void a_catalog_that_cannot_be_written_keeps_no_checkpoint_from_being_filed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        add_old_checkpoint(root / "run", 10);
        Watch watch(**library, {root / "run"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed));
        QVERIFY(run_sql(root / "vault", "ALTER TABLE checkpoints RENAME TO hidden"));
        // The catalog is behind after step 20, and cannot catch up before step 30.
        add_old_checkpoint(root / "run", 20);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 2));
        add_old_checkpoint(root / "run", 30);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 3));
        QVERIFY(run_sql(root / "vault", "ALTER TABLE hidden RENAME TO checkpoints"));
        add_old_checkpoint(root / "run", 40);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 4));
        QVERIFY(watch.ends_well());
        QCOMPARE(filed(**library).size(), 4);
    }

    void once_files_a_checkpoint_that_changes_while_it_is_read() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        age(root);
        struct Trainer : Events {
            fs::path file;
            std::string newer;
            void on_watch_event(const WatchEvent& e) override {
                Events::on_watch_event(e);
                if (e.kind != WatchEvent::Kind::filing || newer.empty()) return;
                write_text(file, newer);
                newer.clear();
            }
        };
        Trainer trainer;
        trainer.file = root / "run/step_10.safetensors";
        Training training(1, 2000);
        training.next();
        trainer.newer = training.bytes();
        VERIFY_OK(watch_once(**library, root / "run", trainer));
        QVERIFY(trainer.of(WatchEvent::Kind::skipped).empty());
        QCOMPARE(filed(**library).size(), 1);
        const RestoreRequest request{
            .run = "run", .step = 10, .checkpoint_id = {}, .output = root / "restored"};
        VERIFY_OK((*library)->restorer().restore(request, {}));
        QCOMPARE(read_text(root / "restored"), training.bytes());
    }

    void a_folder_that_is_gone_is_told_once() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "gone", 1);
        fs::create_directories(root / "other");
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Failures events;
        std::jthread watching([&](const std::stop_token& stop) {
            WatchOptions options;
            options.roots = {root / "gone", root / "other"};
            options.retry = std::chrono::milliseconds(100);
            options.quiet = std::chrono::nanoseconds(0);
            (void)(*library)->watcher().watch(options, events, {.stop = stop});
        });
        QVERIFY(events.wait_for("gone"));
        fs::remove_all(root / "gone");
        QTRY_VERIFY_WITH_TIMEOUT(!events.said().empty(), 60000);
        // Several rounds pass.
        write_run(root / "other", 1);
        QVERIFY(events.wait_for("other"));
        const auto said = events.said();
        QCOMPARE(said.size(), std::size_t{1});
        QCOMPARE(said.front().run, std::string("gone"));
        QVERIFY(said.front().text.find("when it comes back") != std::string::npos);
    }

    void a_folder_that_is_missing_is_taken_up_when_it_appears_data() {
        QTest::addColumn<QString>("in_its_place");
        QTest::newRow("nothing") << "";
        QTest::newRow("a file") << "file";
        QTest::newRow("a link to nothing") << "link";
    }
    void a_folder_that_is_missing_is_taken_up_when_it_appears() {
        QFETCH(QString, in_its_place);
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        write_run(root / "here", 1);
        write_run(root / "apart/late/run", 2);
        age(root);
        const auto late = root / "late";
        if (in_its_place == "file") write_text(late, "");
        if (in_its_place == "link") fs::create_directory_symlink(root / "elsewhere", late);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {late, root / "here"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed));
        QVERIFY(watch.sees(WatchEvent::Kind::failed));
        if (in_its_place == "link") {
            fs::rename(root / "apart/late", root / "elsewhere");
        } else {
            fs::remove(late);
            fs::rename(root / "apart/late", late);
        }
        QVERIFY(watch.sees(WatchEvent::Kind::recovered));
        add_old_checkpoint(root / "here", 20);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 4));
        QVERIFY(watch.ends_well());
        const auto failed = watch.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{1});
        QCOMPARE(failed.front().folder, late);
        QCOMPARE(failed.front().code, std::optional(ErrorCode::not_found));
        QVERIFY2(failed.front().text.find(late.native()) != std::string::npos, failed.front().text.c_str());
        const auto recovered = watch.of(WatchEvent::Kind::recovered);
        QCOMPARE(recovered.size(), std::size_t{1});
        QCOMPARE(recovered.front().folder, late);
        QCOMPARE(filed(**library),
                 (QStringList{"here: step_10.safetensors 10 #1", "here: step_20.safetensors 20 #1",
                              "run: step_10.safetensors 10 #1", "run: step_20.safetensors 20 #1"}));
    }

    void a_folder_that_comes_back_brings_the_same_run_data() {
        QTest::addColumn<QString>("lost");
        QTest::newRow("moved away") << "moved";
        QTest::newRow("deleted, and copied back") << "deleted";
        QTest::newRow("with the folder above it") << "parent";
        QTest::newRow("may not be listed") << "permission";
        QTest::newRow("may not be entered") << "search";
    }
    void a_folder_that_comes_back_brings_the_same_run() {
        QFETCH(QString, lost);
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        write_run(root / "disk/a/run", 2);
        write_run(root / "b", 1);
        age(root);
        const auto a = root / "disk/a";
        const auto away = root / "away";
        if (lost == "deleted") fs::copy(a, away, fs::copy_options::recursive);
        const WithoutPrivileges user(root);
        if (!user.works()) QSKIP("cannot become another user");
        if (lost == "deleted") {
            for (const auto& file : {"run/step_10.safetensors", "run/step_20.safetensors"})
                fs::last_write_time(away / file, fs::last_write_time(a / file));
        }
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {a, root / "b"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 3));
        if (lost == "moved") fs::rename(a, away);
        if (lost == "deleted") fs::remove_all(a);
        if (lost == "parent") fs::rename(root / "disk", away);
        if (lost == "permission") fs::permissions(a, fs::perms::owner_exec);
        if (lost == "search") fs::permissions(a, fs::perms::owner_read);
        QVERIFY(watch.sees(WatchEvent::Kind::failed));
        // The other folder is watched meanwhile.
        add_old_checkpoint(root / "b", 20);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 4));
        const bool by_rights = lost == "permission" || lost == "search";
        if (by_rights) fs::permissions(a, fs::perms::owner_all);
        add_old_checkpoint((by_rights ? a : lost == "parent" ? away / "a" : away) / "run", 30);
        if (!by_rights) fs::rename(away, lost == "parent" ? root / "disk" : a);
        QVERIFY(watch.sees(WatchEvent::Kind::recovered));
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 5));
        QVERIFY(watch.ends_well());
        const auto failed = watch.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{1});
        QCOMPARE(failed.front().folder, a);
        QCOMPARE(failed.front().code,
                 std::optional(by_rights ? ErrorCode::permission : ErrorCode::not_found));
        QCOMPARE(watch.of(WatchEvent::Kind::recovered).size(), std::size_t{1});
        QVERIFY(watch.of(WatchEvent::Kind::missed).empty());
        QCOMPARE(filed(**library),
                 (QStringList{"b: step_10.safetensors 10 #1", "b: step_20.safetensors 20 #1",
                              "run: step_10.safetensors 10 #1", "run: step_20.safetensors 20 #1",
                              "run: step_30.safetensors 30 #1"}));
    }

    void a_run_that_cannot_be_read_is_named_each_time() {
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        for (const char* name : {"a", "b"})
            add_old_checkpoint(root / "runs" / name, 10);
        age(root);
        const WithoutPrivileges user(root);
        if (!user.works()) QSKIP("cannot become another user");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {root / "runs"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 2));
        for (const std::size_t n : {1, 2}) {
            fs::permissions(root / "runs/a", fs::perms::none);
            write_text(root / "runs" / std::to_string(n), "");
            QVERIFY(watch.sees(WatchEvent::Kind::skipped, n));
            fs::permissions(root / "runs/a", fs::perms::owner_all);
            QVERIFY(watch.sees(WatchEvent::Kind::recovered, n));
        }
        QVERIFY(watch.ends_well());
        QCOMPARE(watch.of(WatchEvent::Kind::skipped).size(), std::size_t{2});
    }

    void a_run_that_cannot_be_read_for_a_while_is_the_same_run_after_it_data() {
        QTest::addColumn<bool>("below_metrics");
        QTest::newRow("below a plain folder") << false;
        // With only one of the two it would look like a single run with that run's checkpoints.
        QTest::newRow("below a folder with metrics") << true;
    }
    void a_run_that_cannot_be_read_for_a_while_is_the_same_run_after_it() {
        QFETCH(bool, below_metrics);
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        for (const char* name : {"a", "b"})
            add_old_checkpoint(root / "runs/all" / name, 10);
        if (below_metrics) write_text(root / "runs/all/metrics.jsonl", "{\"step\": 10, \"loss\": 1}\n");
        age(root);
        const WithoutPrivileges user(root);
        if (!user.works()) QSKIP("cannot become another user");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {root / "runs"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 2));
        fs::permissions(root / "runs/all/a", fs::perms::none);
        // A new file makes the watcher check the whole folder.
        write_text(root / "runs/all/notes.txt", "");
        QVERIFY(watch.sees(WatchEvent::Kind::skipped));
        add_old_checkpoint(root / "runs/all/b", 20);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 3));
        fs::permissions(root / "runs/all/a", fs::perms::owner_all);
        add_old_checkpoint(root / "runs/all/a", 20);
        QVERIFY(watch.sees(WatchEvent::Kind::recovered));
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 4));
        QVERIFY(watch.ends_well());
        const auto skipped = watch.of(WatchEvent::Kind::skipped);
        QCOMPARE(skipped.size(), std::size_t{1});
        QCOMPARE(skipped.front().folder, root / "runs/all/a");
        QCOMPARE(watch.of(WatchEvent::Kind::recovered).size(), std::size_t{1});
        QCOMPARE(watch.of(WatchEvent::Kind::run_found).size(), std::size_t{2});
        QCOMPARE(filed(**library),
                 (QStringList{"a: step_10.safetensors 10 #1", "a: step_20.safetensors 20 #1",
                              "b: step_10.safetensors 10 #1", "b: step_20.safetensors 20 #1"}));
    }

    void a_disk_that_is_unmounted_is_named_until_it_is_back() {
        if (!have_own_mounts()) QSKIP("may not mount anything");
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        const auto disk = root / "disk";
        const auto mount_point = root / "mounted";
        fs::create_directory(disk);
        fs::create_directory(mount_point);
        auto memory = Mounted::memory(disk, 1 << 22);
        if (!memory.works()) QSKIP("may not mount anything");
        add_old_checkpoint(disk / "run", 10);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {mount_point, root / "b"});
        QVERIFY(watch.sees(WatchEvent::Kind::failed));  // b is missing
        // An empty folder is not an error.
        fs::create_directory(root / "b");
        QVERIFY(watch.sees(WatchEvent::Kind::recovered));
        QCOMPARE(watch.of(WatchEvent::Kind::failed).size(), std::size_t{1});
        {
            auto mounted = Mounted::bound(disk, mount_point);
            QVERIFY(mounted.works());
            QVERIFY(watch.sees(WatchEvent::Kind::filed));
            QTRY_VERIFY_WITH_TIMEOUT(mounted.unmount(), 5000);
        }
        QVERIFY(watch.sees(WatchEvent::Kind::failed, 2));
        add_old_checkpoint(root / "b", 10);
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 2));
        add_old_checkpoint(disk / "run", 20);
        const auto mounted = Mounted::bound(disk, mount_point);
        QVERIFY(watch.sees(WatchEvent::Kind::recovered, 2));
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 3));
        QVERIFY(watch.ends_well());
        const auto failed = watch.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{2});
        QCOMPARE(failed.back().folder, mount_point);
        QVERIFY2(failed.back().text.find("not mounted") != std::string::npos, failed.back().text.c_str());
        QCOMPARE(filed(**library),
                 (QStringList{"b: step_10.safetensors 10 #1", "run: step_10.safetensors 10 #1",
                              "run: step_20.safetensors 20 #1"}));
    }

    void what_waits_for_space_is_counted_and_filed() {
        if (!have_own_mounts()) QSKIP("may not mount anything");
        QTemporaryDir dir;
        const fs::path root = fs::canonical(dir.path().toStdString());
        fs::create_directory(root / "vault");
        const auto memory = Mounted::memory(root / "vault", 1 << 22);
        if (!memory.works()) QSKIP("may not mount anything");
        add_old_checkpoint(root / "runs/a", 10);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Watch watch(**library, {root / "runs"});
        QVERIFY(watch.sees(WatchEvent::Kind::filed));
        fill_disk(root / "vault/ballast");
        for (const int step : {20, 30, 40})
            add_old_checkpoint(root / "runs/a", step);
        const auto waiting = [&](const std::string& run, std::uint64_t count) {
            return std::ranges::any_of(watch.of(WatchEvent::Kind::failed), [&](const auto& e) {
                return e.run == run && e.waiting == count && e.code == ErrorCode::no_space && e.item.empty();
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(waiting("a", 3), 30000);
        // A run that begins meanwhile has no place in the vault yet.
        for (const int step : {10, 20})
            add_old_checkpoint(root / "runs/b", step);
        QTRY_VERIFY_WITH_TIMEOUT(waiting((root / "runs/b").native(), 2), 30000);
        // A checkpoint is deleted meanwhile.
        fs::remove(root / "runs/a/step_30.safetensors");
        QVERIFY(watch.sees(WatchEvent::Kind::missed));
        QTRY_VERIFY_WITH_TIMEOUT(waiting("a", 2), 30000);
        QCOMPARE(watch.of(WatchEvent::Kind::filed).size(), std::size_t{1});
        // Several rounds later there is no second message.
        const auto said = watch.of(WatchEvent::Kind::failed).size();
        QTest::qWait(500);
        QCOMPARE(watch.of(WatchEvent::Kind::failed).size(), said);
        fs::remove(root / "vault/ballast");
        QVERIFY(watch.sees(WatchEvent::Kind::filed, 5));
        QVERIFY(watch.sees(WatchEvent::Kind::recovered, 2));
        QVERIFY(watch.ends_well());
        const auto missed = watch.of(WatchEvent::Kind::missed);
        QVERIFY2(missed.front().text.find("No space") != std::string::npos, missed.front().text.c_str());
        std::set<std::string> recovered;
        for (const auto& event : watch.of(WatchEvent::Kind::recovered))
            recovered.insert(event.run);
        QCOMPARE(recovered, (std::set<std::string>{"a", (root / "runs/b").native()}));
        QCOMPARE(filed(**library),
                 (QStringList{"a: step_10.safetensors 10 #1", "a: step_20.safetensors 20 #1",
                              "a: step_40.safetensors 40 #1", "b: step_10.safetensors 10 #1",
                              "b: step_20.safetensors 20 #1"}));
        const auto verified = (*library)->maintenance().verify({});
        VERIFY_OK(verified);
        QVERIFY(verified->damage.empty());
    }

    void once_files_the_others_and_returns_what_is_missing() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "here", 1);
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        WatchOptions options;
        options.roots = {root / "gone", root / "here"};
        options.once = true;
        options.quiet = std::chrono::nanoseconds(0);
        const auto status = (*library)->watcher().watch(options, events, {});
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, ErrorCode::not_found);
        QVERIFY2(status.error().message.find("gone") != std::string::npos, status.error().message.c_str());
        QCOMPARE(filed(**library), QStringList{"here: step_10.safetensors 10 #1"});
        const auto failed = events.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{1});
        QCOMPARE(failed.front().folder, root / "gone");
    }

    void once_returns_what_could_not_be_filed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        bool failed = false;
        const SyncWatch disk([&](const fs::path& path) {
            if (failed || path.parent_path().filename() != "steps") return 0;
            failed = true;
            return EIO;
        });
        Events events;
        const auto status = watch_once(**library, root / "run", events);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, ErrorCode::io);
        QCOMPARE(events.of(WatchEvent::Kind::failed).size(), std::size_t{1});
        QCOMPARE(filed(**library), QStringList{"run: step_20.safetensors 20 #1"});
    }

    void a_run_that_fails_stops_no_other() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"a", "b"})
            write_run(root / "runs" / name, 1);
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "runs"}));
        const auto a = (*library)->queries().run("a");
        VERIFY_OK(a);
        const auto steps = steps_folder(runs_folder(root / "vault") / a->row.id);
        fs::rename(steps, root / "steps");
        write_text(steps, "in the way");
        for (const char* name : {"a", "b"})
            add_old_checkpoint(root / "runs" / name, 20);
        Watch watch(**library, {root / "runs"});
        QVERIFY(watch.sees(WatchEvent::Kind::failed));
        QVERIFY(watch.sees(WatchEvent::Kind::filed));
        QVERIFY(watch.ends_well());
        QCOMPARE(watch.of(WatchEvent::Kind::filed).front().run, std::string("b"));
        QCOMPARE(watch.of(WatchEvent::Kind::failed).front().run_id, a->row.id);
    }

    void what_names_no_step_is_of_the_step_its_run_had_reached() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 500);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        write_text(root / "runs/a/best.safetensors", training.bytes());
        QCOMPARE(watch(**library, root / "runs", events), QStringList{"a: best.safetensors 1 #1"});
        training.next();
        write_text(root / "runs/a/best.safetensors", training.bytes());
        write_text(root / "runs/a/metrics.jsonl", "{\"step\": 70, \"loss\": 1}\n");
        std::error_code ec;
        const auto old = fs::file_time_type::clock::now() - std::chrono::minutes(30);
        fs::last_write_time(root / "runs/a/best.safetensors", old, ec);
        fs::last_write_time(root / "runs/a/metrics.jsonl", old, ec);
        VERIFY_OK(watch_once(**library, root / "runs", events));
        QCOMPARE(filed(**library), (QStringList{"a: best.safetensors 1 #1", "a: best.safetensors 70 #1"}));
    }

    void data_without_a_step_is_no_checkpoint() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "runs/a/data.npz", "not even a zip");
        write_text(root / "runs/a/metrics.jsonl", "{\"step\": 70, \"loss\": 1}\n");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        QCOMPARE(watch(**library, root / "runs", events), QStringList{});
        const auto skipped = events.of(WatchEvent::Kind::skipped);
        QCOMPARE(skipped.size(), std::size_t{1});
        QVERIFY(skipped[0].text.find("--step") != std::string::npos);
    }

    void two_series_in_one_folder_are_two_runs() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 500);
        for (const char* name : {"cat-step00000010", "dog-step00000010", "cat-step00000020"})
            write_text(root / "runs" / (std::string(name) + ".safetensors"), training.bytes());
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        const QStringList expected{"cat: cat-step00000010.safetensors 10 #1",
                                   "cat: cat-step00000020.safetensors 20 #1",
                                   "dog: dog-step00000010.safetensors 10 #1"};
        QCOMPARE(watch(**library, root / "runs", events), expected);
        library->reset();
        library = open_library(root / "vault");
        QCOMPARE(watch(**library, root / "runs", events).size(), 6);  // other times: new checkpoints
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{2});
    }

    void later_checkpoints_of_two_series_go_to_their_own_runs() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        // Below the watched folder, so that a new file is no reason to scan the watched folder.
        const auto folder = root / "runs" / "pets";
        const auto bytes = Training(1, 500).bytes();
        const auto add = [&](const char* name, std::chrono::hours age) {
            write_text(root / "new", bytes);
            fs::last_write_time(root / "new", fs::file_time_type::clock::now() - age);
            fs::rename(root / "new", folder / (std::string(name) + ".safetensors"));
        };
        fs::create_directories(folder);
        for (const char* name :
             {"cat-step00000010", "cat-step00000020", "dog-step00000010", "dog-step00000020"})
            add(name, std::chrono::hours(1));
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        struct Observer : Events {
            std::function<void()> next;
            std::stop_source stop;
            std::mutex mutex;
            std::size_t filed = 0;
            void on_watch_event(const WatchEvent& e) override {
                const std::scoped_lock lock(mutex);
                if (e.kind != WatchEvent::Kind::filed) return;
                if (++filed == 4) next();
                if (filed == 6) stop.request_stop();
            }
        };
        Observer observer;
        // New files become stable only in a later look, which reads the folder of the run alone.
        observer.next = [&] {
            add("cat-step00000030", std::chrono::hours(0)), add("dog-step00000030", std::chrono::hours(0));
        };
        const TimeLimit limit(observer.stop);
        WatchOptions options;
        options.roots = {root / "runs"};
        options.quiet = std::chrono::milliseconds(300);
        VERIFY_OK((*library)->watcher().watch(options, observer, {observer.stop.get_token()}));
        QCOMPARE(filed(**library),
                 (QStringList{
                     "cat: cat-step00000010.safetensors 10 #1", "cat: cat-step00000020.safetensors 20 #1",
                     "cat: cat-step00000030.safetensors 30 #1", "dog: dog-step00000010.safetensors 10 #1",
                     "dog: dog-step00000020.safetensors 20 #1", "dog: dog-step00000030.safetensors 30 #1"}));
    }

    void files_of_one_step_are_one_checkpoint_and_come_back_together() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 500);
        const QStringList shards{"m-step10-00001-of-00002.safetensors",
                                 "m-step10-00002-of-00002.safetensors"};
        for (const auto& name : shards) {
            write_text(root / "runs" / name.toStdString(), training.bytes());
            training.next();
        }
        const auto index = QString(R"({"weight_map":{"a":"%1","b":"%2"}})").arg(shards[0], shards[1]);
        write_text(root / "runs/m-step10.safetensors.index.json", index.toStdString());
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        QCOMPARE(watch(**library, root / "runs", events), QStringList{"runs: m-step10.safetensors 10 #1"});
        RestoreRequest request;
        request.run = "runs";
        request.step = 10;
        request.output = root / "back";
        VERIFY_OK((*library)->restorer().restore(request, {}));
        for (const auto& name : shards)
            QVERIFY(read_text(root / "back" / name.toStdString()) ==
                    read_text(root / "runs" / name.toStdString()));
    }

    void the_first_file_of_several_waits_for_the_next_one() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        const auto bytes = Training(1, 500).bytes();
        for (const char* file : {"ema_10.safetensors", "opt_10.safetensors", "single/step_1.safetensors"})
            write_text(root / "run" / file, bytes);
        age(root);
        struct Observer : Events {
            std::stop_source stop;
            std::mutex mutex;
            std::map<std::string, std::string> waiting;
            void on_watch_event(const WatchEvent& e) override {
                const std::scoped_lock lock(mutex);
                if (e.kind == WatchEvent::Kind::waiting) waiting.emplace(e.item, e.text);
                if (waiting.contains("ema_20.safetensors") && waiting.contains("step_2.safetensors"))
                    stop.request_stop();
            }
        };
        Observer observer;
        for (const char* file : {"ema_20.safetensors", "single/step_2.safetensors"})
            write_text(root / "run" / file, bytes);
        const TimeLimit limit(observer.stop);
        WatchOptions options;
        options.roots = {root / "run"};
        VERIFY_OK((*library)->watcher().watch(options, observer, {observer.stop.get_token()}));
        // The file beside it may take longer to begin than a file takes to be written.
        const auto seconds = [&](const char* item) {
            const auto& text = observer.waiting[item];
            return QString::fromStdString(text.substr(0, text.size() - 2)).section(' ', -1).toInt();
        };
        QVERIFY2(seconds("ema_20.safetensors") > 20, observer.waiting["ema_20.safetensors"].c_str());
        QVERIFY2(seconds("step_2.safetensors") <= 2, observer.waiting["step_2.safetensors"].c_str());
    }

    void any_time_of_a_file_is_filed_once_data() {
        QTest::addColumn<qint64>("seconds");
        QTest::newRow("1901") << qint64{-2'177'452'800};
        QTest::newRow("1969") << qint64{-43'200};
        QTest::newRow("2400") << qint64{13'569'465'600};
    }
    void any_time_of_a_file_is_filed_once() {
        QFETCH(qint64, seconds);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 1);
        age(root / "run");
        const std::array<timespec, 2> times{timespec{seconds, 5}, timespec{seconds, 5}};
        const auto step = root / "run/step_10.safetensors";
        QCOMPARE(::utimensat(AT_FDCWD, step.c_str(), times.data(), 0), 0);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        for (int i = 0; i < 2; ++i) {
            Events events;
            VERIFY_OK(watch_once(**library, root / "run", events));
            QCOMPARE(filed(**library).size(), 1);
        }
    }

    void folders_that_may_not_be_read_are_named() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "runs/a", 1);
        fs::create_directory(root / "runs/b");
        age(root / "runs");
        fs::permissions(root, fs::perms::all);
        fs::permissions(root / "runs/b", fs::perms::none);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        // Root may read everything.
        constexpr uid_t nobody = 65534;
        const auto me = ::geteuid();
        if (me == 0) {
            for (const auto& entry : fs::recursive_directory_iterator(root))
                QCOMPARE(::lchown(entry.path().c_str(), nobody, nobody), 0);
            QCOMPARE(::seteuid(nobody), 0);
        }
        const auto status = watch_once(**library, root / "runs", events);
        if (me == 0) QCOMPARE(::seteuid(me), 0);
        fs::permissions(root / "runs/b", fs::perms::owner_all);
        VERIFY_OK(status);
        const auto skipped = events.of(WatchEvent::Kind::skipped);
        QCOMPARE(skipped.size(), std::size_t{1});
        QCOMPARE(skipped[0].run, (root / "runs/b").native());
        QCOMPARE(filed(**library).size(), 1);
    }

    void what_is_left_of_a_filed_checkpoint_is_no_other_one_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("deleted");
        const QString folder = "checkpoint-10/";
        QTest::newRow("of a folder") << QStringList{folder + "model.safetensors",
                                                    folder + "optimizer.safetensors",
                                                    folder + "trainer_state.json"}
                                     << folder + "optimizer.safetensors";
        QTest::newRow("its newest") << QStringList{folder + "model.safetensors",
                                                   folder + "optimizer.safetensors",
                                                   folder + "trainer_state.json"}
                                    << folder + "trainer_state.json";
        QTest::newRow("of files beside each other")
            << QStringList{"model_10.safetensors", "optim_10.safetensors"} << "model_10.safetensors";
    }
    void what_is_left_of_a_filed_checkpoint_is_no_other_one() {
        QFETCH(QStringList, files);
        QFETCH(QString, deleted);
        const QString folder = "checkpoint-10/";
        const std::string state = R"({"global_step":10,"max_steps":20,"log_history":[]})";
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 500);
        for (const auto& name : files) {
            write_text(root / "run" / name.toStdString(), name.endsWith(".json") ? state : training.bytes());
            training.next();
        }
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        const auto stored = watch(**library, root / "run", events);
        QCOMPARE(stored.size(), 1);
        fs::remove(root / "run" / deleted.toStdString());
        Events after;
        VERIFY_OK(watch_once(**library, root / "run", after));
        QCOMPARE(filed(**library), stored);
        const auto told = after.of(WatchEvent::Kind::passed_over);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told[0].text.find("what is left of") != std::string::npos, told[0].text.c_str());
        // After another save it is another checkpoint. (A file without an end mark takes half a minute to
        // become stable.)
        if (!deleted.startsWith(folder)) return;
        for (const auto& name : files)
            write_text(root / "run" / name.toStdString(), name.endsWith(".json") ? state : training.bytes());
        for (const auto& name : files)
            fs::last_write_time(root / "run" / name.toStdString(),
                                fs::file_time_type::clock::now() - std::chrono::minutes(30));
        VERIFY_OK(watch_once(**library, root / "run", after));
        QCOMPARE(filed(**library).size(), 2);
    }

    void what_is_left_of_a_removed_one_is_no_other_one_data() {
        QTest::addColumn<bool>("put_back");
        QTest::newRow("some files deleted") << false;
        QTest::newRow("an earlier save put back") << true;
    }
    void what_is_left_of_a_removed_one_is_no_other_one() {
        QFETCH(bool, put_back);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 500);
        for (const int step : {10, 20}) {
            const auto folder = root / "run" / ("checkpoint-" + std::to_string(step));
            write_text(folder / "model.safetensors", training.bytes());
            write_text(folder / "optimizer.safetensors", training.bytes());
            write_text(folder / "trainer_state.json",
                       R"({"log_history":[],"global_step":)" + std::to_string(step) + "}");
            training.next();
        }
        const auto earlier = Training(2, 500).bytes();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        QCOMPARE(watch(**library, root / "run", events).size(), 2);
        const auto plan = (*library)->maintenance().plan_prune("run", {.first = true});
        VERIFY_OK(plan);
        VERIFY_OK((*library)->maintenance().prune(*plan, Maintenance::Removal::to_trash, {}));
        QCOMPARE(filed(**library).size(), 1);
        const auto model = root / "run/checkpoint-20/model.safetensors";
        fs::remove(root / "run/checkpoint-20/optimizer.safetensors");
        if (put_back) {
            const auto written = fs::last_write_time(model);
            fs::remove(model);
            write_text(model, earlier);
            fs::last_write_time(model, written - std::chrono::hours(1));
        }
        VERIFY_OK(watch_once(**library, root / "run", events));
        QCOMPARE(filed(**library).size(), put_back ? 2 : 1);
    }

    void what_is_passed_over_in_a_folder_without_runs_is_said_once() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directories(root / "run");
        fs::create_directory_symlink(root, root / "run/checkpoints");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        const auto skipped = events.of(WatchEvent::Kind::skipped);
        QCOMPARE(skipped.size(), std::size_t{1});
        QCOMPARE(skipped[0].run, (root / "run").native());
        QCOMPARE(skipped[0].item, std::string("checkpoints"));
        QVERIFY((*library)->queries().runs()->empty());
    }

    void links_are_said_to_be_passed_over_once() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "runs/a", 1);
        fs::create_symlink("step_10.safetensors", root / "runs/a/last.safetensors");
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "runs", events));
        const auto skipped = events.of(WatchEvent::Kind::passed_over);
        QCOMPARE(skipped.size(), std::size_t{1});
        QCOMPARE(skipped[0].item, std::string("last.safetensors"));
        QCOMPARE(skipped[0].text,
                 std::string("it is a symbolic link to step_10.safetensors; links are not followed"));
        QCOMPARE(filed(**library).size(), 1);
    }

    void a_run_that_is_recoded_holds_up_no_other() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"a", "b"})
            write_run(root / "runs" / name, 3);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events before;
        QCOMPARE(watch(**library, root / "runs", before).size(), 6);
        Training training(5, 2000);
        for (const char* name : {"a", "b"})
            write_text(root / "runs" / name / "step_90.safetensors", training.bytes());

        Held held;
        std::optional<Result<RecodeReport>> recoded;
        std::jthread recoding([&] {
            RecodeRequest request;
            request.run = "a";
            request.scheme.scheme = Scheme::lc;
            recoded = (*library)->maintenance().recode(request, {{}, &held});
        });
        held.begun.acquire();
        FiledRuns filed_runs;
        std::jthread watching([&](const std::stop_token& stop) {
            WatchOptions options;
            options.roots = {root / "runs"};
            options.quiet = std::chrono::nanoseconds(0);
            const auto status = (*library)->watcher().watch(options, filed_runs, {stop, nullptr});
            if (!status) qWarning("%s", status.error().message.c_str());
        });
        const auto run = (*library)->queries().run("a");
        const bool other_was_filed = filed_runs.wait_for("b");
        const bool too_early = filed_runs.has("a");
        const auto pinned = (*library)->maintenance().pin(
            run->row.id, (*library)->queries().checkpoints(run->row.id)->at(0).id, true);
        // Stopping does not wait for the recode either.
        watching.request_stop();
        watching.join();
        held.go_on.release();
        recoding.join();
        QVERIFY(other_was_filed && !too_early);
        QVERIFY(!pinned.ok());
        QCOMPARE(pinned.error().code, ErrorCode::locked);
        VERIFY_OK(*recoded);
        QCOMPARE(recoded->operator*().checkpoints, std::uint64_t{2});
        Events after;
        VERIFY_OK(watch_once(**library, root / "runs", after));
        QCOMPARE(filed(**library).size(), 8);
    }

    void a_checkpoint_tells_what_it_holds() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        ByteWriter floats;
        for (const float value : {3.0F, -4.0F, 12.0F, INFINITY})
            floats.put(value);
        write_text(root / "runs/a/step_10.safetensors",
                   safetensors_bytes({{"w", "F32", {2, 2}, floats.take()}}));
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        QCOMPARE(watch(**library, root / "runs", events).size(), 1);
        const auto run = (*library)->queries().run("a");
        VERIFY_OK(run);
        const auto report = (*library)->queries().report(
            run->row.id, (*library)->queries().checkpoints(run->row.id)->at(0).id, {});
        VERIFY_OK(report);
        QCOMPARE(report->tensors.size(), std::size_t{1});
        QCOMPARE(report->norms, std::vector<std::optional<double>>{13});
        QCOMPARE(report->files.size(), std::size_t{1});
        QCOMPARE(report->files[0].objects.at(1).key, std::string("format"));
        QCOMPARE(report->checklist.at(0).detail, std::string("1 storage"));
    }

    void what_a_pickle_would_import_is_named() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        IngestRequest request;
        request.paths = {fs::path(STEPVAULT_SOURCE_DIR) / "tests/golden/container/odd_objects.pt"};
        request.run = "odd";
        request.step = 1;
        const auto rows = (*library)->watcher().ingest(request, {});
        VERIFY_OK(rows);
        const auto report =
            (*library)->queries().report((*library)->queries().run("odd")->row.id, rows->at(0).id, {});
        VERIFY_OK(report);
        QVERIFY(!report->files[0].globals.empty());
        for (const auto& global : report->files[0].globals)
            QVERIFY2(global != "collections.OrderedDict" && !global.starts_with("torch._utils"),
                     global.c_str());
        QVERIFY(report->files[0].objects.size() > 1);
    }

    void checkpoints_are_filed_by_step() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 200);
        std::vector<std::int64_t> expected;
        for (int step = 7; step <= 160; step += 7, training.next()) {
            write_text(root / "run" / ("step_" + std::to_string(step) + ".safetensors"), training.bytes());
            expected.push_back(step);
        }
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        std::vector<std::int64_t> steps;
        for (const auto& event : events.of(WatchEvent::Kind::filed))
            steps.push_back(event.checkpoint->step);
        QCOMPARE(steps, expected);
        // Each builds on one that was filed before it.
        const auto rows = *(*library)->queries().checkpoints((*library)->queries().run("run")->row.id);
        QVERIFY(rows.front().parent.empty());
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(!rows[i].parent.empty() && rows[i].parent < rows[i].id);
    }

    void of_several_failures_the_first_is_returned() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        WatchOptions options;
        options.roots = {root / "gone", root / "lost"};
        options.once = true;
        options.quiet = std::chrono::nanoseconds(0);
        const auto status = (*library)->watcher().watch(options, events, {});
        VERIFY_ERROR(status, ErrorCode::not_found);
        QVERIFY2(status.error().message.find("gone") != std::string::npos, status.error().message.c_str());
        QCOMPARE(events.of(WatchEvent::Kind::failed).size(), std::size_t{2});
    }
};

STEPVAULT_TEST(TestWatching)

}  // namespace test_watching

#include "test_watching.moc"
