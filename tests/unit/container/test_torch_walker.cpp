#include <string>

#include <QFile>
#include <QTest>

#include "container/pickle_reader.h"
#include "container/torch_walker.h"
#include "pickle_pieces.h"
#include "support/registry.h"

namespace test_torch_walker {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string sizes(std::initializer_list<int> values) {
    std::string pickle = "(";
    for (const auto value : values)
        pickle += number(value);
    return pickle + "t";
}

std::string storage(const std::string& key, int count, const std::string& storage_class = "FloatStorage") {
    return "(" + text("storage") + "ctorch\n" + storage_class + "\n" + text(key) + text("cpu") +
           number(count) + "tQ";
}

/// The arguments of _rebuild_tensor_v2 for six floats.
std::string tensor_args(const std::string& key) {
    return "(" + storage(key, 6) + number(0) + sizes({2, 3}) + sizes({3, 1}) +
           "\x89"
           "ccollections\nOrderedDict\n)Rt";
}

std::string tensor(const std::string& key) {
    return "ctorch._utils\n_rebuild_tensor_v2\n" + tensor_args(key) + "R";
}

std::string call(const std::string& module, const std::string& name, const std::string& args) {
    return "c" + module + "\n" + name + "\n(" + args + "tR";
}

std::string dict(const std::string& items) {
    return "}(" + items + "u";
}

QStringList names(const std::string& pickle, const WalkLimits& limits = {}) {
    const auto graph = read_pickle(as_view(pickle));
    if (!graph) return {QString::fromStdString(graph.error().message)};
    QStringList found;
    for (const auto& [name, tensor] : walk_torch_object(*graph, limits).tensors) {
        const auto storage = torch_storage(*graph, tensor.storage);
        found << QString::fromStdString(name + "=" + std::string(storage ? storage->key : "?"));
    }
    return found;
}

TorchContent content(const std::string& pickle) {
    const auto graph = read_pickle(as_view(pickle));
    return graph ? walk_torch_object(*graph) : TorchContent{};
}

}  // namespace

class TestTorchWalker : public QObject {
    Q_OBJECT

