#include <QtTest>

#include "support/opened.h"
#include "support/registry.h"
#include "vault/format/matrix_rows.h"
#include "vault/format/step_content.h"
#include "vault/format/step_layout.h"
#include "vault/format/strided.h"

namespace test_step_layout {

using namespace stepvault;
using namespace stepvault::test;

namespace {

using Numbers = std::vector<std::uint64_t>;
using Fault = std::function<void(StepLayout&)>;

StoredPayload payload(std::uint32_t file, std::uint64_t offset, std::uint64_t length, std::uint32_t stream,
                      DType dtype, Role role, const char* name) {
    StoredPayload p;
    p.file = file;
    p.offset = offset;
    p.length = length;
    p.stream = stream;
    p.dtype = dtype;
    p.role = role;
    p.name = name;
    return p;
}

/// Three files, of which the second has no payload; the third payload is a copy of the first.
StepLayout three_files() {
    StepLayout l;
    l.files = {{"a", 200, "npz", "a note"}, {"b", 120, "raw", ""}, {"c", 64, "npz", "another"}};
    l.streams = {{StreamCoding::bytes, DType::opaque, "", 64},
                 {StreamCoding::exact, DType::f32, "exact", 4},
                 {StreamCoding::lc, DType::bf16, "weights", 8}};
    l.payloads = {payload(0, 16, 16, 1, DType::f32, Role::weight, "w"),
                  payload(0, 32, 8, 2, DType::bf16, Role::first_moment, "m"),
                  payload(0, 48, 16, 1, DType::f32, Role::weight, "tied"),
                  payload(2, 0, 24, 1, DType::f32, Role::counter, "n"),
                  payload(2, 24, 4, 2, DType::bf16, Role::embedding, "k")};
    l.payloads[1].optimizer = true;
    l.payloads[1].table = 3;
    l.payloads[2].same_as = 0;
    l.tensors = {{0, "w", DType::f32, 0, {4}, {1}},
                 {0, "view", DType::f32, 1, {1, 3}, {7, -1}},
                 {1, "m", DType::f16, 0, {2, 2}, {2, 1}},
                 {3, "scalar", DType::f32, 2, {}, {}}};
    l.crcs = {{0, 100, 16, 16, true}, {0, 104, 0, 48, false}, {2, 60, 24, 4, true}};
    return l;
}

Bytes written(const StepLayout& layout) {
    ByteWriter out;
    layout.write(out);
    return out.take();
}

Result<StepLayout> read(ByteView bytes) {
    ByteReader in(bytes);
    return StepLayout::read(in);
}

void row(const char* name, bool is_sound, Fault fault) {
    QTest::newRow(name) << std::move(fault) << is_sound;
}

}  // namespace

class TestStepLayout : public QObject {
    Q_OBJECT

 private slots:
    void files_and_streams_come_back() {
        auto l = three_files();
        VERIFY_OK(l.complete());
        const auto r = read(written(l));
        VERIFY_OK(r);
        QCOMPARE(r->files.size(), l.files.size());
        for (std::size_t i = 0; i < l.files.size(); ++i)
            QVERIFY(std::tie(r->files[i].path, r->files[i].size, r->files[i].format, r->files[i].note) ==
                    std::tie(l.files[i].path, l.files[i].size, l.files[i].format, l.files[i].note));
        QCOMPARE(r->streams.size(), l.streams.size());
        for (std::size_t i = 0; i < l.streams.size(); ++i) {
            const auto& a = r->streams[i];
            const auto& b = l.streams[i];
            QVERIFY(std::tie(a.coding, a.dtype, a.group, a.chunk_elements) ==
                    std::tie(b.coding, b.dtype, b.group, b.chunk_elements));
        }
    }

