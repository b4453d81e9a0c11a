#include <QTest>

#include "container/allowed_globals.h"
#include "container/object_tree.h"
#include "container/pickle_reader.h"
#include "support/registry.h"

namespace test_object_tree {

using namespace stepvault;

class TestObjectTree : public QObject {
    Q_OBJECT

    static QStringList tree(const QByteArray& pickle, const TreeLimits& limits = {}) {
        const auto graph = read_pickle(ByteView(reinterpret_cast<const std::byte*>(pickle.data()),
                                                static_cast<std::size_t>(pickle.size())));
        if (!graph) return {QString::fromStdString(graph.error().message)};
        QStringList text;
        for (const auto& line : object_tree(*graph, limits)) {
            const auto key = line.key.empty() ? QString() : QString::fromStdString(line.key) + ": ";
            text +=
                QString(static_cast<qsizetype>(line.depth), ' ') + key + QString::fromStdString(line.text);
        }
        return text;
    }

 private slots:
    void trees_data() {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QStringList>("lines");
        const auto row = [](const char* name, const QByteArray& pickle, const QStringList& lines) {
            QTest::newRow(name) << pickle << lines;
        };
        row("number", "I5\n.", {"5"});
        row("text", "Vabc\n.", {"'abc'"});
        row("nested", "(dVlr\nF0.001\nsVbetas\n((F0.9\nF0.999\nltsVnone\nNs.",
            {"dict, 3 items", " lr: 0.001", " betas: tuple, 1 item", "  [0]: [0.9, 0.999]", " none: None"});
        row("keys of all kinds", "(dI3\nI01\nsF0.5\nI00\nsI7\nVx\ns.",
            {"dict, 3 items", " 3: True", " 0.5: False", " 7: 'x'"});
        row("an object", "cos\nsystem\n(Vecho\ntR.",
            {"os.system object", " arguments: tuple, 1 item", "  [0]: 'echo'"});
        row("state", QByteArray("cmine\nThing\n(tR}X\x01\0\0\0aK\1sb.", 27),
            {"mine.Thing object", " state: dict, 1 item", "  a: 1"});
        row("a list in itself", "(lp0\ng0\na.", {"list, 1 item", " [0]: list, 1 item, shown above"});
        row("shared", "(lp0\n(lp1\nVx\naag1\na.",
            {"list, 2 items", " [0]: list, 1 item", "  [0]: 'x'", " [1]: list, 1 item, shown above"});
        row("bytes",
            QByteArray("\x80\x03"
                       "C\x03"
                       "abc.",
                       8),
            {"3 bytes"});
    }
    void trees() {
        QFETCH(QByteArray, pickle);
        QTEST(tree(pickle), "lines");
    }

    void digests_tell_abbreviated_values_apart() {
        const auto digest = [](const QByteArray& pickle) {
            const auto graph = read_pickle(ByteView(reinterpret_cast<const std::byte*>(pickle.data()),
                                                    static_cast<std::size_t>(pickle.size())));
            return graph ? object_tree(*graph, {.text = 4}).front().digest : 0;
        };
        QCOMPARE(digest("I5\n."), std::uint64_t{0});
        QCOMPARE(digest("Vabcd\n."), std::uint64_t{0});
        QVERIFY(digest("Vabcdef\n.") != digest("Vabcdeg\n."));
        QVERIFY(digest(QByteArray("\x80\x03"
                                  "C\x03"
                                  "abc.",
                                  8)) != digest(QByteArray("\x80\x03"
                                                           "C\x03"
                                                           "abd.",
                                                           8)));
        const auto list = [](const char* last) {
            return "(lp0\n" + QByteArray("I1\na").repeated(20) + last + ".";
        };
        QVERIFY(digest(list("I2\na")) != digest(list("I3\na")));
        QVERIFY(digest(list("I2\na")) != digest(list("F2\na")));
        QCOMPARE(digest(list("I2\na")), digest(list("I2\na")));
    }

    void kinds() {
        const QByteArray pickle = "(dVlr\nF0.001\nsVx\n(lV1\nas.";
        const auto graph = read_pickle(ByteView(reinterpret_cast<const std::byte*>(pickle.data()),
                                                static_cast<std::size_t>(pickle.size())));
        QVERIFY(graph.ok());
        std::vector<ObjectKind> kinds;
        for (const auto& line : object_tree(*graph, {.lines = 3}))
            kinds.push_back(line.kind);
        QCOMPARE(kinds, (std::vector<ObjectKind>{ObjectKind::container, ObjectKind::value,
                                                 ObjectKind::container, ObjectKind::omission}));
    }

    void limits() {
        QByteArray many = "(l";
        for (int i = 0; i < 50; ++i)
            many += "Vx\na";
        TreeLimits limits;
        limits.items = 3;
        QCOMPARE(tree(many + ".", limits),
                 (QStringList{"list, 50 items", " [0]: 'x'", " [1]: 'x'", " [2]: 'x'", " ... and more"}));
        limits.items = 100;
        limits.lines = 2;
        QCOMPARE(tree(many + ".", limits),
                 (QStringList{"list, 50 items", " [0]: 'x'", "... more than 2 lines"}));
        limits = {.text = 4};
        QCOMPARE(tree("Vabcdef\n.", limits), QStringList{"'abcd...'"});
        QByteArray deep;
        for (int i = 0; i < 1000; ++i)
            deep += "(l";
        for (int i = 0; i < 999; ++i)
            deep += "a";
        limits = {.depth = 2};
        QCOMPARE(tree(deep + ".", limits),
                 (QStringList{"list, 1 item", " [0]: list, 1 item", "  [0]: list, 1 item, not shown"}));
    }

    void long_lists_of_numbers_are_one_line() {
        QByteArray state = "(l";
        for (int i = 0; i < 625; ++i)
            state += "I7\na";
        QCOMPARE(tree(state + "."), QStringList{"list, 625 items"});
    }

    void allowed_data() {
        QTest::addColumn<bool>("allowed");
        for (const char* name : {"collections.OrderedDict", "torch._utils._rebuild_tensor_v2",
                                 "torch.FloatStorage", "torch.float8_e4m3fn", "torch.cuda.HalfStorage",
                                 "torch.bfloat16", "__builtin__.set", "_codecs.encode", "torch.Size"})
            QTest::newRow(name) << true;
        for (const char* name : {"os.system", "posix.system", "numpy.core.multiarray._reconstruct",
                                 "builtins.eval", "torch.hub.load", "torchStorage", "torch.nn.Module",
                                 "torch.evil.FloatStorage", "", "torch.", "argparse.Namespace"})
            QTest::newRow(name) << false;
    }
    void allowed() { QTEST(is_allowed_global(QTest::currentDataTag()), "allowed"); }
};

STEPVAULT_TEST(TestObjectTree)

}  // namespace test_object_tree

#include "test_object_tree.moc"
