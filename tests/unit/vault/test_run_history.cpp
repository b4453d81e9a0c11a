// A run remembers the checkpoints that were stored in it.
#include "base/wall_clock.h"
#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/originals/original_paths.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/run/filed_index.h"
#include "vault/run/step_identity.h"

namespace test_run_history {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// A file as it was a second before the checkpoint was stored.
FileIdentity left_over(std::uint64_t size, const StepMeta& meta) {
    return {.device = 1,
            .inode = 2,
            .size = size,
            .modified_ns = meta.modified_ns,
            .changed_ns = meta.filed_ns - 1'000'000'000};
}

struct Remnant {
    CheckpointCandidate candidate;
    Fingerprint now;
};

}  // namespace

class TestRunHistory : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;

    [[nodiscard]] fs::path in_run(const std::string& name) const { return run_->root() / "run" / name; }
    StepMeta file(const std::string& name, std::int64_t step) {
        const auto filed = run_->file(name, "bytes of step " + std::to_string(step), step);
        if (!filed) qFatal("%s", filed.error().message.c_str());
        return filed->meta();
    }
    /// Files a folder of three files of 1, 2 and 3 bytes.
    StepMeta file_folder(const std::string& name = "checkpoint-7") {
        for (int i = 1; i <= 3; ++i)
            write_text(in_run(name) / (std::to_string(i) + ".bin"),
                       std::string(static_cast<std::size_t>(i), 'x'));
        const auto filed = run_->file_path(in_run(name), 7);
        if (!filed) qFatal("%s", filed.error().message.c_str());
        return filed->meta();
    }
    /// The rest of that folder after the third file is deleted.
    [[nodiscard]] Remnant remnant(const StepMeta& meta) const {
        return {{.path = in_run("checkpoint-7"),
                 .is_folder = true,
                 .source = "checkpoint-7",
                 .files = {"1.bin", "2.bin"}},
                {{left_over(1, meta), left_over(2, meta)}}};
    }

