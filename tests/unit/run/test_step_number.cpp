#include <QtTest>

#include "run/step_number.h"
#include "support/registry.h"

namespace test_step_number {

using namespace stepvault;

class TestStepNumber : public QObject {
    Q_OBJECT

 private slots:
    void steps_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<qint64>("step");  ///< -1: none
        const auto step = [](const char* path, qint64 number) { QTest::newRow(path) << path << number; };
        step("checkpoint-500", 500);
        step("checkpoint_500", 500);
        step("checkpoint-500/model.safetensors", 500);
        step("checkpoint-10.pth.tar", 10);
        step("checkpoint_3_1500.pt", 1500);
        step("checkpoint_best.pt", -1);
        step("global_step100", 100);
        step("global_step_100", 100);
        step("global_step-100", 100);
        step("GlobalStep100.pt", 100);
        step("iter_0001000", 1000);
        step("iter_0001000/mp_rank_00/model_optim_rng.pt", 1000);
        step("iter_400.pth", 400);
        step("iteration_40.pth", 40);
        step("step-9.pt", 9);
        step("step_000020.pt", 20);
        step("step=20.ckpt", 20);
        step("Step_20.PT", 20);
        step("steps_20", 20);
        step("lora-step00001000.safetensors", 1000);
        step("step_20_loss_0.5.pt", 20);
        step("step_5_to_step_7.pt", 7);
        step("epoch=0-step=20.ckpt", 20);
        step("epoch=0-step=20-v1.ckpt", 20);
        step("checkpoints/epoch=1-step=40.ckpt", 40);
        step("lightning_logs/version_3/checkpoints/last.ckpt", -1);
        step("version_0/checkpoints/epoch=1-step=40.ckpt", 40);
        step("epoch=3.ckpt", 3);
        step("epoch=12-val_loss=0.25.ckpt", 12);
        step("epoch_12.pth", 12);
        step("epoch_5-of-100.pt", 5);
        step("model-Epoch_5-of-100.pt", 5);
        step("m-step5-00001-of-00002.pt", 5);
        step("epoch12.pt", 12);
        step("weights/epoch-4.pt", 4);
        step("epoch_4/model.safetensors", 4);
        step("model_0004999.pth", 4999);
        step("model_100.pt", 100);
        step("model-100.npz", 100);
        step("ckpt_100.pt", 100);
        step("100.pt", 100);
        step("weights_7.weights.h5", 7);
        step("weights_7.hdf5", 7);
        step("net_5.keras", 5);
        step("model-00001-of-00005.safetensors", -1);
        step("step_20-00001-of-00005.safetensors", 20);
        step("last-v2.ckpt", -1);
        step("last.pt", -1);
        step("model.safetensors", -1);
        step("best-0.25.ckpt", -1);
        step("model-val_loss=0.25.ckpt", -1);
        step("exp_3/last.pt", -1);
        step("run-7", -1);
        step("timestep16.pt", -1);
        step("step_100k.pt", -1);
        step("step.pt", -1);
        step("step_999999999999999999.pt", 999999999999999999);
        step("step_99999999999999999999.pt", -1);
        step("", -1);
        step("/", -1);
    }
    void steps() {
        QFETCH(QString, path);
        QTEST(qint64{step_from_name(path.toStdString()).value_or(-1)}, "step");
    }

    void natural_order_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("order");
        QTest::newRow("digits") << "step_9.pt"
                                << "step_10.pt" << -1;
        QTest::newRow("leading zeros") << "step_009.pt"
                                       << "step_10.pt" << -1;
        QTest::newRow("same number") << "step_010.pt"
                                     << "step_10.pt" << -1;
        QTest::newRow("second number") << "epoch=1-step=90.ckpt"
                                       << "epoch=1-step=100.ckpt" << -1;
        QTest::newRow("letters") << "best.pt"
                                 << "last.pt" << -1;
        QTest::newRow("prefix") << "step"
                                << "step_1" << -1;
        QTest::newRow("digit and letter") << "step_1"
                                          << "step_a" << -1;
        QTest::newRow("very long numbers") << "s99999999999999999999998"
                                           << "s99999999999999999999999" << -1;
        QTest::newRow("equal") << "step_10"
                               << "step_10" << 0;
        QTest::newRow("empty") << ""
                               << "" << 0;
        QTest::newRow("zero and nothing") << "a0"
                                          << "a" << 1;
        QTest::newRow("zeros") << "a0b"
                               << "a00b" << 1;
    }
    void natural_order() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(int, order);
        QCOMPARE(compare_natural(a.toStdString(), b.toStdString()), order);
        QCOMPARE(compare_natural(b.toStdString(), a.toStdString()), -order);
    }
};

STEPVAULT_TEST(TestStepNumber)

}  // namespace test_step_number

#include "test_step_number.moc"
