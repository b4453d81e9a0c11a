#include <sys/stat.h>

#include <QTemporaryDir>

#include "support/forked.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/restore/restore_target.h"

namespace test_restore_target {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

std::vector<StoredFile> files_of(const std::vector<std::string>& paths) {
    std::vector<StoredFile> files;
    for (const auto& p : paths)
        files.push_back({p, 5, "raw", ""});
    return files;
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

class TestRestoreTarget : public QObject {
    Q_OBJECT

 private slots:
    void names_that_lead_out_are_refused_data() {
        QTest::addColumn<QByteArray>("name");
        for (const auto* name : {"../x", "/etc/x", "a/../../x", "..", ".", "a/./b", "a//../b", "a\0b"})
            QTest::newRow(name) << QByteArray(name);
        QTest::newRow("nul") << QByteArray("a\0b", 3);
    }
    void names_that_lead_out_are_refused() {
        QFETCH(QByteArray, name);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        const auto target = RestoreTarget::create(root / "out", files_of({"fine", name.toStdString()}), false,
                                                  FileAccess::by_umask);
        if (name == "a") return;  // the C string above was cut to this
        QVERIFY(!target.ok());
        QCOMPARE(target.error().code, ErrorCode::corrupt);
        QCOMPARE(entries(root), std::size_t{0});
    }

    void only_files_and_folders_are_replaced_data() {
        QTest::addColumn<bool>("in_folder");
        QTest::newRow("the output") << false;
        QTest::newRow("in it") << true;
    }
    void only_files_and_folders_are_replaced() {
        QFETCH(bool, in_folder);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directory(root / "folder");
        const auto pipe = in_folder ? root / "folder" / "a" : root / "pipe";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto target = RestoreTarget::create(
            in_folder ? root / "folder" : pipe, files_of({in_folder ? "a" : ""}), true, FileAccess::by_umask);
        QVERIFY(!target.ok());
        QCOMPARE(target.error().code, ErrorCode::invalid_argument);
        QVERIFY(fs::is_fifo(pipe));
    }

    void nobody_else_may_read_it_before_it_is_whole() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto target = RestoreTarget::create(root / "out", files_of({"a", "b"}), false, FileAccess::owner);
        VERIFY_OK(target);
        for (const std::uint32_t i : {0U, 1U})
            QCOMPARE(fs::status(target->file(i).path()).permissions(),
                     fs::perms::owner_read | fs::perms::owner_write);
    }

    void an_existing_output_is_kept_unless_replaced() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "out", "mine");
        auto refused = RestoreTarget::create(root / "out", files_of({""}), false, FileAccess::by_umask);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::already_exists);
        {
            auto dropped = RestoreTarget::create(root / "out", files_of({""}), true, FileAccess::by_umask);
            VERIFY_OK(dropped);
        }
        QCOMPARE(read_text(root / "out"), std::string("mine"));
        auto target = RestoreTarget::create(root / "out", files_of({""}), true, FileAccess::by_umask);
        VERIFY_OK(target);
        VERIFY_OK(target->file(0).write_all(0, as_view("hello")));
        VERIFY_OK(target->publish());
        QCOMPARE(read_text(root / "out"), std::string("hello"));
        QCOMPARE(entries(root), std::size_t{1});
    }

    void an_output_that_appears_meanwhile_is_kept() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        {
            auto target = RestoreTarget::create(root / "out", files_of({""}), false, FileAccess::by_umask);
            VERIFY_OK(target);
            write_text(root / "out", "mine");
            const auto status = target->publish();
            QVERIFY(!status.ok());
            QCOMPARE(status.error().code, ErrorCode::already_exists);
        }
        QCOMPARE(read_text(root / "out"), std::string("mine"));
        QCOMPARE(entries(root), std::size_t{1});
    }

    void folders_replace_folders() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "out" / "a", "old");
        auto target = RestoreTarget::create(root / "out", files_of({"a", "b/c"}), true, FileAccess::by_umask);
        VERIFY_OK(target);
        VERIFY_OK(target->publish());
        QCOMPARE(read_text(root / "out" / "a"), std::string(5, '\0'));
        QCOMPARE(fs::file_size(root / "out" / "b" / "c"), std::uintmax_t{5});
        QCOMPARE(entries(root), std::size_t{1});
    }

    void what_comes_into_a_folder_meanwhile_is_kept() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        {
            auto target =
                RestoreTarget::create(root / "out", files_of({"a", "b/c"}), true, FileAccess::by_umask);
            VERIFY_OK(target);
            write_text(root / "out" / "b" / "notes", "mine");
            const auto status = target->publish();
            QVERIFY(!status.ok());
            QCOMPARE(status.error().message,
                     (root / "out").native() + " also holds b/notes; choose another output");
        }
        QCOMPARE(read_text(root / "out" / "b" / "notes"), std::string("mine"));
        QVERIFY(!fs::exists(root / "out" / "a"));
        QCOMPARE(entries(root), std::size_t{1});
    }

    void what_a_killed_restore_left_goes_with_the_next_data() {
        QTest::addColumn<QStringList>("files");
        QTest::newRow("file") << QStringList{""};
        QTest::newRow("folder") << QStringList{"a", "b/c"};
    }
    void what_a_killed_restore_left_goes_with_the_next() {
        QFETCH(QStringList, files);
        std::vector<std::string> paths;
        for (const auto& file : files)
            paths.push_back(file.toStdString());
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / ".svtmp-of-others", "mine");
        Forked killed([&](int to_parent) {
            const auto target =
                RestoreTarget::create(root / "out", files_of(paths), false, FileAccess::by_umask);
            tell(to_parent, target ? "t" : "e");
            ::pause();
        });
        QCOMPARE(killed.next(), int{'t'});
        {
            // The other process is still restoring.
            const auto other =
                RestoreTarget::create(root / "other", files_of({""}), false, FileAccess::by_umask);
            VERIFY_OK(other);
            QCOMPARE(entries(root), std::size_t{3});
        }
        killed.kill();
        (void)killed.end();
        QCOMPARE(entries(root), std::size_t{2});
        auto next = RestoreTarget::create(root / "out", files_of(paths), false, FileAccess::by_umask);
        VERIFY_OK(next);
        VERIFY_OK(next->publish());
        QCOMPARE(entries(root), std::size_t{2});
        QCOMPARE(read_text(root / ".svtmp-of-others"), std::string("mine"));
    }

    void only_like_is_replaced_by_like() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "folder" / "precious", "mine");
        write_text(root / "file", "mine");
        const std::vector<std::pair<fs::path, std::vector<std::string>>> cases{
            {root / "folder", {""}}, {root / "folder", {"a", "b"}}, {root / "file", {"a", "b"}}};
        for (const auto& [output, paths] : cases) {
            const auto target = RestoreTarget::create(output, files_of(paths), true, FileAccess::by_umask);
            QVERIFY(!target.ok());
            QCOMPARE(target.error().code, ErrorCode::invalid_argument);
        }
        QCOMPARE(read_text(root / "folder" / "precious"), std::string("mine"));
        QCOMPARE(read_text(root / "file"), std::string("mine"));
        QCOMPARE(entries(root), std::size_t{2});
    }

    void a_link_in_the_way_is_not_followed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "precious", "mine");
        fs::create_symlink(root / "precious", root / "out");
        QVERIFY(!RestoreTarget::create(root / "out", files_of({""}), false, FileAccess::by_umask).ok());
        auto target = RestoreTarget::create(root / "out", files_of({""}), true, FileAccess::by_umask);
        VERIFY_OK(target);
        VERIFY_OK(target->publish());
        QCOMPARE(read_text(root / "precious"), std::string("mine"));
        QVERIFY(!fs::is_symlink(root / "out"));
    }

    void too_little_space_is_said_before_the_start() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto files = files_of({""});
        files[0].size = std::uint64_t{1} << 60;
        const auto target = RestoreTarget::create(root / "out", files, false, FileAccess::by_umask);
        QVERIFY(!target.ok());
        QCOMPARE(target.error().code, ErrorCode::no_space);
        QCOMPARE(entries(root), std::size_t{0});
    }
};

STEPVAULT_TEST(TestRestoreTarget)

}  // namespace test_restore_target

#include "test_restore_target.moc"
