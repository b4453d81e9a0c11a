// Which chunks a restore reads, and where the bytes of tensors go.
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/chain/payload_norms.h"
#include "vault/chain/skeleton_files.h"
#include "vault/restore/restore_target.h"
#include "vault/restore/strided_tensor_writer.h"
#include "vault/rewrite/stripping.h"

namespace test_restore_plan {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

StoredPayload payload(std::uint32_t file, std::uint64_t offset, std::uint64_t count, const char* name) {
    StoredPayload p;
    p.file = file;
    p.offset = offset;
    p.length = count * sizeof(float);
    p.dtype = DType::f32;
    p.stream = 1;
    p.name = name;
    return p;
}

/// Two files of 8 raw bytes and two payloads; the last payload is a copy of the first. Chunks of 4 elements
/// and of 8 bytes of the skeleton.
StepLayout two_files() {
    StepLayout l;
    l.files = {{"a", 8 + 16 + 24, "raw", ""}, {"b", 8 + 8 + 16, "raw", ""}};
    l.streams = {{StreamCoding::bytes, DType::opaque, "", 8}, {StreamCoding::exact, DType::f32, "", 4}};
    l.payloads = {payload(0, 8, 4, "w"), payload(0, 24, 6, "x"), payload(1, 8, 2, "y"),
                  payload(1, 16, 4, "z")};
    l.payloads[3].same_as = 0;
    for (std::uint32_t p = 0; p < 4; ++p)
        l.tensors.push_back({p, l.payloads[p].name, DType::f32, 0, {l.payloads[p].count()}, {1}});
    if (!l.complete()) qFatal("the test's layout is wrong");
    return l;
}

std::string chunks_of(const RestorePlan& plan) {
    std::string text;
    for (const auto& stream : plan.wanted_chunks(two_files())) {
        for (const bool wanted : stream)
            text += wanted ? '1' : '0';
        text += ' ';
    }
    return text;
}

/// A made file of 12 floats at byte 4, as `shape` with `stride` in a payload of 20 floats that are their own
/// numbers.
struct Placed {
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;
    std::uint64_t first = 0;
    std::vector<std::uint64_t> to;  ///< strides in the made file
};

}  // namespace

class TestRestorePlan : public QObject {
    Q_OBJECT

 private slots:
    void only_chunks_of_the_files_are_read_data() {
        QTest::addColumn<std::vector<std::uint32_t>>("kept");
        QTest::addColumn<std::vector<std::uint32_t>>("made");  // tensors
        QTest::addColumn<std::string>("chunks");
        using List = std::vector<std::uint32_t>;
        const auto row = [](const char* name, List kept, List made, const char* chunks) {
            QTest::newRow(name) << std::move(kept) << std::move(made) << std::string(chunks);
        };
        row("nothing", {}, {}, "00 000 ");
        row("the first file", {0}, {}, "10 111 ");
        // A copy is restored from the payload that it copies.
        row("the second file", {1}, {}, "01 101 ");
        row("both", {0, 1}, {}, "11 111 ");
        row("a tensor of the first chunk", {}, {0}, "00 100 ");
        row("a tensor of two chunks", {}, {1}, "00 011 ");
        row("a tensor at the end", {}, {2}, "00 001 ");
        row("a copied tensor", {}, {3}, "00 100 ");
        row("a file and a tensor", {1}, {1}, "01 111 ");
    }
    void only_chunks_of_the_files_are_read() {
        QFETCH(std::vector<std::uint32_t>, kept);
        QFETCH(std::vector<std::uint32_t>, made);
        QFETCH(std::string, chunks);
        RestorePlan plan{.kept = kept, .made = {}};
        if (!made.empty()) plan.made.push_back({.path = "m", .size = 1, .head = {}, .tensors = {}});
        for (const auto t : made)
            plan.made[0].tensors.push_back({.tensor = t, .offset = 0, .stride = {1}});
        QCOMPARE(chunks_of(plan), chunks);
    }

