#include <random>

#include <QtTest>

#include "codec/pair_tables.h"
#include "support/adaptive_reference.h"
#include "support/every_target.h"
#include "support/registry.h"

namespace test_pair_tables {

using namespace stepvault;
using namespace stepvault::test;

namespace {

LevelWeights laplacian(double spread) {
    LevelWeights w{};
    for (int l = -largest_level; l <= largest_level; ++l)
        w[static_cast<unsigned>(l + 8)] =
            static_cast<std::uint16_t>(std::lround(2000 * std::exp(-std::abs(l) / spread)));
    w[escape_code] = 1;
    return w;
}

/// Draws pairs with frequencies in proportion to the weights.
std::vector<std::uint16_t> draw(const std::vector<LevelWeights>& weights,
                                const std::vector<std::uint8_t>& contexts, std::mt19937_64& random) {
    std::vector<std::uint16_t> keys;
    for (const auto c : contexts) {
        std::discrete_distribution<unsigned> level(weights[c].begin(), weights[c].end());
        keys.push_back(static_cast<std::uint16_t>(c << 8U | level(random) | level(random) << 4U));
    }
    return keys;
}

std::vector<std::uint8_t> random_contexts(std::size_t count, std::size_t tables, std::mt19937_64& random) {
    std::vector<std::uint8_t> contexts(count);
    for (auto& c : contexts)
        c = static_cast<std::uint8_t>(random() % tables);
    return contexts;
}

}  // namespace

class TestPairTables : public QObject {
    Q_OBJECT

 private slots:
    void frequencies_fill_the_table_data() {
        QTest::addColumn<double>("spread");
        for (const double spread : {0.01, 0.2, 1.0, 3.0, 50.0})
            QTest::addRow("%g", spread) << spread;
    }
    void frequencies_fill_the_table() {
        QFETCH(double, spread);
        const PairTable table(laplacian(spread));
        std::uint32_t at = 0;
        for (unsigned s = 0; s < 256; ++s) {
            const auto symbol = static_cast<std::uint8_t>(s);
            QCOMPARE(table.start(symbol), at);
            at += table.frequency(symbol);
        }
        QCOMPARE(at, PairTable::total);
        QVERIFY(table.frequency(PairTable::raw_pair) >= 1);
        QVERIFY(table.frequency(0x88) < PairTable::total);
    }

    void a_lone_level_has_a_table() {
        LevelWeights w{};
        w[8] = 1;
        const PairTable table(w);
        QCOMPARE(table.frequency(0x88), PairTable::total - 1);
        QCOMPARE(table.frequency(PairTable::raw_pair), 1U);
    }

