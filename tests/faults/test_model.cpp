#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "vault_model.h"

namespace test_model {

using namespace stepvault::test;

/// Thousands of random operations, some killed in the middle, on a vault and on a model of it.
class TestModel : public QObject {
    Q_OBJECT

 private slots:
    void the_vault_holds_what_the_model_does_data() {
        QTest::addColumn<quint64>("seed");
        // The seed that the user sets, or the seeds from 1 on.
        const auto first = qEnvironmentVariable("STEPVAULT_SEED", "1").toULongLong();
        const quint64 seeds = qEnvironmentVariableIsSet("STEPVAULT_SEED") ? 1 : 2;
        for (quint64 seed = first; seed < first + seeds; ++seed)
            QTest::addRow("seed %llu", seed) << seed;
    }
    void the_vault_holds_what_the_model_does() {
        QFETCH(quint64, seed);
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        const auto operations =
            qEnvironmentVariable("STEPVAULT_OPERATIONS", is_long ? "10000" : "200").toULongLong();
        QTemporaryDir dir;
        VaultModel model(dir.path().toStdString(), seed);
        std::string wrong;
        for (quint64 n = 1; n <= operations && wrong.empty(); ++n) {
            wrong = model.go();
            if (n % 1000 == 0) qInfo("%llu operations", n);
        }
        if (wrong.empty()) wrong = model.fault();
        if (wrong.empty()) wrong = model.left_behind();
        if (!wrong.empty()) {
            const auto& history = model.history();
            for (auto i = history.size() - std::min<std::size_t>(history.size(), 30); i < history.size(); ++i)
                qWarning("%zu: %s", i + 1, history[i].c_str());
            dir.setAutoRemove(false);
            qWarning("left in %s", qPrintable(dir.path()));
        }
        qInfo("%zu operations, %zu kills, %zu of them before the end", model.history().size(), model.kills(),
              model.cut_short());
        QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
    }
};

STEPVAULT_TEST(TestModel)

}  // namespace test_model

#include "test_model.moc"
