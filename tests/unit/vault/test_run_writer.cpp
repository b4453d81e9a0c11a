#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/sync_watch.h"
#include "unit/vault/lossy_promises.h"
#include "vault/records/step_list.h"

namespace test_run_writer {

using namespace stepvault;
using namespace stepvault::test;

class TestRunWriter : public QObject {
    Q_OBJECT

 private slots:
    void exact_runs_come_back_to_the_byte() {
        ScratchRun run({.scheme = Scheme::exact});
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
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("error");
        for (const int bits : {1, 2, 3, 8})
            QTest::addRow("lc, %d bits", bits) << Scheme::lc << bits << 1.0;
        // Much finer, what bfloat16 cannot hold would count.
        for (const double error : {0.7, 0.5, 0.2, 0.02})
            QTest::addRow("adaptive, error %g", error) << Scheme::adaptive << 1 << error;
        QTest::newRow("topn") << Scheme::topn << 1 << 0.95;
        QTest::newRow("scar") << Scheme::scar << 1 << 0.99;
    }
    void lossy_runs_keep_their_promises() {
        QFETCH(Scheme, scheme);
        QFETCH(int, bits);
        QFETCH(double, error);
        ScratchRun run({.scheme = scheme,
                        .bits = static_cast<std::uint32_t>(bits),
                        .error = std::min(error, 0.9),
                        .budget = 7});
        // One row of each scheme has a tensor of several chunks.
        const bool is_large = (scheme == Scheme::lc && bits == 2) || error == 0.5 || error == 0.02;
        Training training(2, is_large ? 70000 : 15000);
        std::string before;
        std::string first;
        for (int i = 0; i < 4; ++i, training.next()) {
            const auto original = training.bytes();
            auto step = run.file("step_" + std::to_string(training.step()) + ".safetensors", original,
                                 training.step());
            VERIFY_OK(step);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (i == 0) {
                QCOMPARE(*restored == original, true);
                before = original;
                first = step->meta().id;
                continue;
            }
            if (i == 1 && scheme == Scheme::adaptive) {
                const auto base = StepFile::open(run.step_file(first));
                const auto anew = run.restore(first);
                VERIFY_OK(base);
                VERIFY_OK(anew);
                compare_lossy(before, *anew, header_of(before));
                hold_promises(*base, before, *anew, original);
                QVERIFY(base->meta().relative_error > 0);
                QVERIFY2(base->meta().relative_error < std::min(0.1, error),
                         qPrintable(QString::number(base->meta().relative_error)));
                before = *anew;
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
        SchemeChoice choice{.scheme = Scheme::lc,
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
            ScratchRun run({.scheme = Scheme::lc, .representative = representative});
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
        ScratchRun run({.scheme = Scheme::lc, .bits = 2});
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

    void any_file_comes_back_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("one byte") << QByteArray("x");
        QTest::newRow("text") << QByteArray("not a checkpoint").repeated(1000);
        QByteArray noise(1'100'000, '\0');
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
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        int seen = 0;
        // Each file in one of the schemes; in the long test in all of them.
        for (int turn = 0; const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive}) {
            ++turn;
            for (const auto& entry : std::filesystem::directory_iterator(golden)) {
                const auto extension = entry.path().extension();
                if (extension == ".py" || extension == ".json" || extension == ".txt" ||
                    !entry.is_regular_file())
                    continue;
                if (++seen % 3 != turn % 3 && !is_long) continue;
                ScratchRun run({.scheme = scheme});
                const auto bytes = read_text(entry.path());
                for (int i = 1; i <= 2; ++i) {
                    auto step = run.file_path(entry.path(), i);
                    VERIFY_OK(step);
                    const auto restored = run.restore(step->meta().id);
                    VERIFY_OK(restored);
                    // An unchanged checkpoint is an empty delta, so even `lc` restores it to the byte.
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
        ScratchRun run({.scheme = Scheme::adaptive});
        Training generator(9, 20000);
        Training judge(10, 20000);
        std::uint64_t first = 0;
        for (int i = 1; i <= 4; ++i, generator.next(), judge.next()) {
            const auto folder = run.root() / "run" / ("step_" + std::to_string(i));
            const auto name = [&](const char* part) {
                return part + std::to_string(i) + "-00001-of-00001.safetensors";
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
        auto step = run.ingest(*checkpoint, {});
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
        auto step = run.ingest(*checkpoint, {}, {sink.source.get_token(), &sink});
        QVERIFY(!step.ok());
        QCOMPARE(step.error().code, ErrorCode::cancelled);
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(steps_folder(run.folder()))) {
            (void)entry;
            ++files;
        }
        QCOMPARE(files, std::size_t{1});
        // The tip holds parts of a step that was not stored; filing still works.
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

    /// After a power cut in any of these places the announced state is on disk.
    void what_a_step_was_told_of_is_on_disk() {
        ScratchRun run;
        Training training(15, 500);
        const auto steps = std::filesystem::canonical(steps_folder(run.folder()));
        const auto trash = std::filesystem::canonical(run.root()) / "trash";
        std::filesystem::create_directories(trash);
        // Each flush, and the numbers of step names in the run and in the trash at that time.
        QStringList flushed;
        const auto count = [](const std::filesystem::path& folder) {
            return list_step_files(folder)->size();
        };
        const SyncWatch watch([&](const std::filesystem::path& path) {
            if (path == steps || path == trash || path.parent_path() == steps)
                flushed << QString("%1 %2 %3")
                               .arg(path == steps   ? "steps"
                                    : path == trash ? "trash"
                                                    : "file")
                               .arg(count(steps))
                               .arg(count(trash));
            return 0;
        });
        const auto first = run.file("s1", training.bytes(), 1);
        VERIFY_OK(first);
        QCOMPARE(flushed, (QStringList{"file 0 0", "steps 1 0"}));
        training.next();
        const auto second = run.file("s2", training.bytes(), 2);
        VERIFY_OK(second);
        const auto id = second->meta().id;
        const auto bytes = read_text(run.step_file(id));
        flushed.clear();
        VERIFY_OK(run.writer().remove_steps({id}, trash));
        QCOMPARE(flushed, (QStringList{"trash 1 1", "steps 1 1"}));
        flushed.clear();
        VERIFY_OK(run.writer().restore_from_trash(trash, {}));
        QCOMPARE(flushed, (QStringList{"steps 2 0", "trash 2 0"}));
        std::filesystem::remove(run.step_file(id));
        run.reopen();
        flushed.clear();
        VERIFY_OK(run.writer().take_step(id, as_view(bytes)));
        QCOMPARE(flushed, (QStringList{"file 1 0", "steps 2 0"}));
    }

    void a_received_step_is_checked_data() {
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("sound") << true;
        for (const auto* fault :
             {"a damaged chunk", "damaged statistics", "cut off", "under another name", "under a path",
              "of another run", "its parent is gone", "its parent is another"})
            QTest::newRow(fault) << false;
    }
    /// The vault takes back a step that another process kept for it.
    void a_received_step_is_checked() {
        QFETCH(bool, is_sound);
        const auto fault = std::string_view(QTest::currentDataTag());
        ScratchRun run;
        ScratchRun other;
        Training training(13, 500);
        std::vector<std::string> ids;
        for (int i = 1; i <= 3; ++i, training.next()) {
            const auto step = run.file("s" + std::to_string(i), training.bytes(), i);
            VERIFY_OK(step);
            VERIFY_OK(other.file("s" + std::to_string(i), training.bytes(), i));
            ids.push_back(step->meta().id);
        }
        auto bytes = read_text(run.step_file(ids[2]));
        const auto expected = *run.restore(ids[2]);
        auto id = ids[2];
        std::filesystem::remove(run.step_file(ids[2]));
        const auto table = load<std::uint64_t>(as_view(bytes), bytes.size() - 32);
        if (fault == "a damaged chunk") bytes[20] = static_cast<char>(bytes[20] ^ 1);
        if (fault == "damaged statistics") bytes[table - 1] = static_cast<char>(bytes[table - 1] ^ 1);
        if (fault == "cut off") bytes.pop_back();
        if (fault == "under another name") id = make_checkpoint_id(4, "s4", 1);
        if (fault == "under a path") id = "../" + id;
        if (fault == "of another run") bytes = read_text(other.step_file(ids[2]));
        if (fault == "its parent is gone") std::filesystem::remove(run.step_file(ids[1]));
        if (fault == "its parent is another") {
            VERIFY_OK(forge(*StepFile::open(run.step_file(ids[1])),
                            [](StepContent& c) { c.streams[1].chunks[0].content_hash ^= 1; }));
        }
        run.reopen();
        const auto before = run.writer().steps().size();
        const auto taken = run.writer().take_step(id, as_view(bytes));
        if (is_sound) {
            VERIFY_OK(taken);
            QCOMPARE(run.writer().steps().size(), before + 1);
            QVERIFY(*run.restore(id) == expected);
            // An existing step is not replaced.
            VERIFY_OK(run.writer().take_step(id, as_view("rubbish")));
            QVERIFY(*run.restore(id) == expected);
        } else {
            VERIFY_ERROR(taken, ErrorCode::corrupt);
            QCOMPARE(run.writer().steps().size(), before);
            QCOMPARE(std::distance(std::filesystem::directory_iterator(steps_folder(run.folder())),
                                   std::filesystem::directory_iterator()),
                     static_cast<std::ptrdiff_t>(before));
        }
    }

    void a_sequence_number_is_given_once_data() {
        QTest::addColumn<bool>("by_repair");
        QTest::newRow("set aside by a repair") << true;
        QTest::newRow("removed into the trash") << false;
    }
    /// Removes the newest steps, files another, and restores the removed steps.
    void a_sequence_number_is_given_once() {
        QFETCH(bool, by_repair);
        ScratchRun run;
        Training training(14, 500);
        std::vector<std::string> ids;
        const auto file_next = [&] {
            const auto step = run.file("s" + std::to_string(ids.size() + 1), training.bytes(),
                                       static_cast<std::int64_t>(ids.size() + 1));
            if (step) ids.push_back(step->meta().id);
            training.next();
        };
        for (int i = 1; i <= 4; ++i)
            file_next();
        QCOMPARE(ids.size(), std::size_t{4});
        const auto elsewhere = by_repair ? quarantine_folder(run.folder()) : run.root() / "trash";
        std::filesystem::create_directories(elsewhere);
        const auto gone = std::vector(ids.begin() + 2, ids.end());
        if (by_repair) {
            for (const auto& id : gone)
                std::filesystem::rename(run.step_file(id), step_path(elsewhere, id));
        } else {
            VERIFY_OK(run.writer().remove_steps({gone.begin(), gone.end()}, elsewhere));
        }
        run.reopen();
        file_next();
        run.reopen();
        file_next();
        if (by_repair) {
            for (const auto& id : gone)
                std::filesystem::rename(step_path(elsewhere, id), run.step_file(id));
            run.reopen();
        } else {
            VERIFY_OK(run.writer().restore_from_trash(elsewhere, {}));
        }
        std::vector<std::uint64_t> sequences;
        std::vector<std::string> in_order;
        for (const auto& m : run.writer().steps()) {
            sequences.push_back(m.sequence);
            in_order.push_back(m.id);
        }
        QCOMPARE(sequences, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(in_order, ids);
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
};

STEPVAULT_TEST(TestRunWriter)

}  // namespace test_run_writer

#include "test_run_writer.moc"
