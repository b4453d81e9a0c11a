#include <string>

#include <QTest>

#include "container/pickle_reader.h"
#include "show_pickle.h"
#include "support/registry.h"

namespace test_pickle_reader {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string read_text(const std::string& pickle) {
    const auto graph = read_pickle(as_view(pickle));
    return graph ? show(*graph, graph->root) : graph.error().message;
}

std::string little_endian(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

}  // namespace

class TestPickleReader : public QObject {
    Q_OBJECT

 private slots:
    void opcodes_data() {
        QTest::addColumn<std::string>("pickle");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, std::string pickle, std::string expected) {
            QTest::newRow(name) << pickle + "." << expected;
        };
        row("PROTO", "\x80\x05N", "None");
        row("FRAME", "\x80\x04\x95"s + little_endian(1, 8) + "N", "None");
        row("NEWTRUE", "\x88", "True");
        row("NEWFALSE", "\x89", "False");
        row("INT", "I-42\n", "-42");
        row("INT true", "I01\n", "True");
        row("INT false", "I00\n", "False");
        row("INT big", "I99999999999999999999\n", "big(99999999999999999999)");
        row("LONG", "L17L\n", "17");
        row("LONG without L", "L17\n", "17");
        row("LONG big", "L-99999999999999999999L\n", "big(-99999999999999999999)");
        row("BININT", "J\xfe\xff\xff\xff", "-2");
        row("BININT1", "K\xff", "255");
        row("BININT2", "M\x01\x02", "513");
        row("LONG1 empty", "\x8a\x00"s, "0");
        row("LONG1 negative", "\x8a\x01\xff", "-1");
        row("LONG1 positive with sign byte", "\x8a\x02\xff\x00"s, "255");
        row("LONG1 of 8 bytes", "\x8a\x08"s + little_endian(0x8000000000000000, 8), "-9223372036854775808");
        row("LONG1 of 9 bytes",
            "\x8a\x09"
            "123456789",
            "big(123456789)");
        row("LONG4", "\x8b\x02\x00\x00\x00\x00\x80"s, "-32768");
        row("FLOAT", "F-1.5\n", "-1.500000");
        row("FLOAT inf", "Finf\n", "inf");
        row("BINFLOAT", "G\x3f\xf8\x00\x00\x00\x00\x00\x00"s, "1.500000");
        row("STRING", "S'ab'\n", "b'ab'");
        row("STRING double quotes", "S\"a'b\"\n", "b'a'b'");
        row("UNICODE", "Vab c\n", "'ab c'");
        row("BINUNICODE", "X"s + little_endian(2, 4) + "ab", "'ab'");
        row("SHORT_BINUNICODE",
            "\x8c\x02"
            "ab",
            "'ab'");
        row("BINUNICODE8", "\x8d"s + little_endian(2, 8) + "ab", "'ab'");
        row("SHORT_BINSTRING",
            "U\x02"
            "ab",
            "b'ab'");
        row("BINSTRING", "T"s + little_endian(2, 4) + "ab", "b'ab'");
        row("SHORT_BINBYTES",
            "C\x02"
            "ab",
            "b'ab'");
        row("BINBYTES", "B"s + little_endian(2, 4) + "ab", "b'ab'");
        row("BINBYTES8", "\x8e"s + little_endian(2, 8) + "ab", "b'ab'");
        row("BYTEARRAY8", "\x96"s + little_endian(2, 8) + "ab", "b'ab'");
        row("EMPTY_TUPLE", ")", "()");
        row("EMPTY_LIST", "]", "[]");
        row("EMPTY_DICT", "}", "{}");
        row("EMPTY_SET", "\x8f", "set()");
        row("TUPLE", "(K\x01K\x02t", "(1, 2)");
        row("TUPLE of none", "(t", "()");
        row("LIST", "(K\x01K\x02l", "[1, 2]");
        row("DICT",
            "(K\x01K\x02"
            "d",
            "{1: 2}");
        row("FROZENSET", "(K\x01\x91", "set(1)");
        row("TUPLE1", "K\x01\x85", "(1)");
        row("TUPLE2", "K\x01K\x02\x86", "(1, 2)");
        row("TUPLE3", "K\x01K\x02K\x03\x87", "(1, 2, 3)");
        row("APPEND",
            "]K\x01"
            "aK\x02"
            "a",
            "[1, 2]");
        row("APPENDS",
            "]K\x01"
            "a(K\x02K\x03"
            "e",
            "[1, 2, 3]");
        row("APPENDS in order on two lists",
            "]]K\x01"
            "a(K\x02"
            "e\x86",
            "([], [1, 2])");
        row("SETITEM", "}K\x01K\x02s", "{1: 2}");
        row("SETITEMS", "}(K\x01K\x02K\x03K\x04u", "{1: 2, 3: 4}");
        row("ADDITEMS", "\x8f(K\x01K\x02\x90", "set(1, 2)");
        row("POP",
            "K\x01K\x02"
            "0",
            "1");
        row("POP of a mark", "K\x01(0", "1");
        row("POP_MARK",
            "K\x01(K\x02K\x03"
            "1",
            "1");
        row("DUP",
            "K\x01"
            "2\x86",
            "(1, 1)");
        row("GLOBAL", "cos\nsystem\n", "os.system");
        row("STACK_GLOBAL", "\x8c\x02os\x8c\x06system\x93", "os.system");
        row("REDUCE", "cos\nsystem\n\x8c\x02ls\x85R", "os.system('ls')");
        row("NEWOBJ", "cm\nC\nK\x01\x85\x81", "m.C(1)");
        row("NEWOBJ_EX", "cm\nC\nK\x01\x85}\x92", "m.C((1), {})");
        row("INST", "(K\x01K\x02im\nC\n", "m.C(1, 2)");
        row("OBJ", "(cm\nC\nK\x01o", "m.C(1)");
        row("OBJ without arguments", "(cm\nC\no", "m.C()");
        row("BUILD", "cm\nC\n)\x81}K\x01K\x02sb", "m.C() with {1: 2}");
        row("BUILD on a dict", "}}b", "{} with {}");
        row("items set on a call", "cm\nC\n)R(K\x01K\x02u", "m.C() holding 1: 2");
        row("elements appended to a call",
            "cm\nC\n)R(K\x01K\x02"
            "e",
            "m.C() holding 1, 2");
        row("PERSID", "Pabc\n", "persistent 'abc'");
        row("BINPERSID",
            "\x8c\x03"
            "abcQ",
            "persistent 'abc'");
        row("PUT and GET", "K\x07p3\n0g3\n", "7");
        row("BINPUT and BINGET",
            "K\x07q\x03"
            "0h\x03",
            "7");
        row("LONG_BINPUT and LONG_BINGET",
            "K\x07r\x03\x00\x00\x00"
            "0j\x03\x00\x00\x00"s,
            "7");
        row("MEMOIZE",
            "K\x07\x94K\x08\x94"
            "00h\x01h\x00\x86"s,
            "(8, 7)");
        row("more than one value left", "K\x01K\x02", "2");
    }
    void opcodes() {
        QFETCH(std::string, pickle);
        QFETCH(std::string, expected);
        QCOMPARE(read_text(pickle), expected);
        const auto graph = read_pickle(as_view(pickle + "what follows"));
        QVERIFY(graph.ok());
        QCOMPARE(graph->length, pickle.size());
    }

