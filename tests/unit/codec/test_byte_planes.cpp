#include <random>

#include <QtTest>

#include "codec/byte_planes.h"
#include "support/every_target.h"
#include "support/registry.h"

namespace test_byte_planes {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// The first eight bytes of an element as a number; a 16-byte element is passed as two halves.
std::uint64_t number(const Bytes& data, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t p = 0; p < size; ++p)
        value |= static_cast<std::uint64_t>(data[at + p]) << (8 * p);
    return value;
}

/// Follows FORMAT.md: planes of the values, of value XOR base, of zigzag(value - base).
Bytes planes_by_definition(Prediction prediction, const Bytes& values, const Bytes& base, std::size_t item) {
    const auto count = values.size() / item;
    const auto size = std::min<std::size_t>(item, 8);
    Bytes planes(values.size());
    for (std::size_t at = 0; at < values.size(); at += size) {
        const auto u = number(values, at, size);
        const auto b = base.empty() ? 0 : number(base, at, size);
        auto code = u;
        if (prediction == Prediction::exclusive) code = u ^ b;
        if (prediction == Prediction::difference) {
            const auto unused = 64 - 8 * size;
            const auto d = static_cast<std::int64_t>((u - b) << unused) >> unused;
            code = d >= 0 ? 2 * static_cast<std::uint64_t>(d) : 2 * static_cast<std::uint64_t>(-(d + 1)) + 1;
        }
        for (std::size_t p = 0; p < size; ++p)
            planes[(at % item + p) * count + at / item] = static_cast<std::byte>(code >> (8 * p));
    }
    return planes;
}

}  // namespace

class TestBytePlanes : public QObject {
    Q_OBJECT

 private slots:
    void every_target_agrees_with_the_definition_data() {
        QTest::addColumn<int>("item");
        for (const int item : {1, 2, 4, 8, 16})
            QTest::addRow("%d bytes", item) << item;
    }
    void every_target_agrees_with_the_definition() {
        QFETCH(int, item);
        const auto size = static_cast<std::size_t>(item);
        std::mt19937_64 random(size);
        for (const std::size_t count : {0, 1, 7, 63, 64, 65, 200, 1000}) {
            Bytes base(count * size);
            for (auto& b : base)
                b = static_cast<std::byte>(random());
            auto values = base;
            for (auto& v : values) {
                if (random() % 3 == 0) v = static_cast<std::byte>(random());
            }
            for (const auto prediction : {Prediction::none, Prediction::exclusive, Prediction::difference}) {
                const auto& against = prediction == Prediction::none ? Bytes() : base;
                const auto expected = planes_by_definition(prediction, values, against, size);
                on_every_target([&](const char* target) {
                    Bytes planes(values.size());
                    split_planes(prediction, values, against, static_cast<std::uint32_t>(item),
                                 planes.data());
                    QVERIFY2(planes == expected, target);
                    PlanePointers pointers{};
                    for (std::size_t p = 0; p < size; ++p)
                        pointers[p] = planes.data() + p * count;
                    Bytes merged(values.size());
                    merge_planes(prediction, pointers, against, static_cast<std::uint32_t>(item), merged);
                    QVERIFY2(merged == values, target);
                });
            }
        }
    }
};

STEPVAULT_TEST(TestBytePlanes)

}  // namespace test_byte_planes

#include "test_byte_planes.moc"
