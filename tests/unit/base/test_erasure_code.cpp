#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include <QtTest>

#include "base/erasure_code.h"
#include "support/registry.h"
#include "unit/base/plain_erasure_code.h"
#include "unit/base/result_macros.h"

namespace test_erasure_code {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr std::byte guard{0xA5};

/// Blocks of equal length at odd addresses, with guard bytes around them.
class Blocks {
 public:
    Blocks(std::size_t count, std::size_t length, std::byte fill = guard) : length_(length) {
        for (std::size_t b = 0; b < count; ++b) {
            rooms_.emplace_back(length + 2 * margin, guard);
            std::ranges::fill(block(b), fill);
        }
    }
    explicit Blocks(const std::vector<Bytes>& blocks) : Blocks(blocks.size(), blocks.front().size()) {
        for (std::size_t b = 0; b < blocks.size(); ++b)
            std::ranges::copy(blocks[b], block(b).begin());
    }
    MutableByteView block(std::size_t b) { return MutableByteView(rooms_[b]).subspan(1 + b % 31, length_); }
    Bytes bytes(std::size_t b) { return {block(b).begin(), block(b).end()}; }
    std::vector<ByteView> views() { return all<ByteView>(); }
    std::vector<MutableByteView> outputs() { return all<MutableByteView>(); }
    bool intact() {
        const auto is_guard = [](std::byte b) { return b == guard; };
        for (std::size_t b = 0; b < rooms_.size(); ++b) {
            const auto before = ByteView(rooms_[b]).first(1 + b % 31);
            const auto after = ByteView(rooms_[b]).subspan(before.size() + length_);
            if (!std::ranges::all_of(before, is_guard) || !std::ranges::all_of(after, is_guard)) return false;
        }
        return true;
    }

 private:
    static constexpr std::size_t margin = 64;
    template <class View>
    std::vector<View> all() {
        std::vector<View> views;
        for (std::size_t b = 0; b < rooms_.size(); ++b)
            views.emplace_back(block(b));
        return views;
    }
    std::size_t length_;
    std::vector<Bytes> rooms_;
};

using Random = std::mt19937;

std::vector<Bytes> random_blocks(std::size_t count, std::size_t length, Random& random) {
    std::vector<Bytes> blocks(count, Bytes(length));
    for (auto& block : blocks)
        for (auto& b : block)
            b = static_cast<std::byte>(random());
    return blocks;
}

/// Random data blocks and the parity blocks that encode() computes for them.
std::vector<Bytes> encoded(const ErasureCode& code, std::size_t length, Random& random) {
    auto all = random_blocks(code.data(), length, random);
    Blocks parity(code.parity(), length);
    code.encode(Blocks(all).views(), parity.outputs());
    for (std::uint32_t i = 0; i < code.parity(); ++i)
        all.push_back(parity.bytes(i));
    return all;
}

std::vector<std::optional<Bytes>> without(const std::vector<Bytes>& all,
                                          const std::vector<std::uint32_t>& lost) {
    std::vector<std::optional<Bytes>> left(all.begin(), all.end());
    for (const auto number : lost)
        left[number].reset();
    return left;
}

std::vector<std::optional<ByteView>> views_of(const std::vector<std::optional<Bytes>>& blocks) {
    std::vector<std::optional<ByteView>> views;
    views.reserve(blocks.size());
    for (const auto& block : blocks)
        views.push_back(block ? std::optional<ByteView>(*block) : std::nullopt);
    return views;
}

/// Whether the lost blocks are recovered with their former contents.
bool comes_back(const ErasureCode& code, const std::vector<Bytes>& all,
                const std::vector<std::uint32_t>& lost, const std::vector<std::uint32_t>& wanted) {
    Blocks out(wanted.size(), all.front().size());
    const auto left = without(all, lost);
    if (!code.rebuild(views_of(left), wanted, out.outputs()).ok() || !out.intact()) return false;
    for (std::size_t w = 0; w < wanted.size(); ++w)
        if (!std::ranges::equal(out.block(w), all[wanted[w]])) return false;
    return true;
}

std::vector<std::uint32_t> numbers_in(std::uint32_t mask) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t b = 0; b < 32; ++b)
        if ((mask >> b & 1U) != 0) numbers.push_back(b);
    return numbers;
}

}  // namespace

class TestErasureCode : public QObject {
    Q_OBJECT

    static void codes() {
        QTest::addColumn<unsigned>("data");
        QTest::addColumn<unsigned>("parity");
        QTest::addRow("4 + 4") << 4U << 4U;
        QTest::addRow("8 + 8") << 8U << 8U;
        QTest::addRow("10 + 2") << 10U << 2U;
        QTest::addRow("1 + 1") << 1U << 1U;
        QTest::addRow("1 + 7") << 1U << 7U;
        QTest::addRow("3 + 0") << 3U << 0U;
    }

