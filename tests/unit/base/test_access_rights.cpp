#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "base/access_rights.h"
#include "support/opened.h"
#include "support/registry.h"
#include "unit/base/unprivileged.h"

namespace test_access_rights {

using namespace stepvault;

class TestAccessRights : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        dir_.emplace();
        // mkdtemp() creates folders that nobody else may enter.
        QCOMPARE(::chmod(root().c_str(), 0755), 0);
        file_ = File::create(root() / "file");
        original_ = File::create(root() / "original");
        VERIFY_OK(file_);
        VERIFY_OK(original_);
    }

    void rights_are_taken_and_never_given_data() {
        QTest::addColumn<unsigned>("before");
        QTest::addColumn<unsigned>("like");
        QTest::addColumn<unsigned>("after");
        QTest::newRow("private") << 0644U << 0600U << 0600U;
        QTest::newRow("for a group") << 0664U << 0640U << 0640U;
        QTest::newRow("for all") << 0644U << 0666U << 0644U;
        QTest::newRow("read only") << 0644U << 0444U << 0644U;
        QTest::newRow("executable") << 0644U << 0755U << 0644U;
        QTest::newRow("already narrower") << 0600U << 0644U << 0600U;
        QTest::newRow("of nobody") << 0644U << 0000U << 0600U;
        QTest::newRow("for others alone") << 0664U << 0604U << 0604U;
    }
    void rights_are_taken_and_never_given() {
        QFETCH(unsigned, before);
        QFETCH(unsigned, like);
        QCOMPARE(::fchmod(file_->descriptor(), before), 0);
        QCOMPARE(::fchmod(original_->descriptor(), like), 0);
        VERIFY_OK(restrict_access(*file_, *original_));
        QTEST(mode_of(*file_), "after");
        QCOMPARE(mode_of(*original_), like);
    }

    void who_may_read_keeps_what_he_has_data() {
        QTest::addColumn<unsigned>("before");
        QTest::addColumn<unsigned>("like");
        QTest::addColumn<unsigned>("after");
        QTest::newRow("a group that writes together") << 0664U << 0644U << 0664U;
        QTest::newRow("private") << 0664U << 0600U << 0600U;
        QTest::newRow("for a group") << 0664U << 0640U << 0660U;
        QTest::newRow("already narrower") << 0600U << 0644U << 0600U;
    }
    void who_may_read_keeps_what_he_has() {
        QFETCH(unsigned, before);
        QFETCH(unsigned, like);
        QCOMPARE(::fchmod(file_->descriptor(), before), 0);
        QCOMPARE(::fchmod(original_->descriptor(), like), 0);
        VERIFY_OK(restrict_readers(root() / "file", *original_));
        QTEST(mode_of(*file_), "after");
        VERIFY_OK(restrict_readers(root() / "missing", *original_));
        // restrict_readers() does not follow a link.
        QCOMPARE(::fchmod(file_->descriptor(), before), 0);
        std::filesystem::create_symlink(root() / "file", root() / "link");
        VERIFY_OK(restrict_readers(root() / "link", *original_));
        QCOMPARE(mode_of(*file_), before);
    }

    void folders_above_keep_out_data() {
        QTest::addColumn<unsigned>("folder");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<unsigned>("after");
        QTest::newRow("open") << 0755U << QByteArray("file") << 0644U;
        QTest::newRow("private") << 0700U << QByteArray("file") << 0600U;
        QTest::newRow("for a group") << 0750U << QByteArray("file") << 0640U;
        QTest::newRow("to pass through") << 0711U << QByteArray("file") << 0644U;
        QTest::newRow("not to pass through") << 0744U << QByteArray("file") << 0600U;
        QTest::newRow("both in it") << 0700U << QByteArray("above/file") << 0644U;
        QTest::newRow("in a folder that is gone") << 0755U << QByteArray("gone/file") << 0644U;
    }
    void folders_above_keep_out() {
        QFETCH(unsigned, folder);
        QFETCH(QByteArray, place);
        QFETCH(unsigned, after);
        const auto above = root() / "above";
        std::filesystem::create_directories(above / "between");
        const auto path = root() / place.toStdString();
        std::filesystem::remove(path);
        const auto hidden = File::create(above / "between" / "hidden");
        VERIFY_OK(hidden);
        QCOMPARE(::fchmod(hidden->descriptor(), 0644), 0);
        QCOMPARE(::chmod(above.c_str(), folder), 0);
        const auto rights = rights_like(*hidden, path);
        VERIFY_OK(rights);
        QCOMPARE(*rights, after);
        QCOMPARE(*rights_like(*hidden, path, Above::ignored), 0644U);
        if (place.startsWith("gone")) return;
        const auto made = File::create(path);
        VERIFY_OK(made);
        QCOMPARE(::fchmod(made->descriptor(), 0644), 0);
        VERIFY_OK(restrict_access(*made, *hidden, Above::ignored));
        QCOMPARE(mode_of(*made), 0644U);
        VERIFY_OK(restrict_access(*made, *hidden));
        QCOMPARE(mode_of(*made), after);
        // The same path through a link.
        std::filesystem::create_directory_symlink(above, root() / "way");
        const auto by_link = File::open_read(root() / "way" / "between" / "hidden");
        VERIFY_OK(by_link);
        QCOMPARE(*rights_like(*by_link, path), after);
        std::filesystem::create_symlink(above / "between" / "hidden", root() / "linked");
        const auto linked = File::open_read(root() / "linked");
        VERIFY_OK(linked);
        QCOMPARE(*rights_like(*linked, path), after);
        // A deleted original counts as being as private as its former folder.
        std::filesystem::remove(above / "between" / "hidden");
        QCOMPARE(*rights_like(*hidden, path), after);
        std::filesystem::remove(above / "between");
        QCOMPARE(*rights_like(*hidden, path), after);
    }

    void a_folder_is_kept_from_those_who_may_not_read() {
        const auto folder = root() / "folder";
        std::filesystem::create_directory(folder);
        QCOMPARE(::chmod(folder.c_str(), 0755), 0);
        QCOMPARE(::fchmod(original_->descriptor(), 0640), 0);
        VERIFY_OK(restrict_readers(folder, *original_));
        struct stat s {};
        QCOMPARE(::stat(folder.c_str(), &s), 0);
        QCOMPARE(s.st_mode & 07777U, 0750U);
    }

    void a_copy_takes_all_rights() {
        for (const auto& [before, like, after] :
             {std::tuple(0600U, 0755U, 0755U), std::tuple(0600U, 0640U, 0640U),
              std::tuple(0644U, 0600U, 0600U)}) {
            QCOMPARE(::fchmod(file_->descriptor(), before), 0);
            QCOMPARE(::fchmod(original_->descriptor(), like), 0);
            VERIFY_OK(take_rights(*file_, *original_));
            QCOMPARE(mode_of(*file_), after);
        }
    }

    void another_group_has_the_rights_of_others() {
        if (::geteuid() != 0) QSKIP("only root can give a file to any group");
        std::filesystem::create_directory(root() / "tmp");
        std::filesystem::permissions(root() / "tmp", std::filesystem::perms(0777));
        QCOMPARE(::fchown(original_->descriptor(), static_cast<uid_t>(-1), ::getegid() + 1), 0);
        for (const auto& [like, after] :
             {std::pair{0640U, 0600U}, std::pair{0644U, 0644U}, std::pair{0604U, 0644U}}) {
            QCOMPARE(::fchmod(file_->descriptor(), 0664), 0);
            QCOMPARE(::fchmod(original_->descriptor(), like), 0);
            VERIFY_OK(restrict_access(*file_, *original_, Above::ignored));
            QCOMPARE(mode_of(*file_), after);
        }
        // Root can give a file to that group; another user drops the group's permissions.
        QCOMPARE(::fchmod(original_->descriptor(), 0640), 0);
        VERIFY_OK(take_rights(*file_, *original_));
        QCOMPARE(mode_of(*file_), 0640U);
        struct stat s {};
        QCOMPARE(::fstat(file_->descriptor(), &s), 0);
        QCOMPARE(s.st_gid, ::getegid() + 1);
        const testing::Unprivileged nobody;
        const auto mine = File::create(root() / "tmp" / "mine");
        VERIFY_OK(mine);
        VERIFY_OK(take_rights(*mine, *original_));
        QCOMPARE(mode_of(*mine), 0600U);
    }

 private:
    [[nodiscard]] std::filesystem::path root() const { return dir_->path().toStdString(); }
    static unsigned mode_of(const File& file) {
        struct stat s {};
        return ::fstat(file.descriptor(), &s) == 0 ? s.st_mode & 07777U : 0;
    }

    std::optional<QTemporaryDir> dir_;
    Result<File> file_ = Error{};
    Result<File> original_ = Error{};
};

STEPVAULT_TEST(TestAccessRights)

}  // namespace test_access_rights

#include "test_access_rights.moc"
