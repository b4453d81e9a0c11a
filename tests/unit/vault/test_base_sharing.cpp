#include <QtTest>

#include "base/text.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/chain/shared_base.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_access.h"
#include "vault/repair/repairing.h"
#include "vault/repair/shared_base_check.h"
#include "vault/repair/vault_copies.h"
#include "vault/repair/verifying.h"
#include "vault/rewrite/recoding.h"
#include "vault/rewrite/stripping.h"
#include "vault/run/base_sharing.h"

namespace test_base_sharing {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const SchemeChoice exact{.scheme = Scheme::exact};
const SchemeChoice adaptive{.scheme = Scheme::adaptive};

/// Fine-tunings of one model: each begins with the same body and has a head of its own.
struct Model {
    std::mt19937_64 random{31};
    Bytes body = random_elements(DType::f32, 40000, Shape::gaussian, random);
    Bytes head = random_elements(DType::f32, 4000, Shape::gaussian, random);

    [[nodiscard]] std::string bytes(const std::string& wrapper = {}) const {
        return safetensors_bytes({{wrapper + "body.weight", "F32", {400, 100}, body},
                                  {wrapper + "head.weight", "F32", {40, 100}, head}});
    }
    /// A model with that body, and a head that does not depend on this one's.
    [[nodiscard]] Model with_new_head(std::uint64_t seed) const {
        Model other = *this;
        other.random.seed(seed);
        other.head = random_elements(DType::f32, 4000, Shape::gaussian, other.random);
        return other;
    }
    void train() {
        body = moved(DType::f32, body, 0.001, random);
        head = moved(DType::f32, head, 0.01, random);
    }
};

/// Two runs of one vault.
struct Two {
    explicit Two(const SchemeChoice& choice) : first(choice), second(vault(), choice) {}

    [[nodiscard]] fs::path vault() const { return first.root() / "vault"; }
    /// Files the model's state as a run's first step; returns the step's id.
    static std::string begin(ScratchRun& run, const Model& model) {
        const auto step = run.file("step_0.safetensors", model.bytes(), 0);
        return step ? step->meta().id : step.error().message;
    }
    [[nodiscard]] std::vector<fs::path> bases() const {
        const auto files = list_step_files(bases_folder(vault()));
        return files ? *files : std::vector<fs::path>();
    }
    [[nodiscard]] Result<std::uint64_t> digest() const {
        STEPVAULT_ASSIGN(step, StepFile::open(bases().front()));
        return step.state_digest();
    }

    ScratchRun first;
    ScratchRun second;
};

std::uint64_t size_of(ScratchRun& run, const std::string& id) {
    return fs::file_size(run.step_file(id));
}

void flip_byte(const fs::path& file) {
    auto bytes = read_text(file);
    bytes[200] = static_cast<char>(~bytes[200]);
    fs::remove(file);  // it may have another name
    write_text(file, bytes);
}

}  // namespace

class TestBaseSharing : public QObject {
    Q_OBJECT

 private slots:
    void equal_checkpoints_are_stored_once() {
        Two two(exact);
        const Model model;
        const auto a = Two::begin(two.first, model);
        QVERIFY(two.bases().empty());
        const auto b = Two::begin(two.second, model);
        QCOMPARE(two.bases().size(), std::size_t{1});
        QVERIFY(20 * size_of(two.second, b) < size_of(two.first, a));
        QVERIFY(*two.second.restore(b) == model.bytes());
        const auto meta = read_step_meta(two.second.step_file(b));
        QVERIFY(meta->is_exact() && meta->key && meta->leans_on_shared_base());
        // The base of the first run is the shared one under a second name.
        QCOMPARE(fs::hard_link_count(two.bases().front()), std::uintmax_t{2});
        const auto use = runs_on_shared_bases(two.vault());
        QVERIFY(use.is_complete);
        QCOMPARE(use.runs.size(), std::size_t{1});
        QVERIFY(use.runs.at(*two.digest()) == std::set{two.second.writer().record().id});
        for (auto* run : {&two.first, &two.second})
            QVERIFY(verify_run(run->folder(), run->pool(), {})->damage.empty());
    }