 private slots:
    void takes_1_to_255_blocks() {
        for (const auto& [data, parity] :
             {std::pair(1U, 0U), {1U, 254U}, {255U, 0U}, {254U, 1U}, {128U, 127U}}) {
            REQUIRE_VALUE(code, ErasureCode::create(data, parity));
            QCOMPARE(code.data(), data);
            QCOMPARE(code.parity(), parity);
        }
        for (const auto& [data, parity] :
             {std::pair(0U, 0U), {0U, 3U}, {256U, 0U}, {1U, 255U}, {128U, 128U}, {1U, ~0U}, {~0U, 2U}})
            REQUIRE_ERROR(ErasureCode::create(data, parity), ErrorCode::invalid_argument);
    }

    /// Bytes that must never change, or parity on disk could not be used: computed with tables of logarithms.
    void golden_bytes() {
        const auto bytes = [](std::initializer_list<int> values) {
            Bytes b;
            for (const auto v : values)
                b.push_back(static_cast<std::byte>(v));
            return b;
        };
        const std::vector<Bytes> data = {bytes({0x00, 0x01, 0x02, 0x80, 0xFF}),
                                         bytes({'S', 't', 'e', 'p', '!'}),
                                         bytes({0x53, 0xCA, 0x10, 0x11, 0x12})};
        const std::vector<Bytes> parity = {bytes({0xF4, 0x04, 0x59, 0xA2, 0xD9}),
                                           bytes({0x72, 0x8B, 0x97, 0xE0, 0x0F})};
        QCOMPARE(plain_parity(data, 0), parity[0]);
        QCOMPARE(plain_parity(data, 1), parity[1]);

        REQUIRE_VALUE(code, ErasureCode::create(3, 2));
        Blocks out(2, 5);
        code.encode(Blocks(data).views(), out.outputs());
        QCOMPARE(out.bytes(0), parity[0]);
        QCOMPARE(out.bytes(1), parity[1]);
        // The coefficients 1 / ((3 + i) xor j).
        QCOMPARE(plain_coefficient(3, 0, 0), 0xF4);
        QCOMPARE(plain_coefficient(3, 1, 2), 0x7A);
    }

    void parity_is_that_of_the_plain_one_data() {
        codes();
        QTest::addRow("200 + 55") << 200U << 55U;
        QTest::addRow("1 + 254") << 1U << 254U;
    }
    void parity_is_that_of_the_plain_one() {
        QFETCH(const unsigned, data);
        QFETCH(const unsigned, parity);
        REQUIRE_VALUE(code, ErasureCode::create(data, parity));
        Random random(data);
        std::vector<std::size_t> lengths = {0, 1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129};
        // Lengths of up to several slices, and lengths around the end of a slice.
        const auto slice = std::size_t{65536} / (data + parity) / 64 * 64;
        for (const std::size_t more : {0, 1, 63, 64, 65})
            lengths.push_back(slice + more);
        for (int i = 0; i < 5; ++i)
            lengths.push_back(random() % (3 * slice));
        for (const auto length : lengths) {
            if (length * data * parity > 5'000'000) continue;
            const auto blocks = random_blocks(data, length, random);
            Blocks out(parity, length);
            code.encode(Blocks(blocks).views(), out.outputs());
            QVERIFY(out.intact());
            for (std::uint32_t i = 0; i < parity; ++i)
                QVERIFY(std::ranges::equal(out.block(i), plain_parity(blocks, i)));
        }
    }

