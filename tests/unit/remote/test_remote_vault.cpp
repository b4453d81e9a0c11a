// A vault on another machine gives what the same vault gives here.
#include <QTemporaryDir>
#include <QtTest>

#include "partition/partition_tree.h"
#include "remote/wire/all_fields.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/served_vault.h"

namespace test_remote_vault {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// The same result, or the same error.
template <class T>
void compare(const Result<T>& here, const Result<T>& there) {
    if (!here.ok()) QVERIFY2(there.ok() == here.ok(), here.error().message.c_str());
    // As bytes, a NaN equals another one.
    QVERIFY2(wire::write_message(wire::encode(here)) == wire::write_message(wire::encode(there)),
             there.ok() ? "other value" : there.error().message.c_str());
}
#define COMPARE(call)                                 \
    do {                                              \
        const auto here = (*local_).call;             \
        const auto there = (*remote_).call;           \
        compare(here, there);                         \
        if (QTest::currentTestFailed()) QFAIL(#call); \
    } while (false)

class TestRemoteVault : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> dir_;
    std::unique_ptr<LocalVault> local_;
    std::optional<ServedVault> served_;
    std::unique_ptr<RemoteVault> remote_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] WatchOptions watch_options() const {
        WatchOptions options;
        options.roots = {root() / "runs"};
        options.quiet = 0ns;
        return options;
    }
    static RestoreRequest request(const std::string& run, const std::string& id, const fs::path& output) {
        RestoreRequest request;
        request.run = run;
        request.checkpoint_id = id;
        request.output = output;
        return request;
    }
    std::uint64_t bytes_in() { return (*remote_->link().connection())->bytes_in(); }
    std::string first_run() { return local_->queries().run("first")->row.id; }

    void connect(ServerLimits limits = {}, std::chrono::milliseconds silence = 20s) {
        remote_.reset();
        served_.emplace(*local_, limits, silence);
        auto remote = served_->open();
        VERIFY_OK(remote);
        remote_ = std::move(*remote);
    }

 private slots:
    void init() {
        dir_.emplace();
        write_run(root() / "runs" / "first", 4);
        write_run(root() / "runs" / "second", 2);
        age(root() / "runs");
        auto local = open_library(root() / "vault");
        VERIFY_OK(local);
        local_ = std::move(*local);
        VERIFY_OK(watch_once(*local_, {root() / "runs"}));
        connect();
    }
    void cleanup() {
        remote_.reset();
        served_.reset();
        local_.reset();
        dir_.reset();
    }

    void queries_give_the_same_there() {
        QCOMPARE(remote_->folder(), local_->folder());
        QCOMPARE(remote_->host(), std::string("box"));
        const auto run = first_run();
        const auto rows = local_->queries().checkpoints(run);
        VERIFY_OK(rows);
        const auto last = rows->back().id;
        COMPARE(queries().runs());
        COMPARE(queries().run("first"));
        COMPARE(queries().run("none"));
        COMPARE(queries().checkpoints(run));
        COMPARE(queries().find_checkpoint(run, 30));
        COMPARE(queries().find_checkpoint(run, 31));
        COMPARE(queries().tensors(run, last));
        COMPARE(queries().report(run, last, {}));
        COMPARE(queries().report(run, "../../../x", {}));
        COMPARE(queries().tensor_errors(run, last));
        COMPARE(queries().series(run));
        COMPARE(queries().points(run, "loss"));
        COMPARE(queries().points(run, "loss", 20));
        COMPARE(queries().chart(run, "loss", {}, 3));
        COMPARE(queries().hyperparameters(run));
        COMPARE(queries().hyperparameters());
        COMPARE(queries().planned_steps(run, 10, 3));
        COMPARE(queries().scheme("first"));
        COMPARE(queries().contents({run}, {}));
        COMPARE(queries().difference({run, rows->front().id, {}}, {run, last, {}}, {}));
        auto overview_here = local_->queries().overview({.columns = 8}, {});
        auto overview_there = remote_->queries().overview({.columns = 8}, {});
        VERIFY_OK(overview_here);
        VERIFY_OK(overview_there);
        // Other programs change the free space meanwhile.
        overview_here->disk.reset();
        overview_there->disk.reset();
        compare(overview_here, overview_there);
        QVERIFY(remote_->queries().disk().has_value());
        VERIFY_OK(remote_->queries().version());
        QCOMPARE(remote_->queries().state(*local_->queries().run(run)), local_->queries().run(run)->state);
        COMPARE(restorer().original(run, last));
        COMPARE(maintenance().retention_rules());
        COMPARE(maintenance().plan_prune("first", {.last = 1}));
        COMPARE(maintenance().trash());
        COMPARE(maintenance().verify({}));
        COMPARE(maintenance().parity());
    }

