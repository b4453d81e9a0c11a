#include <optional>
#include <stop_token>
#include <thread>

#include <QTemporaryDir>
#include <QtTest>

#include "run/inotify_watcher.h"
#include "run_test_files.h"
#include "support/registry.h"

namespace test_inotify_watcher {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;

/// A hint is never guaranteed; these tests pass where inotify works, as on every local file system.
class TestInotifyWatcher : public QObject {
    Q_OBJECT

    using Folders = std::set<std::filesystem::path>;

 private slots:
    void init() { root_.emplace(); }

    void names_the_folder_that_changed() {
        QVERIFY(QDir().mkpath(root_->filePath("a")) && QDir().mkpath(root_->filePath("b")));
        InotifyWatcher hint;
        hint.add(path("a"));
        hint.add(path("b"));
        QVERIFY(write(root_->filePath("b/file"), "x"));
        QCOMPARE(hint.wait(10s, {}), Folders{path("b")});
        QVERIFY(write(root_->filePath("a/file"), "x"));
        QVERIFY(write(root_->filePath("b/file"), "y"));
        QCOMPARE(hint.wait(10s, {}), (Folders{path("a"), path("b")}));
        QCOMPARE(hint.wait(1ms, {}), Folders{});
    }

    void listens_to_a_folder_made_anew() {
        QVERIFY(QDir().mkpath(root_->filePath("a")));
        InotifyWatcher hint;
        hint.add(path("a"));
        QVERIFY(QDir(root_->filePath("a")).removeRecursively());
        (void)hint.wait(10s, {});
        QVERIFY(QDir().mkpath(root_->filePath("a")));
        hint.add(path("a"));
        QVERIFY(write(root_->filePath("a/file"), "x"));
        QCOMPARE(hint.wait(10s, {}), Folders{path("a")});
    }

    void forgets_a_folder_that_goes_by_another_name() {
        QVERIFY(QDir().mkpath(root_->filePath("a")));
        InotifyWatcher hint;
        hint.add(path("a"));
        QVERIFY(QDir(root_->path()).rename("a", "b"));
        (void)hint.wait(10s, {});
        QVERIFY(write(root_->filePath("b/file"), "x"));
        QCOMPARE(hint.wait(300ms, {}), Folders{});
    }

    void listens_to_the_folder_that_is_there_now() {
        QVERIFY(QDir().mkpath(root_->filePath("disk/a")));
        InotifyWatcher hint;
        hint.add(path("disk/a"));
        // This rename causes no event in the folder itself.
        QVERIFY(QDir(root_->path()).rename("disk", "old"));
        QVERIFY(QDir().mkpath(root_->filePath("disk/a")));
        hint.add(path("disk/a"));
        QVERIFY(write(root_->filePath("disk/a/file"), "x"));
        QCOMPARE(hint.wait(10s, {}), Folders{path("disk/a")});
        QVERIFY(write(root_->filePath("old/a/file"), "x"));
        QCOMPARE(hint.wait(300ms, {}), Folders{});
    }

    void ends_at_once_when_stopped() {
        InotifyWatcher hint;
        std::stop_source stop;
        std::jthread later([&] { stop.request_stop(); });
        QCOMPARE(hint.wait(1h, stop.get_token()), Folders{});
    }

 private:
    [[nodiscard]] std::filesystem::path path(const char* name) const {
        return to_path(root_->filePath(name));
    }
    std::optional<QTemporaryDir> root_;
};

STEPVAULT_TEST(TestInotifyWatcher)

}  // namespace test_inotify_watcher

#include "test_inotify_watcher.moc"
