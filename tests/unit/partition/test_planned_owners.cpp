#include <algorithm>
#include <map>
#include <numeric>

#include <QtTest>

#include "partition/partition_plan.h"
#include "partition/planned_owners.h"
#include "support/registry.h"

namespace test_planned_owners {

using namespace stepvault;

namespace {

struct Shape {
    std::uint64_t elements = 0;
    std::uint32_t stream = 1;
    DType dtype = DType::f32;
    std::uint32_t same_as = StoredPayload::itself;
};

/// One file: 100 bytes of header, then payloads named "t0", "t1", ... Chunks of ten elements.
StepLayout layout_of(const std::vector<Shape>& shapes) {
    StepLayout layout;
    layout.streams.push_back({.dtype = DType::opaque, .group = "", .chunk_elements = 16});
    for (const auto& shape : shapes) {
        if (layout.streams.size() <= shape.stream)
            layout.streams.resize(shape.stream + 1,
                                  {.coding = StreamCoding::exact, .group = "", .chunk_elements = 10});
        layout.streams[shape.stream].dtype = shape.dtype;
    }
    std::uint64_t at = 100;
    for (const auto& shape : shapes) {
        const auto length = shape.elements * item_size(shape.dtype);
        StoredPayload payload;
        payload.offset = at;
        payload.length = length;
        payload.dtype = shape.dtype;
        payload.stream = shape.stream;
        payload.same_as = shape.same_as;
        payload.name = "t" + std::to_string(layout.payloads.size());
        layout.payloads.push_back(payload);
        at += length;
    }
    layout.files.push_back({.path = "", .size = at, .format = "", .note = ""});
    return layout;
}

/// Asks for the plan's process of every single element, and gives each chunk to the one with the most.
ChunkOwners counted_owners(const StepLayout& layout, const std::vector<std::uint32_t>& weights) {
    std::vector<ListedTensor> list;
    for (const auto& payload : layout.payloads)
        list.push_back({payload.name, payload.length, static_cast<std::uint32_t>(item_size(payload.dtype))});
    const auto tree = PartitionTree::of(list, layout.streams.front().count);
    const auto plan = plan_partition(*tree, weights);
    std::vector<std::map<std::uint64_t, std::uint32_t>> process_of(layout.streams.size());
    for (std::uint32_t process = 0; process < plan->shares.size(); ++process) {
        const auto& share = plan->shares[process];
        for (std::uint64_t i = 0; i < share.rest_bytes; ++i)
            process_of[0][share.rest_first + i] = process;
        for (const auto& slice : share.slices) {
            const auto& payload = layout.payloads[tree->tensors()[slice.tensor].payload];
            for (std::uint64_t i = 0; i < slice.count; ++i)
                process_of[payload.stream][payload.first + slice.first + i] = process;
        }
    }
    ChunkOwners owners;
    for (std::size_t s = 0; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        auto& of_stream = owners.emplace_back();
        for (std::uint64_t chunk = 0; chunk < stream.chunks(); ++chunk) {
            std::map<std::uint32_t, std::uint64_t> counts;
            for (std::uint64_t i = 0; i < stream.chunk_count(chunk); ++i)
                ++counts[process_of[s].at(stream.chunk_first(chunk) + i)];
            // Among equal counts, the one with the earlier elements.
            auto most = process_of[s].at(stream.chunk_first(chunk));
            for (std::uint64_t i = 0; i < stream.chunk_count(chunk); ++i) {
                const auto process = process_of[s].at(stream.chunk_first(chunk) + i);
                if (counts[process] > counts[most]) most = process;
            }
            of_stream.push_back(most);
        }
    }
    return owners;
}

std::vector<std::uint64_t> bytes_by_rank(const StepLayout& layout, const ChunkOwners& owners,
                                         std::size_t ranks) {
    std::vector<std::uint64_t> bytes(ranks);
    for (std::size_t s = 0; s < owners.size(); ++s) {
        for (std::uint64_t chunk = 0; chunk < owners[s].size(); ++chunk)
            bytes.at(owners[s][chunk]) += layout.streams[s].chunk_bytes(chunk);
    }
    return bytes;
}

}  // namespace

class TestPlannedOwners : public QObject {
    Q_OBJECT

