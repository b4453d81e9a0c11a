#include <cmath>
#include <sstream>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "run/completeness.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/format/step_meta.h"
#include "vault/records/removed_steps.h"

namespace test_library {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestLibrary : public QObject {
    Q_OBJECT

 private slots:
    void a_run_is_filed_listed_restored_and_verified() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "runs" / "first", 4);
        write_run(root / "runs" / "second", 2);
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "runs", events, SchemeChoice{.scheme = Scheme::exact}));
        QCOMPARE(events.of(WatchEvent::Kind::run_found).size(), std::size_t{2});
        QCOMPARE(events.of(WatchEvent::Kind::filed).size(), std::size_t{6});
        auto run = (*library)->queries().run("first");
        VERIFY_OK(run);
        QCOMPARE(run->checkpoints, std::uint64_t{4});
        QCOMPARE(run->last_step.value_or(0), std::int64_t{40});
        QCOMPARE(run->loss_tag, std::string("loss"));
        const auto rows = (*library)->queries().checkpoints(run->row.id);
        VERIFY_OK(rows);
        QCOMPARE(rows->at(2).step, std::int64_t{30});
        QVERIFY(std::abs(rows->at(2).loss.value_or(0) - 2.0 / 3) < 1e-6);
        QVERIFY(std::isnan(rows->at(1).loss.value_or(0)));
        std::uint64_t on_disk = 0;
        for (const auto& entry : fs::directory_iterator(steps_folder(root / "vault" / "runs" / run->row.id)))
            on_disk += entry.file_size();
        std::uint64_t listed = 0;
        for (const auto& row : *rows)
            listed += row.stored_bytes;
        QCOMPARE(listed, on_disk);

        RestoreRequest request;
        request.run = "first";
        request.step = 30;
        request.output = root / "back.safetensors";
        VERIFY_OK((*library)->restorer().restore(request, {}));
        QVERIFY(read_text(root / "back.safetensors") == read_text(root / "runs/first/step_30.safetensors"));
        VERIFY_ERROR((*library)->restorer().restore(request, {}), ErrorCode::already_exists);
        request.output = root / "other";
        request.step = 31;
        VERIFY_ERROR((*library)->restorer().restore(request, {}), ErrorCode::not_found);
        QVERIFY(!fs::exists(root / "other"));

        // A restore never replaces an original, even if it may replace files.
        request.output = root / "runs/first/step_30.safetensors";
        request.step = 10;
        request.replace = true;
        VERIFY_ERROR((*library)->restorer().restore(request, {}), ErrorCode::invalid_argument);

        const auto report = (*library)->maintenance().verify({});
        VERIFY_OK(report);
        QVERIFY(report->damage.empty());
        QCOMPARE(report->checkpoints, std::uint64_t{6});

        Events again;
        VERIFY_OK(watch_once(**library, root / "runs", again));
        QCOMPARE(again.of(WatchEvent::Kind::filed).size(), std::size_t{0});
        QCOMPARE(again.of(WatchEvent::Kind::metrics).size(), std::size_t{0});
    }

    void a_stored_checkpoint_divides_as_its_original() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root / "run");
        const auto original = open_checkpoint(*checkpoint_at(root / "run" / "step_20.safetensors"), 20);
        VERIFY_OK(original);
        const auto expected = PartitionTree::of(original->files.front().layout);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        fs::remove_all(root / "run");
        const auto rows = (*library)->queries().checkpoints((*library)->queries().runs()->front().row.id);
        VERIFY_OK(rows);
        const auto& row = rows->back();
        const auto tree = (*library)->queries().tree(row.run_id, row.id);
        VERIFY_OK(tree);
        QCOMPARE(tree->total_bytes(), row.original_bytes);
        QCOMPARE(tree->rest_bytes(), expected.rest_bytes());
        QVERIFY(!expected.tensors().empty());
        QCOMPARE(tree->nodes().size(), expected.nodes().size());
        for (std::uint32_t n = 0; n < expected.nodes().size(); ++n) {
            QCOMPARE(tree->path(n), expected.path(n));
            QCOMPARE(tree->nodes()[n].bytes, expected.nodes()[n].bytes);
        }
        VERIFY_ERROR((*library)->queries().tree(row.run_id, "none"), ErrorCode::not_found);
    }

    void what_is_not_complete_is_named_and_left() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        const auto whole = read_text(root / "run/step_20.safetensors");
        write_text(root / "run/step_20.safetensors", whole.substr(0, whole.size() / 2));
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        QCOMPARE(events.of(WatchEvent::Kind::filed).size(), std::size_t{1});
        const auto skipped = events.of(WatchEvent::Kind::skipped);
        QCOMPARE(skipped.size(), std::size_t{1});
        QCOMPARE(skipped[0].item, std::string("step_20.safetensors"));
        QVERIFY(!skipped[0].text.empty());

        IngestRequest ingest;
        ingest.run = "run";
        ingest.paths = {root / "run/step_10.safetensors", root / "run/step_20.safetensors"};
        const auto refused = (*library)->watcher().ingest(ingest, {});
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::incomplete);
        QCOMPARE((*library)->queries().run("run")->checkpoints, std::uint64_t{1});
        ingest.raw = true;
        ingest.paths = {root / "run/step_20.safetensors"};
        const auto rows = (*library)->watcher().ingest(ingest, {});
        VERIFY_OK(rows);
        RestoreRequest request;
        request.run = "run";
        request.checkpoint_id = rows->front().id;
        request.output = root / "half";
        VERIFY_OK((*library)->restorer().restore(request, {}));
        QVERIFY(read_text(root / "half") == whole.substr(0, whole.size() / 2));
    }

    void another_process_s_run_is_only_viewed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        const auto run = (*library)->queries().run("run");
        VERIFY_OK(run);
        const auto other = RunWriter::open(root / "vault/runs" / run->row.id);
        VERIFY_OK(other);
        write_run(root / "run", 3);
        age(root / "run");
        Events viewing;
        VERIFY_OK(watch_once(**library, root / "run", viewing));
        QCOMPARE(viewing.of(WatchEvent::Kind::viewing).size(), std::size_t{1});
        QCOMPARE(viewing.of(WatchEvent::Kind::filed).size(), std::size_t{0});
    }

    void a_file_rewritten_in_place_is_many_checkpoints() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Training training(3, 1000);
        std::vector<std::string> versions;
        for (int i = 0; i < 3; ++i, training.next()) {
            versions.push_back(training.bytes());
            write_text(root / "run" / "model_7.safetensors", versions.back());
            fs::last_write_time(root / "run" / "model_7.safetensors",
                                fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
            Events events;
            VERIFY_OK(watch_once(**library, root / "run", events, SchemeChoice{.scheme = Scheme::exact}));
            QCOMPARE(events.of(WatchEvent::Kind::filed).size(), std::size_t{1});
        }
        const auto rows = (*library)->queries().checkpoints((*library)->queries().run("run")->row.id);
        VERIFY_OK(rows);
        QCOMPARE(rows->size(), std::size_t{3});
        for (const auto& row : *rows) {
            RestoreRequest request;
            request.run = "run";
            request.checkpoint_id = row.id;
            request.output = root / "out" / row.id;
            VERIFY_OK((*library)->restorer().restore(request, {}));
            QVERIFY(read_text(request.output) == versions[row.generation - 1]);
        }
        // A step without a generation selects the newest generation.
        QCOMPARE((*library)->queries().find_checkpoint(rows->front().run_id, rows->front().step)->generation,
                 3U);
    }

    void a_run_that_reached_its_planned_steps_is_finished() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_text(root / "runs/done/log.jsonl",
                   "{\"step\": 1, \"loss\": 2, \"max_steps\": 3}\n{\"step\": 3, \"loss\": 1}\n");
        write_text(root / "runs/cut/log.jsonl",
                   "{\"step\": 1, \"loss\": 2, \"max_steps\": 3}\n{\"step\": 2, \"loss\": 1}\n");
        write_text(root / "runs/hf/trainer_state.json",
                   R"({"global_step": 2, "max_steps": 2, "log_history": [{"step": 2, "loss": 1.5}]})");
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "runs", events));
        QCOMPARE((*library)->queries().run("done")->state, RunState::finished);
        QVERIFY((*library)->queries().run("cut")->state != RunState::finished);
        QCOMPARE((*library)->queries().run("hf")->state, RunState::finished);
    }

    void a_damaged_checkpoint_is_not_replaced_by_another() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        write_text(root / "run" / "best_20.safetensors", read_text(root / "run" / "step_20.safetensors"));
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        const auto run = (*library)->queries().run("run");
        VERIFY_OK(run);
        const auto wanted = (*library)->queries().find_checkpoint(run->row.id, 20);
        VERIFY_OK(wanted);
        const auto file = step_path(steps_folder(root / "vault/runs" / run->row.id), wanted->id);
        fs::resize_file(file, fs::file_size(file) - 1);
        RestoreRequest request;
        request.run = "run";
        request.step = 20;
        request.output = root / "back";
        VERIFY_ERROR((*library)->restorer().restore(request, {}), ErrorCode::corrupt);
        QVERIFY(!fs::exists(root / "back"));
    }

    void one_run_that_fails_does_not_stop_the_others() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "runs/a", 1);
        write_run(root / "runs/b", 1);
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "runs", events));
        const auto broken = metrics_file(root / "vault/runs" / (*library)->queries().run("a")->row.id);
        fs::remove(broken);
        fs::create_directories(broken);
        write_run(root / "runs/b", 2);
        age(root / "runs");
        library->reset();
        library = open_library(root / "vault");
        VERIFY_OK(library);
        Events again;
        QVERIFY(!watch_once(**library, root / "runs", again).ok());
        QCOMPARE(again.of(WatchEvent::Kind::failed).size(), std::size_t{1});
        QVERIFY(!again.of(WatchEvent::Kind::filed).empty());
        QCOMPARE((*library)->queries().run("b")->last_step.value_or(0), std::int64_t{20});
    }

    /// The run's name is before or after the name of the folder's own run.
    void a_file_filed_by_hand_leaves_its_folders_run_alone() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        const auto own = (*library)->queries().run("run");
        VERIFY_OK(own);
        for (const char* name : {"a", "z"}) {
            IngestRequest request;
            request.paths = {root / "run" / "step_20.safetensors"};
            request.run = name;
            VERIFY_OK((*library)->watcher().ingest(request, {}));
            QCOMPARE((*library)->queries().run(name)->checkpoints, std::uint64_t{1});
        }
        const auto next = root / "run" / "step_30.safetensors";
        fs::copy(root / "run" / "step_20.safetensors", next);
        fs::last_write_time(next, fs::file_time_type::clock::now() - std::chrono::hours(1));
        Events again;
        VERIFY_OK(watch_once(**library, root / "run", again));
        const auto filed = again.of(WatchEvent::Kind::filed);
        QCOMPARE(filed.size(), std::size_t{1});
        QCOMPARE(filed.front().run_id, own->row.id);
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{3});
        QCOMPARE((*library)->queries().run("run")->checkpoints, std::uint64_t{3});
        // With the folder's run named, the file goes to that run.
        IngestRequest request;
        request.paths = {root / "run" / "step_30.safetensors"};
        request.run = "run";
        VERIFY_OK((*library)->watcher().ingest(request, {}));
        QCOMPARE((*library)->queries().run("run")->checkpoints, std::uint64_t{4});
        // The first run was made by hand; watching files the folder's checkpoints into it.
        write_run(root / "fresh", 1);
        age(root / "fresh");
        request.paths = {root / "fresh" / "step_10.safetensors"};
        request.run = "by hand";
        VERIFY_OK((*library)->watcher().ingest(request, {}));
        VERIFY_OK(watch_once(**library, root / "fresh", again));
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{4});
    }

    void a_bad_name_is_refused() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 1);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        for (const std::string& name :
             {std::string(), std::string("  "), std::string("a\nb"), std::string("../up"), std::string("/a"),
              std::string("a/./b"), std::string(256, 'x')}) {
            IngestRequest request;
            request.paths = {root / "run" / "step_10.safetensors"};
            request.run = name;
            const auto refused = (*library)->watcher().ingest(request, {});
            QVERIFY2(!refused, name.c_str());
            QCOMPARE(refused.error().code, ErrorCode::invalid_argument);
            QVERIFY(refused.error().message.find("give another name") != std::string::npos);
        }
        QVERIFY((*library)->queries().runs()->empty());
        // The folder's name is not a valid run name, so the run gets a similar name.
        const auto odd = root / ("odd\n" + std::string(240, 'y'));
        write_run(odd, 1);
        age(odd);
        Events events;
        VERIFY_OK(watch_once(**library, odd, events));
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{1});
        QCOMPARE((*library)->queries().runs()->front().row.name, "odd_" + std::string(240, 'y'));
    }

    void a_step_file_that_is_gone_is_damage() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}));
        const auto rows = (*library)->queries().checkpoints((*library)->queries().run("run")->row.id);
        VERIFY_OK(rows);
        const auto steps = steps_folder(root / "vault" / "runs" / rows->back().run_id);
        const auto newest = step_path(steps, rows->back().id);
        fs::rename(newest, root / "kept");
        fs::remove_all(root / "run");
        library->reset();
        // Another process opens the vault in between.
        auto again =
            LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(again);
        const auto report = (*again)->maintenance().verify({});
        VERIFY_OK(report);
        QCOMPARE(report->damage.size(), std::size_t{1});
        QCOMPARE(report->damage.front().checkpoint_id, rows->back().id);
        QVERIFY(report->damage.front().what.find("is gone") != std::string::npos);
        VERIFY_OK((*again)->maintenance().choose_scheme("run", {.scheme = Scheme::exact}));
        QCOMPARE((*again)->maintenance().verify({})->damage.size(), std::size_t{1});
        fs::rename(root / "kept", newest);
        QVERIFY((*again)->maintenance().verify({})->damage.empty());
        // A removed checkpoint does not count as missing.
        const auto plan = (*again)->maintenance().plan_prune("run", {.last = 1});
        VERIFY_OK(plan);
        VERIFY_OK((*again)->maintenance().prune(*plan, Maintenance::Removal::permanent, {}));
        QVERIFY((*again)->maintenance().verify({})->damage.empty());
        // A missing checkpoint that a reindex dropped does not count as missing either.
        fs::remove(newest);
        QCOMPARE((*again)->maintenance().verify({})->damage.size(), std::size_t{1});
        VERIFY_OK((*again)->maintenance().reindex({}));
        QVERIFY((*again)->maintenance().verify({})->damage.empty());
    }

    void a_pin_belongs_to_its_run_and_checkpoint() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"a", "b"})
            write_run(root / "runs" / name, 2);
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "runs"}, SchemeChoice{.scheme = Scheme::exact}));
        const auto id = [&](const char* run) { return (*library)->queries().run(run)->row.id; };
        const auto pinned = [&](const char* run) {
            QStringList steps;
            const auto rows = (*library)->queries().checkpoints(id(run));
            for (const auto& row : *rows) {
                if (row.pinned) steps << QString::number(row.step);
            }
            return steps;
        };
        // Both runs use the same ids.
        const auto checkpoint = (*library)->queries().find_checkpoint(id("a"), 20)->id;
        QCOMPARE((*library)->queries().find_checkpoint(id("b"), 20)->id, checkpoint);
        VERIFY_OK((*library)->maintenance().pin(id("a"), checkpoint, true));
        QCOMPARE(pinned("a"), QStringList{"20"});
        QCOMPARE(pinned("b"), QStringList());
        VERIFY_OK((*library)->maintenance().pin(id("a"), checkpoint, false));
        QCOMPARE(pinned("a"), QStringList());
    }

    void a_run_keeps_its_scheme_unless_told() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 1);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}, SchemeChoice{.scheme = Scheme::lc, .bits = 5}));
        write_run(root / "run", 3);
        age(root / "run");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        const auto run = (*library)->queries().run("run");
        QCOMPARE(run->row.scheme, Scheme::lc);
        QCOMPARE(run->row.bits, 5U);
        const auto row = (*library)->queries().find_checkpoint(run->row.id, 30);
        VERIFY_OK(row);
        QCOMPARE(row->scheme, Scheme::lc);
        QCOMPARE(row->bits, 5U);
        QCOMPARE((*library)->queries().scheme("run")->scheme, Scheme::lc);
    }
};

STEPVAULT_TEST(TestLibrary)

}  // namespace test_library

#include "test_library.moc"