 private slots:
    void naming_data() {
        QTest::addColumn<std::string>("pickle");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, std::string pickle, QStringList expected) {
            QTest::newRow(name) << pickle + "." << expected;
        };
        const auto a = text("a");
        const auto b = text("b");
        row("root", tensor("0"), {"tensor=0"});
        row("dict", dict(a + tensor("0") + b + tensor("1")), {"a=0", "b=1"});
        row("dict in dict", dict(a + dict(b + tensor("0"))), {"a.b=0"});
        row("integer keys", dict(number(3) + tensor("0")), {"3=0"});
        row("other keys", dict("N" + tensor("0") + number(1) + number(2) + ")" + tensor("1")),
            {"0=0", "2=1"});
        row("list and tuple", "](" + tensor("0") + "(" + tensor("1") + tensor("2") + "te",
            {"0=0", "1.0=1", "1.1=2"});
        row("OrderedDict", "ccollections\nOrderedDict\n)R(" + a + tensor("0") + "u", {"a=0"});
        row("attributes", "cm\nNet\n)\x81" + dict(a + tensor("0")) + "b", {"a=0"});
        row("attributes and items",
            "ccollections\nOrderedDict\n)R(" + a + tensor("0") + "u" + dict(b + tensor("1")) + "b",
            {"a=0", "b=1"});
        row("slots",
            "cm\nNet\n)\x81N" + dict(a + tensor("0")) +
                "\x86"
                "b",
            {"a=0"});
        row("state that is a tuple",
            "cm\nNet\n)\x81" + number(1) + tensor("0") +
                "\x86"
                "b",
            {"1=0"});
        row("arguments of the unknown", dict(a + call("m", "f", number(1) + tensor("0"))), {"a.1=0"});
        row("parameter", dict(a + call("torch._utils", "_rebuild_parameter", tensor("0") + "\x88N")),
            {"a=0"});
        row("parameter in parameter",
            call("torch._utils", "_rebuild_parameter",
                 call("torch._utils", "_rebuild_parameter", tensor("0") + "\x88N") + "\x88N"),
            {"tensor=0"});
        row("subclass",
            dict(a + call("torch._tensor", "_rebuild_from_type_v2",
                          "ctorch._utils\n_rebuild_tensor_v2\ncm\nT\n" + tensor_args("0") + "}")),
            {"a=0"});
        row("sparse",
            dict(a + call("torch._utils", "_rebuild_sparse_tensor",
                          "N(" + tensor("0") + tensor("1") + sizes({3, 3}) + "t")),
            {"a.indices=0", "a.values=1"});
        row("one tensor on two paths", dict(a + tensor("0") + "\x94" + b + "h\x00"s), {"a=0", "b=0"});
        row("one list on two paths", dict(a + "](" + tensor("0") + "e\x94" + b + "h\x00"s), {"a.0=0"});
        row("a cycle", "]\x94(h\x00"s + tensor("0") + "e", {"1=0"});
        row("storage alone", dict(a + storage("0", 6)), {});
        row("other function of the same name", dict(a + call("evil", "_rebuild_tensor_v2", number(1))), {});
        row("no storage", call("torch._utils", "_rebuild_tensor_v2", "NK\x00)K\x01\x85"s + "\x89N"), {});
        row("key that is no UTF-8", dict(text("a\xff") + tensor("0")), {QStringLiteral("a\uFFFD=0")});
    }
    void naming() {
        QFETCH(std::string, pickle);
        QFETCH(QStringList, expected);
        QCOMPARE(names(pickle), expected);
    }

    void a_tensors_shape() {
        const auto pickle = tensor("7") + ".";
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        const auto found = torch_tensor(*graph, graph->root);
        QVERIFY(found.has_value());
        QCOMPARE(found->dtype, DType::f32);
        QCOMPARE(found->shape, (std::vector<std::uint64_t>{2, 3}));
        QCOMPARE(found->stride, (std::vector<std::int64_t>{3, 1}));
        QCOMPARE(found->extent(), std::optional<std::uint64_t>(6));
    }

    void untyped_storages_take_the_dtype_of_the_call() {
        const auto pickle = call("torch._utils", "_rebuild_tensor_v3",
                                 storage("0", 6, "UntypedStorage") + number(1) + sizes({5}) + sizes({1}) +
                                     "\x89Nctorch\nfloat8_e4m3fn\n}") +
                            ".";
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        const auto found = torch_tensor(*graph, graph->root);
        QVERIFY(found.has_value());
        QCOMPARE(found->dtype, DType::f8);
        QCOMPARE(found->offset, std::uint64_t{1});
        QVERIFY(torch_storage(*graph, found->storage)->untyped);
    }

    void extents_data() {
        QTest::addColumn<TorchTensor>("tensor");
        QTest::addColumn<qint64>("expected");
        constexpr auto huge = std::uint64_t{1} << 63;
        const auto make = [](std::uint64_t offset, std::vector<std::uint64_t> shape,
                             std::vector<std::int64_t> stride) {
            return TorchTensor{
                .storage = 0, .dtype = DType::f32, .offset = offset, .shape = shape, .stride = stride};
        };
        QTest::newRow("scalar") << make(4, {}, {}) << qint64{5};
        QTest::newRow("strided") << make(1, {2, 3}, {10, 2}) << qint64{16};
        QTest::newRow("broadcast") << make(0, {4, 6}, {1, 0}) << qint64{4};
        QTest::newRow("empty") << make(100, {0, 3}, {3, 1}) << qint64{0};
        QTest::newRow("negative stride") << make(9, {3}, {-1}) << qint64{-1};
        QTest::newRow("product overflows") << make(0, {huge}, {4}) << qint64{-1};
        QTest::newRow("sum overflows") << make(huge, {huge}, {1}) << qint64{-1};
    }
    void extents() {
        QFETCH(TorchTensor, tensor);
        QFETCH(qint64, expected);
        const auto extent = tensor.extent();
        QCOMPARE(extent ? static_cast<qint64>(*extent) : -1, expected);
    }

    void counts_data() {
        QTest::addColumn<std::string>("items");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<qint64>("epoch");
        const auto item = [](const char* key, const std::string& value) { return text(key) + value; };
        QTest::newRow("none") << item("lr", number(1)) << qint64{-1} << qint64{-1};
        QTest::newRow("step") << item("step", number(5)) << qint64{5} << qint64{-1};
        QTest::newRow("iteration") << item("iteration", number(6)) << qint64{6} << qint64{-1};
        QTest::newRow("iter") << item("iter", number(7)) << qint64{7} << qint64{-1};
        QTest::newRow("nanogpt") << item("iter_num", number(8)) << qint64{8} << qint64{-1};
        QTest::newRow("deepspeed") << item("global_steps", number(9)) << qint64{9} << qint64{-1};
        QTest::newRow("order of preference, not of the file")
            << item("iter", number(1)) + item("iteration", number(2)) + item("step", number(3)) +
                   item("global_step", number(4)) + item("epoch", number(9))
            << qint64{4} << qint64{9};
        QTest::newRow("only integers count")
            << item("global_step", tensor("0")) + item("step", "\x88") + item("iter", number(3)) +
                   item("epoch", "G\x3f\xf8\x00\x00\x00\x00\x00\x00"s)
            << qint64{3} << qint64{-1};
        QTest::newRow("only at the top")
            << item("state", dict(item("step", number(3)))) << qint64{-1} << qint64{-1};
    }
    void counts() {
        QFETCH(std::string, items);
        QFETCH(qint64, step);
        QFETCH(qint64, epoch);
        for (const auto& pickle : {dict(items), "ccollections\nOrderedDict\n)R(" + items + "u",
                                   "cm\nC\n)\x81" + dict(items) + "b"}) {
            const auto found = content(pickle + ".");
            QCOMPARE(found.step.value_or(-1), step);
            QCOMPARE(found.epoch.value_or(-1), epoch);
        }
    }

    void a_command_is_only_listed_data() {
        QTest::addColumn<std::string>("module");
        QTest::newRow("os") << "os"s;
        QTest::newRow("posix") << "posix"s;
    }
    void a_command_is_only_listed() {
        QFETCH(std::string, module);
        const auto pickle = call(module, "system", text("touch executed; exit 1")) + "0" +
                            call(module, "system", text("again")) + "0" + tensor("0") + ".";
        const auto found = content(pickle);
        QVERIFY(!QFile::exists("executed"));
        QCOMPARE(found.globals,
                 (std::vector<std::string>{module + ".system", "torch._utils._rebuild_tensor_v2",
                                           "torch.FloatStorage", "collections.OrderedDict"}));
        QCOMPARE(found.tensors.size(), std::size_t{1});
    }

    void shared_containers_are_walked_once() {
        auto pickle = "](" + tensor("0") + "e\x94";
        for (int i = 0; i < 100; ++i) {
            const auto before = "h"s + static_cast<char>(i);
            pickle += "](" + before + before + before + "e\x94";
        }
        pickle += ".";
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        QCOMPARE(walk_torch_object(*graph).tensors.size(), std::size_t{1});
    }

    void limits_leave_names_out() {
        const auto nested = std::string(2000, ']') + tensor("0") + std::string(2000, 'a') + ".";
        QCOMPARE(names(nested), QStringList());
        QVERIFY(content(nested).cut_short);
        QCOMPARE(names("]" + tensor("0") + "a.", {.depth = 1}), QStringList{"0=0"});
        QCOMPARE(names("]" + tensor("0") + "a.", {.name_length = 0}), QStringList());
        QCOMPARE(names("](" + tensor("0") + tensor("1") + "e.", {.tensors = 1}), QStringList{"0=0"});
        QCOMPARE(names("](" + tensor("0") + tensor("1") + "e.", {.memory_per_byte = 0, .memory_extra = 0}),
                 QStringList());
    }
};

STEPVAULT_TEST(TestTorchWalker)

}  // namespace test_torch_walker

#include "test_torch_walker.moc"
