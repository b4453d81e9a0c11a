#include <bit>
#include <cmath>

#include <QtTest>

#include "partition/level_file.h"
#include "partition/level_overhead.h"
#include "partition/level_survival.h"
#include "partition/levels.h"
#include "partition/node_groups.h"
#include "support/level_files.h"
#include "support/registry.h"

namespace test_level_survival {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Counts by rebuilding a step after each choice of lost nodes; `unlike` counts the choices for which
/// lost_shares() disagrees.
double counted(std::uint32_t level, std::uint32_t nodes, std::uint32_t group, int lost, int& unlike) {
    std::vector<Bytes> shares;
    for (std::uint32_t n = 0; n < nodes; ++n)
        shares.push_back(
            pack_piece({.parts = {{n, Bytes(1, static_cast<std::byte>(n))}}, .file_size = nodes}));
    LevelHeader header{.run_id = "run", .step_id = "step", .level = level, .group = group};
    for (const auto& share : shares)
        header.shares.push_back(describe_share(share));
    std::vector<std::vector<LevelFile>> files;
    for (std::uint32_t n = 0; n < nodes; ++n)
        files.push_back(files_of_node(header, n, shares));
    int all = 0;
    int whole = 0;
    for (std::uint32_t choice = 0; choice < 1U << nodes; ++choice) {
        if (std::popcount(choice) != lost) continue;
        std::vector<LevelFile> left;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if ((choice >> n & 1U) == 0) left.insert(left.end(), files[n].begin(), files[n].end());
        }
        ++all;
        const bool is_whole = rebuild_step(left).ok();
        whole += is_whole ? 1 : 0;
        std::vector<bool> failed(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n)
            failed[n] = (choice >> n & 1U) != 0;
        unlike += lost_shares(level, group, failed).empty() == is_whole ? 0 : 1;
    }
    return static_cast<double>(whole) / all;
}

bool near(double a, double b, double off = 1e-9) {
    return std::abs(a - b) <= off;
}

}  // namespace

class TestLevelSurvival : public QObject {
    Q_OBJECT

