// Restores into a run's own folder, and the code that loads what was restored.
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "library/restore/loading_snippet.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/records/run_record.h"
#include "vault/records/vault_paths.h"

namespace test_restored_into_run {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestRestoredIntoRun : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<VaultHandle> library_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] fs::path run() const { return root() / "run"; }
    [[nodiscard]] std::size_t stored() const {
        const auto rows = library_->queries().checkpoints(library_->queries().run("run")->row.id);
        return rows ? rows->size() : 0;
    }
    /// The messages of the watcher about the restored file.
    std::vector<std::string> watch() {
        Events events;
        if (!watch_once(*library_, run(), events)) return {"failed"};
        std::vector<std::string> texts;
        for (const auto& event : events.of(WatchEvent::Kind::passed_over))
            texts.push_back(event.text);
        return texts;
    }
    [[nodiscard]] RestoredFiles recorded() const {
        const auto id = library_->queries().run("run")->row.id;
        const auto record = RunRecord::read(run_file(runs_folder(root() / "vault") / id));
        return record ? record->restored : RestoredFiles();
    }
    [[nodiscard]] Result<RestoreReport> restore(std::int64_t step) {
        RestoreRequest request;
        request.run = "run";
        request.step = step;
        request.into_run = true;
        return library_->restorer().restore(request, {});
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        write_run(run(), 3);
        age(run());
        auto library = open_library(root() / "vault");
        VERIFY_OK(library);
        library_ = std::move(*library);
        VERIFY_OK(watch_once(*library_, {run()}));
        QCOMPARE(stored(), std::size_t{3});
    }
    void cleanup() { library_.reset(); }

    void it_is_not_ingested_again() {
        const auto first = restore(20);
        VERIFY_OK(first);
        QCOMPARE(first->output, run() / "step_20-restored.safetensors");
        QVERIFY(fs::exists(first->output));
        const auto second = restore(20);
        VERIFY_OK(second);
        QCOMPARE(second->output, run() / "step_20-restored (2).safetensors");
        QCOMPARE(recorded().size(), std::size_t{2});
        const std::vector<std::string> both(2, "it was restored from the vault");
        QCOMPARE(watch(), both);
        QCOMPARE(stored(), std::size_t{3});
        // The catalog is not needed for this.
        VERIFY_OK(library_->maintenance().reindex({}));
        QCOMPARE(watch(), both);
        QCOMPARE(stored(), std::size_t{3});
    }

    void a_changed_file_is_a_new_one() {
        const auto report = restore(20);
        VERIFY_OK(report);
        auto bytes = read_text(report->output);
        bytes.back() = static_cast<char>(~bytes.back());
        write_text(report->output, bytes);
        QVERIFY(watch().empty());
        QCOMPARE(stored(), std::size_t{4});
    }

    void a_run_without_its_folder_is_refused() {
        fs::remove_all(run());
        VERIFY_ERROR(restore(20), ErrorCode::not_found);
        QVERIFY(recorded().empty());
        const auto proposals = library_->restorer().propose_both(
            library_->queries().run("run")->row.id,
            library_->queries().checkpoints(library_->queries().run("run")->row.id)->front().id);
        VERIFY_OK(proposals);
        QVERIFY(!proposals->into_run.ok());
    }

    void nothing_is_left_of_a_cancelled_restore() {
        std::stop_source stop;
        stop.request_stop();
        RestoreRequest request;
        request.run = "run";
        request.step = 20;
        request.into_run = true;
        const auto report =
            library_->restorer().restore(request, JobContext{.stop = stop.get_token(), .sink = nullptr});
        VERIFY_ERROR(report, ErrorCode::cancelled);
        QVERIFY(recorded().empty());
        QVERIFY(!fs::exists(run() / "step_20-restored.safetensors"));
    }

    void damaged_records_are_told() {
        VERIFY_OK(restore(20));
        const auto file = run_file(runs_folder(root() / "vault") / library_->queries().run("run")->row.id);
        auto text = read_text(file);
        const auto at = text.find("\"xxh3\": \"");
        QVERIFY(at != std::string::npos);
        text[at + 9] = 'z';
        write_text(file, text);
        VERIFY_ERROR(RunRecord::read(file), ErrorCode::corrupt);
    }

    void code_for_each_framework_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<QStringList>("expected");
        const auto folder = [](const char* name, QStringList files, const char* expected) {
            QTest::newRow(name) << std::move(files) << QString() << QStringList{expected};
        };
        folder("Trainer", {"trainer_state.json", "model.safetensors", "config.json"},
               "trainer.train(resume_from_checkpoint=\"@\")");
        folder("Accelerate", {"random_states_0.pkl", "model.safetensors"}, "accelerator.load_state(\"@\")");
        folder("DeepSpeed", {"mp_rank_00_model_states.pt"}, "tag=\"checkpoint\")");
        folder("torch.distributed", {".metadata", "__0_0.distcp"}, "dcp.load(state, checkpoint_id=\"@\")");
        folder("pretrained", {"config.json", "model.safetensors"}, "from_pretrained(\"@\")");
        QTest::newRow("unknown folder") << QStringList{"weights.raw"} << QString() << QStringList();
        const auto file = [](const char* golden, QStringList expected) {
            QTest::newRow(golden) << QStringList() << QString(golden) << std::move(expected);
        };
        file("weights.safetensors", {"model.load_state_dict(load_file(\"@\"))"});
        file("state_dict.pt", {"model.load_state_dict(torch.load(\"@\", map_location=\"cpu\"))"});
        file("arrays.npz", {"arrays = np.load(\"@\")"});
        file("model.keras", {"keras.models.load_model(\"@\")"});
        file("model.weights.h5", {"model.load_weights(\"@\")"});
        file("odd_objects.pt", {"weights_only=False"});
    }
    void code_for_each_framework() {
        QFETCH(QStringList, files);
        QFETCH(QString, golden);
        QFETCH(QStringList, expected);
        auto path = root() / "checkpoint";
        for (const auto& name : files)
            write_text(path / name.toStdString(), "{}");
        if (!golden.isEmpty())
            path = fs::path(STEPVAULT_SOURCE_DIR) / "tests/golden/container" / golden.toStdString();
        const auto code = QString::fromStdString(loading_snippet(path));
        QCOMPARE(code.isEmpty(), expected.isEmpty());
        for (auto part : expected)
            QVERIFY2(code.contains(part.replace(u'@', QString::fromStdString(path.native()))),
                     qPrintable(code));
        QVERIFY(code.isEmpty() || code.endsWith(u'\n'));
    }
};

STEPVAULT_TEST(TestRestoredIntoRun)

}  // namespace test_restored_into_run

#include "test_restored_into_run.moc"
