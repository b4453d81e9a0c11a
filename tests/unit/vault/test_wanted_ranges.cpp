// Parts of files are restored as they are in the whole file.
#include <random>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/restore/restored_files.h"

namespace test_wanted_ranges {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

fs::path golden() {
    return fs::path(STEPVAULT_SOURCE_DIR) / "tests" / "golden" / "container";
}

}  // namespace

class TestWantedRanges : public QObject {
    Q_OBJECT

    static Result<Chain> open(ScratchRun& run, const StepFile& step) {
        return Chain::open(steps_folder(run.folder()), step.meta().id);
    }

 private slots:
    void ranges_are_parts_of_the_whole_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("zip with checksums") << "adam.pt";
        QTest::newRow("zip within a zip") << "model.keras";
        QTest::newRow("shared storages") << "odd_objects.pt";
        QTest::newRow("codes of moments") << "bitsandbytes.pt";
        QTest::newRow("folder") << "distributed_2";
    }
    void ranges_are_parts_of_the_whole() {
        QFETCH(QString, file);
        const auto path = golden() / file.toStdString();
        for (const auto scheme : {Scheme::exact, Scheme::adaptive}) {
            ScratchRun run({.scheme = scheme});
            const auto first = run.file_path(path, 1);
            QVERIFY2(first, first ? "" : first.error().message.c_str());
            const auto step = run.file_path(path, 2);
            QVERIFY(step);
            const auto chain = open(run, *step);
            QVERIFY(chain);
            const auto out = run.root() / "out";
            QVERIFY(restore_checkpoint(*chain, out, false, run.pool(), {}));
            const auto& files = chain->top().layout().files;
            std::mt19937_64 random(5);
            for (int round = 0; round < 30; ++round) {
                std::vector<FileRange> ranges;
                for (int i = 0; i < 3; ++i) {
                    const auto f = static_cast<std::uint32_t>(random() % files.size());
                    const auto offset = random() % (files[f].size + 1);
                    const auto most = round % 2 == 0 ? files[f].size - offset
                                                     : std::min<std::uint64_t>(9, files[f].size - offset);
                    ranges.push_back({f, offset, random() % (most + 1)});
                }
                const auto restored = restore_ranges(*chain, ranges, run.pool(), {});
                QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
                for (const auto& range : ranges) {
                    Bytes part(range.length);
                    QVERIFY((*restored)[range.file].read_exact(range.offset, part));
                    const auto whole =
                        read_text(files[range.file].path.empty() ? out : out / files[range.file].path);
                    QVERIFY(as_text(part) == std::string_view(whole).substr(range.offset, range.length));
                }
            }
        }
    }

    void only_the_chunks_of_the_ranges_are_decoded() {
        StepLayout layout;
        layout.files = {{"a", 8 + 40 + 8, "raw", ""}};
        layout.streams = {{StreamCoding::bytes, DType::opaque, "", 8},
                          {StreamCoding::exact, DType::f32, "", 4}};
        StoredPayload payload;
        payload.offset = 8;
        payload.length = 40;
        payload.dtype = DType::f32;
        payload.stream = 1;
        payload.name = "w";
        layout.payloads = {payload};
        layout.crcs = {{0, 52, 8, 40, true}};
        QVERIFY(layout.complete());
        const auto chunks = [&](std::uint64_t offset, std::uint64_t length) {
            const auto wanted = WantedRanges::of(layout, {{0, offset, length}});
            std::string text;
            for (const auto& stream : wanted->chunks()) {
                for (const bool chunk : stream)
                    text += chunk ? '1' : '0';
                text += ' ';
            }
            return QString::fromStdString(text);
        };
        QCOMPARE(chunks(0, 1), "10 000 ");
        QCOMPARE(chunks(8, 16), "00 100 ");
        QCOMPARE(chunks(23, 2), "00 110 ");
        QCOMPARE(chunks(40, 9), "01 001 ");
        // The checksum needs what it covers.
        QCOMPARE(chunks(52, 1), "01 111 ");
        QCOMPARE(chunks(20, 0), "00 000 ");
        QVERIFY(!WantedRanges::of(layout, {{0, 56, 1}}));
        QVERIFY(!WantedRanges::of(layout, {{1, 0, 1}}));
        QVERIFY(!WantedRanges::of(layout, {{0, 1, ~std::uint64_t{0}}}));
    }

    /// A stored checkpoint that is opened from memory is what was stored.
    void restored_files_are_as_if_opened() {
        const auto path = golden() / "bitsandbytes.pt";
        ScratchRun run({.scheme = Scheme::exact});
        const auto step = run.file_path(path, 1);
        QVERIFY(step);
        const auto chain = open(run, *step);
        const auto files = restored_files(*chain, {true}, run.pool(), {});
        QVERIFY(files);
        const auto opened = open_checkpoint(*checkpoint_at(path), 1);
        const auto& was = opened->files[0].layout;
        const auto& is = (*files)[0].layout;
        QCOMPARE(is.format, was.format);
        QCOMPARE(is.file_size, was.file_size);
        QCOMPARE(is.payloads.size(), was.payloads.size());
        for (std::size_t i = 0; i < is.payloads.size(); ++i) {
            QCOMPARE(is.payloads[i].name, was.payloads[i].name);
            QCOMPARE(is.payloads[i].dtype, was.payloads[i].dtype);
            QCOMPARE(is.payloads[i].offset, was.payloads[i].offset);
        }
        QCOMPARE(is.tensors.size(), was.tensors.size());
        QCOMPARE(is.derived.size(), was.derived.size());
        Bytes content(is.file_size);
        QVERIFY((*files)[0].file.read_exact(0, content));
        QVERIFY(as_text(content) == read_text(path));
    }
};

STEPVAULT_TEST(TestWantedRanges)

}  // namespace test_wanted_ranges

#include "test_wanted_ranges.moc"
