// Moves a vault to another folder, on the same disk and on another disk.

#include <QTemporaryDir>
#include <QtTest>

#include "base/file_lock.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/repair/vault_moving.h"

namespace test_moving_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// All files of a folder except the catalog's, by name.
std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto name = entry.path().lexically_relative(folder).native();
        if (entry.is_regular_file() && !name.starts_with("catalog.")) files[name] = read_text(entry.path());
    }
    return files;
}

std::size_t entries_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

class TestMovingVault : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        here_ = std::make_unique<QTemporaryDir>();
        elsewhere_ = std::make_unique<QTemporaryDir>(QStringLiteral("/dev/shm/stepvault-XXXXXX"));
        QVERIFY(here_->isValid() && elsewhere_->isValid());
        root_ = here_->path().toStdString();
        vault_ = root_ / "vault";
        write_run(root_ / "run", 3);
        age(root_ / "run");
        const auto library = open_library(vault_);
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root_ / "run"}, SchemeChoice{.scheme = Scheme::exact}));
        const auto plan = (*library)->maintenance().plan_prune("run", {.last = 1});
        VERIFY_OK(plan);
        VERIFY_OK((*library)->maintenance().prune(*plan, Maintenance::Removal::to_trash, {}));
    }

    void the_whole_vault_is_there_afterwards_data() {
        QTest::addColumn<bool>("another_disk");
        QTest::newRow("same disk") << false;
        QTest::newRow("another disk") << true;
    }
    void the_whole_vault_is_there_afterwards() {
        QFETCH(bool, another_disk);
        const auto parent = another_disk ? disk() : root_ / "archive";
        fs::create_directories(parent);
        const auto run_file_time =
            fs::last_write_time(fs::directory_iterator(runs_folder(vault_))->path() / "run.json");
        const auto before = files_in(vault_);
        VERIFY_OK(move_vault(vault_, parent / "new", {}));
        QVERIFY(!fs::exists(vault_));
        QCOMPARE(entries_in(parent), std::size_t{1});
        QCOMPARE(entries_in(root_), std::size_t{another_disk ? 1U : 2U});
        QVERIFY(files_in(parent / "new") == before);
        QVERIFY(fs::last_write_time(fs::directory_iterator(runs_folder(parent / "new"))->path() /
                                    "run.json") == run_file_time);
        const auto library =
            LocalVault::open_caught_up(parent / "new", LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        QCOMPARE((*library)->queries().run("run")->checkpoints, std::uint64_t{2});
        QVERIFY((*library)->maintenance().verify({})->damage.empty());
        QCOMPARE((*library)->maintenance().trash()->size(), std::size_t{1});
        RestoreRequest request;
        request.run = "run";
        request.step = 30;
        request.output = root_ / "back.safetensors";
        VERIFY_OK((*library)->restorer().restore(request, {}));
        QVERIFY(read_text(request.output) == read_text(root_ / "run/step_30.safetensors"));
    }

    void a_vault_in_use_stays_data() { the_whole_vault_is_there_afterwards_data(); }
    void a_vault_in_use_stays() {
        QFETCH(bool, another_disk);
        const auto to = (another_disk ? disk() : root_) / "new";
        const auto before = files_in(vault_);
        const auto run = fs::directory_iterator(runs_folder(vault_))->path();
        for (const auto& file : {lock_file(run), vault_file(vault_), trash_folder(vault_)}) {
            const auto held = FileLock::acquire_existing(file);
            VERIFY_OK(held);
            const auto moved = move_vault(vault_, to, {});
            VERIFY_ERROR(moved, ErrorCode::locked);
            QVERIFY(!fs::exists(to) && files_in(vault_) == before);
        }
    }

    void what_cannot_be_is_refused() {
        const auto before = files_in(vault_);
        const auto refused = [&](const fs::path& from, const fs::path& to) {
            return move_vault(from, to, {}).error().code;
        };
        QCOMPARE(refused(root_ / "run", root_ / "new"), ErrorCode::not_found);
        QCOMPARE(refused(vault_, root_ / "run"), ErrorCode::already_exists);
        QCOMPARE(refused(vault_, vault_), ErrorCode::already_exists);
        QCOMPARE(refused(vault_, root_ / "none" / "new"), ErrorCode::not_found);
        QCOMPARE(refused(vault_, vault_ / "runs" / "new"), ErrorCode::invalid_argument);
        fs::create_symlink(vault_ / "runs", root_ / "way");
        QCOMPARE(refused(vault_, root_ / "way" / "new"), ErrorCode::invalid_argument);
        fs::create_symlink(root_ / "nowhere", root_ / "link");
        QCOMPARE(refused(vault_, root_ / "link"), ErrorCode::already_exists);
        QVERIFY(files_in(vault_) == before);
    }

    void what_cannot_be_copied_is_named() {
        fs::create_symlink("vault.json", vault_ / "link");
        const auto moved = move_vault(vault_, disk() / "new", {});
        VERIFY_ERROR(moved, ErrorCode::invalid_argument);
        QVERIFY(moved.error().message.find("vault/link") != std::string::npos);
        QCOMPARE(entries_in(disk()), std::size_t{0});
        VERIFY_OK(move_vault(vault_, root_ / "new", {}));
        QVERIFY(fs::is_symlink(root_ / "new" / "link"));
    }

    void a_cancelled_copy_leaves_nothing() {
        struct Stop : ProgressSink {
            std::stop_source source;
            std::uint64_t after = 0;
            std::uint64_t most = 0;
            void on_progress(const Progress& p) override {
                if (p.done > after) source.request_stop();
                most = std::max(most, p.total);
            }
        };
        const auto before = files_in(vault_);
        Stop whole;
        whole.after = std::numeric_limits<std::uint64_t>::max();
        for (const double share : {0.0, 0.3, 0.7, 0.99}) {
            Stop stop;
            stop.after = static_cast<std::uint64_t>(share * static_cast<double>(whole.most));
            VERIFY_ERROR(move_vault(vault_, disk() / "new", {stop.source.get_token(), &stop}),
                         ErrorCode::cancelled);
            whole.most = stop.most;
            QVERIFY(files_in(vault_) == before);
            QCOMPARE(entries_in(disk()), std::size_t{0});
        }
        VERIFY_OK(move_vault(vault_, disk() / "new", {whole.source.get_token(), &whole}));
    }

    void what_a_killed_move_left_goes_with_the_next() {
        fs::create_directories(disk() / ".stepvault-move-1/runs");
        fs::create_directories(disk() / ".stepvault-move-2");
        const auto held = FileLock::acquire_existing(disk() / ".stepvault-move-2");
        VERIFY_OK(held);
        VERIFY_OK(move_vault(vault_, disk() / "new", {}));
        QCOMPARE(entries_in(disk()), std::size_t{2});
        QVERIFY(fs::exists(disk() / ".stepvault-move-2"));
    }

 private:
    [[nodiscard]] fs::path disk() const { return elsewhere_->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> here_;
    std::unique_ptr<QTemporaryDir> elsewhere_;
    fs::path root_;
    fs::path vault_;
};

STEPVAULT_TEST(TestMovingVault)

}  // namespace test_moving_vault

#include "test_moving_vault.moc"
