// Runs whose TensorBoard event files are not in the folder of their checkpoints, found by the watcher.
#include <atomic>
#include <bit>
#include <thread>

#include <QTemporaryDir>
#include <QtTest>

#include "base/checksum.h"
#include "run/divergence.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_watched_layouts {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t second_0 = 1'700'000'000;

void set_time(const fs::path& file, std::int64_t second) {
    const auto since_epoch = std::chrono::seconds(second_0 + second);
    fs::last_write_time(file, std::chrono::file_clock::from_sys(std::chrono::sys_seconds(since_epoch)));
}

/// A record of an event file with the loss at a step.
std::string loss_record(std::int8_t step, float loss) {
    ByteWriter value;
    value.put_bytes(as_view("\x0a\x04loss\x15"));
    value.put(loss);
    ByteWriter event;
    event.put_bytes(as_view("\x10"));
    event.put(step);
    event.put_bytes(as_view("\x2a"));
    event.put(static_cast<std::uint8_t>(value.size() + 2));
    event.put_bytes(as_view("\x0a"));
    event.put(static_cast<std::uint8_t>(value.size()));
    event.put_bytes(value.view());
    const auto masked = [](ByteView bytes) { return std::rotr(crc32c(bytes), 15) + 0xA282EAD8U; };
    ByteWriter record;
    record.put(std::uint64_t{event.size()});
    record.put(masked(record.view()));
    record.put_bytes(event.view());
    record.put(masked(event.view()));
    return std::string(as_text(record.view()));
}

/// Writes losses from step 1 on, from second `begin` to second `end`.
void write_events(const fs::path& folder, std::int64_t begin, std::int64_t end,
                  const std::vector<float>& losses) {
    std::string records;
    std::int8_t step = 0;
    for (const auto loss : losses)
        records += loss_record(++step, loss);
    const auto file = folder / ("events.out.tfevents." + std::to_string(second_0 + begin) + ".host.7." +
                                std::to_string(begin));
    write_text(file, records);
    set_time(file, end);
}

void write_checkpoint(const fs::path& file, std::int64_t second) {
    write_text(file, Training(1, 500).bytes());
    set_time(file, second);
}

/// Counts the events of a kind, from another thread.
class Counter : public WatchObserver {
 public:
    explicit Counter(WatchEvent::Kind kind) : kind_(kind) {}
    void on_watch_event(const WatchEvent& event) override {
        if (event.kind == kind_) ++count;
        if (event.kind == WatchEvent::Kind::filed) ++filed;
    }
    std::atomic<int> count = 0;
    std::atomic<int> filed = 0;

 private:
    WatchEvent::Kind kind_;
};

/// "name: source source | loss@last step" for each run.
QStringList runs_of(VaultHandle& library) {
    QStringList text;
    const auto runs = library.queries().runs();
    if (!runs) return {QString::fromStdString(runs.error().message)};
    for (const auto& run : *runs) {
        const auto rows = library.queries().checkpoints(run.row.id);
        const auto curves = library.queries().series(run.row.id);
        QString line = QString::fromStdString(run.row.name) + ':';
        for (const auto& row : *rows)
            line += ' ' + QString::fromStdString(row.source);
        line += " |";
        for (const auto& series : *curves) {
            line += QStringLiteral(" %1 %2@%3")
                        .arg(QString::fromStdString(series.tag))
                        .arg(series.points)
                        .arg(series.last_step);
        }
        text += line;
    }
    text.sort();
    return text;
}

}  // namespace

