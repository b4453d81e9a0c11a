// The choice of originals that may be freed because the vault has stored them.
#include <cmath>
#include <fcntl.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "freeing_scene.h"
#include "support/registry.h"
#include "vault/records/step_list.h"

namespace test_freeing {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// The files of a step that appear one after another, each time filed with the existing ones; and a folder
/// with files of the same names.
struct SharedFilesScene {
    QTemporaryDir dir;
    fs::path root = dir.path().toStdString();
    fs::path folder = root / "run";
    Training training{1, 500};
    std::chrono::minutes age{60};
    std::unique_ptr<VaultHandle> library;

    SharedFilesScene() {
        if (auto opened = open_library(root / "vault")) library = std::move(*opened);
        for (const char* name : {"step_10/model_10.safetensors", "step_10/optim_10.safetensors",
                                 "model_10.safetensors", "model_70.safetensors"})
            write(name);
        file();
    }
    void write(const char* name) {
        write_text(folder / name, training.bytes());
        training.next();
        fs::last_write_time(folder / name, fs::file_time_type::clock::now() - age);
        age -= std::chrono::minutes(1);
    }
    void file() const {
        if (!watch_once(*library, {folder}, SchemeChoice{.scheme = Scheme::exact})) qFatal("not filed");
    }
    [[nodiscard]] Result<FreePlan> plan() const {
        return library->maintenance().plan_freeing("run", {.every = 70}, 0);
    }
    /// The decisions by source and generation.
    [[nodiscard]] std::map<std::string, OriginalDecision> decisions() const {
        std::map<std::string, OriginalDecision> found;
        const auto rows = library->queries().checkpoints(library->queries().run("run")->row.id);
        const auto made = plan();
        if (!rows || !made) return found;
        for (const auto& row : *rows) {
            const auto at = std::ranges::find(made->decisions, row.id,
                                              [](const OriginalDecision& d) { return d.rule.item.id; });
            found[row.source + " " + std::to_string(row.generation)] = *at;
        }
        return found;
    }
};

}  // namespace

class TestFreeing : public QObject {
    Q_OBJECT

 private slots:
    void only_rules_say_what_goes() {
        FreeingScene s;
        VERIFY_ERROR(s.plan({}), ErrorCode::invalid_argument);
        const auto row = s.library->queries().find_checkpoint(s.library->queries().run("run")->row.id, 20);
        VERIFY_OK(row);
        VERIFY_OK(s.library->maintenance().pin(row->run_id, row->id, true));
        auto fates = s.fates({.first = true});
        QCOMPARE(fates["10"], OriginalFate::kept);
        QCOMPARE(fates["20"], OriginalFate::kept);
        QCOMPARE(fates["30"], OriginalFate::freed);
        // The newest original may be freed, because it is stored exactly.
        QCOMPARE(fates["40"], OriginalFate::freed);
        VERIFY_OK(watch_once(*s.library, {s.run}));
        fates = s.fates({.best = BestRule{.count = 1, .order = MetricOrder::min, .tag = "loss"}});
        QCOMPARE(fates["40"], OriginalFate::kept);
        QCOMPARE(fates["10"], OriginalFate::freed);
    }

    void what_lost_something_goes_only_where_that_was_said() {
        FreeingScene s(Scheme::adaptive);
        QVERIFY(s.library != nullptr);
        auto fates = s.fates({.first = true});
        QCOMPARE(fates["20"], OriginalFate::lossy);
        QCOMPARE(fates["40"], OriginalFate::newest);
        fates = s.fates({.first = true}, 1);
        QCOMPARE(fates["20"], OriginalFate::freed);
        QCOMPARE(fates["40"], OriginalFate::newest);
        const auto report = s.library->maintenance().free_originals(*s.plan({.first = true}, 1), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{2});
        QVERIFY(fs::exists(s.step(4)) && !fs::exists(s.step(3)));
    }

