#include <QtTest>

#include "fault_scene.h"
#include "support/registry.h"

namespace test_crashes {

using namespace stepvault::test;

/// The process dies between any two calls that change files, and a loss of power deletes what was not synced.
class TestCrashes : public QObject {
    Q_OBJECT

 private slots:
    void every_crash_leaves_a_vault_that_goes_on_data() { FaultScene::add_commands(); }
    void every_crash_leaves_a_vault_that_goes_on() {
        QFETCH(QString, command);
        FaultScene scene(command);
        const auto calls = scene.calls().size();
        QVERIFY(calls > 0);
        std::size_t tried = 0;
        std::string wrong;
        std::size_t round = 0;
        for (const QString lost : {"", "all", "contents"}) {
            for (const auto n : scene.calls_to_try(round++)) {
                const auto outcome = scene.run({.action = "before", .call = n, .lost = lost});
                if (outcome.code != 99) break;  // a run may have fewer calls
                ++tried;
                auto found = scene.fault_of_vault(outcome.out);
                if (found.empty()) found = scene.fault_of_again();
                if (found.empty()) continue;
                qWarning("before %s, lost '%s': %s", scene.calls()[n - 1].c_str(), qPrintable(lost),
                         found.c_str());
                wrong = found;
            }
        }
        qInfo("%zu calls, %zu crashes", calls, tried);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void what_was_done_outlives_the_power_data() { every_crash_leaves_a_vault_that_goes_on_data(); }
    void what_was_done_outlives_the_power() {
        QFETCH(QString, command);
        FaultScene scene(command);
        for (const QString lost : {"all", "contents"}) {
            const auto outcome = scene.run({.action = "end", .lost = lost});
            QVERIFY(scene.is_done(outcome));
            const auto wrong = scene.fault_of_vault(outcome.out);
            QVERIFY2(wrong.empty(), wrong.c_str());
            const auto at_end = scene.fault_of_end();
            QVERIFY2(at_end.empty(), at_end.c_str());
        }
    }
};

STEPVAULT_TEST(TestCrashes)

}  // namespace test_crashes

#include "test_crashes.moc"
