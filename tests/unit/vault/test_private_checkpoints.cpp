// In a shared vault, a user who may not read a checkpoint may not read its data in the vault either, whatever
// happens to it there.
#include <sys/stat.h>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/records/vault_access.h"
#include "vault/rewrite/recoding.h"
#include "vault/rewrite/squashing.h"

namespace test_private_checkpoints {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr mode_t usual_mask = 022;

unsigned mode_of(const fs::path& path) {
    struct stat s {};
    return ::stat(path.c_str(), &s) == 0 ? s.st_mode & 0777U : 0;
}

}  // namespace

class TestPrivateCheckpoints : public QObject {
    Q_OBJECT

    mode_t mask_ = 0;
    std::unique_ptr<ScratchRun> run_;
    std::unique_ptr<Training> training_;

    /// Files the next step from a file with the permissions `mode`. Returns the step's id.
    std::string file(unsigned mode) {
        const auto step = training_->step();
        const auto path = run_->root() / "run" / ("step_" + std::to_string(step) + ".safetensors");
        write_text(path, training_->bytes());
        if (::chmod(path.c_str(), mode) != 0) qFatal("no mode");
        const auto filed = run_->file_path(path, step);
        if (!filed) qFatal("%s", filed.error().message.c_str());
        training_->next();
        return filed->meta().id;
    }
    [[nodiscard]] unsigned step_mode(const std::string& id) const { return mode_of(run_->step_file(id)); }

 private slots:
    void init() {
        mask_ = ::umask(usual_mask);
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::lc});
        VERIFY_OK(share_vault(run_->root() / "vault", true));
        training_ = std::make_unique<Training>(5, 3000);
    }
    void cleanup() {
        run_.reset();
        ::umask(mask_);
    }

    void a_private_file_makes_the_run_private() {
        const auto first = file(0644);
        QCOMPARE(step_mode(first), 0640U);
        QVERIFY(!run_->writer().record().is_private);
        QCOMPARE(step_mode(file(0600)), 0600U);
        QVERIFY(RunRecord::read(run_file(run_->folder()))->is_private);
        QCOMPARE(mode_of(run_->folder()), 0700U);
        for (const auto& path : {run_->step_file(first), run_file(run_->folder())})
            QCOMPARE(mode_of(path), 0600U);
        // For good, since its steps build on private ones.
        QCOMPARE(step_mode(file(0644)), 0600U);
    }

    void folders_that_others_cannot_enter_count() {
        const auto folder = run_->root() / "run";
        fs::create_directories(folder);
        // A common parent folder does not count: a team may have a folder that only it may enter.
        QCOMPARE(::chmod(run_->root().c_str(), 0700), 0);
        QCOMPARE(step_mode(file(0644)), 0640U);
        QCOMPARE(::chmod(folder.c_str(), 0700), 0);
        QCOMPARE(step_mode(file(0644)), 0600U);
    }

    void the_most_private_file_of_a_folder_counts() {
        const auto folder = run_->root() / "run" / "checkpoint-1";
        write_text(folder / "a.bin", "a");
        write_text(folder / "b.bin", "b");
        QCOMPARE(::chmod((folder / "b.bin").c_str(), 0600), 0);
        const auto filed = run_->file_path(folder, 1);
        VERIFY_OK(filed);
        QCOMPARE(step_mode(filed->meta().id), 0600U);
    }

    void what_is_restored_is_as_private() {
        const auto id = file(0600);
        VERIFY_OK(run_->restore(id));
        QCOMPARE(mode_of(run_->root() / "restored" / id), 0600U);
    }

    void rewriting_keeps_it_data() {
        QTest::addColumn<unsigned>("original");
        QTest::addColumn<bool>("has_originals");
        QTest::addColumn<unsigned>("stored");
        QTest::newRow("open") << 0644U << true << 0640U;
        QTest::newRow("private") << 0600U << true << 0600U;
        QTest::newRow("open, from what is stored") << 0644U << false << 0640U;
    }
    void rewriting_keeps_it() {
        QFETCH(unsigned, original);
        QFETCH(bool, has_originals);
        QFETCH(unsigned, stored);
        (void)file(original);
        const auto between = file(original);
        const auto top = file(original);
        VERIFY_OK(squash_steps(run_->writer(), {between}, run_->pool(), {}));
        QCOMPARE(step_mode(top), stored);
        if (!has_originals) fs::remove_all(run_->root() / "run");
        VERIFY_OK(recode_run(run_->writer(), {.scheme = Scheme::exact}, {}, run_->pool(), {}));
        QCOMPARE(step_mode(top), stored);
        QCOMPARE(mode_of(steps_folder(run_->folder())), stored == 0640U ? 0750U : 0700U);
    }
};

STEPVAULT_TEST(TestPrivateCheckpoints)

}  // namespace test_private_checkpoints

#include "test_private_checkpoints.moc"
