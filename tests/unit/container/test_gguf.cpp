#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "scratch_files.h"
#include "support/registry.h"

namespace test_gguf {

using namespace stepvault;
using namespace std::string_literals;

namespace {

struct GgufPart {
    std::string name;
    std::uint32_t type = 0;
    std::vector<std::uint64_t> dimensions;  ///< innermost first
    std::uint64_t offset = 0;
};

std::string text(const std::string& value) {
    ByteWriter out;
    out.put(std::uint64_t{value.size()});
    out.put_bytes(as_view(value));
    return std::string(as_text(out.view()));
}

template <class... T>
std::string raw(T... values) {
    ByteWriter out;
    (out.put(values), ...);
    return std::string(as_text(out.view()));
}

std::string header(std::uint64_t tensors, std::uint64_t values, const std::string& body,
                   std::uint32_t version = 3) {
    return "GGUF" + raw(version, tensors, values) + body;
}

/// A whole file except its values; `data` begins at a multiple of 32.
std::string file_of(const std::vector<GgufPart>& parts, std::size_t data, const std::string& values = {},
                    std::uint64_t value_count = 0) {
    auto body = values;
    for (const auto& part : parts) {
        body += text(part.name) + raw(static_cast<std::uint32_t>(part.dimensions.size()));
        for (const auto size : part.dimensions)
            body += raw(size);
        body += raw(part.type, part.offset);
    }
    auto bytes = header(parts.size(), value_count, body);
    bytes.resize((bytes.size() + 31) / 32 * 32);
    return bytes + std::string(data, 'd');
}

constexpr std::uint32_t f32 = 0;
constexpr std::uint32_t q4_0 = 2;

}  // namespace

class TestGguf : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name = "m.gguf") {
        return *inspect(files_.put(name, bytes));
    }

 private slots:
    void tensors_in_any_order() {
        const auto bytes =
            file_of({{"b", q4_0, {32, 2}, 32}, {"a", f32, {3, 2}, 0}, {"none", f32, {0, 4}, 0}}, 32 + 36);
        for (const auto* name : {"m.gguf", "model"}) {
            const auto seen = look(bytes, name);
            QVERIFY2(seen.complete, seen.reason.c_str());
            const auto& layout = seen.layout;
            QCOMPARE(check_layout(layout, bytes.size()), ""s);
            QCOMPARE(layout.format, "gguf"s);
            QCOMPARE(layout.payloads.size(), std::size_t{2});
            QCOMPARE(layout.payloads[0].name, "a"s);
            QCOMPARE(layout.payloads[0].dtype, DType::f32);
            QCOMPARE(layout.payloads[0].length, std::uint64_t{24});
            QCOMPARE(layout.tensors[0].shape, (std::vector<std::uint64_t>{2, 3}));
            QCOMPARE(layout.payloads[1].name, "b"s);
            QCOMPARE(layout.payloads[1].dtype, DType::opaque);
            QCOMPARE(layout.payloads[1].offset, bytes.size() - 36);
            QCOMPARE(layout.payloads[1].length, std::uint64_t{36});
        }
    }

    void what_follows_the_last_tensor_is_raw() {
        const auto bytes = file_of({{"a", f32, {3}, 0}}, 12 + 20);
        const auto seen = look(bytes);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.payloads.at(0).length, std::uint64_t{12});
    }

    void unfinished_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("reason");
        QTest::newRow("magic cut off") << "GG"s
                                       << "has 2 of at least 4 bytes";
        QTest::newRow("header to be written last") << std::string(100, '\0') << "still zeros";
        QTest::newRow("within the counts") << header(0, 0, {}).substr(0, 20) << "cut off at byte 20";
        QTest::newRow("value to come") << header(0, 1, {}) << "cut off at byte 24";
        QTest::newRow("very many values to come") << header(0, UINT64_MAX, {}) << "cut off";
        QTest::newRow("array to come")
            << header(0, 1, text("k") + raw(9U, 8U, std::uint64_t{1} << 60)) << "cut off";
        QTest::newRow("alignment to come") << header(0, 1, text("general.alignment") + raw(4U)) << "cut off";
        QTest::newRow("tensor to come") << header(1, 0, {}) << "cut off";
        QTest::newRow("data to come") << file_of({{"a", f32, {3}, 0}}, 11) << "has 75 of 76 bytes";
    }
    void unfinished() {
        QFETCH(std::string, bytes);
        QFETCH(QString, reason);
        const auto seen = look(bytes);
        QVERIFY(!seen.complete);
        QVERIFY2(QString::fromStdString(seen.reason).contains(reason), seen.reason.c_str());
    }

    void kept_raw_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("note");
        const auto row = [](const char* name, const std::string& bytes, const char* note) {
            QTest::newRow(name) << bytes << QString(note);
        };
        constexpr auto huge = std::uint64_t{1} << 63;
        row("other magic", "GGML" + std::string(100, 'x'), "does not begin");
        row("version 1", header(0, 0, {}, 1), "version is neither 2 nor 3");
        row("big-endian", header(0, 0, {}, 0x03000000), "version is neither 2 nor 3");
        row("too many tensors", header(huge, 0, {}), "too many tensors");
        row("long text", header(0, 1, text("k") + raw(8U, huge)), "larger than any header");
        row("long key", header(0, 1, raw(huge)), "larger than any header");
        row("long array", header(0, 1, text("k") + raw(9U, 12U, huge)), "larger than any header");
        row("value of unknown type", header(0, 1, text("k") + raw(13U)), "unknown type at byte 37");
        row("array of arrays", header(0, 1, text("k") + raw(9U, 9U, std::uint64_t{1})), "unknown type");
        row("alignment of 3", header(0, 1, text("general.alignment") + raw(4U, 3U)), "alignment");
        row("alignment of 0", header(0, 1, text("general.alignment") + raw(4U, 0U)), "alignment");
        row("alignment of another type", header(0, 1, text("general.alignment") + raw(7U, std::uint8_t{8})),
            "alignment");
        row("name too long", file_of({{std::string(5000, 'n'), f32, {1}, 0}}, 4), "name that is too long");
        row("too many dimensions", file_of({{"a", f32, std::vector<std::uint64_t>(9, 1), 0}}, 4),
            "dimensions");
        row("removed tensor type", file_of({{"a", 4, {32}, 0}}, 64), "unknown type 4");
        row("new tensor type", file_of({{"a", 1000, {32}, 0}}, 64), "unknown type 1000");
        row("part of a block", file_of({{"a", q4_0, {33}, 0}}, 64), "shape makes no sense");
        row("product overflows", file_of({{"a", f32, {huge, 4}, 0}}, 64), "shape makes no sense");
        row("bytes overflow", file_of({{"a", f32, {huge}, 0}}, 64), "shape makes no sense");
        row("overlap", file_of({{"a", f32, {8}, 0}, {"b", f32, {8}, 28}}, 64), "two tensors");
        row("offset overflows", file_of({{"a", f32, {8}, UINT64_MAX}}, 64), "two tensors");
        row("end overflows", file_of({{"a", f32, {std::uint64_t{1} << 61}, huge}}, 64), "no file can hold");
    }
    void kept_raw() {
        QFETCH(std::string, bytes);
        QFETCH(QString, note);
        const auto seen = look(bytes);
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(seen.layout.format, "raw"s);
        QVERIFY2(QString::fromStdString(seen.layout.note).contains(note), seen.layout.note.c_str());
    }

    void alignment_moves_the_data() {
        const auto values = text("general.alignment") + raw(4U, 128U);
        auto bytes = file_of({{"a", f32, {3}, 0}}, 0, values, 1);
        bytes.resize(128);
        bytes += std::string(12, 'd');
        const auto seen = look(bytes);
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(seen.layout.payloads.at(0).offset, std::uint64_t{128});
    }

    void one_name_for_two_tensors() {
        const auto seen = look(file_of({{"a", f32, {1}, 0}, {"a", f32, {1}, 32}}, 36));
        QCOMPARE(seen.layout.payloads.at(1).name, "a#2"s);
    }
};

STEPVAULT_TEST(TestGguf)

}  // namespace test_gguf

#include "test_gguf.moc"
