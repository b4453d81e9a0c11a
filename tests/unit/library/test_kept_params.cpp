// Hyperparameters that a watcher keeps in the vault.
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "support/watched_library.h"

namespace test_kept_params {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestKeptParams : public QObject {
    Q_OBJECT

    /// "key=value source" of all values, then the skipped sources.
    static QStringList text(const Result<RunHyperparameters>& params) {
        if (!params) return {QString::fromStdString(params.error().message)};
        QStringList lines;
        for (const auto& p : params->values)
            lines += QString::fromStdString(p.key + "=" + value_text(p.value) + " " + p.source);
        for (const auto& s : params->skipped)
            lines += QString::fromStdString("skipped " + s.source);
        return lines;
    }
    static std::string only_run(VaultHandle& library) {
        const auto runs = library.queries().runs();
        return runs && runs->size() == 1 ? runs->front().row.id : std::string();
    }
    static QStringList kept(VaultHandle& library) {
        return text(library.queries().hyperparameters(only_run(library)));
    }

 private slots:
    void they_outlive_the_folder() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "runs/run", 1);
        write_text(root / "runs/run/hparams.yaml", "lr: 0.1\nopt: {name: adam}\n");
        write_text(root / "runs/run/config.json", R"({"lr": 9, "layers": 12})");
        age(root / "runs");
        VERIFY_OK(watch_once(**library, {root / "runs"}));
        const QStringList expected{"layers=12 config.json", "lr=0.1 hparams.yaml",
                                   "opt.name=adam hparams.yaml"};
        QCOMPARE(kept(**library), expected);

        // Without a change the file is not written again.
        const auto file = params_file(runs_folder(root / "vault") / only_run(**library));
        const auto before = file_identity(file);
        VERIFY_OK(before);
        VERIFY_OK(watch_once(**library, {root / "runs"}));
        QVERIFY(*file_identity(file) == *before);

        fs::remove(root / "runs/run/hparams.yaml");
        fs::remove(root / "runs/run/config.json");
        VERIFY_OK(watch_once(**library, {root / "runs"}));
        QCOMPARE(kept(**library), expected);
        fs::remove_all(root / "runs");
        VERIFY_OK((*library)->maintenance().reindex({}));
        QCOMPARE(kept(**library), expected);
        const auto all = (*library)->queries().hyperparameters();
        VERIFY_OK(all);
        QCOMPARE(all->size(), std::size_t{1});
        VERIFY_ERROR((*library)->queries().hyperparameters("none"), ErrorCode::not_found);
    }

    void a_broken_file_is_skipped_and_its_values_stay() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        write_text(root / "run/hparams.yaml", "lr: 0.1\n");
        age(root / "run");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        write_text(root / "run/hparams.yaml", "lr: [0.1\n");
        write_text(root / "run/args.yaml", "batch: 8\n");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QCOMPARE(kept(**library),
                 (QStringList{"batch=8 args.yaml", "lr=0.1 hparams.yaml", "skipped hparams.yaml"}));
    }

    void damage_is_found_and_repaired() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        write_text(root / "run/hparams.yaml", "lr: 0.1\n");
        age(root / "run");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        const auto file = params_file(runs_folder(root / "vault") / only_run(**library));
        auto damaged = read_text(file);
        damaged[damaged.find("0.1")] = '7';
        write_text(file, damaged);
        VERIFY_ERROR((*library)->queries().hyperparameters(only_run(**library)), ErrorCode::corrupt);
        const auto report = (*library)->maintenance().verify({});
        VERIFY_OK(report);
        QCOMPARE(report->damage.size(), std::size_t{1});
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QCOMPARE(kept(**library), QStringList{"lr=0.1 hparams.yaml"});
    }

    void trainer_arguments_of_the_newest_checkpoint() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        for (const char* step : {"checkpoint-10", "checkpoint-20"}) {
            write_text(root / "run" / step / "model.safetensors",
                       safetensors_bytes({{"w", "F32", {2}, Bytes(8)}}));
            fs::copy_file(STEPVAULT_SOURCE_DIR "/tests/golden/run/training_args.bin",
                          root / "run" / step / "training_args.bin");
        }
        age(root / "run");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QVERIFY(kept(**library).contains(QStringLiteral("learning_rate=3e-04 training_args.bin")));
    }

    void sources_in_subfolders() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        write_run(root / "run", 1);
        write_text(root / "run/.hydra/config.yaml", "seed: 1\n");
        const auto wandb = root / "run/wandb/run-20260101_120000-ab12";
        write_text(wandb / "run-ab12.wandb", std::string(7, '\0'));
        write_text(wandb / "files/config.yaml",
                   "seed: {value: 2}\nlr: {value: 3}\n_wandb: {value: {a: 1}}\n");
        age(root / "run");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QCOMPARE(kept(**library), (QStringList{"lr=3 wandb/run-20260101_120000-ab12/files/config.yaml",
                                               "seed=1 .hydra/config.yaml"}));
    }
};

STEPVAULT_TEST(TestKeptParams)

}  // namespace test_kept_params

#include "test_kept_params.moc"
