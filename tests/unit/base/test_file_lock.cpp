#include <array>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "base/file_lock.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_file_lock {

using namespace stepvault;

namespace {

/// The result in another process that asks for the lock: 0 the lock, 1 "locked", 2 anything else.
int answer_to_another_process(const std::filesystem::path& path) {
    const auto child = ::fork();
    if (child == 0) {
        const auto lock = FileLock::acquire(path);
        ::_exit(lock.ok() ? 0 : lock.error().code == ErrorCode::locked ? 1 : 2);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

}  // namespace

class TestFileLock : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    [[nodiscard]] std::filesystem::path path() const {
        return std::filesystem::path(folder_->path().toStdString()) / "lock";
    }

 private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

    void one_holder_in_a_process() {
        {
            REQUIRE_VALUE(held, FileLock::acquire(path()));
            Q_UNUSED(held);
            const auto second = FileLock::acquire(path());
            REQUIRE_ERROR(second, ErrorCode::locked);
            QVERIFY(second.error().message.find(path().native()) != std::string::npos);
        }
        REQUIRE_OK(FileLock::acquire(path()));
    }

    void moving_keeps_it() {
        REQUIRE_VALUE(held, FileLock::acquire(path()));
        const FileLock moved = std::move(held);
        Q_UNUSED(moved);
        REQUIRE_ERROR(FileLock::acquire(path()), ErrorCode::locked);
    }

    void one_holder_over_processes() {
        QCOMPARE(answer_to_another_process(path()), 0);
        {
            REQUIRE_VALUE(held, FileLock::acquire(path()));
            Q_UNUSED(held);
            QCOMPARE(answer_to_another_process(path()), 1);
        }
        QCOMPARE(answer_to_another_process(path()), 0);
    }

    void a_process_that_dies_frees_it() {
        std::array<int, 2> ready{-1, -1};
        QCOMPARE(::pipe(ready.data()), 0);
        const auto child = ::fork();
        if (child == 0) {
            const auto lock = FileLock::acquire(path());
            const char word = lock.ok() ? 'y' : 'n';
            if (::write(ready[1], &word, 1) != 1) ::_exit(2);
            ::pause();
            ::_exit(0);
        }
        char word = 0;
        QCOMPARE(::read(ready[0], &word, 1), ssize_t{1});
        QCOMPARE(word, 'y');
        REQUIRE_ERROR(FileLock::acquire(path()), ErrorCode::locked);
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        REQUIRE_OK(FileLock::acquire(path()));
        ::close(ready[0]);
        ::close(ready[1]);
    }

    void content_is_left_alone() {
        {
            REQUIRE_VALUE(file, File::create(path()));
            REQUIRE_OK(file.write_all(0, as_view("content")));
        }
        { REQUIRE_OK(FileLock::acquire(path())); }
        REQUIRE_VALUE(content, read_file(path(), 100));
        QVERIFY(as_text(content) == "content");
    }

    void a_missing_folder_is_not_found() {
        REQUIRE_ERROR(FileLock::acquire(path() / "none" / "lock"), ErrorCode::not_found);
    }

    void only_what_exists_is_locked_as_such() {
        REQUIRE_ERROR(FileLock::acquire_existing(path()), ErrorCode::not_found);
        QVERIFY(!std::filesystem::exists(path()));
        std::filesystem::create_directory(path());
        REQUIRE_VALUE(held, FileLock::acquire_existing(path()));
        Q_UNUSED(held);
        REQUIRE_ERROR(FileLock::acquire_existing(path()), ErrorCode::locked);
    }

    void no_file_is_made_through_a_link() {
        auto target = path();
        target += "-target";
        std::filesystem::create_symlink(target, path());
        REQUIRE_ERROR(FileLock::acquire(path()), ErrorCode::not_found);
        QVERIFY(!std::filesystem::exists(target));
        REQUIRE_OK(FileLock::acquire(target));
        REQUIRE_VALUE(held, FileLock::acquire(path()));
        Q_UNUSED(held);
        REQUIRE_ERROR(FileLock::acquire(target), ErrorCode::locked);
    }

    void what_nobody_holds_is_removed() {
        const auto at = [&](const char* name) { return path().parent_path() / name; };
        for (const char* name : {"temp-free", "temp-held", "other", "a-temp-"})
            REQUIRE_OK(File::create(at(name)));
        std::filesystem::create_directories(at("temp-folder") / "inner");
        std::filesystem::create_directories(at("temp-held-folder") / "inner");
        {
            REQUIRE_VALUE(file, FileLock::acquire(at("temp-held")));
            REQUIRE_VALUE(folder, FileLock::acquire_existing(at("temp-held-folder")));
            Q_UNUSED(file);
            Q_UNUSED(folder);
            remove_unheld(path().parent_path(), "temp-", std::chrono::hours(1));
            QVERIFY(std::filesystem::exists(at("temp-free")));
            std::filesystem::last_write_time(at("temp-held"), std::filesystem::file_time_type::min());
            remove_unheld(path().parent_path(), "temp-");
            for (const char* name : {"temp-free", "temp-folder"})
                QVERIFY(!std::filesystem::exists(at(name)));
            for (const char* name : {"temp-held", "temp-held-folder", "other", "a-temp-"})
                QVERIFY2(std::filesystem::exists(at(name)), name);
        }
        remove_unheld(path().parent_path(), "temp-");
        QVERIFY(!std::filesystem::exists(at("temp-held")) &&
                !std::filesystem::exists(at("temp-held-folder")));
        QVERIFY(std::filesystem::exists(at("other")));
    }
};

STEPVAULT_TEST(TestFileLock)

}  // namespace test_file_lock

#include "test_file_lock.moc"
