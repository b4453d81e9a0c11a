#include <cmath>

#include <QTemporaryDir>
#include <QtTest>

#include "library/catalog/catalog_rows.h"
#include "library/retention/pruning.h"
#include "library/retention/retention_items.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/originals/trash.h"
#include "vault/records/step_list.h"
#include "vault/repair/verifying.h"

namespace test_pruning {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Histories long enough for key steps, and more seeds (STEPVAULT_ROUNDS): minutes under the sanitizers.
const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
const int first_steps = is_long ? 40 : 10;
const int more_steps = is_long ? 6 : 3;

std::uint64_t bytes_on_disk(const fs::path& run_folder) {
    std::uint64_t bytes = 0;
    for (const auto& entry : fs::directory_iterator(steps_folder(run_folder)))
        bytes += entry.file_size();
    return bytes;
}

std::set<std::string> ids_of(const PrunePlan& plan, bool kept) {
    std::set<std::string> ids;
    for (const auto& d : plan.decisions) {
        if (d.kept == kept) ids.insert(d.item.id);
    }
    return ids;
}

/// A run that saves under several names, in several schemes, and is sometimes resumed from an earlier step.
class History {
 public:
    explicit History(std::uint64_t seed) : random_(seed), training_(seed, 1500) {}

    void file_more(int checkpoints) {
        for (int i = 0; i < checkpoints; ++i) {
            const Scheme scheme = schemes_[random_() % 4];
            if (random_() % 8 == 0) run_.choose({.scheme = scheme});
            if (random_() % 12 == 0) step_ -= static_cast<std::int64_t>(random_() % 3);
            const auto name = random_() % 5 == 0 ? std::string("best.safetensors")
                                                 : "step_" + std::to_string(step_) + ".safetensors";
            const auto step = run_.file(name, training_.bytes(), step_++);
            QVERIFY2(step.ok(), step ? "" : step.error().message.c_str());
            QVERIFY(!restored_.contains(step->meta().id));  // an id is never reused
            restored_[step->meta().id] = *run_.restore(step->meta().id);
            // The second step may code the base anew.
            if (run_.writer().steps().size() == 2) {
                const auto& base = run_.writer().steps().front().id;
                restored_[base] = *run_.restore(base);
            }
            training_.next();
        }
    }

    void prune_by_chance() {
        RetentionRules rules;
        if (random_() % 2 == 0) rules.last = 1 + random_() % 5;
        if (random_() % 2 == 0) rules.every = 2 + random_() % 6;
        if (random_() % 3 == 0) rules.first = true;
        if (random_() % 3 == 0) rules.bytes = random_() % bytes_on_disk(run_.folder());
        if (rules.empty()) rules.last = 3;
        for (const auto& m : run_.writer().steps()) {
            if (random_() % 10 == 0) QVERIFY(run_.writer().pin(m.id, random_() % 2 == 0).ok());
        }
        const auto plan = plan_prune(run_.folder(), rules);
        VERIFY_OK(plan);
        const auto kept = ids_of(*plan, true);
        QVERIFY(kept_of_rows(rules) == kept);
        for (const auto& pin : run_.writer().record().pins)
            QVERIFY(!restored_.contains(pin) || kept.contains(pin));
        QVERIFY(!kept.empty());
        const auto before = bytes_on_disk(run_.folder());
        fs::path trash;
        if (random_() % 2 == 0) {
            const auto entry =
                make_trash_entry(trash_.path().toStdString(), std::chrono::system_clock::now());
            VERIFY_OK(entry);
            trash = *entry;
        }
        const auto done = execute_prune(run_.writer(), *plan, run_.pool(), {}, trash);
        VERIFY_OK(done);
        const auto after = bytes_on_disk(run_.folder());
        QCOMPARE(plan->stored_bytes, before);
        QCOMPARE(done->stored_before, before);
        QCOMPARE(done->stored_after, after);
        QCOMPARE(done->removed, plan->removed);
        // If only bases of other steps are removed, only the folded steps' tables of links are new.
        const auto links = plan->freed_at_least == 0 ? 256 * done->squashed : 0;
        QVERIFY(after + plan->freed_at_least <= before + links);
        // The limit may be exceeded where not even the newest checkpoint fits together with its bases: these
        // stay.
        const bool any_fits = std::ranges::any_of(plan->decisions, [](const RetentionDecision& d) {
            const auto says =
                std::ranges::find(d.verdicts, RetentionReason::bytes, &RetentionVerdict::reason);
            return says != d.verdicts.end() && says->keeps;
        });
        if (any_fits && !rules.last && !rules.every && !rules.first && run_.writer().record().pins.empty())
            QVERIFY2(after <= *rules.bytes,
                     qPrintable(QStringLiteral("%1 of %2").arg(after).arg(*rules.bytes)));
        for (const auto& id : ids_of(*plan, false)) {
            if (!trash.empty()) removed_[id] = std::move(restored_[id]);
            restored_.erase(id);
        }
        check();
        if (!trash.empty() && random_() % 2 == 0) {
            // Nothing has changed since the removal.
            restore_from_trash(trash, true);
            check();
        }
    }

