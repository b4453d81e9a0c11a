#include <random>

#include <QtTest>

#include "codec/huffman.h"
#include "codec/huffman_cache.h"
#include "support/registry.h"

namespace test_huffman_cache {

using namespace stepvault;

namespace {

using Counts = std::vector<std::uint64_t>;

std::uint64_t bits_of(const Counts& counts, const std::vector<std::uint8_t>& lengths) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        bits += counts[i] * lengths[i];
    return bits;
}

}  // namespace

class TestHuffmanCache : public QObject {
    Q_OBJECT

 private slots:
    void what_hardly_changes_is_built_once() {
        HuffmanCache cache;
        const Counts first{1000, 500, 300, 200};
        QVERIFY(cache.lengths("a", first) == huffman_lengths(first));
        // First the same shares of twice the elements, then half a percent moved.
        QVERIFY(cache.lengths("a", Counts{2000, 1000, 600, 400}) == huffman_lengths(first));
        QVERIFY(cache.lengths("a", Counts{990, 510, 300, 200}) == huffman_lengths(first));
        QCOMPARE(cache.reused(), std::uint64_t{2});
    }

    void what_changes_is_built_anew_data() {
        QTest::addColumn<QString>("group");
        QTest::addColumn<QList<quint64>>("counts");
        QTest::newRow("other shares") << "a" << QList<quint64>{200, 300, 500, 1000};
        QTest::newRow("another group") << "b" << QList<quint64>{1000, 500, 300, 200, 0};
        QTest::newRow("more symbols") << "a" << QList<quint64>{1000, 500, 300, 200, 0, 1};
        QTest::newRow("a symbol that had no code") << "a" << QList<quint64>{1000, 500, 300, 199, 1};
    }
    void what_changes_is_built_anew() {
        QFETCH(QString, group);
        QFETCH(QList<quint64>, counts);
        HuffmanCache cache;
        (void)cache.lengths("a", Counts{1000, 500, 300, 200, 0});
        const Counts now(counts.begin(), counts.end());
        QVERIFY(cache.lengths(group.toStdString(), now) == huffman_lengths(now));
        QCOMPARE(cache.reused(), std::uint64_t{0});
    }

    void reusing_costs_little() {
        std::mt19937_64 random(1);
        HuffmanCache cache;
        Counts counts{400000, 200000, 100000, 50000, 25000, 12000, 6000, 3000};
        std::uint64_t paid = 0;
        std::uint64_t best = 0;
        for (int step = 0; step < 200; ++step) {
            for (auto& c : counts)
                c = std::max<std::uint64_t>(1, c + random() % (c / 50 + 1) - random() % (c / 50 + 1));
            paid += bits_of(counts, cache.lengths("g", counts));
            best += bits_of(counts, huffman_lengths(counts));
        }
        QVERIFY(cache.reused() > 50);
        QVERIFY(static_cast<double>(paid) < 1.01 * static_cast<double>(best));
    }
};

STEPVAULT_TEST(TestHuffmanCache)

}  // namespace test_huffman_cache

#include "test_huffman_cache.moc"
