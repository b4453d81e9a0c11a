#include <atomic>
#include <set>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "support/registry.h"
#include "support/sync_watch.h"
#include "unit/base/result_macros.h"

namespace test_atomic_file {

using namespace stepvault;

class TestAtomicFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] std::filesystem::path folder() const { return folder_->path().toStdString(); }
    [[nodiscard]] std::filesystem::path at(const char* name) const { return folder() / name; }
    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder())) {
            found.insert(entry.path().filename().native());
        }
        return found;
    }
    [[nodiscard]] std::string content(const char* name) const {
        auto bytes = read_file(at(name), 1 << 20);
        return bytes.ok() ? std::string(as_text(*bytes)) : "unreadable";
    }

 private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

    void temporary_names_do_not_tell_messages_apart() {
        const auto message = [&](const char* folder) {
            const auto inner = temporary_sibling(temporary_sibling(at(folder)) / "f");
            return "cannot write " + inner.native() + ": No space left on device";
        };
        QVERIFY(message("a") != message("a"));
        QCOMPARE(mask_temporary_names(message("a")), mask_temporary_names(message("a")));
        QCOMPARE(mask_temporary_names("x/.svtmp-0f-9/y.svtmp-: z"), std::string("x/.svtmp-/y.svtmp-: z"));
        QCOMPARE(mask_temporary_names("cannot write /a: full"), std::string("cannot write /a: full"));
        QCOMPARE(mask_temporary_names(""), std::string());
    }

    void appears_only_when_published() {
        REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
        REQUIRE_OK(atomic.file().write_all(0, as_view("whole")));
        QVERIFY(!std::filesystem::exists(at("f")));
        QCOMPARE(names().size(), std::size_t{1});
        QVERIFY(is_temporary_name(*names().begin()));
        REQUIRE_OK(atomic.publish(AtomicFile::Existing::keep));
        QVERIFY(names() == std::set<std::string>{"f"});
        QVERIFY(content("f") == "whole");
    }

    void bytes_are_on_disk_before_their_name_data() {
        QTest::addColumn<bool>("replaces");
        QTest::newRow("a new file") << false;
        QTest::newRow("one that is replaced") << true;
    }
    /// The file's contents reach the disk first, then its name, then the folder that lists it.
    void bytes_are_on_disk_before_their_name() {
        QFETCH(bool, replaces);
        if (replaces) REQUIRE_OK(write_file_atomically(at("f"), as_view("old")));
        const auto real = std::filesystem::canonical(folder());
        std::vector<std::string> flushed;
        const test::SyncWatch watch([&](const std::filesystem::path& path) {
            const bool is_temporary =
                path.parent_path() == real && is_temporary_name(path.filename().native());
            flushed.push_back((path == real   ? "the folder"
                               : is_temporary ? "the file"
                                              : path.native()) +
                              (content("f") == "whole" ? ", named" : ", not yet named"));
            return 0;
        });
        REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
        REQUIRE_OK(atomic.file().write_all(0, as_view("whole")));
        QVERIFY(flushed.empty());
        REQUIRE_OK(atomic.publish(replaces ? AtomicFile::Existing::replace : AtomicFile::Existing::keep));
        QCOMPARE(flushed, (std::vector<std::string>{"the file, not yet named", "the folder, named"}));
    }

    void what_cannot_be_flushed_is_not_published_data() {
        QTest::addColumn<bool>("folder_fails");
        QTest::newRow("the file") << false;
        QTest::newRow("the folder") << true;
    }
    void what_cannot_be_flushed_is_not_published() {
        QFETCH(bool, folder_fails);
        const auto real = std::filesystem::canonical(folder());
        const test::SyncWatch watch(
            [&](const std::filesystem::path& path) { return (path == real) == folder_fails ? EIO : 0; });
        {
            REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
            REQUIRE_OK(atomic.file().write_all(0, as_view("whole")));
            QVERIFY(!atomic.publish(AtomicFile::Existing::keep).ok());
            QVERIFY(!std::filesystem::exists(at("f")));
        }
        QVERIFY(names().empty());
    }

    void exchanged_names_are_on_disk() {
        std::filesystem::create_directories(at("a"));
        std::filesystem::create_directories(at("b") / "inner");
        const auto real = std::filesystem::canonical(folder());
        std::vector<bool> flushed;
        const test::SyncWatch watch([&](const std::filesystem::path& path) {
            if (path == real) flushed.push_back(std::filesystem::exists(at("a") / "inner"));
            return 0;
        });
        REQUIRE_OK(exchange_names(at("a"), at("b")));
        QVERIFY(!flushed.empty() && flushed.back());
    }

    void unpublished_it_leaves_nothing() {
        {
            REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
            REQUIRE_OK(atomic.file().write_all(0, as_view("half")));
            AtomicFile moved = std::move(atomic);
            QCOMPARE(names().size(), std::size_t{1});
        }
        QVERIFY(names().empty());
    }

    void an_existing_target_is_kept() {
        REQUIRE_OK(write_file_atomically(at("f"), as_view("old")));
        {
            REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
            REQUIRE_OK(atomic.file().write_all(0, as_view("new")));
            REQUIRE_ERROR(atomic.publish(AtomicFile::Existing::keep), ErrorCode::already_exists);
        }
        QVERIFY(content("f") == "old");
        QVERIFY(names() == std::set<std::string>{"f"});
    }

    void a_dangling_link_counts_as_existing() {
        QCOMPARE(::symlink("nowhere", at("f").c_str()), 0);
        REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
        REQUIRE_ERROR(atomic.publish(AtomicFile::Existing::keep), ErrorCode::already_exists);
        QVERIFY(!std::filesystem::exists(at("nowhere")));
    }

    void a_refused_publish_can_be_tried_again() {
        REQUIRE_OK(write_file_atomically(at("f"), as_view("old")));
        REQUIRE_VALUE(atomic, AtomicFile::create(at("f")));
        REQUIRE_OK(atomic.file().write_all(0, as_view("new")));
        REQUIRE_ERROR(atomic.publish(AtomicFile::Existing::keep), ErrorCode::already_exists);
        REQUIRE_OK(atomic.publish(AtomicFile::Existing::replace));
        QVERIFY(content("f") == "new");
    }

    void an_existing_target_is_replaced_and_open_readers_keep_the_old() {
        REQUIRE_OK(write_file_atomically(at("f"), as_view("older and longer")));
        REQUIRE_VALUE(reader, File::open_read(at("f")));
        REQUIRE_OK(write_file_atomically(at("f"), as_view("new")));
        QVERIFY(content("f") == "new");
        Bytes old(16);
        REQUIRE_OK(reader.read_exact(0, old));
        QVERIFY(as_text(old) == "older and longer");
        QVERIFY(names() == std::set<std::string>{"f"});
    }

    void of_two_writers_who_keep_the_first_wins() {
        REQUIRE_VALUE(one, AtomicFile::create(at("f")));
        REQUIRE_VALUE(two, AtomicFile::create(at("f")));
        REQUIRE_OK(one.file().write_all(0, as_view("one")));
        REQUIRE_OK(two.file().write_all(0, as_view("two")));
        REQUIRE_OK(two.publish(AtomicFile::Existing::keep));
        REQUIRE_ERROR(one.publish(AtomicFile::Existing::keep), ErrorCode::already_exists);
        QVERIFY(content("f") == "two");
    }

    void of_many_threads_exactly_one_wins() {
        std::atomic<int> won{0};
        std::atomic<int> lost{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&] {
                    auto atomic = AtomicFile::create(at("f"));
                    if (!atomic) return;
                    const auto status = atomic->publish(AtomicFile::Existing::keep);
                    if (status) ++won;
                    if (!status && status.error().code == ErrorCode::already_exists) ++lost;
                });
            }
        }
        QCOMPARE(won.load(), 1);
        QCOMPARE(lost.load(), 7);
        QVERIFY(names() == std::set<std::string>{"f"});
    }

    void the_longest_name_works() {
        const std::string longest(255, 'x');
        REQUIRE_OK(write_file_atomically(at(longest.c_str()), as_view("fits")));
        QVERIFY(content(longest.c_str()) == "fits");
    }

    void a_name_without_a_folder_works() {
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(folder());
        const auto status = write_file_atomically("f", as_view("here"));
        std::filesystem::current_path(before);
        REQUIRE_OK(status);
        QVERIFY(content("f") == "here");
    }

    void a_missing_folder_is_not_found() {
        REQUIRE_ERROR(AtomicFile::create(at("none") / "f"), ErrorCode::not_found);
    }

    void a_folder_as_the_target_is_refused() {
        std::filesystem::create_directory(at("f"));
        QVERIFY(!write_file_atomically(at("f"), as_view("x")).ok());
        QVERIFY(names() == std::set<std::string>{"f"});
        QVERIFY(std::filesystem::is_directory(at("f")));
    }

    void a_killed_process_leaves_a_temporary_name_only() {
        const auto child = ::fork();
        if (child == 0) {
            auto atomic = AtomicFile::create(at("f"));
            if (atomic && atomic->file().write_all(0, as_view("half"))) ::raise(SIGKILL);
            ::_exit(1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(names().size(), std::size_t{1});
        QVERIFY(is_temporary_name(*names().begin()));
    }

    void temporary_names_are_told_apart() {
        const auto one = temporary_sibling(at("f"));
        QVERIFY(one.parent_path() == folder());
        QVERIFY(is_temporary_name(one.filename().native()));
        QVERIFY(one != temporary_sibling(at("f")));
        for (const char* name : {"f", "step_1.pt", ".hidden", "x.svtmp-", ""})
            QVERIFY(!is_temporary_name(name));
    }

    void rename_refuses_what_is_there_data() {
        QTest::addColumn<bool>("from_folder");
        QTest::addColumn<bool>("to_folder");
        QTest::newRow("file to file") << false << false;
        QTest::newRow("folder to empty folder") << true << true;
        QTest::newRow("file to folder") << false << true;
        QTest::newRow("folder to file") << true << false;
    }
    void rename_refuses_what_is_there() {
        QFETCH(bool, from_folder);
        QFETCH(bool, to_folder);
        const auto make = [&](const char* name, bool is_folder) -> Status {
            if (is_folder) return std::filesystem::create_directory(at(name)) ? Status() : Error{};
            return write_file_atomically(at(name), as_view(name));
        };
        REQUIRE_OK(make("from", from_folder));
        REQUIRE_OK(make("to", to_folder));
        REQUIRE_ERROR(rename_no_replace(at("from"), at("to")), ErrorCode::already_exists);
        QVERIFY((names() == std::set<std::string>{"from", "to"}));
        QCOMPARE(std::filesystem::is_directory(at("from")), from_folder);
        REQUIRE_OK(rename_no_replace(at("from"), at("free")));
        QVERIFY((names() == std::set<std::string>{"free", "to"}));
        QCOMPARE(std::filesystem::is_directory(at("free")), from_folder);
    }

    void rename_of_nothing_is_not_found() {
        REQUIRE_ERROR(rename_no_replace(at("none"), at("to")), ErrorCode::not_found);
        QVERIFY(names().empty());
    }

    void only_temporary_names_are_left_behind() {
        for (const char* name : {"f", ".svtm", "x.svtmp-1"})
            REQUIRE_OK(write_file_atomically(at(name), {}));
        REQUIRE_OK(write_file_atomically(at(".svtmp-file"), {}));
        std::filesystem::create_directories(at(".svtmp-folder") / "inner");
        std::filesystem::create_directories(at("folder"));
        std::filesystem::create_symlink(at("f"), at(".svtmp-link"));
        REQUIRE_OK(write_file_atomically(at("folder") / ".svtmp-inner", {}));
        remove_left_behind(folder());
        QVERIFY((names() == std::set<std::string>{"f", ".svtm", "x.svtmp-1", "folder"}));
        QVERIFY(std::filesystem::exists(at("folder") / ".svtmp-inner"));
        remove_left_behind(at("none"));
    }

    void damaged_files_are_set_aside_under_free_names() {
        for (const char* text : {"first", "second", "third"}) {
            REQUIRE_OK(write_file_atomically(at("f"), as_view(text)));
            REQUIRE_OK(set_aside(at("f")));
        }
        QVERIFY((names() == std::set<std::string>{"f.damaged-1", "f.damaged-2", "f.damaged-3"}));
        QCOMPARE(content("f.damaged-1"), std::string("first"));
        QCOMPARE(content("f.damaged-3"), std::string("third"));
        std::filesystem::remove(at("f.damaged-2"));
        REQUIRE_OK(write_file_atomically(at("f"), as_view("fourth")));
        REQUIRE_OK(set_aside(at("f")));
        QCOMPARE(content("f.damaged-2"), std::string("fourth"));
        REQUIRE_ERROR(set_aside(at("f")), ErrorCode::not_found);
    }

    void exchanged_names_have_each_others_files() {
        REQUIRE_OK(write_file_atomically(at("a"), as_view("one")));
        REQUIRE_OK(write_file_atomically(at("b"), as_view("two")));
        REQUIRE_OK(exchange_names(at("a"), at("b")));
        QCOMPARE(content("a"), std::string("two"));
        QCOMPARE(content("b"), std::string("one"));
        REQUIRE_ERROR(exchange_names(at("a"), at("none")), ErrorCode::not_found);
        QVERIFY((names() == std::set<std::string>{"a", "b"}));
    }
};

STEPVAULT_TEST(TestAtomicFile)

}  // namespace test_atomic_file

#include "test_atomic_file.moc"