class TestWatchedLayouts : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        events_.all.clear();
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
        auto opened = open_library(root_ / "vault");
        VERIFY_OK(opened);
        library_ = std::move(*opened);
    }
    void cleanup() { library_.reset(); }

    void curves_of_several_runs_are_not_mixed() {
        write_text(root_ / "project/train.py", "");
        write_events(root_ / "project/runs/a", 0, 100, {4, 3, 2, 1});
        write_events(root_ / "project/runs/b", 200, 300, {9, 8});
        write_events(root_ / "project/runs/c", 400, 500, {5});
        const QStringList expected{"a: | loss 4@4", "b: | loss 2@2", "c: | loss 1@1"};
        QCOMPARE(watch(), expected);
        QCOMPARE(watch(), expected);
        const auto runs = *library_->queries().runs();
        for (const auto& run : runs)
            QVERIFY(run.state != RunState::diverged);
    }

    void checkpoints_beside_runs_are_filed_once_and_it_is_said() {
        write_events(root_ / "project/runs/a", 0, 100, {4, 3});
        write_events(root_ / "project/runs/b", 2000, 2100, {9});
        write_checkpoint(root_ / "project/step_1.safetensors", 50);
        write_checkpoint(root_ / "project/b_step_7.safetensors", 60);
        write_checkpoint(root_ / "project/old.safetensors", -5000);
        const QStringList expected{"a: step_1.safetensors | loss 2@2", "b: b_step_7.safetensors | loss 1@1",
                                   "project: old.safetensors |"};
        QCOMPARE(watch(), expected);
        QStringList said;
        for (const auto& e : events_.of(WatchEvent::Kind::matched)) {
            QCOMPARE(e.text, (root_ / "project").native());
            said += QString::fromStdString(e.run) + ' ' + QString::number(static_cast<int>(e.match));
        }
        said.sort();
        const auto line = [](const char* run, Match match) {
            return QString(run) + ' ' + QString::number(static_cast<int>(match));
        };
        QCOMPARE(said, (QStringList{line("a", Match::by_time), line("b", Match::by_name),
                                    line("project", Match::none)}));
        // Another process watches later.
        library_.reset();
        library_ = std::move(*open_library(root_ / "vault"));
        QCOMPARE(watch(), expected);
    }

    void a_run_stays_the_same_when_its_first_checkpoint_comes_and_when_all_have_gone() {
        write_events(root_ / "project/runs/a", 0, 100, {4, 3});
        QCOMPARE(watch(), QStringList{"a: | loss 2@2"});
        const auto id = library_->queries().runs()->front().row.id;
        write_checkpoint(root_ / "project/out/step_1.safetensors", 50);
        const QStringList expected{"a: out/step_1.safetensors | loss 2@2"};
        QCOMPARE(watch(), expected);
        QCOMPARE(library_->queries().runs()->front().row.id, id);
        fs::remove_all(root_ / "project/out");
        QCOMPARE(watch(), expected);
        // Another run begins; its checkpoints belong to it.
        write_events(root_ / "project/runs/b", 5000, 5100, {7});
        write_checkpoint(root_ / "project/out/step_1.safetensors", 5050);
        QCOMPARE(watch(), expected + QStringList{"b: out/step_1.safetensors | loss 1@1"});
        QCOMPARE(library_->queries().runs()->front().row.id, id);
    }

    void the_run_of_a_trainer_is_the_one_that_it_began_to_log() {
        write_events(root_ / "gpt/runs/May01_12-00-00_host", 0, 100, {4, 3});
        QCOMPARE(watch(), QStringList{"May01_12-00-00_host: | loss 2@2"});
        const auto id = library_->queries().runs()->front().row.id;
        const auto checkpoint = root_ / "gpt/checkpoint-2";
        write_checkpoint(checkpoint / "model.safetensors", 60);
        write_text(checkpoint / "trainer_state.json",
                   R"({"global_step": 2, "log_history": [{"step": 1, "loss": 4}, {"step": 2, "loss": 3}]})");
        set_time(checkpoint / "trainer_state.json", 61);
        QCOMPARE(watch(), QStringList{"gpt: checkpoint-2 | loss 2@2"});
        QCOMPARE(library_->queries().runs()->front().row.id, id);
        // The run is resumed, and logs to another folder.
        write_events(root_ / "gpt/runs/May02_12-00-00_host", 900, 1000, {2});
        QCOMPARE(watch(), QStringList{"gpt: checkpoint-2 | loss 2@2"});
    }

    void a_folder_in_which_nothing_is_recognized_is_told_once() {
        write_text(root_ / "project/notes.txt", "");
        Counter counter(WatchEvent::Kind::nothing_found);
        {
            std::jthread watching([&](const std::stop_token& stop) {
                WatchOptions options;
                options.roots = {root_ / "project"};
                options.scheme = SchemeChoice{.scheme = Scheme::exact};
                (void)library_->watcher().watch(options, counter, {.stop = stop});
            });
            QTRY_COMPARE_WITH_TIMEOUT(counter.count.load(), 1, 60000);
            write_text(root_ / "project/data.csv", "image,label\n");
            write_checkpoint(root_ / "project/step_1.safetensors", 0);
            QTRY_COMPARE_WITH_TIMEOUT(counter.filed.load(), 1, 60000);
        }
        QCOMPARE(counter.count.load(), 1);
        write_text(root_ / "other/notes.txt", "");
        Events events;
        VERIFY_OK(watch_once(*library_, root_ / "other", events));
        const auto said = events.of(WatchEvent::Kind::nothing_found);
        QCOMPARE(said.size(), std::size_t{1});
        QCOMPARE(said[0].run, (root_ / "other").native());
    }

    void what_stable_baselines3_writes_is_taken_for_what_it_is() {
        const auto golden = fs::path(STEPVAULT_SOURCE_DIR) / "tests/golden/container/stable_baselines.zip";
        const auto run = root_ / "ppo";
        fs::create_directories(run);
        for (const char* name : {"rl_model_1000_steps.zip", "best_model.zip"}) {
            fs::copy_file(golden, run / name);
            set_time(run / name, 10);
        }
        write_text(run / "monitor.csv", "#{\"t_start\": 1700000000.0}\nr,l,t\n10,10,1\n20,30,2\n");
        write_text(run / "progress.csv", "time/total_timesteps,train/loss\n512,0.5\n1024,0.25\n");
        fs::copy_file(fs::path(STEPVAULT_SOURCE_DIR) / "tests/golden/metrics/sb3/evaluations.npz",
                      run / "evaluations.npz");
        write_text(run / "images_2017.zip", "PK\x03\x04 and so on");
        for (const char* name : {"monitor.csv", "progress.csv", "evaluations.npz", "images_2017.zip"})
            set_time(run / name, 20);
        QCOMPARE(watch(),
                 QStringList{"ppo: best_model.zip rl_model_1000_steps.zip | eval/mean_ep_length 3@3000 "
                             "eval/mean_reward 3@3000 l 2@40 r 2@40 train/loss 2@1024"});
        const auto info = library_->queries().runs()->front();
        const auto rows = *library_->queries().checkpoints(info.row.id);
        for (const auto& row : rows)
            QCOMPARE(row.step, std::int64_t{1000});
        QVERIFY(events_.of(WatchEvent::Kind::skipped).empty());
    }

    /// A rising reward does not count as divergence.
    void rewards_do_not_diverge() {
        std::vector<double> rewards;
        std::string rows;
        for (int i = 0; i < 300; ++i) {
            rewards.push_back(i < 25 ? 100 - i : 20 + 20 * i);
            rows += R"({"step": )" + std::to_string(i) + R"(, "reward": )" + std::to_string(rewards.back()) +
                    "}\n";
        }
        QVERIFY2(has_diverged(rewards), "a loss with these values would have diverged");
        write_text(root_ / "ppo/metrics.jsonl", rows);
        set_time(root_ / "ppo/metrics.jsonl", 60);
        watch();
        const auto runs = library_->queries().runs();
        QCOMPARE(runs->size(), std::size_t{1});
        QCOMPARE(runs->front().loss_tag, std::string("reward"));
        QVERIFY(runs->front().state != RunState::diverged);
    }

 private:
    QStringList watch() {
        // The vault is beside the runs, and contains no runs.
        WatchOptions options;
        for (const auto& entry : fs::directory_iterator(root_))
            if (entry.path().filename() != "vault") options.roots.push_back(entry.path());
        options.once = true;
        options.scheme = SchemeChoice{.scheme = Scheme::exact};
        const auto status = library_->watcher().watch(options, events_, {});
        if (!status) return {QString::fromStdString(status.error().message)};
        return runs_of(*library_);
    }

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;
    std::unique_ptr<VaultHandle> library_;
    Events events_;
};

STEPVAULT_TEST(TestWatchedLayouts)

}  // namespace test_watched_layouts

#include "test_watched_layouts.moc"