    void payloads_and_tensors_come_back() {
        auto l = three_files();
        VERIFY_OK(l.complete());
        const auto r = read(written(l));
        VERIFY_OK(r);
        QCOMPARE(r->payloads.size(), l.payloads.size());
        for (std::size_t i = 0; i < l.payloads.size(); ++i) {
            const auto& a = r->payloads[i];
            const auto& b = l.payloads[i];
            QVERIFY(std::tie(a.file, a.offset, a.length, a.dtype, a.role, a.optimizer, a.stream, a.table) ==
                    std::tie(b.file, b.offset, b.length, b.dtype, b.role, b.optimizer, b.stream, b.table));
            QVERIFY(std::tie(a.same_as, a.rounds, a.rounds_at, a.name, a.first) ==
                    std::tie(b.same_as, b.rounds, b.rounds_at, b.name, b.first));
        }
        QCOMPARE(r->tensors.size(), l.tensors.size());
        for (std::size_t i = 0; i < l.tensors.size(); ++i) {
            const auto& a = r->tensors[i];
            const auto& b = l.tensors[i];
            QVERIFY(std::tie(a.payload, a.name, a.dtype, a.offset, a.shape, a.stride) ==
                    std::tie(b.payload, b.name, b.dtype, b.offset, b.shape, b.stride));
        }
    }

    void roundings_come_back() {
        auto l = three_files();
        l.payloads[4].rounds = 3;
        l.payloads[4].rounds_at = 2;
        VERIFY_OK(l.complete());
        QCOMPARE(l.streams[2].payloads, (std::vector<std::uint32_t>{1}));
        const auto r = read(written(l));
        VERIFY_OK(r);
        QCOMPARE(r->payloads[4].rounds, 3U);
        QCOMPARE(r->payloads[4].rounds_at, std::uint64_t{2});
        QCOMPARE(r->payloads[4].first, std::uint64_t{6});
        QCOMPARE(r->carrier(4), 3U);
        QCOMPARE(r->roundings()[3], (std::vector<std::uint32_t>{4}));
    }

    void places_follow_from_the_order() {
        auto l = three_files();
        VERIFY_OK(l.complete());
        Numbers firsts;
        for (const auto& p : l.payloads)
            firsts.push_back(p.first);
        QCOMPARE(firsts, (Numbers{0, 0, 0, 4, 4}));
        QCOMPARE(l.streams[1].payloads, (std::vector<std::uint32_t>{0, 3}));
        QCOMPARE(l.streams[2].payloads, (std::vector<std::uint32_t>{1, 4}));
        QCOMPARE(l.streams[1].count, std::uint64_t{10});
        QCOMPARE(l.streams[2].count, std::uint64_t{6});
        QCOMPARE(l.total_bytes(), std::uint64_t{384});
        // All bytes but those of the payloads, copies included.
        QCOMPARE(l.streams[0].count, std::uint64_t{384 - 16 - 8 - 16 - 24 - 4});
        // A second call starts anew.
        VERIFY_OK(l.complete());
        QCOMPARE(l.streams[1].count, std::uint64_t{10});
        QCOMPARE(l.streams[1].payloads.size(), std::size_t{2});
    }

    void the_last_chunk_has_what_is_left() {
        auto l = three_files();
        VERIFY_OK(l.complete());
        const auto& s = l.streams[1];
        QCOMPARE(s.chunks(), std::uint64_t{3});
        QCOMPARE(s.chunk_first(2), std::uint64_t{8});
        QCOMPARE(s.chunk_count(1), std::uint64_t{4});
        QCOMPARE(s.chunk_count(2), std::uint64_t{2});
        QCOMPARE(s.chunk_bytes(2), std::uint64_t{8});
    }

    void raw_ranges_lie_between_the_payloads() {
        auto l = three_files();
        std::vector<Numbers> ranges;
        for (const auto& range : l.raw_ranges())
            ranges.push_back({range.file, range.offset, range.length});
        QCOMPARE(ranges,
                 (std::vector<Numbers>{{0, 0, 16}, {0, 40, 8}, {0, 64, 136}, {1, 0, 120}, {2, 28, 36}}));
    }

