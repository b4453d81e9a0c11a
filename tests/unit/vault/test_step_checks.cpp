// Verify and repair, on a single run.
#include "base/checksum.h"
#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/format/parity_file.h"
#include "vault/records/removed_steps.h"
#include "vault/repair/record_repair.h"
#include "vault/repair/repairing.h"
#include "vault/repair/step_check.h"
#include "vault/repair/vault_copies.h"
#include "vault/repair/verifying.h"

namespace test_step_checks {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestStepChecks : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;
    std::vector<std::string> ids_;

    [[nodiscard]] fs::path file(std::size_t i) const { return run_->step_file(ids_[i]); }
    static void flip(const fs::path& path, std::size_t at) {
        auto bytes = read_text(path);
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        write_text(path, bytes);
    }
    /// The place of the file's section table.
    static std::size_t table_of(const fs::path& path) {
        const auto bytes = read_text(path);
        return load<std::uint64_t>(as_view(bytes), bytes.size() - step_file_footer_size);
    }
    CheckedStep check(std::size_t i, const std::string& run_id, const std::string& id) {
        const auto checked = check_step(file(i), run_id, id, [](auto) { return Status(); });
        if (!checked) qFatal("%s", checked.error().message.c_str());
        return *checked;
    }
    CheckedStep check(std::size_t i) { return check(i, run_->writer().record().id, ids_[i]); }
    /// Each damage as its step's number, or '-' for the run, and a word of its text.
    QStringList damage() {
        const auto verdict = verify_run(run_->folder(), run_->pool(), {});
        if (!verdict) return {QString::fromStdString(verdict.error().message)};
        QStringList found;
        for (const auto& d : verdict->damage) {
            const auto at = std::ranges::find(ids_, d.checkpoint_id);
            const auto number = at == ids_.end() ? QString("-") : QString::number(at - ids_.begin());
            QString word = "damaged";
            for (const char* part :
                 {"is missing", "cannot be read", "another version", "another checkpoint"}) {
                if (d.what.find(part) != std::string::npos) word = part;
            }
            found.append(number + " " + word);
        }
        return found;
    }

