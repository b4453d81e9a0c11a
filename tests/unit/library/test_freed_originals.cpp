// Originals in the trash, and their restore from the trash.
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>

#include "freeing_scene.h"
#include "support/registry.h"
#include "vault/format/step_file.h"
#include "vault/originals/freed_originals.h"

namespace test_freed_originals {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

fs::path stored_file(FreeingScene& s, std::int64_t step) {
    const auto run = s.library->queries().run("run");
    const auto row = s.library->queries().find_checkpoint(run->row.id, step);
    return step_path(steps_folder(runs_folder(s.root / "vault") / run->row.id), row->id);
}

/// Flips a bit, and keeps the file's time.
void damage(const fs::path& file, std::size_t at) {
    const auto written = fs::last_write_time(file);
    auto bytes = read_text(file);
    bytes[at] ^= 1;
    write_text(file, bytes);
    fs::last_write_time(file, written);
}

}  // namespace

class TestFreedOriginals : public QObject {
    Q_OBJECT

 private slots:
    void originals_go_to_the_trash_and_come_back() {
        FreeingScene s;
        QVERIFY(s.library != nullptr);
        const auto before = s.files();
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{3});
        QCOMPARE(plan->folder, s.run.native());
        const auto report = s.library->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{3});
        QCOMPARE(report->bytes, plan->freed_bytes);
        QVERIFY(report->left.empty() && report->damaged.empty());
        QVERIFY(!fs::exists(s.step(1)) && !fs::exists(s.step(3)) && fs::exists(s.step(4)));
        QVERIFY(fs::exists(s.run / "metrics.jsonl"));

        const auto entries = s.library->maintenance().trash();
        VERIFY_OK(entries);
        QCOMPARE(entries->size(), std::size_t{1});
        QCOMPARE(entries->front().originals.size(), std::size_t{3});
        QVERIFY(entries->front().steps.empty() && entries->front().unreadable.empty());
        QCOMPARE(entries->front().run_id, plan->run_id);
        // For the rules the originals are gone.
        QCOMPARE(s.fates(keep_last_one)["10"], OriginalFate::gone);
        // The stored steps still restore the originals to the byte.
        const RestoreRequest request{
            .run = "run", .step = 20, .checkpoint_id = {}, .output = s.root / "restored"};
        VERIFY_OK(s.library->restorer().restore(request, {}));
        QCOMPARE(read_text(s.root / "restored"), before.at("step_20.safetensors"));

        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->originals, std::uint64_t{3});
        QVERIFY(back->left.empty());
        QCOMPARE(s.files(), before);
        QVERIFY(s.library->maintenance().trash()->empty());
        // No restored original is filed again.
        Events events;
        VERIFY_OK(watch_once(*s.library, s.run, events));
        QVERIFY(events.of(WatchEvent::Kind::filed).empty());
    }

    void they_go_to_no_folder_but_their_own_data() {
        QTest::addColumn<QByteArray>("what");
        for (const auto* what :
             {"made again", "gone", "a link", "named by a foreign list", "an old list", "by another user"})
            QTest::newRow(what) << QByteArray(what);
    }
    void they_go_to_no_folder_but_their_own() {
        QFETCH(QByteArray, what);
        FreeingScene s;
        const auto before = s.files();
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        const auto elsewhere = s.root / "elsewhere";
        fs::create_directories(elsewhere);
        if (what == "made again" || what == "gone") fs::rename(s.run, s.root / "moved");
        if (what == "made again") fs::create_directory(s.run);
        if (what == "a link") {
            fs::rename(s.run, s.root / "moved");
            fs::create_directory_symlink(elsewhere, s.run);
        }
        if (what == "named by a foreign list" || what == "an old list") {
            auto json = nlohmann::ordered_json::parse(read_text(list));
            json.erase("xxh3");
            if (what == "an old list") {
                json.erase("folder_mark");
            } else {
                // Both records of the vault agree.
                json["folder"] = elsewhere.native();
                const auto record = runs_folder(s.root / "vault") /
                                    s.library->maintenance().trash()->front().run_id / "run.json";
                auto run = nlohmann::ordered_json::parse(read_text(record));
                run.erase("xxh3");
                run["folder"] = elsewhere.native();
                write_text(record, run.dump());
            }
            write_text(list, json.dump());
        }
        if (what == "by another user" && (::geteuid() != 0 || ::chown(list.c_str(), 65534, 65534) != 0))
            QSKIP("only root can give a file away");
        const auto refused = s.library->maintenance().restore_trash(report->trash_entry, {});
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, what == "gone" ? ErrorCode::not_found : ErrorCode::invalid_argument);
        QVERIFY2(refused.error().message.find("--into FOLDER") != std::string::npos,
                 refused.error().message.c_str());
        QVERIFY(fs::is_empty(elsewhere));
        // With a folder named, the originals are restored there.
        const auto missing =
            s.library->maintenance().restore_trash(report->trash_entry, {}, s.root / "missing");
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::not_found);
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {}, elsewhere);
        VERIFY_OK(back);
        QCOMPARE(back->originals, std::uint64_t{3});
        QVERIFY(back->folder == elsewhere);
        for (int n = 1; n <= 3; ++n) {
            const auto name = s.step(n).filename();
            QCOMPARE(read_text(elsewhere / name), before.at(name.native()));
        }
        QVERIFY(s.library->maintenance().trash()->empty());
    }

    void they_are_as_private_in_the_trash() {
        FreeingScene s;
        fs::permissions(s.run, fs::perms::owner_all);
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        const auto report = s.library->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(fs::status(s.trash(*report).parent_path()).permissions(), fs::perms::owner_all);
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QVERIFY(back->left.empty());
    }

    void purged_ones_are_gone_for_good() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        QVERIFY(s.library->maintenance().verify({})->damage.empty());
        VERIFY_OK(s.library->maintenance().purge_trash(report->trash_entry, {}));
        QVERIFY(!fs::exists(s.trash(*report)));
        QCOMPARE(s.files().size(), std::size_t{2});
    }

    void they_repair_what_was_stored_of_them_data() {
        QTest::addColumn<bool>("missing");
        QTest::newRow("damaged") << false;
        QTest::newRow("missing") << true;
    }
    void they_repair_what_was_stored_of_them() {
        QFETCH(bool, missing);
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto file = stored_file(s, 10);
        const auto stored = read_text(file);
        const auto access = fs::status(file).permissions();
        if (missing) {
            fs::remove(file);
        } else {
            damage(file, 200);
        }
        // The trash holds the only sound copy.
        const auto purged = s.library->maintenance().purge_trash(report->trash_entry, {});
        VERIFY_ERROR(purged, ErrorCode::corrupt);
        QVERIFY2(
            purged.error().message.find("only sound copy of " + file.stem().native()) != std::string::npos,
            purged.error().message.c_str());
        QVERIFY(fs::exists(s.trash(*report) / "original-1"));
        const auto repaired = s.library->maintenance().repair({}, {});
        VERIFY_OK(repaired);
        if (missing) {
            // No record says how the step was coded.
            QVERIFY(repaired->repaired.empty());
            return;
        }
        QCOMPARE(repaired->repaired.size(), std::size_t{1});
        QCOMPARE(repaired->repaired[0].what, std::string("from its original"));
        QVERIFY(read_text(file) == stored);
        QCOMPARE(fs::status(file).permissions(), access);
        VERIFY_OK(s.library->maintenance().purge_trash(report->trash_entry, {}));
        QVERIFY(s.library->maintenance().verify({})->damage.empty());
    }

    void any_sound_one_repairs_data() {
        QTest::addColumn<bool>("first");
        QTest::newRow("the first is damaged") << true;
        QTest::newRow("the second is damaged") << false;
    }
    void any_sound_one_repairs() {
        QFETCH(bool, first);
        FreeingScene s;
        const auto written = fs::last_write_time(s.step(1));
        fs::copy_file(s.step(1), s.root / "copy");
        const auto one = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(one);
        fs::rename(s.root / "copy", s.step(1));
        fs::last_write_time(s.step(1), written);
        const auto two = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(two);
        QCOMPARE(two->freed, std::uint64_t{1});
        damage(s.trash(first ? *one : *two) / "original-1", 100);
        damage(stored_file(s, 10), 200);
        const auto repaired = s.library->maintenance().repair({}, {});
        VERIFY_OK(repaired);
        QCOMPARE(repaired->repaired.size(), std::size_t{1});
        QCOMPARE(repaired->repaired[0].what, std::string("from its original"));
    }

    /// A stopped repair has not found out that there is no original; if it had, it would set the checkpoint
    /// aside.
    void a_stopped_search_found_out_nothing() {
        FreeingScene s;
        VERIFY_OK(s.library->maintenance().free_originals(*s.plan(keep_last_one), {}));
        const auto file = stored_file(s, 10);
        const auto step = StepFile::open(file);
        VERIFY_OK(step);
        const auto record = RunRecord::read(run_file(file.parent_path().parent_path()));
        VERIFY_OK(record);
        const auto search = [&](const JobContext& job) {
            return find_freed_original(s.root / "vault", *record, step->meta(), file, s.root / "scratch",
                                       job);
        };
        std::stop_source stop;
        const auto found = search({stop.get_token(), nullptr});
        VERIFY_OK(found);
        QVERIFY(found->has_value());
        fs::remove_all(s.root / "scratch");
        stop.request_stop();
        const auto stopped = search({stop.get_token(), nullptr});
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::cancelled);
    }

    void one_that_may_be_the_only_copy_keeps_no_other_from_going() {
        FreeingScene s;
        const auto two = s.library->maintenance().free_originals(*s.plan({.last = 2}), {});
        VERIFY_OK(two);
        const auto one = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(one);
        const auto bytes = s.library->maintenance().trash()->front().bytes;
        damage(stored_file(s, 30), 200);
        const auto report = s.library->maintenance().purge_several(
            {one->trash_entry, "20200101T000000Z-1", two->trash_entry}, {});
        QCOMPARE(report.purged, std::size_t{1});
        QCOMPARE(report.bytes, bytes);
        QCOMPARE(report.problems.size(), std::size_t{1});
        QCOMPARE(report.problems[0].code, ErrorCode::corrupt);
        QVERIFY(fs::exists(s.trash(*one) / "original-1") && !fs::exists(s.trash(*two)));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped =
            s.library->maintenance().purge_several({one->trash_entry}, {stop.get_token(), nullptr});
        QCOMPARE(stopped.problems.back().code, ErrorCode::cancelled);
        QVERIFY(fs::exists(s.trash(*one) / "original-1"));
    }

    void what_nobody_can_list_is_not_purged_data() {
        QTest::addColumn<bool>("missing");
        QTest::newRow("damaged list") << false;
        QTest::newRow("no list") << true;
    }
    void what_nobody_can_list_is_not_purged() {
        QFETCH(bool, missing);
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        if (missing)
            fs::remove(list);
        else
            damage(list, 20);
        const auto purged = s.library->maintenance().purge_trash(report->trash_entry, {});
        VERIFY_ERROR(purged, ErrorCode::corrupt);
        QVERIFY2(purged.error().message.find("remove " + s.trash(*report).native()) != std::string::npos,
                 purged.error().message.c_str());
        QVERIFY(fs::exists(s.trash(*report) / "original-1"));
    }

    void the_exact_copy_of_the_newest_is_not_purged() {
        FreeingScene s(Scheme::exact, 4);
        const auto report = s.library->maintenance().free_originals(*s.plan({.first = true}), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{3});
        VERIFY_OK(s.library->maintenance().recode({"run", {.scheme = Scheme::lc, .bits = 1}, {}, false}, {}));
        const auto purged = s.library->maintenance().purge_trash(report->trash_entry, {});
        QVERIFY(!purged.ok());
        QVERIFY2(purged.error().message.find("the newest") != std::string::npos,
                 purged.error().message.c_str());
        VERIFY_OK(s.library->maintenance().restore_trash(report->trash_entry, {}));
        QVERIFY(fs::exists(s.step(4)));
    }

    void damaged_ones_do_not_come_back() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto file = s.trash(*report) / "original-1";
        damage(file, 100);
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QVERIFY(back->damaged);
        QCOMPARE(back->originals, std::uint64_t{2});
        QVERIFY(!fs::exists(s.step(1)) && fs::exists(file));
    }

    void they_go_back_only_where_they_came_from() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["folder"] = (s.root / "elsewhere").native();
        json.erase("xxh3");
        write_text(list, json.dump());
        fs::create_directory(s.root / "elsewhere");
        VERIFY_ERROR(s.library->maintenance().restore_trash(report->trash_entry, {}),
                     ErrorCode::invalid_argument);
        QVERIFY(fs::is_empty(s.root / "elsewhere"));
    }

    void the_trash_is_worked_on_by_one_at_a_time() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto held = lock_trash(s.root / "vault");
        VERIFY_OK(held);
        VERIFY_ERROR(s.library->maintenance().restore_trash(report->trash_entry, {}), ErrorCode::locked);
        VERIFY_ERROR(s.library->maintenance().purge_trash(report->trash_entry, {}), ErrorCode::locked);
        VERIFY_ERROR(s.library->maintenance().free_originals(*s.plan({.first = true}), {}),
                     ErrorCode::locked);
    }

    void nothing_is_replaced_on_the_way_back() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        write_text(s.step(2), "newer");
        // A parent folder may be a link by now.
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->originals, std::uint64_t{2});
        QCOMPARE(back->left.size(), std::size_t{1});
        QCOMPARE(read_text(s.step(2)), std::string("newer"));
        QCOMPARE(s.library->maintenance().trash()->front().originals.size(), std::size_t{1});
        fs::remove(s.step(2));
        QCOMPARE(s.library->maintenance().restore_trash(report->trash_entry, {})->originals,
                 std::uint64_t{1});
        QVERIFY(s.library->maintenance().trash()->empty());
    }

    void hostile_lists_lead_nowhere_data() {
        QTest::addColumn<std::string>("path");
        QTest::newRow("up") << std::string("../stolen");
        QTest::newRow("absolute") << std::string("/tmp/stolen");
        QTest::newRow("inside up") << std::string("a/../../stolen");
        QTest::newRow("empty") << std::string();
    }

    void hostile_lists_lead_nowhere() {
        QFETCH(std::string, path);
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["files"][0]["path"] = path;
        json.erase("xxh3");
        write_text(list, json.dump());
        QCOMPARE(s.library->maintenance().trash()->front().unreadable.size(), std::size_t{1});
        VERIFY_ERROR(s.library->maintenance().restore_trash(report->trash_entry, {}), ErrorCode::corrupt);
        QVERIFY(!fs::exists(s.root / "stolen") && !fs::exists(s.run / "step_10.safetensors"));
        QVERIFY(!s.library->maintenance().verify({})->damage.empty());
    }

    void links_on_the_way_back_are_not_followed() {
        FreeingScene s;
        fs::create_directory(s.run / "deep");
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["files"][0]["path"] = "deep/x.safetensors";
        json.erase("xxh3");
        write_text(list, json.dump());
        fs::remove(s.run / "deep");
        fs::create_directory(s.root / "outside");
        fs::create_directory_symlink(s.root / "outside", s.run / "deep");
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->left.size(), std::size_t{1});
        QVERIFY(fs::is_empty(s.root / "outside"));
    }

    void damage_in_the_trash_is_found() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto file = s.trash(*report) / "original-2";
        auto bytes = read_text(file);
        bytes.back() ^= 1;
        write_text(file, bytes);
        const auto damage = s.library->maintenance().verify({})->damage;
        QCOMPARE(damage.size(), std::size_t{1});
        QVERIFY2(damage[0].what.find("step_20") != std::string::npos, damage[0].what.c_str());
    }

    void runs_on_another_disk_are_copied_there_and_back() {
        FreeingScene s;
        QTemporaryDir other("/dev/shm/stepvault-XXXXXX");
        const fs::path far = other.path().toStdString();
        struct stat here {};
        struct stat there {};
        if (!other.isValid() || ::stat(s.root.c_str(), &here) != 0 || ::stat(far.c_str(), &there) != 0 ||
            here.st_dev == there.st_dev)
            QSKIP("there is no second file system");
        write_run(far / "far", 2);
        age(far);
        fs::permissions(far / "far/step_10.safetensors", fs::perms::owner_read);
        const SchemeChoice exact{.exact_base = true};
        VERIFY_OK(s.library->watcher().ingest({.paths = {far / "far/step_10.safetensors"},
                                               .run = "far",
                                               .folder = far / "far",
                                               .step = {},
                                               .scheme = exact},
                                              {}));
        VERIFY_OK(s.library->watcher().ingest({.paths = {far / "far/step_20.safetensors"},
                                               .run = "far",
                                               .folder = far / "far",
                                               .step = {},
                                               .scheme = exact},
                                              {}));
        const auto file = far / "far/step_10.safetensors";
        const auto bytes = read_text(file);
        const auto identity = file_identity(file);
        const auto report = s.library->maintenance().free_originals(
            *s.library->maintenance().plan_freeing("far", keep_last_one, 0), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{1});
        QVERIFY(!fs::exists(file));
        QCOMPARE(read_text(s.trash(*report) / "original-1"), bytes);
        VERIFY_OK(s.library->maintenance().restore_trash(report->trash_entry, {}));
        QCOMPARE(read_text(file), bytes);
        QCOMPARE(file_identity(file)->modified_ns, identity->modified_ns);
        QCOMPARE(fs::status(file).permissions(), fs::perms::owner_read);
    }

    void folders_that_are_empty_then_go_too() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 2000);
        for (int i = 1; i <= 2; ++i, training.next())
            write_text(root / "run" / "checkpoints" / ("step_" + std::to_string(i)) / "model.safetensors",
                       training.bytes());
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        IngestRequest request;
        request.run = "run";
        request.folder = root / "run";
        request.scheme = SchemeChoice{.scheme = Scheme::exact};
        for (const char* step : {"step_1", "step_2"}) {
            request.paths = {root / "run" / "checkpoints" / step};
            request.source = std::string("checkpoints/") + step;
            VERIFY_OK((*library)->watcher().ingest(request, {}));
        }
        const auto plan = (*library)->maintenance().plan_freeing("run", keep_last_one, 0);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{1});
        const auto report = (*library)->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        QVERIFY(!fs::exists(root / "run" / "checkpoints" / "step_1"));
        QVERIFY(fs::exists(root / "run" / "checkpoints" / "step_2" / "model.safetensors"));
        VERIFY_OK((*library)->maintenance().restore_trash(report->trash_entry, {}));
        QVERIFY(fs::exists(root / "run" / "checkpoints" / "step_1" / "model.safetensors"));
    }
};

STEPVAULT_TEST(TestFreedOriginals)

}  // namespace test_freed_originals

#include "test_freed_originals.moc"
