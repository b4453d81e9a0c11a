#include <QtTest>

#include "partition/partition_tree.h"
#include "support/registry.h"
#include "trees.h"

namespace test_partition_tree {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// "a(b c(d))": the keys, depth first.
std::string shape_of(const PartitionTree& tree, std::uint32_t node = 0) {
    const auto& n = tree.nodes()[node];
    std::string text = n.key;
    if (n.children.empty()) return text;
    text += "(";
    for (const auto child : n.children)
        text += (child == n.children.front() ? "" : " ") + shape_of(tree, child);
    return text + ")";
}

Payload payload(std::uint64_t offset, std::uint64_t length, DType dtype, const char* name) {
    return {.offset = offset, .length = length, .dtype = dtype, .name = name};
}
TensorView view(const char* name, std::uint32_t of) {
    return {.name = name, .payload = of, .dtype = DType::f32, .shape = {}, .stride = {}};
}

}  // namespace

class TestPartitionTree : public QObject {
    Q_OBJECT

 private slots:
    void names_nest_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<QStringList>("order");
        QTest::newRow("none") << QStringList{} << QByteArray("") << QStringList{};
        QTest::newRow("flat") << QStringList{"b", "a"} << QByteArray("(b a)") << QStringList{"b", "a"};
        QTest::newRow("nested") << QStringList{"m.0.w", "m.0.b", "m.1.w", "o.m"}
                                << QByteArray("(m(0(w b) 1(w)) o(m))")
                                << QStringList{"m.0.w", "m.0.b", "m.1.w", "o.m"};
        QTest::newRow("interleaved") << QStringList{"a.x", "b.x", "a.y"} << QByteArray("(a(x y) b(x))")
                                     << QStringList{"a.x", "a.y", "b.x"};
        QTest::newRow("a tensor and a collection")
            << QStringList{"a", "a.b", "a"} << QByteArray("(a a(b) a)") << QStringList{"a", "a.b", "a"};
        QTest::newRow("empty keys") << QStringList{"", ".", "a."} << QByteArray("( () a())")
                                    << QStringList{"", ".", "a."};
    }
    void names_nest() {
        QFETCH(QStringList, names);
        QFETCH(QByteArray, shape);
        QFETCH(QStringList, order);
        std::vector<ListedTensor> list;
        for (const auto& name : names)
            list.push_back({name.toStdString(), 4, 4});
        const auto tree = PartitionTree::of(list);
        QCOMPARE(QByteArray::fromStdString(shape_of(*tree)), shape);
        QStringList found;
        for (const auto& tensor : tree->tensors()) {
            found.append(QString::fromStdString(tensor.name));
            QCOMPARE(list[tensor.payload].name, tensor.name);
        }
        QCOMPARE(found, order);
    }

    void nodes_sum_up_what_lies_in_them() {
        const auto tree = tree_of({{"a.x", 10}, {"b.c.x", 1}, {"a.y", 30}, {"b.c.y", 0}, {"b.d", 5}}, 7);
        QCOMPARE(tree.total_bytes(), std::uint64_t{53});
        QCOMPARE(tree.rest_bytes(), std::uint64_t{7});
        std::map<std::string, std::array<std::uint64_t, 3>> sums;
        for (std::uint32_t n = 0; n < tree.nodes().size(); ++n) {
            const auto& node = tree.nodes()[n];
            sums[tree.path(n)] = {node.bytes, node.first, node.end};
        }
        using Sums = std::array<std::uint64_t, 3>;
        QCOMPARE(sums.at(""), (Sums{46, 0, 5}));
        QCOMPARE(sums.at("a"), (Sums{40, 0, 2}));
        QCOMPARE(sums.at("b"), (Sums{6, 2, 5}));
        QCOMPARE(sums.at("b.c"), (Sums{1, 2, 4}));
        QCOMPARE(sums.at("b.c.y"), (Sums{0, 3, 4}));
    }

    void names_may_be_deeper_than_any_walk() {
        std::string deep;
        for (int i = 0; i < 100'000; ++i)
            deep += "a.";
        const auto tree = PartitionTree::of(std::vector<ListedTensor>{{deep + "w", 8, 4}, {"b", 4, 4}});
        QCOMPARE(tree->nodes().size(), std::size_t{67});
        QCOMPARE(tree->path(65), deep + "w");
        QCOMPARE(tree->tensors()[0].name, deep + "w");
    }

    void a_shared_payload_counts_once() {
        Layout layout;
        layout.file_size = 1000;
        layout.payloads = {payload(100, 200, DType::f16, "emb"), payload(300, 40, DType::f32, "storage:1"),
                           payload(400, 80, DType::f64, "head.bias")};
        layout.tensors = {view("head.bias", 2), view("emb", 0), view("head.weight", 0)};
        const auto tree = PartitionTree::of(layout);
        QCOMPARE(QByteArray::fromStdString(shape_of(tree)), QByteArray("(head(bias) emb)"));
        QCOMPARE(tree.tensors()[1].payload, 0U);
        QCOMPARE(tree.tensors()[1].elements, std::uint64_t{100});
        QCOMPARE(tree.tensors()[1].item_size, 2U);
        QCOMPARE(tree.nodes()[0].bytes, std::uint64_t{280});
        QCOMPARE(tree.rest_bytes(), std::uint64_t{720});
    }

    void several_files_are_one_tree() {
        Layout a;
        a.file_size = 100;
        a.payloads = {payload(10, 80, DType::f32, "w.x")};
        a.tensors = {view("w.x", 0)};
        Layout raw;
        raw.file_size = 30;
        Layout b = a;
        b.tensors = {view("w.y", 0)};
        const std::vector<FileLayout> files{{"model-1.safetensors", &a}, {"config.json", &raw}, {"b.pt", &b}};
        const auto tree = PartitionTree::of(files);
        QCOMPARE(QByteArray::fromStdString(shape_of(tree)),
                 QByteArray("(model-1.safetensors(w(x)) b.pt(w(y)))"));
        QCOMPARE(tree.rest_bytes(), std::uint64_t{70});
        QCOMPARE(tree.tensors()[0].file, 0U);
        QCOMPARE(tree.tensors()[1].file, 2U);
        QCOMPARE(tree.tensors()[1].name, std::string("w.y"));
    }

    void sizes_that_make_no_sense_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<quint32>("item_size");
        QTest::newRow("half an element") << quint64{6} << 4U;
        QTest::newRow("no item size") << quint64{4} << 0U;
        QTest::newRow("more than there can be") << ~quint64{0} << 1U;
    }
    void sizes_that_make_no_sense() {
        QFETCH(quint64, bytes);
        QFETCH(quint32, item_size);
        const auto tree = PartitionTree::of(std::vector<ListedTensor>{{"a", 4, 4}, {"b", bytes, item_size}});
        QVERIFY(!tree);
        QCOMPARE(tree.error().code, ErrorCode::invalid_argument);
    }
};

STEPVAULT_TEST(TestPartitionTree)

}  // namespace test_partition_tree

#include "test_partition_tree.moc"
