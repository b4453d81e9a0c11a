#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "vault_model.h"

namespace test_kills {

using namespace stepvault::test;

/// SIGKILL ends watch, ingest, prune and recode at any moment: everything they had reported as done is done.
class TestKills : public QObject {
    Q_OBJECT

 private slots:
    void what_was_said_outlives_any_kill() {
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        const auto kills = qEnvironmentVariable("STEPVAULT_KILLS", is_long ? "1000" : "60").toULongLong();
        const auto seed = qEnvironmentVariable("STEPVAULT_SEED", "1").toULongLong();
        QTemporaryDir dir;
        VaultModel model(dir.path().toStdString(), seed);
        std::string wrong;
        while (model.kills() < kills && wrong.empty()) {
            wrong = model.kill_command(STEPVAULT_EXECUTABLE);
            if (model.kills() % 100 == 0) qInfo("%zu kills", model.kills());
        }
        if (wrong.empty()) wrong = model.left_behind();
        if (!wrong.empty()) {
            dir.setAutoRemove(false);
            qWarning("left in %s", qPrintable(dir.path()));
            qWarning("%s", model.history().back().c_str());
        }
        qInfo("%zu kills, %zu of them before the end", model.kills(), model.cut_short());
        QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
    }
};

STEPVAULT_TEST(TestKills)

}  // namespace test_kills

#include "test_kills.moc"