    void a_range_of_a_stream_is_parts_of_payloads_data() {
        QTest::addColumn<quint64>("first");
        QTest::addColumn<quint64>("count");
        QTest::addColumn<std::vector<Numbers>>("parts");  // payload, inside, count, bytes
        const auto parts = [](const char* name, quint64 first, quint64 count, std::vector<Numbers> expected) {
            QTest::newRow(name) << first << count << std::move(expected);
        };
        parts("all", 0, 10, {{0, 0, 4, 0}, {3, 0, 6, 16}});
        parts("over the border", 2, 5, {{0, 2, 2, 0}, {3, 0, 3, 8}});
        parts("from the border", 4, 2, {{3, 0, 2, 0}});
        parts("up to the border", 1, 3, {{0, 1, 3, 0}});
        parts("within one", 5, 1, {{3, 1, 1, 0}});
        parts("nothing", 5, 0, {});
    }
    void a_range_of_a_stream_is_parts_of_payloads() {
        QFETCH(quint64, first);
        QFETCH(quint64, count);
        QFETCH(std::vector<Numbers>, parts);
        auto l = three_files();
        VERIFY_OK(l.complete());
        std::vector<Numbers> found;
        VERIFY_OK(
            for_each_part(l, l.streams[1], first, count, [&](auto p, auto inside, auto n, auto at) -> Status {
                found.push_back({p, inside, n, at});
                return {};
            }));
        QCOMPARE(found, parts);
    }

    void what_contradicts_itself_is_refused_data() {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<bool>("is_sound");
        constexpr std::uint64_t most = std::uint64_t{1} << 48;
        row("nothing", true, [](auto&) {});
        const auto rounding = [](std::uint32_t of, std::uint64_t from) {
            return [=](StepLayout& l) {
                l.payloads[4].rounds = of;
                l.payloads[4].rounds_at = from;
            };
        };
        row("a rounding", true, rounding(3, 4));
        row("a rounding of more than there is", false, rounding(3, 5));
        row("a rounding from nowhere", false, rounding(3, std::uint64_t{1} << 63));
        row("a rounding of itself", false, rounding(4, 0));
        row("a rounding of a copy", false, rounding(2, 0));
        row("a rounding of bf16", false, rounding(1, 0));
        row("a rounding of nothing", false, rounding(5, 0));
        row("a copy of a rounding", false, [](auto& l) {
            l.crcs.clear();
            l.payloads[1].rounds = 0;
            l.payloads[4].length = l.payloads[1].length;
            l.payloads[4].same_as = 1;
        });
        row("a rounding of fp32", false, [](auto& l) { l.payloads[3].rounds = 0; });
        row("a rounding of a rounding", false,
            [](auto& l) { l.payloads[4].rounds = 1, l.payloads[1].rounds = 0; });
        row("no streams", false, [](auto& l) { l.streams.clear(), l.payloads.clear(), l.crcs.clear(); });
        row("no skeleton", false, [](auto& l) { l.streams[0].coding = StreamCoding::exact; });
        row("a skeleton of numbers", false, [](auto& l) { l.streams[0].dtype = DType::f32; });
        row("chunks of nothing", false, [](auto& l) { l.streams[2].chunk_elements = 0; });
        row("a payload in the skeleton", false, [](auto& l) { l.payloads[3].stream = 0; });
        row("a payload in no stream", false, [](auto& l) { l.payloads[3].stream = 3; });
        row("a payload of no file", false, [](auto& l) { l.payloads[4].file = 3; });
        row("payloads of an earlier file", false, [](auto& l) { l.payloads[0].file = 1; });
        row("payloads that overlap", false, [](auto& l) { l.payloads[1].offset = 31; });
        row("a payload beyond its file", false, [](auto& l) { l.crcs.clear(), l.payloads[4].offset = 61; });
        row("a payload up to its file's end", true,
            [](auto& l) { l.crcs.clear(), l.payloads[4].offset = 60; });
        row("a payload that begins behind the end", false, [](auto& l) { l.payloads[4].offset = 65; });
        row("an empty payload", false, [](auto& l) { l.crcs.clear(), l.payloads[4].length = 0; });
        row("half an element", false, [](auto& l) { l.payloads[3].length = 22; });
        row("another type than its stream's", false, [](auto& l) { l.payloads[3].dtype = DType::i32; });
        row("tensors in a stream of bytes", false,
            [](auto& l) { l.streams[1].coding = StreamCoding::bytes; });
        row("as many bytes as may be", true, [](auto& l) { l.files[1].size = most - 264; });
        row("a byte more", false, [](auto& l) { l.files[1].size = most - 263; });
        row("sizes that wrap around", false, [](auto& l) { l.files[1].size = ~std::uint64_t{0} - 200; });
        row("a copy of a copy", false, [](auto& l) { l.payloads[3].length = 16, l.payloads[3].same_as = 2; });
        row("a copy from its stream", true,
            [](auto& l) { l.payloads[3].length = 16, l.payloads[3].same_as = 0; });
        row("a copy from another stream", false,
            [](auto& l) { l.payloads[3].length = 8, l.payloads[3].same_as = 1; });
    }
    void what_contradicts_itself_is_refused() {
        QFETCH(Fault, fault);
        QFETCH(bool, is_sound);
        auto l = three_files();
        fault(l);
        const auto completed = l.complete();
        QCOMPARE(completed.ok(), is_sound);
        if (!is_sound) VERIFY_ERROR(completed, ErrorCode::corrupt);
    }

