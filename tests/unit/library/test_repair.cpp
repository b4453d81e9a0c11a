// A vault of two runs whose originals are deleted: damages the vault, repairs it, and compares the restored
// checkpoints with those restored before.
#include <QTemporaryDir>
#include <QtTest>

#include "library/maintenance/vault_check.h"
#include "support/level_files.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/format/parity_file.h"
#include "vault/records/step_list.h"
#include "vault/repair/repairing.h"

namespace test_repair {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

void copy_folder(const fs::path& from, const fs::path& to) {
    fs::copy(from, to, fs::copy_options::recursive);
}

}  // namespace

class TestRepair : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void what_is_sound_is_left_alone();
    void a_copy_takes_the_place_data();
    void a_copy_takes_the_place();
    void a_copy_of_another_state_does_not();
    void a_copy_that_went_its_own_way_does_not_data();
    void a_copy_that_went_its_own_way_does_not();
    void parity_repairs_without_a_copy();
    void parity_follows_what_is_stored();
    void parity_that_cannot_be_judged_stays();
    void an_original_is_filed_again_data();
    void an_original_is_filed_again();
    void an_original_is_filed_again_with_the_error_it_had();
    void levels_of_nodes_are_a_copy_data();
    void levels_of_nodes_are_a_copy();
    void the_rest_goes_into_quarantine_and_comes_back();
    void a_sound_one_in_quarantine_gives_way_to_no_damaged_one_data();
    void a_sound_one_in_quarantine_gives_way_to_no_damaged_one();
    void a_sound_one_takes_the_name_of_a_damaged_one_in_quarantine();
    void what_quarantine_builds_on_is_there_again();
    void what_is_filed_meanwhile_takes_no_name_from_quarantine();
    void what_a_newer_version_wrote_stays();
    void damage_beside_the_content_is_no_reason_to_set_aside();
    void damaged_metrics_keep_the_rest();
    void records_are_written_anew_data();
    void records_are_written_anew();
    void a_folder_without_copies_is_refused();
    void a_run_in_use_is_left_alone();

 private:
    [[nodiscard]] fs::path root() const { return dir_.path().toStdString(); }
    [[nodiscard]] fs::path vault() const { return root() / "vault"; }
    [[nodiscard]] fs::path run_folder() const { return runs_folder(vault()) / run_id_; }
    [[nodiscard]] fs::path step_file(int index) const {
        return step_path(steps_folder(run_folder()), ids_[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] static std::string restore(const fs::path& steps, const std::string& id);
    void restore_originals() const;
    static void damage(const fs::path& file, double share);
    RepairReport repair(const fs::path& from = {});
    void verify_all_is_as_before();

    QTemporaryDir dir_;
    std::string run_id_;
    std::vector<std::string> ids_;  ///< of the run "first", in filing order
    std::map<std::string, std::string> restored_;
};

void TestRepair::initTestCase() {
    write_run(root() / "runs" / "first", 6);
    write_run(root() / "runs" / "second", 2);
    age(root() / "runs");
    auto library = open_library(root() / "sound");
    VERIFY_OK(library);
    VERIFY_OK(watch_once(**library, {root() / "runs"}, SchemeChoice{.scheme = Scheme::adaptive}));
    const auto run = (*library)->queries().run("first");
    VERIFY_OK(run);
    run_id_ = run->row.id;
    const auto rows = (*library)->queries().checkpoints(run_id_);
    VERIFY_OK(rows);
    for (const auto& row : *rows) {
        ids_.push_back(row.id);
        restored_[row.id] = restore(steps_folder(runs_folder(root() / "sound") / run_id_), row.id);
    }
    QCOMPARE(ids_.size(), std::size_t{6});
    library->reset();
    fs::rename(root() / "runs", root() / "originals");
}

void TestRepair::init() {
    copy_folder(root() / "sound", vault());
}

void TestRepair::cleanup() {
    fs::remove_all(vault());
    fs::remove_all(root() / "runs");
    fs::remove_all(root() / "nodes");
}

std::string TestRepair::restore(const fs::path& steps, const std::string& id) {
    QTemporaryDir dir;
    const auto output = fs::path(dir.path().toStdString()) / "restored";
    ThreadPool pool(1);
    const auto chain = Chain::open(steps, id);
    if (!chain) return chain.error().message;
    const auto status = restore_checkpoint(*chain, output, false, pool, {});
    return status ? read_text(output) : status.error().message;
}

void TestRepair::restore_originals() const {
    copy_folder(root() / "originals", root() / "runs");
    for (const auto& entry : fs::recursive_directory_iterator(root() / "originals"))
        fs::last_write_time(root() / "runs" / fs::relative(entry.path(), root() / "originals"),
                            entry.last_write_time());
}

void TestRepair::damage(const fs::path& file, double share) {
    auto bytes = read_text(file);
    const auto begin = bytes.size() / 3;
    const auto end = begin + 1 + static_cast<std::size_t>(static_cast<double>(bytes.size()) * share);
    for (auto i = begin; i < end; ++i)
        bytes[i] = static_cast<char>(~bytes[i]);
    write_text(file, bytes);
}

RepairReport TestRepair::repair(const fs::path& from) {
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    if (!library) qFatal("%s", library.error().message.c_str());
    const auto report = (*library)->maintenance().repair({.from = from}, {});
    if (!report) qFatal("%s", report.error().message.c_str());
    return *report;
}

void TestRepair::verify_all_is_as_before() {
    for (const auto& [id, bytes] : restored_)
        QVERIFY2(restore(steps_folder(run_folder()), id) == bytes, id.c_str());
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    VERIFY_OK(library);
    const auto report = (*library)->maintenance().verify({});
    VERIFY_OK(report);
    QVERIFY(report->damage.empty());
    QCOMPARE(report->quarantined, std::uint64_t{0});
    QCOMPARE((*library)->queries().checkpoints(run_id_)->size(), ids_.size());
}

void TestRepair::what_is_sound_is_left_alone() {
    const auto before = fs::last_write_time(step_file(2));
    const auto report = repair(root() / "sound");
    QVERIFY(report.repaired.empty() && report.quarantined.empty() && report.hindered.empty());
    QCOMPARE(report.after.checkpoints, std::uint64_t{8});
    QVERIFY(fs::last_write_time(step_file(2)) == before);
    verify_all_is_as_before();
}

void TestRepair::a_copy_takes_the_place_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("missing");
    QTest::newRow("base") << 0 << false;
    QTest::newRow("base missing") << 0 << true;
    QTest::newRow("delta") << 3 << false;
    QTest::newRow("delta missing") << 3 << true;
    QTest::newRow("newest") << 5 << false;
    QTest::newRow("newest missing") << 5 << true;
}

