// Brings runs back from a copy into a new vault, or into one that lost them.
#include <QtTest>

#include "copied_vault.h"
#include "remote/copy/copy_layout.h"
#include "remote/copy/run_return.h"
#include "support/registry.h"
#include "vault/records/vault_paths.h"

namespace test_run_return {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestRunReturn : public QObject {
    Q_OBJECT

    std::optional<CopiedVault> v_;

    [[nodiscard]] fs::path target() const { return v_->root() / "new"; }
    Result<ReturnReport> bring_back(const std::vector<std::string>& names = {}, const JobContext& job = {}) {
        const auto open_vault = [&] { return Vault::open(target(), true); };
        return return_runs(v_->store(), open_vault, names, job);
    }
    /// The files of a folder, by their paths in it.
    static std::map<std::string, std::string> files_of(const fs::path& folder) {
        std::map<std::string, std::string> files;
        std::error_code ec;
        for (const auto& entry : fs::recursive_directory_iterator(folder, ec)) {
            if (entry.is_regular_file() && entry.path().filename() != "lock")
                files.emplace(entry.path().lexically_relative(folder), read_text(entry.path()));
        }
        return files;
    }
    [[nodiscard]] std::size_t runs_there() const {
        std::error_code ec;
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(target() / "runs", ec), {}));
    }

 private slots:
    void init() {
        v_.emplace(std::vector<std::string>{"one", "two"}, SchemeChoice{.scheme = Scheme::exact});
        VERIFY_OK(v_->copy());
    }
    void cleanup() { v_.reset(); }

    void a_vault_is_made_from_its_copy() {
        const auto report = bring_back();
        VERIFY_OK(report);
        QCOMPARE(report->runs.size(), std::size_t{2});
        QCOMPARE(report->runs[0].checkpoints, std::uint64_t{3});
        QVERIFY(report->present.empty() && report->failed.empty());
        QVERIFY(files_of(target() / "runs") == files_of(v_->vault() / "runs"));
        QVERIFY2(!files_of(v_->vault() / "bases").empty(), "both runs lean on one base");
        QVERIFY(files_of(target() / "bases") == files_of(v_->vault() / "bases"));
        QVERIFY(!fs::exists(incoming_folder(target())));
        auto library =
            LocalVault::open_caught_up(target(), LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        QCOMPARE((*library)->queries().runs()->size(), std::size_t{2});
        const auto verified = (*library)->maintenance().verify({});
        VERIFY_OK(verified);
        QVERIFY(verified->damage.empty());
        // Runs that are there stay as they are.
        const auto again = bring_back();
        VERIFY_OK(again);
        QVERIFY(again->runs.empty());
        QCOMPARE(again->present.size(), std::size_t{2});
    }

    void a_run_comes_back_by_its_name() {
        QCOMPARE(bring_back({"none"}).error().code, ErrorCode::not_found);
        QVERIFY(!fs::exists(target()));
        const auto report = bring_back({"two"});
        VERIFY_OK(report);
        QCOMPARE(report->runs.size(), std::size_t{1});
        QCOMPARE(runs_there(), std::size_t{1});
        VERIFY_OK(bring_back({"one"}));
        QVERIFY(files_of(target() / "runs") == files_of(v_->vault() / "runs"));
    }

    void an_interruption_leaves_nothing_half() {
        struct Stopping : ProgressSink {
            std::stop_source stop;
            int left = 3;
            void on_progress(const Progress& /*progress*/) override {
                if (--left == 0) stop.request_stop();
            }
        } sink;
        QCOMPARE(bring_back({}, {sink.stop.get_token(), &sink}).error().code, ErrorCode::cancelled);
        QCOMPARE(runs_there(), std::size_t{0});
        VERIFY_OK(bring_back());
        QVERIFY(files_of(target() / "runs") == files_of(v_->vault() / "runs"));
        QVERIFY(!fs::exists(incoming_folder(target())));
    }

    void files_that_the_copy_has_lost_stay_away() {
        const auto manifests = read_manifests(v_->store(), {});
        VERIFY_OK(manifests);
        VERIFY_OK(Vault::open(target(), true));
        const auto steps = incoming_folder(target()) / "runs" / manifests->sound[0].run_id / "steps";
        fs::create_directories(steps);
        write_text(steps / "000000000099-00000000-1.svstep", "from an interrupted return");
        VERIFY_OK(bring_back());
        QVERIFY(files_of(target() / "runs") == files_of(v_->vault() / "runs"));
    }

    void damage_keeps_one_run_away() {
        const auto manifests = read_manifests(v_->store(), {});
        VERIFY_OK(manifests);
        for (const auto& file : manifests->sound[0].files) {
            if (file.path.ends_with("run.json")) damage_file(v_->to() / object_key(file.content));
        }
        const auto report = bring_back();
        VERIFY_OK(report);
        QCOMPARE(report->runs.size(), std::size_t{1});
        QCOMPARE(report->failed.size(), std::size_t{1});
        QCOMPARE(report->failed[0].code, ErrorCode::corrupt);
        QCOMPARE(runs_there(), std::size_t{1});
    }

    void a_namesake_keeps_its_place() {
        {
            write_run(v_->root() / "other/one", 3);
            age(v_->root() / "other/one");
            auto library = open_library(target());
            VERIFY_OK(library);
            VERIFY_OK(watch_once(**library, {v_->root() / "other/one"}));
        }
        const auto report = bring_back();
        VERIFY_OK(report);
        QCOMPARE(report->failed.size(), std::size_t{1});
        QCOMPARE(report->failed[0].code, ErrorCode::already_exists);
        QCOMPARE(runs_there(), std::size_t{2});
    }
};

STEPVAULT_TEST(TestRunReturn)

}  // namespace test_run_return

#include "test_run_return.moc"
