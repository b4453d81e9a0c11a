#include <QtTest>

#include "base/checksum.h"
#include "support/registry.h"

namespace test_checksum {

using namespace stepvault;

namespace {

/// Computes the CRC bit by bit, from the polynomial.
std::uint32_t plain_crc32(ByteView bytes, std::uint32_t polynomial = 0xEDB88320U) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const auto byte : bytes) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? polynomial : 0U);
    }
    return ~crc;
}

Bytes sample(std::size_t size) {
    Bytes bytes(size);
    std::uint32_t state = 1;
    for (auto& b : bytes) {
        state = state * 1664525U + 1013904223U;
        b = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

}  // namespace

class TestChecksum : public QObject {
    Q_OBJECT
 private slots:
    void crc32_of_the_check_string() {
        QCOMPARE(crc32(0, as_view("123456789")), 0xCBF43926U);
        QCOMPARE(crc32(0, {}), 0U);
    }

    void crc32_of_both_is_that_of_the_whole() {
        const auto bytes = sample(5000);
        for (const std::size_t cut : {0U, 1U, 2U, 3U, 64U, 1000U, 4096U, 4999U, 5000U}) {
            const auto first = ByteView(bytes).first(cut);
            const auto second = ByteView(bytes).subspan(cut);
            QCOMPARE(crc32_of_both(crc32(0, first), crc32(0, second), second.size()), plain_crc32(bytes));
        }
        // "x" and 2^32 zeros; the expected value is from zlib's crc32().
        auto zeros = crc32(0, Bytes(65536));
        for (std::uint64_t length = 65536; length < std::uint64_t{1} << 32U; length *= 2)
            zeros = crc32_of_both(zeros, zeros, length);
        QCOMPARE(crc32_of_both(crc32(0, as_view("x")), zeros, std::uint64_t{1} << 32U), 0xA63FE101U);
    }

    void crc32_is_that_of_the_plain_one_whole_and_in_pieces() {
        for (const std::size_t size : {1U, 7U, 16U, 63U, 64U, 65U, 1000U, 4099U}) {
            const auto bytes = sample(size);
            const auto expected = plain_crc32(bytes);
            QCOMPARE(crc32(0, bytes), expected);
            const auto cut = size / 3;
            QCOMPARE(crc32(crc32(0, ByteView(bytes).first(cut)), ByteView(bytes).subspan(cut)), expected);
        }
    }

    void crc32c_is_that_of_the_plain_one() {
        QCOMPARE(crc32c(as_view("123456789")), 0xE3069283U);
        QCOMPARE(crc32c({}), 0U);
        for (const std::size_t size : {1U, 7U, 8U, 16U, 63U, 64U, 65U, 1000U, 4099U}) {
            const auto bytes = sample(size);
            QCOMPARE(crc32c(bytes), plain_crc32(bytes, 0x82F63B78U));
        }
    }

    void xxh3_of_known_strings() {
        QCOMPARE(xxh3({}), 0x2D06800538D394C2ULL);
        QCOMPARE(xxh3(as_view("a")), 0xE6C632B61E964E1FULL);
        QCOMPARE(xxh3(as_view("abc")), 0x78AF5F94892F3950ULL);
    }

    void xxh3_in_pieces_is_that_of_the_whole() {
        const auto bytes = sample(100'003);
        Xxh3 pieces;
        for (std::size_t at = 0, n = 1; at < bytes.size(); at += n, n = n * 3 + 1) {
            n = std::min(n, bytes.size() - at);
            pieces.update(ByteView(bytes).subspan(at, n));
        }
        QCOMPARE(pieces.digest(), xxh3(bytes));
        QCOMPARE(pieces.digest(), xxh3(bytes));
        pieces.update({});
        Xxh3 moved = std::move(pieces);
        QCOMPARE(moved.digest(), xxh3(bytes));
        QCOMPARE(Xxh3().digest(), xxh3({}));
    }

    void one_bit_changes_both() {
        auto bytes = sample(5000);
        const auto crc = crc32(0, bytes);
        const auto hash = xxh3(bytes);
        bytes[2500] ^= std::byte{1};
        QVERIFY(crc32(0, bytes) != crc);
        QVERIFY(xxh3(bytes) != hash);
    }
};

STEPVAULT_TEST(TestChecksum)

}  // namespace test_checksum

#include "test_checksum.moc"