    void bytes_that_lie_are_refused_data() {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<bool>("is_sound");
        row("nothing", true, [](auto&) {});
        row("an unknown coding", false, [](auto& l) { l.streams[1].coding = static_cast<StreamCoding>(5); });
        row("an unknown type", false, [](auto& l) { l.streams[1].dtype = static_cast<DType>(19); });
        row("lossy integers", false, [](auto& l) { l.streams[2].dtype = DType::i16; });
        row("a payload far behind all files", false, [](auto& l) { l.payloads[4].file = 7; });
        row("a payload right behind all files", false, [](auto& l) { l.payloads[4].file = 3; });
        row("a payload of no stream", false, [](auto& l) { l.payloads[4].stream = 3; });
        row("a copy of a later one", false, [](auto& l) { l.payloads[0].same_as = 2; });
        row("a length that wraps around", false,
            [](auto& l) { l.payloads[4].length = ~std::uint64_t{0} - 20; });
    }
    void bytes_that_lie_are_refused() {
        QFETCH(Fault, fault);
        QFETCH(bool, is_sound);
        auto l = three_files();
        l.crcs.clear();
        fault(l);
        const auto r = read(written(l));
        QCOMPARE(r.ok(), is_sound);
        if (!is_sound) VERIFY_ERROR(r, ErrorCode::corrupt);
    }

    void every_cut_and_every_byte_too_many_is_refused() {
        auto bytes = written(three_files());
        for (std::size_t n = 0; n < bytes.size(); ++n)
            QVERIFY2(!read(ByteView(bytes).first(n)).ok(), qPrintable(QString::number(n)));
        bytes.push_back(std::byte{0});
        VERIFY_ERROR(read(bytes), ErrorCode::corrupt);
    }

    /// The last four bytes are the file, the offset, the payload and the flags of a checksum field.
    void a_checksum_is_of_a_payload_of_its_file_data() {
        QTest::addColumn<int>("from_end");
        QTest::addColumn<int>("value");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("another payload") << 2 << 2 << true;
        QTest::newRow("a payload of another file") << 2 << 3 << false;
        QTest::newRow("no payload") << 2 << 5 << false;
        QTest::newRow("another file") << 4 << 2 << false;
        QTest::newRow("no file") << 4 << 3 << false;
    }
    void a_checksum_is_of_a_payload_of_its_file() {
        QFETCH(int, from_end);
        QFETCH(int, value);
        QFETCH(bool, is_sound);
        auto l = three_files();
        l.crcs = {{0, 100, 16, 16, true}};
        auto bytes = written(l);
        bytes[bytes.size() - static_cast<std::size_t>(from_end)] = static_cast<std::byte>(value);
        const auto r = read(bytes);
        QCOMPARE(r.ok(), is_sound);
        if (is_sound) QCOMPARE(r->crcs[0].begin, std::uint64_t{48});
    }

    void a_role_of_a_later_version_is_other() {
        auto l = three_files();
        l.payloads[0].role = static_cast<Role>(100);
        l.payloads[0].optimizer = true;
        const auto r = read(written(l));
        VERIFY_OK(r);
        QVERIFY(r->payloads[0].role == Role::other && r->payloads[0].optimizer);
    }

