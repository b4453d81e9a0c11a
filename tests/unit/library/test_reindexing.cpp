#include <chrono>
#include <sstream>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "db/sqlite_catalog.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/format/step_meta.h"
#include "vault/records/removed_steps.h"
#include "vault/records/step_list.h"

namespace test_reindexing {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Everything in the catalog, as text.
std::string dump(VaultHandle& library) {
    std::ostringstream out;
    out.precision(17);
    const auto runs = library.queries().runs();
    if (!runs) return runs.error().message;
    for (const auto& run : *runs) {
        const auto& r = run.row;
        out << "run " << r.id << ' ' << r.name << ' ' << r.folder << ' ' << name_of(r.scheme) << ' ' << r.bits
            << ' ' << r.created << ' ' << run.loss_tag << ' ' << r.labels.note << ' ' << r.labels.favourite
            << ' ' << r.labels.archived;
        for (const auto& tag : r.labels.tags)
            out << ' ' << tag;
        out << '\n';
        const auto checkpoints = library.queries().checkpoints(r.id);
        for (const auto& c : *checkpoints) {
            out << "checkpoint " << c.id << ' ' << c.run_id << ' ' << c.step << ' ' << c.source << ' '
                << c.generation << ' ' << name_of(c.scheme) << ' ' << c.bits << ' ' << c.key << ' '
                << c.parent << ' ' << c.original_bytes << ' ' << c.stored_bytes << ' ' << c.relative_error
                << ' ' << c.max_abs_error << ' ' << c.loss.value_or(-1) << ' ' << c.saved << ' ' << c.filed
                << ' ' << c.format << ' ' << c.files << ' ' << c.weights_only << '\n';
            const auto tensors = library.queries().tensors(r.id, c.id);
            for (const auto& t : *tensors) {
                out << "tensor " << t.file << ' ' << t.name << ' ' << t.dtype << ' ' << t.role << ' '
                    << t.elements << ' ' << t.relative_error << ' ' << t.max_abs_error;
                for (const auto n : t.shape)
                    out << ' ' << n;
                out << '\n';
            }
        }
        const auto series = library.queries().series(r.id);
        for (const auto& s : *series) {
            out << "series " << s.tag << ' ' << s.points << ' ' << s.last_step << ' ' << s.last_value << '\n';
            const auto points = library.queries().points(r.id, s.tag);
            for (const auto& p : *points)
                out << p.step << ' ' << p.time << ' ' << p.value << '\n';
        }
    }
    return out.str();
}

}  // namespace

class TestReindexing : public QObject {
    Q_OBJECT