 private slots:
    void owners_are_those_of_the_plan_data() {
        QTest::addColumn<QList<quint64>>("sizes");
        QTest::addColumn<int>("ranks");
        QTest::newRow("one tensor") << QList<quint64>{1000} << 3;
        QTest::newRow("one for each") << QList<quint64>{300, 300, 300} << 3;
        QTest::newRow("large and small") << QList<quint64>{5, 900, 7, 3, 1, 250, 11, 64} << 4;
        QTest::newRow("single elements") << QList<quint64>{1, 40, 1, 3} << 2;
        QTest::newRow("fewer chunks than ranks") << QList<quint64>{4, 3} << 5;
        QTest::newRow("alone") << QList<quint64>{40, 3} << 1;
    }
    void owners_are_those_of_the_plan() {
        QFETCH(QList<quint64>, sizes);
        QFETCH(int, ranks);
        std::vector<Shape> shapes;
        for (qsizetype i = 0; i < sizes.size(); ++i)
            shapes.push_back(
                {sizes[i], static_cast<std::uint32_t>(1 + i % 3), i % 3 == 1 ? DType::bf16 : DType::f32});
        auto layout = layout_of(shapes);
        QVERIFY(layout.complete());
        const std::vector<std::uint32_t> weights(static_cast<std::size_t>(ranks), 1);
        const auto owners = planned_owners(layout, weights);
        const auto counted = counted_owners(layout, weights);
        for (std::size_t s = 0; s < owners.size(); ++s)
            QCOMPARE(owners[s], counted[s]);
    }

    void shares_follow_the_weights_data() {
        QTest::addColumn<QList<quint32>>("weights");
        using W = QList<quint32>;
        QTest::newRow("one") << W{1};
        QTest::newRow("two") << W{1, 1};
        QTest::newRow("seven") << W{1, 1, 1, 1, 1, 1, 1};
        QTest::newRow("one for two") << W{1, 1, 2};
        QTest::newRow("one has nothing to do") << W{3, 0, 1};
        QTest::newRow("large ones") << W{4'000'000'000U, 1'000'000'000U};
    }
    void shares_follow_the_weights() {
        QFETCH(QList<quint32>, weights);
        std::vector<Shape> shapes;
        for (std::uint64_t i = 0; i < 60; ++i)
            shapes.push_back({i % 4 == 0 ? 20'000 + 100 * i : 50 + i, static_cast<std::uint32_t>(1 + i % 3)});
        auto layout = layout_of(shapes);
        QVERIFY(layout.complete());
        const auto owners =
            planned_owners(layout, std::vector<std::uint32_t>(weights.begin(), weights.end()));
        const auto load = bytes_by_rank(layout, owners, static_cast<std::size_t>(weights.size()));
        const auto total = static_cast<double>(std::accumulate(load.begin(), load.end(), std::uint64_t{0}));
        const auto whole = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (std::size_t r = 0; r < load.size(); ++r) {
            const auto weight = weights[static_cast<qsizetype>(r)];
            QVERIFY(std::abs(static_cast<double>(load[r]) - total * weight / whole) <= 0.02 * total);
            QCOMPARE(load[r] == 0, weight == 0);
        }
    }

    /// The copies would fill one rank's share of the plan, and nothing of them is coded.
    void copies_are_no_work() {
        std::vector<Shape> shapes(8, {1000});
        for (std::size_t i = 4; i < 8; ++i)
            shapes[i].same_as = static_cast<std::uint32_t>(i - 4);
        auto layout = layout_of(shapes);
        QVERIFY(layout.complete());
        const auto load = bytes_by_rank(layout, planned_owners(layout, std::vector<std::uint32_t>{1, 1}), 2);
        QVERIFY(std::max(load[0], load[1]) - std::min(load[0], load[1]) <= 200);
    }
};

STEPVAULT_TEST(TestPlannedOwners)

}  // namespace test_planned_owners

#include "test_planned_owners.moc"
