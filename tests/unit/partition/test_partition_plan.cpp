#include <QtTest>

#include "partition/baseline_partitions.h"
#include "partition/model_shapes.h"
#include "support/registry.h"
#include "trees.h"

namespace test_partition_plan {

using namespace stepvault;
using namespace stepvault::test;

namespace {

using Words = std::vector<std::string>;

/// `layers` times the same two tensors, after the tensors in `list`.
PartitionTree layered(int layers, std::vector<ListedTensor> list = {}) {
    for (int i = 0; i < layers; ++i) {
        const auto layer = "layers." + std::to_string(i);
        list.push_back({layer + ".weight", 1000, 4});
        list.push_back({layer + ".bias", 40, 4});
    }
    return *PartitionTree::of(list);
}

Words groups_in_words(const PartitionPlan& plan) {
    Words all;
    for (const auto& g : plan.groups) {
        all.push_back(std::to_string(g.first_process) + "+" + std::to_string(g.processes) + ": " +
                      std::to_string(g.first_tensor) + "+" + std::to_string(g.tensors) +
                      (g.reason == GroupReason::one_process ? " alone" : " together"));
    }
    return all;
}

}  // namespace

class TestPartitionPlan : public QObject {
    Q_OBJECT

 private slots:
    void candidates_data() {
        QTest::addColumn<int>("weights");  // of 1000 bytes in each of two containers
        QTest::addColumn<QString>("where");
        QTest::addColumn<int>("small");  // tensors of 8 bytes in addition
        QTest::addColumn<quint32>("processes");
        QTest::addColumn<QString>("path");
        QTest::addColumn<CandidateReason>("reason");
        const auto row = [](const char* name, int weights, const char* where, int small, quint32 processes,
                            const char* path, CandidateReason reason) {
            QTest::newRow(name) << weights << where << small << processes << path << reason;
        };
        row("nothing", 0, "", 0, 2, "", CandidateReason::no_tensors);
        row("two collections", 20, "a.%1.w|b.%1.w", 0, 2, "", CandidateReason::spread);
        row("in a wrapper", 20, "top.a.%1.w|top.b.%1.w", 0, 2, "top", CandidateReason::nearly_all);
        row("in two", 20, "top.in.a.%1|top.in.b.%1", 0, 2, "top.in", CandidateReason::nearly_all);
        row("with little beside", 20, "model.%1.w", 1, 2, "model", CandidateReason::nearly_all);
        row("with many small ones beside", 20, "model.%1.w", 2, 2, "", CandidateReason::spread);
        row("little for two, much for many", 20, "model.%1.w", 1, 10, "", CandidateReason::spread);
        row("one tensor", 1, "model.%1", 0, 3, "model.0", CandidateReason::single_tensor);
        row("no bytes but of one", 1, "model.%1", 1, 1, "", CandidateReason::spread);
    }
    void candidates() {
        QFETCH(int, weights);
        QFETCH(QString, where);
        QFETCH(int, small);
        QFETCH(quint32, processes);
        QFETCH(QString, path);
        QFETCH(CandidateReason, reason);
        std::vector<ListedTensor> list;
        for (const auto& place : where.split('|')) {
            for (int i = 0; i < weights; ++i)
                list.push_back({place.arg(i).toStdString(), 1000, 4});
        }
        for (int i = 0; i < small; ++i)
            list.push_back({"beside." + std::to_string(i), 8, 8});
        const auto tree = *PartitionTree::of(list);
        const auto plan = plan_for(tree, processes);
        QCOMPARE(QString::fromStdString(tree.path(plan.candidate)), path);
        QCOMPARE(plan.reason, reason);
        QCOMPARE(not_a_partition(tree, plan), std::string());
        const bool left = path != "" && small > 0;
        QCOMPARE(plan.outside.tensors, left ? std::uint64_t(small) : 0U);
        QCOMPARE(plan.outside.bytes, left ? std::uint64_t(8 * small) : 0U);
    }

    void what_lies_outside_counts_for_who_takes_it() {
        const auto tree = layered(60, {{"epoch", 400, 8}, {"rng", 800, 1}});
        const auto plan = plan_of(tree, {1, 2, 1, 2});
        QCOMPARE(tree.path(plan.candidate), std::string("layers"));
        QCOMPARE(plan.outside.process, 1U);
        QCOMPARE(plan.shares[1].slices[0], (TensorSlice{0, 0, 50}));
        QCOMPARE(plan.shares[1].slices[1], (TensorSlice{1, 0, 800}));
        const auto even = balance(loads(plan), plan.weights);
        QVERIFY2(even.bytes < 1.02, std::to_string(even.bytes).c_str());
        QVERIFY2(even.tensors < 1.06, std::to_string(even.tensors).c_str());
    }

