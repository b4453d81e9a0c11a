#include "support/scratch_run.h"
#include "vault/parent_choice.h"
#include "vault/verifying.h"

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Payloads of the restored file against the original: what `lc` promises of each element.
void compare_lossy(const std::string& original, const std::string& restored, std::size_t header) {
    QCOMPARE(restored.size(), original.size());
    QCOMPARE(restored.substr(0, header), original.substr(0, header));
}

std::size_t header_of(const std::string& bytes) {
    return 8 + load<std::uint64_t>(as_view(bytes));
}

/// A lossy step against its original and what the step before restores to.
void hold_promises(const StepFile& step, const std::string& original, const std::string& restored,
                   const std::string& before) {
    double lost = 0;
    double changed = 0;
    double largest = 0;
    for (const auto& payload : step.layout().payloads) {
        const auto part = [&](const std::string& file) {
            return as_view(file).subspan(payload.offset, payload.length);
        };
        if (!is_lossy_float(payload.dtype)) {
            QVERIFY(as_text(part(original)) == as_text(part(restored)));
            continue;
        }
        for (std::size_t e = 0; e < payload.count(); ++e) {
            const double u = element_at(payload.dtype, part(original), e);
            const double r = element_at(payload.dtype, part(restored), e);
            const double b = element_at(payload.dtype, part(before), e);
            if (u == 0 && b == 0) QVERIFY(r == 0);
            if (payload.role == Role::second_moment) QVERIFY(r >= 0);
            if (payload.optimizer) continue;
            lost += (u - r) * (u - r);
            changed += (u - b) * (u - b);
            largest = std::max(largest, std::abs(u - r));
        }
    }
    QVERIFY(std::abs(step.meta().relative_error - std::sqrt(lost / changed)) < 1e-9);
    QCOMPARE(step.meta().max_abs_error, largest);
}

}  // namespace

class TestRunWriter : public QObject {
    Q_OBJECT

 private slots:
    void exact_runs_come_back_to_the_byte() {
        ScratchRun run({.scheme = "exact"});
        Training training(1);
        std::map<std::string, std::string> originals;
        for (int i = 0; i < 6; ++i, training.next()) {
            auto step = run.file("step_" + std::to_string(training.step()) + ".safetensors", training.bytes(),
                                 training.step());
            VERIFY_OK(step);
            originals[step->meta().id] = training.bytes();
            QCOMPARE(step->meta().key, i == 0);
            QCOMPARE(step->meta().relative_error, 0.0);
        }
        for (const auto& [id, bytes] : originals) {
            const auto restored = run.restore(id);
            VERIFY_OK(restored);
            QCOMPARE(*restored == bytes, true);
        }
    }

