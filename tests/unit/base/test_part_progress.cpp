// Progress of a whole from that of its parts.
#include <vector>

#include <QtTest>

#include "base/part_progress.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_part_progress {

using namespace stepvault;

namespace {

class Heard : public ProgressSink {
 public:
    void on_progress(const Progress& progress) override { last = progress; }
    Progress last;
};

}  // namespace

class TestPartProgress : public QObject {
    Q_OBJECT

 private slots:
    void each_part_fills_its_share_data() {
        QTest::addColumn<quint64>("done");
        QTest::addColumn<quint64>("total");
        QTest::addColumn<quint64>("expected");
        // Within the second part: 100 bytes were done before it, and it is worth 300.
        QTest::newRow("begun") << quint64{0} << quint64{10} << quint64{100};
        QTest::newRow("a tenth") << quint64{1} << quint64{10} << quint64{130};
        QTest::newRow("done") << quint64{10} << quint64{10} << quint64{400};
        QTest::newRow("more than all") << quint64{20} << quint64{10} << quint64{400};
        QTest::newRow("of unknown size") << quint64{7} << quint64{0} << quint64{100};
    }
    void each_part_fills_its_share() {
        QFETCH(quint64, done);
        QFETCH(quint64, total);
        Heard heard;
        const JobContext job{.stop = {}, .sink = &heard};
        PartProgress whole(job);
        whole.expect(100);
        whole.expect(300);
        whole.begin(100);
        whole.begin(300);
        whole.job().report({.done = done, .total = total, .item = "part"});
        QTEST(quint64{heard.last.done}, "expected");
        QCOMPARE(heard.last.total, std::uint64_t{400});
        QCOMPARE(heard.last.item, std::string("part"));
        whole.end();
        QCOMPARE(heard.last.done, std::uint64_t{400});
        // Nothing is added after the end.
        whole.job().report({.done = 1, .total = 2, .item = "part"});
        QCOMPARE(heard.last.done, std::uint64_t{400});
    }

    void the_item_of_the_whole_comes_first() {
        Heard heard;
        const JobContext job{.stop = {}, .sink = &heard};
        PartProgress whole(job, "whole");
        whole.begin(1);
        whole.job().report({.done = 1, .total = 1, .item = "part"});
        QCOMPARE(heard.last.item, std::string("whole"));
    }

    void a_part_is_stopped_with_the_whole() {
        std::stop_source stop;
        const JobContext job{.stop = stop.get_token(), .sink = nullptr};
        PartProgress whole(job);
        REQUIRE_OK(whole.job().check());
        stop.request_stop();
        REQUIRE_ERROR(whole.job().check(), ErrorCode::cancelled);
        REQUIRE_ERROR(job.check(), ErrorCode::cancelled);
        whole.job().report({});
    }
};

STEPVAULT_TEST(TestPartProgress)

}  // namespace test_part_progress

#include "test_part_progress.moc"