    void kept_files_come_before_made_ones() {
        const auto layout = two_files();
        RestorePlan plan{.kept = {1}, .made = {{.path = "m", .size = 100, .head = {}, .tensors = {}}}};
        const auto files = plan.files(layout);
        QCOMPARE(files.size(), std::size_t{2});
        QVERIFY(files[0].path == "b" && files[0].size == 32);
        QVERIFY(files[1].path == "m" && files[1].size == 100);
        QCOMPARE(plan.bytes(layout), std::uint64_t{132});
        QCOMPARE(RestorePlan::whole(layout).kept, (std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(RestorePlan::whole(layout).bytes(layout), std::uint64_t{80});
    }

    void tensors_are_written_without_gaps_data() {
        QTest::addColumn<Placed>("placed");
        QTest::addColumn<std::vector<int>>("expected");  // -1: not written
        const auto row = [](const char* name, Placed placed, std::vector<int> expected) {
            QTest::newRow(name) << std::move(placed) << std::move(expected);
        };
        row("in order", {{3, 4}, {4, 1}, 0, {4, 1}}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
        row("from the middle", {{2, 3}, {3, 1}, 5, {3, 1}}, {5, 6, 7, 8, 9, 10, -1, -1, -1, -1, -1, -1});
        row("transposed", {{4, 3}, {1, 4}, 0, {3, 1}}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
        row("every second", {{6}, {2}, 1, {1}}, {1, 3, 5, 7, 9, 11, -1, -1, -1, -1, -1, -1});
        row("the same again and again", {{2, 3}, {0, 1}, 4, {3, 1}},
            {4, 5, 6, 4, 5, 6, -1, -1, -1, -1, -1, -1});
        row("columns of a wider one", {{3, 2}, {2, 1}, 0, {4, 1}},
            {0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1});
        row("a scalar", {{}, {}, 7, {}}, {7, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
    }
    /// The payload's bytes come in pieces, the last first.
    void tensors_are_written_without_gaps() {
        QFETCH(Placed, placed);
        QFETCH(std::vector<int>, expected);
        StepLayout layout;
        layout.files = {{"a", 80, "raw", ""}};
        layout.payloads = {payload(0, 0, 20, "w")};
        layout.tensors = {{0, "w", DType::f32, placed.first, placed.shape, placed.stride}};
        RestorePlan plan{.kept = {}, .made = {{.path = "", .size = 52, .head = {}, .tensors = {}}}};
        plan.made[0].tensors.push_back({.tensor = 0, .offset = 4, .stride = placed.to});
        QTemporaryDir dir;
        const auto output = fs::path(dir.path().toStdString()) / "out";
        auto target = RestoreTarget::create(output, plan.files(layout), false, FileAccess::by_umask);
        VERIFY_OK(target);
        std::vector<float> numbers(20);
        std::iota(numbers.begin(), numbers.end(), 0.0F);
        std::vector<float> nothing(12, -1.0F);
        VERIFY_OK(target->file(0).write_all(4, std::as_bytes(std::span(nothing))));
        auto writer = StridedTensorWriter::create(layout, plan, *target, 0);
        VERIFY_OK(writer);
        const auto bytes = std::as_bytes(std::span(numbers));
        for (const auto& [from, to] : {std::pair(36U, 80U), std::pair(12U, 36U), std::pair(0U, 12U)})
            VERIFY_OK(writer->take(0, from, bytes.subspan(from, to - from)));
        VERIFY_OK(writer->finish({}));
        VERIFY_OK(target->publish());
        const auto text = read_text(output);
        std::vector<int> found;
        for (std::size_t i = 0; i < 12; ++i)
            found.push_back(static_cast<int>(load<float>(as_view(text), 4 + 4 * i)));
        QCOMPARE(found, expected);
        QCOMPARE(std::distance(fs::directory_iterator(output.parent_path()), fs::directory_iterator()),
                 std::ptrdiff_t{1});
    }

    void copies_in_several_files_come_back() {
        ScratchRun run({.scheme = Scheme::exact});
        std::mt19937_64 random(3);
        const auto shared = random_elements(DType::f32, 3000, Shape::gaussian, random);
        const auto own = random_elements(DType::f32, 3000, Shape::gaussian, random);
        const std::vector<std::string> contents{
            safetensors_bytes({{"w", "F32", {3000}, shared}}),
            safetensors_bytes({{"v", "F32", {3000}, own}, {"tied", "F32", {3000}, shared}})};
        const auto folder = run.root() / "run" / "checkpoint-1";
        write_text(folder / "a.safetensors", contents[0]);
        write_text(folder / "b.safetensors", contents[1]);
        const auto step = run.file_path(folder, 1);
        VERIFY_OK(step);
        const auto& payloads = step->layout().payloads;
        QCOMPARE(std::ranges::count(payloads, 0U, &StoredPayload::same_as), std::ptrdiff_t{1});
        auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
        VERIFY_OK(chain);
        for (const std::uint32_t only : {0U, 1U}) {
            const auto output = run.root() / std::to_string(only);
            VERIFY_OK(restore_checkpoint(*chain, RestorePlan{.kept = {only}, .made = {}}, output, false,
                                         run.pool(), {}));
            const auto name = std::string(1, static_cast<char>('a' + only)) + ".safetensors";
            QVERIFY(read_text(output / name) == contents[only]);
            QVERIFY(!fs::exists(output / (only == 0 ? "b.safetensors" : "a.safetensors")));
        }
    }

    void skeletons_are_those_of_the_wanted_files_data() {
        QTest::addColumn<quint64>("most");
        QTest::addColumn<std::vector<bool>>("wanted");
        QTest::addColumn<QString>("made");
        QTest::newRow("all") << ~quint64{0} << std::vector<bool>{} << "yyy";
        QTest::newRow("the second") << ~quint64{0} << std::vector<bool>{false, true, false} << "nyn";
        QTest::newRow("all that are small enough") << quint64{3000} << std::vector<bool>{} << "yny";
        QTest::newRow("smaller by a byte") << quint64{2999} << std::vector<bool>{} << "nny";
    }
    void skeletons_are_those_of_the_wanted_files() {
        QFETCH(quint64, most);
        QFETCH(std::vector<bool>, wanted);
        QFETCH(QString, made);
        ScratchRun run({.scheme = Scheme::exact});
        const auto folder = run.root() / "run" / "checkpoint-1";
        const auto tensor = safetensors_bytes({{"w", "F32", {50}, Bytes(200, std::byte{7})}});
        const std::vector<std::string> contents{std::string(3000, 'a'), std::string(3001, 'b'), tensor};
        write_text(folder / "1.txt", contents[0]);
        write_text(folder / "2.txt", contents[1]);
        write_text(folder / "3.safetensors", contents[2]);
        const auto step = run.file_path(folder, 1);
        VERIFY_OK(step);
        const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
        const auto files = skeleton_files(*chain, most, wanted);
        VERIFY_OK(files);
        auto expected = contents;
        expected[2].replace(tensor.size() - 200, 200, std::string(200, '\0'));
        for (std::size_t i = 0; i < 3; ++i) {
            Bytes bytes(*(*files)[i].size());
            VERIFY_OK((*files)[i].read_exact(0, bytes));
            QVERIFY(as_text(bytes) == (made[static_cast<qsizetype>(i)] == 'y' ? expected[i] : ""));
        }
    }

    void norms_are_of_finite_floats() {
        ScratchRun run({.scheme = Scheme::exact});
        const auto floats = [](std::vector<float> values, std::size_t count) {
            values.resize(count);
            const auto bytes = std::as_bytes(std::span(values));
            return Bytes(bytes.begin(), bytes.end());
        };
        constexpr auto infinity = std::numeric_limits<float>::infinity();
        // The last element lies in the tensor's second chunk.
        auto long_one = floats({3}, 70'000);
        const float four = 4;
        std::memcpy(long_one.data() + long_one.size() - 4, &four, 4);
        const auto step = run.file("a.safetensors",
                                   safetensors_bytes({{"a", "F32", {70'000}, long_one},
                                                      {"b", "F32", {4}, floats({5, NAN, infinity, -12}, 4)},
                                                      {"n", "I64", {2}, Bytes(16, std::byte{1})},
                                                      {"tied", "F32", {70'000}, long_one}}),
                                   1);
        VERIFY_OK(step);
        const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
        const auto norms = payload_norms(*chain, run.pool(), {});
        VERIFY_OK(norms);
        QCOMPARE(*norms, (std::vector<std::optional<double>>{5, 13, 0, 5}));
    }

    void what_was_dropped_has_no_norm() {
        ScratchRun run({.scheme = Scheme::exact});
        Training training(3, 3000);
        const auto step = run.file("a.safetensors", training.bytes(), 1);
        VERIFY_OK(step);
        VERIFY_OK(strip_to_weights(run.writer(), {step->meta().id}, run.pool(), {}));
        const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
        const auto norms = payload_norms(*chain, run.pool(), {});
        VERIFY_OK(norms);
        for (std::size_t p = 0; p < norms->size(); ++p) {
            const auto& payload = chain->top().layout().payloads[p];
            if (is_lossy_float(payload.dtype)) QCOMPARE((*norms)[p].has_value(), !payload.optimizer);
        }
    }
};

STEPVAULT_TEST(TestRestorePlan)

}  // namespace test_restore_plan

#include "test_restore_plan.moc"
