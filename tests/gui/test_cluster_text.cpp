#include <QtTest>

#include "support/registry.h"
#include "ui/cluster/cluster_text.h"

namespace test_cluster_text {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

std::vector<bool> failing(std::size_t nodes, std::initializer_list<std::size_t> failed) {
    std::vector<bool> gone(nodes);
    for (const std::size_t n : failed)
        gone[n] = true;
    return gone;
}

}  // namespace

class TestClusterText : public QObject {
    Q_OBJECT

 private slots:
    void numbersAreListed() {
        QCOMPARE(listNumbers({}), QString());
        QCOMPARE(listNumbers({7}), QStringLiteral("7"));
        QCOMPARE(listNumbers({0, 1, 2, 3, 8}), QString::fromUtf8("0–3 and 8"));
        QCOMPARE(listNumbers({1, 3, 5}), QStringLiteral("1, 3 and 5"));
        QCOMPARE(listNumbers({0, 2, 4, 6, 8, 9, 10}), QStringLiteral("0, 2, 4, 6 and 3 more"));
        QCOMPARE(listRanks({{5, 1}}), QStringLiteral("rank 5"));
        QCOMPARE(listRanks({{5, 1}, {4, 1}}), QString::fromUtf8("ranks 4–5"));
    }

    void saveTimesAreShort() {
        QCOMPARE(formatSaveTime(0.01234), QStringLiteral("12.3 ms"));
        QCOMPARE(formatSaveTime(0.0012), QStringLiteral("1.20 ms"));
        QCOMPARE(formatSaveTime(0.845), QStringLiteral("0.84 s"));
        QCOMPARE(formatSaveTime(12.34), QStringLiteral("12.3 s"));
        QCOMPARE(formatSaveTime(240), QStringLiteral("4 min"));
    }

    void speedUpsNeedNoArithmetic_data() {
        QTest::addColumn<double>("alone");
        QTest::addColumn<QString>("said");
        QTest::newRow("sooner") << 8.3 << QStringLiteral("8.3x sooner than one process, 52 % efficiency");
        QTest::newRow("alike") << 0.98 << QStringLiteral("As fast as one process, 6 % efficiency");
        QTest::newRow("slower") << 0.6 << QStringLiteral("1.7x slower than one process, 4 % efficiency");
    }

    void speedUpsNeedNoArithmetic() {
        QFETCH(const double, alone);
        QFETCH(const QString, said);
        ClusterStudy study;
        study.setting = {.nodes = 4, .processes = 4};
        SaveTime time;
        time.write = 1;
        study.outcome.saves.fill(time);
        time.write = alone;
        study.outcome.alone.fill(time);
        QCOMPARE(describeSpeedUp(study, 2), said);
    }

    void levelsTellWhatTheyLost() {
        const auto none = failing(8, {});
        const auto one = failing(8, {5});
        const auto neighbours = failing(8, {4, 5});
        const auto three = failing(8, {4, 5, 6});
        QCOMPARE(restorableFrom(4, none), QStringLiteral("All nodes are up: restorable from every level"));
        QCOMPARE(restorableFrom(4, one), QStringLiteral("Node 5 has failed: still restorable from L2"));
        QCOMPARE(restorableFrom(4, neighbours),
                 QString::fromUtf8("Nodes 4–5 have failed: still restorable from L3"));
        QCOMPARE(restorableFrom(4, three),
                 QString::fromUtf8("Nodes 4–6 have failed: still restorable from L4"));
        QCOMPARE(levelVerdict(1, 4, none), QStringLiteral("restorable"));
        QCOMPARE(levelVerdict(1, 4, one), QStringLiteral("has lost node 5"));
        QCOMPARE(levelVerdict(2, 4, one), QStringLiteral("restorable"));
        QCOMPARE(levelVerdict(2, 4, neighbours), QStringLiteral("has lost node 4 and its neighbour 5"));
        QCOMPARE(levelVerdict(2, 4, three),
                 QStringLiteral("has lost node 4 and its neighbour 5, and 1 more"));
        QCOMPARE(levelVerdict(2, 1, one), QStringLiteral("has lost node 5, which has no neighbour"));
        QCOMPARE(levelVerdict(3, 4, failing(1, {0})),
                 QStringLiteral("has lost node 0, which has no neighbour"));
        QCOMPARE(levelVerdict(3, 4, neighbours), QStringLiteral("restorable"));
        QCOMPARE(levelVerdict(3, 4, three), QString::fromUtf8("has lost 3 of nodes 4–7, and bears 2"));
        QCOMPARE(levelVerdict(4, 4, three), QStringLiteral("restorable"));
    }
};

STEPVAULT_TEST(TestClusterText)

}  // namespace test_cluster_text

#include "test_cluster_text.moc"
