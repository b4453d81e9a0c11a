#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/trainer_state.h"
#include "metrics/trainer_state_source.h"
#include "support/registry.h"

namespace test_trainer_state_source {

using namespace stepvault;
using namespace stepvault::test;

class TestTrainerStateSource : public QObject {
    Q_OBJECT

 private slots:
    void parses() {
        const auto state = parse_trainer_state(R"({
            "best_metric": null, "best_model_checkpoint": null, "epoch": 0.5, "global_step": 20, "max_steps": 100,
            "log_history": [
                {"step": 10, "epoch": 0.25, "loss": 2.5, "grad_norm": NaN},
                {"step": 20, "epoch": 0.5, "eval_loss": 2.25, "nested": {"a": 1}, "list": [1, {"b": 2}]}
            ],
            "stateful_callbacks": {"x": {"args": {"global_step": 7}, "log_history": [{"step": 1, "loss": 9}]}},
            "trial_name": null})");
        QVERIFY(state.has_value());
        QCOMPARE(state->global_step, std::optional<std::int64_t>(20));
        QCOMPARE(state->max_steps, std::optional<std::int64_t>(100));
        QCOMPARE(as_text(Result(state->history)),
                 (QStringList{"epoch@10=0.25", "loss@10=2.5", "grad_norm@10=nan", "epoch@20=0.5",
                              "eval_loss@20=2.25", "nested/a@20=1"}));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("cut off") << QByteArray("{\"global_step\": 10, \"log_history\": [{\"step\": 1");
        QTest::newRow("array") << QByteArray("[{\"global_step\": 10}]");
        QTest::newRow("number") << QByteArray("10");
        QTest::newRow("text") << QByteArray("\"global_step\"");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("trailing") << QByteArray("{\"global_step\": 10}}");
        QTest::newRow("zeros") << QByteArray(64, '\0');
    }
    void refuses() {
        QFETCH(QByteArray, text);
        QVERIFY(!parse_trainer_state(text.toStdString()).has_value());
    }

    void no_global_step() {
        const auto state = parse_trainer_state(R"({"log_history": [], "global_step": "10"})");
        QVERIFY(state.has_value());
        QVERIFY(!state->global_step.has_value());
    }

    void only_new_points_come() {
        QVERIFY(write(file(), R"({"global_step":1,"log_history":[{"step":1,"loss":NaN}]})"));
        TrainerStateSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=nan"});
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(
            write(file(), R"({"global_step":2,"log_history":[{"step":1,"loss":NaN},{"step":2,"loss":3}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=3"});
        QVERIFY(write(
            file(),
            R"({"global_step":2,"log_history":[{"step":1,"loss":4},{"step":2,"loss":3},{"step":3,"loss":1}]})"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=4", "loss@2=3", "loss@3=1"}));
        QVERIFY(write(file(), R"({"global_step":2,"log_history":[{"step":1,"loss":4}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=4"});
    }

    void half_written_is_tried_again() {
        QVERIFY(write(file(), R"({"global_step":1,"log_history":[{"step":1,"lo)"));
        TrainerStateSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), R"(ss":2}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
    }

    void missing_is_an_error() {
        TrainerStateSource source(to_path(folder_.filePath("none/trainer_state.json")));
        const auto points = source.poll();
        QVERIFY(!points.ok());
        QCOMPARE(points.error().code, ErrorCode::not_found);
    }

    void the_planned_steps_come_first_and_again_when_they_change() {
        TrainerStateSource source(to_path(file()));
        QVERIFY(write(file(), R"({"max_steps":90,"log_history":[{"step":1,"loss":4}]})"));
        QCOMPARE(as_text(source.poll()), (QStringList{"max_steps@0=90", "loss@1=4"}));
        QVERIFY(write(file(), R"({"max_steps":90,"log_history":[{"step":1,"loss":4},{"step":2,"loss":3}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=3"});
        QVERIFY(!source.restarted());
        QVERIFY(
            write(file(), R"({"max_steps":500,"log_history":[{"step":1,"loss":4},{"step":2,"loss":3}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"max_steps@0=500"});
        QVERIFY(write(file(), R"({"max_steps":500,"log_history":[{"step":1,"loss":5}]})"));
        QCOMPARE(as_text(source.poll()), (QStringList{"max_steps@0=500", "loss@1=5"}));
        QVERIFY(source.restarted());
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(!source.restarted());
        // -1 stands for a plan in epochs.
        QVERIFY(write(file(), R"({"max_steps":-1,"log_history":[{"step":1,"loss":5},{"step":2,"loss":4}]})"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=4"});
    }

 private:
    [[nodiscard]] QString file() const { return folder_.filePath("trainer_state.json"); }
    QTemporaryDir folder_;
};

STEPVAULT_TEST(TestTrainerStateSource)

}  // namespace test_trainer_state_source

#include "test_trainer_state_source.moc"
