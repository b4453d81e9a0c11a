#include <atomic>
#include <latch>
#include <set>
#include <thread>
#include <vector>

#include <QtTest>

#include "base/thread_pool.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_thread_pool {

using namespace stepvault;

namespace {

Error failure_of(std::size_t index) {
    return {ErrorCode::io, "task " + std::to_string(index)};
}

}  // namespace

class TestThreadPool : public QObject {
    Q_OBJECT

    static void thread_counts() {
        QTest::addColumn<unsigned>("threads");
        for (const unsigned n : {1U, 2U, 3U, 8U})
            QTest::addRow("%u threads", n) << n;
    }

 private slots:
    void the_size_is_as_asked() {
        QCOMPARE(ThreadPool(3).size(), 3U);
        QVERIFY(ThreadPool().size() >= 1U);
    }

    void every_task_runs_once_data() { thread_counts(); }
    void every_task_runs_once() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
            std::vector<std::atomic<int>> runs(count);
            REQUIRE_OK(pool.for_each(count, [&](std::size_t i) -> Status {
                ++runs.at(i);
                return {};
            }));
            for (const auto& r : runs)
                QCOMPARE(r.load(), 1);
        }
    }

    void with_one_thread_all_runs_in_the_caller_in_order() {
        ThreadPool pool(1);
        std::vector<std::size_t> order;
        std::set<std::thread::id> ids;
        REQUIRE_OK(pool.for_each(5, [&](std::size_t i) -> Status {
            order.push_back(i);
            ids.insert(std::this_thread::get_id());
            return {};
        }));
        QVERIFY((order == std::vector<std::size_t>{0, 1, 2, 3, 4}));
        QVERIFY(ids == std::set<std::thread::id>{std::this_thread::get_id()});
    }

    void tasks_run_at_the_same_time() {
        ThreadPool pool(4);
        std::latch all(4);
        // Each task waits for the other three: with fewer threads the call would never return.
        REQUIRE_OK(pool.for_each(4, [&](std::size_t) -> Status {
            all.arrive_and_wait();
            return {};
        }));
    }

    void the_failure_of_the_lowest_index_is_told_data() { thread_counts(); }
    void the_failure_of_the_lowest_index_is_told() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        for (int round = 0; round < 200; ++round) {
            const auto status = pool.for_each(64, [&](std::size_t i) -> Status {
                if (i == 5) std::this_thread::yield();
                if (i >= 5) return failure_of(i);
                return {};
            });
            REQUIRE_ERROR(status, ErrorCode::io);
            QVERIFY(status.error().message == "task 5");
        }
    }

    void after_a_failure_no_task_is_begun() {
        ThreadPool pool(1);
        std::size_t last = 0;
        REQUIRE_ERROR(pool.for_each(100,
                                    [&](std::size_t i) -> Status {
                                        last = i;
                                        if (i == 3) return failure_of(i);
                                        return {};
                                    }),
                      ErrorCode::io);
        QCOMPARE(last, std::size_t{3});
    }

    void what_was_begun_is_waited_for() {
        ThreadPool pool(2);
        for (int round = 0; round < 100; ++round) {
            std::latch both(2);
            std::atomic<bool> slow_done{false};
            const auto status = pool.for_each(2, [&](std::size_t i) -> Status {
                both.arrive_and_wait();
                if (i == 0) return failure_of(0);
                for (int spin = 0; spin < 20; ++spin)
                    std::this_thread::yield();
                slow_done = true;
                return {};
            });
            QVERIFY(slow_done);
            QVERIFY(!status.ok());
        }
    }

    void a_pool_works_on_after_a_failure() {
        ThreadPool pool(3);
        QVERIFY(!pool.for_each(10, [](std::size_t i) -> Status { return failure_of(i); }).ok());
        std::atomic<int> done{0};
        REQUIRE_OK(pool.for_each(10, [&](std::size_t) -> Status {
            ++done;
            return {};
        }));
        QCOMPARE(done.load(), 10);
    }

    void a_task_may_use_the_pool_data() { thread_counts(); }
    void a_task_may_use_the_pool() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        std::atomic<int> leaves{0};
        REQUIRE_OK(pool.for_each(6, [&](std::size_t) -> Status {
            return pool.for_each(6, [&](std::size_t) -> Status {
                return pool.for_each(6, [&](std::size_t) -> Status {
                    ++leaves;
                    return {};
                });
            });
        }));
        QCOMPARE(leaves.load(), 6 * 6 * 6);
        const auto status = pool.for_each(4, [&](std::size_t outer) -> Status {
            return pool.for_each(4, [&](std::size_t inner) -> Status {
                if (outer >= 2 && inner >= 1) return failure_of(outer * 10 + inner);
                return {};
            });
        });
        REQUIRE_ERROR(status, ErrorCode::io);
        QVERIFY(status.error().message == "task 21");
    }

    void many_small_batches() {
        ThreadPool pool(4);
        std::uint64_t sum = 0;
        for (std::size_t batch = 0; batch < 5000; ++batch) {
            std::atomic<std::uint64_t> part{0};
            REQUIRE_OK(pool.for_each(batch % 5, [&](std::size_t i) -> Status {
                part += i + 1;
                return {};
            }));
            sum += part;
        }
        QCOMPARE(sum, std::uint64_t{1000 * (0 + 1 + 3 + 6 + 10)});
    }

    void several_threads_share_a_pool() {
        ThreadPool pool(3);
        std::atomic<int> done{0};
        {
            std::vector<std::jthread> callers;
            for (int c = 0; c < 4; ++c) {
                callers.emplace_back([&] {
                    for (int round = 0; round < 100; ++round) {
                        (void)pool.for_each(10, [&](std::size_t) -> Status {
                            ++done;
                            return {};
                        });
                    }
                });
            }
        }
        QCOMPARE(done.load(), 4 * 100 * 10);
    }

    void unused_it_ends() {
        for (int i = 0; i < 50; ++i)
            ThreadPool pool(4);
    }

    void results_are_taken_in_order_data() { thread_counts(); }
    void results_are_taken_in_order() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        for (const std::size_t count : {0U, 1U, 3U, 500U}) {
            for (const std::size_t lanes : {1U, 2U, 7U}) {
                std::vector<std::size_t> made(lanes);
                std::vector<std::size_t> taken;
                const auto caller = std::this_thread::get_id();
                bool in_caller = true;
                REQUIRE_OK(pool.for_each_in_order(
                    count, lanes,
                    [&](std::size_t i, std::size_t lane) -> Status {
                        made[lane] = i * i;
                        return {};
                    },
                    [&](std::size_t i, std::size_t lane) -> Status {
                        in_caller = in_caller && std::this_thread::get_id() == caller;
                        taken.push_back(made[lane]);
                        return made[lane] == i * i ? Status() : failure_of(i);
                    }));
                QVERIFY(in_caller);
                QCOMPARE(taken.size(), count);
            }
        }
    }

    void work_goes_on_while_results_are_taken() {
        ThreadPool pool(2);
        // Taking the first result waits for the third task: with a barrier between them the call would never
        // return.
        std::latch third(1);
        REQUIRE_OK(pool.for_each_in_order(
            4, 4,
            [&](std::size_t i, std::size_t) -> Status {
                if (i == 2) third.count_down();
                return {};
            },
            [&](std::size_t i, std::size_t) -> Status {
                if (i == 0) third.wait();
                return {};
            }));
    }

    void the_first_failure_in_order_ends_it_data() { thread_counts(); }
    void the_first_failure_in_order_ends_it() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        for (int round = 0; round < 200; ++round) {
            std::size_t taken = 0;
            const auto status = pool.for_each_in_order(
                64, 5,
                [&](std::size_t i, std::size_t) -> Status {
                    if (i == 12 || i == 14) return failure_of(i);
                    if (i == 13) throw std::bad_alloc();
                    return {};
                },
                [&](std::size_t, std::size_t) -> Status {
                    ++taken;
                    return {};
                });
            QVERIFY(!status);
            QCOMPARE(status.error().message, failure_of(12).message);
            QCOMPARE(taken, std::size_t{12});
        }
        const auto status = pool.for_each_in_order(
            9, 2, [](std::size_t, std::size_t) { return Status(); },
            [](std::size_t i, std::size_t) { return i == 4 ? Status(failure_of(i)) : Status(); });
        QVERIFY(!status);
    }
};

STEPVAULT_TEST(TestThreadPool)

}  // namespace test_thread_pool

#include "test_thread_pool.moc"
