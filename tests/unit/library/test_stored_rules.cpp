#include <QtTest>

#include "library/retention/stored_rules.h"
#include "support/registry.h"

namespace test_stored_rules {

using namespace stepvault;

class TestStoredRules : public QObject {
    Q_OBJECT

 private slots:
    void come_back_as_they_were_data() {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 128; ++i)
            QTest::addRow("%d", i) << i;
    }
    void come_back_as_they_were() {
        QFETCH(int, which);
        RetentionRules rules;
        if (which & 1) rules.last = 4'000'000'000;
        if (which & 2)
            rules.best = BestRule{3, which & 64 ? MetricOrder::max : MetricOrder::min, "val \"loss\"\n"};
        if (which & 4) rules.every = std::uint64_t{1} << 62;
        rules.first = (which & 8) != 0;
        if (which & 16) rules.within = std::chrono::seconds(which & 64 ? 0 : 129600);
        if (which & 32) rules.bytes = 0;
        const auto back = rules_from_json(rules_to_json(rules));
        QVERIFY(back.ok());
        QCOMPARE(back->last, rules.last);
        QCOMPARE(back->best.has_value(), rules.best.has_value());
        if (rules.best) {
            QCOMPARE(back->best->count, rules.best->count);
            QCOMPARE(back->best->order, rules.best->order);
            QCOMPARE(back->best->tag, rules.best->tag);
        }
        QCOMPARE(back->every, rules.every);
        QCOMPARE(back->first, rules.first);
        QCOMPARE(back->within, rules.within);
        QCOMPARE(back->bytes, rules.bytes);
        QCOMPARE(back->empty(), rules.empty());
    }

    void what_is_none_is_refused_data() {
        QTest::addColumn<QByteArray>("json");
        for (const char* text :
             {"[]", "{", "7", R"({"last": 0})", R"({"last": -1})", R"({"last": "5"})",
              R"({"last": 4294967296})", R"({"every": 1.5})", R"({"first": 1})", R"({"best": 3})",
              R"({"best": {"count": 1, "order": "least", "metric": ""}})",
              R"({"best": {"order": "min", "metric": ""}})", R"({"best": {"count": 1, "order": "min"}})",
              R"({"bytes": 18446744073709551615})"})
            QTest::newRow(text) << QByteArray(text);
    }
    void what_is_none_is_refused() {
        QFETCH(QByteArray, json);
        const auto rules = rules_from_json(json.toStdString());
        QVERIFY(!rules.ok());
        QCOMPARE(rules.error().code, ErrorCode::corrupt);
    }

    void none_are_none() {
        QVERIFY(rules_from_json("")->empty());
        QVERIFY(rules_from_json("{}")->empty());
    }
};

STEPVAULT_TEST(TestStoredRules)

}  // namespace test_stored_rules

#include "test_stored_rules.moc"