    void one_after_another_is_as_all_at_once_data() { parity_is_that_of_the_plain_one_data(); }
    void one_after_another_is_as_all_at_once() {
        QFETCH(const unsigned, data);
        QFETCH(const unsigned, parity);
        REQUIRE_VALUE(code, ErasureCode::create(data, parity));
        Random random(data);
        for (const std::size_t length : {0U, 1U, 2U, 31U, 63U, 65U, 200U, 5003U, 70'001U}) {
            if (length * data * parity > 10'000'000) continue;
            const auto all = encoded(code, length, random);
            Blocks sum(parity, length, std::byte{0});
            std::vector<std::uint32_t> order(data);
            std::iota(order.begin(), order.end(), 0U);
            std::ranges::shuffle(order, random);
            for (const auto j : order)
                code.encode_add(j, all[j], sum.outputs());
            QVERIFY(sum.intact());
            for (std::uint32_t i = 0; i < parity; ++i)
                QVERIFY(sum.bytes(i) == all[data + i]);
        }
    }

    void a_short_block_is_one_with_zeros_behind() {
        REQUIRE_VALUE(code, ErasureCode::create(3, 2));
        Random random(1);
        auto data = random_blocks(3, 1000, random);
        for (const std::size_t size : {0U, 1U, 70U, 999U}) {
            Blocks sum(2, 1000, std::byte{0});
            for (std::uint32_t j = 0; j < 3; ++j)
                code.encode_add(j, j == 1 ? ByteView(data[1]).first(size) : data[j], sum.outputs());
            auto padded = data;
            std::fill(padded[1].begin() + static_cast<std::ptrdiff_t>(size), padded[1].end(), std::byte{0});
            QCOMPARE(sum.bytes(0), plain_parity(padded, 0));
            QCOMPARE(sum.bytes(1), plain_parity(padded, 1));
        }
    }

    void a_difference_turns_old_parity_into_new() {
        REQUIRE_VALUE(code, ErasureCode::create(3, 2));
        Random random(2);
        auto data = random_blocks(3, 300, random);
        Blocks parity(2, 300);
        code.encode(Blocks(data).views(), parity.outputs());
        const auto changed = random_blocks(1, 300, random).front();
        Bytes difference = changed;
        for (std::size_t b = 0; b < difference.size(); ++b)
            difference[b] ^= data[2][b];
        code.encode_add(2, difference, parity.outputs());
        data[2] = changed;
        QCOMPARE(parity.bytes(0), plain_parity(data, 0));
        QCOMPARE(parity.bytes(1), plain_parity(data, 1));
    }

    void every_choice_of_lost_blocks_comes_back_data() { codes(); }
    void every_choice_of_lost_blocks_comes_back() {
        QFETCH(const unsigned, data);
        QFETCH(const unsigned, parity);
        REQUIRE_VALUE(code, ErasureCode::create(data, parity));
        Random random(data);
        unsigned tried = 0;
        for (std::uint32_t mask = 0; mask < 1U << (data + parity); ++mask) {
            const auto lost = numbers_in(mask);
            // For 8 + 8 only the hardest choices, because all choices would be 39203.
            if (lost.size() > parity || (parity == 8 && lost.size() < parity)) continue;
            ++tried;
            const auto all = encoded(code, random() % 40, random);
            auto wanted = lost;
            std::ranges::shuffle(wanted, random);
            QVERIFY2(comes_back(code, all, lost, wanted), qPrintable(QString::number(mask, 2)));
            wanted.resize(random() % (wanted.size() + 1));
            QVERIFY2(comes_back(code, all, lost, wanted), qPrintable(QString::number(mask, 2)));
            if (parity == 8 && tried % 64 != 0) continue;
            const auto plain = plain_data(data, without(all, lost));
            QVERIFY(std::ranges::equal(plain, std::span(all).first(data)));
        }
        const std::map<unsigned, unsigned> choices = {{4, 163}, {8, 12870}, {10, 79}, {3, 1}};
        QCOMPARE(tried, data == 1 ? (2U << parity) - 1 : choices.at(data));
    }

    void many_blocks_come_back_data() {
        QTest::addColumn<unsigned>("length");
        QTest::addColumn<unsigned>("first");  // first lost block; every `apart`-th is lost
        QTest::addColumn<unsigned>("apart");
        QTest::addRow("the first") << 700U << 0U << 1U;
        QTest::addRow("the last, all parity") << 257U << 200U << 1U;
        QTest::addRow("some of both") << 64U << 180U << 1U;
        QTest::addRow("here and there") << 1U << 3U << 4U;
        QTest::addRow("elsewhere") << 33U << 7U << 16U;
    }
    void many_blocks_come_back() {
        QFETCH(const unsigned, length);
        QFETCH(const unsigned, first);
        QFETCH(const unsigned, apart);
        REQUIRE_VALUE(code, ErasureCode::create(200, 55));
        Random random(3);
        std::vector<std::uint32_t> lost(55);
        for (std::uint32_t i = 0; i < 55; ++i)
            lost[i] = (first + i * apart) % 255;
        const auto all = encoded(code, length, random);
        QVERIFY(comes_back(code, all, lost, lost));
        std::ranges::shuffle(lost, random);
        QVERIFY(comes_back(code, all, lost, std::vector(lost.begin(), lost.begin() + 7)));
        if (length > 64) return;
        const auto plain = plain_data(200, without(all, lost));
        QVERIFY(std::ranges::equal(plain, std::span(all).first(200)));
    }

    void whole_slices_come_back_data() { codes(); }
    void whole_slices_come_back() {
        QFETCH(const unsigned, data);
        QFETCH(const unsigned, parity);
        REQUIRE_VALUE(code, ErasureCode::create(data, parity));
        Random random(4);
        for (const std::size_t length : {4096U, 65'599U, 200'003U}) {
            const auto all = encoded(code, length, random);
            std::vector<std::uint32_t> lost(parity);
            for (std::uint32_t i = 0; i < parity; ++i)
                lost[i] = i * (data + parity) / parity;
            QVERIFY(comes_back(code, all, lost, lost));
        }
    }

    void too_many_lost_are_refused_data() {
        codes();
        QTest::addRow("200 + 55") << 200U << 55U;
    }
    void too_many_lost_are_refused() {
        QFETCH(const unsigned, data);
        QFETCH(const unsigned, parity);
        REQUIRE_VALUE(code, ErasureCode::create(data, parity));
        Random random(5);
        const auto all = encoded(code, 20, random);
        std::vector<std::uint32_t> numbers(data + parity);
        std::iota(numbers.begin(), numbers.end(), 0U);
        for (auto count = parity + 1; count <= data + parity; ++count) {
            std::ranges::shuffle(numbers, random);
            const std::vector<std::uint32_t> lost(numbers.begin(), numbers.begin() + count);
            const auto left = without(all, lost);
            Blocks out(1, 20);
            REQUIRE_ERROR(code.rebuild(views_of(left), std::span(lost).first(1), out.outputs()),
                          ErrorCode::corrupt);
            QVERIFY(out.bytes(0) == Bytes(20, guard));
            REQUIRE_ERROR(code.rebuild(views_of(left), {}, {}), ErrorCode::corrupt);
        }
    }

    void lists_that_do_not_fit_are_refused_data() {
        QTest::addColumn<std::vector<unsigned>>("wanted");
        QTest::addColumn<int>("outputs");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("output_length");
        QTest::addColumn<int>("block_length");
        QTest::addColumn<bool>("works");
        const auto row = [](const char* name, const std::vector<unsigned>& wanted, int outputs, int blocks,
                            int output_length, int block_length, bool works) {
            QTest::addRow("%s", name)
                << wanted << outputs << blocks << output_length << block_length << works;
        };
        row("as it should be", {0, 3}, 2, 5, 20, 20, true);
        row("an entry too few", {0, 3}, 2, 4, 20, 20, false);
        row("an entry too many", {0, 3}, 2, 6, 20, 20, false);
        row("an output too few", {0, 3}, 1, 5, 20, 20, false);
        row("an output too many", {0, 3}, 3, 5, 20, 20, false);
        row("one that is there", {0, 1}, 2, 5, 20, 20, false);
        row("one twice", {3, 3}, 2, 5, 20, 20, false);
        row("none such", {0, 5}, 2, 5, 20, 20, false);
        row("far from any", {0, ~0U}, 2, 5, 20, 20, false);
        row("a short output", {0, 3}, 2, 5, 19, 20, false);
        row("a short block", {0, 3}, 2, 5, 20, 19, false);
        row("a long block", {0, 3}, 2, 5, 20, 21, false);
    }
    void lists_that_do_not_fit_are_refused() {
        QFETCH(const std::vector<unsigned>, wanted);
        QFETCH(const int, outputs);
        QFETCH(const int, blocks);
        QFETCH(const int, output_length);
        QFETCH(const int, block_length);
        QFETCH(const bool, works);
        REQUIRE_VALUE(code, ErasureCode::create(3, 2));
        Random random(6);
        const auto left = without(encoded(code, 21, random), {0, 3});
        auto views = views_of(left);
        for (auto& view : views)
            if (view) view = view->first(20);
        views[4] = ByteView(*left[4]).first(static_cast<std::size_t>(block_length));
        views.resize(static_cast<std::size_t>(blocks), views[1]);
        Blocks out(static_cast<std::size_t>(outputs), 20);
        auto into = out.outputs();
        into.back() = into.back().first(static_cast<std::size_t>(output_length));
        const auto status = code.rebuild(views, wanted, into);
        if (works) {
            REQUIRE_OK(status);
            QVERIFY(out.bytes(0) != Bytes(20, guard));
            return;
        }
        REQUIRE_ERROR(status, ErrorCode::invalid_argument);
        for (std::size_t b = 0; b < static_cast<std::size_t>(outputs); ++b)
            QVERIFY(out.bytes(b) == Bytes(20, guard));
    }
};

STEPVAULT_TEST(TestErasureCode)

}  // namespace test_erasure_code

#include "test_erasure_code.moc"
