#include <QtTest>

#include "codec/dynamic_map.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/originals/original_check.h"
#include "vault/repair/verifying.h"

namespace test_paired_moments {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr std::size_t elements = 70000;  // more than a chunk
constexpr std::size_t block = 256;

const StoredPayload* find(const StepLayout& layout, std::string_view name) {
    const auto found = std::ranges::find(layout.payloads, name, &StoredPayload::name);
    return found != layout.payloads.end() ? &*found : nullptr;
}

Bytes table_of(const DynamicMap& map) {
    Bytes out(256 * sizeof(float));
    for (std::size_t code = 0; code < 256; ++code) {
        const float value = map.value(static_cast<std::uint8_t>(code));
        std::memcpy(out.data() + code * sizeof(float), &value, sizeof(float));
    }
    return out;
}

/// The state of one parameter, as bitsandbytes names it.
struct State {
    std::mt19937_64 random{23};
    Bytes weights = random_elements(DType::f32, elements, Shape::gaussian, random);
    Bytes first = random_elements(DType::signed_dynamic8, elements, Shape::gaussian, random);
    Bytes second = drawn_squares();
    Bytes scales = random_elements(DType::f32, elements / block + 1, Shape::gaussian, random);

    void train() {
        weights = moved(DType::f32, weights, 0.001, random);
        first = moved(DType::signed_dynamic8, first, 0.3, random);
        const auto drawn = drawn_squares();
        for (std::size_t i = 0; i < second.size(); ++i) {
            if (random() % 4 == 0) second[i] = drawn[i];
        }
        scales = moved(DType::f32, scales, 0.001, random);
    }
    [[nodiscard]] std::vector<Tensor> tensors() const {
        const std::string state = "optimizer.state.0.";
        return {{"model.weight", "F32", {elements}, weights},
                {state + "state1", "U8", {elements}, first},
                {state + "qmap1", "F32", {256}, table_of(signed_dynamic_map)},
                {state + "absmax1", "F32", {scales.size() / sizeof(float)}, scales},
                {state + "state2", "U8", {elements}, second},
                {state + "qmap2", "F32", {256}, table_of(unsigned_dynamic_map)}};
    }

 private:
    /// Over all decades, and one in eight is 0.
    Bytes drawn_squares() {
        std::uniform_real_distribution<float> octaves(-21, 0);
        Bytes out(elements);
        for (auto& code : out) {
            const float value = random() % 8 == 0 ? 0 : std::exp2(octaves(random));
            code = static_cast<std::byte>(unsigned_dynamic_map.nearest(value));
        }
        return out;
    }
};

ByteView payload_bytes(const StoredPayload& payload, std::string_view file) {
    return as_view(file).subspan(payload.offset, payload.length);
}

}  // namespace

class TestPairedMoments : public QObject {
    Q_OBJECT

