#include <QTemporaryDir>

#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/originals/file_copying.h"

namespace test_file_copying {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestFileCopying : public QObject {
    Q_OBJECT

 private slots:
    void a_second_name_where_there_can_be_one() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "a", "bytes");
        VERIFY_OK(link_or_copy(root / "a", root / "b"));
        QVERIFY(fs::equivalent(root / "a", root / "b"));
        write_text(root / "c", "mine");
        VERIFY_ERROR(link_or_copy(root / "a", root / "c"), ErrorCode::already_exists);
        QCOMPARE(read_text(root / "c"), std::string("mine"));
    }

    void else_a_copy_with_its_rights_and_times() {
        QTemporaryDir dir;
        QTemporaryDir other("/dev/shm/stepvault-XXXXXX");
        const fs::path root = dir.path().toStdString();
        const fs::path far = other.path().toStdString();
        write_text(root / "a", std::string(3'000'000, 'x') + "end");
        fs::permissions(root / "a", fs::perms::owner_read);
        fs::last_write_time(root / "a", fs::last_write_time(root / "a") - std::chrono::hours(5));
        const auto identity = file_identity(root / "a");
        VERIFY_OK(identity);
        if (!other.isValid() || file_identity(far)->device == identity->device)
            QSKIP("there is no second file system");
        VERIFY_OK(link_or_copy(root / "a", far / "a"));
        QVERIFY(read_text(far / "a") == read_text(root / "a"));
        QCOMPARE(fs::status(far / "a").permissions(), fs::perms::owner_read);
        QCOMPARE(file_identity(far / "a")->modified_ns, identity->modified_ns);
        QVERIFY(!link_or_copy(root / "a", far / "a").ok());
        QCOMPARE(std::distance(fs::directory_iterator(far), fs::directory_iterator()), std::ptrdiff_t{1});
    }
};

STEPVAULT_TEST(TestFileCopying)

}  // namespace test_file_copying

#include "test_file_copying.moc"
