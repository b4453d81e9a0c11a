// Originals that the vault has, out of their run's folder and back.
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "support/watched_library.h"
#include "vault/step_list.h"
#include "vault/trashed_originals.h"

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

struct Scene {
    QTemporaryDir dir;
    fs::path root = dir.path().toStdString();
    fs::path run = root / "run";
    std::unique_ptr<Library> library;

    explicit Scene(const std::string& scheme = "exact", int steps = 4) {
        write_run(run, steps);
        age(root);
        auto opened = open_library(root / "vault");
        if (opened) library = std::move(*opened);
        IngestRequest request;
        request.run = "run";
        request.folder = run;
        request.scheme = SchemeChoice{.scheme = scheme};
        for (int n = 1; n <= steps; ++n)
            request.paths.push_back(step(n));
        if (!library || !library->ingest(request, {})) library.reset();
    }

    [[nodiscard]] fs::path step(int n) const {
        return run / ("step_" + std::to_string(n * 10) + ".safetensors");
    }
    [[nodiscard]] Result<FreePlan> plan(const RetentionRules& rules, double most_error = 0) const {
        return library->plan_freeing("run", rules, most_error);
    }
    [[nodiscard]] std::map<std::string, OriginalFate> fates(const RetentionRules& rules,
                                                            double most_error = 0) const {
        std::map<std::string, OriginalFate> fates;
        if (const auto made = plan(rules, most_error)) {
            for (const auto& d : made->decisions)
                fates[std::to_string(d.rule.item.step)] = d.fate;
        }
        return fates;
    }
    [[nodiscard]] std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(run)) {
            if (entry.is_regular_file())
                files[entry.path().lexically_relative(run).native()] = read_text(entry.path());
        }
        return files;
    }
    [[nodiscard]] fs::path trash(const FreeReport& report) const {
        return trash_folder(root / "vault") / report.trash_entry;
    }
};

const RetentionRules keep_last_one{.last = 1};

}  // namespace

class TestFreeing : public QObject {
    Q_OBJECT

