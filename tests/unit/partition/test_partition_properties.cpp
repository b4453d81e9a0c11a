// Random trees and weights: every byte goes to exactly one process, and the shares are as equal as the
// elements allow.
#include <cmath>
#include <random>

#include <QtTest>

#include "partition/baseline_partitions.h"
#include "support/registry.h"
#include "trees.h"

namespace test_partition_properties {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr int cases = 10'000;
constexpr std::uint32_t largest_item = 16;

class RandomCase {
 public:
    explicit RandomCase(std::uint64_t seed) : random_(seed) {}

    PartitionTree tree() {
        std::vector<ListedTensor> list;
        const auto sizes = whole(0, 5);
        const auto depth = whole(0, 5);
        const auto n = whole(0, 9) == 0 ? whole(0, 3) : whole(1, whole(0, 3) == 0 ? 80 : 15);
        for (std::uint64_t i = 0; i < n; ++i) {
            std::string name;
            for (std::uint64_t d = 0; d < depth; ++d)
                name += std::to_string(whole(0, 3)) + ".";
            const auto item = 1U << whole(0, 4);
            list.push_back({name + std::to_string(i), elements(sizes) * item, item});
        }
        if (whole(0, 3) == 0) repeat(list, whole(2, 6));
        return *PartitionTree::of(list, whole(0, 1) * whole(0, whole(0, 1) == 0 ? 1000 : 10'000'000));
    }

    std::vector<std::uint32_t> weights() {
        std::vector<std::uint32_t> weights(whole(1, whole(0, 3) == 0 ? 60 : 8));
        const auto most = std::array<std::uint64_t, 3>{1, 4, 1000}[whole(0, 2)];
        for (auto& weight : weights)
            weight = static_cast<std::uint32_t>(whole(1, most));
        return weights;
    }

 private:
    std::uint64_t whole(std::uint64_t low, std::uint64_t high) { return low + random_() % (high - low + 1); }

    std::uint64_t elements(std::uint64_t sizes) {
        switch (sizes) {
            case 0:
                return 100;
            case 1:
                return whole(0, 1000);
            case 2:
                return std::uint64_t{1} << whole(0, 36);
            case 3:
                return whole(0, 3) == 0 ? whole(0, 100'000) : 0;
            case 4:
                return whole(0, 9) == 0 ? whole(1, 1'000'000) : 1;
            default:
                return 0;
        }
    }

    /// Identical collections.
    static void repeat(std::vector<ListedTensor>& list, std::uint64_t times) {
        const auto once = list;
        list.clear();
        for (std::uint64_t i = 0; i < times; ++i) {
            for (const auto& tensor : once)
                list.push_back(
                    {"copy" + std::to_string(i) + "." + tensor.name, tensor.bytes, tensor.item_size});
        }
    }

    std::mt19937_64 random_;
};

/// Returns "" or the process that has too much.
std::string too_uneven(const PartitionTree& tree, const PartitionPlan& plan) {
    double whole = 0;
    for (const auto weight : plan.weights)
        whole += weight;
    for (std::size_t i = 0; i < plan.shares.size(); ++i) {
        const auto& load = plan.shares[i].load;
        const double part = plan.weights[i] / whole;
        const double bytes = static_cast<double>(tree.total_bytes()) * part;
        const double tensors = std::ceil(static_cast<double>(tree.tensors().size()) * part);
        if (static_cast<double>(load.bytes) > 1.02 * bytes + 4 * largest_item ||
            static_cast<double>(load.tensors) > tensors + 2) {
            return "process " + std::to_string(i) + " has " + std::to_string(load.bytes) + " bytes for " +
                   std::to_string(bytes) + " and " + std::to_string(load.tensors) + " tensors for " +
                   std::to_string(tensors);
        }
    }
    return {};
}

}  // namespace

class TestPartitionProperties : public QObject {
    Q_OBJECT

 private slots:
    void every_byte_once_and_evenly() {
        int grouped = 0;
        int split = 0;
        for (int n = 0; n < cases; ++n) {
            RandomCase random(static_cast<std::uint64_t>(n));
            const auto tree = random.tree();
            const auto plan = plan_of(tree, random.weights());
            const auto at = "case " + std::to_string(n) + ": ";
            const auto wrong = not_a_partition(tree, plan);
            QVERIFY2(wrong.empty(), (at + wrong).c_str());
            const auto uneven = too_uneven(tree, plan);
            QVERIFY2(uneven.empty(), (at + uneven).c_str());
            std::size_t cuts = 0;
            for (const auto& s : plan.splits)
                cuts += s.pieces - 1;
            QVERIFY2(cuts <= 2 * (plan.shares.size() - 1), at.c_str());
            grouped += plan.groups.size() > 1 ? 1 : 0;
            split += plan.splits.empty() ? 0 : 1;
        }
        // The random cases include enough of the special cases.
        QVERIFY2(grouped > cases / 100, std::to_string(grouped).c_str());
        QVERIFY2(split > cases / 4, std::to_string(split).c_str());
    }

    void rivals_too_lose_nothing() {
        for (std::uint64_t n = 0; n < cases / 20; ++n) {
            RandomCase random(n);
            const auto tree = random.tree();
            const auto weights = random.weights();
            for (const auto rule : {greedy_partition, round_robin_partition})
                QCOMPARE(not_a_partition(tree, *rule(tree, weights)), std::string());
        }
    }
};

STEPVAULT_TEST(TestPartitionProperties)

}  // namespace test_partition_properties

#include "test_partition_properties.moc"
