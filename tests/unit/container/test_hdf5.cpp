#include <QTest>

#include "check_layout.h"
#include "container/hdf5_datasets.h"
#include "container/hdf5_superblock.h"
#include "container/inspect.h"
#include "golden_values.h"
#include "support/registry.h"

namespace test_hdf5 {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string number(std::uint64_t value) {
    ByteWriter out;
    out.put(value);
    return std::string(as_text(out.view()));
}

}  // namespace

class TestHdf5 : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name = "a.h5") {
        const auto& file = files_.put(name, bytes);
        return *inspect(file);
    }

 private slots:
    void superblocks_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("size_of_addresses_at");
        QTest::addColumn<int>("end_at");
        QTest::addColumn<bool>("known");
        QTest::newRow("0") << 0 << 13 << 40 << true;
        QTest::newRow("1") << 1 << 13 << 44 << true;
        QTest::newRow("2") << 2 << 9 << 28 << true;
        QTest::newRow("3") << 3 << 9 << 28 << true;
        QTest::newRow("4") << 4 << 9 << 28 << false;
        QTest::newRow("255") << 255 << 9 << 28 << false;
    }
    void superblocks() {
        QFETCH(int, version);
        QFETCH(int, size_of_addresses_at);
        QFETCH(int, end_at);
        QFETCH(bool, known);
        std::string bytes(hdf5_superblock_size, '\0');
        bytes.replace(0, 8, hdf5_magic);
        bytes[8] = static_cast<char>(version);
        bytes[static_cast<std::size_t>(size_of_addresses_at)] = 8;
        bytes.replace(static_cast<std::size_t>(end_at), 8, number(123456));
        const auto read = read_hdf5_superblock(as_view(bytes));
        QCOMPARE(read.has_value(), known);
        if (!known) return;
        QCOMPARE(read->end_of_file, std::uint64_t{123456});
        QVERIFY(!read->being_written);
        bytes[11] |= 1;
        QCOMPARE(read_hdf5_superblock(as_view(bytes))->being_written, version == 3);
        bytes[static_cast<std::size_t>(size_of_addresses_at)] = 4;
        QVERIFY(!read_hdf5_superblock(as_view(bytes)));
        bytes.pop_back();
        QVERIFY(!read_hdf5_superblock(as_view(bytes)));
    }

    /// libhdf5 leaves such a file on the disk between datasets: the superblock is from the last flush.
    void a_file_that_was_not_closed_is_incomplete() {
        auto bytes = slurp(golden_folder() / "types.h5");
        const auto size = bytes.size();
        bytes.replace(40, 8, number(2048));
        const auto seen = look(bytes);
        QVERIFY(!seen.complete);
        QCOMPARE(seen.reason, "it was not closed yet: it has " + std::to_string(size) +
                                  " bytes, and its superblock says 2048");
        bytes.replace(40, 8, number(size + 1));
        QCOMPARE(look(bytes).reason,
                 "it has " + std::to_string(size) + " of " + std::to_string(size + 1) + " bytes");
        auto marked = slurp(golden_folder() / "latest.hdf5");
        marked[11] = 1;
        QCOMPARE(look(marked).reason, "its mark at byte 11 says that it is still open for writing"s);
    }

    void what_is_no_array_stays_out() {
        if (!has_hdf5()) QSKIP("built without HDF5");
        const auto listing = list_hdf5_datasets(*File::open_read(golden_folder() / "mixed.h5"),
                                                {0, slurp(golden_folder() / "mixed.h5").size()});
        QVERIFY2(listing.ok(), listing ? "" : listing.error().message.c_str());
        QCOMPARE((*listing).datasets.size(), std::size_t{1});
        QCOMPARE((*listing).datasets[0].path, "plain"s);
        // The five: in chunks, compressed, a text, records, compact. Links are not followed.
        QCOMPARE((*listing).left_out, std::uint64_t{5});
        QCOMPARE(look(slurp(golden_folder() / "in_chunks.h5")).layout.note,
                 "its datasets are in chunks, compressed, or no numbers"s);
    }

    void a_file_within_another() {
        if (!has_hdf5()) QSKIP("built without HDF5");
        const auto inner = slurp(golden_folder() / "types.h5");
        const std::string before(777, '-');
        const auto& file = files_.put("outer", before + inner + "more");
        const auto alone = list_hdf5_datasets(files_.put("inner", inner), {0, inner.size()});
        const auto seen = list_hdf5_datasets(file, {before.size(), inner.size()});
        QVERIFY2(seen.ok(), seen ? "" : seen.error().message.c_str());
        QCOMPARE((*seen).datasets.size(), (*alone).datasets.size());
        for (std::size_t i = 0; i < (*seen).datasets.size(); ++i) {
            QCOMPARE((*seen).datasets[i].path, (*alone).datasets[i].path);
            QCOMPARE((*seen).datasets[i].offset, (*alone).datasets[i].offset + before.size());
        }
        QVERIFY(!list_hdf5_datasets(file, {before.size() + 1, inner.size()}).ok());
        QVERIFY(!list_hdf5_datasets(file, {before.size(), inner.size() - 1}).ok());
    }

    void datasets_that_lie_are_refused_data() {
        QTest::addColumn<std::uint64_t>("address");
        QTest::addColumn<QString>("note");
        const auto path = golden_folder() / "types.h5";
        const auto size = slurp(path).size();
        const auto datasets = list_hdf5_datasets(*File::open_read(path), {0, size});
        if (!datasets) return;
        QTest::newRow("into another") << (*datasets).datasets[1].offset << "two datasets share bytes";
        QTest::newRow("over the end") << std::uint64_t{size - 1} << "libhdf5 cannot read it: ";
        QTest::newRow("behind the end") << std::uint64_t{size + 100} << "libhdf5 cannot read it: ";
        QTest::newRow("address of 2^63") << (std::uint64_t{1} << 63U) << "libhdf5 cannot read it: ";
    }
    void datasets_that_lie_are_refused() {
        if (!has_hdf5()) QSKIP("built without HDF5");
        QFETCH(std::uint64_t, address);
        QFETCH(QString, note);
        auto bytes = slurp(golden_folder() / "types.h5");
        const auto& file = files_.put("sound", bytes);
        const auto first = (*list_hdf5_datasets(file, {0, bytes.size()})).datasets[0];
        // The dataset's own header holds its address, followed by its length.
        const auto place = bytes.find(number(first.offset) + number(first.length));
        QVERIFY(place != std::string::npos);
        bytes.replace(place, 8, number(address));
        const auto seen = look(bytes);
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        if (seen.layout.format == "raw")
            QVERIFY2(QString::fromStdString(seen.layout.note).contains(note), seen.layout.note.c_str());
        for (const auto& p : seen.layout.payloads)
            QVERIFY(p.offset != address);
    }

    void without_the_library_files_are_raw() {
        const auto seen = look(slurp(golden_folder() / "types.h5"));
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, has_hdf5() ? "hdf5"s : "raw"s);
        QCOMPARE(seen.layout.note.empty(), has_hdf5());
    }
};

STEPVAULT_TEST(TestHdf5)

}  // namespace test_hdf5

#include "test_hdf5.moc"
