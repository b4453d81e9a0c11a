#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_restoring {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestRestoring : public QObject {
    Q_OBJECT

 private slots:
    void several_go_into_one_folder_under_names_that_are_free() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}, SchemeChoice{.scheme = Scheme::exact}));
        const auto run = (*library)->queries().run("run");
        VERIFY_OK(run);
        RestoreSeveralRequest request;
        request.run = "run";
        request.folder = root / "out" / "deep";
        const auto rows = *(*library)->queries().checkpoints(run->row.id);
        for (const auto& row : rows)
            request.checkpoint_ids.push_back(row.id);
        request.checkpoint_ids.push_back(rows[0].id);
        write_text(request.folder / "step_20.safetensors", "mine");
        struct Last : ProgressSink {
            Progress last;
            bool falls = false;
            void on_progress(const Progress& p) override {
                falls = falls || p.done < last.done;
                last = p;
            }
        } sink;
        const auto report = (*library)->restorer().restore_several(request, {.stop = {}, .sink = &sink});
        QVERIFY2(!report.ended, report.ended ? report.ended->message.c_str() : "");
        QCOMPARE(report.restored.size(), std::size_t{4});
        QVERIFY(!sink.falls);
        QCOMPARE(sink.last.done, sink.last.total);
        QCOMPARE(read_text(request.folder / "step_20.safetensors"), std::string("mine"));
        for (const auto& [output, original] : {std::pair("step_10.safetensors", "step_10.safetensors"),
                                               std::pair("step_20 (2).safetensors", "step_20.safetensors"),
                                               std::pair("step_30.safetensors", "step_30.safetensors"),
                                               std::pair("step_10 (2).safetensors", "step_10.safetensors")})
            QVERIFY2(read_text(request.folder / output) == read_text(root / "run" / original), output);

        std::stop_source stop;
        stop.request_stop();
        request.folder = root / "none";
        const auto stopped = (*library)->restorer().restore_several(request, {.stop = stop.get_token()});
        QVERIFY(stopped.ended && stopped.ended->code == ErrorCode::cancelled);
        QVERIFY(stopped.restored.empty() && !fs::exists(root / "none"));
    }

    void the_proposed_output_is_beside_the_run_and_free() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 1);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        const auto run = (*library)->queries().run("run");
        VERIFY_OK(run);
        const auto id = (*library)->queries().checkpoints(run->row.id)->front().id;
        const auto first = (*library)->restorer().propose(run->row.id, id, RestoreExtent::whole);
        VERIFY_OK(first);
        QCOMPARE(first->output.native(), (root / "run-restored/step_10.safetensors").native());
        QVERIFY(!first->folder);
        const auto weights = (*library)->restorer().propose(run->row.id, id, RestoreExtent::weights);
        VERIFY_OK(weights);
        QCOMPARE(weights->output.native(), (root / "run-restored/step_10-weights.safetensors").native());
        QVERIFY(weights->safetensors && weights->bytes < first->bytes);
        const auto both = (*library)->restorer().propose_both(run->row.id, id);
        VERIFY_OK(both);
        VERIFY_OK(both->weights);
        QVERIFY(both->whole.output == first->output && both->whole.bytes == first->bytes);
        QVERIFY(both->weights->output == weights->output && both->weights->bytes == weights->bytes);
        write_text(first->output, "taken");
        // The restored folder is not a new run.
        age(root / "run-restored");
        fs::copy(root / "run" / "step_10.safetensors", root / "run-restored" / "step_11.safetensors");
        Events again;
        VERIFY_OK(watch_once(**library, root, again));
        QCOMPARE(again.of(WatchEvent::Kind::run_found).size(), std::size_t{1});
        const auto second = (*library)->restorer().propose(run->row.id, id, RestoreExtent::whole);
        QCOMPARE(second->output.filename().native(), std::string("step_10 (2).safetensors"));
    }

    void restore_does_not_ask_the_catalog() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events, SchemeChoice{.scheme = Scheme::exact}));
        auto catalog = open_sqlite_catalog(catalog_file(root / "vault"));
        VERIFY_OK(catalog);
        VERIFY_OK((*catalog)->clear());
        RestoreRequest request;
        request.run = "run";
        request.step = 20;
        request.output = root / "back";
        VERIFY_OK((*library)->restorer().restore(request, {}));
        QVERIFY(read_text(root / "back") == read_text(root / "run/step_20.safetensors"));
    }

    void wrong_places_and_names_are_refused() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"run", "other"}) {
            write_run(root / name, 1);
            age(root / name);
        }
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(
            watch_once(**library, {root / "run", root / "other"}, SchemeChoice{.scheme = Scheme::exact}));
        fs::create_directory_symlink(root / "vault", root / "link");
        RestoreRequest request{.run = "run", .step = 10, .checkpoint_id = {}, .output = {}};
        const auto code = [&] {
            const auto report = (*library)->restorer().restore(request, {});
            return report ? std::nullopt : std::optional(report.error().code);
        };
        for (const auto& output :
             {root / "vault/back", root / "link/back", root / "run/../vault/runs/back"}) {
            request.output = output;
            QCOMPARE(code(), std::optional(ErrorCode::invalid_argument));
        }
        request.output = root / "back";
        request.checkpoint_id = "000000000099-1a2b3c4d-1";
        QCOMPARE(code(), std::optional(ErrorCode::not_found));
        request.checkpoint_id = "../steps/x";
        QCOMPARE(code(), std::optional(ErrorCode::not_found));
        request.checkpoint_id.clear();
        request.step = 20;
        QCOMPARE(code(), std::optional(ErrorCode::not_found));
        request.step = 10;
        request.run = "third";
        QCOMPARE(code(), std::optional(ErrorCode::not_found));
        QVERIFY(!fs::exists(root / "back"));
        // Nothing in the folder of any run is replaced, not even by its own checkpoint.
        request.run = "run";
        request.replace = true;
        const auto before = read_text(root / "other/metrics.jsonl");
        request.output = root / "other/metrics.jsonl";
        QCOMPARE(code(), std::optional(ErrorCode::invalid_argument));
        QVERIFY(read_text(request.output) == before);
        request.output = root / "back";
        write_text(request.output, "old");
        QCOMPARE(code(), std::optional<ErrorCode>());
        QVERIFY(read_text(root / "back") == read_text(root / "run/step_10.safetensors"));
    }
};

STEPVAULT_TEST(TestRestoring)

}  // namespace test_restoring

#include "test_restoring.moc"