    void the_rest_data() {
        QTest::addColumn<quint64>("rest");
        QTest::addColumn<QList<quint64>>("parts");
        using Parts = QList<quint64>;
        QTest::newRow("none") << quint64{0} << Parts{0, 0, 0};
        // The heaviest process has half of 2080 bytes, plus the rest; an eighth of that is small.
        QTest::newRow("small") << quint64{138} << Parts{0, 138, 0};
        QTest::newRow("large") << quint64{139} << Parts{35, 69, 35};
        QTest::newRow("all there is") << quint64{100'001} << Parts{25'000, 50'001, 25'000};
    }
    void the_rest() {
        QFETCH(quint64, rest);
        QFETCH(QList<quint64>, parts);
        const auto tree = tree_of({{"a", 1040}, {"b", 1040}}, rest);
        const auto plan = plan_of(tree, {1, 2, 1});
        QCOMPARE(not_a_partition(tree, plan), std::string());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(quint64{plan.shares[static_cast<std::size_t>(i)].rest_bytes}, parts[i]);
        QCOMPARE(plan.outside.rest, rest == 0                        ? LeftTo::nobody
                                    : plan.shares[0].rest_bytes == 0 ? LeftTo::one
                                                                     : LeftTo::all);
        QVERIFY(balance(loads(plan), plan.weights).bytes < 1.001);
    }

    void files_without_tensors_are_divided_too() {
        const auto tree = tree_of({}, 1001);
        const auto plan = plan_for(tree, 2);
        QCOMPARE(plan.reason, CandidateReason::no_tensors);
        QCOMPARE(plan.shares[0].rest_bytes, std::uint64_t{501});
        QCOMPARE(not_a_partition(tree, plan), std::string());
    }

    void whole_collections_where_they_come_out_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QList<quint32>>("weights");
        QTest::addColumn<QStringList>("groups");
        QTest::addColumn<int>("splits");
        using W = QList<quint32>;
        QTest::newRow("layers") << QByteArray("layers") << W{1, 1, 1, 1}
                                << QStringList{"0+1: 0+6 alone", "1+1: 6+6 alone", "2+1: 12+6 alone",
                                               "3+1: 18+6 alone"}
                                << 0;
        QTest::newRow("by weights") << QByteArray("layers") << W{1, 3, 2}
                                    << QStringList{"0+1: 0+4 alone", "1+1: 4+12 alone", "2+1: 16+8 alone"}
                                    << 0;
        QTest::newRow("several for one") << QByteArray("layers") << W{3, 2, 2, 2, 3}
                                         << QStringList{"0+1: 0+6 alone", "1+1: 6+4 alone", "2+1: 10+4 alone",
                                                        "3+1: 14+4 alone", "4+1: 18+6 alone"}
                                         << 0;
        QTest::newRow("not whole") << QByteArray("layers") << W{1, 1, 1, 1, 1}
                                   << QStringList{"0+5: 0+24 together"} << 2;
        QTest::newRow("half of them whole") << QByteArray("layers") << W{1, 1, 1, 1, 1, 1, 1, 1}
                                            << QStringList{"0+2: 0+6 together", "2+2: 6+6 together",
                                                           "4+2: 12+6 together", "6+2: 18+6 together"}
                                            << 4;
        QTest::newRow("of different depth")
            << QByteArray("nested") << W{1, 1, 1, 1}
            << QStringList{"0+2: 0+4 together", "2+1: 4+2 alone", "3+1: 6+2 alone"} << 1;
    }
    void whole_collections_where_they_come_out() {
        QFETCH(QByteArray, kind);
        QFETCH(QList<quint32>, weights);
        QFETCH(QStringList, groups);
        QFETCH(int, splits);
        const auto nested = tree_of({{"a.w", 197},
                                     {"a.x", 1},
                                     {"a.y", 1},
                                     {"a.z", 1},
                                     {"b.c.w", 60},
                                     {"b.c.b", 40},
                                     {"b.d.w", 100},
                                     {"b.d.e.b", 0}});
        const auto tree = kind == "layers" ? layered(12) : nested;
        const auto plan = plan_of(tree, {weights.begin(), weights.end()});
        QStringList found;
        for (const auto& words : groups_in_words(plan))
            found.append(QString::fromStdString(words));
        QCOMPARE(found, groups);
        QCOMPARE(static_cast<int>(plan.splits.size()), splits);
        QCOMPARE(not_a_partition(tree, plan), std::string());
    }