    void results_that_are_made_here_are_the_same() {
        const auto run = first_run();
        const auto last = local_->queries().checkpoints(run)->back().id;
        const auto tree = local_->queries().tree(run, last);
        const auto same_tree = remote_->queries().tree(run, last);
        VERIFY_OK(tree);
        VERIFY_OK(same_tree);
        QCOMPARE(same_tree->nodes().size(), tree->nodes().size());
        QCOMPARE(same_tree->total_bytes(), tree->total_bytes());
        const auto study = local_->queries().study_bits(run, last);
        const auto same_study = remote_->queries().study_bits(run, last);
        VERIFY_OK(study);
        VERIFY_OK(same_study);
        const SchemeChoice choice{.scheme = Scheme::lc, .bits = 2};
        QCOMPARE(same_study->lc(choice).stored_bytes, study->lc(choice).stored_bytes);
        QCOMPARE(same_study->adaptive({})->stored_bytes, study->adaptive({})->stored_bytes);
        const auto rows = local_->queries().row_changes(run, last, {});
        const auto same_rows = remote_->queries().row_changes(run, last, {});
        VERIFY_OK(rows);
        VERIFY_OK(same_rows);
        QVERIFY(same_rows->changed() == rows->changed());
        const SchemeChoice scar{.scheme = Scheme::scar, .budget = 10};
        QCOMPARE(same_study->scar(scar, *same_rows).relative_error, study->scar(scar, *rows).relative_error);
        PlanOptions options;
        options.iteration = 1;
        options.stall = 2;
        const auto plan = local_->queries().plan(run, options);
        const auto same_plan = remote_->queries().plan(run, options);
        QCOMPARE(same_plan.ok(), plan.ok());
        if (plan.ok())
            QVERIFY(same_plan->plan.schedules.front().schedule.boundaries() ==
                    plan->plan.schedules.front().schedule.boundaries());
    }

    void the_list_is_read_only_where_it_changed() {
        const auto whole = remote_->queries().overview({.columns = 8}, {});
        VERIFY_OK(whole);
        QCOMPARE(whole->changed.size(), std::size_t{2});
        QVERIFY(!whole->changed.front().spark.empty());
        OverviewRequest known{.rules = whole->rules, .columns = 8};
        for (const auto& run : whole->runs)
            known.runs.push_back(run.revision);
        VERIFY_OK(local_->maintenance().rename("second", "other"));
        const auto changed = remote_->queries().overview(known, {});
        VERIFY_OK(changed);
        QCOMPARE(changed->runs.size(), std::size_t{2});
        QCOMPARE(changed->changed.size(), std::size_t{1});
        QCOMPARE(changed->changed.front().info.row.name, std::string("other"));
        known.version = remote_->queries().overview(known, {})->version;
        QVERIFY(remote_->queries().overview(known, {})->is_unchanged);
    }

