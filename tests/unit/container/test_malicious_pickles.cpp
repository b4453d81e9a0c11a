// Pickles that would run commands, or cost a loader time and memory: Stepvault treats them as data, within
// bounds that do not depend on the sizes they claim.
#include <QFile>
#include <QTest>

#include "check_layout.h"
#include "container/distributed_metadata.h"
#include "container/inspect.h"
#include "container/pickle_reader.h"
#include "container/torch_walker.h"
#include "distributed_builder.h"
#include "scratch_files.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_malicious_pickles {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string repeated(const std::string& piece, int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += piece;
    return all;
}

std::string command(const std::string& module, const std::string& name) {
    return "c" + module + "\n" + name + "\n(" + pickled_text("touch executed") + "tR";
}

/// Each level contains the level below twice: 2^100 leaves.
std::string laughs(const std::string& first, const std::string& pair) {
    auto pickle = first + "\x94";
    for (int i = 0; i < 100; ++i) {
        const auto below = "h"s + static_cast<char>(i);
        pickle += pair + below + below;
        pickle += pair == "(" ? "t\x94" : pair == "](" ? "e\x94" : "u\x94";
    }
    return pickle;
}

std::string legacy_around(const std::string& object) {
    return "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.\x80\x02}.\x80\x02"s +
           object + ".\x80\x02].";
}

}  // namespace

class TestMaliciousPickles : public QObject {
    Q_OBJECT

    ScratchFiles files_;

