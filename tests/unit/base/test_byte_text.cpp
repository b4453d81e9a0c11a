#include <QtTest>

#include "base/byte_text.h"
#include "support/registry.h"

namespace test_byte_text {

using namespace stepvault;

class TestByteText : public QObject {
    Q_OBJECT

 private slots:
    void units_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << quint64{0} << "0 B";
        QTest::newRow("below a unit") << quint64{1023} << "1023 B";
        QTest::newRow("a unit") << quint64{1024} << "1.0 KiB";
        QTest::newRow("rounded down") << (quint64{1} << 20) - 1024 << "1023.0 KiB";
        QTest::newRow("rounded up to the next unit") << (quint64{1} << 20) - 1 << "1.0 MiB";
        QTest::newRow("parts") << quint64{32505856} << "31.0 MiB";
        QTest::newRow("GiB") << (quint64{5} << 29) << "2.5 GiB";
        QTest::newRow("TiB") << (quint64{1} << 40) << "1.0 TiB";
        QTest::newRow("most") << ~quint64{0} << "16384.0 PiB";
    }
    void units() {
        QFETCH(quint64, bytes);
        QTEST(QString::fromStdString(format_bytes(bytes)), "text");
    }
};

STEPVAULT_TEST(TestByteText)

}  // namespace test_byte_text

#include "test_byte_text.moc"