    void slices_data() {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QList<quint32>>("weights");
        QTest::addColumn<QByteArray>("shares");
        using W = QList<quint32>;
        const auto row = [](const char* name, const char* tensors, const W& weights, const char* shares) {
            QTest::newRow(name) << QByteArray(tensors) << weights << QByteArray(shares);
        };
        row("one process", "a=5 b=0 c=7", W{1}, "a b c");
        row("one tensor", "a=1000", W{1, 1, 1}, "a[0+333] | a[333+333] | a[666+334]");
        row("one tensor, weighed", "a=1000", W{1, 4}, "a[0+200] | a[200+800]");
        row("one byte", "a=1", W{1, 1, 1}, " |  | a");
        row("bytes do not make up for tensors", "a=900 b=300 c=300 d=300", W{1, 1},
            "a[0+300] b c | a[300+600] d");
        row("few large ones go with many small ones", "a=710 b=400 c=350 d=30 e=30 f=30", W{1, 1},
            "a d e | b c f");
        row("the largest that leaves room", "a=50 b=40 c=30 d=20 e=10 f=10", W{1, 1}, "a d e | b c f");
        row("what none can take is cut first", "a=1900 b=25 c=25 d=25 e=25", W{1, 1},
            "a[0+925] b c d | a[925+975] e");
        row("nearly is enough", "a=1000 b=1005", W{1, 1}, "a | b");
        row("too far off is not", "a=1000 b=1040", W{1, 1}, "a b[0+20] | b[20+1020]");
        row("none without elements is lost", "a=0 b=0 c=0", W{1, 1}, "a b | c");
    }
    void slices() {
        QFETCH(QByteArray, tensors);
        QFETCH(QList<quint32>, weights);
        QFETCH(QByteArray, shares);
        std::vector<ListedTensor> list;
        for (const auto& tensor : tensors.split(' ')) {
            const auto parts = tensor.split('=');
            list.push_back({parts[0].toStdString(), parts[1].toULongLong(), 1});
        }
        const auto tree = *PartitionTree::of(list);
        const auto plan = plan_of(tree, {weights.begin(), weights.end()});
        QByteArrayList found;
        for (const auto& words : in_words(tree, plan))
            found.append(QByteArray::fromStdString(words));
        QCOMPARE(found.join(" | "), shares);
    }

    void splits_say_why() {
        const auto giant = plan_for(tree_of({{"a", 1900}, {"b", 100}}), 2);
        QCOMPARE(giant.splits.size(), std::size_t{1});
        QCOMPARE(giant.splits[0].tensor, 0U);
        QCOMPARE(giant.splits[0].reason, SplitReason::larger_than_share);
        const auto uneven = plan_for(tree_of({{"a", 1000}, {"b", 1040}, {"c", 1000}, {"d", 1000}}), 2);
        QCOMPARE(uneven.splits.size(), std::size_t{1});
        QCOMPARE(uneven.splits[0].reason, SplitReason::fills_share);
        QCOMPARE(uneven.splits[0].pieces, 2U);
    }

    void bert_large_is_even_for_any_number_of_processes() {
        const auto tree = *PartitionTree::of(*model_shapes("bert-large"));
        for (std::uint32_t processes = 2; processes <= 64; ++processes) {
            const auto plan = plan_for(tree, processes);
            QCOMPARE(not_a_partition(tree, plan), std::string());
            const auto even = balance(loads(plan), plan.weights);
            const auto words = std::to_string(processes) + ": " + std::to_string(even.bytes) + " " +
                               std::to_string(even.tensors);
            QVERIFY2(even.bytes <= 1.02 && even.tensors <= 1.10, words.c_str());
            // Compares the shares also with the mean that is possible without splits.
            std::uint64_t most = 0;
            for (const auto& load : loads(plan))
                most = std::max(most, load.tensors);
            QVERIFY2(10 * most * processes <= 11 * tree.tensors().size(), words.c_str());
        }
    }

    void models_are_more_even_than_by_the_rivals_data() {
        QTest::addColumn<quint32>("processes");
        for (const auto name : model_names()) {
            for (const quint32 processes : {2U, 4U, 8U, 16U, 64U})
                QTest::addRow("%s/%u", std::string(name).c_str(), processes) << processes;
        }
    }
    void models_are_more_even_than_by_the_rivals() {
        QFETCH(quint32, processes);
        const auto name = QByteArray(QTest::currentDataTag()).split('/').front().toStdString();
        const auto tree = *PartitionTree::of(*model_shapes(name));
        const std::vector<std::uint32_t> weights(processes, 1);
        const auto worst = [&](const PartitionPlan& plan) {
            const auto even = balance(loads(plan), weights);
            return std::max(even.bytes, even.tensors);
        };
        const auto ours = plan_of(tree, weights);
        const auto even = balance(loads(ours), weights);
        QVERIFY2(even.bytes <= 1.02, std::to_string(even.bytes).c_str());
        QVERIFY2(even.tensors <= 1.10, std::to_string(even.tensors).c_str());
        QVERIFY(worst(ours) < worst(*greedy_partition(tree, weights)));
        QVERIFY(worst(ours) < worst(*round_robin_partition(tree, weights)));
    }

    void what_is_no_process_is_refused() {
        const auto tree = tree_of({{"a", 5}});
        for (const auto& weights : {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{1, 0},
                                    std::vector<std::uint32_t>((1U << 20) + 1, 1)}) {
            const auto plan = plan_partition(tree, weights);
            QVERIFY(!plan);
            QCOMPARE(plan.error().code, ErrorCode::invalid_argument);
        }
    }
};

STEPVAULT_TEST(TestPartitionPlan)

}  // namespace test_partition_plan

#include "test_partition_plan.moc"
