#include <cmath>

#include <QTemporaryDir>
#include <QtTest>

#include "library/pruning.h"
#include "support/watched_library.h"
#include "vault/verifying.h"

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

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

/// A run that is saved by several names, in several schemes, and goes back now and then.
class History {
 public:
    explicit History(std::uint64_t seed) : random_(seed), training_(seed, 1500) {}

    void file_more(int checkpoints) {
        for (int i = 0; i < checkpoints; ++i) {
            const auto* scheme = schemes_[random_() % 4];
            if (random_() % 8 == 0) run_.choose({.scheme = scheme});
            if (random_() % 12 == 0) step_ -= static_cast<std::int64_t>(random_() % 3);
            const auto name = random_() % 5 == 0 ? std::string("best.safetensors")
                                                 : "step_" + std::to_string(step_) + ".safetensors";
            const auto step = run_.file(name, training_.bytes(), step_++);
            QVERIFY2(step.ok(), step ? "" : step.error().message.c_str());
            QVERIFY(!restored_.contains(step->meta().id));  // an id is never used twice
            restored_[step->meta().id] = *run_.restore(step->meta().id);
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
        for (const auto& pin : run_.writer().record().pins)
            QVERIFY(!restored_.contains(pin) || kept.contains(pin));
        QVERIFY(!kept.empty());
        const auto before = bytes_on_disk(run_.folder());
        const auto done = execute_prune(run_.writer(), *plan, run_.pool(), {});
        VERIFY_OK(done);
        const auto after = bytes_on_disk(run_.folder());
        QCOMPARE(plan->stored_bytes, before);
        QCOMPARE(done->stored_before, before);
        QCOMPARE(done->stored_after, after);
        QCOMPARE(done->removed, plan->removed);
        // Where only such go as others build on, the places of their links are new.
        const auto links = plan->freed_at_least == 0 ? 256 * done->folded : 0;
        QVERIFY(after + plan->freed_at_least <= before + links);
        if (rules.bytes && *rules.bytes > 0 && !rules.last && !rules.every && !rules.first &&
            run_.writer().record().pins.empty() && kept.size() > 1)
            QVERIFY(after <= *rules.bytes);
        for (const auto& id : ids_of(*plan, false))
            restored_.erase(id);
        check();
    }

    /// Exactly what should be there is, restores as before, and is sound.
    void check() {
        if (random_() % 2 == 0) run_.reopen();
        std::set<std::string> stored;
        for (const auto& m : run_.writer().steps())
            stored.insert(m.id);
        QCOMPARE(stored.size(), restored_.size());
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
    static constexpr const char* schemes_[] = {"exact", "lc", "adaptive", "topn"};
    std::mt19937_64 random_;
    Training training_;
    ScratchRun run_{{.scheme = "adaptive"}};
    std::int64_t step_ = 10;
    std::map<std::string, std::string> restored_;
};

/// A run of `steps` checkpoints, watched once.
struct Watched {
    QTemporaryDir dir;
    fs::path root = dir.path().toStdString();
    std::unique_ptr<Library> library;
    std::string run_id;

    explicit Watched(int steps) {
        write_run(root / "run", steps);
        age(root / "run");
        library = std::move(*open_library(root / "vault"));
        watch();
        run_id = library->run("run")->row.id;
    }
    std::size_t watch() {
        Events events;
        const auto status = watch_once(*library, root / "run", events, SchemeChoice{.scheme = "adaptive"});
        return status ? events.of(WatchEvent::Kind::filed).size() : 9999;
    }
    [[nodiscard]] std::vector<std::int64_t> steps() const {
        std::vector<std::int64_t> steps;
        const auto rows = library->checkpoints(run_id);
        for (const auto& row : *rows)
            steps.push_back(row.step);
        return steps;
    }
    [[nodiscard]] fs::path folder() const { return root / "vault" / "runs" / run_id; }
};

using Steps = std::vector<std::int64_t>;

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
        for (int round = 0; round < 4 && !QTest::currentTestFailed(); ++round) {
            history.file_more(round == 0 ? 40 : 6);
            history.prune_by_chance();
        }
        history.file_more(2);
        history.check();
    }

