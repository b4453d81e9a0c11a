#include <csignal>
#include <unistd.h>

#include <QtTest>

#include "base/forked_processes.h"
#include "support/registry.h"

namespace test_forked_processes {

using namespace stepvault;

class TestForkedProcesses : public QObject {
    Q_OBJECT

 private slots:
    void all_hear_all_data() {
        QTest::addColumn<int>("processes");
        QTest::addColumn<int>("length");
        for (const int n : {1, 2, 3, 7})
            for (const int length : {0, 1, 5000, 3'000'000})
                QTest::addRow("%d processes, %d bytes", n, length) << n << length;
    }
    void all_hear_all() {
        QFETCH(int, processes);
        QFETCH(int, length);
        const auto heard =
            run_forked(static_cast<std::uint32_t>(processes), [&](Communicator& communicator) -> Status {
                for (std::uint32_t round = 0; round < 3; ++round) {
                    // The lengths differ by round and by rank.
                    const auto said = [&](std::uint32_t rank) {
                        return Bytes(static_cast<std::size_t>(length) / (round + 1) + rank,
                                     static_cast<std::byte>(16 * round + rank));
                    };
                    STEPVAULT_ASSIGN(all, communicator.all_gather(said(communicator.rank())));
                    if (all.size() != communicator.size()) return Error{ErrorCode::corrupt, "not all"};
                    for (std::uint32_t r = 0; r < communicator.size(); ++r) {
                        if (all[r] != said(r)) return Error{ErrorCode::corrupt, "not what was said"};
                    }
                }
                return {};
            });
        QVERIFY2(heard, heard ? "" : heard.error().message.c_str());
    }

    void what_one_cannot_do_all_are_told() {
        const auto status = run_forked(3, [](Communicator& communicator) -> Status {
            if (communicator.rank() == 2) return Error{ErrorCode::no_space, "the third is full"};
            return {};
        });
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::no_space);
        QCOMPARE(QByteArray(status.error().message.c_str()), QByteArray("the third is full"));
    }

    void one_that_dies_ends_it() {
        const auto status = run_forked(3, [](Communicator& communicator) -> Status {
            STEPVAULT_TRY(all_reduce_status(communicator, {}));
            if (communicator.rank() == 1) ::raise(SIGKILL);
            return all_reduce_status(communicator, {});
        });
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::io);
    }

    void exceptions_stay_in_their_process() {
        const auto status = run_forked(2, [](Communicator& communicator) -> Status {
            if (communicator.rank() == 1) throw std::bad_alloc();
            return {};
        });
        QVERIFY(!status);
    }
};

STEPVAULT_TEST(TestForkedProcesses)

}  // namespace test_forked_processes

#include "test_forked_processes.moc"