 private slots:
    void reindex_brings_back_the_same_rows() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 5);
        age(root / "run");
        std::string before;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            Events events;
            VERIFY_OK(watch_once(**library, root / "run", events));
            auto& maintenance = (*library)->maintenance();
            VERIFY_OK(maintenance.rename("run", "renamed"));
            VERIFY_OK(maintenance.change_labels(
                "renamed", {.note = "a\nb", .add_tags = {"x", "y"}, .favourite = true, .archived = true}));
            before = dump(**library);
            QVERIFY(before.find("series loss 5") != std::string::npos);
            QVERIFY(before.find(" renamed ") != std::string::npos);
            QVERIFY(before.find(" a\nb 1 1 x y\n") != std::string::npos);
        }
        fs::remove_all(root / "run");
        VERIFY_OK(discard_sqlite_catalog(catalog_file(root / "vault")));
        auto library = open_library(root / "vault", LocalVault::Mode::existing);
        VERIFY_OK(library);
        QVERIFY((*library)->queries().runs()->empty());
        VERIFY_OK((*library)->maintenance().reindex({}));
        QCOMPARE(QString::fromStdString(dump(**library)), QString::fromStdString(before));
    }

    void a_catalog_left_behind_is_brought_up() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        std::string before;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            Events events;
            VERIFY_OK(watch_once(**library, root / "run", events));
            before = dump(**library);
        }
        // Simulates a process that died between publishing the step and updating the catalog.
        auto catalog = open_sqlite_catalog(catalog_file(root / "vault"));
        VERIFY_OK(catalog);
        const auto run = (*catalog)->runs()->front();
        VERIFY_OK((*catalog)->remove_checkpoint(run.id, (*catalog)->checkpoints(run.id)->back().id));
        catalog->reset();
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        Events events;
        VERIFY_OK(watch_once(**library, root / "run", events));
        QCOMPARE(events.of(WatchEvent::Kind::filed).size(), std::size_t{0});
        QCOMPARE(QString::fromStdString(dump(**library)), QString::fromStdString(before));
    }

    void a_catalog_that_was_left_behind_catches_up() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 4);
        age(root / "run");
        std::string run_id;
        std::vector<CheckpointRow> before;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            Events events;
            VERIFY_OK(watch_once(**library, root / "run", events));
            run_id = (*library)->queries().run("run")->row.id;
            before = *(*library)->queries().checkpoints(run_id);
            QCOMPARE(before.size(), std::size_t{4});
        }
        {
            // Simulates kills after the newest checkpoint was filed, after the one before it was removed, and
            // after the one before that was recoded.
            auto catalog = open_sqlite_catalog(catalog_file(root / "vault"));
            VERIFY_OK(catalog);
            VERIFY_OK((*catalog)->remove_checkpoint(run_id, before[3].id));
            auto again = before[1];
            again.stored_bytes += 1;
            VERIFY_OK((*catalog)->put_checkpoint(again, {}));
            again = before[0];
            again.id = make_checkpoint_id(5, "step_5.safetensors", 1);
            VERIFY_OK((*catalog)->put_checkpoint(again, {}));
            VERIFY_OK(write_removed_steps(removed_file(root / "vault" / "runs" / run_id),
                                          {RemovedStep{.id = again.id, .source = "step_5.safetensors"}}));
        }
        const auto library =
            LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        const auto after = *(*library)->queries().checkpoints(run_id);
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            QCOMPARE(after[i].id, before[i].id);
            QCOMPARE(after[i].stored_bytes, before[i].stored_bytes);
        }
        QVERIFY(!(*library)->queries().tensors(run_id, before[1].id)->empty());
    }

    void a_reindex_that_was_killed_is_made_again() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        std::string before;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            VERIFY_OK(watch_once(**library, {root / "run"}));
            before = dump(**library);
            QVERIFY(before.find("series loss 3") != std::string::npos);
        }
        {
            // Simulates a kill after the checkpoints were indexed and before the curves were.
            auto catalog = open_sqlite_catalog(catalog_file(root / "vault"));
            VERIFY_OK(catalog);
            const auto run = (*catalog)->runs()->front();
            const auto rows = *(*catalog)->checkpoints(run.id);
            std::vector<std::vector<TensorRow>> tensors;
            for (const auto& row : rows)
                tensors.push_back(*(*catalog)->tensors(run.id, row.id));
            VERIFY_OK((*catalog)->clear());
            VERIFY_OK((*catalog)->put_run(run));
            for (std::size_t i = 0; i < rows.size(); ++i)
                VERIFY_OK((*catalog)->put_checkpoint(rows[i], tensors[i]));
            VERIFY_OK((*catalog)->put_steps_seen({{run.id, 1}}));
            write_text(reindex_mark(root / "vault"), "");
        }
        const auto library =
            LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        QCOMPARE(QString::fromStdString(dump(**library)), QString::fromStdString(before));
        QVERIFY(!fs::exists(reindex_mark(root / "vault")));
    }

    /// A folder's state is noted only if the folder has not changed for a while.
    void a_look_at_a_folder_is_remembered() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        std::string run_id;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            VERIFY_OK(watch_once(**library, {root / "run"}));
            run_id = (*library)->queries().run("run")->row.id;
        }
        const auto steps = steps_folder(root / "vault" / "runs" / run_id);
        const auto catch_up = [&] {
            return LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(),
                                              {})
                .ok();
        };
        const auto seen = [&] {
            return (*open_sqlite_catalog(catalog_file(root / "vault")))->steps_seen()->at(run_id);
        };
        const auto modified = [&] { return file_identity(steps)->modified_ns; };
        const auto touch = [&](std::chrono::seconds ago) {
            fs::last_write_time(steps, fs::file_time_type::clock::now() - ago);
        };
        QVERIFY(catch_up());
        QCOMPARE(seen(), std::int64_t{0});
        touch(std::chrono::hours(1));
        QVERIFY(catch_up());
        QCOMPARE(seen(), modified());

        const auto forget = [&] {
            auto catalog = open_sqlite_catalog(catalog_file(root / "vault"));
            return (*catalog)->remove_checkpoint(run_id, (*catalog)->checkpoints(run_id)->back().id).ok();
        };
        const auto listed = [&] {
            return (*open_sqlite_catalog(catalog_file(root / "vault")))->checkpoints(run_id)->size();
        };
        QVERIFY(forget() && catch_up());
        QCOMPARE(listed(), std::size_t{2});
        touch(std::chrono::hours(2));
        QVERIFY(catch_up());
        QCOMPARE(listed(), std::size_t{3});
        // Only the next check finds no differences.
        QVERIFY(seen() != modified());
        QVERIFY(catch_up());
        QCOMPARE(seen(), modified());

        // Each check looks for missing step files again.
        const auto newest = list_step_sizes(steps)->front().first;
        fs::rename(step_path(steps, newest), root / "kept");
        touch(std::chrono::hours(3));
        QVERIFY(catch_up());
        QVERIFY(seen() != modified());
        fs::rename(root / "kept", step_path(steps, newest));
        QVERIFY((*open_library(root / "vault"))->maintenance().reindex({}).ok());
        QCOMPARE(listed(), std::size_t{3});
    }

    void what_is_damaged_is_said() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QVERIFY((*library)->maintenance().reindex({})->empty());
        const auto row = (*library)->queries().run("run")->row;
        const auto folder = root / "vault" / "runs" / row.id;
        const auto newest = list_step_sizes(steps_folder(folder))->front().first;
        fs::resize_file(step_path(steps_folder(folder), newest), 100);
        write_text(run_file(folder), "{");

        const auto left_out = (*library)->maintenance().reindex({});
        VERIFY_OK(left_out);
        QCOMPARE(left_out->size(), std::size_t{2});
        QVERIFY(left_out->at(0).message.find("run.json") != std::string::npos);
        QVERIFY(left_out->at(1).message.find(newest) != std::string::npos);
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{1});
        QCOMPARE((*library)->queries().run("run")->row.folder, row.folder);
        QCOMPARE((*library)->queries().checkpoints(row.id)->size(), std::size_t{2});
        QCOMPARE((*library)->maintenance().reindex({}, Reindex::differences)->size(), std::size_t{2});

        library = Error{};
        VERIFY_OK(discard_sqlite_catalog(catalog_file(root / "vault")));
        library = open_library(root / "vault", LocalVault::Mode::existing);
        VERIFY_OK(library);
        QCOMPARE((*library)->maintenance().reindex({})->size(), std::size_t{1});
        QVERIFY((*library)->queries().runs()->empty());
    }

    void what_is_of_another_run_is_left_out_data() {
        QTest::addColumn<QString>("what");
        QTest::newRow("a step file") << "step";
        QTest::newRow("a folder in the place of curves") << "curves";
    }
    void what_is_of_another_run_is_left_out() {
        QFETCH(QString, what);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"runs/a", "runs/b"})
            write_run(root / name, 2);
        age(root / "runs");
        std::string a;
        std::string b;
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            VERIFY_OK(watch_once(**library, {root / "runs/a"}));
            a = (*library)->queries().run("a")->row.id;
            auto other = open_library(root / "other");
            VERIFY_OK(other);
            VERIFY_OK(watch_once(**other, {root / "runs/b"}));
            b = (*other)->queries().run("b")->row.id;
        }
        const auto folder = root / "vault/runs" / a;
        if (what == "step") {
            const auto theirs = steps_folder(root / "other/runs" / b);
            const auto id = list_steps(theirs)->steps.back().id;
            fs::remove(step_path(steps_folder(folder), id));
            fs::copy_file(step_path(theirs, id), step_path(steps_folder(folder), id));
        } else {
            fs::remove(metrics_file(folder));
            fs::create_directory(metrics_file(folder));
        }
        const auto library =
            LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        const auto left_out = (*library)->maintenance().reindex({});
        VERIFY_OK(left_out);
        QCOMPARE(left_out->size(), std::size_t{1});
        QVERIFY2(left_out->front().message.find(what == "step" ? "another checkpoint" : "metrics") !=
                     std::string::npos,
                 left_out->front().message.c_str());
        QCOMPARE((*library)->queries().checkpoints(a)->size(), std::size_t{what == "step" ? 1U : 2U});
        if (what == "curves") return;
        // No step builds on it either.
        write_text(root / "runs/a/step_90.safetensors", Training(9, 2000).bytes());
        age(root / "runs/a");
        VERIFY_OK(watch_once(**library, {root / "runs/a"}));
        VERIFY_OK((*library)->restorer().restore(
            {.run = "a", .step = 90, .checkpoint_id = {}, .output = root / "restored"}, {}));
    }

    void what_is_known_of_a_damaged_run_outlives_a_stop() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        for (const char* name : {"a", "b"})
            write_run(root / "runs" / name, 2);
        age(root / "runs");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "runs"}));
        const auto row = (*library)->queries().run("b")->row;
        write_text(run_file(root / "vault" / "runs" / row.id), "{");
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = (*library)->maintenance().reindex({stop.get_token(), nullptr});
        VERIFY_ERROR(stopped, ErrorCode::cancelled);
        const auto known = (*library)->queries().run("b");
        VERIFY_OK(known);
        QCOMPARE(known->row.folder, row.folder);
    }

    void a_catalog_with_damaged_pages_is_made_again() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        age(root / "run");
        {
            auto library = open_library(root / "vault");
            VERIFY_OK(library);
            VERIFY_OK(watch_once(**library, {root / "run"}));
        }
        const auto file = catalog_file(root / "vault");
        auto bytes = read_text(file);
        constexpr std::size_t page = 4096;
        QVERIFY(bytes.size() > 4 * page);
        std::fill(bytes.begin() + page, bytes.end(), '\x5a');
        write_text(file, bytes);
        const auto library =
            LocalVault::open_caught_up(root / "vault", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        QCOMPARE((*library)->queries().checkpoints((*library)->queries().run("run")->row.id)->size(),
                 std::size_t{3});
    }

    void a_folder_that_cannot_be_read_says_nothing() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 2);
        age(root / "run");
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}));
        const auto run_id = (*library)->queries().run("run")->row.id;
        const auto steps = steps_folder(root / "vault" / "runs" / run_id);
        fs::rename(steps, root / "steps");
        VERIFY_OK((*library)->maintenance().reindex({}, Reindex::differences));
        QCOMPARE((*library)->queries().checkpoints(run_id)->size(), std::size_t{2});
        fs::rename(root / "steps", steps);
    }
};

STEPVAULT_TEST(TestReindexing)

}  // namespace test_reindexing

#include "test_reindexing.moc"
