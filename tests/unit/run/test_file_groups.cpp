#include <QtTest>

#include "run/file_groups.h"
#include "run/name_tokens.h"
#include "support/registry.h"

namespace test_file_groups {

using namespace stepvault;

class TestFileGroups : public QObject {
    Q_OBJECT

 private slots:
    void groups_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("groups");  ///< "name: file file"
        const auto row = [](const char* label, QStringList names, const QStringList& groups) {
            names.sort();
            QTest::newRow(label) << names << groups;
        };
        row("each by itself", {"step_1.pt", "step_2.pt", "best.pt", "notes.txt"},
            {"best.pt: best.pt", "step_1.pt: step_1.pt", "step_2.pt: step_2.pt"});
        row("a hugging face save",
            {"config.json", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
             "model.safetensors.index.json", "optimizer.pt", "rng_state.pth", "tokenizer.json", "train.py",
             "trainer_state.json", "best.pt"},
            {"model.safetensors: config.json model-00001-of-00002.safetensors "
             "model-00002-of-00002.safetensors model.safetensors.index.json optimizer.pt rng_state.pth "
             "tokenizer.json trainer_state.json",
             "best.pt: best.pt"});
        row("one weights file", {"model.safetensors", "train.py"}, {"model.safetensors: model.safetensors"});
        row("an optimizer alone", {"optimizer.pt", "config.json"}, {"optimizer.pt: optimizer.pt"});
        row("shards of two steps",
            {"a-step1-00001-of-00002.pt", "a-step1-00002-of-00002.pt", "a-step2-00001-of-00002.pt"},
            {"a-step1.pt: a-step1-00001-of-00002.pt a-step1-00002-of-00002.pt",
             "a-step2-00001-of-00002.pt: a-step2-00001-of-00002.pt"});
        row("bundles",
            {"ckpt-1.index", "ckpt-1.data-00000-of-00001", "ckpt-10.index", "ckpt-10.data-00000-of-00001",
             "ckpt-10.meta", "search.index"},
            {"ckpt-1: ckpt-1.data-00000-of-00001 ckpt-1.index",
             "ckpt-10: ckpt-10.data-00000-of-00001 ckpt-10.index ckpt-10.meta"});
        row("generator and discriminator",
            {"netG_epoch_9.pth", "netD_epoch_9.pth", "netG_epoch_10.pth", "netD_epoch_10.pth"},
            {"netD_epoch_10.pth: netD_epoch_10.pth netG_epoch_10.pth",
             "netD_epoch_9.pth: netD_epoch_9.pth netG_epoch_9.pth"});
        row("parts of other kinds of files", {"model_5.safetensors", "optimizer_5.pt", "model_6.safetensors"},
            {"model_5.safetensors: model_5.safetensors optimizer_5.pt",
             "model_6.safetensors: model_6.safetensors"});
        row("averaged weights", {"model_000100.pt", "ema_0.9999_000100.pt", "opt_000100.pt"},
            {"ema_0.9999_000100.pt: ema_0.9999_000100.pt model_000100.pt opt_000100.pt"});
        row("best and last are two", {"model_best.pt", "model_last.pt", "optimizer_best.pt"},
            {"model_best.pt: model_best.pt optimizer_best.pt", "model_last.pt: model_last.pt"});
        row("second files of the same name", {"gen.ckpt", "gen-v1.ckpt", "disc.ckpt", "disc-v1.ckpt"},
            {"disc.ckpt: disc.ckpt gen.ckpt", "disc-v1.ckpt: disc-v1.ckpt gen-v1.ckpt"});
        row("shards beside the whole", {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf", "m.gguf"},
            {"m-00001-of-00002.gguf: m-00001-of-00002.gguf m-00002-of-00002.gguf", "m.gguf: m.gguf"});
        row("ranks of deepspeed", {"mp_rank_00_model_states.pt", "zero_pp_rank_0_mp_rank_00_optim_states.pt"},
            {"mp_rank_00_model_states.pt: mp_rank_00_model_states.pt "
             "zero_pp_rank_0_mp_rank_00_optim_states.pt"});
        row("distributed", {".metadata", "__0_0.distcp", "__1_0.distcp", "x.pt"},
            {".metadata: .metadata __0_0.distcp __1_0.distcp", "x.pt: x.pt"});
        row("nothing", {}, {});
    }
    void groups() {
        QFETCH(QStringList, names);
        std::vector<std::string> sorted;
        for (const auto& n : names)
            sorted.push_back(n.toStdString());
        std::ranges::sort(sorted);
        QStringList text;
        for (const auto& g : group_files(sorted)) {
            QStringList words{QString::fromStdString(g.name) + ':'};
            for (const auto& f : g.files)
                words += QString::fromStdString(f);
            text += words.join(' ');
        }
        QTEST(text, "groups");
    }

