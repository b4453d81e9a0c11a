#include "base/checksum.h"
#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/freed_originals.h"
#include "vault/originals/original_moving.h"
#include "vault/originals/trash.h"
#include "vault/records/removed_steps.h"

namespace test_trashed_checkpoints {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

std::chrono::system_clock::time_point at_second(int second) {
    return std::chrono::system_clock::time_point(std::chrono::seconds(1'700'000'000 + second));
}

/// The XXH3 of a file's bytes.
std::uint64_t hash_of(std::string_view bytes) {
    return xxh3(as_view(bytes));
}

}  // namespace

/// Originals that are moved to the trash of a vault and back.
class TestTrashedCheckpoints : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;
    fs::path entry_;
    TrashedOriginals list_;

    [[nodiscard]] fs::path original(int i) const {
        return run_->root() / "run" / ("checkpoint-" + std::to_string(i));
    }
    static OpenCheckpoint opened(const fs::path& path, std::int64_t step) {
        auto checkpoint = open_checkpoint(*checkpoint_at(path), step);
        if (!checkpoint) qFatal("%s", checkpoint.error().message.c_str());
        return std::move(*checkpoint);
    }
    /// Files a checkpoint of two files.
    StepMeta file(int i) {
        write_text(original(i) / "a.bin", "a" + std::to_string(i));
        write_text(original(i) / "deep" / "b.bin", "the second of " + std::to_string(i));
        const auto step = run_->file_path(original(i), i);
        if (!step) qFatal("%s", step.error().message.c_str());
        return step->meta();
    }
    Status move(int i, const std::string& id) {
        return move_original_to_trash(entry_, list_, run_->writer().record(), id, opened(original(i), i), {});
    }
    [[nodiscard]] fs::path vault() const { return run_->root() / "vault"; }
    Status purgeable() { return check_purgeable(vault(), entry_.filename().native(), {}); }
    void flip(const fs::path& file, std::size_t at) {
        auto bytes = read_text(file);
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        write_text(file, bytes);
    }

 private slots:
    void init() {
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::exact});
        entry_ = *make_trash_entry(vault(), at_second(0));
        const auto& record = run_->writer().record();
        list_ = {.run_id = record.id, .folder = record.folder, .folder_mark = {}, .files = {}};
    }
    void cleanup() { run_.reset(); }

    void several_checkpoints_share_an_entry() {
        const auto first = file(1);
        const auto second = file(2);
        VERIFY_OK(move(1, first.id));
        VERIFY_OK(move(2, second.id));
        QVERIFY2(!fs::exists(original(1)) && !fs::exists(original(2)), "empty folders go as well");
        QVERIFY(fs::exists(run_->root() / "run"));
        const auto r = read_trashed_originals(entry_);
        VERIFY_OK(r);
        QCOMPARE(r->files.size(), std::size_t{4});
        QCOMPARE(r->files[3].number, std::uint64_t{4});
        QCOMPARE(r->files[3].checkpoint_id, second.id);
        QVERIFY(r->files[3].path == "checkpoint-2/deep/b.bin");
        QCOMPARE(r->files[3].bytes, std::uint64_t{15});
        QCOMPARE(r->files[3].hash, hash_of("the second of 2"));
        const auto back = restore_originals(entry_, run_->root() / "run", r->files, {});
        VERIFY_OK(back);
        QCOMPARE(back->files, std::uint64_t{4});
        QVERIFY(back->left.empty() && !back->damaged);
        QCOMPARE(read_text(original(2) / "deep" / "b.bin"), std::string("the second of 2"));
        QVERIFY(read_trashed_originals(entry_)->files.empty());
    }

    void a_file_that_cannot_go_takes_the_others_back() {
        const auto meta = file(1);
        write_text(entry_ / "original-2", "taken");
        const auto before = file_identity(original(1) / "a.bin");
        VERIFY_ERROR(move(1, meta.id), ErrorCode::already_exists);
        QCOMPARE(file_identity(original(1) / "a.bin")->inode, before->inode);
        QVERIFY(fs::exists(original(1) / "deep" / "b.bin") && !fs::exists(entry_ / "original-1"));
    }

    void a_file_that_was_written_since_stays() {
        const auto meta = file(1);
        const auto checkpoint = opened(original(1), 1);
        write_text(original(1) / "deep" / "b.bin", "another");
        const auto moved =
            move_original_to_trash(entry_, list_, run_->writer().record(), meta.id, checkpoint, {});
        VERIFY_ERROR(moved, ErrorCode::changed);
        QVERIFY(list_.files.empty() && !fs::exists(originals_file(entry_)));
        QCOMPARE(read_text(original(1) / "deep" / "b.bin"), std::string("another"));
    }

    void only_the_runs_own_files_may_go_data() {
        QTest::addColumn<QString>("what");
        for (const auto* what :
             {"its own", "another name", "a link", "a folder that is a link", "being written"})
            QTest::newRow(what) << what;
    }
    /// The second file is at fault.
    void only_the_runs_own_files_may_go() {
        QFETCH(QString, what);
        file(1);
        const auto second = original(1) / "deep" / "b.bin";
        if (what == "another name") fs::create_hard_link(second, run_->root() / "other");
        const auto checkpoint = opened(original(1), 1);
        if (what == "a link") {
            fs::rename(second, run_->root() / "moved");
            fs::create_symlink(run_->root() / "moved", second);
        }
        if (what == "a folder that is a link") {
            fs::rename(second.parent_path(), run_->root() / "moved");
            fs::create_directory_symlink(run_->root() / "moved", second.parent_path());
        }
        File writing;
        if (what == "being written") writing = std::move(*File::open_write(second));
        const auto status = check_removable(run_->writer().record(), checkpoint);
        QCOMPARE(status.ok(), what == "its own");
        if (!status) VERIFY_ERROR(status, ErrorCode::invalid_argument);
    }

    void only_what_is_stored_may_be_purged_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("may_go");
        const auto row = [](const char* what, bool may_go) {
            QTest::newRow(what) << QString(what) << may_go;
        };
        row("all is sound", true);
        row("the run is gone", true);
        row("the checkpoint was removed", true);
        row("the checkpoint is gone", false);
        row("its step file is damaged", false);
        row("what it builds on is damaged", false);
        row("another step is damaged", true);
        row("a list of nothing", true);
    }
    /// The entry holds the originals of the first two checkpoints of three; the second is at fault.
    void only_what_is_stored_may_be_purged() {
        QFETCH(QString, what);
        QFETCH(bool, may_go);
        const std::vector metas{file(1), file(2), file(3)};
        VERIFY_OK(move(1, metas[what == "what it builds on is damaged" ? 1 : 0].id));
        VERIFY_OK(move(2, metas[1].id));
        if (what == "the run is gone") fs::remove_all(run_->folder());
        if (what.startsWith("the checkpoint")) {
            fs::remove(run_->step_file(metas[2].id));
            fs::remove(run_->step_file(metas[1].id));
        }
        if (what == "the checkpoint was removed")
            VERIFY_OK(write_removed_steps(removed_file(run_->folder()), {{metas[1].id, "x", 1, 1, 2}}));
        if (what == "its step file is damaged") flip(run_->step_file(metas[1].id), 17);
        if (what == "what it builds on is damaged") flip(run_->step_file(metas[0].id), 17);
        if (what == "another step is damaged") flip(run_->step_file(metas[2].id), 17);
        if (what == "a list of nothing") {
            for (const int n : {1, 2, 3, 4})
                fs::remove(entry_ / ("original-" + std::to_string(n)));
        }
        const auto status = purgeable();
        QCOMPARE(status.ok(), may_go);
        if (may_go) return;
        VERIFY_ERROR(status, ErrorCode::corrupt);
        QVERIFY2(status.error().message.find(metas[1].id) != std::string::npos,
                 status.error().message.c_str());
    }

    void the_only_exact_copy_of_the_newest_stays_data() {
        QTest::addColumn<int>("newest");  // of three
        QTest::addColumn<int>("saved_last");
        QTest::addColumn<bool>("may_go");
        QTest::newRow("another is the newest") << 2 << 2 << true;
        QTest::newRow("the last step") << 1 << 1 << false;
        QTest::newRow("saved last") << 2 << 1 << false;
        QTest::newRow("the last step, not saved last") << 1 << 2 << false;
    }
    /// The entry holds the second checkpoint's original, which is stored lossily.
    void the_only_exact_copy_of_the_newest_stays() {
        QFETCH(int, newest);
        QFETCH(int, saved_last);
        QFETCH(bool, may_go);
        std::vector<StepMeta> metas{file(1), file(2), file(3)};
        for (int i = 0; i < 3; ++i) {
            const auto step = StepFile::open(run_->step_file(metas[static_cast<std::size_t>(i)].id));
            VERIFY_OK(forge(*step, [&](StepContent& c) {
                c.meta.step = i == newest ? 100 : i;
                c.meta.modified_ns = i == saved_last ? 100 : i;
                if (i == 1) c.meta.scheme = Scheme::lc;
            }));
        }
        VERIFY_OK(move(2, metas[1].id));
        const auto status = purgeable();
        QCOMPARE(status.ok(), may_go);
        if (!may_go) VERIFY_ERROR(status, ErrorCode::corrupt);
    }

    void a_freed_original_is_found_whole_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("is_found");
        QTest::newRow("whole") << "whole" << true;
        QTest::newRow("its second file damaged") << "damaged" << false;
        QTest::newRow("its second file missing") << "missing" << false;
        QTest::newRow("of another run") << "other run" << false;
        QTest::newRow("of another checkpoint") << "other id" << false;
    }
    void a_freed_original_is_found_whole() {
        QFETCH(QString, what);
        QFETCH(bool, is_found);
        const auto meta = file(1);
        file(2);
        if (what == "other run") list_.run_id = "another";
        VERIFY_OK(move(1, what == "other id" ? make_checkpoint_id(2, "x", 1) : meta.id));
        if (what == "damaged") flip(entry_ / "original-2", 0);
        if (what == "missing") fs::remove(entry_ / "original-2");
        const auto found = find_freed_original(vault(), run_->writer().record(), meta,
                                               run_->step_file(meta.id), run_->root() / "scratch", {});
        VERIFY_OK(found);
        QCOMPARE(found->has_value(), is_found);
        if (!is_found) return;
        QCOMPARE((*found)->files.size(), std::size_t{2});
        Bytes bytes(15);
        VERIFY_OK((*found)->files[1].file.read_exact(0, bytes));
        QCOMPARE(as_text(bytes), std::string_view("the second of 1"));
    }

    void a_hash_is_of_all_bytes() {
        const auto path = run_->root() / "large";
        write_text(path, std::string(1'500'000, 'x') + "end");
        std::vector<std::uint64_t> pieces;
        const auto hash = hash_of_file(*File::open_read(path), [&](std::uint64_t n) {
            pieces.push_back(n);
            return Status();
        });
        VERIFY_OK(hash);
        QCOMPARE(*hash, hash_of(read_text(path)));
        QCOMPARE(pieces, (std::vector<std::uint64_t>{1 << 20, 1'500'003 - (1 << 20)}));
    }
};

STEPVAULT_TEST(TestTrashedCheckpoints)

}  // namespace test_trashed_checkpoints

#include "test_trashed_checkpoints.moc"