    void a_wrapped_model_is_the_same_model() {
        Two two(exact);
        const Model model;
        const auto a = Two::begin(two.first, model);
        const auto wrapped = model.bytes("module._orig_mod.");
        const auto b = two.second.file("step_0.safetensors", wrapped, 0);
        VERIFY_OK(b);
        QVERIFY(20 * b->size() < size_of(two.first, a));
        QVERIFY(*two.second.restore(b->meta().id) == wrapped);
    }

    void near_checkpoints_are_stored_as_a_delta() {
        Two two(exact);
        const Model model;
        const auto other = model.with_new_head(9);
        const auto a = Two::begin(two.first, model);
        const auto b = Two::begin(two.second, other);
        QVERIFY(4 * size_of(two.second, b) < size_of(two.first, a));
        QVERIFY(*two.second.restore(b) == other.bytes());
        // A third one leans on the same base, not on the second's.
        ScratchRun third(two.vault(), exact);
        const auto c = Two::begin(third, other);
        QCOMPARE(two.bases().size(), std::size_t{1});
        QVERIFY(*third.restore(c) == other.bytes());
        QCOMPARE(Chain::open(steps_folder(third.folder()), c)->length(), std::size_t{2});
    }

    void others_stand_alone_data() {
        QTest::addColumn<QString>("why");
        for (const auto* why : {"nothing in common", "the other run is private", "the other base is damaged",
                                "the run is in no vault"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void others_stand_alone() {
        QFETCH(QString, why);
        Two two(exact);
        Model model;
        const auto a = Two::begin(two.first, model);
        if (why == "nothing in common")
            model.body = random_elements(DType::f32, 40000, Shape::gaussian, model.random);
        if (why == "the other run is private") {
            auto record = two.first.writer().record();
            record.is_private = true;
            VERIFY_OK(record.write(run_file(two.first.folder())));
            // Else the second run is private, too.
            fs::permissions(two.second.root(), fs::perms(0755));
        }
        if (why == "the other base is damaged") flip_byte(two.first.step_file(a));
        if (why == "the run is in no vault") fs::remove(vault_file(two.vault()));
        const auto b = Two::begin(two.second, model);
        QVERIFY(read_step_meta(two.second.step_file(b))->stands_alone());
        QVERIFY(two.bases().empty());
        QVERIFY(*two.second.restore(b) == model.bytes());
    }

    void removing_a_run_harms_no_other() {
        Two two(exact);
        Model model;
        Two::begin(two.first, model);
        const auto b = Two::begin(two.second, model);
        model.train();
        const auto later = two.second.file("step_1.safetensors", model.bytes(), 1);
        VERIFY_OK(later);
        two.first.close();
        fs::remove_all(two.first.folder());
        VERIFY_OK(remove_unneeded_bases(two.vault()));
        QVERIFY(*two.second.restore(later->meta().id) == model.bytes());
        // A checkpoint in the trash needs its base.
        const auto trash = trash_folder(two.vault()) / "entry";
        fs::create_directories(trash);
        VERIFY_OK(two.second.writer().remove_steps({b, later->meta().id}, trash));
        VERIFY_OK(remove_unneeded_bases(two.vault()));
        QCOMPARE(two.bases().size(), std::size_t{1});
        VERIFY_OK(two.second.writer().restore_from_trash(trash, {}));
        QVERIFY(*two.second.restore(later->meta().id) == model.bytes());
        VERIFY_OK(two.second.writer().remove_steps({b, later->meta().id}, {}));
        VERIFY_OK(remove_unneeded_bases(two.vault()));
        QVERIFY(two.bases().empty());
    }

    void a_base_in_use_is_not_removed() {
        Two two(exact);
        const Model model;
        Two::begin(two.first, model);
        {
            write_text(two.second.root() / "run" / "step_0.safetensors", model.bytes());
            const auto candidate = checkpoint_at(two.second.root() / "run" / "step_0.safetensors");
            const auto opened = open_checkpoint(*candidate, 0);
            const auto shared = share_base(two.second.writer(), *opened, {});
            VERIFY_OK(shared);
            QVERIFY(shared->has_value());
            VERIFY_OK(remove_unneeded_bases(two.vault()));
            QCOMPARE(two.bases().size(), std::size_t{1});
        }
        // Nothing was stored on it.
        VERIFY_OK(remove_unneeded_bases(two.vault()));
        QVERIFY(two.bases().empty());
    }

    void bases_stay_where_a_step_cannot_be_read_data() {
        QTest::addColumn<QString>("what");
        for (const auto* what : {"a step file", "a folder of steps", "the folder of runs", "the trash"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void bases_stay_where_a_step_cannot_be_read() {
        QFETCH(QString, what);
        Two two(exact);
        const Model model;
        Two::begin(two.first, model);
        const auto b = Two::begin(two.second, model);
        const auto replace = [](const fs::path& path) {
            std::error_code ec;
            if (fs::exists(path)) fs::rename(path, path.native() + "-away", ec);
            write_text(path, "rubbish");
        };
        if (what == "a step file") write_text(two.second.step_file(b), "rubbish");
        if (what == "a folder of steps") replace(steps_folder(two.second.folder()));
        if (what == "the folder of runs") replace(runs_folder(two.vault()));
        if (what == "the trash") replace(trash_folder(two.vault()));
        QVERIFY(!runs_on_shared_bases(two.vault()).is_complete);
        (void)remove_unneeded_bases(two.vault());
        QCOMPARE(two.bases().size(), std::size_t{1});
    }

    void a_base_that_a_group_may_not_read_is_not_shared() {
        Two two(exact);
        const Model model;
        Two::begin(two.first, model);
        Two::begin(two.second, model);
        VERIFY_OK(share_vault(two.vault(), true));
        two.first.close();
        fs::remove_all(two.first.folder());
        for (const bool is_open : {true, false}) {
            fs::permissions(two.bases().front(), fs::perms(is_open ? 0640 : 0600));
            ScratchRun other(two.vault(), exact);
            fs::permissions(other.root(), fs::perms(0755));
            const auto id = Two::begin(other, model);
            QCOMPARE(read_step_meta(other.step_file(id))->leans_on_shared_base(), is_open);
        }
    }

    void a_leaning_base_is_coded_anew_on_the_shared_one() {
        Two two(adaptive);
        Model model;
        const auto a = Two::begin(two.first, model);
        auto tuned = model.with_new_head(3);
        const auto b = Two::begin(two.second, tuned);
        const auto before = size_of(two.second, b);
        const auto was = tuned.bytes();
        tuned.train();
        VERIFY_OK(two.second.file("step_1.safetensors", tuned.bytes(), 1));
        const auto meta = read_step_meta(two.second.step_file(b));
        QVERIFY(!meta->is_exact() && meta->leans_on_shared_base() && meta->exact_bytes == before);
        QVERIFY(size_of(two.second, b) < before);
        const auto restored = two.second.restore(b);
        VERIFY_OK(restored);
        QVERIFY(*restored != was && restored->size() == was.size());
        // The body is the shared one's to the bit.
        QVERIFY(std::ranges::search(as_view(*restored), ByteView(model.body)).size() == model.body.size());
        // The first run's own base stays exact: others lean on it.
        model.train();
        VERIFY_OK(two.first.file("step_1.safetensors", model.bytes(), 1));
        QVERIFY(read_step_meta(two.first.step_file(a))->is_exact());
        for (auto* run : {&two.first, &two.second})
            QVERIFY(verify_run(run->folder(), run->pool(), {})->damage.empty());
    }

    void rewriting_a_run_keeps_its_shared_base_data() {
        QTest::addColumn<QString>("how");
        QTest::newRow("recoded") << "recoded";
        QTest::newRow("weights only") << "weights only";
    }
    void rewriting_a_run_keeps_its_shared_base() {
        QFETCH(QString, how);
        Two two(exact);
        Training training(8, 8000);
        const auto file = [&](ScratchRun& run, int step) {
            return run.file("step_" + std::to_string(step) + ".safetensors", training.bytes(), step);
        };
        VERIFY_OK(file(two.first, 0));
        VERIFY_OK(file(two.second, 0));
        training.next();
        const auto last = file(two.second, 1);
        VERIFY_OK(last);
        const auto id = two.second.writer().steps().front().id;
        const auto weights = two.second.restore_weights(id);
        if (how == "recoded")
            VERIFY_OK(recode_run(two.second.writer(), {.scheme = Scheme::lc}, {}, two.second.pool(), {}));
        else
            VERIFY_OK(strip_to_weights(two.second.writer(), {id}, two.second.pool(), {}));
        QVERIFY(*two.second.restore_weights(id) == *weights);
        if (how == "weights only") QVERIFY(*two.second.restore(last->meta().id) == training.bytes());
        QVERIFY(verify_run(two.second.folder(), two.second.pool(), {})->damage.empty());
    }

    void damage_of_a_shared_base_is_told_and_repaired_data() {
        QTest::addColumn<QString>("damage");
        QTest::addColumn<QString>("from");
        for (const auto* damage : {"a flipped byte", "missing"}) {
            for (const auto* from : {"the first run", "a copy", "the original", "nothing"})
                QTest::addRow("%s, %s", damage, from) << damage << from;
        }
    }
    void damage_of_a_shared_base_is_told_and_repaired() {
        QFETCH(QString, damage);
        QFETCH(QString, from);
        Two two(exact);
        const Model model;
        const auto a = Two::begin(two.first, model);
        const auto b = Two::begin(two.second, model);
        const auto digest = *two.digest();
        const auto backup = two.second.root() / "backup";
        fs::create_directories(bases_folder(backup));
        if (from == "a copy") fs::copy_file(two.bases().front(), shared_base_path(backup, digest));
        if (damage == "missing")
            fs::remove(two.bases().front());
        else
            flip_byte(shared_base_path(two.vault(), digest));
        if (from != "the first run") {
            two.first.close();
            fs::remove_all(two.first.folder());
        }
        if (from != "the original") fs::remove(two.second.root() / "run" / "step_0.safetensors");
        const auto verdict = verify_shared_bases(two.vault(), {});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->unsound.size(), std::size_t{1});
        QCOMPARE(verdict->unsound.front().digest, digest);
        QVERIFY(verdict->unsound.front().run_ids.contains(two.second.writer().record().id));
        if (damage == "missing") {
            QCOMPARE(verify_run(two.second.folder(), two.second.pool(), {})->damage.size(), std::size_t{1});
            VERIFY_ERROR(two.second.restore(b), ErrorCode::corrupt);
        }
        const VaultCopies copies(backup);
        const std::array<const CopySource*, 1> all{&copies};
        const auto how = repair_shared_base(two.vault(), digest, all, {});
        VERIFY_OK(how);
        QCOMPARE(how->empty(), from == "the original" || from == "nothing");
        KnownSteps known;
        if (how->empty()) known.unsound_bases.insert(digest);
        const auto repaired = repair_run(two.second.writer(), all, known, two.second.pool(), {});
        VERIFY_OK(repaired);
        QVERIFY(repaired->quarantined.empty());
        QCOMPARE(repaired->repaired.size(), std::size_t{from == "the original" ? 1U : 0U});
        if (from != "nothing")
            QVERIFY(*two.second.restore(b) == model.bytes());
        else
            QVERIFY(fs::exists(two.second.step_file(b)));
        (void)a;
    }

    void steps_on_a_damaged_shared_base_are_stored_without_it() {
        Two two(exact);
        Model model;
        Two::begin(two.first, model);
        Two::begin(two.second, model);
        flip_byte(two.bases().front());
        two.second.reopen();
        model.train();
        const auto next = two.second.file("step_1.safetensors", model.bytes(), 1);
        VERIFY_OK(next);
        QVERIFY(next->meta().stands_alone());
        QVERIFY(*two.second.restore(next->meta().id) == model.bytes());
    }
};

STEPVAULT_TEST(TestBaseSharing)

}  // namespace test_base_sharing

#include "test_base_sharing.moc"
