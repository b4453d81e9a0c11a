#include <numeric>
#include <vector>

#include <QtTest>

#include "base/apportion.h"
#include "support/registry.h"

namespace test_apportion {

using namespace stepvault;

class TestApportion : public QObject {
    Q_OBJECT

 private slots:
    void largest_remainders_data() {
        QTest::addColumn<quint64>("total");
        QTest::addColumn<QList<quint32>>("weights");
        QTest::addColumn<QList<quint64>>("parts");
        using W = QList<quint32>;
        using P = QList<quint64>;
        QTest::newRow("even") << quint64{9} << W{1, 1, 1} << P{3, 3, 3};
        QTest::newRow("the first of equal remainders") << quint64{11} << W{1, 1, 1} << P{4, 4, 3};
        QTest::newRow("quotas of 1.25, 2.5 and 6.25") << quint64{10} << W{1, 2, 5} << P{1, 3, 6};
        QTest::newRow("less than there are parts") << quint64{2} << W{1, 3, 1, 3} << P{0, 1, 0, 1};
        QTest::newRow("nothing") << quint64{0} << W{1, 2} << P{0, 0};
        QTest::newRow("no overflow") << ~quint64{0} << W{1, 4294967295U, 2}
                                     << P{4294967294U, 18446744060824649733U, 8589934588U};
    }
    void largest_remainders() {
        QFETCH(quint64, total);
        QFETCH(QList<quint32>, weights);
        QFETCH(QList<quint64>, parts);
        const auto given = apportion(total, std::vector<std::uint32_t>(weights.begin(), weights.end()));
        QCOMPARE(QList<quint64>(given.begin(), given.end()), parts);
        QCOMPARE(std::accumulate(given.begin(), given.end(), std::uint64_t{0}), std::uint64_t{total});
    }

    void shares_are_rounded_as_they_say() {
        QCOMPARE(share_of(10, 2, 3), std::uint64_t{6});
        QCOMPARE(rounded_share_of(10, 2, 3), std::uint64_t{7});
        QCOMPARE(rounded_share_of(1, 1, 2), std::uint64_t{1});
        QCOMPARE(rounded_share_of(~std::uint64_t{0}, 7, 7), ~std::uint64_t{0});
    }
};

STEPVAULT_TEST(TestApportion)

}  // namespace test_apportion

#include "test_apportion.moc"
