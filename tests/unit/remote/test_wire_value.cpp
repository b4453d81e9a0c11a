#include <cmath>
#include <limits>

#include <QtTest>

#include "remote/wire/all_fields.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_wire_value {

using namespace stepvault;
using namespace stepvault::test;
using wire::Value;

/// Sends a value and takes it out again.
template <class T>
std::optional<T> sent(const T& value) {
    const auto message = wire::read_message(wire::write_message(wire::encode(value)));
    T out{};
    if (!message || !wire::decode(*message, out)) return std::nullopt;
    return out;
}

class TestWireValue : public QObject {
    Q_OBJECT

 private slots:
    void values_come_as_they_were_sent() {
        QVERIFY(sent(std::string("a\0\xFF\xC3", 4)) == std::string("a\0\xFF\xC3", 4));
        for (const std::int64_t number : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                          std::int64_t{0}, std::numeric_limits<std::int64_t>::max()})
            QVERIFY(sent(number) == number);
        QVERIFY(sent(std::numeric_limits<std::uint64_t>::max()) == std::numeric_limits<std::uint64_t>::max());
        for (const double number : {0.1, -0.0, 1.5, 1e300, std::numeric_limits<double>::infinity()})
            QVERIFY(sent(number) == number);
        QVERIFY(std::isnan(sent(std::nan("")).value_or(0)));
        QVERIFY(sent(std::filesystem::path("/a/\xFF")) == std::filesystem::path("/a/\xFF"));
        QVERIFY(sent(std::optional<double>()) == std::optional<std::optional<double>>(std::in_place));
        QVERIFY(sent(std::vector<bool>{true, false}) == (std::vector<bool>{true, false}));
        QVERIFY(sent(std::vector<double>{1, 2.5}) == (std::vector<double>{1, 2.5}));
        QVERIFY(sent(std::map<Role, std::uint64_t>{{Role::embedding, 3}}) ==
                (std::map<Role, std::uint64_t>{{Role::embedding, 3}}));
        const Hyperparameter text{"k", std::string("v"), "f"};
        const Hyperparameter flag{"k", true, "f"};
        QVERIFY(sent(text) == text && sent(flag) == flag);
        SchemeChoice choice{.scheme = Scheme::lc, .error = 0.25, .rules = {{"a*", {}}, {"b", 0.5}}};
        QVERIFY(sent(choice) == choice);
        const LabelChange change{.note = "n", .add_tags = {"x", "y"}, .favourite = true};
        const auto changed = sent(change);
        QVERIFY(changed && changed->note == "n" && changed->add_tags == change.add_tags &&
                changed->favourite == true && !changed->archived);
        const RetentionRules rules{
            .last = 3, .best = BestRule{2, MetricOrder::max, "acc"}, .within = std::chrono::seconds(60)};
        QVERIFY(sent(rules) == rules);
    }

    void results_keep_their_errors() {
        const Result<std::string> failed = Error{ErrorCode::locked, "busy"};
        Result<std::string> out = Error{};
        QVERIFY(wire::decode(wire::encode(failed), out));
        QVERIFY(!out.ok() && out.error().code == ErrorCode::locked && out.error().message == "busy");
        QVERIFY(wire::decode(wire::encode(Result<std::string>("x")), out));
        QVERIFY(out.ok() && *out == "x");
        Status status = Error{};
        QVERIFY(wire::decode(wire::encode(Status()), status) && status.ok());
    }

    void curves_are_sent_as_columns() {
        std::vector<MetricPoint> points;
        for (int i = 0; i < 1000; ++i)
            points.push_back({i < 500 ? "loss" : "lr", i, 1e9 + i, std::sin(i)});
        points[3].value = std::nan("");
        const auto got = sent(points);
        QVERIFY(got && got->size() == points.size());
        QVERIFY(std::isnan((*got)[3].value));
        QCOMPARE((*got)[700].tag, std::string("lr"));
        QCOMPARE((*got)[700].value, points[700].value);
        PointSummary summary;
        summary.add(SeriesPoint{1, 2, 3});
        summary.add(SeriesPoint{2, 5, -3});
        const auto summaries = sent(std::vector{summary});
        QVERIFY(summaries && summaries->size() == 1);
        QCOMPARE(summaries->front().high.value, 3.0);
        QCOMPARE(summaries->front().low.step, std::int64_t{2});
        QCOMPARE(summaries->front().latest, 5.0);
    }

    void other_types_are_refused() {
        std::string text;
        QVERIFY(!wire::decode(Value(1), text));
        std::uint32_t number = 0;
        QVERIFY(!wire::decode(Value(-1), number));
        QVERIFY(!wire::decode(Value(std::uint64_t{1} << 40), number));
        QVERIFY(!wire::decode(Value(1.5), number));
        Scheme scheme{};
        QVERIFY(!wire::decode(Value(200), scheme));
        std::vector<double> numbers;
        QVERIFY(!wire::decode(wire::bytes_value(as_view("1234567")), numbers));
        RunRow row;
        QVERIFY(!wire::decode(Value::array({"id"}), row));
        std::vector<MetricPoint> points;
        const auto lie = Value::array({Value::array({Value::array({"loss", std::uint64_t{1} << 60})}),
                                       wire::bytes_value(as_view(std::string(24, '\0')))});
        QVERIFY(!wire::decode(lie, points));
        StepLayout layout;
        QVERIFY(!wire::decode(wire::bytes_value(as_view("nonsense")), layout));
        HyperparameterValue value;
        QVERIFY(!wire::decode(Value::array({3, 1.0}), value));
    }

    void hostile_messages_are_refused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("nested") << QByteArray(100'000, '\x81');
        QTest::newRow("a map") << QByteArray("\xA1\x61\x61\x01", 4);
        QTest::newRow("more than there is") << QByteArray("\x9B\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9);
        QTest::newRow("a long text") << QByteArray("\x7B\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9);
        QTest::newRow("endless list") << QByteArray("\x9F\x01\x01", 3);
        // Each part of a text could be one of parts, until the stack overflows.
        QTest::newRow("text in parts") << QByteArray(8 << 20, '\x7F');
        QTest::newRow("bytes in parts") << QByteArray(8 << 20, '\x5F');
        QTest::newRow("parts in a list") << QByteArray("\x81\x7F\x61\x61\xFF", 5);
        QTest::newRow("a tag") << QByteArray("\xC1\x01", 2);
        QTest::newRow("undefined") << QByteArray("\xF7", 1);
        QTest::newRow("cut number") << QByteArray("\x19\x01", 2);
        QTest::newRow("two values") << QByteArray("\x01\x01", 2);
        QTest::newRow("too many") << QByteArray("\x9A\x01\x00\x00\x00", 5) + QByteArray(1 << 24, '\x01');
    }
    void hostile_messages_are_refused() {
        QFETCH(QByteArray, bytes);
        const auto read = wire::read_message(
            as_view(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        QVERIFY(!read.ok());
    }
};

STEPVAULT_TEST(TestWireValue)

}  // namespace test_wire_value

#include "test_wire_value.moc"
