#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "scratch_files.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_npy {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string npy(const std::string& dict, const std::string& data = {}, char version = 1) {
    ByteWriter length;
    if (version == 1) {
        length.put(static_cast<std::uint16_t>(dict.size()));
    } else {
        length.put(static_cast<std::uint32_t>(dict.size()));
    }
    return "\x93NUMPY"s + version + '\0' + std::string(as_text(length.view())) + dict + data;
}

std::string dict(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

std::string described(const Layout& layout) {
    std::string text;
    for (const auto& t : layout.tensors) {
        const auto list = [](const auto& values) {
            std::string all;
            for (const auto v : values)
                all += (all.empty() ? "" : ",") + std::to_string(v);
            return "[" + all + "]";
        };
        text += (text.empty() ? "" : "; ") + t.name + ' ' + std::string(dtype_name(t.dtype)) + ' ' +
                list(t.shape) + ' ' + list(t.stride);
    }
    return text;
}

}  // namespace

class TestNpy : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name = "a.npy") {
        const auto& file = files_.put(name, bytes);
        return *inspect(file);
    }

 private slots:
    void sound_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("tensors");
        const auto row = [](const char* name, const std::string& bytes, const std::string& tensors) {
            QTest::newRow(name) << bytes << tensors;
        };
        const auto zeros = [](std::size_t size) { return std::string(size, '\0'); };
        row("floats", npy(dict("'<f4'", "(2, 3)"), zeros(24)), "array f32 [2,3] [3,1]");
        row("columns first", npy(dict("'<f8'", "(2, 3)", "True"), zeros(48)), "array f64 [2,3] [1,2]");
        row("one dimension", npy(dict("'<i2'", "(3,)"), zeros(6)), "array i16 [3] [1]");
        row("without the comma", npy(dict("'|u1'", "(3)"), zeros(3)), "array u8 [3] [1]");
        row("none", npy(dict("'<f2'", "()"), zeros(2)), "array f16 [] []");
        row("of Python 2", npy(dict("'<c8'", "(2L, 1L)"), zeros(16)), "array c64 [2,1] [1,1]");
        row("other quotes", npy("{\"descr\": \"|b1\", \"fortran_order\": False, \"shape\": (2,)}", zeros(2)),
            "array bool [2] [1]");
        row("other order, no spaces", npy("{'shape':(2,),'descr':'<u4','fortran_order':False}", zeros(8)),
            "array u32 [2] [1]");
        row("native order", npy(dict("'=i4'", "(1,)"), zeros(4)), "array i32 [1] [1]");
        row("big-endian", npy(dict("'>f4'", "(3,)"), zeros(12)), "array opaque [12] [1]");
        row("one byte in any order", npy(dict("'>i1'", "(3,)"), zeros(3)), "array i8 [3] [1]");
        row("texts", npy(dict("'<U3'", "(2,)"), zeros(24)), "array opaque [24] [1]");
        row("dates", npy(dict("'<M8[ns]'", "(2,)"), zeros(16)), "array opaque [16] [1]");
        row("long doubles", npy(dict("'<f16'", "(1,)"), zeros(16)), "array opaque [16] [1]");
        row("nothing", npy(dict("'<f4'", "(0, 3)")), "");
        row("more behind it", npy(dict("'<f4'", "(1,)"), zeros(100)), "array f32 [1] [1]");
        row("version 2", npy(dict("'<f4'", "(1,)"), zeros(4), 2), "array f32 [1] [1]");
        row("version 3", npy(dict("'<f4'", "(1,)") + std::string(70'000, ' '), zeros(4), 3),
            "array f32 [1] [1]");
    }
    void sound() {
        QFETCH(std::string, bytes);
        QFETCH(std::string, tensors);
        // The content decides, whatever the file's name.
        for (const auto* name : {"a.npy", "a.bin"}) {
            const auto seen = look(bytes, name);
            QVERIFY2(seen.complete, seen.reason.c_str());
            QCOMPARE(seen.layout.format, "npy"s);
            QCOMPARE(seen.layout.note, ""s);
            QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
            QCOMPARE(described(seen.layout), tensors);
        }
    }

    void odd_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("note");
        const auto row = [](const char* name, const std::string& header, const char* note) {
            QTest::newRow(name) << npy(header, std::string(64, 'd')) << QString(note);
        };
        constexpr const char* at_byte = "is not as numpy writes it at byte";
        row("records", dict("[('a', '<f4')]", "(2,)"), "records");
        row("records of sizes and shapes", dict("[('a', '<f4'), ('b', '<i2', (2, 3)), ('c', '|S1')]", "(3,)"),
            "records");
        row("records of records", dict("[('a', [('b', '<f4')])]", "(2,)"), "not known");
        row("records of objects", dict("[('a', '|O')]", "(2,)"), "not known");
        row("records without end", dict("[('a', '<f4')", "(2,)"), "not known");
        row("objects", dict("'|O'", "(2,)"), "not known");
        row("unknown type", dict("'<x4'", "(2,)"), "not known");
        row("type without size", dict("'<f'", "(2,)"), "not known");
        row("type that overflows", dict("'<f99999999999'", "(2,)"), "not known");
        row("code", "__import__('os').system('true')", at_byte);
        row("code as a value", dict("open('x')", "(2,)"), at_byte);
        row("code as a size", dict("'<f4'", "(1+1,)"), at_byte);
        row("negative size", dict("'<f4'", "(-1,)"), at_byte);
        row("size of 2^64", dict("'<f4'", "(18446744073709551616,)"), at_byte);
        row("sizes that overflow", dict("'<f4'", "(4294967296, 4294967296)"), at_byte);
        row("too many sizes", dict("'<f4'", "(" + QByteArray("1,").repeated(100).toStdString() + ")"),
            at_byte);
        row("key missing", "{'descr': '<f4', 'shape': (2,)}", at_byte);
        row("key twice", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", at_byte);
        row("key unknown", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}", at_byte);
        row("no end", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)", at_byte);
        row("more behind the end", dict("'<f4'", "(2,)") + "}", at_byte);
        row("text without end", "{'descr': '<f4", at_byte);
        row("escapes", dict("'<f\\x34'", "(2,)"), at_byte);
        row("maybe", dict("'<f4'", "(2,)", "None"), at_byte);
        row("nesting", "{" + std::string(60'000, '(') + "}", at_byte);
        QTest::newRow("version 4") << npy(dict("'<f4'", "(2,)"), std::string(8, 'd'), 4) << "version 4";
        auto long_header = npy("", "", 2) + std::string(100, ' ');
        long_header.replace(8, 4, "\xff\xff\xff\x7f");
        QTest::newRow("header of 2 GiB") << long_header << "too large";
    }
    void odd() {
        QFETCH(std::string, bytes);
        QFETCH(QString, note);
        const auto seen = look(bytes);
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(seen.layout.format, "raw"s);
        QVERIFY2(QString::fromStdString(seen.layout.note).contains(note), seen.layout.note.c_str());
    }

    void every_cut_is_incomplete() {
        const auto bytes = npy(dict("'<f4'", "(4,)"), std::string(16, 'd'));
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const auto seen = look(bytes.substr(0, length));
            QVERIFY2(!seen.complete, qPrintable(QString::number(length)));
            QVERIFY(!seen.reason.empty());
        }
        const auto records = npy(dict("[('a', '<f4'), ('b', '<i2', (2, 3))]", "(3,)"), std::string(48, 'd'));
        QVERIFY(look(records).complete);
        QVERIFY(!look(records.substr(0, records.size() - 1)).complete);
        QCOMPARE(
            look(bytes.substr(0, bytes.size() - 1)).reason,
            "it has " + std::to_string(bytes.size() - 1) + " of " + std::to_string(bytes.size()) + " bytes");
    }

    void members_of_a_zip() {
        const auto good = npy(dict("'<f4'", "(2,)"), std::string(8, 'd'));
        const std::vector<ZipMember> members = {
            {.name = "a/w.npy", .data = good},
            {.name = "compressed.npy", .data = good, .method = 8},
            {.name = "longer.npy", .data = good + "x"},
            {.name = "shorter.npy", .data = good.substr(0, good.size() - 1)},
            {.name = "cut.npy", .data = good.substr(0, 20)},
            {.name = "no_array.npy", .data = "text"},
            {.name = "readme.txt", .data = "text"},
            {.name = "none.npy", .data = npy(dict("'<f4'", "(0,)"))},
            {.name = "a/w.npy", .data = good},
            {.name = "described.npy", .data = good, .descriptor = ZipMember::Descriptor::wide}};
        const auto zip = build_zip(members);
        const auto seen = look(zip.bytes, "a.npz");
        QVERIFY2(seen.complete, seen.reason.c_str());
        const auto& layout = seen.layout;
        QCOMPARE(check_layout(layout, zip.bytes.size()), ""s);
        QCOMPARE(layout.format, "npz"s);
        QCOMPARE(layout.note, ""s);
        QCOMPARE(layout.payloads.size(), std::size_t{3});
        QCOMPARE(layout.payloads[0].name, "a.w"s);
        QCOMPARE(layout.payloads[1].name, "a.w#2"s);
        QCOMPARE(layout.payloads[2].name, "described"s);
        QCOMPARE(layout.payloads[0].offset, zip.payloads[0] + good.size() - 8);
        const std::vector<std::array<std::uint64_t, 3>> wanted = {
            {zip.directory_crcs[0], zip.payloads[0], good.size()},
            {zip.payloads[0] - members[0].name.size() - 16, zip.payloads[0], good.size()},
            {zip.directory_crcs[8], zip.payloads[8], good.size()},
            {zip.payloads[8] - members[8].name.size() - 16, zip.payloads[8], good.size()},
            {zip.directory_crcs[9], zip.payloads[9], good.size()},
            {zip.descriptor_crcs[9], zip.payloads[9], good.size()}};
        std::vector<std::array<std::uint64_t, 3>> derived;
        for (const auto& d : layout.derived)
            derived.push_back({d.offset, d.begin, d.length});
        QVERIFY(derived == wanted);
    }

    void all_compressed() {
        const auto zip =
            build_zip({{.name = "a.npy", .data = "x", .method = 8}, {.name = "b.txt", .data = "x"}});
        const auto seen = look(zip.bytes, "a.npz");
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(seen.layout.note, "its arrays are compressed"s);
    }

    void other_zips_are_raw_without_a_note() {
        for (const auto* name : {"[Content_Types].xml", "a.npy/data.txt", "metadata.json"}) {
            const auto zip = build_zip({{.name = name, .data = "x"}, {.name = "b", .data = "y"}});
            const auto seen = look(zip.bytes, "a.docx");
            QVERIFY(seen.complete);
            QCOMPARE(seen.layout.format, "raw"s);
            QCOMPARE(seen.layout.note, ""s);
        }
    }

    void counts_data() {
        QTest::addColumn<QStringList>("members");  ///< "name type value"
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("epoch");
        QTest::newRow("none") << QStringList{"w <i8 5"} << -1 << -1;
        QTest::newRow("step") << QStringList{"step <i8 5"} << 5 << -1;
        QTest::newRow("the better name")
            << QStringList{"iter <i4 4", "global_step <u4 5", "step <i8 6"} << 5 << -1;
        QTest::newRow("epoch") << QStringList{"epoch <i4 3", "iteration <i8 9"} << 9 << 3;
        QTest::newRow("a float") << QStringList{"step <f4 5"} << -1 << -1;
        QTest::newRow("negative") << QStringList{"step <i4 -5"} << -1 << -1;
        QTest::newRow("below") << QStringList{"opt/step <i8 5"} << -1 << -1;
    }
    void counts() {
        QFETCH(QStringList, members);
        QFETCH(int, step);
        QFETCH(int, epoch);
        std::vector<ZipMember> zip;
        for (const auto& member : members) {
            const auto parts = member.split(' ');
            ByteWriter value;
            value.put(parts[2].toLongLong());
            const auto size = static_cast<std::size_t>(parts[1].back().digitValue());
            zip.push_back({.name = parts[0].toStdString() + ".npy",
                           .data = npy(dict("'" + parts[1].toStdString() + "'", "()"),
                                       std::string(as_text(value.view().first(size))))});
        }
        const auto seen = look(build_zip(zip).bytes, "a.npz");
        QCOMPARE(seen.layout.step.value_or(-1), step);
        QCOMPARE(seen.layout.epoch.value_or(-1), epoch);
    }
};

STEPVAULT_TEST(TestNpy)

}  // namespace test_npy

#include "test_npy.moc"
