#include <QtTest>

#include "metrics/hyperparameter_comparison.h"
#include "support/registry.h"

namespace test_hyperparameter_comparison {

using namespace stepvault;

using List = std::vector<Hyperparameter>;

class TestHyperparameterComparison : public QObject {
    Q_OBJECT

 private slots:
    void rows() {
        const List a{{"lr", 0.1}, {"seed", 1.0}};
        const List b{{"lr", 0.1}, {"seed", 2.0}, {"warmup", true}};
        const auto rows = hyperparameter_rows({&a, &b});
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(*rows.at("seed")[0], HyperparameterValue(1.0));
        QCOMPARE(*rows.at("seed")[1], HyperparameterValue(2.0));
        QVERIFY(rows.at("warmup")[0] == nullptr);
        QVERIFY(!is_different(rows.at("lr")));
        QVERIFY(is_different(rows.at("seed")));
        QVERIFY(is_different(rows.at("warmup")));
    }

    void a_number_is_no_text() {
        const List a{{"size", 1.0}};
        const List b{{"size", std::string("1")}};
        QVERIFY(is_different(hyperparameter_rows({&a, &b}).at("size")));
    }

    void one_run_and_none() {
        const List a{{"lr", 0.1}};
        QVERIFY(!is_different(hyperparameter_rows({&a}).at("lr")));
        QVERIFY(!is_different({}));
        QVERIFY(hyperparameter_rows({}).empty());
    }

    void find_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("found");  // empty for none
        QTest::newRow("whole key") << "batch"
                                   << "batch";
        QTest::newRow("last part") << "momentum"
                                   << "optimizer.momentum";
        QTest::newRow("whole key before last part") << "lr"
                                                    << "lr";
        QTest::newRow("two last parts") << "decay"
                                        << "";
        QTest::newRow("no part of a word") << "mentum"
                                           << "";
        QTest::newRow("several parts") << "optimizer.momentum"
                                       << "optimizer.momentum";
        QTest::newRow("other case") << "LR"
                                    << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void find() {
        const List values{{"batch", 8.0},
                          {"lr", 0.1},
                          {"optimizer.decay", 0.},
                          {"optimizer.lr", 0.2},
                          {"optimizer.momentum", 0.9},
                          {"schedule.decay", 1.0}};
        QFETCH(QString, key);
        const auto* found = find_hyperparameter(values, key.toStdString());
        QTEST(found != nullptr ? QString::fromStdString(found->key) : QString(), "found");
    }
};

STEPVAULT_TEST(TestHyperparameterComparison)

}  // namespace test_hyperparameter_comparison

#include "test_hyperparameter_comparison.moc"
