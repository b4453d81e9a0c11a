#include <random>

#include <QTemporaryDir>
#include <QtTest>

#include "base/checksum.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/format/parity_file.h"

namespace test_parity_file {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Bytes before the hashes of cells: magic, four sizes, the step file's footer.
constexpr std::size_t parity_head = 32 + step_file_footer_size;

std::string random_text(std::size_t size, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string text(size, '\0');
    for (auto& c : text)
        c = static_cast<char>(random());
    return text;
}

}  // namespace

class TestParityFile : public QObject {
    Q_OBJECT

 private slots:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void a_choice_keeps_to_its_share_data() {
        QTest::addColumn<quint64>("size");
        QTest::addColumn<double>("percent");
        for (const quint64 size : {1ULL, 255ULL, 256ULL, 300ULL, 70'000ULL, 1'048'577ULL, 5'000'000'000ULL}) {
            for (const double percent : {0.5, 5.0, 20.0, 100.0})
                QTest::addRow("%llu by %g", size, percent) << size << percent;
        }
    }
    void a_choice_keeps_to_its_share() {
        QFETCH(quint64, size);
        QFETCH(double, percent);
        const auto g = choose_parity(size, percent);
        QVERIFY(g.data >= 1 && g.parity >= 1 && g.data + g.parity <= 255);
        QVERIFY(g.cells() * g.cell >= size && (g.cells() - 1) * g.cell < size);
        QVERIFY(g.columns() * g.data >= g.cells());
        QVERIFY2((g.data - 1) * g.columns() < g.cells(), "no block is empty");
        const double share = 100.0 * g.parity / g.data;
        QVERIFY(share >= percent || g.data + g.parity == 255);
        QVERIFY2(g.parity == 1 || share < percent + 100.0 / g.data, "no more than one block above");
    }