    /// FORMAT.md gives each record's weight.
    void the_weight_is_that_of_the_records() {
        auto l = three_files();
        VERIFY_OK(l.complete());
        const std::uint64_t files = 3 * 256 + (1 + 3 + 6) + (1 + 3) + (1 + 3 + 7);
        const std::uint64_t streams = 3 * 512 + 5 + 7;
        const std::uint64_t payloads = 5 * 128 + (1 + 1 + 4 + 1 + 1) + 5;
        const std::uint64_t tensors = 4 * 128 + (1 + 4 + 1 + 6) + 16 * (1 + 2 + 2) + 4;
        QCOMPARE(l.weight(), files + streams + payloads + tensors + 3 * 64);
        l.streams[2].coding = StreamCoding::adaptive;
        // Two payloads have the order of their blocks.
        QCOMPARE(l.weight(), files + streams + payloads + tensors + 3 * 64 + (20480 - 512) + 2 * 384);
    }

    void the_heaviest_layout_is_read_and_no_heavier_one_data() {
        QTest::addColumn<quint64>("beyond");
        QTest::newRow("the heaviest") << quint64{0};
        QTest::newRow("a byte more") << quint64{1};
    }
    /// Many tensors share the path of their file, which counts for each; a note makes up the rest.
    void the_heaviest_layout_is_read_and_no_heavier_one() {
        QFETCH(quint64, beyond);
        auto l = three_files();
        l.files[0].path = std::string(400'000, 'p');
        const auto tensor = l.tensors[0];
        l.tensors.clear();
        while (l.weight() + 500'000 < heaviest_layout)
            l.tensors.resize(l.tensors.size() + (heaviest_layout - l.weight() - 500'000) / 400'200 + 1,
                             tensor);
        QVERIFY(l.weight() < heaviest_layout);
        l.files[1].note = std::string(heaviest_layout - l.weight() + beyond, 'n');
        QCOMPARE(l.weight(), heaviest_layout + beyond);
        QCOMPARE(read(written(l)).ok(), beyond == 0);
    }

    void rows_are_those_of_the_first_tensor_data() {
        using Strides = std::vector<std::int64_t>;
        QTest::addColumn<Numbers>("shape");
        QTest::addColumn<Strides>("stride");
        QTest::addColumn<quint64>("offset");
        QTest::addColumn<quint64>("columns");
        QTest::newRow("matrix") << Numbers{3, 5} << Strides{5, 1} << quint64{0} << quint64{5};
        QTest::newRow("transposed") << Numbers{3, 5} << Strides{1, 3} << quint64{0} << quint64{3};
        QTest::newRow("kernel") << Numbers{2, 3, 4} << Strides{12, 4, 1} << quint64{0} << quint64{12};
        QTest::newRow("one row") << Numbers{1, 5} << Strides{5, 1} << quint64{0} << quint64{0};
        QTest::newRow("vector") << Numbers{7} << Strides{1} << quint64{0} << quint64{0};
        QTest::newRow("a part of its storage") << Numbers{3, 5} << Strides{5, 1} << quint64{2} << quint64{0};
    }
    void rows_are_those_of_the_first_tensor() {
        QFETCH(Numbers, shape);
        QFETCH(std::vector<std::int64_t>, stride);
        QFETCH(quint64, offset);
        QFETCH(quint64, columns);
        auto l = three_files();
        l.tensors = {{3, "first", DType::f32, offset, shape, stride},
                     {3, "later", DType::f32, 0, {2, 9}, {9, 1}}};
        const auto rows = row_lengths(l);
        QCOMPARE(rows, (Numbers{0, 0, 0, columns, 0}));
    }

    void an_extent_is_from_the_first_to_the_last_data() {
        using Strides = std::vector<std::int64_t>;
        QTest::addColumn<Numbers>("shape");
        QTest::addColumn<Strides>("stride");
        QTest::addColumn<std::optional<std::uint64_t>>("extent");
        QTest::addColumn<bool>("in_order");
        const auto extent = [](const char* name, Numbers shape, Strides stride,
                               std::optional<std::uint64_t> n, bool in_order = false) {
            QTest::newRow(name) << std::move(shape) << std::move(stride) << n << in_order;
        };
        constexpr auto far = std::numeric_limits<std::int64_t>::max();
        extent("scalar", {}, {}, 1, true);
        extent("matrix", {3, 5}, {5, 1}, 15, true);
        extent("transposed", {3, 5}, {1, 3}, 15);
        extent("every second", {4}, {2}, 7);
        extent("the same everywhere", {4}, {0}, 1);
        extent("a row of one", {1, 5}, {99, 1}, 5, true);
        extent("nothing", {0, 5}, {5, 1}, 0, true);
        extent("backwards", {3}, {-1}, std::nullopt);
        extent("too far", {4}, {far}, std::nullopt);
        extent("too far together", {3, 2}, {far, 1}, std::nullopt);
    }
    void an_extent_is_from_the_first_to_the_last() {
        QFETCH(Numbers, shape);
        QFETCH(std::vector<std::int64_t>, stride);
        QFETCH(std::optional<std::uint64_t>, extent);
        QFETCH(bool, in_order);
        QVERIFY(strided_extent(shape, stride) == extent);
        QCOMPARE(is_row_major(shape, stride), in_order);
        stride.push_back(1);
        QVERIFY(!strided_extent(shape, stride));
    }

    void elements_are_read_by_their_indices_data() {
        QTest::addColumn<quint64>("item");
        for (const int item : {1, 2, 4, 8, 16})
            QTest::addRow("%d bytes", item) << static_cast<quint64>(item);
    }
    /// The transpose of a matrix of 2 by 3, read in two pieces.
    void elements_are_read_by_their_indices() {
        QFETCH(quint64, item);
        Bytes source(6 * item);
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = static_cast<std::byte>(i / item * 16 + i % item);
        const Numbers shape{3, 2};
        const std::vector<std::int64_t> stride{1, 3};
        StridedReader reader(shape, stride, item, source.data());
        Bytes out(6 * item);
        reader.read(MutableByteView(out).first(4 * item));
        reader.read(MutableByteView(out).subspan(4 * item));
        Numbers order;
        for (std::size_t i = 0; i < out.size(); i += item) {
            order.push_back(static_cast<std::uint64_t>(out[i]) / 16);
            QCOMPARE(static_cast<std::uint64_t>(out[i + item - 1]) % 16, item - 1);
        }
        QCOMPARE(order, (Numbers{0, 3, 1, 4, 2, 5}));
    }

    void a_sample_is_spread_over_its_stream_data() {
        QTest::addColumn<quint64>("count");
        QTest::addColumn<quint64>("blocks");
        QTest::newRow("too small") << quint64{6399} << quint64{0};
        QTest::newRow("one in a hundred") << quint64{6400} << quint64{1};
        QTest::newRow("two") << quint64{64'000} << quint64{2};
        QTest::newRow("a few") << quint64{512'000} << quint64{8};
        QTest::newRow("still a few") << quint64{64 * 32'000} << quint64{8};
        QTest::newRow("one in four thousand") << quint64{64 * 40'000} << quint64{10};
    }
    void a_sample_is_spread_over_its_stream() {
        QFETCH(quint64, count);
        QFETCH(quint64, blocks);
        QCOMPARE(StreamSample::blocks_for(count), std::uint64_t{blocks});
        if (blocks == 0) return;
        QCOMPARE(StreamSample::block_first(0, blocks, count), std::uint64_t{0});
        QVERIFY(StreamSample::block_first(blocks - 1, blocks, count) + StreamSample::block_elements <= count);
        // 3 * floor(1000 / 4) = 750, down to a multiple of 64.
        QCOMPARE(StreamSample::block_first(3, 4, 1000), std::uint64_t{704});
        QCOMPARE(StreamSample::block_first(2, 3, 200), std::uint64_t{128});
    }
};

STEPVAULT_TEST(TestStepLayout)

}  // namespace test_step_layout

#include "test_step_layout.moc"