    /// If a step changed nothing of the model, the error of the other tensors decides.
    void errors_of_other_tensors_than_the_models_count() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        const Training training(1, 2000);
        auto tensors = training.tensors();
        IngestRequest request;
        request.run = "run";
        request.folder = root / "run";
        request.scheme = SchemeChoice{.scheme = Scheme::adaptive};
        for (int step = 10; step <= 40; step += 10) {
            const auto later = Training(1 + static_cast<std::uint64_t>(step), 2000).tensors();
            tensors[2] = later[2];
            request.paths.push_back(request.folder / ("step_" + std::to_string(step) + ".safetensors"));
            write_text(request.paths.back(), safetensors_bytes(tensors));
        }
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK((*library)->watcher().ingest(request, {}));
        const auto fate_of_20 = [&](double most_error) {
            const auto plan = (*library)->maintenance().plan_freeing("run", {.first = true}, most_error);
            const auto at = std::ranges::find_if(
                plan->decisions, [](const OriginalDecision& d) { return d.rule.item.step == 20; });
            return at->fate;
        };
        // The moments change by thousandths, of which much more than a tenth is lost.
        QCOMPARE(fate_of_20(0.1), OriginalFate::lossy);
        QCOMPARE(fate_of_20(1), OriginalFate::freed);
    }

    void the_original_saved_last_stays_after_a_training_went_back() {
        FreeingScene s(Scheme::adaptive, 4, 2);
        QVERIFY(s.library != nullptr);
        const auto fates = s.fates({.first = true}, 1);
        QCOMPARE(fates.at("20"), OriginalFate::newest);
        QCOMPARE(fates.at("30"), OriginalFate::freed);
        QCOMPARE(fates.at("40"), OriginalFate::newest);
    }

    void an_original_of_which_only_weights_are_stored_stays() {
        FreeingScene s(Scheme::lc);
        QVERIFY(s.library != nullptr);
        const auto stripping = s.library->maintenance().plan_weights_only("run", keep_last_one, {});
        VERIFY_OK(stripping);
        QVERIFY(stripping->removed > 0);
        VERIFY_OK(s.library->maintenance().prune(*stripping, Maintenance::Removal::permanent, {}));
        auto fates = s.fates({.first = true}, 1);
        QCOMPARE(fates["20"], OriginalFate::weights_only);
        QCOMPARE(fates["40"], OriginalFate::newest);
        const auto report = s.library->maintenance().free_originals(*s.plan({.first = true}, 1), {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{0});
        QVERIFY(fs::exists(s.step(2)));
    }

    void what_is_not_the_runs_alone_stays() {
        FreeingScene s(Scheme::exact, 6);
        // A second name of the same file.
        fs::create_hard_link(s.step(1), s.root / "other.safetensors");
        // A link in place of the file: the bytes are elsewhere.
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
        VERIFY_OK(s.library->maintenance().free_originals(*plan, {}));
        QVERIFY(fs::exists(s.root / "elsewhere.safetensors") && fs::exists(s.root / "other.safetensors"));
        QVERIFY(fs::exists(s.step(1)) && fs::exists(s.step(3)) && !fs::exists(s.step(4)));
    }

    void files_of_one_that_stays_stay() {
        SharedFilesScene s;
        const auto before = s.plan();
        VERIFY_OK(before);
        QCOMPARE(before->freed, std::uint64_t{2});
        s.write("optim_10.safetensors");
        s.file();
        // An original stays if another checkpoint came to share its file after the plan; the folder shares no
        // file.
        const auto first = s.library->maintenance().free_originals(*before, {});
        VERIFY_OK(first);
        QCOMPARE(first->freed, std::uint64_t{1});
        QVERIFY(!fs::exists(s.folder / "step_10"));
        QCOMPARE(first->left.size(), std::size_t{1});
        QVERIFY2(first->left[0].find("as well") != std::string::npos, first->left[0].c_str());
        QVERIFY(fs::exists(s.folder / "model_10.safetensors"));
        VERIFY_OK(s.library->maintenance().restore_trash(first->trash_entry, {}));

        constexpr const char* part = "model_10.safetensors 1";
        constexpr const char* whole = "model_10.safetensors 2";
        constexpr const char* other = "step_10 1";
        auto decisions = s.decisions();
        const auto pin = [&](const char* what, bool pinned) {
            const auto& item = decisions.at(what).rule.item;
            VERIFY_OK(s.library->maintenance().pin(s.library->queries().run("run")->row.id, item.id, pinned));
        };
        pin(whole, true);
        decisions = s.decisions();
        QCOMPARE(decisions.at(part).fate, OriginalFate::not_alone);
        QVERIFY(decisions.at(part).why.find(decisions.at(whole).rule.item.id) != std::string::npos);
        QCOMPARE(decisions.at(whole).fate, OriginalFate::kept);
        QCOMPARE(decisions.at(other).fate, OriginalFate::freed);
        pin(whole, false);
        pin(other, true);
        decisions = s.decisions();
        QCOMPARE(decisions.at(part).fate, OriginalFate::not_alone);
        QCOMPARE(decisions.at(whole).fate, OriginalFate::freed);
        QCOMPARE(decisions.at(other).fate, OriginalFate::kept);
        const auto report = s.library->maintenance().free_originals(*s.plan(), {});
        VERIFY_OK(report);
        QVERIFY(report->left.empty());
        QCOMPARE(report->freed, std::uint64_t{1});
        QVERIFY(!fs::exists(s.folder / "model_10.safetensors") &&
                !fs::exists(s.folder / "optim_10.safetensors"));
        QVERIFY(fs::exists(s.folder / "step_10/model_10.safetensors"));
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
        const SchemeChoice exact{.scheme = Scheme::exact};
        VERIFY_OK(watch_once(**library, {root / "run"}, exact));
        const auto outer = (*library)->queries().run("run");
        VERIFY_OK(outer);
        QCOMPARE((*library)->maintenance().plan_freeing(outer->row.id, keep_last_one, 0)->freed,
                 std::uint64_t{1});
        // From now on the folder is also watched as its own run.
        write_text(inner / "metrics.jsonl", metrics);
        VERIFY_OK(watch_once(**library, {inner}, exact));
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{2});
        const auto plan = (*library)->maintenance().plan_freeing(outer->row.id, keep_last_one, 0);
        VERIFY_OK(plan);
        QCOMPARE(plan->freed, std::uint64_t{0});
        QCOMPARE(plan->decisions.front().fate, OriginalFate::not_alone);
        QVERIFY(plan->decisions.front().why.find("another run") != std::string::npos);
    }

    void a_run_below_another_ones_folder_takes_nothing_of_it() {
        FreeingScene s;
        // The same files, ingested by name and through a link.
        const auto inner = s.run / "checkpoints";
        fs::create_directory(inner);
        fs::rename(s.step(1), inner / "step_10.safetensors");
        IngestRequest request;
        request.run = "outer";
        request.folder = s.run;
        request.source = "checkpoints/step_10.safetensors";
        request.paths = {inner / "step_10.safetensors"};
        request.scheme = SchemeChoice{.scheme = Scheme::exact};
        fs::create_directory_symlink(s.run, s.root / "link");
        VERIFY_OK(s.library->watcher().ingest(request, {}));
        for (const auto& folder : {inner, s.root / "link" / "checkpoints"}) {
            request.run = folder == inner ? "by hand" : "by link";
            request.folder = folder;
            request.source = "step_10.safetensors";
            request.paths = {folder / "step_10.safetensors"};
            VERIFY_OK(s.library->watcher().ingest(request, {}));
            const auto plan = s.library->maintenance().plan_freeing(request.run, {.every = 7}, 1);
            if (!plan) {
                QCOMPARE(plan.error().code, ErrorCode::invalid_argument);
                continue;
            }
            QCOMPARE(plan->freed, std::uint64_t{0});
        }
        QVERIFY(fs::exists(inner / "step_10.safetensors"));
    }

    void pins_and_recoding_after_the_plan_hold() {
        FreeingScene s(Scheme::exact, 4);
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        const auto row = s.library->queries().find_checkpoint(plan->run_id, 20);
        VERIFY_OK(row);
        VERIFY_OK(s.library->maintenance().pin(row->run_id, row->id, true));
        VERIFY_OK(
            s.library->maintenance().recode({"run", SchemeChoice{.scheme = Scheme::lc}, 30, false}, {}));
        const auto report = s.library->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{1});
        QCOMPARE(report->left.size(), std::size_t{2});
        QVERIFY(fs::exists(s.step(2)) && fs::exists(s.step(3)) && !fs::exists(s.step(1)));
    }

    void a_link_in_its_place_is_not_the_original() {
        FreeingScene s;
        const auto report = s.library->maintenance().free_originals(*s.plan(keep_last_one), {});
        VERIFY_OK(report);
        const auto trashed = s.trash(*report) / "original-1";
        const auto bytes = read_text(trashed);
        fs::create_symlink(trashed, s.step(1));
        const auto back = s.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(back);
        QCOMPARE(back->left.size(), std::size_t{1});
        QCOMPARE(read_text(trashed), bytes);
        fs::remove(s.step(1));
        // The same bytes in another file are sufficient.
        write_text(s.step(1), bytes);
        QCOMPARE(s.library->maintenance().restore_trash(report->trash_entry, {})->originals,
                 std::uint64_t{1});
        QVERIFY(!fs::exists(trashed) && s.library->maintenance().trash()->empty());
    }

    void damage_keeps_the_original() {
        FreeingScene s;
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        const auto steps = steps_folder(s.root / "vault" / "runs" / plan->run_id);
        const auto listed = list_steps(steps);
        VERIFY_OK(listed);
        const auto file = step_path(steps, listed->steps[1].id);
        auto bytes = read_text(file);
        bytes[bytes.size() / 3] ^= 1;
        write_text(file, bytes);
        const auto report = s.library->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        // The other originals are compared with the steps they build on.
        QCOMPARE(report->freed, std::uint64_t{1});
        QCOMPARE(report->damaged.size(), std::size_t{2});
        QVERIFY(!fs::exists(s.step(1)) && fs::exists(s.step(2)) && fs::exists(s.step(3)));
    }

    void what_changed_since_stays() {
        FreeingScene s;
        const auto plan = s.plan(keep_last_one);
        VERIFY_OK(plan);
        write_text(s.step(2), "other");
        const auto report = s.library->maintenance().free_originals(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->freed, std::uint64_t{2});
        QCOMPARE(report->left.size(), std::size_t{1});
        QCOMPARE(read_text(s.step(2)), std::string("other"));
    }

    void cancelled_work_leaves_all_where_it_is() {
        FreeingScene s;
        const auto before = s.files();
        std::stop_source stop;
        stop.request_stop();
        const auto report =
            s.library->maintenance().free_originals(*s.plan(keep_last_one), {stop.get_token()});
        VERIFY_OK(report);
        QCOMPARE(report->ended->code, ErrorCode::cancelled);
        QVERIFY(report->trash_entry.empty());
        QCOMPARE(s.files(), before);
        QVERIFY(s.library->maintenance().trash()->empty());
    }

    void the_allowed_error_is_inclusive() {
        FreeingScene s(Scheme::lc);
        QVERIFY(s.library != nullptr);
        const auto row = s.library->queries().find_checkpoint(s.library->queries().run("run")->row.id, 20);
        VERIFY_OK(row);
        QVERIFY(row->relative_error > 0);
        QCOMPARE(s.fates({.first = true}, row->relative_error)["20"], OriginalFate::freed);
        QCOMPARE(s.fates({.first = true}, std::nextafter(row->relative_error, 0))["20"], OriginalFate::lossy);
    }

    /// Checkpoints seldom lie at steps with a point; a resumed training replaces points.
    void the_best_has_the_value_before_its_step() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 3);
        const std::string first =
            "{\"step\": 5, \"loss\": 3}\n{\"step\": 15, \"loss\": 1}\n{\"step\": 25, \"loss\": 2}\n";
        write_text(root / "run/metrics.jsonl", first);
        age(root);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        const auto kept = [&] {
            const auto plan = (*library)->maintenance().plan_freeing(
                "run", {.best = BestRule{.count = 1, .order = MetricOrder::min}}, 0);
            std::vector<std::int64_t> steps;
            for (const auto& d : plan->decisions) {
                if (d.fate == OriginalFate::kept) steps.push_back(d.rule.item.step);
            }
            return steps;
        };
        VERIFY_OK(watch_once(**library, {root / "run"}, SchemeChoice{.scheme = Scheme::exact}));
        QCOMPARE(kept(), std::vector<std::int64_t>{20});
        write_text(root / "run/metrics.jsonl",
                   first + "{\"step\": 15, \"loss\": 4}\n{\"step\": 25, \"loss\": 3.5}\n");
        VERIFY_OK(watch_once(**library, {root / "run"}));
        QCOMPARE(kept(), std::vector<std::int64_t>{10});
    }
};

STEPVAULT_TEST(TestFreeing)

}  // namespace test_freeing

#include "test_freeing.moc"