void TestRepair::a_copy_takes_the_place() {
    QFETCH(int, index);
    QFETCH(bool, missing);
    const auto file = step_file(index);
    const auto access = fs::status(file).permissions();
    if (missing)
        fs::remove(file);
    else
        damage(file, 0.5);
    const auto report = repair(root() / "sound");
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QCOMPARE(report.repaired.front().checkpoint_id, ids_[static_cast<std::size_t>(index)]);
    QVERIFY(report.repaired.front().what.starts_with("from the vault in "));
    QCOMPARE(fs::status(file).permissions(), access);
    QVERIFY(report.quarantined.empty());
    verify_all_is_as_before();
}

void TestRepair::a_copy_of_another_state_does_not() {
    copy_folder(vault(), root() / "recoded");
    {
        auto library = open_library(root() / "recoded", LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK((*library)->maintenance().recode(
            {.run = "first", .scheme = {.scheme = Scheme::lc}, .from = {}}, {}));
    }
    damage(step_file(2), 0.5);
    const auto report = repair(root() / "recoded");
    QVERIFY(report.repaired.empty());
    QCOMPARE(report.quarantined.size(), std::size_t{4});
    QVERIFY(report.after.damage.empty());
    QVERIFY(restore(steps_folder(run_folder()), ids_[1]) == restored_[ids_[1]]);
    fs::remove_all(root() / "recoded");
}

void TestRepair::a_copy_that_went_its_own_way_does_not_data() {
    QTest::addColumn<bool>("missing");
    QTest::addColumn<bool>("earlier");
    QTest::newRow("missing") << true << false;
    QTest::newRow("damaged description") << false << false;
    QTest::newRow("missing, filed earlier") << true << true;
    QTest::newRow("damaged description, filed earlier") << false << true;
}

void TestRepair::a_copy_that_went_its_own_way_does_not() {
    QFETCH(bool, missing);
    QFETCH(bool, earlier);
    copy_folder(vault(), root() / "other");
    restore_originals();
    const auto next = root() / "runs" / "first" / "step_70.safetensors";
    std::vector folders{vault(), root() / "other"};
    if (earlier) std::ranges::reverse(folders);
    for (const auto& folder : folders) {
        write_text(next, Training(folder == vault() ? 21 : 22, 2000).bytes());
        fs::last_write_time(next, fs::file_time_type::clock::now() - std::chrono::hours(1));
        auto library = open_library(folder, LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root() / "runs"}));
    }
    fs::remove_all(root() / "runs");
    copy_folder(vault(), root() / "same");
    const auto listed = list_steps(steps_folder(run_folder()));
    VERIFY_OK(listed);
    const auto& newest = listed->steps.back();
    QCOMPARE(newest.step, std::int64_t{70});
    const auto file = step_path(steps_folder(run_folder()), newest.id);
    QVERIFY(fs::exists(step_path(steps_folder(runs_folder(root() / "other") / run_id_), newest.id)));
    const auto restored = restore(steps_folder(run_folder()), newest.id);
    if (missing) {
        fs::remove(file);
    } else {
        auto bytes = read_text(file);
        bytes[bytes.size() - 40] ^= 1;
        write_text(file, bytes);
    }
    auto report = repair(root() / "other");
    QVERIFY(report.repaired.empty());
    report = repair(root() / "same");
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QVERIFY(restore(steps_folder(run_folder()), newest.id) == restored);
    QVERIFY(report.after.damage.empty());
    fs::remove_all(root() / "other");
    fs::remove_all(root() / "same");
}