 private slots:
    void init() { run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::exact}); }
    void cleanup() { run_.reset(); }

    void files_left_of_a_checkpoint_are_no_checkpoint_data() {
        QTest::addColumn<std::function<void(Remnant&)>>("change");
        QTest::addColumn<bool>("is_remnant");
        const auto row = [](const char* name, bool is_remnant, std::function<void(Remnant&)> change) {
            QTest::newRow(name) << std::move(change) << is_remnant;
        };
        row("two of three", true, [](auto&) {});
        row("one of three", true, [](auto& r) { r.candidate.files.pop_back(), r.now.files.pop_back(); });
        row("all of them", false, [](auto& r) {
            r.candidate.files.push_back("3.bin");
            r.now.files.push_back(r.now.files[1]);
            r.now.files[2].size = 3;
        });
        row("the second of another size", false, [](auto& r) { r.now.files[1].size = 3; });
        row("the second modified later", false, [](auto& r) { ++r.now.files[1].modified_ns; });
        row("the second older", true, [](auto& r) { --r.now.files[1].modified_ns; });
        row("the second put there since", false, [](auto& r) { r.now.files[1].changed_ns += 2'000'000'000; });
        row("the second unknown", false, [](auto& r) { r.candidate.files[1] = "4.bin"; });
        row("in another folder", false, [](auto& r) { r.candidate.source = "checkpoint-8"; });
        row("beside each other", true, [](auto& r) {
            r.candidate.source = "several";
            r.candidate.chosen = true;
        });
    }
    void files_left_of_a_checkpoint_are_no_checkpoint() {
        QFETCH(std::function<void(Remnant&)>, change);
        QFETCH(bool, is_remnant);
        const auto meta = file_folder();
        auto r = remnant(meta);
        change(r);
        QCOMPARE(is_remnant_of(r.candidate, r.now, *StepFile::open(run_->step_file(meta.id))), is_remnant);
    }

    void both_places_of_several_files_are_possible() {
        const auto meta = file_folder();
        const auto paths = original_paths(*StepFile::open(run_->step_file(meta.id)));
        const std::map<std::string, std::uint64_t> expected{{"checkpoint-7/1.bin", 1},
                                                            {"checkpoint-7/2.bin", 2},
                                                            {"checkpoint-7/3.bin", 3},
                                                            {"1.bin", 1},
                                                            {"2.bin", 2},
                                                            {"3.bin", 3}};
        QVERIFY(paths == expected);
        const auto single = original_paths(*StepFile::open(run_->step_file(file("a.bin", 2).id)));
        QVERIFY((single == std::map<std::string, std::uint64_t>{{"a.bin", 15}}));
    }

    void a_remnant_counts_as_filed_from_then_on() {
        const auto meta = file_folder();
        file("other.bin", 8);
        const auto r = remnant(meta);
        QVERIFY(!run_->writer().filed().contains("checkpoint-7", 3, meta.modified_ns));
        QVERIFY(run_->writer().find_complete_original(r.candidate, r.now) == meta.id);
        QVERIFY(run_->writer().filed().contains("checkpoint-7", 3, meta.modified_ns));
    }

    void a_remnant_of_a_removed_checkpoint_is_no_checkpoint_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("is_remnant");
        QTest::newRow("two of three") << "" << true;
        QTest::newRow("put there since") << "put there since" << false;
        QTest::newRow("modified later") << "modified later" << false;
        QTest::newRow("as many bytes") << "as many bytes" << false;
        QTest::newRow("another source") << "another source" << false;
        QTest::newRow("a file") << "a file" << false;
    }
    void a_remnant_of_a_removed_checkpoint_is_no_checkpoint() {
        QFETCH(QString, what);
        QFETCH(bool, is_remnant);
        const auto meta = file_folder();
        VERIFY_OK(run_->writer().remove_steps({meta.id}, {}));
        auto r = remnant(meta);
        if (what == "put there since") r.now.files[1].changed_ns += std::int64_t{3600} * 1'000'000'000;
        if (what == "modified later") ++r.now.files[1].modified_ns;
        if (what == "as many bytes") r.now.files[1].size = 5;
        if (what == "another source") r.candidate.source = "checkpoint-8";
        if (what == "a file") r.candidate.is_folder = false;
        const auto found = run_->writer().find_complete_original(r.candidate, r.now);
        QVERIFY(found == (is_remnant ? std::optional(meta.id) : std::nullopt));
    }

    void a_checkpoint_is_known_by_source_bytes_and_time() {
        const auto meta = file("a.bin", 1);
        const auto knows = [&] {
            const auto& filed = run_->writer().filed();
            return filed.contains("a.bin", meta.original_bytes, meta.modified_ns) &&
                   !filed.contains("b.bin", meta.original_bytes, meta.modified_ns) &&
                   !filed.contains("a.bin", meta.original_bytes + 1, meta.modified_ns) &&
                   !filed.contains("a.bin", meta.original_bytes, meta.modified_ns + 1);
        };
        QVERIFY(knows());
        run_->reopen();
        QVERIFY(knows());
        VERIFY_OK(run_->writer().remove_steps({meta.id}, {}));
        QVERIFY2(knows(), "what was removed is not stored again");
        run_->reopen();
        QVERIFY(knows());
    }

    /// Its original is then stored anew.
    void a_checkpoint_whose_step_file_went_is_not_known_after_a_refresh() {
        const auto meta = file("a.bin", 1);
        std::filesystem::remove(run_->step_file(meta.id));
        VERIFY_OK(run_->writer().refresh());
        QVERIFY(!run_->writer().filed().contains("a.bin", meta.original_bytes, meta.modified_ns));
    }

    void what_was_filed_of_a_source_is_counted() {
        const auto first = file("a.bin", 1);
        file("a.bin", 2);
        file("b.bin", 3);
        QCOMPARE(run_->writer().times_filed("a.bin"), std::int64_t{2});
        VERIFY_OK(run_->writer().remove_steps({first.id}, {}));
        QCOMPARE(run_->writer().times_filed("a.bin"), std::int64_t{2});
        QCOMPARE(run_->writer().times_filed("b.bin"), std::int64_t{1});
        QCOMPARE(run_->writer().times_filed("c.bin"), std::int64_t{0});
    }

    void a_moved_run_keeps_its_other_settings_data() {
        QTest::addColumn<QString>("field");
        for (const auto* field : {"folder", "series", "name"})
            QTest::newRow(field) << field;
    }
    void a_moved_run_keeps_its_other_settings() {
        QFETCH(QString, field);
        const auto meta = file("a.bin", 1);
        VERIFY_OK(run_->writer().pin(meta.id, true));
        auto moved = run_->writer().record();
        QVERIFY(!*run_->writer().set_place(moved));
        (field == "folder" ? moved.folder : field == "series" ? moved.series : moved.name) = "another";
        auto asked = moved;
        asked.pins.clear();
        asked.choice = {};
        QVERIFY(*run_->writer().set_place(asked));
        for (int i = 0; i < 2; ++i, run_->reopen()) {
            const auto& r = run_->writer().record();
            QVERIFY(std::tie(r.folder, r.series, r.name) == std::tie(moved.folder, moved.series, moved.name));
            QVERIFY(r.pins.contains(meta.id) && r.choice == moved.choice);
        }
    }

    void pins_last_and_are_taken_out_again() {
        const auto first = file("a.bin", 1);
        const auto second = file("b.bin", 2);
        VERIFY_OK(run_->writer().pin(first.id, true));
        VERIFY_OK(run_->writer().pin(second.id, true));
        VERIFY_OK(run_->writer().pin(second.id, true));
        VERIFY_OK(run_->writer().pin(first.id, false));
        VERIFY_OK(run_->writer().pin(first.id, false));
        VERIFY_ERROR(run_->writer().pin(make_checkpoint_id(9, "a.bin", 1), true), ErrorCode::not_found);
        QCOMPARE(run_->writer().record().pins, (std::set<std::string>{second.id}));
        run_->reopen();
        QCOMPARE(run_->writer().record().pins, (std::set<std::string>{second.id}));
    }

    void a_scheme_lasts_if_it_is_sound() {
        const SchemeChoice choice{.scheme = Scheme::topn, .budget = 9};
        VERIFY_OK(run_->writer().set_scheme(choice));
        VERIFY_ERROR(run_->writer().set_scheme({.bits = 9}), ErrorCode::invalid_argument);
        run_->reopen();
        QVERIFY(run_->writer().record().choice == choice);
    }

    void a_new_step_has_a_number_and_an_id_of_its_own_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("generation");
        QTest::addColumn<int>("sequence");
        QTest::newRow("the next generation") << "" << 3 << 4;
        QTest::newRow("an older generation is gone") << "gone" << 3 << 4;
        QTest::newRow("the newest was removed") << "removed" << 3 << 4;
        QTest::newRow("the newest is in quarantine") << "quarantine" << 3 << 4;
        QTest::newRow("a file that cannot be read") << "unreadable" << 4 << 4;
        QTest::newRow("an id taken elsewhere") << "taken" << 4 << 4;
    }
    /// Two generations of step 5 were stored, then another step.
    void a_new_step_has_a_number_and_an_id_of_its_own() {
        QFETCH(QString, what);
        QFETCH(int, generation);
        QFETCH(int, sequence);
        const auto first = file("a.bin", 5);
        const auto second = file("a.bin", 5);
        const auto third = file("b.bin", 5);
        QCOMPARE(second.generation, 2U);
        const auto next_id = make_checkpoint_id(5, "a.bin", 3);
        const auto checkpoint = open_checkpoint(*checkpoint_at(in_run("a.bin")), 5);
        VERIFY_OK(checkpoint);
        std::set<std::string> taken;
        if (what == "gone") fs::remove(run_->step_file(first.id));
        if (what == "removed") VERIFY_OK(run_->writer().remove_steps({second.id, third.id}, {}));
        if (what == "quarantine") {
            fs::create_directories(quarantine_folder(run_->folder()));
            for (const auto& id : {second.id, third.id})
                fs::rename(run_->step_file(id), step_path(quarantine_folder(run_->folder()), id));
        }
        if (what == "unreadable") write_text(run_->step_file(next_id), "rubbish");
        if (what == "taken") taken.insert(next_id);
        run_->reopen();
        const auto before = unix_ns();
        const auto meta = new_identity(run_->writer(), *checkpoint, 0.5, taken);
        QCOMPARE(meta.generation, static_cast<std::uint32_t>(generation));
        QCOMPARE(meta.sequence, static_cast<std::uint64_t>(sequence));
        QCOMPARE(meta.id, make_checkpoint_id(5, "a.bin", meta.generation));
        QVERIFY(meta.run_id == run_->writer().record().id && meta.source == "a.bin" && meta.step == 5);
        QCOMPARE(meta.modified_ns, checkpoint->modified_ns);
        QVERIFY(meta.filed_ns >= before && meta.loss == 0.5);
    }

    void steps_are_listed_in_the_order_of_storing() {
        const auto first = file("late.bin", 900);
        const auto second = file("early.bin", 3);
        const auto third = file("late.bin", 40);
        write_text(steps_folder(run_->folder()) / "000000000077-00000000-1.svstep", "rubbish");
        write_text(steps_folder(run_->folder()) / "notes.txt", "mine");
        // A copy under another name, and a step of another run.
        const auto copy = make_checkpoint_id(901, "late.bin", 1);
        fs::copy_file(run_->step_file(first.id), run_->step_file(copy));
        VERIFY_OK(forge(*StepFile::open(run_->step_file(third.id)),
                        [](StepContent& c) { c.meta.run_id = "other"; }));
        const auto listed = list_steps(steps_folder(run_->folder()));
        VERIFY_OK(listed);
        QCOMPARE(listed->steps.size(), std::size_t{2});
        QCOMPARE(listed->steps[0].id, first.id);
        QCOMPARE(listed->steps[1].id, second.id);
        std::set<std::string> unreadable;
        for (const auto& [name, why] : listed->unreadable)
            unreadable.insert(name);
        QCOMPARE(unreadable, (std::set<std::string>{"000000000077-00000000-1", copy, third.id}));
        const auto names = list_step_names(steps_folder(run_->folder()));
        VERIFY_OK(names);
        QCOMPARE(names->names.size(), std::size_t{2});
        QVERIFY(names->names[0].id == first.id && names->names[0].step == 900);
        QVERIFY(names->names[0].source == "late.bin" && names->names[1].filed > names->names[0].filed);
        QVERIFY(names->unreadable.contains(77) && names->unreadable.contains(40));
    }

    void sizes_are_those_of_the_step_files() {
        const auto first = file("a.bin", 1);
        const auto second = file("b.bin", 2);
        write_text(steps_folder(run_->folder()) / ".svstep", "no name");
        std::map<std::string, std::uint64_t> sizes;
        const auto listed = list_step_sizes(steps_folder(run_->folder()));
        VERIFY_OK(listed);
        for (const auto& [name, size] : *listed)
            sizes[name] = size;
        const auto bytes = [&](const StepMeta& m) {
            return std::uint64_t{fs::file_size(run_->step_file(m.id))};
        };
        QVERIFY((sizes ==
                 std::map<std::string, std::uint64_t>{{first.id, bytes(first)}, {second.id, bytes(second)}}));
        const auto metas = run_->writer().steps();
        QCOMPARE(bytes_of_steps(steps_folder(run_->folder()), metas), bytes(first) + bytes(second));
        fs::remove(run_->step_file(first.id));
        QCOMPARE(bytes_of_steps(steps_folder(run_->folder()), metas), bytes(second));
    }

    void a_step_means_one_of_the_main_series_whatever_its_order() {
        const std::vector<StepName> names{{"best", 200, "best.pt", 9},
                                          {"new", 200, "step_200.pt", 5},
                                          {"old", 200, "step_200.pt", 2},
                                          {"other", 100, "step_100.pt", 1}};
        QCOMPARE(*choose_checkpoint(names, 200), std::string("new"));
        const auto said = [&](std::int64_t step) { return choose_checkpoint(names, step).error().message; };
        QVERIFY(said(300).ends_with("the nearest is the last, 200"));
        QVERIFY(said(150).ends_with("the nearest are 100 and 200"));
        VERIFY_ERROR(choose_checkpoint(names, 300), ErrorCode::not_found);
        QVERIFY(choose_checkpoint({}, 1).error().message.ends_with("no stored checkpoints"));
    }

    void steps_are_not_exchanged_for_fewer() {
        const auto first = file("a.bin", 1);
        const auto second = file("b.bin", 2);
        const auto folder = run_->folder() / "new";
        fs::create_directories(folder);
        fs::copy_file(run_->step_file(first.id), step_path(folder, first.id));
        VERIFY_ERROR(run_->writer().exchange_steps(folder), ErrorCode::changed);
        QVERIFY(fs::exists(run_->step_file(second.id)));
        fs::copy_file(run_->step_file(second.id), step_path(folder, second.id));
        const auto layout = StepFile::open(run_->step_file(second.id))->layout();
        const auto tip = [&] { return run_->writer().tips().find(run_->folder().filename(), layout); };
        QVERIFY(tip());
        VERIFY_OK(run_->writer().exchange_steps(folder));
        QVERIFY(!tip());
    }

    void a_removed_step_is_not_taken_back_by_itself() {
        const auto meta = file("a.bin", 1);
        const auto bytes = read_text(run_->step_file(meta.id));
        VERIFY_OK(run_->writer().remove_steps({meta.id}, {}));
        VERIFY_OK(run_->writer().take_step(meta.id, as_view(bytes)));
        QVERIFY(run_->writer().steps().empty() && !fs::exists(run_->step_file(meta.id)));
    }

    void a_chain_is_sound_if_all_of_it_is_data() {
        QTest::addColumn<int>("damaged");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("all sound") << -1 << true;
        QTest::newRow("the base") << 0 << false;
        QTest::newRow("between") << 1 << false;
        QTest::newRow("the step itself") << 2 << false;
        QTest::newRow("one above") << 3 << true;
    }
    void a_chain_is_sound_if_all_of_it_is() {
        QFETCH(int, damaged);
        QFETCH(bool, is_sound);
        std::vector<StepMeta> metas;
        for (int i = 0; i < 4; ++i)
            metas.push_back(file("a.bin", i));
        QCOMPARE(metas[3].parent, metas[2].id);
        if (damaged >= 0) {
            const auto path = run_->step_file(metas[static_cast<std::size_t>(damaged)].id);
            auto bytes = read_text(path);
            bytes[17] ^= 1;
            write_text(path, bytes);
        }
        SoundSteps sound;
        const auto check = [&] { return sound.check(steps_folder(run_->folder()), metas, metas[2]); };
        QCOMPARE(check(), is_sound);
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(sound.contains(metas[i].id), is_sound && i <= 2);
        metas.erase(metas.begin() + 1);
        QVERIFY2(!sound.check(steps_folder(run_->folder()), metas, metas[1]), "its parent is not in the run");
    }
};

STEPVAULT_TEST(TestRunHistory)

}  // namespace test_run_history

#include "test_run_history.moc"
