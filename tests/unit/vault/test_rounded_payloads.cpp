#include <QtTest>

#include "codec/rounding.h"
#include "library/study/bits_study.h"
#include "library/study/checkpoint_contents.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/chain/payload_norms.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/repair/verifying.h"
#include "vault/rewrite/recoding.h"
#include "vault/rewrite/stripping.h"

namespace test_rounded_payloads {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr std::size_t elements = 70000;  // more than a chunk
constexpr std::size_t small = 300;

Bytes rounded(const Bytes& floats, DType dtype) {
    Bytes out(floats.size() / sizeof(float) * item_size(dtype));
    round_floats(floats, dtype, out);
    return out;
}

/// Mixed precision: a weight of bf16, one of f16 with a master of its own, and the masters of the bf16 ones
/// joined.
struct Mixed {
    std::mt19937_64 random{17};
    Bytes a = random_elements(DType::f32, elements, Shape::gaussian, random);
    Bytes b = random_elements(DType::f32, small, Shape::gaussian, random);
    Bytes c = random_elements(DType::f32, small, Shape::gaussian, random);

    void train() {
        for (auto* weights : {&a, &b, &c})
            *weights = moved(DType::f32, *weights, 0.001, random);
    }
    [[nodiscard]] std::vector<Tensor> tensors() const {
        Bytes joined = a;
        joined.insert(joined.end(), b.begin(), b.end());
        return {{"model.a.weight", "BF16", {elements / 100, 100}, rounded(a, DType::bf16)},
                {"model.b.weight", "BF16", {small / 100, 100}, rounded(b, DType::bf16)},
                {"model.c.weight", "F16", {small / 100, 100}, rounded(c, DType::f16)},
                {"optimizer.fp32_flat_groups.0", "F32", {elements + small}, joined},
                {"optimizer.state.0.master_param", "F32", {small / 100, 100}, c}};
    }
    [[nodiscard]] std::string bytes() const { return safetensors_bytes(tensors()); }
};

ByteView payload_bytes(const StoredPayload& payload, std::string_view file) {
    return as_view(file).subspan(payload.offset, payload.length);
}

/// True if each rounding of the file is the rounding of its master in the file.
bool is_consistent(const StepLayout& layout, std::string_view file) {
    return std::ranges::all_of(layout.payloads, [&](const StoredPayload& p) {
        if (p.rounds == StoredPayload::itself) return true;
        const auto floats = payload_bytes(layout.payloads[p.rounds], file)
                                .subspan(p.rounds_at * sizeof(float), p.count() * sizeof(float));
        const auto expected = rounded(Bytes(floats.begin(), floats.end()), p.dtype);
        return std::ranges::equal(payload_bytes(p, file), expected);
    });
}

void schemes() {
    QTest::addColumn<Scheme>("scheme");
    for (const auto scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn, Scheme::scar})
        QTest::newRow(name_of(scheme).c_str()) << scheme;
}

}  // namespace

class TestRoundedPayloads : public QObject {
    Q_OBJECT

