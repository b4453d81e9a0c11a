#include <QtTest>

#include "near.h"
#include "plan/loss_forecast.h"
#include "support/registry.h"

namespace test_loss_forecast {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// The loss falls, then rises a little.
LossHistory recorded(double weight = 1) {
    LossHistory history;
    history.smooth = {{10, 4, 1}, {20, 2, weight}, {30, 3, 1}};
    history.last_step = 30;
    return history;
}

LossTrend falling() {
    LossFit fit;
    fit.shape = 0.1;
    fit.scale = 4;
    LossTrend trend;
    trend.fit = fit;
    return trend;
}

}  // namespace

class TestLossForecast : public QObject {
    Q_OBJECT

 private slots:
    void recorded_losses_never_rise() {
        const auto loss = loss_outlook(recorded(), {}, 2, 30);
        QVERIFY(loss != nullptr);
        near(loss(0), 4, 1e-12);
        near(loss(20), 4, 1e-12);
        near(loss(35), 3.25, 1e-12);
        // The two last are pooled at step 25.
        near(loss(50), 2.5, 1e-12);
        near(loss(60), 2.5, 1e-12);
    }

    void pools_weigh_their_points() {
        const auto loss = loss_outlook(recorded(3), {}, 2, 30);
        near(loss(45), 2.25, 1e-12);
        near(loss(32.5), 3.125, 1e-12);
    }

    void the_fit_goes_on_where_the_records_end() {
        const auto trend = falling();
        const auto loss = loss_outlook(recorded(), trend, 2, 100);
        near(loss(20), 4, 1e-12);
        near(loss(60), 2.5, 1e-12);
        near(loss(60 + 1e-9), 2.5, 1e-6);
        near(loss(100), 2.5 + trend.fit->at(50) - trend.fit->at(30), 1e-12);
    }

    void the_future_needs_a_trend() {
        QVERIFY(!loss_outlook(recorded(), {}, 2, 31));
        QVERIFY(loss_outlook(recorded(), falling(), 2, 31));
        auto single = recorded();
        single.smooth.resize(1);
        QVERIFY(!loss_outlook(single, falling(), 2, 30));
    }
};

STEPVAULT_TEST(TestLossForecast)

}  // namespace test_loss_forecast

#include "test_loss_forecast.moc"
