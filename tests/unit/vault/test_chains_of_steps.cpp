#include "support/registry.h"
#include "support/scratch_run.h"
#include "unit/vault/lossy_promises.h"
#include "vault/encode/parent_choice.h"
#include "vault/repair/verifying.h"

namespace test_chains_of_steps {

using namespace stepvault;
using namespace stepvault::test;

namespace {

const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");

}  // namespace

/// The steps that steps are coded against.
class TestChainsOfSteps : public QObject {
    Q_OBJECT

 private slots:
    void the_tip_is_a_cache() {
        // A run that is filed with an intact, lost, damaged or outdated tip gives the same step files.
        std::vector<std::vector<std::uint64_t>> hashes;
        for (int kind = 0; kind < 4; ++kind) {
            ScratchRun run;
            const auto tip = run.keep_tip_in_file();
            Training training(3);
            std::string old_tip;
            for (int i = 0; i < 5; ++i, training.next()) {
                if (kind == 1) run.writer().drop_tip();
                if (kind == 2 && i > 0) {
                    auto bytes = read_text(tip);
                    for (std::size_t at = 100; at < bytes.size(); at += 50000)
                        bytes[at] = static_cast<char>(bytes[at] + 1);
                    write_text(tip, bytes);
                }
                if (kind == 3 && i == 3) write_text(tip, old_tip);
                if (kind == 3 && i == 2) old_tip = read_text(tip);
                auto step = run.file("a.safetensors", training.bytes(), training.step());
                VERIFY_OK(step);
                if (kind == 0) hashes.emplace_back();
                for (std::uint32_t s = 0; s < step->layout().streams.size(); ++s) {
                    for (std::size_t c = 0; c < step->stream(s).chunks.size(); ++c) {
                        const auto& chunk = step->stream(s).chunks[c];
                        const auto both = chunk.coded_hash ^ chunk.content_hash;
                        if (kind == 0) {
                            hashes.back().push_back(both);
                        } else {
                            QCOMPARE(both,
                                     hashes[static_cast<std::size_t>(i)][s == 0 ? c : position(*step, s, c)]);
                        }
                    }
                }
            }
        }
    }

    void no_link_in_the_place_of_the_tip_is_followed() {
        ScratchRun run;
        write_text(run.root() / "thesis", "mine");
        const auto tip = run.keep_tip_in_file();
        std::filesystem::create_directories(tip.parent_path());
        std::filesystem::create_symlink(run.root() / "thesis", tip);
        const auto bytes = Training(3, 100).bytes();
        const auto step = run.file("a.safetensors", bytes, 1);
        VERIFY_OK(step);
        QVERIFY(*run.restore(step->meta().id) == bytes);
        QCOMPARE(read_text(run.root() / "thesis"), std::string("mine"));
    }

    void a_damaged_parent_does_not_stop_filing() {
        ScratchRun run;
        Training training(4);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        training.next();
        auto second = run.file("b.safetensors", training.bytes(), 2);
        VERIFY_OK(second);
        run.writer().drop_tip();
        auto bytes = read_text(run.step_file(second->meta().id));
        bytes[200] = static_cast<char>(bytes[200] + 1);
        write_text(run.step_file(second->meta().id), bytes);
        training.next();
        const auto original = training.bytes();
        auto third = run.file("c.safetensors", original, 3);
        VERIFY_OK(third);
        QVERIFY(third->meta().key);
        const auto restored = run.restore(third->meta().id);
        VERIFY_OK(restored);
        QVERIFY(*restored == original);
        const auto lost = run.restore(second->meta().id);
        QVERIFY(!lost.ok());
        QCOMPARE(lost.error().code, ErrorCode::corrupt);
    }

    void nothing_is_built_on_a_damaged_chain() {
        // The tip is intact, so filing alone would not notice the damage.
        ScratchRun run;
        Training training(14);
        auto base = run.file("s1.safetensors", training.bytes(), 1);
        VERIFY_OK(base);
        training.next();
        VERIFY_OK(run.file("s2.safetensors", training.bytes(), 2));
        auto bytes = read_text(run.step_file(base->meta().id));
        bytes[5000] = static_cast<char>(bytes[5000] ^ 4);
        write_text(run.step_file(base->meta().id), bytes);
        run.reopen();
        training.next();
        auto third = run.file("s3.safetensors", training.bytes(), 3);
        VERIFY_OK(third);
        QVERIFY(third->meta().parent.empty());
        QVERIFY(*run.restore(third->meta().id) == training.bytes());
        const auto verdict = verify_run(run.folder(), run.pool(), {});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{2});
        QVERIFY(verdict->damage[1].what.find("which cannot be read") != std::string::npos);
    }

    void what_was_found_sound_is_read_again_only_where_it_was_touched() {
        ScratchRun run;
        Training training(14);
        auto base = run.file("s1.safetensors", training.bytes(), 1);
        VERIFY_OK(base);
        const auto path = run.step_file(base->meta().id);
        const auto sound = std::make_shared<SoundSteps>();
        // The tip hides the damage from whoever reads only what a delta needs.
        const auto tips = std::make_shared<TipStore>();
        const auto parent_of_next = [&](int step) {
            run.reopen(sound, tips);
            training.next();
            const auto stored = run.file("s" + std::to_string(step) + ".safetensors", training.bytes(), step);
            return stored ? stored->meta().parent : stored.error().message;
        };
        QCOMPARE(parent_of_next(2), base->meta().id);
        QVERIFY(sound->contains(base->meta().id));
        auto bytes = read_text(path);
        bytes[5000] = static_cast<char>(bytes[5000] ^ 4);
        write_text(path, bytes);
        sound->add(steps_folder(run.folder()), base->meta().id);
        QVERIFY(!parent_of_next(3).empty());
        write_text(path, bytes);
        QCOMPARE(parent_of_next(4), std::string());
    }