    void every_file_lies_in_one_group() {
        const std::vector<std::string> stems = {
            "model", "G",         "netD",   "opt",     "a-step1",   "ema_0.99_3",       "ckpt-2",
            "best",  "optimizer", "scaler", "epoch=3", ".metadata", "x-00001-of-00002", "x-00002-of-00002",
            "__0_0"};
        const std::vector<std::string> endings = {
            ".pt", ".safetensors", ".index",     ".data-00000-of-00001", ".bin", ".json",
            "",    ".distcp",      ".index.json"};
        std::mt19937_64 random(7);
        for (int round = 0; round < 2000; ++round) {
            std::set<std::string> names;
            for (auto n = random() % 12; n-- > 0;)
                names.insert(stems[random() % stems.size()] + endings[random() % endings.size()]);
            std::set<std::string> seen;
            std::set<std::string> called;
            for (const auto& g : group_files({names.begin(), names.end()})) {
                QVERIFY(!g.files.empty());
                QVERIFY(std::ranges::is_sorted(g.files));
                QVERIFY2(called.insert(g.name).second, g.name.c_str());
                for (const auto& f : g.files) {
                    QVERIFY2(seen.insert(f).second, f.c_str());
                    QVERIFY(names.contains(f));
                }
            }
        }
    }

    void series_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("series");  ///< null: without a number
        QTest::newRow("kohya steps") << "cat-step00000100.safetensors"
                                     << "cat";
        QTest::newRow("kohya epochs") << "My_Cat-000010.safetensors"
                                      << "My_Cat";
        QTest::newRow("plain words behind it") << "unet_best_epoch_3.pth"
                                               << "unet";
        QTest::newRow("numbered run") << "run1_step_20.pt"
                                      << "run1";
        QTest::newRow("network's name") << "resnet50-epoch3.pth"
                                        << "resnet50";
        for (const char* plain :
             {"step_10.pt", "model_0004999.pth", "epoch=0-step=20.ckpt", "checkpoint-500.pth.tar",
              "val_loss=0.20-epoch=3.ckpt", "best-epoch3.ckpt", "G_100.pth", "ema_0.9999_000100.pt",
              "checkpoint_3_1500.pt", "ckpt-5", "iter_000100.pth", "global_step5.pt", "7.pt"})
            QTest::newRow(plain) << plain << "";
        for (const char* none : {"best.pt", "resnet18.pth", "last.ckpt", "model-00001-of-00002.safetensors"})
            QTest::newRow(none) << none << QString();
    }
    void series() {
        QFETCH(QString, name);
        QFETCH(QString, series);
        const auto found = series_of(name.toStdString());
        QCOMPARE(found.has_value(), !series.isNull());
        if (found) QCOMPARE(QString::fromStdString(*found), series);
    }

    void shards_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("whole");
        QTest::newRow("shard") << "model-00001-of-00005.safetensors"
                               << "model.safetensors";
        QTest::newRow("underscore") << "m_2-of-3.bin"
                                    << "m.bin";
        QTest::newRow("data") << "ckpt.data-00000-of-00001"
                              << "ckpt.data";
        for (const char* name :
             {"state-of-the-art.pt", "a-1-of-b.pt", "-of-3.pt", "1-of-2.pt", "a-1-of-2x.pt"})
            QTest::newRow(name) << name << "";
    }
    void shards() {
        QFETCH(QString, name);
        QTEST(QString::fromStdString(unsharded_name(name.toStdString())), "whole");
    }
};

STEPVAULT_TEST(TestFileGroups)

}  // namespace test_file_groups

#include "test_file_groups.moc"
