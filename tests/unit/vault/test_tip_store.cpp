#include <chrono>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/chain/tip_store.h"

namespace test_tip_store {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestTipStore : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    StepLayout layout_;

    [[nodiscard]] fs::path cache() const { return fs::path(folder_.path().toStdString()) / "cache/vault"; }
    [[nodiscard]] fs::path file_of(const std::string& run) const { return cache() / (run + ".tip"); }
    [[nodiscard]] TipStore cached() const { return TipStore(cache(), TipStore::Place::cache); }
    /// A sparse file in the place of another vault's tip, unused for that long.
    void put_other_tip(const std::string& name, std::uint64_t bytes, std::chrono::hours unused) const {
        const auto path = cache().parent_path() / "other" / name;
        fs::create_directories(path.parent_path());
        write_text(path, "x");
        fs::resize_file(path, bytes);
        fs::last_write_time(path, fs::file_time_type::clock::now() - unused);
    }
    [[nodiscard]] bool has_other_tip(const std::string& name) const {
        return fs::exists(cache().parent_path() / "other" / name);
    }

 private slots:
    void init() {
        std::error_code ec;
        fs::remove_all(cache().parent_path(), ec);
        ScratchRun run(SchemeChoice{.scheme = Scheme::exact});
        const auto step = run.file("a.safetensors", Training(1, 5000).bytes(), 1);
        VERIFY_OK(step);
        layout_ = step->layout();
    }

    void a_tip_in_memory_leaves_no_file() {
        TipStore tips(cache());
        QVERIFY(!tips.find("run", layout_));
        QVERIFY(tips.open("run", layout_));
        QVERIFY(!fs::exists(file_of("run")));
        QVERIFY(tips.find("run", layout_));
        QVERIFY(tips.open("run", layout_) == tips.open("run", layout_));
        tips.drop("run");
        QVERIFY(!tips.find("run", layout_));
    }

    void a_tip_in_the_cache_is_the_users_own_and_outlives_the_process() {
        QVERIFY(cached().open("run", layout_));
        QCOMPARE(fs::status(file_of("run")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
        QCOMPARE(fs::status(cache()).permissions(), fs::perms::owner_all);
        QVERIFY(cached().find("run", layout_));
        QVERIFY(!cached().find("another run", layout_));
        cached().drop("run");
        QVERIFY(!fs::exists(file_of("run")));
    }

    /// As in a process that begins to watch: the file's state is read once more, then memory replaces it.
    void memory_takes_the_place_of_a_file() {
        auto tips = cached();
        QVERIFY(tips.open("run", layout_));
        tips.set_place(TipStore::Place::memory);
        const auto before = tips.find("run", layout_);
        QVERIFY(before);
        const auto now = tips.open("run", layout_);
        QVERIFY(now && now != before);
        QVERIFY(!fs::exists(file_of("run")));
    }

    void a_tip_of_another_layout_is_replaced() {
        auto other = layout_;
        other.streams[1].count -= 1;
        TipStore tips(cache());
        const auto first = tips.open("run", layout_);
        QVERIFY(!tips.find("run", other));
        QVERIFY(tips.open("run", other) != first);
        QVERIFY(!tips.find("run", layout_));
    }

    void the_tips_longest_unused_make_room() {
        fs::create_directories(cache());
        const auto space = *free_space(cache());
        // Sparse files: together they seem to take a little less than a tenth of the disk.
        put_other_tip("old.tip", space / 30, std::chrono::hours(3));
        put_other_tip("newer.tip", space / 30, std::chrono::hours(2));
        put_other_tip("newest.tip", space / 30, std::chrono::hours(1));
        put_other_tip("note.txt", space, std::chrono::hours(9));
        QVERIFY(cached().open("run", layout_));
        QVERIFY(has_other_tip("newest.tip"));
        put_other_tip("huge.tip", space / 8, std::chrono::hours(4));
        cached().drop("run");
        QVERIFY(cached().open("run", layout_));
        QVERIFY(!has_other_tip("huge.tip"));
        QVERIFY(has_other_tip("newest.tip"));
        QVERIFY(has_other_tip("note.txt"));
    }

    void a_tip_without_room_is_not_kept() {
        auto huge = layout_;
        huge.streams[1].count = std::uint64_t{1} << 50U;
        QVERIFY(!cached().open("run", huge));
        QVERIFY(!TipStore(cache()).open("run", huge));
        QVERIFY(!fs::exists(file_of("run")));
        QVERIFY(!TipStore({}, TipStore::Place::cache).open("run", layout_));
    }

    void the_folder_is_named_by_the_vault() {
        ScratchRun run;
        const auto vault = run.root() / "vault";
        const auto uuid = Vault::open(vault, false)->setting("uuid");
        VERIFY_OK(uuid);
        const auto kept = qgetenv("XDG_CACHE_HOME");
        const auto home = qgetenv("HOME");
        qputenv("XDG_CACHE_HOME", "/somewhere");
        QCOMPARE("\"" + tip_cache_folder(vault).filename().native() + "\"", *uuid);
        QCOMPARE(tip_cache_folder(vault).parent_path(), fs::path("/somewhere/stepvault"));
        qputenv("XDG_CACHE_HOME", "not/absolute");
        qputenv("HOME", "/home/me");
        QCOMPARE(tip_cache_folder(vault).parent_path(), fs::path("/home/me/.cache/stepvault"));
        VERIFY_OK(Vault::open(vault, false)->set_setting("uuid", "\"../../../etc\""));
        QVERIFY(tip_cache_folder(vault).empty());
        QVERIFY(tip_cache_folder(run.root()).empty());
        qputenv("XDG_CACHE_HOME", kept);
        qputenv("HOME", home);
    }
};

STEPVAULT_TEST(TestTipStore)

}  // namespace test_tip_store

#include "test_tip_store.moc"
