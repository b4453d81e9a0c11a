#include "base/checksum.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/format/crc_ranges.h"

namespace test_crc_ranges {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Two files of 100 bytes; payloads of 8 bytes at 20 and 40 of the first file and at 0 of the second.
StepLayout layout_with(std::vector<StoredCrc> crcs) {
    StepLayout layout;
    for (const auto* name : {"a", "b"})
        layout.files.push_back({.path = name, .size = 100, .format = "npz", .note = {}});
    layout.streams = {
        {.group = {}, .chunk_elements = 64},
        {.coding = StreamCoding::exact, .dtype = DType::f32, .group = "exact", .chunk_elements = 64}};
    for (const auto& [file, offset] : {std::pair(0U, 20U), std::pair(0U, 40U), std::pair(1U, 0U)})
        layout.payloads.push_back({.file = file,
                                   .offset = offset,
                                   .length = 8,
                                   .dtype = DType::f32,
                                   .stream = 1,
                                   .name = std::to_string(file) + std::to_string(offset)});
    layout.crcs = std::move(crcs);
    return layout;
}

}  // namespace

class TestCrcRanges : public QObject {
    Q_OBJECT

 private slots:
    void sound_ones_are_told_from_others_data() {
        QTest::addColumn<std::vector<StoredCrc>>("crcs");
        QTest::addColumn<bool>("sound");
        const auto row = [](const char* name, std::vector<StoredCrc> crcs, bool sound) {
            QTest::newRow(name) << std::move(crcs) << sound;
        };
        row("none", {}, true);
        row("one payload", {{0, 90, 20, 8, true}}, true);
        row("raw bytes around a payload", {{0, 90, 10, 20, true}}, true);
        row("two payloads", {{0, 90, 20, 28, true}}, true);
        row("no payload", {{0, 90, 30, 5, true}}, true);
        row("a whole file but for the field", {{1, 96, 0, 96, true}}, true);
        row("the same range twice", {{0, 90, 10, 40, true}, {0, 94, 10, 40, false}}, true);
        row("a field between ranges", {{0, 32, 20, 8, true}, {0, 36, 40, 8, true}}, true);
        row("field and range of different files", {{0, 30, 20, 8, true}, {1, 90, 0, 60, true}}, true);
        row("begins within a payload", {{0, 90, 22, 20, true}}, false);
        row("ends within a payload", {{0, 90, 10, 12, true}}, false);
        row("within a payload", {{0, 90, 22, 2, true}}, false);
        row("a field in its own range", {{0, 52, 48, 20, true}}, false);
        row("a field at the edge of its range", {{0, 47, 50, 20, true}}, false);
        row("a field in another's range", {{0, 35, 20, 8, true}, {0, 90, 28, 12, true}}, true);
        row("a field in the range of one before", {{0, 90, 28, 12, true}, {0, 35, 20, 8, true}}, false);
        row("a field in a range in a range",
            {{0, 30, 20, 8, true}, {0, 60, 10, 40, true}, {0, 90, 0, 70, true}}, true);
        row("a field in two ranges of which one comes before",
            {{0, 90, 10, 40, true}, {0, 30, 20, 8, true}, {0, 94, 0, 70, true}}, false);
        row("a field that a range begins in", {{0, 34, 20, 8, true}, {0, 90, 36, 20, true}}, false);
        row("a field that a range ends in", {{0, 34, 20, 8, true}, {0, 90, 10, 27, true}}, false);
        row("a field from edge to edge of a range", {{0, 34, 20, 8, true}, {0, 90, 34, 4, true}}, true);
        row("two fields that share bytes in a range",
            {{0, 32, 20, 8, true}, {0, 34, 40, 8, true}, {0, 90, 10, 25, true}}, false);
        row("a field in a range that begins long before",
            {{0, 90, 0, 80, true}, {0, 85, 70, 2, true}, {0, 75, 20, 8, true}}, false);
        row("a range beyond the file", {{0, 90, 60, 41, true}}, false);
        row("a range that overflows", {{0, 90, 60, ~std::uint64_t{0}, true}}, false);
        row("a field beyond the file", {{0, 97, 20, 8, true}}, false);
        row("no such file", {{2, 90, 20, 8, true}}, false);
    }
    void sound_ones_are_told_from_others() {
        QFETCH(std::vector<StoredCrc>, crcs);
        QFETCH(bool, sound);
        auto layout = layout_with(crcs);
        QCOMPARE(layout.complete().ok(), sound);
        if (!sound) return;
        ByteWriter out;
        layout.write(out);
        ByteReader in(out.view());
        const auto again = StepLayout::read(in);
        VERIFY_OK(again);
        QCOMPARE((*again).crcs.size(), crcs.size());
        for (std::size_t i = 0; i < crcs.size(); ++i) {
            const auto& c = (*again).crcs[i];
            QCOMPARE(std::tie(c.file, c.offset, c.begin, c.length, c.holds),
                     std::tie(crcs[i].file, crcs[i].offset, crcs[i].begin, crcs[i].length, crcs[i].holds));
        }
    }

    /// The layout of step files before there were ranges: file, offset, payload, holds.
    void one_payload_takes_no_more_than_its_number() {
        const auto size_of = [](std::vector<StoredCrc> crcs) {
            auto layout = layout_with(std::move(crcs));
            ByteWriter out;
            layout.write(out);
            return out.take();
        };
        const auto without = size_of({});
        const auto with = size_of({{0, 90, 40, 8, true}});
        QCOMPARE(with.size(), without.size() + 4);
        const Bytes field = {std::byte{0}, std::byte{90}, std::byte{1}, std::byte{1}};
        QVERIFY(std::equal(field.begin(), field.end(), with.end() - 4));
    }

    void the_checksum_of_a_range_is_that_of_its_bytes() {
        QTemporaryDir folder;
        std::string bytes;
        for (int i = 0; i < 100; ++i)
            bytes += static_cast<char>(i * 37);
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a";
        write_text(path, bytes);
        const auto file = *File::open_read(path);
        auto layout = layout_with({});
        // The second payload is a copy of the first payload.
        bytes.replace(40, 8, bytes.substr(20, 8));
        write_text(path, bytes);
        layout.payloads[1].same_as = 0;
        VERIFY_OK(layout.complete());
        const std::vector<std::uint32_t> crcs = {crc32(0, as_view(bytes).subspan(20, 8)), 0, 0};
        for (const auto& [begin, length] :
             {std::pair(20U, 8U), std::pair(40U, 8U), std::pair(0U, 100U), std::pair(10U, 20U),
              std::pair(28U, 20U), std::pair(30U, 5U), std::pair(48U, 52U), std::pair(60U, 0U)}) {
            const auto crc = crc_of_range(layout, {0, 0, begin, length, true}, crcs, file);
            VERIFY_OK(crc);
            QCOMPARE(*crc, crc32(0, as_view(bytes).subspan(begin, length)));
        }
    }
};

STEPVAULT_TEST(TestCrcRanges)

}  // namespace test_crc_ranges

#include "test_crc_ranges.moc"