void TestRepair::parity_repairs_without_a_copy() {
    {
        auto library = open_library(vault(), LocalVault::Mode::existing);
        VERIFY_OK(library);
        const auto set = (*library)->maintenance().set_parity(10, {});
        QVERIFY(set.ok() && set->empty());
    }
    damage(step_file(0), 0.03);
    damage(step_file(4), 0.03);
    {
        auto library = open_library(vault(), LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK((*library)->maintenance().set_parity(20, {}));  // creates no parity for damaged files
    }
    const auto report = repair();
    QCOMPARE(report.repaired.size(), std::size_t{2});
    for (const auto& r : report.repaired)
        QCOMPARE(r.what, std::string("from its parity"));
    for (const int index : {0, 4})
        QVERIFY(read_text(step_file(index)) ==
                read_text(root() / "sound" / fs::relative(step_file(index), vault())));
    verify_all_is_as_before();
}

void TestRepair::parity_follows_what_is_stored() {
    auto library = open_library(vault(), LocalVault::Mode::existing);
    VERIFY_OK(library);
    VERIFY_OK((*library)->maintenance().set_parity(10, {}));
    // The parity restores the stored step file, and there is no parity for other files.
    const auto matches = [&] {
        const auto rows = (*library)->queries().checkpoints(run_id_);
        std::set<std::string> names;
        for (const auto& row : *rows) {
            names.insert(parity_path(run_folder(), row.id).filename());
            const auto step = step_path(steps_folder(run_folder()), row.id);
            const auto copy = root() / "damaged";
            fs::copy_file(step, copy, fs::copy_options::overwrite_existing);
            damage(copy, 0);
            fs::remove(root() / "out");
            auto out = File::create(root() / "out");
            if (!out || !restore_by_parity(copy, parity_path(run_folder(), row.id), *out, {})) return false;
            if (read_text(root() / "out") != read_text(step)) return false;
        }
        std::set<std::string> present;
        for (const auto& entry : fs::directory_iterator(parity_folder(run_folder())))
            present.insert(entry.path().filename());
        return present == names;
    };
    QVERIFY(matches());
    // After filing, recoding and pruning.
    restore_originals();
    Training training(9, 2000);
    const auto added = root() / "runs" / "first" / "step_70.safetensors";
    write_text(added, training.bytes());
    fs::last_write_time(added, fs::last_write_time(root() / "originals/first/step_60.safetensors"));
    VERIFY_OK(watch_once(**library, {root() / "runs"}));
    QCOMPARE((*library)->queries().checkpoints(run_id_)->size(), ids_.size() + 1);
    QVERIFY(matches());
    VERIFY_OK(
        (*library)->maintenance().recode({.run = "first", .scheme = {.scheme = Scheme::lc}, .from = 40}, {}));
    QVERIFY(matches());
    RetentionRules rules;
    rules.last = 2;
    const auto plan = (*library)->maintenance().plan_prune(run_id_, rules);
    VERIFY_OK(plan);
    VERIFY_OK((*library)->maintenance().prune(*plan, Maintenance::Removal::permanent, {}));
    QVERIFY(matches());
    VERIFY_OK((*library)->maintenance().set_parity({}, {}));
    QVERIFY(!fs::exists(parity_folder(run_folder())));
}

void TestRepair::parity_that_cannot_be_judged_stays() {
    {
        auto library = open_library(vault(), LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK((*library)->maintenance().set_parity(10, {}));
    }
    // An unreadable parity file may be sound.
    const auto unreadable = parity_folder(run_folder()) / "unreadable";
    fs::create_directory(unreadable);
    QVERIFY(check_parity(unreadable, {}).error().code != ErrorCode::corrupt);
    const auto damaged = parity_path(run_folder(), ids_[2]);
    damage(damaged, 0.5);
    auto writer = RunWriter::open(run_folder());
    VERIFY_OK(writer);
    ThreadPool pool(1);
    const auto report = repair_run(**writer, {}, {}, pool, {});
    VERIFY_OK(report);
    QVERIFY(fs::exists(unreadable) && !fs::exists(damaged));
    QCOMPARE(report->repaired.size(), std::size_t{1});
    QCOMPARE(report->repaired.front().how, std::string("by removing damaged parity"));
}

void TestRepair::an_original_is_filed_again_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < 6; ++i)
        QTest::addRow("%d", i) << i;
}

