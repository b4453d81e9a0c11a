#include <QTemporaryDir>
#include <QtTest>

#include "base/thread_pool.h"
#include "db/sqlite_catalog.h"
#include "library/write/run_leases.h"
#include "support/opened.h"
#include "support/registry.h"
#include "vault/records/vault.h"

namespace test_run_leases {

using namespace stepvault;
namespace fs = std::filesystem;

class TestRunLeases : public QObject {
    Q_OBJECT

 private slots:
    void a_run_has_one_lease_as_long_as_it_is_held() {
        const QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        const auto vault = Vault::open(root / "vault", true);
        VERIFY_OK(vault);
        const auto catalog = open_sqlite_catalog(root / "catalog.sqlite");
        VERIFY_OK(catalog);
        const auto one = vault->run_for_name("one", root / "one", {});
        const auto two = vault->run_for_name("two", root / "two", {});
        VERIFY_OK(one);
        VERIFY_OK(two);
        ThreadPool pool{1};
        RunLeases leases(*vault, **catalog, pool, std::make_shared<TipStore>());
        auto first = leases.acquire(one->id);
        VERIFY_OK(first);
        QVERIFY(*leases.acquire(one->id) == *first);
        QVERIFY(*leases.acquire(two->id) != *first);
        RunLeases other_process(*vault, **catalog, pool, std::make_shared<TipStore>());
        VERIFY_ERROR(other_process.acquire(one->id), ErrorCode::locked);
        VERIFY_OK(other_process.acquire(two->id));
        first->reset();
        VERIFY_OK(other_process.acquire(one->id));
        QVERIFY(!leases.acquire("none").ok());
    }
};

STEPVAULT_TEST(TestRunLeases)

}  // namespace test_run_leases

#include "test_run_leases.moc"
