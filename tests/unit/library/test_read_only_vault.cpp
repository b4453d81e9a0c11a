#include "support/registry.h"
#include "support/watched_library.h"
#include "unit/base/unprivileged.h"
#include "vault/records/vault_access.h"

namespace test_read_only_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;
using stepvault::testing::Unprivileged;

/// A vault on read-only media.
class TestReadOnlyVault : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] fs::path root() const { return folder_->path().toStdString(); }
    [[nodiscard]] fs::path vault() const { return root() / "vault"; }
    /// Grants or removes everyone's permission to write.
    void set_writable(bool writable) const {
        const auto how = writable ? fs::perm_options::add : fs::perm_options::remove;
        fs::permissions(vault(), fs::perms::owner_write, how);
        for (const auto& entry : fs::recursive_directory_iterator(vault()))
            fs::permissions(entry, fs::perms::owner_write, how);
    }

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        fs::permissions(root(), fs::perms(0777));
        fs::create_directory(root() / "tmp");
        fs::permissions(root() / "tmp", fs::perms(0777));
        qputenv("TMPDIR", QByteArray::fromStdString((root() / "tmp").native()));
        write_run(root() / "runs" / "first", 3);
        age(root() / "runs");
        auto library = open_library(vault());
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root() / "runs"}, SchemeChoice{.exact_base = true}));
        VERIFY_OK(share_vault(vault(), true));
    }
    void cleanup() {
        set_writable(true);
        qunsetenv("TMPDIR");
        folder_.reset();
    }

    void works_without_its_catalog_data() {
        QTest::addColumn<QByteArray>("catalog");
        QTest::newRow("whole") << QByteArray("whole");
        QTest::newRow("missing") << QByteArray("missing");
        QTest::newRow("damaged") << QByteArray("damaged");
        QTest::newRow("not readable") << QByteArray("not readable");
    }
    void works_without_its_catalog() {
        QFETCH(QByteArray, catalog);
        const auto file = catalog_file(vault());
        if (catalog == "missing") fs::remove(file);
        if (catalog == "damaged") write_text(file, std::string(5000, 'x'));
        if (catalog == "not readable") fs::permissions(file, fs::perms::none);
        set_writable(false);
        {
            const Unprivileged nobody;
            if (!nobody.active()) QSKIP("needs to become another user");
            auto library =
                LocalVault::open_caught_up(vault(), LocalVault::Mode::existing, sqlite_backends(), {});
            VERIFY_OK(library);
            const auto runs = (*library)->queries().runs();
            VERIFY_OK(runs);
            QCOMPARE(runs->size(), std::size_t{1});
            const auto& run = runs->front().row;
            const auto steps = (*library)->queries().checkpoints(run.id);
            VERIFY_OK(steps);
            QCOMPARE(steps->size(), std::size_t{3});
            QVERIFY(!(*library)->queries().series(run.id)->empty());
            const auto report = (*library)->maintenance().verify({});
            VERIFY_OK(report);
            QVERIFY(report->damage.empty());
            const auto output = root() / "out.safetensors";
            const auto restored = (*library)->restorer().restore(
                {.run = run.name, .step = 10, .checkpoint_id = {}, .output = output}, {});
            VERIFY_OK(restored);
            QVERIFY(read_text(output) == read_text(root() / "runs" / "first" / "step_10.safetensors"));
            fs::remove(output);
            const auto again = (*library)->maintenance().reindex({});
            QVERIFY(!again.ok());
            QCOMPARE(again.error().code, ErrorCode::permission);
        }
        QVERIFY(fs::is_empty(root() / "tmp"));
    }
};

STEPVAULT_TEST(TestReadOnlyVault)

}  // namespace test_read_only_vault

#include "test_read_only_vault.moc"