    void strip_by_chance() {
        RetentionRules rules{.last = 1 + random_() % 4};
        if (random_() % 2 == 0) rules.every = 2 + random_() % 6;
        const auto plan = plan_weights_only(run_.folder(), rules, run_.pool(), {});
        VERIFY_OK(plan);
        for (const auto& id : ids_of(*plan, false)) {
            weights_[id] = *run_.restore_weights(id);
            restored_.erase(id);
        }
        const auto before = bytes_on_disk(run_.folder());
        const auto done = execute_prune(run_.writer(), *plan, run_.pool(), {});
        VERIFY_OK(done);
        const auto after = bytes_on_disk(run_.folder());
        QCOMPARE(done->removed, plan->removed);
        QCOMPARE(done->stored_before, before);
        QCOMPARE(done->stored_after, after);
        QCOMPARE(after + plan->freed_at_least, before);
        for (const auto& id : ids_of(*plan, false))
            VERIFY_ERROR(run_.restore(id), ErrorCode::not_found);
        // A second pass finds nothing to drop.
        QCOMPARE(plan_weights_only(run_.folder(), rules, run_.pool(), {})->removed, std::uint64_t{0});
        run_.writer().drop_tip();
        check();
    }

    void take_all_back() {
        const auto entries = list_trash(trash_.path().toStdString());
        VERIFY_OK(entries);
        for (const auto& entry : *entries)
            restore_from_trash(trash_folder(trash_.path().toStdString()) / entry.id, false);
        check();
    }

    /// The kept ids, judged from the catalog's rows.
    std::set<std::string> kept_of_rows(const RetentionRules& rules) {
        std::vector<CheckpointRow> rows;
        for (const auto& m : run_.writer().steps()) {
            rows.push_back(checkpoint_row(*StepFile::open(step_path(steps_folder(run_.folder()), m.id))));
            rows.back().pinned = run_.writer().record().pins.contains(m.id);
        }
        std::ranges::stable_sort(rows, {}, &CheckpointRow::step);
        const auto judged = judge_rows(rows, rules, [](auto) { return std::nullopt; });
        std::set<std::string> kept;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (judged[i].item.id == rows[i].id && judged[i].kept) kept.insert(rows[i].id);
        }
        return kept;
    }

    /// Bases of the trash's steps may be missing if another removal took them.
    void restore_from_trash(const fs::path& trash, bool all) {
        const auto there = list_steps(trash);
        VERIFY_OK(there);
        const auto taken = run_.writer().restore_from_trash(trash, {});
        VERIFY_OK(taken);
        QCOMPARE(taken->steps + taken->left.size(), there->steps.size());
        QVERIFY(!all || taken->left.empty());
        const auto left = list_steps(trash);
        QCOMPARE(left->steps.size(), taken->left.size());
        for (const auto& m : there->steps) {
            if (std::ranges::find(left->steps, m.id, &StepMeta::id) == left->steps.end())
                restored_[m.id] = std::move(removed_[m.id]);
        }
    }

