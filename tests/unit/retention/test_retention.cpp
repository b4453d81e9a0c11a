#include <cmath>

#include <QtTest>

#include "retention/retention.h"
#include "support/registry.h"

namespace test_retention {

using namespace stepvault;

namespace {

using Reason = RetentionReason;
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// A chain: step n * 100 is saved at n * 60 s, has n bytes and builds on the step before it.
std::vector<RetentionItem> chain(int count, const std::vector<double>& metrics = {}) {
    std::vector<RetentionItem> items;
    for (int n = 1; n <= count; ++n) {
        RetentionItem item{.id = std::to_string(n), .sequence = static_cast<std::uint64_t>(n)};
        item.step = n * 100;
        item.saved = n * 60;
        item.stored_bytes = static_cast<std::uint64_t>(n);
        if (n > 1) item.parent = std::to_string(n - 1);
        const auto at = static_cast<std::size_t>(n - 1);
        if (at < metrics.size()) item.metric = metrics[at];
        items.push_back(item);
    }
    return items;
}

/// The same steps, without any step that builds on another.
std::vector<RetentionItem> alone(int count, const std::vector<double>& metrics = {}) {
    auto items = chain(count, metrics);
    for (auto& item : items)
        item.parent.clear();
    return items;
}

QString kept(const std::vector<RetentionDecision>& decisions) {
    QStringList ids;
    for (const auto& d : decisions) {
        if (d.kept) ids << QString::fromStdString(d.item.id);
    }
    return ids.join(' ');
}

const RetentionDecision& of(const std::vector<RetentionDecision>& decisions, const std::string& id) {
    return *std::ranges::find_if(decisions, [&](const auto& d) { return d.item.id == id; });
}

}  // namespace

class TestRetention : public QObject {
    Q_OBJECT

 private slots:
    void golden_cases_data() {
        using Items = std::vector<RetentionItem>;
        QTest::addColumn<Items>("items");
        QTest::addColumn<RetentionRules>("rules");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, Items items, RetentionRules rules, const char* expected) {
            QTest::newRow(name) << std::move(items) << rules << expected;
        };
        const auto best = [](std::uint32_t count, MetricOrder order) {
            RetentionRules rules;
            rules.best = BestRule{count, order};
            return rules;
        };
        using namespace std::chrono_literals;
        row("nothing", {}, {.last = 3}, "");
        row("no rules", alone(4), {}, "1 2 3 4");
        row("last", alone(5), {.last = 2}, "4 5");
        row("last, more than there are", alone(3), {.last = 9}, "1 2 3");
        row("first", alone(4), {.first = true}, "1");
        row("every", alone(7), {.every = 300}, "3 6");
        row("within", alone(5), {.within = 120s}, "3 4 5");
        row("within nothing", alone(3), {.within = 0s}, "3");
        row("bytes", alone(5), {.bytes = 12}, "3 4 5");
        row("bytes, one short", alone(5), {.bytes = 11}, "4 5");
        row("union", alone(9), {.last = 1, .every = 400, .first = true}, "1 4 8 9");
        row("no rule keeps any", alone(3), {.every = 1000}, "3");
        row("bytes, too few for any", alone(3), {.bytes = 1}, "3");
        row("best, least", alone(4, {4, 1, 3, 2}), best(2, MetricOrder::min), "2 4");
        row("best, most", alone(4, {4, 1, 3, 2}), best(2, MetricOrder::max), "1 3");
        row("ties go to the older", alone(4, {2, 1, 1, 1}), best(2, MetricOrder::min), "2 3");
        row("ties, most", alone(3, {1, 1, 1}), best(1, MetricOrder::max), "1");
        row("NaN is never best", alone(3, {nan_value, 2, nan_value}), best(3, MetricOrder::max), "2");
        row("nor is infinity", alone(3, {-infinite, 2, infinite}), best(1, MetricOrder::min), "2");
        row("nor what has no value", alone(3, {5}), best(3, MetricOrder::min), "1");
        row("only NaN", alone(2, {nan_value, nan_value}), best(1, MetricOrder::min), "2");

        auto items = alone(4);
        items[1].pinned = true;
        row("pinned", items, {.last = 1}, "2 4");
        items = chain(5);
        items[2].pinned = true;
        row("pinned within a chain", items, {.last = 1}, "1 3 5");
        items = alone(3);
        items[0].pinned = true;
        row("a pin is enough where no rule keeps any", items, {.every = 1000}, "1");
        items = alone(3);
        items[0].saved = 59.5;
        row("within, half a second late", items, {.within = 120s}, "2 3");
        auto rules = best(1, MetricOrder::min);
        rules.last = 1;
        row("the best and the last, and their base", chain(6, {5, 1, 4, 3, 2, 6}), rules, "1 2 6");
        rules.every = 300;
        rules.within = 60s;
        row("all rules together", chain(6, {5, 1, 4, 3, 2, 6}), rules, "1 2 3 5 6");
        items = alone(4);
        items[0].saved = 1000;  // saved again after a resume
        row("newest by time", items, {.last = 2}, "4 1");
        items = alone(4);
        for (auto& item : items)
            item.saved = 7;
        std::ranges::reverse(items);
        row("of one time by step", items, {.last = 2}, "3 4");
        items[0].step = items[1].step = items[2].step = 400;
        items[0].generation = 3;
        items[1].generation = 4;
        items[2].generation = 2;
        row("then by generation", items, {.last = 1}, "3");
        items = alone(3);
        items[0].step = -200;
        items[1].step = 0;
        row("steps below one", items, {.every = 200}, "1 2");

