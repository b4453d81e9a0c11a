#include <optional>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "run/checkpoint_scanner.h"
#include "run_test_files.h"
#include "run_text.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_checkpoint_scanner {

using namespace stepvault;
using namespace stepvault::test;

class TestCheckpointScanner : public QObject {
    Q_OBJECT

 private slots:
    void init() { root_.emplace(); }

    void finds_runs_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>(
            "runs");  ///< "run: source source | metrics metrics", paths below the root
        const auto row = [](const char* name, const QStringList& files, const QStringList& runs) {
            QTest::newRow(name) << files << runs;
        };
        row("files in natural order", {"step_10.pt", "step_9.pt", "step_100.pt", "metrics.jsonl", "train.py"},
            {".: step_9.pt step_10.pt step_100.pt | metrics.jsonl"});
        row("subfolders", {"b/step_1.pt", "a/log.csv", "a/last.pth", "c/notes.txt"},
            {"a: last.pth | a/log.csv", "b: step_1.pt |"});
        row("trainer",
            {"checkpoint-10/model.safetensors", "checkpoint-10/trainer_state.json",
             "checkpoint-9/model.safetensors", "checkpoint-9/trainer_state.json",
             "checkpoint-11/model.safetensors", "runs/events.out"},
            {".: checkpoint-9/ checkpoint-10/ checkpoint-11/ | checkpoint-10/trainer_state.json"});
        row("the newest of many trainer folders",
            {"checkpoint-10/trainer_state.json", "checkpoint-100/trainer_state.json",
             "checkpoint-20/trainer_state.json", "checkpoint-9/trainer_state.json"},
            {".: checkpoint-9/ checkpoint-10/ checkpoint-20/ checkpoint-100/ | "
             "checkpoint-100/trainer_state.json"});
        row("final save beside trainer folders",
            {"checkpoint-10/model.safetensors", "model.safetensors", "training_args.bin",
             "model-00001-of-00002.safetensors", "optimizer.pt", "best.pt"},
            {".: best.pt checkpoint-10/ model.safetensors/ |"});
        row("final save alone", {"model.safetensors", "training_args.bin", "config.json"},
            {".: model.safetensors/ |"});
        row("folder checkpoints",
            {"step-5/a.distcp", "step_6/x/y.bin", "global_step7/m.pt", "iter_0000008/mp_rank_00/m.pt",
             "epoch=0-step=9.ckpt/m.pt"},
            {".: epoch=0-step=9.ckpt/ global_step7/ iter_0000008/ step-5/ step_6/ |"});
        row("lightning",
            {"lightning_logs/version_0/checkpoints/epoch=0-step=20.ckpt",
             "lightning_logs/version_0/metrics.csv",
             "lightning_logs/version_1/checkpoints/epoch=0-step=20.ckpt"},
            {"lightning_logs/version_0: checkpoints/epoch=0-step=20.ckpt | "
             "lightning_logs/version_0/metrics.csv",
             "lightning_logs/version_1: checkpoints/epoch=0-step=20.ckpt |"});
        row("member folders", {"weights/best.pt", "ckpts/step_2/m.pt", "results.csv"},
            {".: ckpts/step_2/ weights/best.pt | results.csv"});
        row("runs in a member folder", {"checkpoints/a/1.pt", "checkpoints/b/1.pt"},
            {"checkpoints/a: 1.pt |", "checkpoints/b: 1.pt |"});
        row("runs in a member folder beside a file of it",
            {"checkpoints/a/1.pt", "checkpoints/b/1.pt", "checkpoints/last.pt", "checkpoints/step_2/m.pt"},
            {".: checkpoints/last.pt checkpoints/step_2/ |", "checkpoints/a: 1.pt |",
             "checkpoints/b: 1.pt |"});
        row("metrics only", {"metrics.jsonl", "eval/scores.csv"}, {".: | metrics.jsonl"});
        row("checkpoints one below metrics", {"metrics.jsonl", "models/step_1.pt", "models/step_2.pt"},
            {".: models/step_1.pt models/step_2.pt | metrics.jsonl"});
        row("a table above several runs", {"summary.csv", "a/step_1.pt", "b/step_1.pt"},
            {"a: step_1.pt |", "b: step_1.pt |"});
        row("a table above one run with metrics", {"summary.csv", "a/step_1.pt", "a/log.csv"},
            {"a: step_1.pt | a/log.csv"});
        row("mmengine",
            {"iter_400.pth", "20240101_120000/vis_data/scalars.json", "20240101_120000/vis_data/config.py"},
            {".: iter_400.pth | 20240101_120000/vis_data/scalars.json"});
        row("detectron2", {"model_0004999.pth", "metrics.json", "last_checkpoint"},
            {".: model_0004999.pth | metrics.json"});
        row("another run's metrics", {"final.pt", "a/step_1.pt", "a/log.csv"},
            {".: final.pt |", "a: step_1.pt | a/log.csv"});
        row("a model beside runs",
            {"pretrained.pt", "a/step_1.pt", "b/c/checkpoint-1/model.pt", "checkpoints/step_2.pt"},
            {".: checkpoints/step_2.pt pretrained.pt |", "a: step_1.pt |", "b/c: checkpoint-1/ |"});
        row("metrics above a run with another in it", {"log.csv", "a/step_1.pt", "a/unet/model.pt"},
            {".: a/step_1.pt | log.csv", "a/unet: model.pt |"});
        row("four levels", {"1/2/3/4/step_1.pt", "1/2/3/4/5/step_1.pt", "x/2/3/4/5/step_1.pt"},
            {"1/2/3/4: step_1.pt |"});
        row("unfinished names",
            {"step_1.pt.tmp", "tmp-checkpoint-5/model.safetensors", ".tmpabc.safetensors",
             "step_2.ckpt.12.tmp", "step_3.pt", "step_4.part", "run.csv.tmp"},
            {".: step_3.pt |"});
        row("hidden folders", {".cache/a.bin", "a/step_1.pt"}, {"a: step_1.pt |"});
        row("own trainer state", {"trainer_state.json", "model.safetensors"},
            {".: model.safetensors/ | trainer_state.json"});
        row("shards",
            {"m-step10-00001-of-00002.safetensors", "m-step10-00002-of-00002.safetensors",
             "m-step10.safetensors.index.json", "m-step5-00001-of-00001.safetensors"},
            {".=m: m-step5-00001-of-00001.safetensors m-step10.safetensors/ |"});
        row("epochs of how many", {"epoch_1-of-10.pt", "epoch_2-of-10.pt"},
            {".: epoch_1-of-10.pt epoch_2-of-10.pt |"});
        row("tensorflow",
            {"ckpt-2.index", "ckpt-2.data-00000-of-00001", "ckpt-10.index", "ckpt-10.data-00000-of-00002",
             "ckpt-10.data-00001-of-00002", "checkpoint"},
            {".: ckpt-2/ ckpt-10/ |"});
        row("parts", {"G_100.pth", "D_100.pth", "G_20.pth", "D_20.pth", "log.csv"},
            {".: D_20.pth/ D_100.pth/ | log.csv"});
        row("deepspeed",
            {"latest", "global_step5/mp_rank_00_model_states.pt", "best/mp_rank_00_model_states.pt",
             "best/zero_pp_rank_0_mp_rank_00_optim_states.pt"},
            {".: best/ global_step5/ |"});
        row("megatron",
            {"latest_checkpointed_iteration.txt", "iter_0000100/mp_rank_00/model_optim_rng.pt",
             "release/mp_rank_00/model_optim_rng.pt"},
            {".: iter_0000100/ release/ |"});
        row("torchtitan",
            {"checkpoint/step-10/.metadata", "checkpoint/step-10/__0_0.distcp", "checkpoint/step-9/.metadata",
             "tb/notes"},
            {".: checkpoint/step-9/ checkpoint/step-10/ |"});
        row("a distributed save rewritten in place",
            {"out/.metadata", "out/__0_0.distcp", "out/__1_0.distcp"}, {"out: .metadata/ |"});
        row("accelerate",
            {"checkpoints/checkpoint_0/model.safetensors", "checkpoints/checkpoint_10/optimizer.bin",
             "checkpoints/checkpoint_9/optimizer.bin"},
            {".: checkpoints/checkpoint_0/ checkpoints/checkpoint_9/ checkpoints/checkpoint_10/ |"});
        row("orbax",
            {"ckpt/10/default/manifest.ocdbt", "ckpt/10/_CHECKPOINT_METADATA", "ckpt/9/default/_METADATA",
             "ckpt/8.orbax-checkpoint-tmp-1/default/_METADATA"},
            {".: ckpt/9/ ckpt/10/ |"});
        row("numbered folders without a mark are runs", {"1/step_5.pt", "2/step_5.pt"},
            {"1: step_5.pt |", "2: step_5.pt |"});
        row("kohya",
            {"cat-step00000100.safetensors", "cat-step00000100-state/optimizer.bin",
             "cat-step00000200.safetensors", "cat.safetensors"},
            {".=cat: cat-step00000100-state/ cat-step00000100.safetensors cat-step00000200.safetensors "
             "cat.safetensors |"});
        row("two runs in one folder",
            {"cat-000010.safetensors", "dog-000010.safetensors", "dog.safetensors", "cat-000009.safetensors",
             "cat.safetensors"},
            {".=cat: cat-000009.safetensors cat-000010.safetensors cat.safetensors |",
             ".=dog: dog-000010.safetensors dog.safetensors |"});
        row("two runs with metrics", {"a_step_1.pt", "b_step_1.pt", "a_metrics.jsonl", "b.csv"},
            {".=a: a_step_1.pt | a_metrics.jsonl", ".=b: b_step_1.pt | b.csv"});
        row("one run's metrics", {"a_step_1.pt", "b_step_1.pt", "metrics.jsonl"},
            {".: a_step_1.pt b_step_1.pt | metrics.jsonl"});
        row("callbacks of one run", {"checkpoints/acc-epoch=1.ckpt", "checkpoints/loss2-epoch=1.ckpt"},
            {".: checkpoints/acc-epoch=1.ckpt checkpoints/loss2-epoch=1.ckpt |"});
        row("flax", {"checkpoint_1000", "checkpoint_900"}, {".: checkpoint_900 checkpoint_1000 |"});
        row("data", {"train.bin", "val.bin", "ckpt.pt"}, {".: ckpt.pt |"});
        row("lightning with both loggers",
            {"lightning_logs/version_0/checkpoints/epoch=0-step=20.ckpt",
             "lightning_logs/version_0/events.out.tfevents.1700000000.host.1.0",
             "lightning_logs/version_0/metrics.csv"},
            {"lightning_logs/version_0: checkpoints/epoch=0-step=20.ckpt | "
             "lightning_logs/version_0/metrics.csv"});
        row("event files of resumes",
            {"step_1.pt", "events.out.tfevents.1700000200.a.1.0", "events.out.tfevents.1700000100.b.7.0",
             "own.jsonl"},
            {".: step_1.pt | own.jsonl events.out.tfevents.1700000100.b.7.0 "
             "events.out.tfevents.1700000200.a.1.0"});
        row("newest of several logs",
            {"step_1.pt", "runs/May01/events.out.tfevents.1700000900.a.1.0",
             "runs/May02/events.out.tfevents.1700000300.a.1.0"},
            {".: step_1.pt |", "runs/May01: | runs/May01/events.out.tfevents.1700000900.a.1.0",
             "runs/May02: | runs/May02/events.out.tfevents.1700000300.a.1.0"});
        row("event files that part one run's curves",
            {"model.keras", "logs/train/events.out.tfevents.1700000000.a.1.0.v2",
             "logs/validation/events.out.tfevents.1700000050.a.1.1.v2"},
            {".: model.keras | logs/train/events.out.tfevents.1700000000.a.1.0.v2 "
             "logs/validation/events.out.tfevents.1700000050.a.1.1.v2"});
        row("curves of add_scalars",
            {"step_1.pt", "events.out.tfevents.1700000000.a.1.0",
             "loss_a/events.out.tfevents.1700000001.a.1.1",
             "1700000000.25/events.out.tfevents.1700000002.a.1.2",
             "data/events.out.tfevents.1700000003.a.1.3", "data/x.bin"},
            {".: step_1.pt | events.out.tfevents.1700000000.a.1.0 "
             "loss_a/events.out.tfevents.1700000001.a.1.1",
             "data: | data/events.out.tfevents.1700000003.a.1.3"});
        row("mmengine writes twice",
            {"iter_400.pth", "20240101_120000/vis_data/scalars.json",
             "20240101_120000/vis_data/20240101_120000.json",
             "20240101_120000/vis_data/events.out.tfevents.1700000000.a.1.0"},
            {".: iter_400.pth | 20240101_120000/vis_data/scalars.json"});
        row("mmengine's log alone", {"iter_400.pth", "20240101_120000/vis_data/20240101_120000.json"},
            {".: iter_400.pth | 20240101_120000/vis_data/20240101_120000.json"});
        row("wandb, resumed",
            {"step_1.pt", "wandb/run-20240101_120000-aa/run-aa.wandb",
             "wandb/run-20240102_120000-bb/run-bb.wandb", "wandb/offline-run-20240103_120000-aa/run-aa.wandb",
             "wandb/run-20240104_120000-cc/files/config.yaml", "wandb/debug.log"},
            {".: step_1.pt | wandb/run-20240101_120000-aa/run-aa.wandb "
             "wandb/offline-run-20240103_120000-aa/run-aa.wandb"});
        row("wandb of old versions",
            {"step_1.pt", "wandb/run-20190101_120000-aa/wandb-history.jsonl",
             "wandb/dryrun-20200102_120000-bb/files/wandb-history.jsonl"},
            {".: step_1.pt | wandb/dryrun-20200102_120000-bb/files/wandb-history.jsonl"});
        row("wandb before the first checkpoint", {"wandb/run-20240101_120000-aa/run-aa.wandb", "train.py"},
            {".: | wandb/run-20240101_120000-aa/run-aa.wandb"});
        row("wandb beside the folder of checkpoints",
            {"wandb/run-20240101_120000-aa/run-aa.wandb", "out/step_1.pt", "train.py"},
            {".: out/step_1.pt | wandb/run-20240101_120000-aa/run-aa.wandb"});
        row("wandb beside two runs",
            {"wandb/run-20240101_120000-aa/run-aa.wandb", "a/step_1.pt", "b/step_1.pt"},
            {"a: step_1.pt |", "b: step_1.pt |"});
        row("mlflow",
            {"step_1.pt", "mlruns/0/meta.yaml", "mlruns/0/abc/meta.yaml", "mlruns/0/abc/metrics/loss",
             "mlruns/0/abc/metrics/val/acc", "mlruns/0/abc/params/lr", "mlruns/0/models/m-1/meta.yaml",
             "mlruns/0/models/m-1/metrics/loss"},
            {".: step_1.pt | mlruns/0/abc/metrics/loss mlruns/0/abc/metrics/val/acc"});
        row("mlflow with checkpoints in it",
            {"mlruns/0/abc/meta.yaml", "mlruns/0/abc/metrics/loss", "mlruns/0/abc/artifacts/step_1.pt"},
            {"mlruns/0/abc: artifacts/step_1.pt | mlruns/0/abc/metrics/loss"});
        row("logs without checkpoints", {"runs/a/events.out.tfevents.1700000000.a.1.0", "train.py"},
            {"runs/a: | runs/a/events.out.tfevents.1700000000.a.1.0"});
        row("runs in a folder named runs",
            {"runs/a/step_1.pt", "runs/a/events.out.tfevents.1700000000.a.1.0", "runs/b/step_1.pt"},
            {"runs/a: step_1.pt | runs/a/events.out.tfevents.1700000000.a.1.0", "runs/b: step_1.pt |"});
        row("profiler's marks", {"a/events.out.tfevents.1700000000.profile-empty"}, {});
        row("nothing", {"notes.txt", "src/main.py"}, {});
        row("empty checkpoint folder", {"checkpoint-1/.tmp1"}, {});
    }
    void finds_runs() {
        QFETCH(QStringList, files);
        for (const auto& f : files)
            QVERIFY(write(root_->filePath(f), content_of(f)));
        QTEST(scan(), "runs");
    }

    void folder_files_are_sorted_and_regular() {
        for (const char* f : {"b.bin", "a/z.pt", "a.json", ".metadata", "a/part.tmp", "tmp-checkpoint-1/x"}) {
            QVERIFY(write(root_->filePath(QString("checkpoint-1/") + f), "x"));
        }
        QVERIFY(write(root_->filePath("elsewhere"), "x"));
        QVERIFY(QFile::link(root_->filePath("elsewhere"), root_->filePath("checkpoint-1/link.pt")));
        QCOMPARE(::mkfifo(root_->filePath("checkpoint-1/pipe.pt").toStdString().c_str(), 0600), 0);
        const auto runs = scan_runs(to_path(root_->path()));
        QVERIFY(runs.ok());
        QCOMPARE((*runs).size(), std::size_t{1});
        const auto& checkpoint = (*runs).front().checkpoints.at(0);
        QCOMPARE(checkpoint.files, (std::vector<std::string>{".metadata", "a.json", "a/z.pt", "b.bin"}));
        QVERIFY(checkpoint.is_folder);
        QCOMPARE(checkpoint.path, to_path(root_->filePath("checkpoint-1")));
    }

    void tables_of_data_are_no_metrics() {
        QVERIFY(write(root_->filePath("data/train.csv"), "image,label\na.png,3\n"));
        QVERIFY(write(root_->filePath("data/text.jsonl"), "{\"text\":\"x\",\"label\":1}\n"));
        QCOMPARE(scan(), QStringList());
        QVERIFY(write(root_->filePath("data/model.pt"), "x"));
        QVERIFY(write(root_->filePath("data/wandb/run-20240101_120000-aa/run-aa.wandb"), "x"));
        QVERIFY(QFile::link("run-20240101_120000-aa", root_->filePath("data/wandb/latest-run")));
        QCOMPARE(scan(), QStringList{"data: model.pt | data/wandb/run-20240101_120000-aa/run-aa.wandb"});
    }

    void links_are_passed_over() {
        QVERIFY(write(root_->filePath("a/step_1.pt"), "x"));
        QVERIFY(QFile::link("step_1.pt", root_->filePath("a/last.pt")));
        QVERIFY(QFile::link(".", root_->filePath("a/loop")));
        QVERIFY(QFile::link("..", root_->filePath("a/checkpoints")));
        QVERIFY(QFile::link("a", root_->filePath("again")));
        QCOMPARE(scan(), QStringList{"a: step_1.pt |"});
        const auto runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->at(0).passed_over.size(), std::size_t{2});
        QCOMPARE(runs->at(0).passed_over[0].source, std::string("checkpoints"));
        QCOMPARE(runs->at(0).passed_over[1].source, std::string("last.pt"));
        QCOMPARE(runs->at(0).passed_over[1].reason,
                 std::string("it is a symbolic link to step_1.pt; links are not followed"));
    }

    void what_is_passed_over_alone_is_named() {
        QVERIFY(QFile::link("/elsewhere", root_->filePath("checkpoints")));
        QVERIFY(write(root_->filePath("sub/step_1.pt"), "x"));
        auto runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->size(), std::size_t{2});
        QVERIFY(runs->at(0).checkpoints.empty() && runs->at(0).metrics.empty());
        QCOMPARE(runs->at(0).passed_over.at(0).source, std::string("checkpoints"));
        QCOMPARE(runs->at(1).checkpoints.size(), std::size_t{1});
        // The only run below a folder with metrics becomes that folder's run.
        QVERIFY(write(root_->filePath("metrics.jsonl"), content_of("metrics.jsonl")));
        QVERIFY(QFile::link("step_1.pt", root_->filePath("sub/last.pt")));
        runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->size(), std::size_t{1});
        QCOMPARE(runs->at(0).checkpoints.at(0).source, std::string("sub/step_1.pt"));
        QCOMPARE(runs->at(0).passed_over.size(), std::size_t{2});
        QCOMPARE(runs->at(0).passed_over.at(0).source, std::string("checkpoints"));
        QCOMPARE(runs->at(0).passed_over.at(1).source, std::string("sub/last.pt"));
    }

    void links_in_a_checkpoint_are_named() {
        QVERIFY(write(root_->filePath("checkpoint-1/sub/model.pt"), "x"));
        QVERIFY(QFile::link("../elsewhere", root_->filePath("checkpoint-1/sub/optimizer.pt")));
        const auto runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->at(0).checkpoints.at(0).files, std::vector<std::string>{"sub/model.pt"});
        QCOMPARE(runs->at(0).checkpoints.at(0).links, std::vector<std::string>{"sub/optimizer.pt"});
    }

    void a_checkpoint_that_cannot_be_read_whole_is_none() {
        QVERIFY(write(root_->filePath("step_1.pt"), "x"));
        QVERIFY(write(root_->filePath("checkpoint-2/model.pt"), "x"));
        auto deep = root_->filePath("checkpoint-2");
        for (int level = 0; level < 33; ++level)
            deep += "/d";
        QVERIFY(write(deep + "/optimizer.pt", "x"));
        QCOMPARE(scan(), QStringList{".: step_1.pt |"});
        const auto runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->at(0).passed_over.size(), std::size_t{1});
        QCOMPARE(runs->at(0).passed_over[0].source, std::string("checkpoint-2"));
        QVERIFY(runs->at(0).passed_over[0].reason.find("levels deep") != std::string::npos);
        VERIFY_ERROR(checkpoint_at(to_path(root_->filePath("checkpoint-2"))), ErrorCode::limit);
        // A folder with this name is not a run either.
        QVERIFY(QDir(root_->path()).rename("checkpoint-2", "7-state"));
        QCOMPARE(scan(), QStringList{".: step_1.pt |"});
        QCOMPARE(scan_runs(to_path(root_->path()))->at(0).passed_over[0].source, std::string("7-state"));
    }

    void runs_below_one_are_seen_on_demand() {
        for (const char* f : {"model.pt", "a/step_1.pt"})
            QVERIFY(write(root_->filePath(f), "x"));
        QCOMPARE(scan_runs(to_path(root_->path()), 0, Below::unseen)->size(), std::size_t{1});
        QCOMPARE(scan_runs(to_path(root_->path()), 0, Below::seen)->size(), std::size_t{2});
    }

    void the_same_again_data() {
        QTest::addColumn<QStringList>("files");
        QTest::newRow("file") << QStringList{"step_1.pt"};
        QTest::newRow("folder") << QStringList{"checkpoint-1/a", "checkpoint-1/b/c"};
        QTest::newRow("some files of a folder") << QStringList{"w/G_1.pt", "w/D_1.pt", "w/step_7.pt"};
        QTest::newRow("bundle") << QStringList{"ckpt-1.index", "ckpt-1.data-00000-of-00001"};
    }
    void the_same_again() {
        QFETCH(QStringList, files);
        for (const auto& f : files)
            QVERIFY(write(root_->filePath(f), "x"));
        const auto runs = scan_runs(to_path(root_->path()));
        QCOMPARE(runs->size(), std::size_t{1});
        for (const auto& c : runs->at(0).checkpoints) {
            const auto again = checkpoint_again(runs->at(0).folder, c.source, c.files);
            QVERIFY(again.ok());
            QCOMPARE(again->path, c.path);
            QCOMPARE(again->files, c.files);
            QCOMPARE(again->chosen, c.chosen);
        }
    }

    void newer_trainer_state_wins() {
        QVERIFY(write(root_->filePath("checkpoint-5/trainer_state.json"), "{}"));
        QVERIFY(write(root_->filePath("trainer_state.json"), "{}"));
        const auto set_time = [&](const char* name, int second) {
            QFile file(root_->filePath(name));
            return file.open(QIODevice::ReadWrite) &&
                   file.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000'000 + second),
                                    QFileDevice::FileModificationTime);
        };
        QVERIFY(set_time("checkpoint-5/trainer_state.json", 0) && set_time("trainer_state.json", 10));
        QCOMPARE(scan(), QStringList{".: checkpoint-5/ | trainer_state.json"});
        QVERIFY(set_time("checkpoint-5/trainer_state.json", 20));
        QCOMPARE(scan(), QStringList{".: checkpoint-5/ | checkpoint-5/trainer_state.json"});
    }

    void root_is_made_absolute() {
        QVERIFY(write(root_->filePath("step_1.pt"), "x"));
        const auto runs = scan_runs(to_path(root_->path() + "/sub/.././"));
        QVERIFY(runs.ok());
        QCOMPARE((*runs).at(0).folder, to_path(root_->path()));
    }

    void a_run_by_itself_is_looked_at_as_deep_as_with_its_root() {
        QVERIFY(write(root_->filePath("a/b/metrics.jsonl"), "{\"step\": 1, \"loss\": 1}\n"));
        QVERIFY(write(root_->filePath("a/b/1/2/3/step_1.pt"), "x"));
        QCOMPARE(scan(), QStringList{"a/b: | a/b/metrics.jsonl"});
        const auto again = scan_runs(to_path(root_->filePath("a/b")), 2);
        QCOMPARE((*again).size(), std::size_t{1});
        QVERIFY((*again)[0].checkpoints.empty());
        QCOMPARE((*scan_runs(to_path(root_->filePath("a/b"))))[0].checkpoints.size(), std::size_t{1});
    }

    void bad_roots() {
        const auto missing = scan_runs(to_path(root_->filePath("none")));
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::not_found);
        QVERIFY(write(root_->filePath("file.pt"), "x"));
        QVERIFY(!scan_runs(to_path(root_->filePath("file.pt"))).ok());
    }

    void one_checkpoint_by_its_path() {
        QVERIFY(write(root_->filePath("any.name"), "x"));
        QVERIFY(write(root_->filePath("folder/b"), "x"));
        QVERIFY(write(root_->filePath("folder/a/c"), "x"));
        QVERIFY(QDir().mkpath(root_->filePath("empty")));
        const auto file = checkpoint_at(to_path(root_->filePath("any.name")));
        QVERIFY(file.ok());
        QVERIFY(!(*file).is_folder);
        QCOMPARE((*file).source, std::string("any.name"));
        QCOMPARE((*file).files, std::vector<std::string>{""});
        const auto folder = checkpoint_at(to_path(root_->filePath("folder/")));
        QVERIFY(folder.ok());
        QVERIFY((*folder).is_folder);
        QCOMPARE((*folder).source, std::string("folder"));
        QCOMPARE((*folder).files, (std::vector<std::string>{"a/c", "b"}));
        VERIFY_ERROR(checkpoint_at(to_path(root_->filePath("empty"))), ErrorCode::not_found);
        VERIFY_ERROR(checkpoint_at(to_path(root_->filePath("none"))), ErrorCode::not_found);
    }

 private:
    [[nodiscard]] QString below_root(const std::filesystem::path& path) const {
        return QDir(root_->path()).relativeFilePath(QString::fromStdString(path.string()));
    }

    /// Tables and JSON lines count only if they have a step.
    static QByteArray content_of(const QString& name) {
        if (name.endsWith(".csv")) return "step,acc\n";
        return name.endsWith(".json") || name.endsWith(".jsonl") ? "{\"step\":1,\"loss\":2}\n" : "x";
    }

    [[nodiscard]] QStringList scan() const {
        const auto runs = scan_runs(to_path(root_->path()));
        if (!runs.ok()) return {QString::fromStdString(runs.error().message)};
        QStringList text;
        for (const auto& run : *runs)
            text += run_text(run, [&](const auto& path) { return below_root(path); });
        return text;
    }

    std::optional<QTemporaryDir> root_;
};

STEPVAULT_TEST(TestCheckpointScanner)

}  // namespace test_checkpoint_scanner

#include "test_checkpoint_scanner.moc"