    void a_step_is_restored_here() {
        const auto run = first_run();
        const auto last = local_->queries().checkpoints(run)->back().id;
        const auto proposals = remote_->restorer().propose_both(run, last);
        VERIFY_OK(proposals);
        QVERIFY(!fs::exists(proposals->whole.output));
        QVERIFY(proposals->whole.output.native().starts_with(qgetenv("HOME").toStdString()));
        QCOMPARE(proposals->whole.bytes, local_->restorer().propose(run, last, RestoreExtent::whole)->bytes);
        const auto here = root() / "here.safetensors";
        const auto there = root() / "there.safetensors";
        VERIFY_OK(remote_->restorer().restore(request(run, last, here), {}));
        VERIFY_OK(local_->restorer().restore(request(run, last, there), {}));
        QVERIFY(read_text(here) == read_text(there));
        // A step that builds on the same base fetches only its own file.
        const auto before = bytes_in();
        VERIFY_OK(remote_->restorer().restore(request(run, last, root() / "again.safetensors"), {}));
        QVERIFY(bytes_in() - before < 4000);
        const auto several = remote_->restorer().restore_several(
            {.run = "first", .checkpoint_ids = {last}, .folder = root() / "many"}, {});
        QVERIFY(!several.ended);
        QCOMPARE(several.restored.size(), std::size_t{1});
        QVERIFY(read_text(several.restored.front().output) == read_text(there));
        QCOMPARE(remote_->restorer().restore(request("none", last, root() / "x"), {}).error().code,
                 ErrorCode::not_found);
    }

    void a_step_is_restored_there() {
        const auto run = first_run();
        auto beside = request(run, local_->queries().checkpoints(run)->front().id, {});
        beside.into_run = true;
        const auto report = remote_->restorer().restore(beside, {});
        VERIFY_OK(report);
        QVERIFY(report->output.native().starts_with((root() / "runs" / "first").native()));
        QVERIFY(fs::exists(report->output));
    }

    void a_restore_that_is_cut_off_goes_on() {
        const auto run = first_run();
        const auto last = local_->queries().checkpoints(run)->back().id;
        const auto output = root() / "cut.safetensors";
        int cuts = 0;
        for (int i = 0; i < 20; ++i) {
            std::jthread cutting([&] {
                std::this_thread::sleep_for(i * 1ms);
                served_->cut();
            });
            const auto restored = remote_->restorer().restore(request(run, last, output), {});
            cutting.join();
            QCOMPARE(fs::exists(output), restored.ok());
            if (!restored.ok()) {
                QCOMPARE(restored.error().code, ErrorCode::io);
                ++cuts;
            }
            fs::remove(output);
            QTRY_VERIFY(remote_->queries().version().ok());
        }
        QVERIFY(cuts > 0);
        VERIFY_OK(remote_->restorer().restore(request(run, last, output), {}));
        QVERIFY(read_text(output).size() == local_->queries().checkpoints(run)->back().original_bytes);
    }

    void a_vault_is_changed_there() {
        VERIFY_OK(remote_->maintenance().change_labels("first", {.note = "hello"}));
        QCOMPARE(local_->queries().run("first")->row.labels.note, std::string("hello"));
        const auto plan = remote_->maintenance().plan_prune("first", {.last = 1});
        VERIFY_OK(plan);
        const auto pruned = remote_->maintenance().prune(*plan, Maintenance::Removal::to_trash, {});
        VERIFY_OK(pruned);
        QCOMPARE(local_->queries().checkpoints(first_run())->size(), std::size_t{4 - pruned->removed});
        COMPARE(maintenance().trash());
        VERIFY_OK(remote_->maintenance().restore_trash(pruned->trash_entry, {}));
        QCOMPARE(local_->queries().checkpoints(first_run())->size(), std::size_t{4});
        VERIFY_OK(remote_->maintenance().recode(
            {.run = "first", .scheme = {.scheme = Scheme::exact}, .from = {}}, {}));
        QCOMPARE(remote_->maintenance().choose_scheme("none", {}).error().code, ErrorCode::not_found);
    }

