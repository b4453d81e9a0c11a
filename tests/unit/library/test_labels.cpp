// Names and labels of runs through the services.
#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_labels {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestLabels : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<LocalVault> library_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    void open() {
        library_.reset();
        auto opened =
            LocalVault::open_caught_up(root() / "vault", LocalVault::Mode::create, sqlite_backends(), {});
        if (opened) library_ = std::move(*opened);
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        const auto runs = library_->queries().runs();
        for (const auto& run : *runs)
            names.push_back(run.row.name);
        return names;
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        for (const auto* run : {"a", "b"}) {
            write_run(root() / "runs" / run, 2);
            age(root() / "runs" / run);
        }
        open();
        VERIFY_OK(watch_once(*library_, {root() / "runs"}));
        QCOMPARE(names(), (std::vector<std::string>{"a", "b"}));
    }

    void a_users_name_survives_watching_and_reindexing() {
        VERIFY_OK(library_->maintenance().rename("a", "best of all"));
        QCOMPARE(names(), (std::vector<std::string>{"b", "best of all"}));
        VERIFY_OK(watch_once(*library_, {root() / "runs"}));
        QCOMPARE(names(), (std::vector<std::string>{"b", "best of all"}));
        // Another folder may now have the old name.
        write_run(root() / "elsewhere" / "a", 1);
        age(root() / "elsewhere" / "a");
        VERIFY_OK(watch_once(*library_, {root() / "elsewhere"}));
        QCOMPARE(names(), (std::vector<std::string>{"a", "b", "best of all"}));
        library_.reset();
        VERIFY_OK(discard_sqlite_catalog(catalog_file(root() / "vault")));
        open();
        QCOMPARE(names(), (std::vector<std::string>{"a", "b", "best of all"}));
    }

    void a_name_that_is_taken_changes_nothing() {
        const auto id = library_->queries().run("b")->row.id;
        for (const auto& name : {std::string("b"), id})
            VERIFY_ERROR(library_->maintenance().rename("a", name), ErrorCode::already_exists);
        VERIFY_ERROR(library_->maintenance().rename("a", "a\nb"), ErrorCode::invalid_argument);
        VERIFY_ERROR(library_->maintenance().rename("none", "c"), ErrorCode::not_found);
        QCOMPARE(names(), (std::vector<std::string>{"a", "b"}));
    }

    void a_watcher_of_this_process_keeps_the_new_name() {
        struct Renaming : WatchObserver {
            VaultHandle* library = nullptr;
            std::vector<std::string> filed;
            bool is_renamed = false;
            void on_watch_event(const WatchEvent& e) override {
                if (e.kind == WatchEvent::Kind::filed) filed.push_back(e.run);
                if (e.kind != WatchEvent::Kind::run_found || e.run != "c" || is_renamed) return;
                is_renamed = true;
                // The watcher has the record with the old name by now.
                (void)library->maintenance().rename("c", "renamed");
            }
        } observer;
        observer.library = library_.get();
        write_run(root() / "runs" / "c", 2);
        age(root() / "runs" / "c");
        WatchOptions options;
        options.roots = {root() / "runs"};
        options.once = true;
        options.quiet = std::chrono::nanoseconds(0);
        VERIFY_OK(library_->watcher().watch(options, observer, {}));
        QVERIFY(observer.is_renamed);
        QCOMPARE(observer.filed, (std::vector<std::string>{"renamed", "renamed"}));
        QCOMPARE(names(), (std::vector<std::string>{"a", "b", "renamed"}));
    }

    void labels_are_kept_and_come_back() {
        const LabelChange change{
            .note = "two\nlines", .add_tags = {"x", "y"}, .favourite = true, .archived = true};
        VERIFY_OK(library_->maintenance().change_labels("a", change));
        VERIFY_OK(library_->maintenance().change_labels("a", {.remove_tags = {"y"}}));
        VERIFY_ERROR(library_->maintenance().change_labels("a", {.note = "new", .add_tags = {"no good"}}),
                     ErrorCode::invalid_argument);
        VERIFY_ERROR(library_->maintenance().change_labels("none", change), ErrorCode::not_found);
        const RunLabels expected{"two\nlines", {"x"}, true, true};
        QVERIFY(library_->queries().run("a")->row.labels == expected);
        QVERIFY(library_->queries().run("b")->row.labels == RunLabels());
        library_.reset();
        VERIFY_OK(discard_sqlite_catalog(catalog_file(root() / "vault")));
        open();
        QVERIFY(library_->queries().run("a")->row.labels == expected);
    }

    void a_catalog_from_before_the_change_catches_up() {
        const auto id = library_->queries().run("a")->row.id;
        library_.reset();
        // As if the process had died between the record and the catalog.
        const auto vault = Vault::open(root() / "vault", false);
        VERIFY_OK(vault->rename_run(id, "later"));
        VERIFY_OK(vault->change_labels(id, {.add_tags = {"t"}}));
        open();
        QCOMPARE(names(), (std::vector<std::string>{"b", "later"}));
        QVERIFY(library_->queries().run("later")->row.labels.tags.contains("t"));
        const auto revision = library_->queries().overview({}, {})->runs.back().revision.revision;
        open();
        QCOMPARE(library_->queries().overview({}, {})->runs.back().revision.revision, revision);
    }
};

STEPVAULT_TEST(TestLabels)

}  // namespace test_labels

#include "test_labels.moc"