    void truncated_data() { opcodes_data(); }
    void truncated() {
        QFETCH(std::string, pickle);
        for (std::size_t length = 0; length < pickle.size(); ++length) {
            const auto graph = read_pickle(as_view(std::string_view(pickle).substr(0, length)));
            // A shorter pickle could be complete if the operand contained a STOP; no operand in the table
            // does.
            QVERIFY2(!graph.ok(), qPrintable(QString::number(length)));
            QCOMPARE(graph.error().code, ErrorCode::incomplete);
        }
    }

    void refused_data() {
        QTest::addColumn<std::string>("pickle");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<std::string>("place");
        const auto row = [](const char* name, std::string pickle, ErrorCode code, std::string place) {
            QTest::newRow(name) << pickle << code << place;
        };
        constexpr auto corrupt = ErrorCode::corrupt;
        row("unknown opcode", "\xff.", corrupt, "byte 0");
        row("zero byte", "N\x00."s, corrupt, "byte 1");
        row("protocol 6", "\x80\x06N.", ErrorCode::unsupported, "byte 0");
        row("EXT1", "\x82\x01.", ErrorCode::unsupported, "byte 0");
        row("EXT2", "\x83\x01\x01.", ErrorCode::unsupported, "byte 0");
        row("EXT4", "\x84\x01\x01\x01\x01.", ErrorCode::unsupported, "byte 0");
        row("NEXT_BUFFER", "\x97.", ErrorCode::unsupported, "byte 0");
        row("READONLY_BUFFER", "\x98.", ErrorCode::unsupported, "byte 0");
        row("missing memo", "h\x05.", corrupt, "byte 0");
        row("missing memo between others", "Nq\x03h\x02.", corrupt, "byte 3");
        row("huge memo index", "Nr\xff\xff\xff\xff.", corrupt, "byte 1");
        row("negative memo index", "Ng-1\n.", corrupt, "byte 1");
        row("empty stack at the end", ".", corrupt, "byte 0");
        row("only a mark at the end", "(.", corrupt, "byte 1");
        row("value below a mark", "N(.", corrupt, "byte 2");
        row("pop of nothing", "0.", corrupt, "byte 0");
        row("pop to no mark", "N1.", corrupt, "byte 1");
        row("tuple without mark", "Nt.", corrupt, "byte 1");
        row("tuple of too few", "N\x86.", corrupt, "byte 1");
        row("tuple across a mark", "N(N\x86.", corrupt, "byte 3");
        row("dict with odd items", "(NNNd.", corrupt, "byte 4");
        row("items set on a list", "]NNs.", corrupt, "byte 3");
        row("elements added to a dict", "}Na.", corrupt, "byte 2");
        row("elements added to nothing", "(Ne.", corrupt, "byte 2");
        row("items set on nothing", "(NNu.", corrupt, "byte 3");
        row("state of a constant", ")}b.", corrupt, "byte 2");
        row("global of a number", "K\x01K\x02\x93.", corrupt, "byte 4");
        row("call of nothing", "NR.", corrupt, "byte 1");
        row("OBJ without class", "(o.", corrupt, "byte 1");
        row("unquoted string", "Sab\n.", corrupt, "byte 0");
        row("half-quoted string", "S'\n.", corrupt, "byte 0");
        row("int of letters", "Iab\n.", corrupt, "byte 0");
        row("int of nothing", "I\n.", corrupt, "byte 0");
        row("long of L", "LL\n.", corrupt, "byte 0");
        row("float of letters", "Fab\n.", corrupt, "byte 0");
        row("negative length", "T\xff\xff\xff\xff.", corrupt, "byte 0");
        row("negative long", "\x8b\xff\xff\xff\xff.", corrupt, "byte 0");
        row("string of 1 GB", "X"s + little_endian(1'000'000'000, 4) + "ab.", ErrorCode::incomplete,
            "byte 0");
        row("string of 2^64 - 1", "\x8d"s + little_endian(UINT64_MAX, 8) + "ab.", ErrorCode::incomplete,
            "byte 0");
        row("bytes of 2^63", "\x8e"s + little_endian(1ULL << 63, 8) + "ab.", ErrorCode::incomplete, "byte 0");
    }
    void refused() {
        QFETCH(std::string, pickle);
        QFETCH(ErrorCode, code);
        QFETCH(std::string, place);
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(!graph.ok());
        QCOMPARE(graph.error().code, code);
        QVERIFY2(graph.error().message.ends_with(place), graph.error().message.c_str());
    }

    void a_cycle_is_legal() {
        // A list that contains itself: [...]
        const auto pickle =
            "]q\x00h\x00"
            "a."s;
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        QCOMPARE(graph->elements(graph->root, 10), std::vector<PickleId>{graph->root});
    }

    void billion_laughs_cost_nothing() {
        // Forty lists, each of ten references to the previous list: 10^40 elements if they were copied.
        auto pickle =
            "](K\x01K\x02"
            "e\x94"s;
        for (int i = 0; i < 40; ++i) {
            const auto before = std::string("h") + static_cast<char>(i);
            pickle += "](";
            for (int j = 0; j < 10; ++j)
                pickle += before;
            pickle += "e\x94";
        }
        pickle += ".";
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        QVERIFY(graph->nodes.size() < 60);
        QCOMPARE(graph->cells.size(), std::size_t{402});
    }

    void deep_nesting_does_not_recurse() {
        constexpr std::size_t depth = 1'000'000;
        const auto pickle = std::string(depth, ']') + std::string(depth - 1, 'a') + ".";
        const auto graph = read_pickle(as_view(pickle));
        QVERIFY(graph.ok());
        std::size_t levels = 1;
        for (auto id = graph->root; graph->at(id).first != no_pickle; ++levels) {
            id = graph->cells[graph->at(id).first].value;
        }
        QCOMPARE(levels, depth);
    }

    void limits_data() {
        QTest::addColumn<std::string>("pickle");
        QTest::addColumn<PickleLimits>("limits");
        QTest::newRow("nodes") << std::string(100, ']') + "." << PickleLimits{.nodes = 100};
        QTest::newRow("memory") << std::string(100, ']') + "." << PickleLimits{.memory = 1000};
        QTest::newRow("memory for its size")
            << std::string(100, ']') + "." << PickleLimits{.memory_per_byte = 10, .memory_extra = 0};
        QTest::newRow("memory of cells")
            << "](" + std::string(1000, 'N') + "e." << PickleLimits{.memory = 5000};
        QTest::newRow("stack of values") << std::string(100, 'N') + "." << PickleLimits{.stack = 50};
        QTest::newRow("stack of marks") << std::string(100, '(') + "N." << PickleLimits{.stack = 50};
        QTest::newRow("size") << std::string(100, 'N') + "." << PickleLimits{.pickle = 50};
    }
    void limits() {
        QFETCH(std::string, pickle);
        QFETCH(PickleLimits, limits);
        QVERIFY(read_pickle(as_view(pickle)).ok());
        const auto graph = read_pickle(as_view(pickle), limits);
        QVERIFY(!graph.ok());
        QCOMPARE(graph.error().code, ErrorCode::limit);
    }

    void any_byte_may_be_anything() {
        const auto seed =
            "\x80\x02}q\x00(X\x01\x00\x00\x00"
            "acm\nC\n(K\x01K\x02tRq\x01}(h\x01h\x01ubX\x01\x00\x00\x00"
            "b](h\x00"
            "eu."s;
        QVERIFY(read_pickle(as_view(seed)).ok());
        for (std::size_t at = 0; at < seed.size(); ++at) {
            for (int value = 0; value < 256; ++value) {
                auto pickle = seed;
                pickle[at] = static_cast<char>(value);
                const auto graph = read_pickle(as_view(pickle));
                if (!graph) continue;
                QVERIFY(graph->root < graph->nodes.size());
                QVERIFY(graph->length <= pickle.size());
            }
        }
    }
};

STEPVAULT_TEST(TestPickleReader)

}  // namespace test_pickle_reader

#include "test_pickle_reader.moc"
