#include <algorithm>
#include <cmath>
#include <optional>
#include <stop_token>
#include <thread>

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "container/inspect.h"
#include "demo/demo_training.h"
#include "metrics/metric_source.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_demo_training {

using namespace stepvault;
using namespace std::chrono_literals;

namespace {

DemoOptions quick(std::int64_t steps = 30, std::uint64_t seed = 1) {
    return {.duration = 0ms, .steps = steps, .checkpoint_every = 10, .seed = seed};
}

std::filesystem::path to_path(const QString& path) {
    return path.toStdString();
}

QByteArray content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

/// The values of a series in the folder's metrics.jsonl, by step.
QMap<qint64, double> series(const QTemporaryDir& folder, const std::string& tag) {
    QMap<qint64, double> values;
    const auto source = open_metric_source(to_path(folder.filePath("metrics.jsonl")));
    const auto points = source->poll();
    if (!points.ok()) return values;
    for (const auto& p : *points) {
        if (p.tag == tag) values[p.step] = p.value;
    }
    return values;
}

double mean_of(const QList<double>& values) {
    double sum = 0;
    for (const double v : values)
        sum += v;
    return sum / static_cast<double>(values.size());
}

QByteArray checkpoint(const QTemporaryDir& folder, const char* step) {
    return content(folder.filePath(QStringLiteral("step_%1.safetensors").arg(step)));
}

struct CountingSink : ProgressSink {
    void on_progress(const Progress& progress) override {
        ++calls;
        last = progress;
    }
    int calls = 0;
    Progress last;
};

}  // namespace

class TestDemoTraining : public QObject {
    Q_OBJECT

 private slots:
    void loss_falls() {
        QTemporaryDir folder;
        QVERIFY(run_demo_training(to_path(folder.path()), quick(60), {}).ok());
        const auto loss = series(folder, "loss");
        QCOMPARE(loss.size(), 60);
        QCOMPARE(loss.firstKey(), 1);
        QCOMPARE(loss.lastKey(), 60);
        const auto values = loss.values();
        // About ln 8, because the eight classes cannot be distinguished yet.
        QVERIFY(values.first() > 1.8 && values.first() < 4.5);
        QVERIFY(mean_of(values.last(10)) < 0.6 * mean_of(values.first(10)));
        const auto validation = series(folder, "val_loss");
        QCOMPARE(validation.keys(), (QList<qint64>{10, 20, 30, 40, 50, 60}));
        QVERIFY(validation[60] < 0.8 * validation[10]);
    }

    void checkpoints_are_whole() {
        QTemporaryDir folder;
        const auto nested = folder.filePath("new/run");
        CountingSink sink;
        QVERIFY(run_demo_training(to_path(nested), quick(25), {.stop = {}, .sink = &sink}).ok());
        QCOMPARE(QDir(nested).entryList(QDir::Files | QDir::Hidden, QDir::Name),
                 (QStringList{"metrics.jsonl", "step_000010.safetensors", "step_000020.safetensors",
                              "step_000025.safetensors"}));
        QCOMPARE(sink.calls, 25);
        QCOMPARE(sink.last.done, sink.last.total);

        const auto file = File::open_read(to_path(nested + "/step_000020.safetensors"));
        QVERIFY(file.ok());
        const auto inspection = inspect(*file);
        QVERIFY(inspection.ok());
        QVERIFY2((*inspection).complete, (*inspection).reason.c_str());
        const auto& layout = (*inspection).layout;
        QCOMPARE(layout.format, std::string("safetensors"));
        QCOMPARE(layout.note, std::string());
        QCOMPARE(layout.tensors.size(), std::size_t{18});
        QCOMPARE(layout.step, std::optional<std::int64_t>(20));
        // All of the file except its header is float32: 76 296 weights with two moments each.
        std::uint64_t bytes = 0;
        for (const auto& p : layout.payloads) {
            QCOMPARE(p.dtype, DType::f32);
            bytes += p.length;
        }
        QCOMPARE(bytes, std::uint64_t{3 * 4 * 76296});
        QCOMPARE(layout.payloads.front().offset + bytes, layout.file_size);
        QCOMPARE(layout.payloads.front().offset % 8, std::uint64_t{0});
        const auto weight = std::ranges::find(layout.tensors, "model.layers.1.weight", &TensorView::name);
        QVERIFY(weight != layout.tensors.end());
        QCOMPARE(weight->shape, (std::vector<std::uint64_t>{256, 256}));
        QVERIFY(std::ranges::find(layout.tensors, "optimizer.state.5.exp_avg_sq", &TensorView::name) !=
                layout.tensors.end());

        // Second moments are never negative.
        const auto& moment =
            *std::ranges::find(layout.payloads, "optimizer.state.2.exp_avg_sq", &Payload::name);
        std::vector<float> values(moment.length / sizeof(float));
        QVERIFY((*file).read_exact(moment.offset, std::as_writable_bytes(std::span(values))).ok());
        QVERIFY(std::ranges::all_of(values, [](float v) { return std::isfinite(v) && v >= 0; }));
        QVERIFY(std::ranges::any_of(values, [](float v) { return v > 0; }));
    }

