#include <QtTest>

#include "metrics/tensor_scalar.h"
#include "metrics/wire_reader.h"
#include "support/registry.h"

namespace test_wire_reader {

using namespace stepvault;

namespace {

ByteView view(const QByteArray& bytes) {
    return as_view(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace

class TestWireReader : public QObject {
    Q_OBJECT

 private slots:
    void reads_fields_data() {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QString>("fields");  ///< "field:number", "field=bytes"; "!" for damage
        const auto row = [](const char* name, const char* hex, const char* fields) {
            QTest::newRow(name) << QByteArray::fromHex(hex) << fields;
        };
        row("nothing", "", "");
        row("varint", "08 96 01", "1:150");
        row("negative", "10 ff ff ff ff ff ff ff ff ff 01", "2:18446744073709551615");
        row("fixed", "09 01 00 00 00 00 00 00 80 15 02 00 00 40", "1:9223372036854775809 2:1073741826");
        row("bytes", "0a 02 68 69 12 00", "1=hi 2=");
        row("large field number", "82 01 01 78", "16=x");
        row("varint cut off", "08 96", "!");
        row("varint too long", "08 ff ff ff ff ff ff ff ff ff 7f", "!");
        row("varint of eleven bytes", "08 80 80 80 80 80 80 80 80 80 80 01", "!");
        row("fixed64 cut off", "09 01 02 03", "!");
        row("fixed32 cut off", "08 01 15 01 02 03", "1:1 !");
        row("bytes cut off", "0a 03 68 69", "!");
        row("length of 2^64 - 1", "0a ff ff ff ff ff ff ff ff ff 01 68", "!");
        row("group", "08 01 0b 0c", "1:1 !");
        row("unknown type", "0f", "!");
    }
    void reads_fields() {
        QFETCH(QByteArray, message);
        QStringList seen;
        WireReader fields(view(message));
        while (fields.next()) {
            const auto name = QString::number(fields.field());
            seen += fields.type() == WireReader::Type::bytes
                        ? name + '=' + QString::fromStdString(std::string(as_text(fields.bytes())))
                        : name + ':' + QString::number(fields.number());
        }
        if (fields.damaged()) seen += "!";
        QVERIFY(!fields.next());
        QTEST(seen.join(' '), "fields");
    }

    void refuses_tensors_data() {
        QTest::addColumn<QByteArray>("tensor");
        const auto row = [](const char* name, const char* hex) {
            QTest::newRow(name) << QByteArray::fromHex(hex);
        };
        row("no type", "22 04 00 00 80 3f");
        row("string", "08 07 42 02 68 69");
        row("content of another size", "08 01 22 02 00 00");
        row("two values", "08 01 2d 00 00 80 3f 2d 00 00 80 3f");
        row("two packed", "08 01 2a 08 00 00 80 3f 00 00 80 3f");
        row("packed cut off", "08 01 2a 03 00 00 80");
        row("two packed varints", "08 03 3a 02 01 02");
        row("dimension of 2", "08 01 12 04 12 02 08 02 22 04 00 00 80 3f");
        row("dimension without a size", "08 01 12 02 12 00 22 04 00 00 80 3f");
        row("damaged shape", "08 01 12 01 0b 22 04 00 00 80 3f");
        row("cut off", "08 01 22 04 00 00 80");
    }
    void refuses_tensors() {
        QFETCH(QByteArray, tensor);
        QVERIFY(!scalar_of_tensor(view(tensor)).has_value());
    }
};

STEPVAULT_TEST(TestWireReader)

}  // namespace test_wire_reader

#include "test_wire_reader.moc"
