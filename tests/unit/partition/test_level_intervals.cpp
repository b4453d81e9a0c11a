#include <QtTest>

#include "partition/level_intervals.h"
#include "support/registry.h"

namespace test_level_intervals {

using namespace stepvault;
using namespace std::chrono_literals;

class TestLevelIntervals : public QObject {
    Q_OBJECT

 private slots:
    void the_highest_level_that_is_due_data() {
        QTest::addColumn<QList<int>>("intervals");
        QTest::addColumn<QList<int>>("ages");  // -1: never
        QTest::addColumn<int>("level");        // 0: none
        using L = QList<int>;
        const L fti{180, 300, 420, 660};
        QTest::newRow("nothing was ever saved") << fti << L{-1, -1, -1, -1} << 4;
        QTest::newRow("all just now") << fti << L{-1, -1, -1, 0} << 0;
        QTest::newRow("just before") << fti << L{-1, -1, -1, 179} << 0;
        QTest::newRow("level 1") << fti << L{-1, -1, -1, 180} << 1;
        QTest::newRow("level 1 was since") << fti << L{5, -1, -1, 185} << 0;
        QTest::newRow("level 2, although 1 was since") << fti << L{120, -1, -1, 300} << 2;
        QTest::newRow("a higher level counts for those below") << fti << L{500, -1, 10, 640} << 0;
        QTest::newRow("a lower one does not for those above") << fti << L{1, 2, 3, 660} << 4;
        QTest::newRow("two are due") << fti << L{200, 320, 420, 500} << 3;
        QTest::newRow("only two levels") << L{0, 60, 0, 600} << L{-1, -1, -1, 60} << 2;
        QTest::newRow("never the vault") << L{60, 0, 0, 0} << L{-1, -1, -1, -1} << 1;
        QTest::newRow("none at all") << L{0, 0, 0, 0} << L{-1, -1, -1, -1} << 0;
        QTest::newRow("from a time to come") << fti << L{-1, -1, -1, -50} << 4;
    }
    void the_highest_level_that_is_due() {
        QFETCH(QList<int>, intervals);
        QFETCH(QList<int>, ages);
        QFETCH(int, level);
        LevelIntervals every;
        LevelAges since;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto at = static_cast<qsizetype>(i);
            every[i] = std::chrono::seconds(intervals[at]);
            if (ages[at] != -1) since[i] = std::chrono::seconds(ages[at]);
        }
        QCOMPARE(due_level(every, since).value_or(0), static_cast<std::uint32_t>(level));
    }

    void due_to_the_nanosecond() {
        using namespace std::chrono_literals;
        const LevelIntervals every{60s, 0s, 0s, 0s};
        QCOMPARE(due_level(every, LevelAges{60s}), std::optional(1U));
        QVERIFY(!due_level(every, LevelAges{60s - 1ns}));
        QVERIFY(!due_level(every, LevelAges{std::nullopt, std::nullopt, std::nullopt, 0ns}));
        QCOMPARE(due_level(every, LevelAges{std::nullopt, std::nullopt, std::nullopt, -1ns}),
                 std::optional(1U));
    }
};

STEPVAULT_TEST(TestLevelIntervals)

}  // namespace test_level_intervals

#include "test_level_intervals.moc"
