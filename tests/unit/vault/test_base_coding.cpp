#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/repair/verifying.h"
#include "vault/run/base_coding.h"

namespace test_base_coding {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const SchemeChoice adaptive{.scheme = Scheme::adaptive};

std::string name_of_step(int step) {
    return "step_" + std::to_string(step) + ".safetensors";
}

/// Files the first two checkpoints of a training.
struct Two {
    explicit Two(ScratchRun& run) : run_(run) {
        base = training.bytes();
        id = run.file(name_of_step(0), base, 0)->meta().id;
        training.next();
    }
    Result<StepFile> file_next() { return run_.file(name_of_step(1), training.bytes(), 1); }
    [[nodiscard]] StepMeta meta() const { return *read_step_meta(run_.step_file(id)); }

    Training training{41, 8000};
    std::string base;
    std::string id;

 private:
    ScratchRun& run_;
};

}  // namespace

class TestBaseCoding : public QObject {
    Q_OBJECT

 private slots:
    void the_second_step_codes_the_base_anew() {
        ScratchRun run(adaptive);
        Two two(run);
        QVERIFY(two.meta().is_exact() && *run.restore(two.id) == two.base);
        const auto exact = std::uint64_t{fs::file_size(run.step_file(two.id))};
        VERIFY_OK(two.file_next());
        const auto meta = two.meta();
        QVERIFY(!meta.is_exact() && meta.parent.empty() && meta.key);
        QCOMPARE(meta.scheme, Scheme::adaptive);
        QCOMPARE(meta.exact_bytes, exact);
        QVERIFY(meta.relative_error > 0 && meta.relative_error <= 0.1);
        QVERIFY(2 * fs::file_size(run.step_file(two.id)) < exact);
        QCOMPARE(run.writer().steps().front().exact_bytes, exact);
        // Whatever the next steps are, the base stays as it is.
        const auto restored = run.restore(two.id);
        VERIFY_OK(restored);
        QVERIFY(*restored != two.base);
        for (int step = 2; step < 5; ++step) {
            two.training.next();
            if (step == 3) run.reopen();
            VERIFY_OK(run.file(name_of_step(step), two.training.bytes(), step));
        }
        QVERIFY(*run.restore(two.id) == *restored);
        const auto verdict = verify_run(run.folder(), run.pool(), {});
        VERIFY_OK(verdict);
        QVERIFY(verdict->damage.empty());
    }

    void zeros_signs_and_all_that_is_no_float_are_kept() {
        ScratchRun run(adaptive);
        Two two(run);
        VERIFY_OK(two.file_next());
        const auto restored = run.restore(two.id);
        VERIFY_OK(restored);
        const auto step = StepFile::open(run.step_file(two.id));
        for (const auto& payload : step->layout().payloads) {
            const auto was = as_view(two.base).subspan(payload.offset, payload.length);
            const auto is = as_view(*restored).subspan(payload.offset, payload.length);
            if (!is_lossy_float(payload.dtype)) {
                QVERIFY(as_text(was) == as_text(is));
                continue;
            }
            for (std::size_t i = 0; i < payload.count(); ++i) {
                const auto u = element_at(payload.dtype, was, i);
                const auto r = element_at(payload.dtype, is, i);
                if (u == 0) QCOMPARE(r, 0.0);
                if (payload.role != Role::second_moment) continue;
                // Within an octave.
                QVERIFY(u == 0 || (r / u < 2 && u / r < 2));
            }
        }
    }