    void metrics_are_plain_json() {
        QTemporaryDir folder;
        QVERIFY(run_demo_training(to_path(folder.path()), quick(10), {}).ok());
        const auto lines = content(folder.filePath("metrics.jsonl")).split('\n');
        QCOMPARE(lines.size(), 11);
        QVERIFY(lines.last().isEmpty());
        for (int i = 0; i < 10; ++i) {
            const auto object = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(object["step"].toInt(), i + 1);
            QVERIFY(object["loss"].isDouble());
            QVERIFY(object["time"].toDouble() > 1e9);
            QCOMPARE(object.contains("val_loss"), i == 9);
        }
    }

    void a_seed_gives_the_same_bits() {
        QTemporaryDir first;
        QTemporaryDir again;
        QTemporaryDir other;
        QVERIFY(run_demo_training(to_path(first.path()), quick(20, 7), {}).ok());
        QVERIFY(run_demo_training(to_path(again.path()), quick(20, 7), {}).ok());
        QVERIFY(run_demo_training(to_path(other.path()), quick(20, 8), {}).ok());
        QVERIFY(checkpoint(first, "000020").size() > 900'000);
        QVERIFY(checkpoint(first, "000020") == checkpoint(again, "000020"));
        QCOMPARE(series(first, "loss"), series(again, "loss"));
        QVERIFY(checkpoint(first, "000020") != checkpoint(other, "000020"));
        QVERIFY(checkpoint(first, "000020") != checkpoint(first, "000010"));
    }

    void refuses_a_folder_with_a_run_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("metrics") << "metrics.jsonl";
        QTest::newRow("checkpoint") << "step_000010.safetensors";
    }
    void refuses_a_folder_with_a_run() {
        QFETCH(QString, name);
        QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        const auto status = run_demo_training(to_path(folder.path()), quick(), {});
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, ErrorCode::already_exists);
        QCOMPARE(content(folder.filePath(name)), QByteArray("mine"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{name});
    }

    void other_files_do_not_matter() {
        QTemporaryDir folder;
        QFile file(folder.filePath("notes.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(run_demo_training(to_path(folder.path()), quick(1), {}).ok());
    }

    void refuses_nonsense() {
        QTemporaryDir folder;
        auto options = quick(0);
        VERIFY_ERROR(run_demo_training(to_path(folder.path()), options, {}), ErrorCode::invalid_argument);
        options = quick(5);
        options.checkpoint_every = 0;
        VERIFY_ERROR(run_demo_training(to_path(folder.path()), options, {}), ErrorCode::invalid_argument);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void cancel_wakes_the_pause() {
        // Ten steps would take a day: the test's own time limit fails the test unless the pause ends at once.
        QTemporaryDir folder;
        auto options = quick(10);
        options.duration = 24h;
        std::stop_source source;
        std::optional<Status> status;
        std::jthread worker([&] {
            status = run_demo_training(to_path(folder.path()), options,
                                       {.stop = source.get_token(), .sink = nullptr});
        });
        QTRY_COMPARE_WITH_TIMEOUT(series(folder, "loss").size(), 1, 60000);
        source.request_stop();
        worker.join();
        QVERIFY(status && !status->ok());
        QCOMPARE(status->error().code, ErrorCode::cancelled);
        QCOMPARE(series(folder, "loss").size(), 1);
    }

    void cancelled_before_it_began() {
        QTemporaryDir folder;
        std::stop_source source;
        source.request_stop();
        const auto status =
            run_demo_training(to_path(folder.path()), quick(), {.stop = source.get_token(), .sink = nullptr});
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, ErrorCode::cancelled);
    }
};

STEPVAULT_TEST(TestDemoTraining)

}  // namespace test_demo_training

#include "test_demo_training.moc"
