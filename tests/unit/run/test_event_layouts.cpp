#include <optional>
#include <set>

#include <QDateTime>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "run/checkpoint_scanner.h"
#include "run_test_files.h"
#include "run_text.h"
#include "support/registry.h"

namespace test_event_layouts {

using namespace stepvault;
using namespace stepvault::test;

/// Layouts of TensorBoard's event files, and the number of runs that TensorBoard shows for each: one for each
/// folder that holds event files. "a/E100+50" is an event file that was begun at second 100 and written for
/// 50 seconds, "x.pt@7" is a file that was last written at second 7; "E100+50.cpu2.9.0" is from another host
/// and process.
class TestEventLayouts : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        root_.emplace();
        folders_with_events_.clear();
    }

    void layouts_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<int>("tensorboard");
        QTest::addColumn<QStringList>("runs");  ///< "folder=series: source source | metrics metrics"
        QTest::addColumn<QString>("reason");    ///< why Stepvault shows more or fewer than TensorBoard
        const auto row = [](const char* name, const QStringList& files, int tensorboard,
                            const QStringList& runs, const char* reason = "") {
            QTest::newRow(name) << files << tensorboard << runs << QString::fromUtf8(reason);
        };
        constexpr auto curves = "these folders hold the curves of one training";
        constexpr auto own_run = "checkpoints that fit none of the runs are a run of their own";

        row("SummaryWriter, one run", {"runs/May01_12-00-00_h/E0+100"}, 1,
            {"runs/May01_12-00-00_h: | runs/May01_12-00-00_h/E0"});
        row("SummaryWriter, four runs beside a script",
            {"train.py", "README.md", "runs/a/E0+100", "runs/b/E200+100", "runs/c/E400+100",
             "runs/d/E600+100"},
            4,
            {"runs/a: | runs/a/E0", "runs/b: | runs/b/E200", "runs/c: | runs/c/E400",
             "runs/d: | runs/d/E600"});
        row("SummaryWriter, runs at the same time", {"runs/a/E0+900", "runs/b/E0+900", "runs/c/notes.txt"}, 2,
            {"runs/a: | runs/a/E0", "runs/b: | runs/b/E0"});
        row("checkpoints beside one run", {"runs/a/E0+900", "step_1.pt@500", "step_2.pt@950"}, 1,
            {".=runs/a/: step_1.pt step_2.pt | runs/a/E0"});
        row("checkpoints beside runs, by time",
            {"train.py", "runs/a/E0+1000", "runs/b/E2000+1000", "step_1.pt@500", "step_2.pt@1500",
             "best.pt@2500"},
            2, {".=runs/a/: step_1.pt step_2.pt | runs/a/E0", ".=runs/b/: best.pt | runs/b/E2000"});
        row("checkpoints beside runs, by their names",
            {"runs/cat/E0+9000", "runs/dog/E0+9000", "cat_1.pt@100", "dog_1.pt@100", "dog.pt@9100"}, 2,
            {".=runs/cat/: cat_1.pt | runs/cat/E0", ".=runs/dog/: dog.pt dog_1.pt | runs/dog/E0"});
        row("checkpoints beside runs, by the names of folders",
            {"runs/a/E0+9000", "runs/b/E0+9000", "checkpoints/a/1.pt@5", "checkpoints/b/1.pt@6"}, 2,
            {".=runs/a/: checkpoints/a/1.pt | runs/a/E0", ".=runs/b/: checkpoints/b/1.pt | runs/b/E0"});
        row("checkpoints in a folder beside runs",
            {"tb/a/E0+100", "tb/b/E1000+100", "out/step_1.pt@50", "out/step_2.pt@1050"}, 2,
            {".=tb/a/: out/step_1.pt | tb/a/E0", ".=tb/b/: out/step_2.pt | tb/b/E1000"});
        row("checkpoints beside runs at the same time",
            {"runs/a/E0+9000", "runs/b/E100+9000", "step_1.pt@5000"}, 2,
            {".: step_1.pt |", "runs/a: | runs/a/E0", "runs/b: | runs/b/E100"}, own_run);
        row("a model that is older than all runs", {"pretrained.pt@-9000", "runs/a/E0+100", "step_1.pt@90"},
            1, {".: pretrained.pt |", ".=runs/a/: step_1.pt | runs/a/E0"}, own_run);
        row("a model of days later", {"other.pt@200000", "runs/a/E0+100"}, 1,
            {".: other.pt |", "runs/a: | runs/a/E0"}, own_run);
        row("a model of just a day later", {"other.pt@86500", "runs/a/E0+100"}, 1,
            {".=runs/a/: other.pt | runs/a/E0"});
        row("a model of a day and a second later", {"other.pt@86501", "runs/a/E0+100"}, 1,
            {".: other.pt |", "runs/a: | runs/a/E0"}, own_run);
        row("a clock a minute behind", {"step_1.pt@-60", "runs/a/E0+100"}, 1,
            {".=runs/a/: step_1.pt | runs/a/E0"});
        row("a clock further behind", {"step_1.pt@-61", "runs/a/E0+100"}, 1,
            {".: step_1.pt |", "runs/a: | runs/a/E0"}, own_run);
        row("a run that seems to go on until it was flushed",
            {"runs/a/E0+1150", "runs/b/E1000+1000", "step_1.pt@1500"}, 2,
            {".=runs/b/: step_1.pt | runs/b/E1000", "runs/a: | runs/a/E0"});
        row("a run that goes on", {"runs/a/E0+1151", "runs/b/E1000+1000", "step_1.pt@1500"}, 2,
            {".: step_1.pt |", "runs/a: | runs/a/E0", "runs/b: | runs/b/E1000"}, own_run);
        row("a run that went on until a day before",
            {"runs/a/E0+2000", "runs/b/E1000+90000", "step_1.pt@88400"}, 2,
            {".: step_1.pt |", "runs/a: | runs/a/E0", "runs/b: | runs/b/E1000"}, own_run);
        row("a run that ended more than a day before",
            {"runs/a/E0+2000", "runs/b/E1000+90000", "step_1.pt@88401"}, 2,
            {".=runs/b/: step_1.pt | runs/b/E1000", "runs/a: | runs/a/E0"});
        row("a run that was resumed after another",
            {"runs/a/E0+100", "runs/b/E1000+100", "runs/a/E5000+100", "step_1.pt@5050"}, 2,
            {".=runs/a/: step_1.pt | runs/a/E0 runs/a/E5000", "runs/b: | runs/b/E1000"});
        row("lightning",
            {"lightning_logs/version_0/E0+100",
             "lightning_logs/version_0/checkpoints/epoch=0-step=20.ckpt@90",
             "lightning_logs/version_1/E200+100",
             "lightning_logs/version_1/checkpoints/epoch=0-step=20.ckpt@290"},
            2,
            {"lightning_logs/version_0: checkpoints/epoch=0-step=20.ckpt | lightning_logs/version_0/E0",
             "lightning_logs/version_1: checkpoints/epoch=0-step=20.ckpt | lightning_logs/version_1/E200"});
        row("lightning before the first checkpoint",
            {"lightning_logs/version_0/E0+100", "lightning_logs/version_0/hparams.yaml"}, 1,
            {"lightning_logs/version_0: | lightning_logs/version_0/E0"});
        row("lightning with a folder for checkpoints",
            {"lightning_logs/version_0/E0+100", "lightning_logs/version_1/E200+100",
             "checkpoints/epoch=0-step=20.ckpt@90", "checkpoints/epoch=0-step=20-v1.ckpt@290"},
            2,
            {".=lightning_logs/version_0/: checkpoints/epoch=0-step=20.ckpt | lightning_logs/version_0/E0",
             ".=lightning_logs/version_1/: checkpoints/epoch=0-step=20-v1.ckpt | "
             "lightning_logs/version_1/E200"});
        row("lightning with a second logger",
            {"lightning_logs/version_0/E0+100", "lightning_logs/version_0/metrics.csv",
             "lightning_logs/version_0/checkpoints/epoch=0-step=20.ckpt@90"},
            1,
            {"lightning_logs/version_0: checkpoints/epoch=0-step=20.ckpt | "
             "lightning_logs/version_0/metrics.csv"});
        row("trainer",
            {"out/checkpoint-10/model.safetensors@50", "out/checkpoint-10/trainer_state.json@50",
             "out/runs/May01_12-00-00_h/E0+100"},
            1, {"out: checkpoint-10/ | out/checkpoint-10/trainer_state.json"});
        row("trainer, resumed",
            {"out/checkpoint-10/model.safetensors@50", "out/checkpoint-10/trainer_state.json@50",
             "out/runs/May01_12-00-00_h/E0+100", "out/runs/May02_12-00-00_h/E900+100"},
            2, {"out: checkpoint-10/ | out/checkpoint-10/trainer_state.json"},
            "runs/DATE_HOST belongs to the run whose output folder holds it");
        row("trainer before the first checkpoint", {"out/runs/May01_12-00-00_h/E0+100"}, 1,
            {"out/runs/May01_12-00-00_h: | out/runs/May01_12-00-00_h/E0"});
        row("trainer with a folder of settings",
            {"out/checkpoint-10/model.safetensors@50", "out/checkpoint-10/trainer_state.json@50",
             "out/runs/May01_12-00-00_h/E0+100", "out/runs/May01_12-00-00_h/1700000000.25/E1+0"},
            2, {"out: checkpoint-10/ | out/checkpoint-10/trainer_state.json"},
            "runs/DATE_HOST belongs to the run whose output folder holds it");
        row("two trainers",
            {"a/checkpoint-10/trainer_state.json@50", "a/runs/May01_12-00-00_h/E0+100",
             "b/checkpoint-10/trainer_state.json@50", "b/runs/May01_12-00-00_h/E0+100"},
            2,
            {"a: checkpoint-10/ | a/checkpoint-10/trainer_state.json",
             "b: checkpoint-10/ | b/checkpoint-10/trainer_state.json"});
        row("a sweep", {"runs/lr1/seed0/E0+9", "runs/lr1/seed1/E10+9", "runs/lr2/seed0/E20+9"}, 3,
            {"runs/lr1/seed0: | runs/lr1/seed0/E0", "runs/lr1/seed1: | runs/lr1/seed1/E10",
             "runs/lr2/seed0: | runs/lr2/seed0/E20"});
        row("a sweep far below",
            {"lab/me/proj/runs/sweep/lr1/seed0/E0+9", "lab/me/proj/runs/sweep/lr1/seed1/E10+9"}, 2,
            {"lab/me/proj/runs/sweep/lr1/seed0: | lab/me/proj/runs/sweep/lr1/seed0/E0",
             "lab/me/proj/runs/sweep/lr1/seed1: | lab/me/proj/runs/sweep/lr1/seed1/E10"});
        row("a sweep with checkpoints",
            {"sweep/a/E0+9", "sweep/a/step_1.pt@5", "sweep/b/E9+9", "sweep/b/step_1.pt@12"}, 2,
            {"sweep/a: step_1.pt | sweep/a/E0", "sweep/b: step_1.pt | sweep/b/E9"});
        row("train and eval below a run",
            {"runs/a/train/E0+100", "runs/a/eval/E10+90", "runs/b/train/E200+100"}, 3,
            {"runs/a: | runs/a/eval/E10 runs/a/train/E0", "runs/b: | runs/b/train/E200"}, curves);
        row("keras", {"model.keras@90", "logs/train/E0+100", "logs/validation/E10+90"}, 2,
            {".: model.keras | logs/train/E0 logs/validation/E10"}, curves);
        row("keras, two runs",
            {"logs/fit/1/train/E0+100", "logs/fit/1/validation/E10+90", "logs/fit/2/train/E200+100",
             "logs/fit/2/validation/E210+90"},
            4,
            {"logs/fit/1: | logs/fit/1/train/E0 logs/fit/1/validation/E10",
             "logs/fit/2: | logs/fit/2/train/E200 logs/fit/2/validation/E210"},
            curves);
        row("estimator",
            {"model/E0+100", "model/eval/E10+90", "model/model.ckpt-100.index@90",
             "model/model.ckpt-100.data-00000-of-00001@90"},
            2, {"model: model.ckpt-100/ | model/E0 model/eval/E10"}, curves);
        row("a project's own event files and others below",
            {"E0+100", "a/E200+100.h.8.0", "b/E400+100.h.9.0", "train.py"}, 3,
            {".: | E0", "a: | a/E200.h.8.0", "b: | b/E400.h.9.0"});
        row("a logger's own event files and others below",
            {"runs/E0+100", "runs/a/E200+100.h.8.0", "train.py"}, 2,
            {".: | runs/E0", "runs/a: | runs/a/E200.h.8.0"});
        row("add_scalars", {"runs/a/E0+100", "runs/a/loss_train/E1+99", "runs/a/loss_val/E1+99"}, 3,
            {"runs/a: | runs/a/E0 runs/a/loss_train/E1 runs/a/loss_val/E1"}, curves);
        row("event files beside checkpoints", {"E0+100", "step_1.pt@50", "step_2.pt@90"}, 1,
            {".: step_1.pt step_2.pt | E0"});
        row("torchtitan",
            {"out/checkpoint/step-10/.metadata@50", "out/checkpoint/step-10/__0_0.distcp@50",
             "out/tb/20240101-1200/E0+100"},
            1, {"out=tb/20240101-1200/: checkpoint/step-10/ | out/tb/20240101-1200/E0"});
        row("mmengine",
            {"work/iter_400.pth@50", "work/20240101_120000/vis_data/scalars.json",
             "work/20240101_120000/vis_data/E0+100"},
            1, {"work: iter_400.pth | work/20240101_120000/vis_data/scalars.json"});
        row("ultralytics",
            {"runs/detect/train/E0+100", "runs/detect/train/results.csv",
             "runs/detect/train/weights/best.pt@90", "runs/detect/train2/E200+100",
             "runs/detect/train2/results.csv", "runs/detect/train2/weights/best.pt@290"},
            2,
            {"runs/detect/train: weights/best.pt | runs/detect/train/results.csv",
             "runs/detect/train2: weights/best.pt | runs/detect/train2/results.csv"});
        row("stable-baselines3",
            {"tb_logs/PPO_1/E0+100", "tb_logs/PPO_2/E200+100", "models/rl_model_1000_steps.zip@90",
             "models/rl_model_2000_steps.zip@290", "models/evaluations.npz"},
            2,
            {".=tb_logs/PPO_1/: models/rl_model_1000_steps.zip | tb_logs/PPO_1/E0",
             ".=tb_logs/PPO_2/: models/rl_model_2000_steps.zip | tb_logs/PPO_2/E200"});
        row("kohya", {"cat-000010.safetensors@50", "cat.safetensors@100", "logs/20240101/E0+100"}, 1,
            {".=logs/20240101/: cat-000010.safetensors cat.safetensors | logs/20240101/E0"});
        row("nothing else than wandb", {"wandb/run-20240101_120000-aa/run-aa.wandb", "train.py"}, 0,
            {".: | wandb/run-20240101_120000-aa/run-aa.wandb"}, "TensorBoard reads its own files alone");
    }
    void layouts() {
        QFETCH(QStringList, files);
        QFETCH(int, tensorboard);
        QFETCH(QStringList, runs);
        QFETCH(QString, reason);
        for (const auto& file : files)
            QVERIFY2(lay_out(file), qPrintable(file));
        QCOMPARE(folders_with_events_.size(), static_cast<std::size_t>(tensorboard));
        QCOMPARE(scan(), runs);
        QCOMPARE(reason.isEmpty(), runs.size() == tensorboard);
    }

    /// A scan of a single run must find the same as the scan of the whole root.
    void a_run_by_itself_data() { layouts_data(); }
    void a_run_by_itself() {
        QFETCH(QStringList, files);
        for (const auto& file : files)
            QVERIFY2(lay_out(file), qPrintable(file));
        const auto all = scan_runs(to_path(root_->path()));
        QVERIFY(all.ok());
        for (const auto& run : *all) {
            const auto alone = scan_runs(run.scan_folder, run.scan_depth, Below::unseen);
            QVERIFY(alone.ok());
            const auto same = std::ranges::find_if(
                *alone, [&](const RunFolder& r) { return r.folder == run.folder && r.series == run.series; });
            QVERIFY2(same != alone->end(), qPrintable(text_of(run)));
            QCOMPARE(text_of(*same), text_of(run));
        }
    }

    void a_run_is_known_by_what_it_was() {
        const auto place = [&](const char* folder, const char* series) {
            return std::pair<std::filesystem::path, std::string>(
                to_path(QDir::cleanPath(root_->filePath(folder))), series);
        };
        QVERIFY(lay_out("p/runs/a/E0+100"));
        auto runs = *scan_runs(to_path(root_->path()));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs[0].folder, place("p/runs/a", "").first);
        QVERIFY(std::ranges::find(runs[0].known_as, place("p", "runs/a/")) != runs[0].known_as.end());
        QVERIFY(lay_out("p/step_1.pt@50"));
        runs = *scan_runs(to_path(root_->path()));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs[0].series, std::string("runs/a/"));
        QCOMPARE(runs[0].match, Match::by_time);
        QCOMPARE(runs[0].known_as.at(0), place("p/runs/a", ""));
        QVERIFY(lay_out("p/checkpoint-7/trainer_state.json@60"));
        runs = *scan_runs(to_path(root_->path()));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs[0].series, std::string());
        QCOMPARE(runs[0].known_as.at(0), place("p/runs/a", ""));
    }

    void how_checkpoints_were_matched() {
        for (const char* file : {"runs/a/E0+900", "runs/b/E2000+900", "runs/b/E5000+0", "a_1.pt@2500",
                                 "step_1.pt@2600", "old.pt@-9999"})
            QVERIFY(lay_out(file));
        const auto runs = *scan_runs(to_path(root_->path()));
        QCOMPARE(runs.size(), std::size_t{3});
        QCOMPARE(text_of(runs[0]), QString(".: old.pt |"));
        QCOMPARE(runs[0].match, Match::none);
        QCOMPARE(text_of(runs[1]), QString(".=runs/a/: a_1.pt | runs/a/E0"));
        QCOMPARE(runs[1].match, Match::by_name);
        QCOMPARE(text_of(runs[2]), QString(".=runs/b/: step_1.pt | runs/b/E2000 runs/b/E5000"));
        QCOMPARE(runs[2].match, Match::by_time);
    }

 private:
    static constexpr qint64 second_0 = 1'700'000'000;

    [[nodiscard]] bool lay_out(const QString& described) {
        static const QRegularExpression event("^(.*/)?E(-?\\d+)\\+(\\d+)(\\..*)?$");
        static const QRegularExpression timed("^(.*)@(-?\\d+)$");
        if (const auto m = event.match(described); m.hasMatch()) {
            const auto begun = m.captured(2).toLongLong();
            folders_with_events_.insert(m.captured(1));
            const auto writer = m.captured(4).isEmpty() ? QStringLiteral(".h.7.0") : m.captured(4);
            return write_at(
                m.captured(1) + QStringLiteral("events.out.tfevents.%1").arg(second_0 + begun) + writer,
                begun + m.captured(3).toLongLong());
        }
        const auto m = timed.match(described);
        return m.hasMatch() ? write_at(m.captured(1), m.captured(2).toLongLong()) : write_at(described, 0);
    }

    [[nodiscard]] bool write_at(const QString& name, qint64 second) {
        const auto path = root_->filePath(name);
        if (!write(path, content_of(name))) return false;
        QFile file(path);
        return file.open(QIODevice::ReadWrite) &&
               file.setFileTime(QDateTime::fromSecsSinceEpoch(second_0 + second),
                                QFileDevice::FileModificationTime);
    }

    static QByteArray content_of(const QString& name) {
        if (name.endsWith(".csv")) return "step,acc\n";
        if (name.endsWith(".zip"))
            return QByteArray("PK\x03\x04") + QByteArray(22, '\0') + QByteArray("\4\0\0\0data", 8);
        return name.endsWith(".json") ? "{\"step\":1,\"loss\":2}\n" : "x";
    }

    [[nodiscard]] QString text_of(const RunFolder& run) const {
        const auto below_root = [&](const std::filesystem::path& path) {
            auto name = QDir(root_->path()).relativeFilePath(QString::fromStdString(path.string()));
            static const QRegularExpression event("events\\.out\\.tfevents\\.(\\d+)(\\.h\\.7\\.0)?");
            if (const auto m = event.match(name); m.hasMatch())
                name.replace(event, QStringLiteral("E%1").arg(m.captured(1).toLongLong() - second_0));
            return name;
        };
        return run_text(run, below_root);
    }

    [[nodiscard]] QStringList scan() const {
        const auto runs = scan_runs(to_path(root_->path()));
        if (!runs.ok()) return {QString::fromStdString(runs.error().message)};
        QStringList text;
        for (const auto& run : *runs)
            text += text_of(run);
        return text;
    }

    std::optional<QTemporaryDir> root_;
    std::set<QString> folders_with_events_;
};

STEPVAULT_TEST(TestEventLayouts)

}  // namespace test_event_layouts

#include "test_event_layouts.moc"