    void series_are_coded_against_themselves() {
        ScratchRun run;
        Training training(15, 20000);
        std::uint64_t largest = 0;
        for (int i = 1; i <= 4; ++i, training.next()) {
            auto step = run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), i);
            VERIFY_OK(step);
            if (i > 1) largest = std::max(largest, step->size());
            const auto weights = training.tensors()[1];
            auto best = run.file("best.safetensors", safetensors_bytes({weights}), i);
            VERIFY_OK(best);
            QVERIFY(i == 1 || best->meta().parent.find("-1") != std::string::npos);
            VERIFY_OK(run.restore(best->meta().id));
            VERIFY_OK(run.restore(step->meta().id));
        }
        QVERIFY(largest * 10 < training.bytes().size());
    }

    void layouts_that_shift_again_and_again_stay_quick() {
        ScratchRun run;
        const std::size_t elements = is_long ? 150000 : 70000;
        Training training(16, elements);
        Bytes buffer;
        for (int i = 1; i <= (is_long ? 24 : 12); ++i, training.next()) {
            buffer.resize(buffer.size() + 997 * 4, std::byte{static_cast<unsigned char>(i)});
            auto tensors = training.tensors();
            tensors.insert(tensors.begin(), {"buffer.running_mean", "F32", {buffer.size() / 4}, buffer});
            tensors.push_back({"other.running_mean", "F32", {elements}, training.tensors()[1].bytes});
            const auto bytes = safetensors_bytes(tensors);
            auto step = run.file("s.safetensors", bytes, i);
            VERIFY_OK(step);
            if (i % 6 != 0) continue;
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            compare_lossy(bytes, *restored, header_of(bytes));
        }
    }

    void key_steps_bound_the_chain_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<bool>("with_tip");
        for (const Scheme scheme :
             {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn, Scheme::scar}) {
            QTest::addRow("%s", name_of(scheme).c_str()) << scheme << true;
            QTest::addRow("%s, no tip", name_of(scheme).c_str()) << scheme << false;
        }
    }
    void key_steps_bound_the_chain() {
        QFETCH(Scheme, scheme);
        QFETCH(bool, with_tip);
        if (!is_long && !with_tip && scheme != Scheme::adaptive) QSKIP("a long row");
        ScratchRun run({.scheme = scheme});
        Training training(5, 1400);
        std::uint32_t longest = 0;
        std::string before;
        double delta_error = 0;
        // Enough steps for two key steps, or for one.
        for (int i = 0; i < (is_long || (scheme == Scheme::exact && with_tip) ? 70 : 35);
             ++i, training.next()) {
            if (!with_tip) run.writer().drop_tip();
            const auto original = training.bytes();
            auto step = run.file("a.safetensors", original, training.step());
            VERIFY_OK(step);
            longest = std::max(longest, step->meta().deltas);
            QCOMPARE(step->meta().key, i % 33 == 0);
            if (i % 33 > 0 && i % 33 < 32) continue;
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i == 0 || scheme == Scheme::exact) {
                QVERIFY(*restored == original);
            } else {
                if (step->meta().key) {
                    hold_promises(*step, original, *restored, before);
                    QCOMPARE(step->meta().scheme, Scheme::adaptive);
                    QVERIFY2(
                        step->meta().relative_error < 1.1 * delta_error,
                        qPrintable(
                            QStringLiteral("%1 after %2").arg(step->meta().relative_error).arg(delta_error)));
                }
                delta_error = step->meta().relative_error;
            }
            before = *restored;
        }
        QCOMPARE(longest, most_deltas);
    }

    void tensors_may_come_and_go() {
        ScratchRun run({.scheme = Scheme::exact});
        ScratchRun lossy;
        Training training(6, 3000);
        for (int i = 0; i < 6; ++i, training.next()) {
            auto tensors = training.tensors();
            if (i % 2 == 1) tensors.erase(tensors.begin());
            if (i >= 2)
                tensors.push_back({"model.new.weight",
                                   "F32",
                                   {750},
                                   Bytes(3000, std::byte{static_cast<unsigned char>(i)})});
            if (i == 4) std::swap(tensors[0], tensors[1]);
            if (i == 5) tensors[0].shape = {tensors[0].bytes.size() / (tensors[0].dtype == "F32" ? 4 : 2)};
            const auto bytes = safetensors_bytes(tensors);
            auto step = run.file("a.safetensors", bytes, i);
            VERIFY_OK(step);
            QVERIFY(*run.restore(step->meta().id) == bytes);
            auto other = lossy.file("a.safetensors", bytes, i);
            VERIFY_OK(other);
            auto restored = lossy.restore(other->meta().id);
            VERIFY_OK(restored);
            compare_lossy(bytes, *restored, header_of(bytes));
            if (i != 2) continue;
            // A tensor that is new in this step has no predecessor, so it is exact.
            const auto& payloads = other->layout().payloads;
            const auto p = std::ranges::find(payloads, "model.new.weight", &StoredPayload::name);
            QVERIFY(p != payloads.end());
            QCOMPARE(restored->substr(p->offset, p->length), bytes.substr(p->offset, p->length));
        }
    }

 private:
    /// The position of a stream's chunk in the list of hashes that the_tip_is_a_cache() makes.
    static std::size_t position(const StepFile& step, std::uint32_t stream, std::size_t chunk) {
        std::size_t at = chunk;
        for (std::uint32_t s = 0; s < stream; ++s)
            at += step.stream(s).chunks.size();
        return at;
    }
};

STEPVAULT_TEST(TestChainsOfSteps)

}  // namespace test_chains_of_steps

#include "test_chains_of_steps.moc"
