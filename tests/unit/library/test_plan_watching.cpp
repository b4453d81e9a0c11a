// A watcher keeps plan.json up to date.
#include <cmath>

#include <QTemporaryDir>
#include <QtTest>

#include "plan/plan_file.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_plan_watching {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// A run of 1000 steps whose hook has reached `step` and has saved at `saved`.
void write_hook_run(const fs::path& folder, int step, int saved) {
    std::ostringstream text;
    text << R"({"step": 0, "time": 1700000000, "stepvault": {"starts": 1, "total_steps": 1000, "ended": 0}})"
         << "\n";
    for (int k = 1; k <= step; ++k) {
        text << R"({"step": )" << k << R"(, "time": )" << 1'700'000'000 + k << R"(, "loss": )"
             << 2 * std::exp(-k / 150.0) + 0.1 << R"(, "stepvault": {"iteration_seconds": 1}})"
             << "\n";
        if (k == saved)
            text << R"({"step": )" << k << R"(, "time": )" << 1'700'000'000 + k
                 << R"(, "stepvault": {"stall_seconds": 2, "background_seconds": 0}, "saved": "x"})"
                 << "\n";
    }
    write_text(folder / "stepvault.jsonl", text.str());
}

Status watch_with_plan(VaultHandle& library, const fs::path& root, Events& events) {
    WatchOptions options;
    options.roots = {root};
    options.once = true;
    options.quiet = std::chrono::nanoseconds(0);
    options.plan = PlanOptions{};
    options.plan->mean_to_failure = 1000;
    return library.watcher().watch(options, events, {});
}

}  // namespace