    void watching_there_is_seen_here() {
        Events events;
        VERIFY_OK(watch_once(*remote_, root() / "runs", events));
        QCOMPARE(events.of(WatchEvent::Kind::run_found).size(), std::size_t{2});
        std::jthread training([&] {
            std::this_thread::sleep_for(100ms);
            write_run(root() / "runs" / "third", 1);
            age(root() / "runs");
        });
        struct Until : Events {
            std::stop_source stop;
            void on_watch_event(const WatchEvent& event) override {
                Events::on_watch_event(event);
                if (event.kind == WatchEvent::Kind::filed) stop.request_stop();
            }
        } until;
        VERIFY_OK(remote_->watcher().watch(watch_options(), until, {until.stop.get_token(), nullptr}));
        QCOMPARE(until.of(WatchEvent::Kind::filed).size(), std::size_t{1});
        QCOMPARE(until.of(WatchEvent::Kind::filed).front().checkpoint->step, std::int64_t{10});
    }

    void background_watches_are_those_of_that_machine() {
        BackgroundWatch watch;
        watch.id = "0123abcd";
        watch.folders = {root() / "runs"};
        const auto record = BackgroundRecord::publish(local_->folder(), watch);
        QVERIFY(record.ok());
        QCOMPARE(local_->watcher().background()->size(), std::size_t{1});
        COMPARE(watcher().background());
        // No `stepvault` lies beside this program, so nothing starts.
        COMPARE(watcher().start_background(watch_options()));
        COMPARE(watcher().stop_background("ffffffff"));
    }

    void many_requests_run_at_once() {
        std::vector<std::jthread> threads;
        std::atomic<int> right = 0;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 20; ++n)
                    right += remote_->queries().runs().ok() && remote_->queries().run("second").ok() ? 1 : 0;
            });
        }
        threads.clear();
        QCOMPARE(right.load(), 160);
    }

    void too_many_requests_are_refused() {
        connect({.requests = 1});
        std::stop_source stop;
        Events events;
        std::jthread watching([&] {
            // It may be refused as well.
            while (!stop.stop_requested())
                (void)remote_->watcher().watch(watch_options(), events, {stop.get_token(), nullptr});
        });
        const auto refusal = [&] {
            const auto version = remote_->queries().version();
            return version.ok() ? ErrorCode::io : version.error().code;
        };
        QTRY_COMPARE(refusal(), ErrorCode::limit);
        stop.request_stop();
    }

    void a_lost_connection_is_told_and_made_again() {
        std::atomic<int> losses = 0;
        remote_->link().set_listener([&](const LinkState& state) {
            if (!state.is_connected && !state.is_trying) ++losses;
        });
        served_->set_reachable(false);
        Events events;
        std::optional<Status> ended;
        std::jthread watching([&] { ended = remote_->watcher().watch(watch_options(), events, {}); });
        QTRY_VERIFY(remote_->queries().version().ok());
        served_->cut();
        watching.join();
        QVERIFY(ended && !ended->ok());
        QCOMPARE(ended->error().code, ErrorCode::io);
        QTRY_VERIFY(losses > 0);
        // Nothing looks like an empty vault.
        const auto runs = remote_->queries().runs();
        QVERIFY(!runs.ok());
        QVERIFY2(runs.error().message.find("box") != std::string::npos, runs.error().message.c_str());
        QTRY_VERIFY(served_->tries() >= 3);
        served_->set_reachable(true);
        remote_->link().reconnect();
        QTRY_VERIFY(remote_->queries().runs().ok());
        QVERIFY(remote_->link().state().is_connected);
        remote_->link().set_listener({});
    }

    void work_is_cancelled_there() {
        std::stop_source stop;
        stop.request_stop();
        const auto verified = remote_->maintenance().verify({stop.get_token(), nullptr});
        QVERIFY(!verified.ok());
        QCOMPARE(verified.error().code, ErrorCode::cancelled);
    }

    void progress_comes_here() {
        struct Sink : ProgressSink {
            std::uint64_t done = 0;
            void on_progress(const Progress& progress) override { done = progress.done; }
        } sink;
        VERIFY_OK(remote_->maintenance().verify({{}, &sink}));
        QVERIFY(sink.done > 0);
    }
};

STEPVAULT_TEST(TestRemoteVault)

}  // namespace test_remote_vault

#include "test_remote_vault.moc"