 private slots:
    /// The third step builds on the second, which builds on the first.
    void init() {
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::lc});
        ids_.clear();
        Training training(1, 700);
        for (int i = 0; i < 3; ++i, training.next()) {
            const auto step = run_->file("s" + std::to_string(i) + ".safetensors", training.bytes(), i);
            VERIFY_OK(step);
            ids_.push_back(step->meta().id);
        }
        run_->writer().drop_tip();
    }
    void cleanup() { run_.reset(); }

    void a_sound_step_is_described() {
        std::uint64_t read = 0;
        const auto checked = check_step(file(1), run_->writer().record().id, ids_[1], [&](std::uint64_t n) {
            read += n;
            return Status();
        });
        VERIFY_OK(checked);
        const auto step = StepFile::open(file(1));
        QVERIFY(checked->status.ok() && checked->restorable);
        QVERIFY(checked->digest == step->state_digest());
        QCOMPARE(checked->bytes, std::uint64_t{fs::file_size(file(1))});
        QCOMPARE(checked->id, ids_[1]);
        QCOMPARE(checked->meta->parent, ids_[0]);
        std::uint64_t coded = 0;
        for (std::uint32_t s = 0; s < step->layout().streams.size(); ++s) {
            for (const auto& chunk : step->stream(s).chunks)
                coded += chunk.length;
        }
        QCOMPARE(read, coded);
    }

    void the_file_of_another_checkpoint_is_not_restorable() {
        const auto run_id = run_->writer().record().id;
        for (const auto& checked : {check(1, run_id, ids_[2]), check(1, "another", ids_[1])}) {
            VERIFY_ERROR(checked.status, ErrorCode::corrupt);
            QVERIFY(!checked.restorable && !checked.meta && !checked.digest);
            QVERIFY(checked.bytes > 0);
        }
    }

    void damage_in_a_chunk_leaves_the_description() {
        flip(file(1), 20);
        const auto checked = check(1);
        VERIFY_ERROR(checked.status, ErrorCode::corrupt);
        QVERIFY(!checked.restorable && checked.meta && checked.digest);
    }

    void damage_beside_the_content_leaves_it_restorable() {
        flip(file(1), table_of(file(1)) - 1);
        const auto checked = check(1);
        VERIFY_ERROR(checked.status, ErrorCode::corrupt);
        QVERIFY(checked.restorable && checked.meta);
        QCOMPARE(damage(), QStringList{"1 damaged"});
        VERIFY_OK(run_->restore(ids_[2]));
    }

    void damage_in_the_footer_leaves_nothing() {
        flip(file(1), fs::file_size(file(1)) - 10);
        const auto checked = check(1);
        VERIFY_ERROR(checked.status, ErrorCode::corrupt);
        QVERIFY(!checked.restorable && !checked.meta && !checked.digest && checked.bytes == 0);
    }

    /// A layout that cannot be read says nothing about the section before it.
    void what_a_file_is_may_be_known_if_its_layout_is_not() {
        VERIFY_OK(forge(*StepFile::open(file(1)), [](StepContent& c) { c.layout.payloads[0].stream = 99; }));
        QVERIFY(!StepFile::open(file(1)).ok());
        const auto checked = check(1);
        QVERIFY(!checked.status.ok() && !checked.restorable && !checked.digest);
        QVERIFY(checked.meta && checked.meta->parent == ids_[0]);
    }

    void a_stop_is_no_damage() {
        const auto stopped = check_step(file(1), run_->writer().record().id, ids_[1], [](auto) -> Status {
            return Error{ErrorCode::cancelled, "stop"};
        });
        VERIFY_ERROR(stopped, ErrorCode::cancelled);
    }

    void a_sound_run_has_no_damage() {
        const auto verdict = verify_run(run_->folder(), run_->pool(), {});
        VERIFY_OK(verdict);
        QVERIFY(verdict->damage.empty());
        QCOMPARE(verdict->checkpoints, std::uint64_t{3});
        QCOMPARE(verdict->bytes,
                 std::uint64_t{fs::file_size(file(0)) + fs::file_size(file(1)) + fs::file_size(file(2))});
        QCOMPARE(verdict->quarantined, std::uint64_t{0});
    }

    void steps_above_damage_are_told_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QStringList>("damage");
        using List = QStringList;
        QTest::newRow("the base is damaged")
            << "flip 0" << List{"0 damaged", "1 cannot be read", "2 cannot be read"};
        QTest::newRow("one between is damaged") << "flip 1" << List{"1 damaged", "2 cannot be read"};
        QTest::newRow("the newest is damaged") << "flip 2" << List{"2 damaged"};
        QTest::newRow("the base is missing") << "missing 0" << List{"1 is missing", "2 cannot be read"};
        QTest::newRow("one between is missing") << "missing 1" << List{"2 is missing"};
        QTest::newRow("the base is another version")
            << "other 0" << List{"1 another version", "2 cannot be read"};
        QTest::newRow("one between is another version") << "other 1" << List{"2 another version"};
        QTest::newRow("one between is another file")
            << "swap 1" << List{"1 another checkpoint", "2 cannot be read"};
        QTest::newRow("the newest is another file") << "swap 2" << List{"2 another checkpoint"};
    }
    void steps_above_damage_are_told() {
        QFETCH(QString, what);
        QFETCH(QStringList, damage);
        const auto i = static_cast<std::size_t>(what.back().digitValue());
        if (what.startsWith("flip")) flip(file(i), 20);
        if (what.startsWith("missing")) fs::remove(file(i));
        if (what.startsWith("other"))
            VERIFY_OK(
                forge(*StepFile::open(file(i)), [](StepContent& c) { c.layout.payloads[0].name = "other"; }));
        if (what.startsWith("swap")) fs::copy_file(file(0), file(i), fs::copy_options::overwrite_existing);
        QCOMPARE(this->damage(), damage);
    }

    void damage_beside_the_steps_is_the_runs_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("count");
        QTest::newRow("parity") << "parity" << 1;
        QTest::newRow("half-written parity") << "temporary" << 0;
        QTest::newRow("the list of removed steps") << "removed" << 1;
        QTest::newRow("the metrics") << "metrics" << 1;
        QTest::newRow("all of them") << "parity removed metrics" << 3;
    }
    void damage_beside_the_steps_is_the_runs() {
        QFETCH(QString, what);
        QFETCH(int, count);
        fs::create_directories(parity_folder(run_->folder()));
        VERIFY_OK(write_parity(file(1), parity_path(run_->folder(), ids_[1]), 10, {}));
        if (what.contains("parity")) write_text(parity_path(run_->folder(), ids_[0]), "rubbish");
        if (what.contains("temporary")) write_text(parity_folder(run_->folder()) / ".svtmp-1", "rubbish");
        if (what.contains("removed")) write_text(removed_file(run_->folder()), "rubbish");
        if (what.contains("metrics")) {
            const auto end = run_->writer().metrics().add(
                {.source = "a", .from_start = true, .points = {{.tag = "loss", .step = 1}}, .read = {}});
            VERIFY_OK(end);
            flip(metrics_file(run_->folder()), 0);
        }
        QStringList expected;
        for (int i = 0; i < count; ++i)
            expected.append("- damaged");
        QCOMPARE(damage(), expected);
    }

    void what_is_in_quarantine_is_counted_and_no_damage() {
        fs::create_directories(quarantine_folder(run_->folder()));
        fs::rename(file(2), step_path(quarantine_folder(run_->folder()), ids_[2]));
        write_text(quarantine_folder(run_->folder()) / (ids_[1] + ".svstep-2"), "aside");
        const auto verdict = verify_run(run_->folder(), run_->pool(), {});
        VERIFY_OK(verdict);
        QVERIFY(verdict->damage.empty());
        QCOMPARE(verdict->quarantined, std::uint64_t{1});
        QCOMPARE(verdict->checkpoints, std::uint64_t{2});
    }

    void the_trash_is_verified_by_checkpoint() {
        const auto vault = run_->root() / "vault";
        const auto folder = *make_trash_entry(vault, {});
        fs::rename(file(2), step_path(folder, ids_[2]));
        TrashedOriginals list{.run_id = "run", .folder = "/data", .folder_mark = {}, .files = {}};
        for (std::uint64_t n = 1; n <= 2; ++n) {
            write_text(folder / ("original-" + std::to_string(n)), "bytes");
            list.files.push_back({n, ids_[n - 1], "f" + std::to_string(n), 5, xxh3(as_view("bytes"))});
        }
        VERIFY_OK(write_trashed_originals(folder, list));
        const auto verify = [&] { return verify_trash_entry(vault, list_trash(vault)->front(), {}); };
        auto verdict = verify();
        VERIFY_OK(verdict);
        QVERIFY(verdict->damage.empty());
        QCOMPARE(verdict->checkpoints, std::uint64_t{1});
        QCOMPARE(verdict->bytes, fs::file_size(step_path(folder, ids_[2])) + 10);
        flip(folder / "original-2", 1);
        flip(step_path(folder, ids_[2]), 20);
        verdict = verify();
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{2});
        QCOMPARE(verdict->damage[0].checkpoint_id, ids_[2]);
        QCOMPARE(verdict->damage[1].checkpoint_id, ids_[1]);
    }

    void another_vault_gives_whole_copies() {
        const VaultCopies copies(run_->root() / "vault");
        QCOMPARE(copies.name(), "the vault in " + (run_->root() / "vault").native());
        const auto run_id = run_->writer().record().id;
        // Larger than what is copied at once.
        const auto large = read_text(file(1)) + std::string(std::size_t{9} << 20, 'x') + "end";
        write_text(file(1), large);
        auto out = File::create(run_->root() / "copy");
        VERIFY_OK(out);
        VERIFY_OK(copies.copy_step(run_id, ids_[1], *out));
        QVERIFY(read_text(run_->root() / "copy") == large);
        VERIFY_ERROR(copies.copy_step(run_id, make_checkpoint_id(9, "x", 1), *out), ErrorCode::not_found);
        VERIFY_ERROR(copies.copy_step("another", ids_[1], *out), ErrorCode::not_found);
        QCOMPARE(copies.record(run_id)->name, run_->writer().record().name);
        VERIFY_ERROR(copies.record("another"), ErrorCode::not_found);
    }

    void a_record_is_replaced_by_one_of_its_run_data() {
        QTest::addColumn<QString>("copy");
        QTest::addColumn<QString>("from");
        QTest::newRow("a copy") << "copy"
                                << "from the vault in ";
        QTest::newRow("no copy") << "none"
                                 << "from the catalog";
        QTest::newRow("a copy of another run") << "other"
                                               << "from the catalog";
        QTest::newRow("sound") << "sound"
                               << "";
    }
    void a_record_is_replaced_by_one_of_its_run() {
        QFETCH(QString, copy);
        QFETCH(QString, from);
        const auto folder = run_->folder();
        auto record = run_->writer().record();
        record.pins = {ids_[1]};
        const auto backup = run_->root() / "backup";
        if (copy != "none") {
            fs::create_directories(runs_folder(backup) / record.id);
            auto other = record;
            if (copy == "other") other.id = "other";
            VERIFY_OK(other.write(run_file(runs_folder(backup) / record.id)));
        }
        if (copy != "sound") write_text(run_file(folder), "rubbish");
        auto fallback = record;
        fallback.pins.clear();
        const VaultCopies copies(backup);
        const std::array<const CopySource*, 1> all{&copies};
        const auto how = repair_record(folder, all, fallback);
        VERIFY_OK(how);
        QVERIFY2(how->starts_with(from.toStdString()), how->c_str());
        QCOMPARE(how->empty(), copy == "sound");
        const auto now = RunRecord::read(run_file(folder));
        VERIFY_OK(now);
        QCOMPARE(now->id, record.id);
        QCOMPARE(now->pins.size(), std::size_t{copy == "copy" ? 1U : 0U});
        QCOMPARE(fs::exists(folder / "run.json.damaged-1"), copy != "sound");
    }

    void the_record_of_another_run_is_replaced_too() {
        auto record = run_->writer().record();
        record.id = "other";
        VERIFY_OK(record.write(run_file(run_->folder())));
        const auto how = repair_record(run_->folder(), {}, run_->writer().record());
        VERIFY_OK(how);
        QVERIFY(!how->empty());
        QCOMPARE(RunRecord::read(run_file(run_->folder()))->id, run_->writer().record().id);
    }
};

STEPVAULT_TEST(TestStepChecks)

}  // namespace test_step_checks

#include "test_step_checks.moc"