/// The description stays intact, so the repair knows the checkpoint.
void TestRepair::an_original_is_filed_again() {
    QFETCH(int, index);
    restore_originals();
    auto bytes = read_text(step_file(index));
    bytes[20] = static_cast<char>(~bytes[20]);  // in the first chunk
    write_text(step_file(index), bytes);
    const auto report = repair();
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QCOMPARE(report.repaired.front().what, std::string("from its original"));
    verify_all_is_as_before();
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    auto originals = (*library)->maintenance().compare_originals({});
    VERIFY_OK(originals);
    QCOMPARE(originals->compared, std::uint64_t{8});
    QVERIFY(originals->gone == 0 && originals->damage.empty() && originals->bytes > 0);
    fs::remove(root() / "runs/first/step_20.safetensors");
    originals = (*library)->maintenance().compare_originals({});
    QVERIFY(originals->compared == 7 && originals->gone == 1);
    // The same size and time, but different bytes.
    const auto file = root() / "runs/first/step_30.safetensors";
    const auto time = fs::last_write_time(file);
    auto other = read_text(file);
    other.back() = static_cast<char>(~other.back());
    write_text(file, other);
    fs::last_write_time(file, time);
    originals = (*library)->maintenance().compare_originals({});
    QCOMPARE(originals->damage.size(), std::size_t{1});
}

