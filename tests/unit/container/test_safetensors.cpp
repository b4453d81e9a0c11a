#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "container/safetensors_header.h"
#include "scratch_files.h"
#include "support/registry.h"

namespace test_safetensors {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string length_of(std::uint64_t length) {
    ByteWriter out;
    out.put(length);
    return std::string(as_text(out.view()));
}

std::string file_of(const std::string& header, std::size_t data) {
    return length_of(header.size()) + header + std::string(data, 'd');
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape, int begin,
                   int end) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape + "],\"data_offsets\":[" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
}

}  // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name) {
        const auto& file = files_.put(name, bytes);
        return *inspect(file);
    }

 private slots:
    void sound_data() {
        QTest::addColumn<std::string>("header");
        QTest::addColumn<std::size_t>("data");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const std::string& header, std::size_t data,
                            QStringList expected) {
            QTest::newRow(name) << "{" + header + "}" << data << expected;
        };
        row("nothing", "", 0, {});
        row("one", tensor("a", "F32", "2,3", 0, 24), 24, {"a f32 [2,3] stride [3,1] at 0 of 24"});
        row("padded", tensor("a", "F32", "2", 0, 8) + "   ", 8, {"a f32 [2] stride [1] at 0 of 8"});
        row("any order", tensor("b", "I64", "1", 2, 10) + "," + tensor("a", "F16", "1", 0, 2), 10,
            {"a f16 [1] stride [1] at 0 of 2", "b i64 [1] stride [1] at 2 of 8"});
        row("no dimensions", tensor("a", "F64", "", 0, 8), 8, {"a f64 [] stride [] at 0 of 8"});
        row("no elements", tensor("a", "F32", "3,0", 0, 0) + "," + tensor("b", "U8", "1", 0, 1), 1,
            {"b u8 [1] stride [1] at 0 of 1"});
        row("no elements in between",
            tensor("a", "U8", "4", 0, 4) + "," + tensor("e", "U8", "0", 4, 4) + "," +
                tensor("b", "U8", "1", 4, 5),
            5, {"a u8 [4] stride [1] at 0 of 4", "b u8 [1] stride [1] at 4 of 1"});
        row("8-bit floats", tensor("a", "F8_E4M3", "2", 0, 2) + "," + tensor("b", "F8_E5M2FNUZ", "2", 2, 4),
            4, {"a f8 [2] stride [1] at 0 of 2", "b f8 [2] stride [1] at 2 of 2"});
        row("4-bit floats", tensor("a", "F4", "4,2", 0, 4), 4, {"a opaque [4] stride [1] at 0 of 4"});
        row("4-bit floats in an odd shape", tensor("a", "F4", "3,2", 0, 3), 3,
            {"a opaque [3] stride [1] at 0 of 3"});
        row("6-bit floats", tensor("a", "F6_E2M3", "4", 0, 3) + "," + tensor("b", "F6_E3M2", "2,2", 3, 6), 6,
            {"a opaque [3] stride [1] at 0 of 3", "b opaque [3] stride [1] at 3 of 3"});
        row("all other types",
            tensor("a", "F8_E8M0", "1", 0, 1) + "," + tensor("b", "F8_E4M3FNUZ", "1", 1, 2) + "," +
                tensor("c", "F8_E5M2", "1", 2, 3) + "," + tensor("d", "BOOL", "1", 3, 4) + "," +
                tensor("e", "I8", "2", 4, 6) + "," + tensor("f", "I16", "1", 6, 8) + "," +
                tensor("g", "U16", "1", 8, 10) + "," + tensor("h", "BF16", "1", 10, 12) + "," +
                tensor("i", "I32", "1", 12, 16) + "," + tensor("j", "U32", "1", 16, 20) + "," +
                tensor("k", "C64", "1", 20, 28) + "," + tensor("l", "U64", "1", 28, 36),
            36,
            {"a f8 [1] stride [1] at 0 of 1", "b f8 [1] stride [1] at 1 of 1",
             "c f8 [1] stride [1] at 2 of 1", "d bool [1] stride [1] at 3 of 1",
             "e i8 [2] stride [1] at 4 of 2", "f i16 [1] stride [1] at 6 of 2",
             "g u16 [1] stride [1] at 8 of 2", "h bf16 [1] stride [1] at 10 of 2",
             "i i32 [1] stride [1] at 12 of 4", "j u32 [1] stride [1] at 16 of 4",
             "k c64 [1] stride [1] at 20 of 8", "l u64 [1] stride [1] at 28 of 8"});
        row("unknown type", tensor("a", "X9", "7,7", 0, 3), 3, {"a opaque [3] stride [1] at 0 of 3"});
        row("unknown members",
            "\"a\":{\"extra\":[{\"shape\":[1]},null,true,-1.5,[\"x\"]],\"dtype\":\"U8\",\"shape\":[1],"
            "\"more\":{\"a\":{}},"
            "\"data_offsets\":[0,1]}",
            1, {"a u8 [1] stride [1] at 0 of 1"});
        row("NaN in a text of the metadata",
            "\"__metadata__\":{\"loss\":\"NaN\"}," + tensor("a", "U8", "1", 0, 1), 1,
            {"a u8 [1] stride [1] at 0 of 1"});
    }
    void sound() {
        QFETCH(std::string, header);
        QFETCH(std::size_t, data);
        QFETCH(QStringList, expected);
        const auto bytes = file_of(header, data);
        for (const auto* name : {"a.safetensors", "adapter.bin"}) {
            const auto seen = look(bytes, name);
            QVERIFY2(seen.complete, seen.reason.c_str());
            QCOMPARE(QString::fromStdString(seen.layout.note), QString());
            QCOMPARE(seen.layout.format, "safetensors"s);
            QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
            QStringList found;
            for (const auto& t : seen.layout.tensors) {
                const auto list = [](const auto& values) {
                    QStringList texts;
                    for (const auto v : values)
                        texts << QString::number(v);
                    return "[" + texts.join(',') + "]";
                };
                const auto& p = seen.layout.payloads[t.payload];
                QCOMPARE(p.name, t.name);
                found << QStringLiteral("%1 %2 %3 stride %4 at %5 of %6")
                             .arg(QString::fromStdString(t.name), dtype_name(t.dtype).data(), list(t.shape),
                                  list(t.stride))
                             .arg(p.offset - 8 - header.size())
                             .arg(p.length);
            }
            QCOMPARE(found, expected);
        }
    }

    void wrong_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("note");
        const auto row = [](const char* name, const std::string& header, std::size_t data, const char* note) {
            QTest::newRow(name) << file_of("{" + header + "}", data) << QString(note);
        };
        const auto good = tensor("a", "U8", "4", 0, 4);
        row("hole at the start", tensor("a", "U8", "4", 1, 5), 5, "a hole at byte 61");
        row("hole in between", good + "," + tensor("b", "U8", "1", 6, 7), 7, "a hole at byte");
        row("overlap", good + "," + tensor("b", "U8", "2", 3, 5), 5, "two tensors at byte");
        row("the same bytes twice", good + "," + tensor("b", "U8", "4", 0, 4), 4, "two tensors at byte");
        row("backwards", tensor("a", "U8", "4", 4, 0) + "," + tensor("b", "U8", "4", 0, 4), 4,
            "ends before it begins");
        row("longer than its shape", tensor("a", "U8", "3", 0, 4), 4, "does not fit its shape");
        row("4-bit floats that end within a byte", tensor("a", "F4", "3", 0, 2), 2, "does not fit its shape");
        row("6-bit floats of a byte each", tensor("a", "F6_E3M2", "4", 0, 4), 4, "does not fit its shape");
        row("shape overflows", tensor("a", "F32", "4611686018427387905,4", 0, 16), 16,
            "does not fit its shape");
        row("bytes behind the end", good, 5, "goes on behind its last tensor at byte");
        row("name twice", good + "," + tensor("a", "U8", "1", 4, 5), 5, "names \"a\" twice");
        row("field twice", "\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}",
            1, "dtype twice");
        row("no offsets", "\"a\":{\"dtype\":\"U8\",\"shape\":[1]}", 1, "without dtype");
        row("one offset", "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0]}", 1, "without dtype");
        row("three offsets", "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1,2]}", 1,
            "more than two");
        row("negative size", tensor("a", "U8", "-1", 0, 1), 1, "a value where none belongs");
        row("size of 1.5", tensor("a", "U8", "1.5", 0, 1), 1, "a value where none belongs");
        row("nested shape", tensor("a", "U8", "[1]", 0, 1), 1, "an array where none belongs");
        row("tensor that is a number", "\"a\":1", 1, "a value where none belongs");
        row("number in the metadata", "\"__metadata__\":{\"a\":1}", 0, "a value where none belongs");
        row("no JSON", good + ",", 4, "is no JSON");
        row("text behind the JSON", good + "} x{", 4, "is no JSON");
        row("no UTF-8", tensor("\xff", "U8", "1", 0, 1), 1, "is no JSON");
        row("deep nesting", std::string(100'000, '['), 0, "is no JSON");
        row("deep nesting in a field", "\"a\":{\"x\":" + std::string(100'000, '['), 0, "is no JSON");
        QTest::newRow("header too long") << length_of(100'000'001) + "{}"
                                         << "100000001 bytes";
        QTest::newRow("length of 2^64 - 1") << length_of(UINT64_MAX) + "{}"
                                            << "18446744073709551615 bytes";
        QTest::newRow("length of 1") << length_of(1) + "{"
                                     << "1 bytes";
        QTest::newRow("no brace") << length_of(2) + "[]"
                                  << "'{' at byte 8";
    }
    void wrong() {
        QFETCH(std::string, bytes);
        QFETCH(QString, note);
        const auto seen = look(bytes, "a.safetensors");
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        QVERIFY2(QString::fromStdString(seen.layout.note).contains(note), seen.layout.note.c_str());
        QVERIFY2(QString::fromStdString(seen.layout.note).contains("byte"), seen.layout.note.c_str());
    }

    void every_cut_is_incomplete() {
        const auto header = "{" + tensor("a", "F32", "4", 0, 16) + "}";
        const auto bytes = file_of(header, 16);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const auto seen = look(bytes.substr(0, length), "a.safetensors");
            QVERIFY2(!seen.complete, qPrintable(QString::number(length)));
            QVERIFY(!seen.reason.empty());
            QVERIFY(seen.layout.payloads.empty());
        }
        QCOMPARE(
            look(bytes.substr(0, bytes.size() - 1), "a.safetensors").reason,
            "it has " + std::to_string(bytes.size() - 1) + " of " + std::to_string(bytes.size()) + " bytes");
        // Also by content alone, once the content identifies the format.
        QVERIFY(!look(bytes.substr(0, 9), "a.bin").complete);
        QVERIFY(!look(bytes.substr(0, bytes.size() - 1), "a.bin").complete);
    }

    void preallocated_zeros_are_incomplete() {
        QVERIFY(!look(std::string(4096, '\0'), "a.safetensors").complete);
        QVERIFY(!look(length_of(100) + std::string(4096, '\0'), "a.safetensors").complete);
        // A length with a header of zeros, and a file that is shorter than a length.
        QVERIFY(!look(std::string(5, '\0'), "a.safetensors").complete);
        QVERIFY(!look(std::string(8, '\0'), "a.safetensors").complete);
        QVERIFY(look(std::string(4096, '\0'), "a.dat").complete);
    }

    void counts_come_from_the_metadata() {
        const auto header = parse_safetensors_header(
            R"({"__metadata__":{"iter":"1","step":"20","epoch":"3","global_step":"4.5"},"step":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})");
        QVERIFY(header.ok());
        QCOMPARE(header->step, std::optional<std::int64_t>(20));
        QCOMPARE(header->epoch, std::optional<std::int64_t>(3));
    }

    void a_refusal_names_the_byte() {
        const auto header = parse_safetensors_header(R"({"a":1})");
        QVERIFY(!header.ok());
        QVERIFY2(header.error().message.find("before its byte 7") != std::string::npos,
                 header.error().message.c_str());
    }
};

STEPVAULT_TEST(TestSafetensors)

}  // namespace test_safetensors

#include "test_safetensors.moc"