    /// A checkpoint before the first update has no moments.
    void moments_that_appear_later_are_coded_as_in_a_base_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const auto scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }
    void moments_that_appear_later_are_coded_as_in_a_base() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        Training training(12, 8000);
        auto before = training.tensors();
        std::erase_if(before, [](const Tensor& t) { return t.name.find("exp_avg") != std::string::npos; });
        VERIFY_OK(run.file(name_of_step(0), safetensors_bytes(before), 0));
        training.next();
        const auto bytes = training.bytes();
        const auto step = run.file(name_of_step(1), bytes, 1);
        VERIFY_OK(step);
        const auto restored = run.restore(step->meta().id);
        VERIFY_OK(restored);
        double lost = 0;
        double all = 0;
        for (const auto& payload : step->layout().payloads) {
            if (payload.role != Role::first_moment && payload.role != Role::second_moment) continue;
            const auto was = as_view(bytes).subspan(payload.offset, payload.length);
            const auto is = as_view(*restored).subspan(payload.offset, payload.length);
            if (scheme != Scheme::adaptive) QVERIFY(as_text(was) == as_text(is));
            for (std::size_t i = 0; i < payload.count(); ++i) {
                const auto u = element_at(payload.dtype, was, i);
                const auto r = element_at(payload.dtype, is, i);
                if (payload.role == Role::second_moment) {
                    QVERIFY(u == 0 ? r == 0 : r / u < 2 && u / r < 2);
                    continue;
                }
                lost += (u - r) * (u - r);
                all += u * u;
            }
        }
        QVERIFY(lost <= 0.36 * all);
        QCOMPARE(lost > 0, scheme == Scheme::adaptive);
        // The next step builds on them.
        training.next();
        VERIFY_OK(run.file(name_of_step(2), training.bytes(), 2));
        QVERIFY(verify_run(run.folder(), run.pool(), {})->damage.empty());
    }

    void what_did_not_change_is_kept_to_the_bit() {
        ScratchRun run(adaptive);
        std::mt19937_64 random(5);
        const auto frozen = random_elements(DType::f32, 4000, Shape::gaussian, random);
        auto trained = random_elements(DType::f32, 4000, Shape::gaussian, random);
        const auto bytes = [&] {
            return safetensors_bytes(
                {{"frozen.weight", "F32", {40, 100}, frozen}, {"head.weight", "F32", {40, 100}, trained}});
        };
        const auto base = bytes();
        const auto id = run.file(name_of_step(0), base, 0)->meta().id;
        trained = moved(DType::f32, trained, 0.01, random);
        VERIFY_OK(run.file(name_of_step(1), bytes(), 1));
        QVERIFY(read_step_meta(run.step_file(id))->exact_bytes > 0);
        const auto restored = run.restore(id);
        VERIFY_OK(restored);
        const auto half = as_view(*restored).size() - trained.size();
        QVERIFY(std::ranges::search(as_view(*restored), ByteView(frozen)).size() == frozen.size());
        QVERIFY(as_text(as_view(*restored).subspan(half)) != as_text(as_view(base).subspan(half)));
    }

    void it_stays_exact_data() {
        QTest::addColumn<QString>("why");
        for (const auto* why :
             {"an exact base is asked for", "the scheme is lc", "the scheme is exact", "it is pinned",
              "its original is gone", "its original is damaged", "the second is of another series",
              "a removed step builds on it", "it is damaged"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void it_stays_exact() {
        QFETCH(QString, why);
        auto choice = adaptive;
        choice.exact_base = why == "an exact base is asked for";
        if (why == "the scheme is lc") choice.scheme = Scheme::lc;
        if (why == "the scheme is exact") choice.scheme = Scheme::exact;
        ScratchRun run(choice);
        Two two(run);
        const auto original = run.root() / "run" / name_of_step(0);
        if (why == "it is pinned") VERIFY_OK(run.writer().pin(two.id, true));
        if (why == "its original is gone") fs::remove(original);
        if (why == "its original is damaged") {
            const auto written = fs::last_write_time(original);
            auto bytes = read_text(original);
            bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
            write_text(original, bytes);
            fs::last_write_time(original, written);
        }
        if (why == "a removed step builds on it") {
            run.choose({.scheme = Scheme::lc});
            const auto second = two.file_next();
            VERIFY_OK(second);
            VERIFY_OK(run.writer().remove_steps({second->meta().id}, {}));
            run.choose(adaptive);
        }
        const auto before = read_text(run.step_file(two.id));
        if (why == "it is damaged") {
            auto bytes = before;
            bytes[200] = static_cast<char>(~bytes[200]);
            write_text(run.step_file(two.id), bytes);
        }
        const auto damaged = read_text(run.step_file(two.id));
        VERIFY_OK(
            run.file(why == "the second is of another series" ? "other.safetensors" : "step_7.safetensors",
                     two.training.bytes(), 7));
        QVERIFY(read_text(run.step_file(two.id)) == damaged);
        if (why != "it is damaged") QVERIFY(*run.restore(two.id) == two.base);
    }

    void a_base_that_is_still_provisional_is_told() {
        ScratchRun run(adaptive);
        Two two(run);
        const auto& w = run.writer();
        QVERIFY(may_lose_exact_base(w.record(), w.steps(), adaptive));
        QVERIFY(!may_lose_exact_base(w.record(), w.steps(), {.scheme = Scheme::lc}));
        QVERIFY(!may_lose_exact_base(w.record(), w.steps(), {.exact_base = true}));
        VERIFY_OK(two.file_next());
        QVERIFY(!may_lose_exact_base(w.record(), w.steps(), adaptive));
    }

    /// As after a kill between the two: the base is coded anew, and the second step is missing.
    void the_second_step_may_come_later() {
        ScratchRun run(adaptive);
        Two two(run);
        VERIFY_OK(two.file_next());
        const auto whole = read_text(run.step_file(two.id));
        const auto second = run.writer().steps().back().id;
        const auto restored = run.restore(second);
        run.close();
        fs::remove(run.step_file(second));
        run.reopen();
        const auto again = run.file_path(run.root() / "run" / name_of_step(1), 1);
        VERIFY_OK(again);
        QVERIFY(read_text(run.step_file(two.id)) == whole);
        QVERIFY(*run.restore(second) == *restored);
    }

    void cancelling_leaves_it_as_it_was() {
        ScratchRun run(adaptive);
        Two two(run);
        const auto before = read_text(run.step_file(two.id));
        write_text(run.root() / "run" / name_of_step(1), two.training.bytes());
        const auto candidate = checkpoint_at(run.root() / "run" / name_of_step(1));
        const auto next = open_checkpoint(*candidate, 1);
        VERIFY_OK(next);
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(run.ingest(*next, adaptive, {stop.get_token()}), ErrorCode::cancelled);
        QVERIFY(read_text(run.step_file(two.id)) == before);
        QCOMPARE(std::ranges::distance(fs::directory_iterator(steps_folder(run.folder()))), 1);
    }
};

STEPVAULT_TEST(TestBaseCoding)

}  // namespace test_base_coding

#include "test_base_coding.moc"
