#include <QtTest>

#include "run/file_names.h"
#include "support/registry.h"

namespace test_file_names {

using namespace stepvault;

class TestFileNames : public QObject {
    Q_OBJECT

 private slots:
    void unfinished_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("expected");
        for (const char* name :
             {"a.tmp", ".tmpXyZ", "e.ckpt.8f2.tmp", "tmp-checkpoint-10", "5.orbax-checkpoint-tmp-123",
              ".metadata.tmp", "a.part", "a.partial", "a.incomplete", ".nfs0001", ".svtmp-1", "a.pt~"}) {
            QTest::newRow(name) << name << true;
        }
        for (const char* name :
             {"a.pt", ".metadata", "checkpoint-10", "tmp.pt", ".pl_auto_save.ckpt", "partial.pt"}) {
            QTest::newRow(name) << name << false;
        }
    }
    void unfinished() {
        QFETCH(QString, name);
        QTEST(is_unfinished_name(name.toStdString()), "expected");
    }

    void checkpoint_folders_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("expected");
        QTest::addColumn<int>("trainer");  ///< -1: none
        QTest::newRow("checkpoint-N") << "checkpoint-10" << true << 10;
        QTest::newRow("checkpoint_N") << "checkpoint_10" << true << -1;
        for (const char* name : {"step-5", "step_5", "global_step5", "global_step_5", "iter_0000010",
                                 "epoch_2", "epoch=0-step=20.ckpt"}) {
            QTest::newRow(name) << name << true << -1;
        }
        for (const char* name : {"checkpoints", "checkpoint-best", "checkpoint-", "step5", "version_0",
                                 "steps", ".ckpt", "step-5b"}) {
            QTest::newRow(name) << name << false << -1;
        }
        QTest::newRow("number too large") << "checkpoint-99999999999999999999" << true << -1;
    }
    void checkpoint_folders() {
        QFETCH(QString, name);
        QTEST(is_checkpoint_folder_name(name.toStdString()), "expected");
        QTEST(static_cast<int>(trainer_step(name.toStdString()).value_or(-1)), "trainer");
    }

    void files_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("checkpoint");
        QTest::addColumn<bool>("save_part");
        QTest::addColumn<bool>("metrics");
        const auto row = [](const char* name, bool checkpoint, bool save_part, bool metrics) {
            QTest::newRow(name) << name << checkpoint << save_part << metrics;
        };
        for (const char* name : {"a.pt", "a.pth", "a.ckpt", "a-step5.bin", "my_model.bin", "a.safetensors",
                                 "a.pth.tar", "a.npz", "a.keras", "a.h5", "a.hdf5", "checkpoint_1000"}) {
            row(name, true, false, false);
        }
        for (const char* name :
             {"model.safetensors", "pytorch_model.bin", "adapter_model.safetensors", "training_args.bin",
              "optimizer.pt", "scheduler.pt", "rng_state.pth", "rng_state_3.pth",
              "model-00001-of-00005.safetensors", "pytorch_model-00002-of-00002.bin"}) {
            row(name, true, true, false);
        }
        for (const char* name :
             {"metrics.jsonl", "stepvault.jsonl", "log.csv", "metrics.json", "scalars.json",
              "20240131_120000.json", "events.out.tfevents.1700000000.host.1.0", "run-1a2b.wandb"}) {
            row(name, false, false, true);
        }
        for (const char* name :
             {"a.py", "config.json", "trainer_state.json", ".pt", ".csv", ".wandb", "tfevents",
              "2024_1200.json", "model.safetensors.index.json", "a.tar", "pt", "train.bin"}) {
            row(name, false, false, false);
        }
    }
    void files() {
        QFETCH(QString, name);
        QTEST(is_checkpoint_file_name(name.toStdString()), "checkpoint");
        QTEST(is_save_part_name(name.toStdString()), "save_part");
        QTEST(is_metrics_file_name(name.toStdString()), "metrics");
    }
};

STEPVAULT_TEST(TestFileNames)

}  // namespace test_file_names

#include "test_file_names.moc"
