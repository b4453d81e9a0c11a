#include <QtTest>

#include "partition/baseline_partitions.h"
#include "support/registry.h"
#include "trees.h"

namespace test_baseline_partitions {

using namespace stepvault;
using namespace stepvault::test;

class TestBaselinePartitions : public QObject {
    Q_OBJECT

    using Words = std::vector<std::string>;
    static PartitionTree example() {
        return tree_of({{"a", 5}, {"b", 5}, {"c", 3}, {"d", 0}, {"e", 9}, {"f", 2}, {"g", 1}}, 100);
    }
    const std::vector<std::uint32_t> three_{1, 1, 1};

 private slots:
    /// Computed by hand: a to 0 (5), b to 1 (5), c to 2 (3), d to 2 (4 as planned), e to 2 (13), f to 0 (7),
    /// g to 1 (6), the rest to 1.
    void greedy_takes_the_least_planned() {
        const auto tree = example();
        const auto plan = greedy_partition(tree, three_);
        QCOMPARE(not_a_partition(tree, *plan), std::string());
        QCOMPARE(in_words(tree, *plan), (Words{"a f", "b g", "c d e"}));
        QCOMPARE(plan->shares[1].load.bytes, std::uint64_t{106});
        QCOMPARE(plan->outside.process, 1U);
        QCOMPARE(plan->rule, PartitionRule::greedy);
    }

    void tensors_without_bytes_do_not_pile_up() {
        const auto tree = tree_of({{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}});
        QCOMPARE(in_words(tree, *greedy_partition(tree, three_)), (Words{"a d", "b", "c"}));
    }

    void round_robin_goes_round() {
        const auto tree = example();
        const auto plan = round_robin_partition(tree, three_);
        QCOMPARE(not_a_partition(tree, *plan), std::string());
        QCOMPARE(in_words(tree, *plan), (Words{"a d g", "b e", "c f"}));
        QCOMPARE(plan->shares[0].load.bytes, std::uint64_t{106});
        QCOMPARE(balance(loads(*plan), three_).bytes, 106.0 * 3 / 125);
    }

    void neither_takes_what_is_no_process() {
        for (const auto rule : {greedy_partition, round_robin_partition}) {
            QVERIFY(!rule(example(), {}));
            QVERIFY(!rule(example(), std::vector<std::uint32_t>{1, 0}));
        }
    }
};

STEPVAULT_TEST(TestBaselinePartitions)

}  // namespace test_baseline_partitions

#include "test_baseline_partitions.moc"
