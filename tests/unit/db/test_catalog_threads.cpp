#include <atomic>
#include <chrono>
#include <thread>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "db/transaction.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_catalog_threads {

using namespace stepvault;
using namespace stepvault::testing;

class TestCatalogThreads : public QObject {
    Q_OBJECT
 private slots:
    void writers_and_readers_of_one_object() {
        const QTemporaryDir folder;
        REQUIRE_VALUE(catalog, open_sqlite_catalog(catalog_in(folder)));
        constexpr int writers = 3;
        for (int w = 0; w < writers; ++w)
            REQUIRE_OK(catalog->put_run(plain_run(std::to_string(w))));
        constexpr int batches = 40;
        constexpr int batch = 50;
        std::atomic<int> failures{0};
        std::atomic<bool> torn{false};
        std::atomic<bool> done{false};
        {
            std::vector<std::jthread> readers;
            for (int r = 0; r < 2; ++r) {
                readers.emplace_back([&] {
                    do {
                        const auto points = catalog->points("0", "loss");
                        if (!points || !catalog->runs() || !catalog->version()) ++failures;
                        // A query sees a whole batch or none of it.
                        if (points && points->size() % batch != 0) torn = true;
                    } while (!done);
                });
            }
            std::vector<std::jthread> all;
            for (int w = 0; w < writers; ++w) {
                all.emplace_back([&, w] {
                    for (int b = 0; b < batches; ++b) {
                        std::vector<MetricPoint> points;
                        for (int i = 0; i < batch; ++i) {
                            points.push_back({.tag = "loss", .step = b * batch + i, .value = 1});
                        }
                        if (!put_points(*catalog, std::to_string(w), points)) ++failures;
                    }
                });
            }
            for (auto& writer : all)
                writer.join();
            done = true;
        }
        QCOMPARE(failures.load(), 0);
        QVERIFY(!torn);
        for (int w = 0; w < writers; ++w) {
            REQUIRE_VALUE(series, catalog->series(std::to_string(w)));
            QCOMPARE(series.size(), std::size_t{1});
            QCOMPARE(series[0].points, std::uint64_t{batches * batch});
        }
    }

    void objects_opened_at_once_on_a_new_file() {
        for (int round = 0; round < 5; ++round) {
            const QTemporaryDir folder;
            std::atomic<int> failures{0};
            {
                std::vector<std::jthread> threads;
                for (int t = 0; t < 6; ++t) {
                    threads.emplace_back([&, t] {
                        auto catalog = open_sqlite_catalog(catalog_in(folder));
                        if (!catalog || !(*catalog)->put_run(plain_run(std::to_string(t)))) ++failures;
                    });
                }
            }
            QCOMPARE(failures.load(), 0);
            REQUIRE_VALUE(catalog, open_sqlite_catalog(catalog_in(folder)));
            REQUIRE_VALUE(runs, catalog->runs());
            QCOMPARE(runs.size(), std::size_t{6});
        }
    }

    void a_query_does_not_wait_for_a_write() {
        const QTemporaryDir folder;
        REQUIRE_VALUE(catalog, open_sqlite_catalog(catalog_in(folder)));
        REQUIRE_VALUE(other, Database::open(catalog_in(folder), Database::Mode::create));
        auto holder = std::make_unique<Result<Transaction>>(Transaction::begin(other));
        QVERIFY(holder->ok());
        Status status = Error{ErrorCode::io, "not begun"};
        std::jthread writer([&] { status = catalog->put_run(plain_run("r1")); });
        // Long enough for the writer to wait for the lock while it holds its part of the catalog. If a query
        // waited for the writer, nobody would free the lock, and the write would fail when its timeout ends.
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        REQUIRE_OK(catalog->runs());
        REQUIRE_OK(catalog->version());
        holder.reset();
        writer.join();
        REQUIRE_OK(status);
    }
};

STEPVAULT_TEST(TestCatalogThreads)

}  // namespace test_catalog_threads

#include "test_catalog_threads.moc"
