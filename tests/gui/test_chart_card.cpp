#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "support/registry.h"
#include "ui/charts/plot_view.h"
#include "ui/run/chart_card.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_key.h"

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
    void otherMetricsInTheSameChart();
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

void TestChartCard::otherMetricsInTheSameChart() {
    Theme theme(*qApp);
    ChartCard card(theme);
    card.resize(900, 400);
    card.show();
    RunSnapshot run = runOf(100);
    for (const char* tag : {"accuracy", "loss", "val_loss"})
        run.series.push_back({.tag = tag});
    card.setRun(run, 0);
    auto* key = card.findChild<CurveKey*>();
    QVERIFY(key->isHidden());
    // The menu offers the other metrics, and tells what is chosen.
    QSignalSpy chosen(&card, &ChartCard::besideChosen);
    const auto click = [&](const QString& text) {
        QMenu& menu = *card.besideButton().menu();
        emit menu.aboutToShow();
        const auto actions = menu.actions();
        const auto at = std::ranges::find(actions, text, &QAction::text);
        if (at != actions.end()) (*at)->trigger();
        return at != actions.end();
    };
    QVERIFY(!click(QStringLiteral("loss")));
    QVERIFY(click(QStringLiteral("val_loss")));
    QVERIFY(click(QStringLiteral("accuracy")));
    QCOMPARE(chosen.back().front().toStringList(), QStringList({"val_loss", "accuracy"}));
    const auto curve = [](double from, double to) {
        MetricCurve metric;
        metric.points = {{1, 0, from}, {100, 0, to}};
        return std::make_shared<const MetricCurve>(std::move(metric));
    };
    run.beside = {{"val_loss", curve(1.1, 0.9)}, {"accuracy", curve(20, 90)}};
    run.metric = curve(1, 0.5);
    card.setRun(run, 0);
    card.plot().flush();
    QVERIFY(key->isVisible());
    QVERIFY(key->text().contains(QStringLiteral("val_loss")));
    QVERIFY(key->text().contains(QStringLiteral("accuracy&nbsp;(right&nbsp;axis)")));
    const auto& curves = card.plot().model().curves().curves();
    QCOMPARE(curves.size(), std::size_t{2});
    QVERIFY(!curves[0].onRight && curves[1].onRight);
    // The marks stay on the chosen metric, and the crosshair reads all of them.
    QVERIFY(card.plot().markPosition(QStringLiteral("c60")).x() > 0);
    QPoint place(card.plot().viewport()->width() / 2 + 7, card.plot().viewport()->height() / 3);
    QTest::mouseMove(card.plot().viewport(), place);
    QTRY_COMPARE(card.plot().readoutText().split(u'\n').size(), 4);
    for (const char* text : {"loss", "val_loss", "accuracy"})
        QVERIFY(card.plot().readoutText().contains(QLatin1String(text)));
    const QByteArray table = card.plot().exported().table();
    QVERIFY(table.startsWith("curve,step,value\nloss,1,1\n") && table.contains("accuracy,100,90\n"));
    QCOMPARE(card.plot().exported().legend.size(), std::size_t{3});
    // Without them the chart is what it was.
    QVERIFY(click(QStringLiteral("accuracy")));
    QCOMPARE(chosen.back().front().toStringList(), QStringList{"val_loss"});
    run.beside.clear();
    card.setRun(run, 0);
    QVERIFY(key->isHidden());
}

STEPVAULT_TEST(TestChartCard)

}  // namespace test_chart_card

#include "test_chart_card.moc"
