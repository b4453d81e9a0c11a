#include <QtTest>

#include "library/study/setting_dominance.h"
#include "support/registry.h"

namespace test_setting_dominance {

using namespace stepvault;

class TestSettingDominance : public QObject {
    Q_OBJECT

 private slots:
    void dominated_settings_are_found_data() {
        using Settings = std::vector<SettingOutcome>;
        using Found = std::vector<std::optional<std::size_t>>;
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<Found>("better");
        QTest::newRow("none") << Settings{} << Found{};
        QTest::newRow("one") << Settings{{1, 1}} << Found{{}};
        QTest::newRow("a curve that falls") << Settings{{1, 0.9}, {2, 0.5}, {3, 0.1}} << Found{{}, {}, {}};
        QTest::newRow("larger and less exact") << Settings{{3, 0.9}, {2, 0.5}} << Found{1, {}};
        QTest::newRow("as large, less exact") << Settings{{2, 0.9}, {2, 0.5}} << Found{1, {}};
        QTest::newRow("larger, as exact") << Settings{{2, 0.5}, {3, 0.5}} << Found{{}, 0};
        QTest::newRow("equal: the first stays") << Settings{{2, 0.5}, {2, 0.5}, {2, 0.5}} << Found{{}, 0, 0};
        QTest::newRow("the nearest better one")
            << Settings{{1, 0.5}, {5, 0.9}, {4, 0.9}, {2, 0.4}} << Found{{}, 0, 3, {}};
        QTest::newRow("never a dominated one") << Settings{{9, 0.9}, {8, 0.8}, {7, 0.7}} << Found{2, 2, {}};
        QTest::newRow("a curve that doubles back")
            << Settings{{6, 1}, {2, 0.9}, {3, 0.5}, {4, 0.23}, {5, 0.23}} << Found{1, {}, {}, {}, 3};
    }
    void dominated_settings_are_found() {
        QFETCH(std::vector<SettingOutcome>, settings);
        QFETCH(std::vector<std::optional<std::size_t>>, better);
        const auto found = find_dominated(settings);
        QCOMPARE(found.size(), better.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].has_value(), better[i].has_value());
            if (!found[i]) continue;
            QCOMPARE(found[i]->better, *better[i]);
            QCOMPARE(found[i]->is_larger, settings[i].size > settings[*better[i]].size);
            QCOMPARE(found[i]->is_less_exact, settings[i].error > settings[*better[i]].error);
        }
    }
};

STEPVAULT_TEST(TestSettingDominance)

}  // namespace test_setting_dominance

#include "test_setting_dominance.moc"