    void round_trip_data() {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 2, 3, 63, 64, 65, 1000, 8191, 8192, 8193, 32768, 40001})
            QTest::addRow("%d", count) << count;
    }
    void round_trip() {
        QFETCH(int, count);
        const std::vector<LevelWeights> weights{laplacian(0.2), laplacian(0.7), laplacian(2), laplacian(9)};
        const reference::Tables tables(weights.begin(), weights.end());
        std::mt19937_64 random(static_cast<unsigned>(count));
        const auto contexts = random_contexts(static_cast<std::size_t>(count), weights.size(), random);
        const auto keys = draw(weights, contexts, random);
        std::vector<std::uint8_t> pairs;
        std::vector<std::uint32_t> unknown;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto pair = static_cast<std::uint8_t>(keys[i]);
            const bool known = pair != PairTable::raw_pair && tables[contexts[i]].frequency(pair) > 0;
            pairs.push_back(known ? pair : PairTable::raw_pair);
            if (!known) unknown.insert(unknown.begin(), static_cast<std::uint32_t>(i));
        }
        const auto expected = reference::encode_pairs(tables, pairs, contexts);
        on_every_target([&](const char* target) {
            const PairCoder coder(weights);
            ByteWriter coded;
            QVERIFY2(coder.encode(keys, coded) == unknown, target);
            QVERIFY2(Bytes(coded.take()) == expected, target);
            std::vector<std::uint8_t> decoded(pairs.size());
            QVERIFY2(coder.decode(expected, contexts, decoded), target);
            QVERIFY2(decoded == pairs, target);
        });
    }

    void lopsided_tables_data() {
        QTest::addColumn<int>("weight");
        for (const int weight : {1, 2, 3, 5, 17, 100, 1000, 30000})
            QTest::addRow("%d", weight) << weight;
    }
    /// Frequencies from 1 to 4095: division by each of them must be exact.
    void lopsided_tables() {
        QFETCH(int, weight);
        std::mt19937_64 random(static_cast<unsigned>(weight));
        std::vector<LevelWeights> weights;
        for (int t = 0; t < 18; ++t) {
            LevelWeights w{};
            for (auto& l : w)
                l = static_cast<std::uint16_t>(random() % 3);
            w[8] = static_cast<std::uint16_t>(weight + static_cast<int>(random() % 20));
            weights.push_back(w);
        }
        const reference::Tables tables(weights.begin(), weights.end());
        auto contexts = random_contexts(30000, weights.size(), random);
        std::vector<std::uint16_t> keys;
        std::vector<std::uint8_t> pairs;
        for (const auto c : contexts) {
            std::uint8_t pair = 0;
            while (pair == 0 || tables[c].frequency(pair) == 0)
                pair = static_cast<std::uint8_t>(random());
            pairs.push_back(pair);
            keys.push_back(static_cast<std::uint16_t>(c << 8U | pair));
        }
        const auto expected = reference::encode_pairs(tables, pairs, contexts);
        const PairCoder coder(weights);
        on_every_target([&](const char* target) {
            ByteWriter coded;
            QVERIFY2(coder.encode(keys, coded).empty(), target);
            QVERIFY2(Bytes(coded.take()) == expected, target);
            std::vector<std::uint8_t> decoded(pairs.size());
            QVERIFY2(coder.decode(expected, contexts, decoded) && decoded == pairs, target);
        });
    }

    void comes_close_to_the_entropy() {
        const std::vector<LevelWeights> weights{laplacian(0.6)};
        const PairCoder coder(weights);
        std::mt19937_64 random(5);
        const std::vector<std::uint8_t> contexts(100000);
        const auto keys = draw(weights, contexts, random);
        std::array<double, 256> counts{};
        for (const auto k : keys)
            ++counts[k & 0xFFU];
        double bits = 0;
        for (const auto c : counts) {
            if (c > 0) bits -= c * std::log2(c / 1e5);
        }
        ByteWriter coded;
        const auto unknown = coder.encode(keys, coded);
        QVERIFY2(static_cast<double>(coded.size() + unknown.size()) * 8 < 1.01 * bits + 1024,
                 qPrintable(QString::number(bits / 8)));
    }

    void damage_is_found_or_harmless() {
        const std::vector<LevelWeights> weights{laplacian(0.7), laplacian(3)};
        const reference::Tables tables(weights.begin(), weights.end());
        const PairCoder coder(weights);
        std::mt19937_64 random(9);
        const auto contexts = random_contexts(9000, weights.size(), random);
        ByteWriter coded;
        coder.encode(draw(weights, contexts, random), coded);
        std::vector<std::uint8_t> decoded(contexts.size());
        struct Damaged {
            Bytes bytes;
            bool read = false;
            std::vector<std::uint8_t> pairs;
        };
        std::vector<Damaged> damages(100);
        for (auto& d : damages) {
            d.bytes.assign(coded.view().begin(), coded.view().end());
            d.bytes[random() % d.bytes.size()] ^= static_cast<std::byte>(1U << (random() % 8));
            d.pairs.resize(contexts.size());
            d.read = reference::decode_pairs(tables, d.bytes, contexts, d.pairs).ok();
        }
        on_every_target([&](const char* target) {
            for (std::size_t cut = 0; cut < coded.size(); cut += 97) {
                const Bytes part(coded.view().begin(),
                                 coded.view().begin() + static_cast<std::ptrdiff_t>(cut));
                QVERIFY2(!coder.decode(part, contexts, decoded), target);
            }
            for (const auto& d : damages) {
                const bool read = coder.decode(d.bytes, contexts, decoded).ok();
                QVERIFY2(read == d.read && (!read || decoded == d.pairs), target);
            }
        });
    }
};

STEPVAULT_TEST(TestPairTables)

}  // namespace test_pair_tables

#include "test_pair_tables.moc"