 private slots:
    void bombs_data() {
        QTest::addColumn<std::string>("pickle");  ///< without STOP
        QTest::addColumn<bool>("readable");
        QTest::addColumn<QStringList>("globals");
        const auto row = [](const char* name, const std::string& pickle, bool readable,
                            const QStringList& globals = {}) {
            QTest::newRow(name) << pickle << readable << globals;
        };
        row("command", command("os", "system"), true, {"os.system"});
        row("command as Python 2 names it", command("posix", "system"), true, {"posix.system"});
        row("command of protocol 4",
            pickled_text("os") + pickled_text("system") + "\x93(" + pickled_text("touch executed") + "tR",
            true, {"os.system"});
        row("command by INST", "(" + pickled_text("touch executed") + "ios\nsystem\n", true, {"os.system"});
        row("command by OBJ", "(cos\nsystem\n" + pickled_text("touch executed") + "o", true, {"os.system"});
        row("command by a dotted name", "cbuiltins\neval\n(" + pickled_text("1") + "tR", true,
            {"builtins.eval"});
        row("reduce of reduce of reduce",
            "cbuiltins\ngetattr\n(" + command("builtins", "__import__") + pickled_text("system") + "tR(" +
                pickled_text("touch executed") + "tR" + repeated(")R", 10'000),
            true, {"builtins.getattr", "builtins.__import__"});
        row("state set on a command",
            command("os", "system") + "}(" + pickled_text("a") + command("subprocess", "run") + "ub", true,
            {"os.system", "subprocess.run"});
        row("command in the keys of a dict", "}(" + command("os", "system") + "Nu", true, {"os.system"});
        row("command thrown away", command("os", "system") + "0N", true, {"os.system"});
        row("list in itself", "]\x94h\x00"s + "a", true);
        row("tuple in itself", "]\x94(h\x00"s + "th\x00"s + "h\x01"s, false);
        row("dict in itself", "}\x94(Nh\x00h\x00h\x00u"s, true);
        row("object whose state is itself", "cm\nC\n)\x81\x94h\x00"s + "b", true, {"m.C"});
        row("two lists in each other", "]\x94]\x94h\x00"s + "ah\x00h\x01"s + "a0", true);
        row("doubled tuples", laughs(")", "("), true);
        row("doubled lists", laughs("]", "]("), true);
        row("doubled dicts", laughs("}", "}("), true);
        row("one text in very many places",
            pickled_text(std::string(100'000, 'x')) + "\x94](" + repeated("h\x00"s, 100'000) + "e", true);
        row("text of 1 GB", "X\x00\xca\x9a\x3b"s, false);
        row("text of 2^64 - 1 bytes", "\x8d" + std::string(8, '\xff'), false);
        row("bytes of 2 GB", "T\xff\xff\xff\x7f", false);
        row("number of 2 GB", "\x8b\xff\xff\xff\x7f", false);
        row("memo entry 2^32 - 1", "Nr\xff\xff\xff\xff", false);
        row("very many objects", repeated("]", 500'000), true);
        row("very many levels", repeated("]", 250'000) + repeated("a", 249'999), true);
        row("very many tuples in tuples", "N" + repeated("\x85", 300'000), true);
        row("very many marks", repeated("(", 500'000) + "N", true);
        row("very many entries of one dict", "}(" + repeated("NN", 250'000) + "u", true);
        row("very many copies", "N" + repeated("2", 500'000), true);
        row("very many memo entries", "N" + repeated("\x94", 300'000), true);
        row("very many globals", repeated("ca\nb\n0", 80'000) + "N", true, {"a.b"});
    }

    void cost_no_more_than_allowed_data() { bombs_data(); }
    void cost_no_more_than_allowed() {
        QFETCH(std::string, pickle);
        QFETCH(bool, readable);
        QFETCH(QStringList, globals);
        const auto whole = pickle + ".";
        const auto graph = read_pickle(as_view(whole));
        QCOMPARE(graph.ok(), readable);
        QVERIFY(!QFile::exists("executed"));
        if (!graph) return;
        const auto bytes =
            graph->nodes.size() * sizeof(PickleNode) + graph->cells.size() * sizeof(PickleCell);
        QVERIFY(bytes < 64U << 20);
        QVERIFY(graph->nodes.size() <= whole.size() + 4);
        QVERIFY(graph->cells.size() <= whole.size());
        const auto content = walk_torch_object(*graph);
        QVERIFY(content.tensors.empty());
        QStringList found;
        for (const auto& global : content.globals)
            found << QString::fromStdString(global);
        for (const auto& global : globals)
            QCOMPARE(found.count(global), 1);
    }

    void are_listed_in_checkpoints_data() { bombs_data(); }
    void are_listed_in_checkpoints() {
        QFETCH(std::string, pickle);
        QFETCH(bool, readable);
        QFETCH(QStringList, globals);
        const auto zip =
            build_zip({{.name = "m/data.pkl", .data = pickle + "."}, {.name = "m/version", .data = "3\n"}});
        const auto legacy = legacy_around(pickle);
        for (const auto& bytes : {zip.bytes, legacy}) {
            const auto seen = inspect(files_.put("m.pt", bytes));
            QVERIFY(seen.ok());
            QVERIFY(!QFile::exists("executed"));
            // A pickle that claims to be longer than its file may still be growing, but not within a zip.
            if (!seen->complete) {
                QVERIFY(!readable && bytes == legacy);
                continue;
            }
            QCOMPARE(check_layout(seen->layout, bytes.size()), ""s);
            QCOMPARE(seen->layout.format == "raw", !readable);
            for (const auto& global : globals)
                QCOMPARE(std::ranges::count(seen->layout.globals, global.toStdString()), 1);
        }
    }

    void are_listed_in_distributed_metadata_data() { bombs_data(); }
    void are_listed_in_distributed_metadata() {
        QFETCH(std::string, pickle);
        QFETCH(bool, readable);
        QFETCH(QStringList, globals);
        const auto sound = build_distributed_metadata({{"w", "f", 0, 10}});
        // A second attribute, after the table.
        const auto bytes =
            sound.substr(0, sound.size() - 3) + pickled_text("planner_data") + "(" + pickle + "lub.";
        const auto metadata = read_distributed_metadata(files_.put("metadata", bytes), bytes.size());
        QVERIFY(!QFile::exists("executed"));
        if (!metadata) {
            QVERIFY(globals.isEmpty());
            return;
        }
        QVERIFY(readable);
        QCOMPARE(metadata->files.size(), std::size_t{1});
        for (const auto& global : globals)
            QCOMPARE(std::ranges::count(metadata->globals, global.toStdString()), 1);
    }
};

STEPVAULT_TEST(TestMaliciousPickles)

}  // namespace test_malicious_pickles

#include "test_malicious_pickles.moc"
