#include <cerrno>

#include <QtTest>

#include "fault_scene.h"
#include "support/registry.h"

namespace test_failing_calls {

using namespace stepvault::test;

/// Calls that fail, that move only half, and that are interrupted.
class TestFailingCalls : public QObject {
    Q_OBJECT

 private slots:
    void a_failing_call_is_said_and_leaves_the_vault_whole_data() { FaultScene::add_commands(); }
    void a_failing_call_is_said_and_leaves_the_vault_whole() {
        QFETCH(QString, command);
        FaultScene scene(command);
        const auto calls = scene.calls().size();
        QVERIFY(calls > 0);
        std::size_t tried = 0;
        std::size_t failed = 0;
        std::string wrong;
        std::size_t round = 0;
        for (const auto& [action, error] :
             {std::pair("full", ENOSPC), std::pair("fail", EIO), std::pair("full", EDQUOT)}) {
            for (const auto n : scene.calls_to_try(round++)) {
                const auto outcome = scene.run({.action = action, .call = n, .error = error});
                ++tried;
                failed += outcome.code == 0 ? 0 : 1;
                auto found = wrong_with(scene, outcome);
                if (found.empty()) continue;
                qWarning("%s %d at %s: %s", action, error, scene.calls()[n - 1].c_str(), found.c_str());
                wrong = found;
            }
        }
        qInfo("%zu calls, %zu faults, %zu commands failed", calls, tried, failed);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void what_cannot_be_made_durable_is_not_filed_twice() {
        // A lossy checkpoint depends on those filed before it.
        FaultScene scene("exact filing");
        std::size_t tried = 0;
        for (std::size_t n = 1; n <= scene.calls().size(); ++n) {
            const auto& call = scene.calls()[n - 1];
            if (call.find("fsync") == std::string::npos || !call.ends_with("/steps")) continue;
            const auto outcome = scene.run({.action = "fail", .call = n, .error = EIO});
            QCOMPARE(outcome.code, 1);
            const auto wrong = wrong_with(scene, outcome);
            QVERIFY2(wrong.empty(), wrong.c_str());
            ++tried;
        }
        QVERIFY(tried > 0);
    }

    void a_full_disk_can_be_freed() {
        FaultScene scene("trash purge");
        const auto outcome = scene.run({.action = "full", .call = 1, .error = ENOSPC});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const auto wrong = scene.fault_of_end();
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void short_and_interrupted_calls_change_nothing_data() {
        a_failing_call_is_said_and_leaves_the_vault_whole_data();
    }
    void short_and_interrupted_calls_change_nothing() {
        QFETCH(QString, command);
        FaultScene scene(command);
        for (const QString moves : {"short", "interrupted"}) {
            const auto outcome = scene.run({.moves = moves});
            QVERIFY2(scene.is_done(outcome), outcome.err.constData());
            const auto wrong = scene.fault_of_end();
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }

 private:
    static std::string wrong_with(FaultScene& scene, const Outcome& outcome) {
        const auto said = outcome.err.toStdString();
        constexpr int damage_found = 3;
        if (outcome.code != 0 && !(scene.mends() && outcome.code == damage_found)) {
            if (outcome.code != 1) return "exit code " + std::to_string(outcome.code) + ": " + said;
            if (outcome.err.count('\n') != 1 || !outcome.err.contains("/")) return "it says: " + said;
        }
        if (auto found = scene.fault_of_vault(outcome.out); !found.empty())
            return found + "; it said: " + said;
        if (outcome.code == 0) return scene.fault_of_end();
        auto found = scene.fault_of_again();
        return found.empty() ? found : found + "; it had said: " + said;
    }
};

STEPVAULT_TEST(TestFailingCalls)

}  // namespace test_failing_calls

#include "test_failing_calls.moc"
