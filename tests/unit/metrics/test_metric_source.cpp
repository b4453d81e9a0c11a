#include <cmath>
#include <limits>

#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/metric_fields.h"
#include "metrics/mlflow_source.h"
#include "support/registry.h"

namespace test_metric_source {

using namespace stepvault;
using namespace stepvault::test;

class TestMetricSource : public QObject {
    Q_OBJECT

 private slots:
    void opens_by_name_and_content_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("points");  ///< "none" if the file has no source
        QTest::newRow("jsonl") << "log.jsonl" << QByteArray("{\"step\":1,\"loss\":2}\n")
                               << QStringList{"loss@1=2"};
        QTest::newRow("metrics.json")
            << "metrics.json" << QByteArray("{\"iteration\":1,\"loss\":2}\n") << QStringList{"loss@1=2"};
        QTest::newRow("scalars.json")
            << "scalars.json" << QByteArray("{\"step\":1,\"loss\":2}\n") << QStringList{"loss@1=2"};
        QTest::newRow("wandb-history.jsonl")
            << "wandb-history.jsonl" << QByteArray("{\"_step\":1,\"loss\":2}\n") << QStringList{"loss@1=2"};
        QTest::newRow("mmengine") << "20240131_120000.json" << QByteArray("{\"step\":1,\"loss\":2}\n")
                                  << QStringList{"loss@1=2"};
        QTest::newRow("events") << "events.out.tfevents.1700000000.host.1.0" << QByteArray("\0\0\0", 3)
                                << QStringList();
        QTest::newRow("profiler's mark")
            << "events.out.tfevents.1700000000.profile-empty" << QByteArray("x") << QStringList{"none"};
        QTest::newRow("wandb") << "run-1a2b.wandb" << QByteArray(":W&B", 4) << QStringList();
        QTest::newRow("csv") << "results.csv" << QByteArray("step,loss\n1,2\n") << QStringList{"loss@1=2"};
        QTest::newRow("trainer") << "trainer_state.json"
                                 << QByteArray("{\"log_history\":[{\"step\":1,\"loss\":2}]}")
                                 << QStringList{"loss@1=2"};
        QTest::newRow("stable-baselines3")
            << "progress.csv"
            << QByteArray("rollout/ep_rew_mean,time/iterations,time/total_timesteps\n21.5,1,2048\n")
            << QStringList{"rollout/ep_rew_mean@2048=21.5", "time/iterations@2048=1"};
        QTest::newRow("monitor")
            << "0.monitor.csv"
            << QByteArray(
                   "#{\"t_start\": 1700000000.5, \"env_id\": \"CartPole-v1\"}\nr,l,t,ok\n"
                   "21.0,21,0.25,1\n12.5,12,0.5,\n1.0,x,0.75,0\n2.0,3,1.5,0")
            << QStringList{"r@21=21 t=1700000000.75", "l@21=21 t=1700000000.75", "ok@21=1 t=1700000000.75",
                           "r@33=12.5 t=1700000001", "l@33=12 t=1700000001"};
        QTest::newRow("monitor without its first line")
            << "monitor.csv" << QByteArray("step,loss\n1,2\n") << QStringList{"loss@1=2"};
        QTest::newRow("still empty") << "log.csv" << QByteArray() << QStringList();
        QTest::newRow("other json") << "config.json" << QByteArray("{\"step\":1,\"loss\":2}\n")
                                    << QStringList{"none"};
        QTest::newRow("text") << "log.txt" << QByteArray("step,loss\n1,2\n") << QStringList{"none"};
        QTest::newRow("binary") << "log.csv" << QByteArray("step\0loss", 9) << QStringList{"none"};
    }
    void opens_by_name_and_content() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(name), content));
        const auto source = open_metric_source(to_path(folder.filePath(name)));
        const auto points = source == nullptr ? QStringList{"none"} : as_text(source->poll());
        QTEST(points, "points");
        if (source != nullptr) QCOMPARE(source->path(), to_path(folder.filePath(name)));
    }

    void a_monitor_that_grows_goes_on() {
        QTemporaryDir folder;
        const auto file = folder.filePath("monitor.csv");
        QVERIFY(write(file, "#{\"t_start\": 1700000000}\nr,l,t\n1,10,0.5\n"));
        const auto source = open_metric_source(to_path(file));
        QCOMPARE(as_text(source->poll()), (QStringList{"r@10=1 t=1700000000.5", "l@10=10 t=1700000000.5"}));
        QVERIFY(append(file, "2,5,1\n"));
        QCOMPARE(as_text(source->poll()), (QStringList{"r@15=2 t=1700000001", "l@15=5 t=1700000001"}));
        // Another training starts in the same file.
        QVERIFY(write(file, "#{\"t_start\": 1700000900}\nr,l,t\n3,7,1\n"));
        QCOMPARE(as_text(source->poll()), (QStringList{"r@7=3 t=1700000901", "l@7=7 t=1700000901"}));
        QVERIFY(source->restarted());
    }

    void mlflow_files_are_known_by_their_place() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("run/metrics/val"));
        const auto file = folder.filePath("run/metrics/val/loss");
        QVERIFY(write(file, "1700000000123 0.5 3\n"));
        QVERIFY(open_metric_source(to_path(file)) == nullptr);
        QVERIFY(write(folder.filePath("run/meta.yaml"), ""));
        const auto source = open_metric_source(to_path(file));
        QVERIFY(source != nullptr);
        QCOMPARE(as_text(source->poll()), QStringList{"val/loss@3=0.5 t=1700000000.123"});
    }

    void metrics_are_told_from_data_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("metrics");
        const auto row = [](const char* title, const char* name, const QByteArray& content, bool metrics) {
            QTest::newRow(title) << name << content << metrics;
        };
        row("table with a step", "a.csv", "step,acc\n", true);
        row("table with a loss", "a.csv", "acc;Val_Loss\n", true);
        row("table of data", "a.csv", "image,label\na.png,3\n", false);
        row("table without a header", "a.csv", "5.1,3.5,1.4\n4.9,3.0,1.4\n", false);
        row("header not finished", "a.csv", "step,acc", false);
        row("empty", "a.csv", "", false);
        row("binary", "a.csv", QByteArray("loss\0\n", 6), false);
        row("lines with a step", "a.jsonl", "{\"step\":1,\"loss\":2}", true);
        row("settings first", "a.jsonl", "{\"model\":\"x\"}\n\n{\"epoch\":1,\"loss\":2}\n", true);
        row("lines of data", "a.jsonl", "{\"text\":\"x\",\"label\":1}\n{\"text\":\"y\",\"label\":0}\n",
            false);
        row("a step late in the file", "a.jsonl",
            QByteArray("{\"label\":1}\n").repeated(6000) + "{\"step\":1,\"loss\":2}\n", false);
        row("document", "metrics.json", "{\n  \"accuracy\": 0.5\n}\n", false);
        row("events", "events.out.tfevents.1.host", "", true);
        row("wandb", "run-a.wandb", "", true);
        row("monitor", "monitor.csv", "#{\"t_start\": 1.5}\nr,l,t\n", true);
        row("another monitor's table", "monitor.csv", "host,load\na,1\n", false);
        row("stable-baselines3", "progress.csv", "rollout/ep_rew_mean,time/total_timesteps\n", true);
        row("text", "notes.txt", "step,loss\n", false);
    }
    void metrics_are_told_from_data() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(name), content));
        QTEST(holds_metrics(to_path(folder.filePath(name))), "metrics");
    }

    void primary_loss_data() {
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QString>("primary");
        QTest::newRow("none") << QStringList() << "";
        QTest::newRow("loss") << QStringList{"epoch", "train_loss", "loss"} << "loss";
        QTest::newRow("train_loss") << QStringList{"eval_loss", "val_loss", "train_loss"} << "train_loss";
        QTest::newRow("train/loss") << QStringList{"training_loss", "train/loss"} << "train/loss";
        QTest::newRow("training_loss") << QStringList{"val_loss", "training_loss"} << "training_loss";
        QTest::newRow("val before eval") << QStringList{"eval_loss", "val_loss"} << "val_loss";
        QTest::newRow("case") << QStringList{"acc", "Train_Loss"} << "Train_Loss";
        QTest::newRow("exact case first") << QStringList{"Loss", "loss"} << "loss";
        QTest::newRow("contains") << QStringList{"acc", "train/box_loss", "cls_loss"} << "train/box_loss";
        QTest::newRow("first of all") << QStringList{"acc", "f1"} << "acc";
    }
    void primary_loss() {
        QFETCH(QStringList, tags);
        std::vector<std::string> names;
        for (const auto& t : tags)
            names.push_back(t.toStdString());
        QTEST(QString::fromStdString(primary_loss_tag(names).value_or("")), "primary");
        QCOMPARE(primary_loss_tag(names).has_value(), !tags.isEmpty());
    }

    void validation_loss_data() {
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QString>("validation");
        QTest::newRow("none") << QStringList() << "";
        QTest::newRow("training alone") << QStringList{"loss", "train/loss"} << "";
        QTest::newRow("beside training") << QStringList{"loss", "val_loss"} << "val_loss";
        QTest::newRow("val before eval") << QStringList{"eval_loss", "val_loss"} << "val_loss";
        QTest::newRow("case") << QStringList{"loss", "Eval/Loss"} << "Eval/Loss";
        QTest::newRow("by a word") << QStringList{"train/box_loss", "valid/box_loss"} << "valid/box_loss";
        QTest::newRow("a word of its own") << QStringList{"evaluator_loss", "interval_loss"} << "";
        QTest::newRow("no loss") << QStringList{"loss", "val/accuracy"} << "";
    }
    void validation_loss() {
        QFETCH(QStringList, tags);
        std::vector<std::string> names;
        for (const auto& t : tags)
            names.push_back(t.toStdString());
        QTEST(QString::fromStdString(validation_loss_tag(names).value_or("")), "validation");
    }

    void numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<double>("value");
        QTest::newRow("plain") << " 1.5 " << true << 1.5;
        QTest::newRow("plus") << "+3" << true << 3.0;
        QTest::newRow("inf") << "Infinity" << true << std::numeric_limits<double>::infinity();
        QTest::newRow("two signs") << "+-3" << false << 0.0;
        QTest::newRow("empty") << "" << false << 0.0;
        QTest::newRow("spaces") << "  " << false << 0.0;
        QTest::newRow("word") << "none" << false << 0.0;
        QTest::newRow("rest") << "1.5x" << false << 0.0;
        QTest::newRow("comma") << "1,5" << false << 0.0;
    }
    void numbers() {
        QFETCH(QString, text);
        QFETCH(bool, valid);
        QFETCH(double, value);
        const auto number = to_number(text.toStdString());
        QCOMPARE(number.has_value(), valid);
        if (valid) QCOMPARE(*number, value);
    }

    void times_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("seconds");
        QTest::newRow("seconds") << 1.7e9 << 1.7e9;
        QTest::newRow("milliseconds") << 1.7e12 << 1.7e9;
        QTest::newRow("microseconds") << 1.7e15 << 1.7e9;
        QTest::newRow("nanoseconds") << 1.7e18 << 1.7e9;
        QTest::newRow("duration") << 0.3 << 0.0;
        QTest::newRow("earliest") << 1e8 << 1e8;
        QTest::newRow("a second earlier") << 99'999'999.0 << 0.0;
        QTest::newRow("latest") << 99'999'999'999.0 << 99'999'999'999.0;
        QTest::newRow("earliest in milliseconds") << 1e11 << 1e8;
        QTest::newRow("negative") << -1.7e9 << 0.0;
        QTest::newRow("nan") << std::nan("") << 0.0;
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << 0.0;
    }
    void times() {
        QFETCH(double, value);
        QTEST(to_epoch_seconds(value), "seconds");
    }

    void steps_are_whole_and_exact() {
        QCOMPARE(to_step(9007199254740992.0), std::optional(std::int64_t{9007199254740992}));
        QVERIFY(!to_step(9007199254740994.0));
        QCOMPARE(to_step(-3), std::optional(std::int64_t{-3}));
        QVERIFY(!to_step(-0.5));
        QVERIFY(!to_step(std::nan("")));
    }

    void training_losses_come_before_validation_losses() {
        const std::vector<std::string> in_order{
            "loss",         "train_loss",      "train/loss",      "training_loss",
            "loss/train",   "train_loss_step", "train/loss_step", "train_loss_epoch",
            "total_loss",   "val_loss",        "eval_loss",       "val/loss",
            "eval/loss",    "validation_loss", "loss/val",        "test_loss",
            "another_loss", "accuracy"};
        for (std::size_t i = 1; i < in_order.size(); ++i)
            QCOMPARE(primary_loss_tag({in_order[i], in_order[i - 1]}), std::optional(in_order[i - 1]));
    }

    void reads_mlflow_lines_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("points");
        const auto row = [](const char* name, const QByteArray& content, const QStringList& points) {
            QTest::newRow(name) << content << points;
        };
        row("of old versions", "1700000000123 0.5\n", {"loss@0=0.5 t=1700000000.123"});
        row("with more columns", "1700000000123 0.5 3 data digest\n", {"loss@3=0.5 t=1700000000.123"});
        row("not finished", "1700000000123 0.5 3", {});
        row("nan", "1700000000123 nan 3\n", {"loss@3=nan t=1700000000.123"});
        row("a fraction for a step", "1700000000123 0.5 3.5\n1700000000123 1 4\n",
            {"loss@4=1 t=1700000000.123"});
        row("no time", "0 0.5 3\n", {"loss@3=0.5"});
        row("words", "x 0.5 3\n1700000000123 x 3\n1700000000123 0.5 x\n", {});
        row("the longest", "0 0.5 3 " + QByteArray(4088, 'x') + '\n', {"loss@3=0.5"});
        row("too long", "0 0.5 3 " + QByteArray(4089, 'x') + "\n0 1 4\n", {"loss@4=1"});
    }
    void reads_mlflow_lines() {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath("loss"), content));
        MlflowSource source(to_path(folder.filePath("loss")), "loss");
        QTEST(as_text(source.poll()), "points");
    }

    void monitors_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QStringList>("points");
        const auto row = [](const char* name, const char* rows, const QStringList& points) {
            QTest::newRow(name) << QByteArray(rows) << points;
        };
        row("a negative length", "r,l,t\n1,-5,1\n2,5,2\n", {"r@5=2 t=1700000002", "l@5=5 t=1700000002"});
        row("a fraction of a step", "r,l,t\n1,2.5,1\n2,5,2\n", {"r@5=2 t=1700000002", "l@5=5 t=1700000002"});
        row("no time", "r,l\n2,5\n", {"r@5=2 t=1700000000", "l@5=5 t=1700000000"});
        row("no length", "r,t\n2,5\n", {});
        // A wrapper that appends writes its first line again; the steps go on.
        row("continued", "r,l\n2,5\n#{\"t_start\": 1700000900}\n3,7\n",
            {"r@5=2 t=1700000000", "l@5=5 t=1700000000", "r@12=3 t=1700000900", "l@12=7 t=1700000900"});
    }
    void monitors() {
        QFETCH(QByteArray, rows);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath("monitor.csv"), "#{\"t_start\": 1700000000}\n" + rows));
        const auto source = open_metric_source(to_path(folder.filePath("monitor.csv")));
        QTEST(as_text(source->poll()), "points");
    }

    void evaluations_that_are_being_written_wait() {
        QFile golden(QStringLiteral(STEPVAULT_SOURCE_DIR "/tests/golden/metrics/sb3/evaluations.npz"));
        QVERIFY(golden.open(QIODevice::ReadOnly));
        const auto content = golden.readAll();
        QTemporaryDir folder;
        const auto file = folder.filePath("evaluations.npz");
        QVERIFY(write(file, content));
        const auto source = open_metric_source(to_path(file));
        QVERIFY(!as_text(source->poll()).isEmpty());
        QVERIFY(write(file, content.left(content.size() / 2)));
        QCOMPARE(as_text(source->poll()), QStringList());
        QVERIFY(!source->restarted());
        QVERIFY(write(file, content));
        QCOMPARE(as_text(source->poll()), QStringList());
        QVERIFY(!source->restarted());
    }
};

STEPVAULT_TEST(TestMetricSource)

}  // namespace test_metric_source

#include "test_metric_source.moc"