class TestPlanWatching : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;
    std::unique_ptr<VaultHandle> library_;

    void open() {
        library_.reset();
        auto library = open_library(root_ / "vault");
        VERIFY_OK(library);
        library_ = std::move(*library);
    }
    std::vector<WatchEvent> planned() {
        age(root_ / "runs");
        Events events;
        const auto status = watch_with_plan(*library_, root_ / "runs", events);
        if (!status) qWarning("%s", status.error().message.c_str());
        return events.of(WatchEvent::Kind::planned);
    }

 private slots:
    void init() {
        root_ = fs::path(dir_.path().toStdString()) / QTest::currentTestFunction();
        fs::create_directories(root_ / "runs");
        open();
    }

    void writes_a_plan_and_leaves_it_while_it_holds() {
        write_hook_run(root_ / "runs/a", 200, 100);
        const auto first = planned();
        QCOMPARE(first.size(), std::size_t{1});
        const auto plan = PlanFile::read(root_ / "runs/a/plan.json");
        VERIFY_OK(plan);
        QCOMPARE(plan->to_json(), first[0].plan->to_json());
        QCOMPARE(plan->schedule, std::string("exact"));
        QCOMPARE(plan->from, std::int64_t{100});
        QCOMPARE(plan->iteration_seconds, 1.0);
        QCOMPARE(plan->stall_seconds, 2.0);
        QVERIFY(plan->steps.size() > 5 && plan->steps.front() > 100 && plan->steps.back() < 1000);

        open();
        QCOMPARE(planned().size(), std::size_t{0});
        QCOMPARE(PlanFile::read(root_ / "runs/a/plan.json")->to_json(), plan->to_json());
        // The watcher wrote no other file there.
        QCOMPARE(std::distance(fs::directory_iterator(root_ / "runs/a"), {}), std::ptrdiff_t{2});
    }

    void writes_it_anew_where_the_run_tells_something_else() {
        write_hook_run(root_ / "runs/a", 200, 100);
        QCOMPARE(planned().size(), std::size_t{1});
        const auto before = PlanFile::read(root_ / "runs/a/plan.json");
        std::ofstream(root_ / "runs/a/stepvault.jsonl", std::ios::app)
            << R"({"step": 201, "time": 1700000201, "stepvault": {"stall_seconds": 40}, "saved": "y"})"
            << "\n";
        std::ofstream(root_ / "runs/a/stepvault.jsonl", std::ios::app)
            << R"({"step": 202, "time": 1700000202, "stepvault": {"stall_seconds": 40}, "saved": "y"})"
            << "\n";
        open();
        QCOMPARE(planned().size(), std::size_t{1});
        const auto after = PlanFile::read(root_ / "runs/a/plan.json");
        VERIFY_OK(after);
        QVERIFY(after->steps.size() < before->steps.size());
    }

    void writes_it_anew_where_the_training_went_back() {
        write_hook_run(root_ / "runs/a", 700, 600);
        QCOMPARE(planned().size(), std::size_t{1});
        QCOMPARE(PlanFile::read(root_ / "runs/a/plan.json")->from, std::int64_t{600});
        std::ofstream again(root_ / "runs/a/stepvault.jsonl", std::ios::app);
        for (int k = 101; k <= 150; ++k) {
            again << R"({"step": )" << k << R"(, "time": )" << 1'700'001'000 + k << R"(, "loss": )"
                  << 2 * std::exp(-k / 150.0) + 0.1 << R"(, "stepvault": {"iteration_seconds": 1}})"
                  << "\n";
        }
        again.close();
        open();
        QCOMPARE(planned().size(), std::size_t{1});
        const auto plan = PlanFile::read(root_ / "runs/a/plan.json");
        VERIFY_OK(plan);
        QVERIFY(plan->from <= 150 && plan->steps.front() < 600);
    }

    void checkpoints_from_before_the_training_went_back_do_not_count() {
        write_hook_run(root_ / "runs/a", 200, 100);
        write_text(root_ / "runs/a/step_600.safetensors", Training(1, 2000).bytes());
        age(root_ / "runs/a");
        // A minute before the first record of the training.
        const std::chrono::sys_seconds saved(std::chrono::seconds(1'700'000'000 - 60));
        fs::last_write_time(root_ / "runs/a/step_600.safetensors",
                            fs::file_time_type::clock::from_sys(saved));
        Events events;
        VERIFY_OK(watch_with_plan(*library_, root_ / "runs", events));
        QCOMPARE(events.of(WatchEvent::Kind::planned).size(), std::size_t{1});
        // The plan knows the checkpoint.
        const auto at = [&](WatchEvent::Kind kind) {
            return std::ranges::find(events.all, kind, &WatchEvent::kind) - events.all.begin();
        };
        QVERIFY(at(WatchEvent::Kind::filed) < at(WatchEvent::Kind::planned));
        const auto plan = PlanFile::read(root_ / "runs/a/plan.json");
        VERIFY_OK(plan);
        QVERIFY(plan->from <= 200 && plan->steps.front() < 600);
    }

    void says_why_no_plan_can_be_made() {
        write_hook_run(root_ / "runs/a", 200, 100);
        age(root_ / "runs");
        Events events;
        WatchOptions options;
        options.roots = {root_ / "runs"};
        options.once = true;
        options.plan = PlanOptions{};
        options.plan->mean_to_failure = 0;
        QVERIFY(!library_->watcher().watch(options, events, {}));
        const auto failed = events.of(WatchEvent::Kind::failed);
        QCOMPARE(failed.size(), std::size_t{1});
        QVERIFY(failed[0].text.find("mean time to failure") != std::string::npos);
        QVERIFY(!fs::exists(root_ / "runs/a/plan.json"));
    }

    void what_the_hook_writes_of_itself_is_no_loss() {
        std::string lines;
        for (int k = 1; k <= 50; ++k)
            lines += R"({"step": )" + std::to_string(k) +
                     R"(, "stepvault": {"ended": 0, "iteration_seconds": 1, "workers": 2}})" + "\n";
        write_text(root_ / "runs/a/stepvault.jsonl", lines);
        planned();
        const auto run = library_->queries().run("a");
        VERIFY_OK(run);
        QCOMPARE(run->loss_tag, std::string());
        QVERIFY(!run->last_loss);
    }

    void a_foreign_file_is_replaced_only_by_a_plan() {
        write_hook_run(root_ / "runs/a", 200, 100);
        write_text(root_ / "runs/a/plan.json", "{\"steps\": [");
        QCOMPARE(planned().size(), std::size_t{1});
        VERIFY_OK(PlanFile::read(root_ / "runs/a/plan.json"));
    }

    void nothing_is_written_unasked() {
        write_hook_run(root_ / "runs/a", 200, 100);
        age(root_ / "runs");
        Events events;
        VERIFY_OK(watch_once(*library_, root_ / "runs", events));
        QVERIFY(!fs::exists(root_ / "runs/a/plan.json"));
    }

    void no_plan_without_figures_nor_at_the_end() {
        write_text(root_ / "runs/a/metrics.jsonl",
                   "{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"loss\": 1}\n");
        write_hook_run(root_ / "runs/b", 1000, 900);
        write_hook_run(root_ / "runs/c", 100, 2000);
        QCOMPARE(planned().size(), std::size_t{0});
        for (const char* run : {"a", "b", "c"})
            QVERIFY(!fs::exists(root_ / "runs" / run / "plan.json"));
    }
};

STEPVAULT_TEST(TestPlanWatching)

}  // namespace test_plan_watching

#include "test_plan_watching.moc"