    /// Exactly the expected steps exist, restore as before, and are sound.
    void check() {
        if (random_() % 2 == 0) run_.reopen();
        std::set<std::string> stored;
        for (const auto& m : run_.writer().steps())
            stored.insert(m.id);
        QCOMPARE(stored.size(), restored_.size() + weights_.size());
        for (const auto& [id, bytes] : weights_) {
            QVERIFY(stored.contains(id));
            const auto weights = run_.restore_weights(id);
            VERIFY_OK(weights);
            QVERIFY(*weights == bytes);
        }
        for (const auto& [id, bytes] : restored_) {
            QVERIFY(stored.contains(id));
            const auto restored = run_.restore(id);
            VERIFY_OK(restored);
            QVERIFY(*restored == bytes);
        }
        const auto verdict = verify_run(run_.folder(), run_.pool(), {});
        VERIFY_OK(verdict);
        QVERIFY2(verdict->damage.empty(), verdict->damage.empty() ? "" : verdict->damage[0].what.c_str());
    }

 private:
    static constexpr Scheme schemes_[] = {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn};
    std::mt19937_64 random_;
    Training training_;
    ScratchRun run_{{.scheme = Scheme::adaptive}};
    std::int64_t step_ = 10;
    std::map<std::string, std::string> restored_;
    std::map<std::string, std::string> weights_;  ///< of checkpoints stripped to their weights
    std::map<std::string, std::string> removed_;  ///< checkpoints in the trash
    QTemporaryDir trash_;
};

/// A run of `steps` checkpoints that was watched once.
struct Watched {
    QTemporaryDir dir;
    fs::path root = dir.path().toStdString();
    std::unique_ptr<VaultHandle> library;
    std::string run_id;

    explicit Watched(int steps) {
        write_run(root / "run", steps);
        age(root / "run");
        library = std::move(*open_library(root / "vault"));
        watch();
        run_id = library->queries().run("run")->row.id;
    }
    std::size_t watch() {
        Events events;
        const auto status =
            watch_once(*library, root / "run", events, SchemeChoice{.scheme = Scheme::adaptive});
        return status ? events.of(WatchEvent::Kind::filed).size() : 9999;
    }
    [[nodiscard]] std::vector<std::int64_t> steps() const {
        std::vector<std::int64_t> steps;
        const auto rows = library->queries().checkpoints(run_id);
        for (const auto& row : *rows)
            steps.push_back(row.step);
        return steps;
    }
    [[nodiscard]] fs::path folder() const { return root / "vault" / "runs" / run_id; }
};

using Steps = std::vector<std::int64_t>;

void set_age(const fs::path& file, std::chrono::seconds age) {
    static const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(file, now - age);
}

}  // namespace

class TestPruning : public QObject {
    Q_OBJECT

 private slots:
    void what_stays_restores_as_before_data() {
        QTest::addColumn<quint64>("seed");
        const auto seeds = qEnvironmentVariable("STEPVAULT_ROUNDS", "3").toULongLong();
        for (quint64 seed = 1; seed <= seeds; ++seed)
            QTest::addRow("seed %llu", seed) << seed;
    }
    void what_stays_restores_as_before() {
        QFETCH(quint64, seed);
        History history(seed);
        for (int round = 0; round < (is_long ? 4 : 3) && !QTest::currentTestFailed(); ++round) {
            history.file_more(round == 0 ? first_steps : more_steps);
            history.prune_by_chance();
        }
        history.take_all_back();
        history.file_more(2);
        history.check();
    }

    void what_keeps_its_weights_restores_these_data() { what_stays_restores_as_before_data(); }
    void what_keeps_its_weights_restores_these() {
        QFETCH(quint64, seed);
        if (!is_long && seed > 1) QSKIP("a long row");
        History history(seed);
        for (int round = 0; round < 3 && !QTest::currentTestFailed(); ++round) {
            history.file_more(round == 0 ? first_steps : more_steps);
            history.strip_by_chance();
        }
        history.file_more(2);
        history.check();
    }