 private slots:
    void as_the_levels_themselves_do_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("group");
        for (const auto& [nodes, group] :
             {std::pair(1, 4), {2, 2}, {3, 4}, {4, 4}, {5, 4}, {6, 2}, {7, 3}, {8, 4}, {9, 4}})
            QTest::addRow("%d nodes in groups of %d", nodes, group) << nodes << group;
    }
    void as_the_levels_themselves_do() {
        QFETCH(int, nodes);
        QFETCH(int, group);
        const auto n = static_cast<std::uint32_t>(nodes);
        const auto g = static_cast<std::uint32_t>(group);
        for (std::uint32_t level = 1; level <= 3; ++level) {
            for (int lost = 0; lost < nodes; ++lost) {
                const double chance = survival(level, n, g, static_cast<std::uint32_t>(lost));
                int unlike = 0;
                const double truth = counted(level, n, g, lost, unlike);
                QCOMPARE(unlike, 0);
                QVERIFY2(near(chance, truth), qPrintable(QString("level %1, %2 lost: %3, counted %4")
                                                             .arg(level)
                                                             .arg(lost)
                                                             .arg(chance)
                                                             .arg(truth)));
            }
            QCOMPARE(survival(level, n, g, n), 0.0);
        }
        QCOMPARE(survival(4, n, g, n), 1.0);
    }

    void lost_shares_are_named() {
        const auto lost = [](std::uint32_t level, std::uint32_t nodes, std::initializer_list<int> failed) {
            std::vector<bool> gone(nodes);
            for (const int n : failed)
                gone[static_cast<std::size_t>(n)] = true;
            return lost_shares(level, 4, gone);
        };
        using Nodes = std::vector<std::uint32_t>;
        QCOMPARE(lost(1, 8, {5}), Nodes{5});
        QCOMPARE(lost(2, 8, {5}), Nodes{});
        // The ring is closed: node 4 keeps the copy of node 7.
        QCOMPARE(lost(2, 8, {4, 7}), Nodes{7});
        QCOMPARE(lost(2, 8, {3, 4}), Nodes{});
        QCOMPARE(lost(3, 8, {4, 7}), Nodes{});
        QCOMPARE(lost(3, 8, {0, 4, 6, 7}), (Nodes{4, 6, 7}));
        QCOMPARE(lost(4, 2, {0, 1}), Nodes{});
        // Nine nodes: the last group has five nodes, and survives the loss of two.
        QCOMPARE(lost(3, 9, {4, 8}), Nodes{});
        QCOMPARE(lost(3, 9, {4, 6, 8}), (Nodes{4, 6, 8}));
        QCOMPARE(lost(2, 9, {7, 8}), Nodes{7});
    }

    void thousands_of_nodes_are_no_trouble() {
        // Two losses among 4,096 nodes hit neighbours of a ring of 4 in 2 of the 4,095 choices of the second
        // node.
        QVERIFY(near(survival(2, 4096, 4, 2), 1 - 2.0 / 4095));
        QVERIFY(near(survival(3, 4096, 4, 2), 1));
        const double many = survival(3, 4096, 4, 300);
        QVERIFY(many > 0 && many < 1);
        QVERIFY(survival(2, 4096, 4, 300) < many);
    }

    void losses_are_all_failures() {
        for (const double another : {0.0, 0.1, 0.9}) {
            for (const std::uint32_t nodes : {1U, 2U, 16U, 500U}) {
                double sum = 0;
                for (const double share : losses({.without_node = 0.25, .another = another}, nodes))
                    sum += share;
                QVERIFY(near(sum, 1));
            }
        }
        const auto shares = losses({.without_node = 0.5, .another = 0.2}, 3);
        QVERIFY(near(shares[1], 0.4) && near(shares[2], 0.08) && near(shares[3], 0.02));
        QVERIFY(near(survived(2, 4, 4, {.without_node = 0.5, .another = 0}), 1.0));
        QVERIFY(near(survived(1, 4, 4, {.without_node = 0.5, .another = 0}), 0.5));
    }

    void one_level_costs_what_young_says() {
        const double mean = 86400;
        const ByLevel costs{0, 0, 0, 30};
        const ByLevel survives{0, 0, 0, 1};
        const auto best = suggest_intervals(costs, survives, mean);
        QVERIFY(near(best[3], std::sqrt(2 * 30 * mean)));
        const auto overhead = level_overhead(best, costs, survives, mean, 60);
        QVERIFY(near(overhead.saving, 30 / best[3]) && near(overhead.rework, best[3] / 2 / mean, 1e-6));
        QVERIFY(near(overhead.restart, 60 / mean) && overhead.lost == 0);
        QVERIFY(near(overhead.efficiency(), 1 / (1 + 30 / best[3] + best[3] / 2 / mean + 60 / mean), 1e-6));
    }

    void the_highest_level_that_is_due_takes_the_save() {
        // Levels 1 and 4 are due together every third time.
        const auto overhead = level_overhead({100, 0, 0, 300}, {1, 0, 0, 10}, {0.4, 0.9, 0.9, 1}, 10'000, 0);
        QVERIFY(near(overhead.saves[0], 2.0 / 300) && near(overhead.saves[3], 1.0 / 300));
        QVERIFY(near(overhead.saving, 2.0 / 300 + 10.0 / 300));
        QVERIFY(near(overhead.failures[0], 0.4) && near(overhead.failures[3], 0.6));
        QVERIFY(near(overhead.rework, (0.4 * 50 + 0.6 * 150) / 10'000));
        QVERIFY(overhead.failures[1] == 0 && overhead.lost == 0);
    }

    void what_no_level_survives_is_said() {
        const auto overhead = level_overhead(fti_intervals, {1, 1, 1, 1}, {0.3, 0.9, 0.95, 0.95}, 10'000, 0);
        QVERIFY(near(overhead.lost, 0.05));
        QCOMPARE(level_overhead({}, {1, 1, 1, 1}, {0, 0, 0, 1}, 10'000, 0).lost, 1.0);
    }

    void intervals_are_multiples() {
        const auto t = suggest_intervals({1, 2, 3, 40}, {0.3, 0.9, 0.99, 1}, 20'000);
        for (std::size_t i = 1; i < level_count; ++i)
            QVERIFY(near(std::remainder(t[i], t[i - 1]), 0, 1e-6) && t[i] >= t[i - 1]);
    }
};

STEPVAULT_TEST(TestLevelSurvival)

}  // namespace test_level_survival

#include "test_level_survival.moc"
