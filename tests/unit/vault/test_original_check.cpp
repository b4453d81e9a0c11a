#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/originals/original_check.h"

namespace test_original_check {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestOriginalCheck : public QObject {
    Q_OBJECT

 private slots:
    void what_was_filed_passes_data() { schemes(); }
    void what_was_filed_passes();
    void any_other_byte_is_found_data() { schemes(); }
    void any_other_byte_is_found();
    void a_nan_that_is_not_stored_is_found();
    void another_size_is_found();
    void errors_that_no_float_can_tell_are_claimed();

 private:
    static void schemes();
    static Status check(ScratchRun& run, const std::string& id, const fs::path& file);
};

void TestOriginalCheck::schemes() {
    QTest::addColumn<Scheme>("scheme");
    for (const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn, Scheme::scar})
        QTest::newRow(name_of(scheme).c_str()) << scheme;
}

Status TestOriginalCheck::check(ScratchRun& run, const std::string& id, const fs::path& file) {
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run.folder()), id));
    STEPVAULT_ASSIGN(candidate, checkpoint_at(file));
    STEPVAULT_ASSIGN(original, open_checkpoint(candidate, 1, true));
    return check_against_original(chain, original, run.pool(), {});
}

void TestOriginalCheck::what_was_filed_passes() {
    QFETCH(Scheme, scheme);
    ScratchRun run({.scheme = scheme});
    Training training(3, 3000);
    for (int step = 1; step <= 3; ++step, training.next()) {
        const auto name = "step_" + std::to_string(step) + ".safetensors";
        const auto filed = run.file(name, training.bytes(), step);
        VERIFY_OK(filed);
        VERIFY_OK(check(run, filed->meta().id, run.root() / "run" / name));
    }
}

/// Flips one bit in every eleventh byte; in lossy elements a high bit, which no coding error explains.
void TestOriginalCheck::any_other_byte_is_found() {
    QFETCH(Scheme, scheme);
    ScratchRun run({.scheme = scheme});
    Training training(3, 60);
    std::string id;
    for (int step = 1; step <= 2; ++step, training.next()) {
        const auto filed = run.file("step_" + std::to_string(step) + ".safetensors", training.bytes(), step);
        VERIFY_OK(filed);
        id = filed->meta().id;
    }
    const auto original = read_text(run.root() / "run" / "step_2.safetensors");
    const auto other = run.root() / "other.safetensors";
    const auto layout = Chain::open(steps_folder(run.folder()), id)->top().layout();
    int unseen = 0;
    for (std::size_t i = 0; i < original.size(); i += 11) {
        auto bytes = original;
        bytes[i] = static_cast<char>(bytes[i] ^ 0x40);
        write_text(other, bytes);
        const bool passes = check(run, id, other).ok();
        if (passes) ++unseen;
        const auto lossy = std::ranges::any_of(layout.payloads, [&](const StoredPayload& p) {
            // The low bytes of an element that is stored lossily.
            return i >= p.offset && i < p.offset + p.length && is_lossy(layout.streams[p.stream].coding) &&
                   (i - p.offset) % item_size(p.dtype) + 1 < item_size(p.dtype);
        });
        QVERIFY2(lossy || !passes, qPrintable(QString::number(i)));
    }
    QVERIFY(scheme != Scheme::exact || unseen == 0);
}

void TestOriginalCheck::errors_that_no_float_can_tell_are_claimed() {
    ScratchRun run({.scheme = Scheme::adaptive});
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> part(1, 2);
    for (int step = 1; step <= 3; ++step) {
        std::vector<double> values(3000);
        for (auto& v : values)
            v = part(random) * 1e-48;
        const auto bytes = std::as_bytes(std::span(values));
        const auto name = "step_" + std::to_string(step) + ".safetensors";
        const auto filed = run.file(
            name, safetensors_bytes({{"state.0.exp_avg", "F64", {3000}, {bytes.begin(), bytes.end()}}}),
            step);
        VERIFY_OK(filed);
        QVERIFY(filed->meta().scheme == Scheme::exact || filed->figures()[0].max_abs_error > 0);
        VERIFY_OK(check(run, filed->meta().id, run.root() / "run" / name));
    }
}

void TestOriginalCheck::a_nan_that_is_not_stored_is_found() {
    ScratchRun run({.scheme = Scheme::adaptive});
    Training training(3, 3000);
    std::string id;
    for (int step = 1; step <= 2; ++step, training.next())
        id = run.file("step_" + std::to_string(step) + ".safetensors", training.bytes(), step)->meta().id;
    const auto layout = Chain::open(steps_folder(run.folder()), id)->top().layout();
    auto bytes = read_text(run.root() / "run" / "step_2.safetensors");
    for (const auto& payload : layout.payloads) {
        if (payload.dtype != DType::f32) continue;
        auto changed = bytes;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        std::memcpy(changed.data() + payload.offset + 40, &nan, sizeof nan);
        write_text(run.root() / "other.safetensors", changed);
        VERIFY_ERROR(check(run, id, run.root() / "other.safetensors"), ErrorCode::corrupt);
    }
}

void TestOriginalCheck::another_size_is_found() {
    ScratchRun run({.scheme = Scheme::exact});
    Training training(3, 60);
    const auto filed = run.file("step_1.safetensors", training.bytes(), 1);
    VERIFY_OK(filed);
    const auto other = run.root() / "other.safetensors";
    write_text(other, training.bytes() + "x");
    VERIFY_ERROR(check(run, filed->meta().id, other), ErrorCode::corrupt);
}

STEPVAULT_TEST(TestOriginalCheck)

}  // namespace test_original_check

#include "test_original_check.moc"