    void the_trash_gives_back_or_frees() {
        Watched w(6);
        const auto before = w.steps();
        const auto bytes = bytes_on_disk(w.folder());
        const auto report = w.library->maintenance().prune(
            *w.library->maintenance().plan_prune("run", {.every = 50}), Maintenance::Removal::to_trash, {});
        VERIFY_OK(report);
        QCOMPARE(w.steps(), (Steps{10, 50}));
        const auto entries = w.library->maintenance().trash();
        VERIFY_OK(entries);
        QCOMPARE(entries->size(), std::size_t{1});
        QCOMPARE(entries->front().id, report->trash_entry);
        QCOMPARE(entries->front().run_id, w.run_id);
        QCOMPARE(entries->front().steps.size(), std::size_t{4});
        QVERIFY(entries->front().bytes + bytes_on_disk(w.folder()) >= bytes);
        QVERIFY(w.library->maintenance().verify({})->damage.empty());
        // The newest checkpoint was removed; a newly filed checkpoint still comes after it.
        const auto next = w.root / "run/step_70.safetensors";
        write_text(next, Training(9, 2000).bytes());
        fs::last_write_time(next, fs::file_time_type::clock::now() - std::chrono::minutes(30));
        QCOMPARE(w.watch(), std::size_t{1});
        const auto taken = w.library->maintenance().restore_trash(report->trash_entry, {});
        VERIFY_OK(taken);
        QVERIFY(taken->left.empty());
        QCOMPARE(taken->steps, std::uint64_t{4});
        QVERIFY(w.library->maintenance().trash()->empty());
        QCOMPARE(w.steps(), (Steps{10, 20, 30, 40, 50, 60, 70}));
        const auto listed = list_steps(steps_folder(w.folder()));
        QCOMPARE(listed->steps.back().step, std::int64_t{70});
        QVERIFY(w.library->maintenance().verify({})->damage.empty());
        QCOMPARE(w.watch(), std::size_t{0});

        const auto again = w.library->maintenance().prune(
            *w.library->maintenance().plan_prune("run", {.last = 1}), Maintenance::Removal::to_trash, {});
        VERIFY_OK(w.library->maintenance().purge_trash(again->trash_entry, {}));
        QVERIFY(!fs::exists(trash_folder(w.root / "vault") / again->trash_entry));
        VERIFY_ERROR(w.library->maintenance().restore_trash(again->trash_entry, {}), ErrorCode::not_found);
        QCOMPARE(w.steps(), (Steps{10, 70}));
    }

