#include <cmath>

#include <QtTest>

#include "partition/cluster_simulation.h"
#include "partition/model_shapes.h"
#include "support/registry.h"

namespace test_cluster {

using namespace stepvault;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

/// A machine without fixed costs: only bytes cost time.
ClusterMachine plain_machine() {
    ClusterMachine machine;
    machine.coding.per_byte = 1e-9;
    machine.coded_share = 0.5;
    machine.local_rate = 1e9;
    machine.network_rate = 2e9;
    machine.vault_rate = 4e9;
    machine.parity_rate = 8e9;
    machine.latency = 0;
    return machine;
}

}  // namespace

class TestCluster : public QObject {
    Q_OBJECT

 private slots:
    void each_level_costs_its_parts() {
        const CheckpointSize whole{8'000'000'000, 100};
        const std::vector<RankLoad> loads(16, RankLoad{500'000'000, 7});
        const ClusterShape shape{.nodes = 8, .processes = 2, .group = 4};
        const auto machine = plain_machine();
        // A node codes 1e9 bytes into 0.5e9 bytes.
        const auto one = predict_save(machine, shape, 1, whole, loads);
        QVERIFY(near(one.code, 0.5) && near(one.write, 0.5) && near(one.total(), 1));
        const auto two = predict_save(machine, shape, 2, whole, loads);
        QVERIFY(near(two.write, 1) && near(two.send, 0.25));
        const auto three = predict_save(machine, shape, 3, whole, loads);
        QVERIFY(near(three.write, 1) && near(three.send, 0.75) && near(three.parity, 0.25));
        const auto four = predict_save(machine, shape, 4, whole, loads);
        // The bytes include the state that the next checkpoint is coded against.
        QVERIFY(near(four.write, 3) && four.send == 0 && near(four.total(), 3.5));
        QVERIFY(near(plain_save(machine, whole, 1e9), 8 + 4));
    }

    void the_largest_share_decides() {
        std::vector<RankLoad> loads(4, RankLoad{1'000'000'000, 1});
        const CheckpointSize whole{4'000'000'000, 4};
        const ClusterShape shape{.nodes = 2, .processes = 2};
        loads[3].bytes = 2'000'000'000;
        const auto time = predict_save(plain_machine(), shape, 1, whole, loads);
        QVERIFY(near(time.code, 2) && near(time.write, 1.5));
    }

    void cores_are_shared_and_crowded() {
        auto machine = plain_machine();
        machine.cores = 2;
        machine.coding.crowding = 0.25;
        const CheckpointSize whole{4'000'000'000, 4};
        const std::vector<RankLoad> loads(4, RankLoad{1'000'000'000, 1});
        // Two processes at a time, each 25 % slower than alone, in two rounds.
        QVERIFY(near(predict_save(machine, {.nodes = 1, .processes = 4}, 1, whole, loads).code, 2.5));
        QVERIFY(near(predict_save(machine, {.nodes = 4, .processes = 1}, 1, whole, loads).code, 1));
    }

    void one_node_has_nobody_to_copy_to() {
        const CheckpointSize whole{1'000'000'000, 4};
        const std::vector<RankLoad> loads{{1'000'000'000, 4}};
        const ClusterShape shape{.nodes = 1, .processes = 1};
        const auto one = predict_save(plain_machine(), shape, 1, whole, loads).total();
        QVERIFY(near(predict_save(plain_machine(), shape, 3, whole, loads).total(), one));
    }

    void an_even_load_is_nearly_ideal() {
        const auto shapes = model_shapes("bert-large");
        const auto tree_or = PartitionTree::of(*shapes);
        const auto& tree = *tree_or;
        const auto size = checkpoint_size(tree);
        QCOMPARE(size.groups, 3U + 1U);  // weights, both moments, and the steps
        ClusterCase cluster;
        cluster.machine = plain_machine();
        cluster.machine.vault_rate = 1e12;
        cluster.shape = {.nodes = 16, .processes = 4};
        const auto simulated = simulate_cluster(tree, cluster);
        const auto& outcome = *simulated;
        QVERIFY(outcome.balance.bytes < 1.02 && outcome.largest.tensors >= size.tensors / 64);
        const double ideal = outcome.alone[0].code / 64;
        QVERIFY(outcome.saves[0].code >= ideal && outcome.saves[0].code < 1.02 * ideal);
        QVERIFY(outcome.speed_up(1) > 15 && outcome.speed_up(1) <= 64);
        QCOMPARE(outcome.survived[3], 1.0);
        QVERIFY(outcome.survived[0] < outcome.survived[1] && outcome.survived[1] < outcome.survived[2]);
        QVERIFY(outcome.overhead.efficiency() > 0.9 && outcome.overhead.efficiency() < 1);
        // The indivisible part limits the gain from more processes.
        cluster.machine.coding.start = outcome.alone[0].total() / 10;
        QVERIFY(simulate_cluster(tree, cluster)->speed_up(1) < 10);
    }

    void too_many_processes_are_refused() {
        ClusterCase cluster;
        cluster.shape = {.nodes = 1U << 20U, .processes = 2};
        QVERIFY(!simulate_cluster(PartitionTree(), cluster));
    }

    void more_nodes_fail_more_often() {
        ClusterCase cluster;
        cluster.machine = plain_machine();
        cluster.shape = {.nodes = 8, .processes = 2, .group = 4};
        cluster.mean_to_failure = 800'000;
        cluster.restart = 100;
        const auto tree = *PartitionTree::of(*model_shapes("gpt2-small"));
        const auto outcome = simulate_cluster(tree, cluster);
        QVERIFY(outcome);
        ByLevel costs{};
        for (std::uint32_t level = 1; level <= level_count; ++level) {
            costs[level - 1] = outcome->saves[level - 1].total();
            QVERIFY(near(outcome->survived[level - 1], survived(level, 8, 4, cluster.failures)));
            QVERIFY(outcome->speed_up(level) > 1);
        }
        QCOMPARE(outcome->intervals, suggest_intervals(costs, outcome->survived, 100'000));
        // A restart of 100 s every 100,000 s.
        QVERIFY(near(outcome->overhead.restart, 1e-3));
        cluster.intervals = fti_intervals;
        const auto given = simulate_cluster(tree, cluster);
        QCOMPARE(given->intervals, fti_intervals);
        QCOMPARE(given->overhead.efficiency(),
                 level_overhead(fti_intervals, costs, outcome->survived, 100'000, 100).efficiency());
    }
};

STEPVAULT_TEST(TestCluster)

}  // namespace test_cluster

#include "test_cluster.moc"