    void what_was_removed_is_not_filed_again() {
        Watched w(6);
        const auto plan = w.library->plan_prune("run", {.last = 2});
        VERIFY_OK(plan);
        QCOMPARE(w.steps().size(), std::size_t{6});  // a plan changes nothing
        const auto report = w.library->prune(*plan, {});
        VERIFY_OK(report);
        QCOMPARE(report->removed, std::uint64_t{3});
        QCOMPARE(w.steps(), (Steps{10, 50, 60}));
        QCOMPARE(w.watch(), std::size_t{0});
        w.library.reset();
        w.library = std::move(*open_library(w.root / "vault"));
        QCOMPARE(w.watch(), std::size_t{0});
        // Saved again, it is another checkpoint.
        Training training(9, 2000);
        write_text(w.root / "run/step_30.safetensors", training.bytes());
        age(w.root / "run");
        fs::last_write_time(w.root / "run/step_30.safetensors",
                            fs::file_time_type::clock::now() - std::chrono::minutes(30));
        QCOMPARE(w.watch() > 0, true);
        const auto row = w.library->find_checkpoint(w.run_id, 30);
        VERIFY_OK(row);
        QCOMPARE(row->generation, std::uint32_t{2});
    }

    void the_catalog_says_what_the_vault_holds() {
        Watched w(8);
        VERIFY_OK(w.library->prune(*w.library->plan_prune("run", {.last = 1, .every = 30}), {}));
        const auto steps = w.steps();
        QCOMPARE(steps, (Steps{10, 30, 60, 80}));
        std::uint64_t listed = 0;
        const auto rows = w.library->checkpoints(w.run_id);
        for (const auto& row : *rows)
            listed += row.stored_bytes;
        QCOMPARE(listed, bytes_on_disk(w.folder()));
        VERIFY_OK(w.library->reindex({}));
        QCOMPARE(w.steps(), steps);
    }

    void the_best_are_by_the_metric_in_the_vault() {
        Watched w(6);  // loss 2 / n, NaN at 20
        fs::remove_all(w.root / "run");
        RetentionRules rules;
        rules.best = BestRule{2, MetricOrder::max};
        const auto plan = w.library->plan_prune("run", rules);
        VERIFY_OK(plan);
        QCOMPARE(plan->rules.best->tag, std::string("loss"));
        std::vector<std::int64_t> kept;
        for (const auto& d : plan->decisions) {
            if (d.kept) kept.push_back(d.item.step);
        }
        QCOMPARE(kept, (Steps{10, 30}));
        rules.best->tag = "accuracy";
        const auto none = w.library->plan_prune("run", rules);
        QCOMPARE(none.error().code, ErrorCode::invalid_argument);
        QVERIFY(none.error().message.find("it has loss") != std::string::npos);
    }

    void only_the_plan_that_fits_is_done() {
        Watched w(4);
        const auto plan = w.library->plan_prune("run", {.last = 1});
        VERIFY_OK(plan);
        const auto pinned = w.library->find_checkpoint(w.run_id, 20);
        VERIFY_OK(w.library->pin(w.run_id, pinned->id, true));
        QCOMPARE(w.library->prune(*plan, {}).error().code, ErrorCode::changed);
        QCOMPARE(w.steps().size(), std::size_t{4});
        VERIFY_OK(w.library->prune(*w.library->plan_prune("run", {.last = 1}), {}));
        QCOMPARE(w.steps(), (Steps{10, 20, 40}));
        VERIFY_OK(w.library->pin(w.run_id, pinned->id, false));
        VERIFY_OK(w.library->prune(*w.library->plan_prune("run", {.last = 1}), {}));
        QCOMPARE(w.steps(), (Steps{10, 40}));
        QCOMPARE(w.library->pin(w.run_id, pinned->id, true).error().code, ErrorCode::not_found);
    }

    void one_that_is_cancelled_leaves_all_whole() {
        Watched w(6);
        std::stop_source stop;
        stop.request_stop();
        const auto plan = w.library->plan_prune("run", {.last = 2});
        QCOMPARE(w.library->prune(*plan, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
        QCOMPARE(w.steps().size(), std::size_t{6});
        QVERIFY(w.library->verify({})->damage.empty());
        VERIFY_OK(w.library->prune(*plan, {}));
        QCOMPARE(w.steps(), (Steps{10, 50, 60}));
    }

    void a_run_with_damage_is_left_alone() {
        Watched w(4);
        const auto row = w.library->find_checkpoint(w.run_id, 30);
        write_text(step_path(steps_folder(w.folder()), row->id), "rubbish");
        const auto plan = w.library->plan_prune("run", {.last = 1});
        QCOMPARE(plan.error().code, ErrorCode::corrupt);
        QCOMPARE(w.library->plan_prune("walk", {.last = 1}).error().code, ErrorCode::not_found);
    }
};

QTEST_GUILESS_MAIN(TestPruning)
#include "test_pruning.moc"