 private slots:
    void real_files_have_them_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QStringList>("exact");
        const QString wrapped = "optimizer.state.0.__bnb_optimizer_quant_state__.";
        QTest::newRow("bitsandbytes")
            << "bitsandbytes.pt" << wrapped + "state1" << wrapped + "state2"
            << QStringList{wrapped + "qmap1", wrapped + "absmax1", wrapped + "qmap2", wrapped + "absmax2"};
        const QString first = "optimizer.state.0.exp_avg.3.";
        const QString second = "optimizer.state.0.exp_avg_sq.3.";
        QTest::newRow("torchao") << "torchao.pt" << first + "codes" << second + "codes"
                                 << QStringList{first + "qmap", first + "scale", second + "qmap",
                                                second + "scale"};
    }
    void real_files_have_them() {
        QFETCH(QString, file);
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QStringList, exact);
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto path =
            std::filesystem::path(STEPVAULT_SOURCE_DIR "/tests/golden/container") / file.toStdString();
        const auto stored = run.file_path(path, 3);
        VERIFY_OK(stored);
        const auto* m = find(stored->layout(), first.toStdString());
        const auto* v = find(stored->layout(), second.toStdString());
        QVERIFY(m != nullptr && v != nullptr);
        QCOMPARE(m->role, Role::first_moment);
        QCOMPARE(m->dtype, DType::signed_dynamic8);
        QCOMPARE(v->role, Role::second_moment);
        QCOMPARE(v->dtype, DType::unsigned_dynamic8);
        for (const auto& name : exact) {
            const auto* p = find(stored->layout(), name.toStdString());
            QVERIFY(p != nullptr);
            QCOMPARE(p->role, Role::other);
        }
        const auto restored = run.restore(stored->meta().id);
        VERIFY_OK(restored);
        QCOMPARE(*restored, read_text(path));
    }

    void codes_are_coded_by_their_values_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const auto scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn, Scheme::scar})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }
    void codes_are_coded_by_their_values() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        State state;
        for (int step = 0; step < 4; ++step, state.train()) {
            const auto bytes = safetensors_bytes(state.tensors());
            const auto stored = run.file("step_" + std::to_string(step) + ".safetensors", bytes, step);
            VERIFY_OK(stored);
            const auto restored = run.restore(stored->meta().id);
            VERIFY_OK(restored);
            QCOMPARE(restored->size(), bytes.size());
            if (scheme == Scheme::exact || step == 0) {
                QVERIFY(*restored == bytes);
                continue;
            }
            for (const auto& p : stored->layout().payloads) {
                const auto was = payload_bytes(p, bytes);
                const auto is = payload_bytes(p, *restored);
                if (p.role == Role::other) QVERIFY(std::ranges::equal(was, is));
                if (scheme != Scheme::adaptive || p.role != Role::second_moment) continue;
                for (std::size_t i = 0; i < p.length; ++i) {
                    // One that is not zero must not become zero, and stays within the dead zone and a level.
                    if (was[i] == std::byte{0}) continue;
                    QVERIFY(is[i] != std::byte{0});
                    const auto octaves = std::log2(element_at(p.dtype, is, i) / element_at(p.dtype, was, i));
                    QVERIFY(std::abs(octaves) < 2.5);
                }
            }
        }
        QVERIFY(verify_run(run.folder(), run.pool(), {})->damage.empty());
    }

    /// bitsandbytes keeps the moments of small tensors in floats, in another unit than codes.
    void small_moments_beside_them_survive_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const auto scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }
    void small_moments_beside_them_survive() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme, .exact_base = true});
        State state;
        auto first = random_elements(DType::f32, 5000, Shape::gaussian, state.random);
        const auto second = random_elements(DType::f32, 5000, Shape::equal, state.random);
        for (int step = 0; step < 3; ++step, state.train()) {
            for (std::size_t i = 0; i < first.size(); i += 4) {
                const auto value = static_cast<float>(1e-5 * element_at(DType::f32, first, i / 4));
                if (step == 0) std::memcpy(first.data() + i, &value, 4);
            }
            auto tensors = state.tensors();
            tensors.push_back({"optimizer.state.1.state1", "F32", {5000}, first});
            tensors.push_back({"optimizer.state.1.state2", "F32", {5000}, second});
            const auto bytes = safetensors_bytes(tensors);
            const auto stored = run.file("step_" + std::to_string(step) + ".safetensors", bytes, 20 * step);
            VERIFY_OK(stored);
            const auto restored = run.restore(stored->meta().id);
            VERIFY_OK(restored);
            const auto* small = find(stored->layout(), "optimizer.state.1.state1");
            QVERIFY(small != nullptr);
            const auto is = payload_bytes(*small, *restored);
            double lost = 0;
            double all = 0;
            for (std::size_t i = 0; i < small->count(); ++i) {
                const auto was = element_at(DType::f32, first, i);
                all += was * was;
                lost += std::pow(was - element_at(DType::f32, is, i), 2);
            }
            QVERIFY2(lost < 0.9 * all, qPrintable(QString::number(lost / all)));
            first = moved(DType::f32, first, 1e-5, state.random);
        }
    }

    /// Its codes are 8-bit floats, which have no table.
    void scales_without_a_table_stay_exact() {
        ScratchRun run({.scheme = Scheme::adaptive});
        State state;
        for (int step = 0; step < 3; ++step, state.train()) {
            const std::string name = "optimizer.state.0.exp_avg.3.";
            const auto bytes = safetensors_bytes(
                {{"model.weight", "F32", {elements}, state.weights},
                 {name + "codes", "F8_E4M3", {elements}, state.first},
                 {name + "scale", "F32", {state.scales.size() / sizeof(float)}, state.scales}});
            const auto stored = run.file("step_" + std::to_string(step) + ".safetensors", bytes, step);
            VERIFY_OK(stored);
            const auto* scale = find(stored->layout(), name + "scale");
            QVERIFY(scale != nullptr && scale->role == Role::other);
            const auto restored = run.restore(stored->meta().id);
            QVERIFY(std::ranges::equal(payload_bytes(*scale, bytes), payload_bytes(*scale, *restored)));
        }
    }

    void they_are_a_fraction_of_their_size() {
        ScratchRun run({.scheme = Scheme::adaptive, .exact_base = true});
        State state;
        VERIFY_OK(run.file("step_0.safetensors", safetensors_bytes(state.tensors()), 0));
        state.train();
        const auto stored = run.file("step_1.safetensors", safetensors_bytes(state.tensors()), 20);
        VERIFY_OK(stored);
        for (const auto* name : {"optimizer.state.0.state1", "optimizer.state.0.state2"}) {
            const auto* p = find(stored->layout(), name);
            QVERIFY(p != nullptr);
            std::uint64_t coded = 0;
            for (const auto& chunk : stored->stream(p->stream).chunks)
                coded += chunk.length;
            QVERIFY2(coded < p->length / 2, name);
        }
    }

    void other_bytes_stay_exact_data() {
        QTest::addColumn<QString>("why");
        for (const auto* why : {"no second moments", "another table", "a table of another type",
                                "the table of the other moments", "no table", "not an optimizer's"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void other_bytes_stay_exact() {
        QFETCH(QString, why);
        State state;
        auto tensors = state.tensors();
        auto& table = tensors[2];
        if (why == "no second moments") tensors.resize(4);
        if (why == "another table") table.bytes[402] ^= std::byte{0x40};
        if (why == "a table of another type") table.dtype = "I32";
        if (why == "the table of the other moments") table.bytes = table_of(unsigned_dynamic_map);
        if (why == "no table") table.name += ".old";
        if (why == "not an optimizer's") {
            for (auto& tensor : tensors)
                tensor.name.replace(0, std::string("optimizer.state.0").size(), "model.cache");
        }
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto stored = run.file("step_0.safetensors", safetensors_bytes(tensors), 0);
        VERIFY_OK(stored);
        const auto* first = find(stored->layout(), tensors[1].name);
        QVERIFY(first != nullptr);
        QCOMPARE(first->dtype, DType::u8);
    }
};

STEPVAULT_TEST(TestPairedMoments)

}  // namespace test_paired_moments

#include "test_paired_moments.moc"
