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

    void its_permissions_count_data() {
        QTest::addColumn<unsigned>("mode");
        QTest::addColumn<bool>("readable");
        QTest::newRow("for all") << 0644U << true;
        QTest::newRow("for the group") << 0640U << true;
        QTest::newRow("private") << 0600U << false;
        QTest::newRow("for others alone") << 0604U << false;
        QTest::newRow("to write alone") << 0620U << false;
    }
    void its_permissions_count() {
        QFETCH(unsigned, mode);
        QCOMPARE(::fchmod(original_->descriptor(), mode), 0);
        const auto readable = group_may_read(*original_, root());
        VERIFY_OK(readable);
        QTEST(*readable, "readable");
    }

    void folders_above_keep_out_data() {
        QTest::addColumn<unsigned>("folder");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<bool>("readable");
        QTest::newRow("open") << 0755U << QByteArray("vault") << true;
        QTest::newRow("private") << 0700U << QByteArray("vault") << false;
        QTest::newRow("for the group") << 0750U << QByteArray("vault") << true;
        QTest::newRow("to pass through") << 0711U << QByteArray("vault") << true;
        QTest::newRow("not to pass through") << 0744U << QByteArray("vault") << false;
        QTest::newRow("both in it") << 0700U << QByteArray("above/vault") << true;
    }
    void folders_above_keep_out() {
        QFETCH(unsigned, folder);
        QFETCH(QByteArray, place);
        QFETCH(bool, readable);
        const auto above = root() / "above";
        std::filesystem::create_directories(above / "between");
        const auto vault = root() / place.toStdString();
        std::filesystem::create_directory(vault);
        const auto hidden = File::create(above / "between" / "hidden");
        VERIFY_OK(hidden);
        QCOMPARE(::fchmod(hidden->descriptor(), 0644), 0);
        QCOMPARE(::chmod(above.c_str(), folder), 0);
        QCOMPARE(*group_may_read(*hidden, vault), readable);
        // The same path through a link.
        std::filesystem::create_directory_symlink(above, root() / "way");
        const auto by_link = File::open_read(root() / "way" / "between" / "hidden");
        VERIFY_OK(by_link);
        QCOMPARE(*group_may_read(*by_link, vault), readable);
        std::filesystem::create_symlink(above / "between" / "hidden", root() / "linked");
        const auto linked = File::open_read(root() / "linked");
        VERIFY_OK(linked);
        QCOMPARE(*group_may_read(*linked, vault), readable);
        // A deleted original counts as being as private as its former folder.
        std::filesystem::remove(above / "between" / "hidden");
        QCOMPARE(*group_may_read(*hidden, vault), readable);
        std::filesystem::remove(above / "between");
        QCOMPARE(*group_may_read(*hidden, vault), readable);
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
        for (const auto& [mode, readable] :
             {std::pair{0640U, false}, std::pair{0644U, true}, std::pair{0604U, true}}) {
            QCOMPARE(::fchmod(original_->descriptor(), mode), 0);
            QCOMPARE(*group_may_read(*original_, root()), readable);
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