    void lossy_runs_keep_their_promises_data() {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("error");
        for (const int bits : {1, 2, 3, 8})
            QTest::addRow("lc, %d bits", bits) << "lc" << bits << 1.0;
        for (const double error : {0.7, 0.5, 0.2, 0.01})
            QTest::addRow("adaptive, error %g", error) << "adaptive" << 1 << error;
        QTest::newRow("topn") << "topn" << 1 << 0.95;
        QTest::newRow("scar") << "scar" << 1 << 0.99;
    }
    void lossy_runs_keep_their_promises() {
        QFETCH(QString, scheme);
        QFETCH(int, bits);
        QFETCH(double, error);
        ScratchRun run({.scheme = scheme.toStdString(),
                        .bits = static_cast<std::uint32_t>(bits),
                        .error = std::min(error, 0.9),
                        .budget = 7});
        Training training(2);
        std::string before;
        for (int i = 0; i < 5; ++i, training.next()) {
            const auto original = training.bytes();
            auto step = run.file("step_" + std::to_string(training.step()) + ".safetensors", original,
                                 training.step());
            VERIFY_OK(step);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i == 0) {
                QCOMPARE(*restored == original, true);
                before = original;
                continue;
            }
            compare_lossy(original, *restored, header_of(original));
            hold_promises(*step, original, *restored, before);
            QVERIFY2(step->meta().relative_error < 1.02 * error,
                     qPrintable(QString::number(step->meta().relative_error)));
            before = *restored;
        }
    }

    void lc_has_its_options_data() {
        QTest::addColumn<QString>("buckets");
        QTest::addColumn<QString>("representative");
        for (const auto* buckets : {"group", "model", "tensor"}) {
            for (const auto* representative : {"midrange", "mean"})
                QTest::addRow("%s, %s", buckets, representative) << buckets << representative;
        }
    }
    void lc_has_its_options() {
        QFETCH(QString, buckets);
        QFETCH(QString, representative);
        SchemeChoice choice{.scheme = "lc",
                            .buckets = *buckets_named(buckets.toStdString()),
                            .representative = *representative_named(representative.toStdString())};
        ScratchRun run(choice);
        Training training(21, 20000);
        std::string before;
        Result<StepFile> step = Error{};
        for (int i = 0; i < 3; ++i, training.next()) {
            const auto original = training.bytes();
            step = run.file("s.safetensors", original, training.step());
            VERIFY_OK(step);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i > 0) hold_promises(*step, original, *restored, before);
            before = *restored;
        }
        for (std::uint32_t s = 1; s < step->layout().streams.size(); ++s) {
            const auto& stream = step->layout().streams[s];
            if (stream.coding != StreamCoding::lc) continue;
            QCOMPARE(step->stream(s).tables.size(),
                     buckets == "tensor" ? stream.payloads.size() : std::size_t{1});
        }
        run.reopen();
        QVERIFY(run.writer().record().choice == choice);
    }

    void a_mean_leaves_less_than_a_midrange() {
        std::array<double, 2> errors{};
        for (const auto representative : {Representative::midrange, Representative::mean}) {
            ScratchRun run({.scheme = "lc", .representative = representative});
            Training training(22, 20000);
            VERIFY_OK(run.file("s.safetensors", training.bytes(), 1));
            training.next();
            const auto step = run.file("s.safetensors", training.bytes(), 2);
            VERIFY_OK(step);
            errors[representative == Representative::mean ? 1 : 0] = step->meta().relative_error;
        }
        QVERIFY(errors[1] < errors[0]);
    }

    void outliers_in_one_tensor_do_not_starve_the_others() {
        ScratchRun run({.scheme = "lc", .bits = 2});
        Training training(17, 20000);
        Bytes wild(16 * 100);
        for (int i = 1; i <= 3; ++i, training.next()) {
            auto tensors = training.tensors();
            for (std::size_t e = 0; e < wild.size() / 4; ++e) {
                const float value = static_cast<float>(i) * (e % 7 == 0   ? 1000.0F
                                                             : e % 3 == 0 ? 400.0F
                                                                          : -90.0F);
                std::memcpy(wild.data() + e * 4, &value, 4);
            }
            tensors.push_back({"model.wild.weight", "F32", {20, 20}, wild});
            const auto bytes = safetensors_bytes(tensors);
            auto step = run.file("s.safetensors", bytes, i);
            VERIFY_OK(step);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i == 1) continue;
            for (std::size_t p = 0; p < step->layout().payloads.size(); ++p) {
                if (step->layout().payloads[p].name == "model.layer.weight")
                    QVERIFY(step->figures()[p].relative_error < 1);
            }
        }
    }

    void the_tip_is_a_cache() {
        // The same run filed with the tip whole, lost, damaged and stale gives the same step files.
        std::vector<std::vector<std::uint64_t>> hashes;
        for (int kind = 0; kind < 4; ++kind) {
            ScratchRun run;
            Training training(3);
            std::string old_tip;
            for (int i = 0; i < 5; ++i, training.next()) {
                const auto tip = tip_file(run.folder());
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
        // The tip is whole, so that filing alone would not notice.
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
        QVERIFY(verdict->damage[1].what.find("which is damaged") != std::string::npos);
    }

    void what_was_found_sound_is_read_again_only_where_it_was_touched() {
        ScratchRun run;
        Training training(14);
        auto base = run.file("s1.safetensors", training.bytes(), 1);
        VERIFY_OK(base);
        const auto path = run.step_file(base->meta().id);
        const auto sound = std::make_shared<SoundSteps>();
        const auto parent_of_next = [&](int step) {
            run.reopen(sound);
            training.next();
            const auto stored = run.file("s" + std::to_string(step) + ".safetensors", training.bytes(), step);
            return stored ? stored->meta().parent : stored.error().message;
        };
        QCOMPARE(parent_of_next(2), base->meta().id);
        QVERIFY(sound->contains(base->meta().id));
        auto bytes = read_text(path);
        bytes[5000] = static_cast<char>(bytes[5000] ^ 4);
        write_text(path, bytes);
        (*sound)[base->meta().id] = *file_identity(path);
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
        Training training(16, 150000);
        Bytes buffer;
        for (int i = 1; i <= 24; ++i, training.next()) {
            buffer.resize(buffer.size() + 997 * 4, std::byte{static_cast<unsigned char>(i)});
            auto tensors = training.tensors();
            tensors.insert(tensors.begin(), {"buffer.running_mean", "F32", {buffer.size() / 4}, buffer});
            tensors.push_back({"other.running_mean", "F32", {150000}, training.tensors()[1].bytes});
            const auto bytes = safetensors_bytes(tensors);
            auto step = run.file("s.safetensors", bytes, i);
            VERIFY_OK(step);
            if (i % 8 != 0) continue;
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            compare_lossy(bytes, *restored, header_of(bytes));
        }
    }

    void key_steps_bound_the_chain_data() {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<bool>("with_tip");
        for (const auto* scheme : {"exact", "lc", "adaptive", "topn", "scar"}) {
            QTest::addRow("%s", scheme) << scheme << true;
            QTest::addRow("%s, no tip", scheme) << scheme << false;
        }
    }
    void key_steps_bound_the_chain() {
        QFETCH(QString, scheme);
        QFETCH(bool, with_tip);
        ScratchRun run({.scheme = scheme.toStdString()});
        Training training(5, 1400);
        std::uint32_t longest = 0;
        std::string before;
        double delta_error = 0;
        for (int i = 0; i < 70; ++i, training.next()) {
            if (!with_tip) run.writer().drop_tip();
            const auto original = training.bytes();
            auto step = run.file("a.safetensors", original, training.step());
            VERIFY_OK(step);
            longest = std::max(longest, step->meta().deltas);
            QCOMPARE(step->meta().key, i % 33 == 0);
            if (i % 33 > 0 && i % 33 < 32) continue;
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i == 0 || scheme == "exact") {
                QVERIFY(*restored == original);
            } else {
                if (step->meta().key) {
                    hold_promises(*step, original, *restored, before);
                    QCOMPARE(step->meta().scheme, std::string("adaptive"));
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
        ScratchRun run({.scheme = "exact"});
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
            for (const auto& p : other->layout().payloads) {
                // What is new here has nothing to be a delta of, and is exact.
                if (p.name == "model.new.weight" && i == 2) {
                    QCOMPARE(restored->substr(p.offset, p.length), bytes.substr(p.offset, p.length));
                }
            }
        }
    }

    void any_file_comes_back_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("one byte") << QByteArray("x");
        QTest::newRow("text") << QByteArray("not a checkpoint").repeated(1000);
        QByteArray noise(3'000'000, '\0');
        std::mt19937 random(8);
        for (auto& c : noise)
            c = static_cast<char>(random());
        QTest::newRow("noise") << noise;
    }
    void any_file_comes_back() {
        QFETCH(QByteArray, bytes);
        ScratchRun run;
        for (int i = 1; i <= 3; ++i) {
            if (bytes.size() > 10) bytes[bytes.size() / 2] = static_cast<char>(i);
            auto step = run.file("a.dat", bytes.toStdString(), i);
            VERIFY_OK(step);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            QVERIFY(*restored == bytes.toStdString());
        }
    }

    void pytorch_files_come_back() {
        const std::filesystem::path golden = STEPVAULT_SOURCE_DIR "/tests/golden/container";
        int seen = 0;
        for (const auto& scheme : {"exact", "lc", "adaptive"}) {
            for (const auto& entry : std::filesystem::directory_iterator(golden)) {
                const auto extension = entry.path().extension();
                if (extension == ".py" || extension == ".json" || extension == ".txt" ||
                    !entry.is_regular_file())
                    continue;
                ++seen;
                ScratchRun run({.scheme = scheme});
                const auto bytes = read_text(entry.path());
                for (int i = 1; i <= 2; ++i) {
                    auto step = run.file_path(entry.path(), i);
                    VERIFY_OK(step);
                    const auto restored = run.restore(step->meta().id);
                    VERIFY_OK(restored);
                    // An unchanged checkpoint is a delta of nothing, so even `lc` gives it back to the byte.
                    QVERIFY2(*restored == bytes, entry.path().c_str());
                }
            }
        }
        QVERIFY(seen >= 10);
    }

    void a_checksum_that_was_wrong_stays_wrong() {
        auto bytes = read_text(STEPVAULT_SOURCE_DIR "/tests/golden/container/adam.pt");
        const auto descriptor = bytes.find("PK\x07\x08", bytes.find("/data/"));
        QVERIFY(descriptor != std::string::npos);
        bytes[descriptor + 4] = static_cast<char>(bytes[descriptor + 4] ^ 0x55);
        ScratchRun run;
        for (int i = 1; i <= 2; ++i) {
            auto step = run.file("a.pt", bytes, i);
            VERIFY_OK(step);
            QVERIFY(*run.restore(step->meta().id) == bytes);
        }
    }

    void files_called_by_their_step_follow_each_other() {
        ScratchRun run({.scheme = "adaptive"});
        Training generator(9, 20000);
        Training judge(10, 20000);
        std::uint64_t first = 0;
        for (int i = 1; i <= 4; ++i, generator.next(), judge.next()) {
            const auto folder = run.root() / "run" / ("step_" + std::to_string(i));
            const auto name = [&](const char* part) {
                return part + std::to_string(i) + "-00001-of-00002.safetensors";
            };
            write_text(folder / name("G_"), generator.bytes());
            write_text(folder / name("D_"), judge.bytes());
            const auto step = run.file_path(folder, i);
            VERIFY_OK(step);
            if (i == 1) first = step->size();
            if (i > 1) QVERIFY2(step->size() * 3 < first, std::to_string(step->size()).c_str());
            if (i > 1) QVERIFY(step->meta().relative_error > 0);
            const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
            VERIFY_OK(chain);
            const auto output = run.root() / "back" / std::to_string(i);
            VERIFY_OK(restore_checkpoint(*chain, output, false, run.pool(), {}));
            QCOMPARE(read_text(output / name("G_")).size(), generator.bytes().size());
            QVERIFY(i > 1 || read_text(output / name("D_")) == judge.bytes());
        }
    }

    void folders_come_back_whole() {
        ScratchRun run;
        Training training(9, 2000);
        for (int i = 1; i <= 3; ++i, training.next()) {
            const auto folder = run.root() / "run" / ("checkpoint-" + std::to_string(i));
            write_text(folder / "model.safetensors", training.bytes());
            write_text(folder / "config.json", "{}");
            write_text(folder / "deep" / "er" / "empty", "");
            auto step = run.file_path(folder, i);
            VERIFY_OK(step);
            const auto output = run.root() / "out" / std::to_string(i);
            auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
            VERIFY_OK(chain);
            VERIFY_OK(restore_checkpoint(*chain, output, false, run.pool(), {}));
            QCOMPARE(read_text(output / "config.json"), std::string("{}"));
            QVERIFY(std::filesystem::exists(output / "deep/er/empty"));
            QCOMPARE(read_text(output / "model.safetensors").size(), training.bytes().size());
            if (i == 1) QVERIFY(read_text(output / "model.safetensors") == training.bytes());
        }
    }

    void a_file_that_changes_meanwhile_is_not_filed() {
        ScratchRun run;
        Training training(10, 2000);
        const auto path = run.root() / "run" / "a.safetensors";
        write_text(path, training.bytes());
        auto candidate = checkpoint_at(path);
        VERIFY_OK(candidate);
        auto checkpoint = open_checkpoint(*candidate, 1);
        VERIFY_OK(checkpoint);
        training.next();
        {
            std::fstream rewrite(path, std::ios::binary | std::ios::in | std::ios::out);
            rewrite << training.bytes();
        }
        auto step = run.writer().file(*checkpoint, {}, {}, run.pool(), {});
        QVERIFY(!step.ok());
        QCOMPARE(step.error().code, ErrorCode::changed);
        QVERIFY(run.writer().steps().empty());
        QVERIFY(std::filesystem::is_empty(steps_folder(run.folder())));
    }

    void cancelling_leaves_nothing() {
        ScratchRun run;
        Training training(11);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        training.next();
        const auto path = run.root() / "run" / "b.safetensors";
        write_text(path, training.bytes());
        auto candidate = checkpoint_at(path);
        VERIFY_OK(candidate);
        auto checkpoint = open_checkpoint(*candidate, 2);
        VERIFY_OK(checkpoint);
        struct StopSoon : ProgressSink {
            std::stop_source source;
            void on_progress(const Progress&) override { source.request_stop(); }
        } sink;
        auto step = run.writer().file(*checkpoint, {}, {}, run.pool(), {sink.source.get_token(), &sink});
        QVERIFY(!step.ok());
        QCOMPARE(step.error().code, ErrorCode::cancelled);
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(steps_folder(run.folder()))) {
            (void)entry;
            ++files;
        }
        QCOMPARE(files, std::size_t{1});
        // The tip holds parts of what was not stored; filing goes on all the same.
        auto again = run.file_path(path, 2);
        VERIFY_OK(again);
        VERIFY_OK(run.restore(again->meta().id));
    }

    void a_run_has_one_writer() {
        ScratchRun run;
        auto second = RunWriter::open(run.folder());
        QVERIFY(!second.ok());
        QCOMPARE(second.error().code, ErrorCode::locked);
        run.close();
        VERIFY_OK(RunWriter::open(run.folder()));
    }

    void reopening_goes_on_where_it_was() {
        ScratchRun run;
        Training training(12, 3000);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        write_text(steps_folder(run.folder()) / ".svtmp-left-by-a-killed-process", "half");
        run.reopen();
        QVERIFY(!std::filesystem::exists(steps_folder(run.folder()) / ".svtmp-left-by-a-killed-process"));
        training.next();
        auto step = run.file("a.safetensors", training.bytes(), 1);
        VERIFY_OK(step);
        QCOMPARE(step->meta().generation, 2U);
        QVERIFY(!step->meta().key);
        QCOMPARE(step->meta().sequence, std::uint64_t{2});
    }

 private:
    /// Where the hashes of a stream's chunk stand in the list made by the_tip_is_a_cache().
    static std::size_t position(const StepFile& step, std::uint32_t stream, std::size_t chunk) {
        std::size_t at = chunk;
        for (std::uint32_t s = 0; s < stream; ++s)
            at += step.stream(s).chunks.size();
        return at;
    }
};

QTEST_GUILESS_MAIN(TestRunWriter)
#include "test_run_writer.moc"
