#include <algorithm>
#include <map>
#include <random>

#include <QtTest>

#include "codec/huffman_packer.h"
#include "support/registry.h"

namespace test_huffman {

using namespace stepvault;

namespace {

/// The cost of an optimal prefix code by the textbook: the sum of all inner nodes' weights.
std::uint64_t optimal_cost(const std::vector<std::uint64_t>& counts) {
    std::multimap<std::uint64_t, int> nodes;
    for (const auto c : counts) {
        if (c > 0) nodes.emplace(c, 0);
    }
    std::uint64_t cost = 0;
    while (nodes.size() > 1) {
        const auto a = nodes.begin()->first;
        nodes.erase(nodes.begin());
        const auto b = nodes.begin()->first;
        nodes.erase(nodes.begin());
        cost += a + b;
        nodes.emplace(a + b, 0);
    }
    return cost;
}

}  // namespace

class TestHuffman : public QObject {
    Q_OBJECT

 private slots:
    void the_papers_example_has_its_code() {
        // Example from LC-Checkpoint's slides: 0.79 twice, -0.48 once, 0.44 twice, zero five times.
        const std::vector<std::uint64_t> counts{2, 1, 2, 5};
        const auto lengths = huffman_lengths(counts);
        QCOMPARE(lengths, (std::vector<std::uint8_t>{2, 3, 3, 1}));
        const HuffmanEncoder encoder(lengths);
        QCOMPARE(encoder.code(3).bits, 0b0U);
        QCOMPARE(encoder.code(0).bits, 0b10U);
        QCOMPARE(encoder.code(1).bits, 0b110U);
        QCOMPARE(encoder.code(2).bits, 0b111U);
    }

    void lengths_are_optimal() {
        std::mt19937_64 random(3);
        for (int round = 0; round < 300; ++round) {
            std::vector<std::uint64_t> counts(2 + random() % 255);
            for (auto& c : counts)
                c = random() % (1U << (random() % 16));
            if (std::count_if(counts.begin(), counts.end(), [](auto c) { return c > 0; }) < 2) continue;
            const auto lengths = huffman_lengths(counts);
            std::uint64_t cost = 0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                QCOMPARE(lengths[i] == 0, counts[i] == 0);
                cost += counts[i] * lengths[i];
            }
            if (*std::max_element(lengths.begin(), lengths.end()) < huffman_longest)
                QCOMPARE(cost, optimal_cost(counts));
        }
    }

    void lengths_are_limited() {
        std::vector<std::uint64_t> fibonacci{1, 1};
        while (fibonacci.size() < 60)
            fibonacci.push_back(fibonacci[fibonacci.size() - 1] + fibonacci[fibonacci.size() - 2]);
        const auto lengths = huffman_lengths(fibonacci);
        QVERIFY(*std::max_element(lengths.begin(), lengths.end()) <= huffman_longest);
        QVERIFY(HuffmanDecoder::create(lengths).ok());
    }

    void streams_come_back() {
        std::mt19937_64 random(5);
        for (int round = 0; round < 100; ++round) {
            std::vector<std::uint64_t> counts(2 + random() % 255);
            for (auto& c : counts)
                c = 1 + random() % (std::uint64_t{1} << (random() % 40));
            const auto lengths = huffman_lengths(counts);
            const HuffmanEncoder encoder(lengths);
            auto decoder = HuffmanDecoder::create(lengths);
            QVERIFY(decoder.ok());
            std::vector<std::size_t> symbols(random() % 2000);
            BitWriter writer;
            for (auto& s : symbols) {
                s = random() % counts.size();
                writer.put(encoder.code(s).bits, encoder.code(s).length);
            }
            const auto bytes = writer.finish();
            BitReader reader(bytes);
            for (const auto s : symbols) {
                const auto hit = decoder->decode(reader.window());
                QCOMPARE(std::size_t{hit.symbol}, s);
                reader.skip(hit.length);
            }
            QVERIFY(reader.finished());
        }
    }

    void many_symbols_at_once_are_those_one_by_one() {
        std::mt19937_64 random(6);
        for (int round = 0; round < 300; ++round) {
            std::vector<std::uint64_t> counts(2 + random() % (round % 2 == 0 ? 7 : 255));
            for (auto& c : counts)
                c = 1 + random() % (std::uint64_t{1} << (random() % 40));
            const auto lengths = huffman_lengths(counts);
            const HuffmanEncoder encoder(lengths);
            const HuffmanPacker packer(lengths);
            const auto decoder = HuffmanDecoder::create(lengths);
            QVERIFY(decoder.ok());
            BitWriter one_by_one;
            BitWriter packed;
            std::vector<std::uint8_t> symbols;
            std::vector<std::size_t> parts;
            for (int part = 0; part < 4; ++part) {
                std::vector<std::uint8_t> more(random() % 500);
                for (auto& s : more) {
                    s = static_cast<std::uint8_t>(random() % 3 == 0 ? random() % counts.size() : 0);
                    one_by_one.put(encoder.code(s).bits, encoder.code(s).length);
                }
                packer.pack(more, packed);
                parts.push_back(more.size());
                symbols.insert(symbols.end(), more.begin(), more.end());
            }
            const auto bytes = packed.finish();
            QVERIFY(std::ranges::equal(bytes, one_by_one.finish()));
            BitReader stream(bytes);
            std::vector<std::uint8_t> decoded(symbols.size());
            std::size_t at = 0;
            for (const auto n : parts) {
                decoder->decode(stream, std::span(decoded).subspan(at, n));
                at += n;
            }
            QCOMPARE(decoded, symbols);
            QVERIFY(stream.finished());
        }
    }

    void broken_lengths_are_refused_data() {
        QTest::addColumn<QList<int>>("lengths");
        QTest::newRow("too many") << QList<int>{1, 1, 1};
        QTest::newRow("too few") << QList<int>{1, 2};
        QTest::newRow("one of one bit") << QList<int>{1};
        QTest::newRow("too long") << QList<int>{1, 40};
        QTest::newRow("none") << QList<int>{};
        QTest::newRow("overfull at the end") << QList<int>{2, 2, 2, 2, 2};
    }
    void broken_lengths_are_refused() {
        QFETCH(QList<int>, lengths);
        std::vector<std::uint8_t> bytes;
        for (const int l : lengths)
            bytes.push_back(static_cast<std::uint8_t>(l));
        QVERIFY(!HuffmanDecoder::create(bytes).ok());
    }

    void a_lone_symbol_takes_no_bits() {
        const auto lengths = huffman_lengths(std::vector<std::uint64_t>{0, 7, 0});
        QCOMPARE(lengths, (std::vector<std::uint8_t>{0, 0, 0}));
        const auto decoder = HuffmanDecoder::create(lengths);
        QVERIFY(decoder.ok());
        BitReader stream(ByteView{});
        std::vector<std::uint8_t> symbols(100, 9);
        decoder->decode(stream, symbols);
        QCOMPARE(symbols, std::vector<std::uint8_t>(100, 0));
        QVERIFY(stream.finished());
    }
};

STEPVAULT_TEST(TestHuffman)

}  // namespace test_huffman

#include "test_huffman.moc"
