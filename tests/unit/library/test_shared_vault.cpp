// Several processes share a vault and nodes' folders; threads stand for the processes.
#include <numeric>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "library/catalog/backends.h"
#include "library/cluster/shared_vault.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/thread_communicator.h"

namespace test_shared_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const Backends backends{[](const fs::path& vault) { return open_sqlite_catalog(catalog_file(vault)); }};

/// Counts the bytes that other processes receive.
class CountingCrew : public Communicator {
 public:
    explicit CountingCrew(Communicator& communicator)
        : communicator_(communicator), dealt_(communicator.size(), 0) {}
    [[nodiscard]] std::uint32_t rank() const override { return communicator_.rank(); }
    [[nodiscard]] std::uint32_t size() const override { return communicator_.size(); }
    Result<std::vector<Bytes>> all_gather(ByteView mine) override {
        exchanged_ += mine.size();
        return communicator_.all_gather(mine);
    }
    Result<std::vector<Bytes>> all_to_all(std::span<const Bytes> mine) override {
        for (std::uint32_t to = 0; to < mine.size(); ++to) {
            if (to != rank()) dealt_[to] += mine[to].size();
        }
        return communicator_.all_to_all(mine);
    }
    [[nodiscard]] const std::vector<std::uint64_t>& dealt() const { return dealt_; }
    [[nodiscard]] std::uint64_t exchanged() const { return exchanged_; }

 private:
    Communicator& communicator_;
    std::vector<std::uint64_t> dealt_;
    std::uint64_t exchanged_ = 0;
};

}  // namespace

