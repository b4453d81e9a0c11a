#include <QtTest>

#include "run/shard_index.h"
#include "support/registry.h"

namespace test_shard_index {

using namespace stepvault;

class TestShardIndex : public QObject {
    Q_OBJECT

 private slots:
    void names_and_size_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArrayList>("names");
        QTest::addColumn<qint64>("total");
        using Names = QByteArrayList;
        QTest::newRow("as written") << QByteArray(
                                           R"({"metadata":{"total_size":12},"weight_map":{"a":"1","b":"2"}})")
                                    << Names{"1", "2"} << qint64{12};
        QTest::newRow("the map first")
            << QByteArray(R"({"weight_map":{"a":"1"},"metadata":{"x":[],"total_size":7}})") << Names{"1"}
            << qint64{7};
        QTest::newRow("no size") << QByteArray(R"({"weight_map":{"a":"1"}})") << Names{"1"} << qint64{0};
        QTest::newRow("more beside it")
            << QByteArray(R"({"x":[{"weight_map":{"a":"9"}}],"y":"z","weight_map":{"a":"1"},"n":null})")
            << Names{"1"} << qint64{0};
        QTest::newRow("another size")
            << QByteArray(R"({"metadata":{"x":{"total_size":5}},"weight_map":{},"total_size":4})") << Names{}
            << qint64{0};
        QTest::newRow("a size that is none")
            << QByteArray(R"({"metadata":{"total_size":-5},"weight_map":{}})") << Names{} << qint64{0};
        QTest::newRow("an empty name") << QByteArray(R"({"weight_map":{"a":""}})") << Names{""} << qint64{0};
        QTest::newRow("no map") << QByteArray(R"({"metadata":{"total_size":12}})") << Names{} << qint64{-1};
        QTest::newRow("a map that is none") << QByteArray(R"({"weight_map":["1"]})") << Names{} << qint64{-1};
        QTest::newRow("a name that is none")
            << QByteArray(R"({"weight_map":{"a":"1","b":2}})") << Names{"1"} << qint64{-1};
        QTest::newRow("an object for a name")
            << QByteArray(R"({"weight_map":{"a":{"b":"1"}}})") << Names{} << qint64{-1};
        QTest::newRow("an array around it")
            << QByteArray(R"([{"weight_map":{"a":"1"}}])") << Names{} << qint64{-1};
        QTest::newRow("cut off") << QByteArray(R"({"weight_map":{"a":"1")") << Names{"1"} << qint64{-1};
        QTest::newRow("more behind it") << QByteArray(R"({"weight_map":{}} x)") << Names{} << qint64{-1};
        QTest::newRow("empty") << QByteArray() << Names{} << qint64{-1};
        QTest::newRow("deep") << R"({"weight_map":{},"x":)" + QByteArray(4'000'000, '[') << Names{}
                              << qint64{-1};
    }
    void names_and_size() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArrayList, names);
        QFETCH(qint64, total);
        QByteArrayList found;
        const auto size = read_shard_index(text.toStdString(), [&](const std::string& name) {
            found.append(QByteArray::fromStdString(name));
        });
        QCOMPARE(found, names);
        QCOMPARE(size ? static_cast<qint64>(*size) : qint64{-1}, total);
    }
};

STEPVAULT_TEST(TestShardIndex)

}  // namespace test_shard_index

#include "test_shard_index.moc"
