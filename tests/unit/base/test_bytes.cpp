#include <cmath>
#include <limits>

#include <QtTest>

#include "base/bytes.h"
#include "support/registry.h"

namespace test_bytes {

using namespace stepvault;

namespace {

enum class Colour : std::uint16_t { green = 0x1234 };

Bytes bytes_of(const QByteArray& content) {
    const auto view = as_view({content.constData(), static_cast<std::size_t>(content.size())});
    return {view.begin(), view.end()};
}

}  // namespace

class TestBytes : public QObject {
    Q_OBJECT
 private slots:
    void what_is_written_is_read_back() {
        ByteWriter writer;
        writer.put(std::uint8_t{0xFE});
        writer.put(std::numeric_limits<std::int64_t>::min());
        writer.put(std::numeric_limits<std::uint64_t>::max());
        writer.put(-0.0);
        writer.put(std::numeric_limits<float>::quiet_NaN());
        writer.put(Colour::green);
        writer.put_text(std::string_view("a\0\xFF", 3));
        writer.put_text({});
        writer.put_bytes(as_view("tail"));
        QCOMPARE(writer.size(), std::size_t{1 + 8 + 8 + 8 + 4 + 2 + 4 + 1 + 4});

        const auto bytes = writer.take();
        ByteReader reader(bytes);
        QCOMPARE(reader.get<std::uint8_t>(), std::uint8_t{0xFE});
        QCOMPARE(reader.get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
        QCOMPARE(reader.get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
        QVERIFY(std::signbit(reader.get<double>()));
        QVERIFY(std::isnan(reader.get<float>()));
        QVERIFY(reader.get<Colour>() == Colour::green);
        QVERIFY(reader.get_text() == std::string("a\0\xFF", 3));
        QVERIFY(reader.get_text().empty());
        QCOMPARE(reader.left(), std::size_t{4});
        QVERIFY(as_text(reader.get_bytes(4)) == "tail");
        QVERIFY(reader.ok());
        QCOMPARE(reader.left(), std::size_t{0});
        QCOMPARE(reader.position(), bytes.size());
    }

    void numbers_are_little_endian() {
        ByteWriter writer;
        writer.put(std::uint32_t{0x01020304});
        QVERIFY(as_text(writer.view()) == "\x04\x03\x02\x01");
        QCOMPARE(load<std::uint16_t>(writer.view(), 1), std::uint16_t{0x0203});
    }

    void varint_data() {
        QTest::addColumn<quint64>("value");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("0") << quint64{0} << QByteArray("\0", 1);
        QTest::newRow("127") << quint64{127} << QByteArray("\x7F");
        QTest::newRow("128") << quint64{128} << QByteArray("\x80\x01");
        QTest::newRow("300") << quint64{300} << QByteArray("\xAC\x02");
        QTest::newRow("2^63 - 1") << quint64{0x7FFFFFFFFFFFFFFF}
                                  << QByteArray("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F");
        QTest::newRow("2^63") << quint64{0x8000000000000000}
                              << QByteArray("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01");
        QTest::newRow("2^64 - 1") << quint64{0xFFFFFFFFFFFFFFFF}
                                  << QByteArray("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
    }
    void varint() {
        QFETCH(quint64, value);
        QFETCH(QByteArray, bytes);
        ByteWriter writer;
        writer.put_varint(value);
        QVERIFY(writer.take() == bytes_of(bytes));
        const auto content = bytes_of(bytes);
        ByteReader reader(content);
        QCOMPARE(reader.get_varint(), value);
        QVERIFY(reader.ok());
        for (std::size_t n = 0; n < content.size(); ++n) {
            ByteReader cut(ByteView(content).first(n));
            QCOMPARE(cut.get_varint(), std::uint64_t{0});
            QVERIFY(!cut.ok());
        }
    }

    void a_varint_without_an_end_is_refused() {
        const Bytes endless(20, std::byte{0x80});
        ByteReader reader(endless);
        QCOMPARE(reader.get_varint(), std::uint64_t{0});
        QVERIFY(!reader.ok());
    }

    void a_varint_has_64_bits_data() {
        QTest::addColumn<int>("tenth");
        QTest::addColumn<bool>("fits");
        QTest::newRow("the highest bit") << 1 << true;
        QTest::newRow("one more") << 2 << false;
        QTest::newRow("eleven bytes") << 0x81 << false;
    }
    void a_varint_has_64_bits() {
        QFETCH(int, tenth);
        QFETCH(bool, fits);
        Bytes bytes(9, std::byte{0x80});
        bytes.push_back(static_cast<std::byte>(tenth));
        bytes.push_back({});
        ByteReader reader(bytes);
        QCOMPARE(reader.get_varint(), fits ? std::uint64_t{1} << 63 : 0);
        QCOMPARE(reader.ok(), fits);
    }

    void after_the_first_read_past_the_end_all_is_zero() {
        const Bytes bytes(7, std::byte{0xFF});
        ByteReader reader(bytes);
        QCOMPARE(reader.get<std::uint32_t>(), 0xFFFFFFFFU);
        QCOMPARE(reader.get<std::uint64_t>(), std::uint64_t{0});
        QVERIFY(!reader.ok());
        QCOMPARE(reader.get<std::uint8_t>(), std::uint8_t{0});
        QCOMPARE(reader.get_varint(), std::uint64_t{0});
        QVERIFY(reader.get_bytes(1).empty());
        QVERIFY(reader.get_bytes(0).empty());
        QVERIFY(reader.get_text().empty());
        QVERIFY(!reader.ok());
    }

    void a_length_beyond_the_end_is_refused_data() {
        QTest::addColumn<quint64>("length");
        QTest::newRow("one more") << quint64{4};
        QTest::newRow("wraps around with the position") << quint64{0xFFFFFFFFFFFFFFFF};
        QTest::newRow("2^63") << quint64{0x8000000000000000};
    }
    void a_length_beyond_the_end_is_refused() {
        QFETCH(quint64, length);
        ByteWriter writer;
        writer.put_varint(length);
        writer.put_bytes(as_view("abc"));
        ByteReader text(writer.view());
        QVERIFY(text.get_text().empty());
        QVERIFY(!text.ok());
        ByteReader raw(writer.view());
        QCOMPARE(raw.get_varint(), length);
        QVERIFY(raw.get_bytes(length).empty());
        QVERIFY(!raw.ok());
    }

    void nothing_reads_as_nothing() {
        ByteReader reader{ByteView()};
        QVERIFY(reader.ok());
        QVERIFY(reader.get_bytes(0).empty());
        QVERIFY(reader.ok());
        QCOMPARE(reader.get<std::uint8_t>(), std::uint8_t{0});
        QVERIFY(!reader.ok());
    }
};

STEPVAULT_TEST(TestBytes)

}  // namespace test_bytes

#include "test_bytes.moc"
