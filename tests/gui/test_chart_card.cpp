#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "support/registry.h"
#include "ui/charts/plot_view.h"
#include "ui/pages/chart_card.h"
#include "ui/theme/theme.h"

namespace test_chart_card {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

RunSnapshot runOf(std::int64_t steps) {
    RunSnapshot run;
    run.tag = "loss";
    MetricCurve curve;
    for (std::int64_t step = 1; step <= steps; ++step) {
        curve.points.push_back({step, 0, 1.0});
        if (step % 20 != 0) continue;
        CheckpointRow row;
        row.id = "c" + std::to_string(step);
        row.step = step;
        run.checkpoints.push_back(row);
    }
    run.metric = std::make_shared<const MetricCurve>(std::move(curve));
    return run;
}

void setTrouble(RunSnapshot& run, std::vector<LossTrouble> troubles) {
    run.metric =
        std::make_shared<const MetricCurve>(MetricCurve{run.metric->points, std::move(troubles), {}});
}

}  // namespace

class TestChartCard : public QObject {
    Q_OBJECT

 private slots:
    void lostLossOffersTheLastGoodStep_data();
    void lostLossOffersTheLastGoodStep();
};

void TestChartCard::lostLossOffersTheLastGoodStep_data() {
    QTest::addColumn<int>("trouble");
    QTest::addColumn<bool>("over");
    QTest::addColumn<QString>("good");
    QTest::newRow("none") << 0 << false << QString();
    QTest::newRow("lost") << 66 << false << QStringLiteral("c60");
    QTest::newRow("at a checkpoint") << 60 << false << QStringLiteral("c40");
    QTest::newRow("came back") << 66 << true << QString();
    QTest::newRow("before the first one") << 5 << false << QString();
}

void TestChartCard::lostLossOffersTheLastGoodStep() {
    QFETCH(int, trouble);
    QFETCH(bool, over);
    QFETCH(QString, good);
    Theme theme(*qApp);
    ChartCard card(theme);
    card.resize(900, 400);
    card.show();
    RunSnapshot run = runOf(100);
    if (trouble > 0) setTrouble(run, {{trouble, false, over}});
    card.setRun(run, 0);
    QSignalSpy rescued(&card, &ChartCard::rescueClicked);
    auto* button = card.findChild<QPushButton*>(QStringLiteral("rescue"));
    QCOMPARE(button->isVisible(), !good.isEmpty());
    QCOMPARE(card.plot().model().forecast().has_value(), trouble > 0 && !over);
    if (good.isEmpty()) return;
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(rescued.count(), 1);
    QCOMPARE(rescued.front().front().toString(), good);
    QCOMPARE(*card.plot().model().forecast()->since, static_cast<double>(trouble));
    // The next update of the run removes the forecast.
    setTrouble(run, {});
    card.setRun(run, 0);
    QVERIFY(!button->isVisible() && !card.plot().model().forecast());
}

STEPVAULT_TEST(TestChartCard)

}  // namespace test_chart_card

#include "test_chart_card.moc"