    void what_is_damaged_comes_back_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("percent");
        for (const int size : {1, 100, 256, 257, 5000, 70'000, 300'001, 1'500'000}) {
            for (const double percent : {1.0, 5.0, 40.0})
                QTest::addRow("%d by %g", size, percent) << size << percent;
        }
        // Longer than the columns that are worked on at a time.
        QTest::newRow("several windows") << 10'000'000 << 5.0;
    }
    void what_is_damaged_comes_back() {
        QFETCH(int, size);
        QFETCH(double, percent);
        const auto original = random_text(static_cast<std::size_t>(size), 7);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), percent, {}));
        VERIFY_OK(check_parity(parity(), {}));
        QVERIFY(is_parity_of(parity(), file(), percent));
        QCOMPARE(restored(), original);

        const auto g = choose_parity(original.size(), percent);
        QCOMPARE(is_parity_of(parity(), file(), 90), choose_parity(original.size(), 90) == g);
        std::mt19937_64 random(static_cast<std::uint64_t>(size));
        // Damages as many whole blocks as there are parity blocks, in one place.
        const auto block = g.columns() * g.cell;
        auto damaged = original;
        const auto burst = std::min<std::size_t>(damaged.size(), g.parity * block);
        const auto begin = (random() % (g.data - std::min(g.data, g.parity) + 1)) * block;
        for (auto i = begin; i < std::min(damaged.size(), begin + burst); ++i)
            damaged[i] = static_cast<char>(~damaged[i]);
        write_text(file(), damaged);
        QCOMPARE(restored(), original);
        // Damages as many cells of each column, in random places.
        damaged = original;
        for (std::uint64_t c = 0; c < g.columns(); ++c) {
            for (std::uint32_t n = 0; n < g.parity; ++n) {
                const auto at = (random() % g.data * g.columns() + c) * g.cell + random() % g.cell;
                if (at < damaged.size()) damaged[at] = static_cast<char>(damaged[at] + 1);
            }
        }
        write_text(file(), damaged);
        QCOMPARE(restored(), original);
        // A file that is cut off within the last cell, and a file with bytes after the end.
        write_text(file(), original.substr(0, original.size() - (original.size() - 1) % g.cell / 2 - 1));
        QCOMPARE(restored(), original);
        write_text(file(), original + "more");
        QCOMPARE(restored(), original);
        QVERIFY(!is_parity_of(parity(), file(), percent));
    }

    void parity_of_an_older_version_is_told_from_this_ones_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("changed");
        for (const int size : {32, 100, 5000, 300'001}) {
            // Damage in the footer, which holds the checksum of a step file's table.
            for (const int from_end : {1, 9, 17, 32})
                QTest::addRow("%d bytes, %d from the end", size, from_end) << size << size - from_end;
        }
        QTest::newRow("shorter than a footer") << 5 << 0;
    }
    /// The older version has the same size: the parity restores bytes that show it belongs to another file.
    void parity_of_an_older_version_is_told_from_this_ones() {
        QFETCH(int, size);
        QFETCH(int, changed);
        const auto older = random_text(static_cast<std::size_t>(size), 11);
        write_text(file(), older);
        VERIFY_OK(write_parity(file(), parity(), 10, {}));
        QVERIFY(is_parity_of(parity(), file(), 10));
        auto newer = older;
        newer[static_cast<std::size_t>(changed)] ^= 1;
        write_text(file(), newer);
        QCOMPARE(restored(), older);
        QVERIFY(!is_parity_of(parity(), file(), 10));
        VERIFY_OK(write_parity(file(), parity(), 10, {}));
        QCOMPARE(restored(), newer);
        QVERIFY(is_parity_of(parity(), file(), 10));
    }

    void more_than_the_parity_makes_up_for_is_said() {
        const auto original = random_text(100'000, 3);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), 5, {}));
        write_text(file(), random_text(100'000, 4));
        VERIFY_ERROR(write_restored(), ErrorCode::corrupt);
    }

    void damaged_parity_is_found_and_does_no_harm() {
        const auto original = random_text(3000, 5);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), 10, {}));
        const auto sound = read_text(parity());
        auto damaged = original;
        damaged[1234] = static_cast<char>(~damaged[1234]);
        write_text(file(), damaged);
        int restored_anyway = 0;
        for (std::size_t i = 0; i < sound.size(); ++i) {
            auto bytes = sound;
            bytes[i] = static_cast<char>(bytes[i] ^ (1 << i % 8));
            write_text(parity(), bytes);
            const auto checked = check_parity(parity(), {});
            QVERIFY2(!checked, qPrintable(QString::number(i)));
            // Either the restore fails, or the restored bytes are right.
            if (!write_restored()) continue;
            ++restored_anyway;
            QCOMPARE(read_text(out()), original);
        }
        QVERIFY2(restored_anyway > 0, "one parity block of two is enough here");
        for (const std::size_t cut : {std::size_t{0}, std::size_t{10}, sound.size() - 1}) {
            write_text(parity(), sound.substr(0, cut));
            VERIFY_ERROR(check_parity(parity(), {}), ErrorCode::corrupt);
        }
    }

    void a_stop_leaves_no_file() {
        write_text(file(), random_text(100'000, 3));
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(write_parity(file(), parity(), 5, {.stop = stop.get_token()}), ErrorCode::cancelled);
        QCOMPARE(std::distance(fs::directory_iterator(folder()), fs::directory_iterator()),
                 std::ptrdiff_t{1});
    }

    void a_column_bears_as_many_damaged_cells_as_it_has_parity_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("percent");
        QTest::addColumn<bool>("last");  // the last column, else the first
        for (const bool last : {false, true}) {
            const auto* where = last ? "last" : "first";
            QTest::addRow("one window, %s", where) << 70'000 << 20.0 << last;
            QTest::addRow("one column, %s", where) << 2000 << 40.0 << last;
            QTest::addRow("several windows, %s", where) << 9'000'001 << 2.0 << last;
        }
    }
    void a_column_bears_as_many_damaged_cells_as_it_has_parity() {
        QFETCH(int, size);
        QFETCH(double, percent);
        QFETCH(bool, last);
        const auto original = random_text(static_cast<std::size_t>(size), 9);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), percent, {}));
        const auto g = choose_parity(original.size(), percent);
        QVERIFY(g.parity >= 2 && g.parity < g.data);
        auto damaged = original;
        const auto damage = [&](std::uint32_t block) {
            const auto at = (block * g.columns() + (last ? g.columns() - 1 : 0)) * g.cell;
            damaged[at] = static_cast<char>(damaged[at] ^ 1);
        };
        for (std::uint32_t b = 0; b < g.parity; ++b)
            damage(b);
        write_text(file(), damaged);
        QVERIFY(restored() == original);
        damage(g.parity);
        write_text(file(), damaged);
        VERIFY_ERROR(write_restored(), ErrorCode::corrupt);
    }

    void a_forged_head_is_refused_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<quint64>("value");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, int at, quint64 value, ErrorCode code = ErrorCode::corrupt) {
            QTest::newRow(name) << at << value << static_cast<int>(code);
        };
        row("a newer version", 8, 2, ErrorCode::unsupported);
        row("no cells", 12, 0);
        row("cells too small", 12, 128);
        row("cells too large", 12, 8192);
        row("no blocks", 16, 0);
        row("one block less", 16, 19);
        row("no parity", 20, 0);
        row("more parity than can be", 20, 255);
        row("parity that wraps around", 20, 0xFFFFFFFF);
        row("an empty file", 24, 0);
        row("a larger file", 24, 1'000'000);
        row("a huge file", 24, 1ULL << 63);
    }
    /// The checksum is right, so only the sizes tell.
    void a_forged_head_is_refused() {
        QFETCH(int, at);
        QFETCH(quint64, value);
        QFETCH(int, code);
        const auto original = random_text(5000, 9);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), 10, {}));
        const auto g = choose_parity(original.size(), 10);
        QCOMPARE(g.data, 20U);
        auto bytes = read_text(parity());
        ByteWriter forged;
        const auto place = static_cast<std::size_t>(at);
        if (at == 24) forged.put(std::uint64_t{value});
        if (at != 24) forged.put(static_cast<std::uint32_t>(value));
        bytes.replace(place, forged.size(), as_text(forged.view()));
        const auto hash_at = parity_head + 8 * (g.cells() + g.parity * g.columns());
        ByteWriter hash;
        hash.put(xxh3(as_view(bytes).first(hash_at)));
        bytes.replace(hash_at, 8, as_text(hash.view()));
        write_text(parity(), bytes);
        const auto expected = static_cast<ErrorCode>(code);
        VERIFY_ERROR(check_parity(parity(), {}), expected);
        VERIFY_ERROR(write_restored(), expected);
        QVERIFY(!is_parity_of(parity(), file(), 10));
    }

    void parity_of_other_sizes_is_read_up_to_a_limit_data() {
        QTest::addColumn<quint32>("cell");
        QTest::addColumn<quint32>("data");
        QTest::addColumn<quint32>("parity");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("smallest cells") << 256U << 2U << 1U << true;
        QTest::newRow("smaller cells") << 255U << 2U << 1U << false;
        QTest::newRow("largest cells") << 4096U << 2U << 1U << true;
        QTest::newRow("larger cells") << 4097U << 2U << 1U << false;
        QTest::newRow("as many blocks as can be") << 256U << 200U << 55U << true;
        QTest::newRow("one block more") << 256U << 200U << 56U << false;
    }
    void parity_of_other_sizes_is_read_up_to_a_limit() {
        QFETCH(quint32, cell);
        QFETCH(quint32, data);
        QFETCH(quint32, parity);
        QFETCH(bool, is_sound);
        // The parity of zeros is zeros, so that all checksums are known.
        const std::string zeros(std::size_t{cell} * data, '\0');
        ByteWriter out;
        out.put_bytes(as_view("\x89SVPAR1\n"));
        for (const auto n : {1U, cell, data, parity})
            out.put(n);
        out.put(std::uint64_t{zeros.size()});
        out.put_bytes(as_view(zeros).first(step_file_footer_size));
        for (std::uint32_t i = 0; i < data + parity; ++i)
            out.put(xxh3(as_view(zeros).first(cell)));
        out.put(xxh3(out.view()));
        out.put_bytes(Bytes(std::size_t{cell} * parity));
        write_text(this->parity(), as_text(out.view()));
        QCOMPARE(check_parity(this->parity(), {}).ok(), is_sound);
        write_text(file(), std::string(zeros.size(), 'x').replace(0, cell * (data - 1), zeros, cell));
        if (is_sound)
            QVERIFY(restored() == zeros);
        else
            VERIFY_ERROR(write_restored(), ErrorCode::corrupt);
    }

    /// Rewriting a head without a change is no forgery: the offsets of the test above are right.
    void a_head_is_hashed_with_its_cells() {
        const auto original = random_text(5000, 9);
        write_text(file(), original);
        VERIFY_OK(write_parity(file(), parity(), 10, {}));
        const auto g = choose_parity(original.size(), 10);
        const auto bytes = read_text(parity());
        const auto hash_at = parity_head + 8 * (g.cells() + g.parity * g.columns());
        QCOMPARE(load<std::uint64_t>(as_view(bytes), hash_at), xxh3(as_view(bytes).first(hash_at)));
        QCOMPARE(load<std::uint32_t>(as_view(bytes), 12), g.cell);
        QCOMPARE(load<std::uint32_t>(as_view(bytes), 16), g.data);
        QCOMPARE(load<std::uint32_t>(as_view(bytes), 20), g.parity);
        QCOMPARE(load<std::uint64_t>(as_view(bytes), 24), g.size);
    }

 private:
    [[nodiscard]] fs::path folder() const { return dir_->path().toStdString(); }
    [[nodiscard]] fs::path file() const { return folder() / "file"; }
    [[nodiscard]] fs::path parity() const { return folder() / "parity"; }
    [[nodiscard]] fs::path out() const { return folder() / "out"; }
    [[nodiscard]] Status write_restored() const {
        fs::remove(out());
        STEPVAULT_ASSIGN(made, File::create(out()));
        return restore_by_parity(file(), parity(), made, {});
    }
    [[nodiscard]] std::string restored() const {
        const auto status = write_restored();
        return status ? read_text(out()) : status.error().message;
    }

    std::unique_ptr<QTemporaryDir> dir_;
};

STEPVAULT_TEST(TestParityFile)

}  // namespace test_parity_file

#include "test_parity_file.moc"
