#include <random>

#include <QtTest>

#include "codec/pair_tables.h"

using namespace stepvault;

namespace {

LevelWeights laplacian(double spread) {
    LevelWeights w{};
    for (int l = -largest_level; l <= largest_level; ++l)
        w[static_cast<unsigned>(l + 8)] =
            static_cast<std::uint16_t>(std::lround(2000 * std::exp(-std::abs(l) / spread)));
    w[escape_code] = 1;
    return w;
}

/// Pairs that occur as the weights say, as far as tables know them.
std::vector<std::uint8_t> draw(const PairCoder& coder, const std::vector<LevelWeights>& weights,
                               const std::vector<std::uint8_t>& contexts, std::mt19937_64& random) {
    std::vector<std::uint8_t> symbols;
    for (const auto c : contexts) {
        std::discrete_distribution<unsigned> level(weights[c].begin(), weights[c].end());
        const auto pair = static_cast<std::uint8_t>(level(random) | level(random) << 4U);
        symbols.push_back(coder.has(c, pair) ? pair : PairTable::raw_pair);
    }
    return symbols;
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
        const PairCoder coder(weights);
        std::mt19937_64 random(static_cast<unsigned>(count));
        std::vector<std::uint8_t> contexts(static_cast<std::size_t>(count));
        for (auto& c : contexts)
            c = static_cast<std::uint8_t>(random() % 4);
        const auto symbols = draw(coder, weights, contexts, random);
        ByteWriter coded;
        coder.encode(symbols, contexts, coded);
        std::vector<std::uint8_t> decoded(symbols.size());
        QVERIFY(coder.decode(coded.view(), contexts, decoded));
        QCOMPARE(decoded, symbols);
    }

    void comes_close_to_the_entropy() {
        const std::vector<LevelWeights> weights{laplacian(0.6)};
        const PairCoder coder(weights);
        std::mt19937_64 random(5);
        const std::vector<std::uint8_t> contexts(100000);
        const auto symbols = draw(coder, weights, contexts, random);
        std::array<double, 256> counts{};
        for (const auto s : symbols)
            ++counts[s];
        double bits = 0;
        for (const auto c : counts) {
            if (c > 0) bits -= c * std::log2(c / 1e5);
        }
        ByteWriter coded;
        coder.encode(symbols, contexts, coded);
        QVERIFY2(static_cast<double>(coded.size()) * 8 < 1.01 * bits + 1024,
                 qPrintable(QString::number(bits / 8)));
    }

    void damage_is_found_or_harmless() {
        const std::vector<LevelWeights> weights{laplacian(0.7), laplacian(3)};
        const PairCoder coder(weights);
        std::mt19937_64 random(9);
        std::vector<std::uint8_t> contexts(9000);
        for (auto& c : contexts)
            c = static_cast<std::uint8_t>(random() % 2);
        const auto symbols = draw(coder, weights, contexts, random);
        ByteWriter coded;
        coder.encode(symbols, contexts, coded);
        std::vector<std::uint8_t> decoded(symbols.size());
        for (std::size_t cut = 0; cut < coded.size(); cut += 97)
            QVERIFY(!coder.decode(coded.view().first(cut), contexts, decoded));
        for (int i = 0; i < 200; ++i) {
            Bytes damaged(coded.view().begin(), coded.view().end());
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1U << (random() % 8));
            (void)coder.decode(damaged, contexts, decoded);
        }
    }
};

QTEST_APPLESS_MAIN(TestPairTables)
#include "test_pair_tables.moc"
