#include <optional>
#include <thread>

#include <QtTest>

#include "library/write/priority_lock.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_priority_lock {

using namespace stepvault;

class TestPriorityLock : public QObject {
    Q_OBJECT

 private slots:
    void one_look_at_a_time() {
        PriorityLock lock;
        auto look = lock.try_take();
        QVERIFY(look && !lock.is_claimed());
        QVERIFY(!lock.try_take());
        look.reset();
        QVERIFY(lock.try_take());
    }

    void a_long_operation_keeps_looks_away() {
        PriorityLock lock;
        auto operation = lock.wait({});
        VERIFY_OK(operation);
        QVERIFY(lock.is_claimed());
        QVERIFY(!lock.try_take());
        operation->reset();
        QVERIFY(!lock.is_claimed());
        // The claim of the long operation is not left over for the look.
        const auto look = lock.try_take();
        QVERIFY(look && !lock.is_claimed());
    }

    void looks_give_way_to_an_operation_that_waits() {
        PriorityLock lock;
        auto look = lock.try_take();
        std::optional<Result<PriorityLock::Held>> operation;
        std::thread waiting([&] { operation = lock.wait({}); });
        while (!lock.is_claimed())
            std::this_thread::yield();
        QVERIFY(!lock.try_take());
        look.reset();
        waiting.join();
        QVERIFY(operation->ok());
        QVERIFY(lock.is_claimed() && !lock.try_take());
    }

    void waiting_can_be_cancelled() {
        PriorityLock lock;
        auto look = lock.try_take();
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(lock.wait({stop.get_token(), nullptr}), ErrorCode::cancelled);
        QVERIFY(!lock.is_claimed() && !lock.try_take());
        look.reset();
        QVERIFY(lock.try_take());
    }
};

STEPVAULT_TEST(TestPriorityLock)

}  // namespace test_priority_lock

#include "test_priority_lock.moc"
