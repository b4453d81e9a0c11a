#include <QtTest>

#include "support/registry.h"
#include "support/thread_communicator.h"

namespace test_communicator {

using namespace stepvault;
using namespace stepvault::test;

namespace {

Bytes bytes_of(const std::string& text) {
    const auto view = as_view(text);
    return {view.begin(), view.end()};
}

}  // namespace

class TestCommunicator : public QObject {
    Q_OBJECT

 private slots:
    void each_is_dealt_what_the_others_have_for_it() {
        constexpr std::uint32_t size = 4;
        std::vector<std::vector<Bytes>> received(size);
        ThreadCommunicator(size).run([&](Communicator& member) {
            std::vector<Bytes> mine;
            // A process sends nothing to itself, and a different length to each other process.
            for (std::uint32_t to = 0; to < size; ++to)
                mine.push_back(bytes_of(std::string(std::size_t{100} * to * member.rank(), 'a') +
                                        (to == member.rank() ? "" : std::to_string(to))));
            const auto dealt = member.all_to_all(mine);
            if (dealt) received[member.rank()] = *dealt;
        });
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            QCOMPARE(received[rank].size(), std::size_t{size});
            for (std::uint32_t from = 0; from < size; ++from) {
                const auto expected = std::string(std::size_t{100} * rank * from, 'a') +
                                      (from == rank ? "" : std::to_string(rank));
                QCOMPARE(std::string(as_text(received[rank][from])), expected);
            }
        }
    }

    void all_hear_what_the_first_says() {
        std::vector<std::string> heard(3);
        ThreadCommunicator(3).run([&](Communicator& member) {
            const auto told = broadcast(member, as_view("I am " + std::to_string(member.rank())));
            if (told) heard[member.rank()] = as_text(*told);
        });
        QCOMPARE(heard, std::vector<std::string>(3, "I am 0"));
    }

    void the_error_of_the_lowest_rank_is_everyones() {
        std::vector<Status> outcomes(4);
        ThreadCommunicator(4).run([&](Communicator& member) {
            Status mine;
            if (member.rank() > 1) mine = Error{ErrorCode::no_space, "rank " + std::to_string(member.rank())};
            outcomes[member.rank()] = all_reduce_status(member, mine);
        });
        for (const auto& outcome : outcomes) {
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().code, ErrorCode::no_space);
            QCOMPARE(outcome.error().message, std::string("rank 2"));
        }
    }

    void alone_there_is_nobody_to_wait_for() {
        SingleProcess alone;
        QVERIFY(all_reduce_status(alone, {}));
        const auto all = alone.all_gather(as_view("mine"));
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t{1});
        QCOMPARE(as_text(all->front()), std::string_view("mine"));
    }

    void every_status_reaches_the_others() {
        for (int code = 0; code <= static_cast<int>(ErrorCode::cancelled); ++code) {
            ByteWriter out;
            put_status(out, Error{static_cast<ErrorCode>(code), "the reason"});
            put_status(out, {});
            ByteReader in(out.view());
            const auto failed = get_status(in);
            QVERIFY(!failed && static_cast<int>(failed.error().code) == code);
            QCOMPARE(failed.error().message, std::string("the reason"));
            QVERIFY(get_status(in).ok());
            QVERIFY(in.ok() && in.left() == 0);
        }
    }

    void an_unreadable_status_is_an_error_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no message") << QByteArray("\x01", 1);
        QTest::newRow("a cut message") << QByteArray(
            "\x01\x05"
            "abcd",
            6);
        QTest::newRow("an unknown code") << QByteArray(
            "\x0D\x01"
            "a",
            3);
    }
    void an_unreadable_status_is_an_error() {
        QFETCH(QByteArray, bytes);
        const auto text = bytes.toStdString();
        ByteReader in(as_view(text));
        const auto status = get_status(in);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, ErrorCode::corrupt);
        QCOMPARE(status.error().message, unreadable_message().message);
    }

    void one_that_is_not_the_first_may_fail_alone() {
        std::vector<Status> outcomes(3);
        ThreadCommunicator(3).run([&](Communicator& member) {
            Status mine;
            if (member.rank() == 2) mine = Error{ErrorCode::locked, "rank 2"};
            outcomes[member.rank()] = all_reduce_status(member, mine);
        });
        for (const auto& outcome : outcomes)
            QVERIFY(!outcome.ok() && outcome.error().code == ErrorCode::locked);
    }
};

STEPVAULT_TEST(TestCommunicator)

}  // namespace test_communicator

#include "test_communicator.moc"