    void the_loss_of_what_came_back_is_no_removal() {
        Watched w(6);
        const auto report = w.library->maintenance().prune(
            *w.library->maintenance().plan_prune("run", {.last = 1}), Maintenance::Removal::to_trash, {});
        VERIFY_OK(report);
        VERIFY_OK(w.library->maintenance().restore_trash(report->trash_entry, {}));
        QVERIFY(read_removed_steps(removed_file(w.folder()))->empty());
        const auto newest = list_steps(steps_folder(w.folder()))->steps.back().id;
        fs::remove(step_path(steps_folder(w.folder()), newest));
        const auto verdict = w.library->maintenance().verify({});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{1});
        QCOMPARE(verdict->damage[0].checkpoint_id, newest);
    }

    void what_the_power_left_in_both_places_is_taken_back() {
        Watched w(6);
        VERIFY_OK(w.library->maintenance().prune(*w.library->maintenance().plan_prune("run", {.last = 1}),
                                                 Maintenance::Removal::to_trash, {}));
        const auto entry = w.library->maintenance().trash()->front();
        const auto in_trash = [&](std::size_t n) {
            return step_path(trash_folder(w.root / "vault") / entry.id, entry.steps[n].id);
        };
        const auto in_run = [&](std::size_t n) {
            return step_path(steps_folder(w.folder()), entry.steps[n].id);
        };
        const auto newest = entry.steps.size() - 1;
        fs::copy_file(in_trash(0), in_run(0));
        // A different step under that name is not the removed checkpoint.
        write_text(in_run(newest), "another");
        const auto taken = w.library->maintenance().restore_trash(entry.id, {});
        VERIFY_OK(taken);
        QCOMPARE(taken->steps, entry.steps.size() - 1);
        QCOMPARE(taken->left.size(), std::size_t{1});
        QVERIFY(!fs::exists(in_trash(0)) && fs::exists(in_trash(newest)));
        QCOMPARE(read_text(in_run(newest)), std::string("another"));
        fs::remove(in_run(newest));
        QCOMPARE(w.library->maintenance().restore_trash(entry.id, {})->steps, std::uint64_t{1});
        QVERIFY(w.library->maintenance().trash()->empty());
        QVERIFY(w.library->maintenance().verify({})->damage.empty());
    }

    void what_is_damaged_stays_in_the_trash() {
        Watched w(6);
        const auto report = w.library->maintenance().prune(
            *w.library->maintenance().plan_prune("run", {.last = 1}), Maintenance::Removal::to_trash, {});
        VERIFY_OK(report);
        const auto entry = w.library->maintenance().trash()->front();
        const auto file = step_path(trash_folder(w.root / "vault") / entry.id, entry.steps[1].id);
        auto bytes = read_text(file);
        bytes[bytes.size() / 3] ^= 1;
        write_text(file, bytes);
        const auto damage = w.library->maintenance().verify({})->damage;
        QCOMPARE(damage.size(), std::size_t{1});
        QCOMPARE(damage[0].checkpoint_id, entry.steps[1].id);
        const auto taken = w.library->maintenance().restore_trash(entry.id, {});
        VERIFY_OK(taken);
        // The damaged step, and the steps that build on it.
        QCOMPARE(taken->steps, std::uint64_t{1});
        QCOMPARE(taken->left.size(), std::size_t{3});
        QVERIFY2(taken->left[0].find(entry.steps[1].id) != std::string::npos, taken->left[0].c_str());
        QCOMPARE(w.steps(), (Steps{10, 20, 60}));
        QVERIFY(fs::exists(file));
    }

    void only_names_of_its_own_are_purged_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"", ".", "..", "../runs", "20261122T085501Z-1/..", "20261122T085501Z-", "20261122T085501Z-9"})
            QTest::addRow("'%s'", name) << name;
    }
    void only_names_of_its_own_are_purged() {
        QFETCH(QString, name);
        Watched w(2);
        const auto entry = make_trash_entry(w.root / "vault", std::chrono::system_clock::time_point());
        VERIFY_OK(entry);
        QCOMPARE(entry->filename().native(), std::string("19700101T000000Z-1"));
        VERIFY_ERROR(w.library->maintenance().purge_trash(name.toStdString(), {}), ErrorCode::not_found);
        QVERIFY(fs::exists(*entry));
        QCOMPARE(w.steps().size(), std::size_t{2});
    }

    void what_was_removed_is_not_filed_again() {
        Watched w(6);
        const auto plan = w.library->maintenance().plan_prune("run", {.last = 2});
        VERIFY_OK(plan);
        QCOMPARE(w.steps().size(), std::size_t{6});  // a plan changes nothing
        const auto report = w.library->maintenance().prune(*plan, Maintenance::Removal::permanent, {});
        VERIFY_OK(report);
        QCOMPARE(report->removed, std::uint64_t{3});
        QCOMPARE(w.steps(), (Steps{10, 50, 60}));
        QCOMPARE(w.watch(), std::size_t{0});
        w.library.reset();
        w.library = std::move(*open_library(w.root / "vault"));
        QCOMPARE(w.watch(), std::size_t{0});
        // After another save it is another checkpoint.
        Training training(9, 2000);
        write_text(w.root / "run/step_30.safetensors", training.bytes());
        age(w.root / "run");
        fs::last_write_time(w.root / "run/step_30.safetensors",
                            fs::file_time_type::clock::now() - std::chrono::minutes(30));
        QCOMPARE(w.watch() > 0, true);
        const auto row = w.library->queries().find_checkpoint(w.run_id, 30);
        VERIFY_OK(row);
        QCOMPARE(row->generation, std::uint32_t{2});
    }

    void the_catalog_says_what_the_vault_holds() {
        Watched w(8);
        VERIFY_OK(w.library->maintenance().prune(
            *w.library->maintenance().plan_prune("run", {.last = 1, .every = 30}),
            Maintenance::Removal::permanent, {}));
        const auto steps = w.steps();
        QCOMPARE(steps, (Steps{10, 30, 60, 80}));
        std::uint64_t listed = 0;
        const auto rows = w.library->queries().checkpoints(w.run_id);
        for (const auto& row : *rows)
            listed += row.stored_bytes;
        QCOMPARE(listed, bytes_on_disk(w.folder()));
        VERIFY_OK(w.library->maintenance().reindex({}));
        QCOMPARE(w.steps(), steps);
    }

    void an_item_says_what_its_step_file_holds() {
        ScratchRun run;
        Training training(4, 500);
        std::vector<std::string> ids;
        for (int i = 1; i <= 4; ++i, training.next()) {
            const auto path = run.root() / "run" / ("s" + std::to_string(i) + ".safetensors");
            write_text(path, training.bytes());
            // Half a second after the full second.
            fs::last_write_time(path, std::chrono::file_clock::from_sys(std::chrono::sys_time(
                                          std::chrono::milliseconds(1'600'000'000'500 + i * 1000))));
            const auto step = run.file_path(path, i * 10);
            VERIFY_OK(step);
            ids.push_back(step->meta().id);
        }
        VERIFY_OK(run.writer().pin(ids[1], true));
        fs::create_directories(quarantine_folder(run.folder()));
        fs::rename(run.step_file(ids[3]), step_path(quarantine_folder(run.folder()), ids[3]));
        run.reopen();
        const auto items = retention_items(run.writer().steps(), run.writer().record(), run.folder());
        QCOMPARE(items.size(), std::size_t{3});
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto& item = items[i];
            QCOMPARE(item.id, ids[i]);
            QCOMPARE(item.sequence, std::uint64_t{i + 1});
            QCOMPARE(item.step, static_cast<std::int64_t>(10 * (i + 1)));
            QCOMPARE(item.parent, i == 0 ? std::string() : ids[i - 1]);
            QCOMPARE(item.source, "s" + std::to_string(i + 1) + ".safetensors");
            QCOMPARE(item.saved, 1'600'000'001.5 + static_cast<double>(i));
            QCOMPARE(item.stored_bytes, std::uint64_t{fs::file_size(run.step_file(ids[i]))});
            QCOMPARE(item.pinned, i == 1);
            QCOMPARE(item.awaited_by, std::size_t{i == 2 ? 1U : 0U});
        }
    }

    void a_week_is_seven_days() {
        using namespace std::chrono_literals;
        const QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        write_run(root / "run", 6);
        const std::pair<int, std::chrono::seconds> ages[] = {
            {10, 24h * 400},       {20, 24h * 8}, {30, 24h * 7 + 1h + 30s},
            {40, 24h * 7 + 59min}, {50, 2h},      {60, 1h}};
        for (const auto& [step, age] : ages)
            set_age(root / "run" / ("step_" + std::to_string(step) + ".safetensors"), age);
        auto library = open_library(root / "vault");
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root / "run"}, SchemeChoice{.scheme = Scheme::exact}));
        const auto kept_of = [](const std::vector<RetentionDecision>& decisions) {
            Steps steps;
            for (const auto& d : decisions) {
                const auto says =
                    std::ranges::find(d.verdicts, RetentionReason::within, &RetentionVerdict::reason);
                if (says != d.verdicts.end() && says->keeps) steps.push_back(d.item.step);
            }
            return steps;
        };
        const auto rows = (*library)->queries().checkpoints((*library)->queries().run("run")->row.id);
        VERIFY_OK(rows);
        // The plan uses the step files; the window asks the catalog, which must agree.
        const auto kept = [&](std::chrono::seconds within) {
            const RetentionRules rules{.within = within};
            const auto plan = (*library)->maintenance().plan_prune("run", rules);
            if (!plan) return Steps();
            const auto steps = kept_of(plan->decisions);
            return kept_of(judge_rows(*rows, rules, [](auto) { return std::nullopt; })) == steps ? steps
                                                                                                 : Steps();
        };
        // The period counts from the newest checkpoint, which is an hour old.
        QCOMPARE(kept(24h * 7), (Steps{40, 50, 60}));
        QCOMPARE(kept(24h * 7 + 31s), (Steps{30, 40, 50, 60}));
        QCOMPARE(kept(61min), (Steps{50, 60}));
        QCOMPARE(kept(59min), (Steps{60}));
        QCOMPARE(kept(24h * 400), (Steps{10, 20, 30, 40, 50, 60}));
    }

    /// A file may be stored after one that was saved later.
    void rows_count_in_the_order_of_storing() {
        const auto row = [](const char* id, double saved, double filed, const char* parent) {
            CheckpointRow made;
            made.id = id;
            made.step = static_cast<std::int64_t>(filed);
            made.source = std::string(id) + ".pt";
            made.saved = saved;
            made.filed = filed;
            made.parent = parent;
            made.stored_bytes = 1;
            return made;
        };
        const std::vector<CheckpointRow> rows{row("a", 30, 1, ""), row("b", 20, 2, "a"),
                                              row("c", 10, 3, "b")};
        const auto decisions = judge_rows(rows, {.every = 3}, [](auto) { return std::nullopt; });
        QCOMPARE(decisions.size(), std::size_t{3});
        for (std::uint64_t i = 0; i < 3; ++i)
            QCOMPARE(decisions[i].item.sequence, i + 1);
        QVERIFY(decisions[2].kept);
    }

    void the_best_are_by_the_metric_in_the_vault() {
        Watched w(6);  // loss 2 / n, NaN at 20
        fs::remove_all(w.root / "run");
        RetentionRules rules;
        rules.best = BestRule{2, MetricOrder::max};
        const auto plan = w.library->maintenance().plan_prune("run", rules);
        VERIFY_OK(plan);
        QCOMPARE(plan->rules.best->tag, std::string("loss"));
        std::vector<std::int64_t> kept;
        for (const auto& d : plan->decisions) {
            if (d.kept) kept.push_back(d.item.step);
        }
        QCOMPARE(kept, (Steps{10, 30}));
        rules.best->tag = "accuracy";
        const auto none = w.library->maintenance().plan_prune("run", rules);
        VERIFY_ERROR(none, ErrorCode::invalid_argument);
        QVERIFY(none.error().message.find("it has loss") != std::string::npos);
    }

    void only_the_plan_that_fits_is_done() {
        Watched w(4);
        const auto plan = w.library->maintenance().plan_prune("run", {.last = 1});
        VERIFY_OK(plan);
        const auto pinned = w.library->queries().find_checkpoint(w.run_id, 20);
        VERIFY_OK(w.library->maintenance().pin(w.run_id, pinned->id, true));
        VERIFY_ERROR(w.library->maintenance().prune(*plan, Maintenance::Removal::permanent, {}),
                     ErrorCode::changed);
        QCOMPARE(w.steps().size(), std::size_t{4});
        VERIFY_OK(w.library->maintenance().prune(*w.library->maintenance().plan_prune("run", {.last = 1}),
                                                 Maintenance::Removal::permanent, {}));
        QCOMPARE(w.steps(), (Steps{10, 20, 40}));
        VERIFY_OK(w.library->maintenance().pin(w.run_id, pinned->id, false));
        VERIFY_OK(w.library->maintenance().prune(*w.library->maintenance().plan_prune("run", {.last = 1}),
                                                 Maintenance::Removal::permanent, {}));
        QCOMPARE(w.steps(), (Steps{10, 40}));
        VERIFY_ERROR(w.library->maintenance().pin(w.run_id, pinned->id, true), ErrorCode::not_found);
    }

    void one_that_is_cancelled_leaves_all_whole() {
        Watched w(6);
        std::stop_source stop;
        stop.request_stop();
        const auto plan = w.library->maintenance().plan_prune("run", {.last = 2});
        VERIFY_ERROR(w.library->maintenance().prune(*plan, Maintenance::Removal::permanent,
                                                    {.stop = stop.get_token()}),
                     ErrorCode::cancelled);
        QCOMPARE(w.steps().size(), std::size_t{6});
        QVERIFY(w.library->maintenance().verify({})->damage.empty());
        VERIFY_OK(w.library->maintenance().prune(*plan, Maintenance::Removal::permanent, {}));
        QCOMPARE(w.steps(), (Steps{10, 50, 60}));
    }

    void a_run_with_damage_is_left_alone() {
        Watched w(4);
        const auto row = w.library->queries().find_checkpoint(w.run_id, 30);
        write_text(step_path(steps_folder(w.folder()), row->id), "rubbish");
        const auto plan = w.library->maintenance().plan_prune("run", {.last = 1});
        VERIFY_ERROR(plan, ErrorCode::corrupt);
        VERIFY_ERROR(w.library->maintenance().plan_prune("walk", {.last = 1}), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestPruning)

}  // namespace test_pruning

#include "test_pruning.moc"
