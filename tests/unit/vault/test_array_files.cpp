// Stores files of numpy, Keras and Stable-Baselines3 in the vault: the restored files are valid files of
// their kinds.
#include "base/checksum.h"
#include "container/hdf5_datasets.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_array_files {

using namespace stepvault;
using namespace stepvault::test;

namespace {

std::filesystem::path golden(const QString& name) {
    return std::filesystem::path(STEPVAULT_SOURCE_DIR) / "tests" / "golden" / "container" /
           name.toStdString();
}

Layout layout_of(const std::filesystem::path& path) {
    return inspect(*File::open_read(path))->layout;
}

void put_number(std::string& bytes, std::uint64_t at, std::uint32_t value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

/// A training step: all floats change, and the checksums with them.
std::string next(const std::string& bytes, const Layout& layout, std::mt19937_64& random) {
    auto moved_bytes = bytes;
    for (const auto& p : layout.payloads) {
        if (!is_lossy_float(p.dtype)) continue;
        const auto old = as_view(bytes).subspan(p.offset, p.length);
        const auto moved_part = moved(p.dtype, Bytes(old.begin(), old.end()), 0.01, random);
        std::memcpy(moved_bytes.data() + p.offset, moved_part.data(), moved_part.size());
    }
    for (const auto& d : layout.derived)
        put_number(moved_bytes, d.offset, crc32(0, as_view(moved_bytes).subspan(d.begin, d.length)));
    return moved_bytes;
}

}  // namespace

class TestArrayFiles : public QObject {
    Q_OBJECT

 private slots:
    void exact_is_identical_data() {
        QTest::addColumn<QString>("name");
        for (const auto* name :
             {"plain.npy", "columns.npy", "big_endian.npy", "records.npy", "arrays.npz", "compressed.npz",
              "streamed.npz", "types.h5", "latest.hdf5", "mixed.h5", "keras2.h5", "model.weights.h5",
              "model.keras", "model.ckpt-100.index", "stable_baselines.zip"}) {
            QTest::newRow(name) << QString(name);
        }
    }
    void exact_is_identical() {
        QFETCH(QString, name);
        ScratchRun run({.scheme = Scheme::exact});
        const auto bytes = read_text(golden(name));
        std::mt19937_64 random(1);
        const auto second = next(bytes, layout_of(golden(name)), random);
        VERIFY_OK(run.file(name.toStdString(), bytes, 1));
        const auto stored = run.file(name.toStdString(), second, 2);
        VERIFY_OK(stored);
        const auto restored = run.restore(stored->meta().id);
        VERIFY_OK(restored);
        QVERIFY(*restored == second);
    }

    void lossy_is_sound_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("checksums");
        for (const Scheme scheme : {Scheme::lc, Scheme::adaptive}) {
            const auto row = [&](const char* name, int checksums) {
                QTest::addRow("%s, %s", name, name_of(scheme).c_str())
                    << QString(name) << scheme << checksums;
            };
            row("arrays.npz", 24);
            row("streamed.npz", 4);
            row("stable_baselines.zip", 68);
            if (!has_hdf5()) continue;
            row("types.h5", 0);
            row("model.weights.h5", 0);
            row("model.keras", 2);
        }
    }
    void lossy_is_sound() {
        QFETCH(QString, name);
        QFETCH(Scheme, scheme);
        QFETCH(int, checksums);
        ScratchRun run({.scheme = scheme});
        const auto layout = layout_of(golden(name));
        QCOMPARE(static_cast<int>(layout.derived.size()), checksums);
        std::mt19937_64 random(2);
        auto bytes = read_text(golden(name));
        std::string id;
        for (int step = 1; step <= 3; ++step) {
            const auto stored = run.file(name.toStdString(), bytes, step);
            VERIFY_OK(stored);
            id = stored->meta().id;
            if (step < 3) bytes = next(bytes, layout, random);
        }
        const auto result = run.restore(id);
        VERIFY_OK(result);
        const auto& restored = *result;
        QCOMPARE(restored.size(), bytes.size());
        QVERIFY(restored != bytes);
        // Only floats and checksums differ.
        auto put_back = restored;
        for (const auto& p : layout.payloads) {
            if (is_lossy_float(p.dtype))
                put_back.replace(p.offset, p.length, bytes.substr(p.offset, p.length));
        }
        for (const auto& d : layout.derived) {
            QCOMPARE(load<std::uint32_t>(as_view(restored), d.offset),
                     crc32(0, as_view(restored).subspan(d.begin, d.length)));
            put_back.replace(d.offset, 4, bytes.substr(d.offset, 4));
        }
        QVERIFY(put_back == bytes);
        // The restored file still has the same format.
        const auto path = run.root() / "again" / name.toStdString();
        write_text(path, restored);
        const auto again = layout_of(path);
        QCOMPARE(again.format, layout.format);
        QCOMPARE(again.payloads.size(), layout.payloads.size());
    }

    /// In a zip inside a zip, the outer checksum is over the inner checksum.
    void wrong_checksums_in_a_zip_stay() {
        ScratchRun run({.scheme = Scheme::lc});
        const auto layout = layout_of(golden("stable_baselines.zip"));
        std::mt19937_64 random(3);
        auto bytes = read_text(golden("stable_baselines.zip"));
        VERIFY_OK(run.file("a.zip", bytes, 1));
        bytes = next(bytes, layout, random);
        const auto& inner = layout.derived.front();
        put_number(bytes, inner.offset, 0xDEADBEEF);
        std::size_t outer = 0;
        for (const auto& d : layout.derived) {
            if (d.begin > inner.offset || inner.offset >= d.begin + d.length) continue;
            put_number(bytes, d.offset, crc32(0, as_view(bytes).subspan(d.begin, d.length)));
            ++outer;
        }
        QCOMPARE(outer, std::size_t{2});
        const auto stored = run.file("a.zip", bytes, 2);
        VERIFY_OK(stored);
        const auto restored = run.restore(stored->meta().id);
        VERIFY_OK(restored);
        QVERIFY(*restored != bytes);
        for (const auto& d : layout.derived) {
            const auto right = crc32(0, as_view(*restored).subspan(d.begin, d.length));
            QCOMPARE(load<std::uint32_t>(as_view(*restored), d.offset),
                     d.offset == inner.offset ? 0xDEADBEEF : right);
        }
    }

    /// A wrong checksum is restored as it was, also over a range.
    void wrong_checksums_stay() {
        ScratchRun run({.scheme = Scheme::lc});
        auto bytes = read_text(golden("arrays.npz"));
        const auto layout = layout_of(golden("arrays.npz"));
        put_number(bytes, layout.derived[0].offset, 0xDEADBEEF);
        VERIFY_OK(run.file("arrays.npz", bytes, 1));
        const auto stored = run.file("arrays.npz", bytes, 2);
        VERIFY_OK(stored);
        const auto restored = run.restore(stored->meta().id);
        VERIFY_OK(restored);
        QVERIFY(*restored == bytes);
    }
};

STEPVAULT_TEST(TestArrayFiles)

}  // namespace test_array_files

#include "test_array_files.moc"