        row("the base stays", chain(5), {.last = 2}, "1 4 5");
        row("bytes count what they build on", chain(5), {.bytes = 15}, "1 2 3 4 5");
        row("which is all or the newest", chain(5), {.bytes = 14}, "1 5");
        items = chain(6);
        items[3].parent.clear();  // a base
        row("a base that nothing needs goes", items, {.last = 2}, "4 5 6");
        items = chain(5);
        items[4].parent = items[3].parent = "3";
        row("what two need stays", items, {.last = 2}, "1 3 4 5");
        items[3].parent = "2";
        row("the lowest that both need", items, {.last = 2}, "1 2 4 5");
        items = chain(3);
        items[1].parent = "gone";
        row("on what is missing", items, {.last = 1}, "2 3");
        items = chain(3);
        items[0].parent = "3";  // damage
        row("in a circle", items, {.last = 1}, "1 3");
    }
    void golden_cases() {
        QFETCH(std::vector<RetentionItem>, items);
        QFETCH(RetentionRules, rules);
        QFETCH(QString, expected);
        const auto decisions = plan_retention(items, rules);
        QCOMPARE(decisions.size(), items.size());
        QCOMPARE(kept(decisions), expected);
        for (const auto& d : decisions) {
            const auto keeps = std::ranges::count_if(d.verdicts, &RetentionVerdict::keeps);
            QCOMPARE(keeps > 0, d.kept);
            QVERIFY(!d.verdicts.empty());
            QVERIFY(!d.kept || d.squashed_into.empty());
        }
        // The order of the items does not matter.
        std::ranges::reverse(items);
        QCOMPARE(kept(plan_retention(items, rules)), expected);
    }

    void each_rule_says_why() {
        using namespace std::chrono_literals;
        auto items = alone(5, {5, 1, nan_value, 3, 2});
        items[1].pinned = true;
        const auto decisions = plan_retention(items, {.last = 1,
                                                      .best = BestRule{2, MetricOrder::min},
                                                      .every = 300,
                                                      .first = true,
                                                      .within = 60s,
                                                      .bytes = 5});
        const auto check = [&](const char* id, std::vector<RetentionVerdict> expected) {
            QCOMPARE(of(decisions, id).verdicts, expected);
        };
        check("1", {{Reason::first, true, 1},
                    {Reason::last, false, 5},
                    {Reason::best, false, 4},
                    {Reason::every, false, 100},
                    {Reason::within, false, 240},
                    {Reason::bytes, false, 15}});
        check("2", {{Reason::pinned, true, 0},
                    {Reason::first, false, 2},
                    {Reason::last, false, 4},
                    {Reason::best, true, 1},
                    {Reason::every, false, 200},
                    {Reason::within, false, 180},
                    {Reason::bytes, false, 14}});
        check("3", {{Reason::first, false, 3},
                    {Reason::last, false, 3},
                    {Reason::best, false, 0},
                    {Reason::every, true, 0},
                    {Reason::within, false, 120},
                    {Reason::bytes, false, 12}});
        QVERIFY(!of(decisions, "4").verdicts.empty());
        QCOMPARE(of(decisions, "4").kept, true);  // within a minute
        QCOMPARE(of(decisions, "5").verdicts.back(), (RetentionVerdict{Reason::bytes, true, 5}));
    }

    void a_squashed_step_tells_into_which() {
        auto items = chain(6);
        items[5].parent = "4";
        const auto decisions = plan_retention(items, {.last = 1, .every = 300});
        QCOMPARE(kept(decisions), QString("1 3 6"));
        QCOMPARE(of(decisions, "1").verdicts.back(), (RetentionVerdict{Reason::base, true, 1}));
        QCOMPARE(of(decisions, "2").squashed_into, std::string("3"));
        QCOMPARE(of(decisions, "4").squashed_into, std::string("6"));
        QVERIFY(of(decisions, "5").squashed_into.empty());  // nothing builds on it
    }

    void what_may_come_back_needs_what_it_builds_on() {
        auto items = chain(5);
        items[2].awaited_by = 2;
        const auto decisions = plan_retention(items, {.last = 1});
        QVERIFY(of(decisions, "3").kept);
        QCOMPARE(of(decisions, "3").verdicts.back(), (RetentionVerdict{Reason::base, true, 3}));
        QCOMPARE(of(decisions, "2").squashed_into, std::string("3"));
        QCOMPARE(of(decisions, "4").squashed_into, std::string("5"));
    }

    void a_checkpoint_that_only_quarantined_ones_build_on_stays() {
        auto items = alone(3);
        items[0].awaited_by = 1;
        const auto decisions = plan_retention(items, {.last = 1});
        QCOMPARE(kept(decisions), QString("1 3"));
        QCOMPARE(of(decisions, "1").verdicts.back(), (RetentionVerdict{Reason::base, true, 1}));
    }

    void what_several_need_says_how_many() {
        auto items = chain(5);
        items[2].parent = items[3].parent = items[4].parent = "2";
        const auto decisions = plan_retention(items, {.last = 3});
        QCOMPARE(of(decisions, "2").verdicts.back(), (RetentionVerdict{Reason::shared, true, 3}));
        QCOMPARE(of(decisions, "1").verdicts.back(), (RetentionVerdict{Reason::base, true, 1}));
    }

    void a_step_that_builds_on_a_later_stored_one_builds_on_nothing() {
        auto items = chain(3);
        items[1].sequence = 9;  // a forged catalog: 3 builds on 2, which was stored later
        const auto decisions = plan_retention(items, {.bytes = 3});
        QCOMPARE(of(decisions, "3").verdicts.front(), (RetentionVerdict{Reason::bytes, true, 3}));
    }
};

STEPVAULT_TEST(TestRetention)

}  // namespace test_retention

#include "test_retention.moc"