 private slots:
    void weights_follow_from_their_masters_data() { schemes(); }
    void weights_follow_from_their_masters() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme, .exact_base = true});
        Mixed model;
        for (int step = 0; step < 4; ++step, model.train()) {
            const auto bytes = model.bytes();
            const auto stored = run.file("step_" + std::to_string(step) + ".safetensors", bytes, step);
            VERIFY_OK(stored);
            const auto& layout = stored->layout();
            QCOMPARE(layout.payloads[0].rounds, 3U);
            QCOMPARE(layout.payloads[1].rounds, 3U);
            QCOMPARE(layout.payloads[1].rounds_at, std::uint64_t{elements});
            QCOMPARE(layout.payloads[2].rounds, 4U);
            const auto restored = run.restore(stored->meta().id);
            VERIFY_OK(restored);
            QVERIFY(is_consistent(layout, *restored));
            for (std::size_t p = 0; p < stored->figures().size(); ++p) {
                const auto& payload = layout.payloads[p];
                double largest = 0;
                for (std::size_t i = 0; i < payload.count(); ++i) {
                    const auto was = element_at(payload.dtype, payload_bytes(payload, bytes), i);
                    largest = std::max(
                        largest,
                        std::abs(was - element_at(payload.dtype, payload_bytes(payload, *restored), i)));
                }
                QVERIFY(largest <= static_cast<double>(stored->figures()[p].max_abs_error));
                QCOMPARE(largest > 0, stored->figures()[p].relative_error > 0);
            }
            QCOMPARE(*restored == bytes, scheme == Scheme::exact || step == 0);
            QVERIFY(stored->meta().is_exact() || stored->meta().relative_error > 0);
        }
        QVERIFY(verify_run(run.folder(), run.pool(), {})->damage.empty());
    }

    void they_cost_nothing() {
        std::array<std::uint64_t, 2> sizes{};
        for (const std::size_t with : {0U, 1U}) {
            ScratchRun run({.scheme = Scheme::adaptive});
            Mixed model;
            for (int step = 0; step < 2; ++step, model.train()) {
                auto tensors = model.tensors();
                if (with == 0) tensors.erase(tensors.begin(), tensors.begin() + 3);
                const auto stored = run.file("s.safetensors", safetensors_bytes(tensors), step);
                VERIFY_OK(stored);
                sizes[with] = stored->size();
            }
        }
        QVERIFY(sizes[1] < sizes[0] + 500);
    }

    void others_are_stored_by_themselves_data() {
        QTest::addColumn<QString>("why");
        for (const auto* why : {"the last element differs", "it is truncated", "it is too small",
                                "the master is no float", "it belongs to an optimizer"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void others_are_stored_by_themselves() {
        QFETCH(QString, why);
        ScratchRun run({.scheme = Scheme::exact});
        Mixed model;
        if (why == "it is too small") model.b.resize(40 * sizeof(float));
        auto half = rounded(model.b, DType::bf16);
        if (why == "the last element differs") half.back() ^= std::byte{1};
        if (why == "it is truncated") {
            for (std::size_t i = 0; i < half.size(); i += 2)
                std::memcpy(half.data() + i, model.b.data() + 2 * i + 2, 2);
        }
        const auto n = half.size() / 2;
        const bool is_of_optimizer = why == "it belongs to an optimizer";
        const auto bytes = safetensors_bytes(
            {{is_of_optimizer ? "optimizer.state.0.master_param" : "model.b.weight", "BF16", {n}, half},
             {"optimizer.state.1.master_param",
              why == "the master is no float" ? "I32" : "F32",
              {n},
              model.b}});
        const auto stored = run.file("s.safetensors", bytes, 0);
        VERIFY_OK(stored);
        QVERIFY(stored->layout().payloads[0].has_place());
        QVERIFY(*run.restore(stored->meta().id) == bytes);
    }

    void an_exception_for_one_of_them_parts_them_data() {
        QTest::addColumn<QString>("rule");
        QTest::newRow("the weight") << "model.a.weight=exact";
        QTest::newRow("the master") << "optimizer.fp32*=0.1";
        QTest::newRow("both") << "*=0.1";
    }
    void an_exception_for_one_of_them_parts_them() {
        QFETCH(QString, rule);
        ScratchRun run({.scheme = Scheme::adaptive,
                        .exact_base = true,
                        .rules = {*CodingRule::parse(rule.toStdString())}});
        Mixed model;
        VERIFY_OK(run.file("step_0.safetensors", model.bytes(), 0));
        model.train();
        const auto bytes = model.bytes();
        const auto stored = run.file("step_1.safetensors", bytes, 1);
        VERIFY_OK(stored);
        const auto& weight = stored->layout().payloads[0];
        QCOMPARE(weight.has_place(), rule != "*=0.1");
        if (!rule.endsWith("exact")) return;
        const auto restored = run.restore(stored->meta().id);
        QVERIFY(std::ranges::equal(payload_bytes(weight, *restored), payload_bytes(weight, bytes)));
    }

    /// From step to step a weight may begin or cease to be its master's rounding.
    void they_come_and_go_data() { schemes(); }
    void they_come_and_go() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme, .exact_base = true});
        Mixed model;
        for (int step = 0; step < 4; ++step, model.train()) {
            auto tensors = model.tensors();
            const auto changed = static_cast<std::ptrdiff_t>(tensors[0].bytes.size()) - 1;
            if (step % 2 == 1) tensors[0].bytes[changed] ^= std::byte{1};
            const auto bytes = safetensors_bytes(tensors);
            const auto stored = run.file("s.safetensors", bytes, step);
            VERIFY_OK(stored);
            QCOMPARE(stored->layout().payloads[0].has_place(), step % 2 == 1);
            const auto restored = run.restore(stored->meta().id);
            VERIFY_OK(restored);
            QVERIFY(is_consistent(stored->layout(), *restored));
            if (scheme == Scheme::exact) QVERIFY(*restored == bytes);
        }
    }

    void weights_alone_come_from_the_masters() {
        ScratchRun run({.scheme = Scheme::exact});
        Mixed model;
        const auto id = run.file("step_0.safetensors", model.bytes(), 0)->meta().id;
        const auto weights = run.restore_weights(id);
        VERIFY_OK(weights);
        for (const auto& [floats, dtype] : {std::pair(model.a, DType::bf16), {model.c, DType::f16}}) {
            const auto expected = rounded(floats, dtype);
            QVERIFY(std::ranges::search(as_view(*weights), ByteView(expected)).size() == expected.size());
        }
        // A step that keeps only its weights keeps what they follow from.
        model.train();
        VERIFY_OK(run.file("step_1.safetensors", model.bytes(), 1));
        VERIFY_OK(strip_to_weights(run.writer(), {id}, run.pool(), {}));
        QVERIFY(*run.restore_weights(id) == *weights);
    }

    void recoding_keeps_them_consistent() {
        ScratchRun run({.scheme = Scheme::exact});
        Mixed model;
        for (int step = 0; step < 3; ++step, model.train())
            VERIFY_OK(run.file("step_" + std::to_string(step) + ".safetensors", model.bytes(), step));
        std::filesystem::remove_all(run.root() / "run");
        VERIFY_OK(recode_run(run.writer(), {.scheme = Scheme::adaptive}, {}, run.pool(), {}));
        const auto id = run.writer().steps().back().id;
        const auto step = StepFile::open(run.step_file(id));
        QVERIFY(!step->meta().is_exact() && !step->layout().payloads[0].has_place());
        QVERIFY(is_consistent(step->layout(), *run.restore(id)));
    }

    void studies_read_the_rounded_elements() {
        ScratchRun run({.scheme = Scheme::adaptive});
        Mixed model;
        VERIFY_OK(run.file("step_0.safetensors", model.bytes(), 0));
        model.train();
        const auto id = run.file("step_1.safetensors", model.bytes(), 1)->meta().id;
        const auto restored = run.restore(id);
        auto chain = Chain::open(steps_folder(run.folder()), id);
        VERIFY_OK(chain);
        const auto& payloads = chain->top().layout().payloads;
        const auto norms = payload_norms(*chain, run.pool(), {});
        VERIFY_OK(norms);
        for (std::size_t p = 0; p < payloads.size(); ++p) {
            double squares = 0;
            for (std::size_t i = 0; i < payloads[p].count(); ++i) {
                const auto value = element_at(payloads[p].dtype, payload_bytes(payloads[p], *restored), i);
                squares += value * value;
            }
            QVERIFY(std::abs(*(*norms)[p] - std::sqrt(squares)) < 1e-9 * std::sqrt(squares));
        }
        const auto original =
            find_original(run.writer().record(), run.writer().steps().back(), run.step_file(id));
        QVERIFY(original.has_value());
        VERIFY_OK(check_against_original(*chain, *original, run.pool(), {}));
        const auto study = BitsStudy::of(chain->top());
        VERIFY_OK(study);
        QVERIFY(std::ranges::all_of(study->payloads(), &StudiedPayload::headline));
        QVERIFY(study->adaptive({.scheme = Scheme::adaptive})->relative_error > 0.3);
        const std::vector<StoredPayload> kept = payloads;
        const auto contents = stored_contents(std::move(*chain), 4);
        for (const auto& [p, at, count] : {std::tuple(0U, 0U, 140000U), {1U, 3U, 5U}, {2U, 1U, 599U}}) {
            Bytes bytes(count);
            VERIFY_OK(contents->read(p, at, bytes));
            QVERIFY(std::ranges::equal(bytes, payload_bytes(kept[p], *restored).subspan(at, count)));
        }
    }
};

STEPVAULT_TEST(TestRoundedPayloads)

}  // namespace test_rounded_payloads

#include "test_rounded_payloads.moc"