 private slots:
    void originals_go_to_the_trash_and_come_back() {
        Scene s;
        QVERIFY(s.library != nullptr);
        const auto before = s.files();
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{3});
        QCOMPARE(plan->folder, s.run.native());
        const auto report = s.library->free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{3});
        QCOMPARE(report->bytes, plan->freed_bytes);
        QVERIFY(report->left.empty() && report->damaged.empty());
        QVERIFY(!fs::exists(s.step(1)) && !fs::exists(s.step(3)) && fs::exists(s.step(4)));
        QVERIFY(fs::exists(s.run / "metrics.jsonl"));

        const auto entries = s.library->trash();
        VERIFY_OK(entries);
        QCOMPARE(entries->size(), std::size_t{1});
        QCOMPARE(entries->front().originals.size(), std::size_t{3});
        QVERIFY(entries->front().steps.empty() && entries->front().unreadable.empty());
        QCOMPARE(entries->front().run_id, plan->run_id);
        // They are gone for the rules by now.
        QCOMPARE(s.fates(keep_last_one)["10"], OriginalFate::gone);
        // What is stored brings them back to the byte.
        const RestoreRequest request{
            .run = "run", .step = 20, .checkpoint_id = {}, .output = s.root / "restored"};
        VERIFY_OK(s.library->restore(request, {}));
        QCOMPARE(read_text(s.root / "restored"), before.at("step_20.safetensors"));

        const auto back = s.library->restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->originals, std::uint64_t{3});
        QVERIFY(back->left.empty());
        QCOMPARE(s.files(), before);
        QVERIFY(s.library->trash()->empty());
        // None of them is filed once more.
        Events events;
        VERIFY_OK(watch_once(*s.library, s.run, events));
        QVERIFY(events.of(WatchEvent::Kind::filed).empty());
    }

    void purged_ones_are_gone_for_good() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        QVERIFY(s.library->verify({})->damage.empty());
        VERIFY_OK(s.library->purge_trash(report->trash_entry, {}));
        QVERIFY(!fs::exists(s.trash(*report)));
        QCOMPARE(s.files().size(), std::size_t{2});
    }

    void only_rules_say_what_goes() {
        Scene s;
        QCOMPARE(s.plan({}).error().code, ErrorCode::invalid_argument);
        const auto row = s.library->find_checkpoint(s.library->run("run")->row.id, 20);
        VERIFY_OK(row);
        VERIFY_OK(s.library->pin(row->run_id, row->id, true));
        auto fates = s.fates({.first = true});
        QCOMPARE(fates["10"], OriginalFate::kept);
        QCOMPARE(fates["20"], OriginalFate::kept);
        QCOMPARE(fates["30"], OriginalFate::freed);
        // Stored exactly, the newest may go.
        QCOMPARE(fates["40"], OriginalFate::freed);
        VERIFY_OK(watch_once(*s.library, {s.run}));
        fates = s.fates({.best = BestRule{.count = 1, .order = MetricOrder::min, .tag = "loss"}});
        QCOMPARE(fates["40"], OriginalFate::kept);
        QCOMPARE(fates["10"], OriginalFate::freed);
    }

    void what_lost_something_goes_only_where_that_was_said() {
        Scene s("adaptive");
        QVERIFY(s.library != nullptr);
        auto fates = s.fates({.first = true});
        QCOMPARE(fates["20"], OriginalFate::lossy);
        QCOMPARE(fates["40"], OriginalFate::newest);
        fates = s.fates({.first = true}, 1);
        QCOMPARE(fates["20"], OriginalFate::freed);
        QCOMPARE(fates["40"], OriginalFate::newest);
        const auto report = s.library->free_originals(*s.plan({.first = true}, 1), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{2});
        QVERIFY(fs::exists(s.step(4)) && !fs::exists(s.step(3)));
    }

    void what_is_not_the_runs_alone_stays() {
        Scene s("exact", 6);
        // Another name of the same file.
        fs::create_hard_link(s.step(1), s.root / "other.safetensors");
        // A link in its place: the bytes are elsewhere.
        fs::rename(s.step(2), s.root / "elsewhere.safetensors");
        fs::create_symlink(s.root / "elsewhere.safetensors", s.step(2));
        const int writing = ::open(s.step(3).c_str(), O_WRONLY);
        QVERIFY(writing >= 0);
        const auto plan = s.plan({.last = 1});
        ::close(writing);
        VERIFY_OK(plan);
        std::map<std::int64_t, OriginalDecision> by_step;
        for (const auto& d : plan->decisions)
            by_step[d.rule.item.step] = d;
        QCOMPARE(by_step[10].fate, OriginalFate::not_alone);
        QVERIFY2(by_step[10].why.find("other names") != std::string::npos, by_step[10].why.c_str());
        QVERIFY(by_step[20].fate == OriginalFate::not_alone || by_step[20].fate == OriginalFate::gone);
        QCOMPARE(by_step[30].fate, OriginalFate::not_alone);
        QVERIFY2(by_step[30].why.find("open for writing") != std::string::npos, by_step[30].why.c_str());
        QCOMPARE(by_step[40].fate, OriginalFate::freed);
        VERIFY_OK(s.library->free_originals(*plan, {}));
        QVERIFY(fs::exists(s.root / "elsewhere.safetensors") && fs::exists(s.root / "other.safetensors"));
        QVERIFY(fs::exists(s.step(1)) && fs::exists(s.step(3)) && !fs::exists(s.step(4)));
    }

    void another_runs_files_stay() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 2000);
        const auto inner = root / "run" / "stage";
        for (int i = 1; i <= 2; ++i, training.next())
            write_text(inner / ("step_" + std::to_string(i) + ".safetensors"), training.bytes());
        const std::string metrics = "{\"step\": 1, \"loss\": 1}\n{\"step\": 2, \"loss\": 1}\n";
        write_text(root / "run" / "metrics.jsonl", metrics);
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        const SchemeChoice exact{.scheme = "exact"};
        VERIFY_OK(watch_once(**library, {root / "run"}, exact));
        const auto outer = (*library)->run("run");
        VERIFY_OK(outer);
        QCOMPARE((*library)->plan_freeing(outer->row.id, keep_last_one, 0)->freed, std::uint64_t{1});
        // The folder is watched as a run of its own from now on.
        write_text(inner / "metrics.jsonl", metrics);
        VERIFY_OK(watch_once(**library, {inner}, exact));
        QCOMPARE((*library)->runs()->size(), std::size_t{2});
        const auto plan = (*library)->plan_freeing(outer->row.id, keep_last_one, 0);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{0});
        QCOMPARE(plan->decisions.front().fate, OriginalFate::not_alone);
        QVERIFY(plan->decisions.front().why.find("another run") != std::string::npos);
    }

    void a_run_below_another_ones_folder_takes_nothing_of_it() {
        Scene s;
        // The same files by hand, and by the way of a link.
        const auto inner = s.run / "checkpoints";
        fs::create_directory(inner);
        fs::rename(s.step(1), inner / "step_10.safetensors");
        IngestRequest request;
        request.run = "outer";
        request.folder = s.run;
        request.source = "checkpoints/step_10.safetensors";
        request.paths = {inner / "step_10.safetensors"};
        request.scheme = SchemeChoice{.scheme = "exact"};
        fs::create_directory_symlink(s.run, s.root / "link");
        VERIFY_OK(s.library->ingest(request, {}));
        for (const auto& folder : {inner, s.root / "link" / "checkpoints"}) {
            request.run = folder == inner ? "by hand" : "by link";
            request.folder = folder;
            request.source = "step_10.safetensors";
            request.paths = {folder / "step_10.safetensors"};
            VERIFY_OK(s.library->ingest(request, {}));
            const auto plan = s.library->plan_freeing(request.run, {.every = 7}, 1);
            if (!plan) {
                QCOMPARE(plan.error().code, ErrorCode::invalid_argument);
                continue;
            }
            QCOMPARE(plan->freed, std::uint64_t{0});
        }
        QVERIFY(fs::exists(inner / "step_10.safetensors"));
    }

    void pins_and_recoding_after_the_plan_hold() {
        Scene s("exact", 4);
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        const auto row = s.library->find_checkpoint(plan->run_id, 20);
        VERIFY_OK(row);
        VERIFY_OK(s.library->pin(row->run_id, row->id, true));
        VERIFY_OK(s.library->recode({"run", SchemeChoice{.scheme = "lc"}, 30, false}, {}));
        const auto report = s.library->free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{1});
        QCOMPARE(report->left.size(), std::size_t{2});
        QVERIFY(fs::exists(s.step(2)) && fs::exists(s.step(3)) && !fs::exists(s.step(1)));
    }

    void a_link_in_its_place_is_not_the_original() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto trashed = s.trash(*report) / "original-1";
        const auto bytes = read_text(trashed);
        fs::create_symlink(trashed, s.step(1));
        const auto back = s.library->restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->left.size(), std::size_t{1});
        QCOMPARE(read_text(trashed), bytes);
        fs::remove(s.step(1));
        // The same bytes in a file of their own are enough.
        write_text(s.step(1), bytes);
        QCOMPARE(s.library->restore_trash(report->trash_entry, {})->originals, std::uint64_t{1});
        QVERIFY(!fs::exists(trashed) && s.library->trash()->empty());
    }

    void damaged_ones_do_not_come_back() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto file = s.trash(*report) / "original-1";
        auto bytes = read_text(file);
        bytes[100] ^= 1;
        write_text(file, bytes);
        const auto back = s.library->restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QVERIFY(back->damaged);
        QCOMPARE(back->originals, std::uint64_t{2});
        QVERIFY(!fs::exists(s.step(1)) && fs::exists(file));
    }

    void they_go_back_only_where_they_came_from() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["folder"] = (s.root / "elsewhere").native();
        json.erase("xxh3");
        write_text(list, json.dump());
        fs::create_directory(s.root / "elsewhere");
        QCOMPARE(s.library->restore_trash(report->trash_entry, {}).error().code, ErrorCode::invalid_argument);
        QVERIFY(fs::is_empty(s.root / "elsewhere"));
    }

    void the_trash_is_worked_on_by_one_at_a_time() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto held = lock_trash(s.root / "vault");
        VERIFY_OK(held);
        QCOMPARE(s.library->restore_trash(report->trash_entry, {}).error().code, ErrorCode::locked);
        QCOMPARE(s.library->purge_trash(report->trash_entry, {}).error().code, ErrorCode::locked);
        QCOMPARE(s.library->free_originals(*s.plan({.first = true}), {}).error().code, ErrorCode::locked);
    }

    void damage_keeps_the_original() {
        Scene s;
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        const auto steps = steps_folder(s.root / "vault" / "runs" / plan->run_id);
        const auto listed = list_steps(steps);
        VERIFY_OK(listed);
        const auto file = step_path(steps, listed->steps[1].id);
        auto bytes = read_text(file);
        bytes[bytes.size() / 3] ^= 1;
        write_text(file, bytes);
        const auto report = s.library->free_originals(*plan, {});
        VERIFY_OK(report);
        // The others are checked against what they build on.
        QCOMPARE(report->freed, std::uint64_t{1});
        QCOMPARE(report->damaged.size(), std::size_t{2});
        QVERIFY(!fs::exists(s.step(1)) && fs::exists(s.step(2)) && fs::exists(s.step(3)));
    }

    void what_changed_since_stays() {
        Scene s;
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        write_text(s.step(2), "other");
        const auto report = s.library->free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{2});
        QCOMPARE(report->left.size(), std::size_t{1});
        QCOMPARE(read_text(s.step(2)), std::string("other"));
    }

    void nothing_is_replaced_on_the_way_back() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        write_text(s.step(2), "newer");
        // The rest of the way may be a link by now.
        const auto back = s.library->restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->originals, std::uint64_t{2});
        QCOMPARE(back->left.size(), std::size_t{1});
        QCOMPARE(read_text(s.step(2)), std::string("newer"));
        QCOMPARE(s.library->trash()->front().originals.size(), std::size_t{1});
        fs::remove(s.step(2));
        QCOMPARE(s.library->restore_trash(report->trash_entry, {})->originals, std::uint64_t{1});
        QVERIFY(s.library->trash()->empty());
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
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["files"][0]["path"] = path;
        json.erase("xxh3");
        write_text(list, json.dump());
        QCOMPARE(s.library->trash()->front().unreadable.size(), std::size_t{1});
        QCOMPARE(s.library->restore_trash(report->trash_entry, {}).error().code, ErrorCode::corrupt);
        QVERIFY(!fs::exists(s.root / "stolen") && !fs::exists(s.run / "step_10.safetensors"));
        QVERIFY(!s.library->verify({})->damage.empty());
    }

    void links_on_the_way_back_are_not_followed() {
        Scene s;
        fs::create_directory(s.run / "deep");
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto list = s.trash(*report) / "originals.json";
        auto json = nlohmann::json::parse(read_text(list));
        json["files"][0]["path"] = "deep/x.safetensors";
        json.erase("xxh3");
        write_text(list, json.dump());
        fs::remove(s.run / "deep");
        fs::create_directory(s.root / "outside");
        fs::create_directory_symlink(s.root / "outside", s.run / "deep");
        const auto back = s.library->restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->left.size(), std::size_t{1});
        QVERIFY(fs::is_empty(s.root / "outside"));
    }

    void damage_in_the_trash_is_found() {
        Scene s;
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto file = s.trash(*report) / "original-2";
        auto bytes = read_text(file);
        bytes.back() ^= 1;
        write_text(file, bytes);
        const auto damage = s.library->verify({})->damage;
        QCOMPARE(damage.size(), std::size_t{1});
        QVERIFY2(damage[0].what.find("step_20") != std::string::npos, damage[0].what.c_str());
    }

    void cancelled_work_leaves_all_where_it_is() {
        Scene s;
        const auto before = s.files();
        std::stop_source stop;
        stop.request_stop();
        const auto report = s.library->free_originals(*s.plan(keep_last_one), {stop.get_token()});
        VERIFY_OK(report);
        QCOMPARE(report->ended->code, ErrorCode::cancelled);
        QVERIFY(report->trash_entry.empty());
        QCOMPARE(s.files(), before);
        QVERIFY(s.library->trash()->empty());
    }

    void runs_on_another_disk_are_copied_there_and_back() {
        Scene s;
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
        VERIFY_OK(s.library->ingest(
            {.paths = {far / "far/step_10.safetensors"}, .run = "far", .folder = far / "far", .step = {}},
            {}));
        VERIFY_OK(s.library->ingest(
            {.paths = {far / "far/step_20.safetensors"}, .run = "far", .folder = far / "far", .step = {}},
            {}));
        const auto file = far / "far/step_10.safetensors";
        const auto bytes = read_text(file);
        const auto identity = file_identity(file);
        const auto report = s.library->free_originals(*s.library->plan_freeing("far", keep_last_one, 0), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{1});
        QVERIFY(!fs::exists(file));
        QCOMPARE(read_text(s.trash(*report) / "original-1"), bytes);
        VERIFY_OK(s.library->restore_trash(report->trash_entry, {}));
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
        request.scheme = SchemeChoice{.scheme = "exact"};
        for (const char* step : {"step_1", "step_2"}) {
            request.paths = {root / "run" / "checkpoints" / step};
            request.source = std::string("checkpoints/") + step;
            VERIFY_OK((*library)->ingest(request, {}));
        }
        const auto plan = (*library)->plan_freeing("run", keep_last_one, 0);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{1});
        const auto report = (*library)->free_originals(*plan, {});
        VERIFY_OK(report);
        QVERIFY(!fs::exists(root / "run" / "checkpoints" / "step_1"));
        QVERIFY(fs::exists(root / "run" / "checkpoints" / "step_2" / "model.safetensors"));
        VERIFY_OK((*library)->restore_trash(report->trash_entry, {}));
        QVERIFY(fs::exists(root / "run" / "checkpoints" / "step_1" / "model.safetensors"));
    }
};

QTEST_GUILESS_MAIN(TestFreeing)
#include "test_freeing.moc"