void TestRepair::an_original_is_filed_again_with_the_error_it_had() {
    restore_originals();
    {
        auto library = open_library(vault(), LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK(
            watch_once(**library, {root() / "runs"}, SchemeChoice{.scheme = Scheme::adaptive, .error = 0.1}));
    }
    auto bytes = read_text(step_file(5));
    bytes[20] = static_cast<char>(~bytes[20]);  // in the first chunk
    write_text(step_file(5), bytes);
    const auto report = repair();
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QCOMPARE(report.repaired.front().what, std::string("from its original"));
    verify_all_is_as_before();
}

void TestRepair::levels_of_nodes_are_a_copy_data() {
    QTest::addColumn<int>("group");
    QTest::addColumn<QList<std::uint32_t>>("nodes");
    QTest::newRow("two of three") << 3 << QList<std::uint32_t>{0, 2};
    QTest::newRow("the first of two") << 2 << QList<std::uint32_t>{0};
    QTest::newRow("the second of two") << 2 << QList<std::uint32_t>{1};
}

void TestRepair::levels_of_nodes_are_a_copy() {
    QFETCH(int, group);
    QFETCH(QList<std::uint32_t>, nodes);
    const auto members = static_cast<std::uint32_t>(group);
    const auto text = read_text(step_file(2));
    const auto whole = as_view(text);
    const std::vector<StepPiece> pieces = [&] {
        StepPiece piece;
        piece.file_size = whole.size();
        piece.parts.push_back({0, Bytes(whole.begin(), whole.end())});
        return split_piece(std::move(piece), members);
    }();
    LevelHeader header{.run_id = run_id_, .step_id = ids_[2], .level = 2, .group = members};
    std::vector<Bytes> shares;
    for (const auto& piece : pieces) {
        shares.push_back(pack_piece(piece));
        header.shares.push_back(describe_share(shares.back()));
    }
    for (const auto node : nodes) {
        for (const auto& file : files_of_node(header, node, shares))
            VERIFY_OK(write(file, root() / "nodes" / std::to_string(node)));
    }
    damage(step_file(2), 0.5);
    const auto report = repair(root() / "nodes");
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QVERIFY(report.repaired.front().what.starts_with("from the nodes in "));
    verify_all_is_as_before();
}

void TestRepair::the_rest_goes_into_quarantine_and_comes_back() {
    damage(step_file(2), 0.5);
    auto report = repair();
    QVERIFY(report.repaired.empty());
    QCOMPARE(report.quarantined.size(), std::size_t{4});
    QVERIFY(report.after.damage.empty());
    QCOMPARE(report.after.quarantined, std::uint64_t{4});
    for (const int index : {0, 1}) {
        const auto& id = ids_[static_cast<std::size_t>(index)];
        QVERIFY(restore(steps_folder(run_folder()), id) == restored_[id]);
    }
    {
        const auto library = open_library(vault(), LocalVault::Mode::existing);
        QCOMPARE((*library)->queries().checkpoints(run_id_)->size(), std::size_t{2});
    }
    report = repair();
    QVERIFY2(report.repaired.empty() && report.quarantined.empty(), "nothing is new");
    report = repair(root() / "sound");
    QCOMPARE(report.repaired.size(), std::size_t{4});
    QVERIFY(report.quarantined.empty());
    verify_all_is_as_before();
}

void TestRepair::a_sound_one_in_quarantine_gives_way_to_no_damaged_one_data() {
    QTest::addColumn<bool>("whole_chain");
    QTest::newRow("what it builds on is there again") << true;
    QTest::newRow("it is not") << false;
}
void TestRepair::a_sound_one_in_quarantine_gives_way_to_no_damaged_one() {
    QFETCH(bool, whole_chain);
    damage(step_file(0), 0.5);
    QCOMPARE(repair().quarantined.size(), ids_.size());
    // A backup was copied back by hand, and has damage in another place.
    const auto sound = steps_folder(runs_folder(root() / "sound") / run_id_);
    for (const auto& id : ids_) {
        if (whole_chain || id != ids_[0])
            fs::copy_file(step_path(sound, id), step_path(steps_folder(run_folder()), id));
    }
    damage(step_file(2), 0.5);
    repair();
    if (!whole_chain) {
        // Nothing sound was lost: once the first step is back, all steps are.
        QVERIFY(!fs::exists(step_file(2)));
        fs::copy_file(step_path(sound, ids_[0]), step_file(0));
        repair();
    }
    for (const auto& [id, bytes] : restored_)
        QVERIFY2(restore(steps_folder(run_folder()), id) == bytes, id.c_str());
}

void TestRepair::a_sound_one_takes_the_name_of_a_damaged_one_in_quarantine() {
    write_text(step_file(2), "rubbish");
    QCOMPARE(repair().quarantined.size(), std::size_t{4});
    // Copied back by hand while its base is missing.
    const auto sound = steps_folder(runs_folder(root() / "sound") / run_id_);
    fs::copy_file(step_path(sound, ids_[2]), step_file(2));
    fs::rename(step_file(0), root() / "first");
    repair();
    QVERIFY(!fs::exists(step_file(2)));
    fs::rename(root() / "first", step_file(0));
    repair();
    verify_all_is_as_before();
}

void TestRepair::what_quarantine_builds_on_is_there_again() {
    damage(step_file(2), 0.5);
    QCOMPARE(repair().quarantined.size(), std::size_t{4});
    restore_originals();
    {
        auto library = open_library(vault(), LocalVault::Mode::existing);
        VERIFY_OK(library);
        VERIFY_OK(watch_once(**library, {root() / "runs"}));
        const auto plan = (*library)->maintenance().plan_prune("first", {.last = 1});
        VERIFY_OK(plan);
        VERIFY_OK((*library)->maintenance().prune(*plan, Maintenance::Removal::permanent, {}));
        QVERIFY(!(*library)->maintenance().plan_weights_only("first", RetentionRules{.last = 1}, {}).ok());
    }
    fs::remove_all(root() / "runs");
    const auto report = repair(root() / "sound");
    QVERIFY(report.repaired.size() >= 4);
    for (std::size_t i = 1; i < ids_.size(); ++i)
        QVERIFY2(restore(steps_folder(run_folder()), ids_[i]) == restored_[ids_[i]], ids_[i].c_str());
    QVERIFY(report.after.damage.empty());
}

void TestRepair::what_is_filed_meanwhile_takes_no_name_from_quarantine() {
    damage(step_file(2), 0.5);
    (void)repair();
    restore_originals();
    auto library = open_library(vault(), LocalVault::Mode::existing);
    VERIFY_OK(library);
    VERIFY_OK(watch_once(**library, {root() / "runs"}));
    const auto rows = (*library)->queries().checkpoints(run_id_);
    QCOMPARE(rows->size(), std::size_t{6});
    for (std::size_t i = 2; i < ids_.size(); ++i)
        QVERIFY(std::ranges::find(*rows, ids_[i], &CheckpointRow::id) == rows->end());
    library->reset();
    fs::remove_all(root() / "runs");
    const auto report = repair(root() / "sound");
    QCOMPARE(report.repaired.size(), std::size_t{4});
    std::set<std::uint64_t> sequences;
    const auto listed = list_steps(steps_folder(run_folder()));
    for (const auto& m : listed->steps)
        sequences.insert(m.sequence);
    QCOMPARE(sequences.size(), std::size_t{10});
    for (const auto& [id, bytes] : restored_)
        QVERIFY2(restore(steps_folder(run_folder()), id) == bytes, id.c_str());
    QCOMPARE(report.after.checkpoints, std::uint64_t{12});
    QVERIFY(report.after.damage.empty());
}

void TestRepair::what_a_newer_version_wrote_stays() {
    auto bytes = read_text(step_file(2));
    bytes[8] = 9;
    write_text(step_file(2), bytes);
    const auto report = repair();
    QVERIFY(report.repaired.empty() && report.quarantined.empty());
    QVERIFY(!report.after.damage.empty());
    for (int i = 0; i < 6; ++i)
        QVERIFY(fs::exists(step_file(i)));
}

void TestRepair::damage_beside_the_content_is_no_reason_to_set_aside() {
    // Samples and statistics are the last sections before the table and the footer.
    auto bytes = read_text(step_file(2));
    const auto table = load<std::uint64_t>(as_view(bytes), bytes.size() - 32);
    bytes[table - 1] = static_cast<char>(~bytes[table - 1]);
    write_text(step_file(2), bytes);
    auto report = repair();
    QVERIFY(report.repaired.empty() && report.quarantined.empty());
    QCOMPARE(report.after.damage.size(), std::size_t{1});
    QVERIFY(report.after.damage.front().what.find("can be restored all the same") != std::string::npos);
    QVERIFY(restore(steps_folder(run_folder()), ids_[5]) == restored_[ids_[5]]);
    report = repair(root() / "sound");
    QCOMPARE(report.repaired.size(), std::size_t{1});
    verify_all_is_as_before();
}

void TestRepair::damaged_metrics_keep_the_rest() {
    const auto frame = read_text(metrics_file(run_folder())).substr(8);
    auto bytes = read_text(metrics_file(run_folder()));
    bytes[bytes.size() - 3] = static_cast<char>(~bytes[bytes.size() - 3]);
    write_text(metrics_file(run_folder()), bytes + frame);
    const auto report = repair();
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QVERIFY(report.repaired.front().what.starts_with("the metrics"));
    QVERIFY(report.after.damage.empty());
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    QVERIFY((*library)->queries().points(run_id_, "loss")->size() > 0);
}

void TestRepair::records_are_written_anew_data() {
    QTest::addColumn<bool>("from_copy");
    QTest::addColumn<bool>("with_catalog");
    QTest::addColumn<QString>("name");
    QTest::newRow("from a copy") << true << false << QStringLiteral("first");
    QTest::newRow("by the catalog") << false << true << QStringLiteral("first");
    QTest::newRow("by nothing") << false << false
                                << QStringLiteral("recovered-") +
                                       QString::fromStdString(run_id_.substr(0, 8));
}

void TestRepair::records_are_written_anew() {
    QFETCH(bool, from_copy);
    QFETCH(bool, with_catalog);
    QFETCH(QString, name);
    write_text(run_file(run_folder()), "{\"format\": 1, ");
    write_text(vault_file(vault()), "");
    if (!with_catalog) fs::remove(catalog_file(vault()));
    QVERIFY(!open_library(vault(), LocalVault::Mode::existing).ok());
    const auto written = Vault::write_file_anew(vault());
    QVERIFY(written.ok() && *written);
    const auto report = repair(from_copy ? root() / "sound" : fs::path());
    QCOMPARE(report.repaired.size(), std::size_t{1});
    QVERIFY(report.after.damage.empty());
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    VERIFY_OK(library);
    QCOMPARE((*library)->queries().run(name.toStdString())->row.id, run_id_);
    QCOMPARE((*library)->queries().checkpoints(run_id_)->size(), ids_.size());
    QVERIFY(fs::exists(run_folder() / "run.json.damaged-1"));
}

void TestRepair::a_folder_without_copies_is_refused() {
    damage(step_file(2), 0.5);
    const auto before = read_text(step_file(2));
    const auto library = open_library(vault(), LocalVault::Mode::existing);
    VERIFY_ERROR((*library)->maintenance().repair({.from = root() / "originals"}, {}),
                 ErrorCode::invalid_argument);
    QCOMPARE(read_text(step_file(2)), before);
}

void TestRepair::a_run_in_use_is_left_alone() {
    damage(step_file(2), 0.5);
    const auto writer = RunWriter::open(run_folder());
    VERIFY_OK(writer);
    const auto report = repair(root() / "sound");
    QCOMPARE(report.hindered.size(), std::size_t{1});
    QVERIFY(report.repaired.empty() && report.quarantined.empty());
    QVERIFY(!report.after.damage.empty());
}

STEPVAULT_TEST(TestRepair)

}  // namespace test_repair

#include "test_repair.moc"