class TestSharedVault : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;
    Training training_{11, 300'000};

    using Work = std::function<Status(SharedVault&, CountingCrew&)>;
    /// Runs `work` on one process per machine, or on two. Fails if the processes' results differ.
    Status together(std::uint32_t ranks, const Work& work, std::uint32_t nodes = 0) {
        std::vector<Status> outcomes(ranks);
        ThreadCommunicator(ranks).run([&](Communicator& member) {
            CountingCrew communicator(member);
            const auto run = [&]() -> Status {
                NodeFolders folders{.pattern = (root_ / "node%n").native(), .nodes = nodes};
                for (std::uint32_t r = 0; r < ranks; ++r)
                    folders.machines.push_back(r);
                STEPVAULT_ASSIGN(library, SharedVault::open(communicator, root_ / "vault",
                                                            LocalVault::Mode::create, backends, 1, folders));
                return work(*library, communicator);
            };
            outcomes[member.rank()] = run();
        });
        for (const auto& outcome : outcomes) {
            if (!outcome && outcomes.front().ok()) return outcome;
        }
        return outcomes.front();
    }

    fs::path next_checkpoint(int step) {
        const auto file = root_ / ("run/step_" + std::to_string(step) + ".safetensors");
        write_text(file, training_.bytes());
        training_.next();
        return file;
    }
    SharedSaveReport save(std::uint32_t ranks, SharedSaveRequest request) {
        SharedSaveReport report;
        request.run = "r";
        const auto status = together(
            ranks,
            [&](SharedVault& library, CountingCrew& communicator) -> Status {
                STEPVAULT_ASSIGN(saved, library.save(request, {}));
                if (communicator.rank() == 0) report = saved;
                return {};
            },
            ranks);
        if (!status) qWarning("%s", status.error().message.c_str());
        return report;
    }
    [[nodiscard]] fs::path step_file(const std::string& id) const {
        return step_path(steps_folder(fs::directory_iterator(root_ / "vault/runs")->path()), id);
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
        fs::create_directories(root_ / "run");
    }

    void a_share_goes_only_where_it_is_kept_data() {
        QTest::addColumn<int>("level");
        QTest::newRow("level 1") << 1;
        QTest::newRow("level 2") << 2;
        QTest::newRow("level 3") << 3;
    }
    /// Four nodes in groups of two, one process each: 0 and 1, 2 and 3 store each other's data.
    void a_share_goes_only_where_it_is_kept() {
        QFETCH(int, level);
        const auto file = next_checkpoint(1);
        std::vector<std::vector<std::uint64_t>> dealt(4);
        std::vector<std::uint64_t> exchanged(4);
        std::uint64_t stored = 0;
        std::vector<Status> outcomes(4);
        ThreadCommunicator(4).run([&](Communicator& member) {
            CountingCrew communicator(member);
            const auto run = [&]() -> Status {
                const NodeFolders folders{
                    .pattern = (root_ / "node%n").native(), .machines = {0, 1, 2, 3}, .group = 2};
                STEPVAULT_ASSIGN(library, SharedVault::open(communicator, root_ / "vault",
                                                            LocalVault::Mode::create, backends, 1, folders));
                STEPVAULT_ASSIGN(saved, library->save({.path = file,
                                                       .run = "r",
                                                       .scheme = SchemeChoice{.scheme = Scheme::exact},
                                                       .level = static_cast<std::uint32_t>(level)},
                                                      {}));
                if (communicator.rank() == 0) stored = saved.stored_bytes;
                dealt[communicator.rank()] = communicator.dealt();
                exchanged[communicator.rank()] = communicator.exchanged();
                return {};
            };
            outcomes[member.rank()] = run();
        });
        for (const auto& outcome : outcomes)
            VERIFY_OK(outcome);
        QVERIFY(stored > 1'000'000);
        for (std::uint32_t from = 0; from < 4; ++from) {
            QVERIFY(exchanged[from] < stored / 20);
            for (std::uint32_t to = 0; to < 4; ++to) {
                const bool partner = from != to && from / 2 == to / 2 && level > 1;
                if (partner)
                    QVERIFY(dealt[from][to] > stored / 8 && dealt[from][to] < stored / 2);
                else
                    QCOMPARE(dealt[from][to], std::uint64_t{0});
            }
        }
    }

    void work_is_shared_by_weight() {
        const auto file = next_checkpoint(1);
        auto saved = save(3, {.path = file, .level = 4, .weights = {0, 1, 3}});
        QVERIFY(!saved.id.empty());
        const auto together = read_text(step_file(saved.id));
        QCOMPARE(saved.stored_bytes, std::uint64_t{together.size()});
        QCOMPARE(saved.bytes, std::uint64_t{fs::file_size(file)});
        // With nodes that store it, a process's part of the file is the part that the process coded.
        const auto next = next_checkpoint(2);
        saved = save(3, {.path = next, .level = 1, .weights = {0, 1, 3}});
        const auto run_id = fs::directory_iterator(root_ / "node1")->path().filename().native();
        std::vector<double> kept;
        for (const char* node : {"node0", "node1", "node2"})
            kept.push_back(static_cast<double>(fs::file_size(root_ / node / run_id / saved.id / "own")));
        QVERIFY(kept[2] > kept[1] && kept[1] > 2 * kept[0]);
        QCOMPARE(saved.ranks.size(), std::size_t{3});
        QCOMPARE(saved.ranks[0].bytes + saved.ranks[1].bytes + saved.ranks[2].bytes, saved.bytes);
        QCOMPARE(saved.ranks[0].bytes, std::uint64_t{0});
        QVERIFY(saved.ranks[2].bytes > 2 * saved.ranks[1].bytes);
        QVERIFY(save(3, {.path = next, .weights = {1, 1}}).id.empty());
        QVERIFY(save(3, {.path = next, .weights = {0, 0, 0}}).id.empty());
    }

    void the_level_that_is_due_is_saved() {
        using namespace std::chrono_literals;
        // A new run has no checkpoint on any level.
        QCOMPARE(save(2, {.path = next_checkpoint(1), .intervals = LevelIntervals{24h, 0s, 0s, 0s}}).level,
                 1U);
        // A checkpoint on level 1 does not count for higher levels, a checkpoint on level 2 counts for level
        // 1.
        constexpr LevelIntervals low{24h, 24h, 0s, 0s};
        QCOMPARE(save(2, {.path = next_checkpoint(2), .intervals = low}).level, 2U);
        const auto none = save(2, {.path = next_checkpoint(3), .intervals = low});
        QCOMPARE(none.level, 0U);
        QVERIFY(none.id.empty());
        QCOMPARE(save(2, {.path = next_checkpoint(4), .intervals = LevelIntervals{24h, 24h, 0s, 24h}}).level,
                 4U);
        QCOMPARE(save(2, {.path = next_checkpoint(5), .intervals = low}).level, 0U);
        QCOMPARE(save(2, {.path = next_checkpoint(6), .level = 1}).level, 1U);
        std::vector<std::uint32_t> levels;
        std::vector<std::int64_t> numbers;
        VERIFY_OK(together(2, [&](SharedVault& library, CountingCrew& communicator) -> Status {
            STEPVAULT_ASSIGN(steps, library.steps("r"));
            for (const auto& step : steps) {
                if (communicator.rank() > 0) continue;
                levels.push_back(step.level);
                numbers.push_back(step.step);
            }
            return {};
        }));
        QCOMPARE(levels, (std::vector<std::uint32_t>{4, 1}));
        QCOMPARE(numbers, (std::vector<std::int64_t>{4, 6}));
    }

    void levels_need_nodes_that_can_keep_them() {
        const auto file = next_checkpoint(1);
        const auto refused = together(1, [&](SharedVault& library, CountingCrew&) -> Status {
            STEPVAULT_TRY(library.save({.path = file, .run = "r", .level = 2}, {}));
            return {};
        });
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::invalid_argument);
        SingleProcess alone;
        const auto library =
            SharedVault::open(alone, root_ / "vault", LocalVault::Mode::create, backends, 1, {});
        VERIFY_OK(library);
        const auto saved = (*library)->save({.path = file, .run = "r", .level = 1}, {});
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::invalid_argument);
    }

    /// The newest step on the nodes builds on a step that the vault no longer has.
    void a_step_that_the_vault_refuses_does_not_hide_an_older_one() {
        const auto first = save(2, {.path = next_checkpoint(1), .level = 4});
        const auto second = save(2, {.path = next_checkpoint(2), .level = 2});
        fs::create_directories(root_ / "aside");
        for (const char* node : {"node0", "node1"})
            fs::copy(root_ / node, root_ / "aside" / node, fs::copy_options::recursive);
        const auto third = save(2, {.path = next_checkpoint(3), .level = 4});
        const auto fourth = save(2, {.path = next_checkpoint(4), .level = 1});
        for (const char* node : {"node0", "node1"})
            fs::copy(root_ / "aside" / node, root_ / node,
                     fs::copy_options::recursive | fs::copy_options::skip_existing);
        fs::remove(step_file(third.id));
        std::vector<RebuildReport> reports(2);
        std::vector<std::string> restored(2);
        VERIFY_OK(together(
            2,
            [&](SharedVault& library, CountingCrew& communicator) -> Status {
                if (communicator.rank() == 0) {
                    STEPVAULT_ASSIGN(other,
                                     LocalVault::open(root_ / "vault", LocalVault::Mode::existing, backends));
                    STEPVAULT_TRY(other->maintenance().reindex({}));
                }
                STEPVAULT_ASSIGN(report, library.rebuild("r"));
                reports[communicator.rank()] = report;
                // So the newest step is a step of the vault, not the newest step on the nodes.
                STEPVAULT_ASSIGN(newest,
                                 library.restore({.run = "r",
                                                  .step = {},
                                                  .checkpoint_id = {},
                                                  .output = root_ / std::to_string(communicator.rank())},
                                                 {}));
                restored[communicator.rank()] = newest.restored.checkpoint_id;
                return {};
            },
            2));
        QCOMPARE(restored, std::vector<std::string>(2, second.id));
        for (const auto& report : reports) {
            QCOMPARE(report.id, second.id);
            QCOMPARE(report.newest_in_vault, first.id);
            QCOMPARE(report.passed_over.size(), std::size_t{1});
            QVERIFY(report.passed_over.front().find(fourth.id) != std::string::npos);
        }
        QVERIFY(fs::exists(step_file(second.id)));
    }

    void each_process_restores_where_it_wants() {
        (void)save(3, {.path = next_checkpoint(1), .level = 4});
        const auto expected = next_checkpoint(2);
        const auto saved =
            save(3, {.path = expected, .scheme = SchemeChoice{.scheme = Scheme::exact}, .level = 3});
        std::vector<std::string> ids(3);
        VERIFY_OK(together(
            3,
            [&](SharedVault& library, CountingCrew& communicator) -> Status {
                RestoreRequest request{.run = "r", .step = {}, .checkpoint_id = {}, .output = {}};
                if (communicator.rank() != 1) request.output = root_ / std::to_string(communicator.rank());
                STEPVAULT_ASSIGN(report, library.restore(request, {}));
                ids[communicator.rank()] = report.restored.checkpoint_id;
                return {};
            },
            3));
        QCOMPARE(ids, std::vector<std::string>(3, saved.id));
        QVERIFY(read_text(root_ / "0") == read_text(expected));
        QVERIFY(read_text(root_ / "2") == read_text(expected));
        QVERIFY(!fs::exists(root_ / "1"));
        const auto again = together(3, [&](SharedVault& library, CountingCrew& communicator) -> Status {
            STEPVAULT_TRY(library.restore({.run = "r",
                                           .step = 1,
                                           .checkpoint_id = {},
                                           .output = root_ / (communicator.rank() == 2 ? "2" : "new")},
                                          {}));
            return {};
        });
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::already_exists);
    }
};

STEPVAULT_TEST(TestSharedVault)

}  // namespace test_shared_vault

#include "test_shared_vault.moc"
