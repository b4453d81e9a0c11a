#include "support/scratch_run.h"

using namespace stepvault;
using namespace stepvault::test;

class TestStepFile : public QObject {
    Q_OBJECT

 private slots:
    void every_flipped_byte_is_noticed() {
        ScratchRun run;
        Training training(1, 40);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        training.next();
        auto step = run.file("b.safetensors", training.bytes(), 2);
        VERIFY_OK(step);
        const auto path = run.step_file(step->meta().id);
        const auto sound = read_text(path);
        const auto copy = run.root() / (step->meta().id + ".svstep");
        for (std::size_t at = 0; at < sound.size(); ++at) {
            auto broken = sound;
            broken[at] = static_cast<char>(broken[at] ^ (1 << (at % 8)));
            write_text(copy, broken);
            auto opened = StepFile::open(copy);
            const auto status =
                opened ? opened->check_all([](auto) { return Status(); }) : Status(opened.error());
            QVERIFY2(!status.ok(), qPrintable(QStringLiteral("byte %1 of %2").arg(at).arg(sound.size())));
            QVERIFY(status.error().code == ErrorCode::corrupt ||
                    status.error().code == ErrorCode::unsupported);
        }
    }

    void every_truncation_is_noticed() {
        ScratchRun run;
        Training training(2, 300);
        auto step = run.file("a.safetensors", training.bytes(), 1);
        VERIFY_OK(step);
        const auto sound = read_text(run.step_file(step->meta().id));
        const auto copy = run.root() / "cut.svstep";
        for (std::size_t n = 0; n < sound.size(); n += 13) {
            write_text(copy, std::string_view(sound).substr(0, n));
            QVERIFY(!StepFile::open(copy).ok());
        }
    }

    void a_newer_version_is_refused_by_name() {
        ScratchRun run;
        Training training(3, 300);
        auto step = run.file("a.safetensors", training.bytes(), 1);
        VERIFY_OK(step);
        auto bytes = read_text(run.step_file(step->meta().id));
        bytes[8] = 2;
        write_text(run.root() / "new.svstep", bytes);
        const auto opened = StepFile::open(run.root() / "new.svstep");
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::unsupported);
        QVERIFY(opened.error().message.find("version 2") != std::string::npos);
    }

    void statistics_and_samples_speak_of_the_original() {
        ScratchRun run;
        Training training(4);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        const auto before = training.bytes();
        training.next();
        const auto original = training.bytes();
        auto step = run.file("b.safetensors", original, 2);
        VERIFY_OK(step);
        const auto statistics = step->statistics();
        VERIFY_OK(statistics);
        std::size_t next = 0;
        for (const auto& p : step->layout().payloads) {
            const auto& stream = step->layout().streams[p.stream];
            if (stream.coding != StreamCoding::lc) continue;
            const auto at = [&](const std::string& file) { return as_view(file).data() + p.offset; };
            const auto expected = delta_statistics(p.dtype, at(original), at(before), p.count());
            const auto& ours = statistics->at(next++);
            QCOMPARE(ours.zeros, expected.zeros);
            QCOMPARE(ours.buckets.size(), expected.buckets.size());
            for (const auto& [key, f] : expected.buckets)
                QCOMPARE(ours.buckets.at(key).count, f.count);
        }
        QCOMPARE(next, statistics->size());
        QVERIFY(next >= 3);

        const auto samples = step->samples();
        VERIFY_OK(samples);
        QVERIFY(!samples->empty());
        std::uint64_t sampled = 0;
        for (const auto& s : *samples) {
            const auto& stream = step->layout().streams[s.stream];
            const auto size = item_size(stream.dtype);
            sampled += s.bytes.size();
            for (std::uint64_t b = 0; b < s.blocks; ++b) {
                const auto first = StreamSample::block_first(b, s.blocks, stream.count);
                VERIFY_OK(for_each_part(
                    step->layout(), stream, first, StreamSample::block_elements,
                    [&](auto p, auto inside, auto n, auto at) -> Status {
                        const auto& payload = step->layout().payloads[p];
                        const auto there =
                            std::string_view(original).substr(payload.offset + inside * size, n * size);
                        const auto here = as_text(ByteView(s.bytes).subspan(
                            b * StreamSample::block_elements * size + at, n * size));
                        if (there != here) return Error{ErrorCode::corrupt, "the sample is not the original"};
                        return {};
                    }));
            }
        }
        QVERIFY(sampled * 100 <= original.size());
    }
};

QTEST_GUILESS_MAIN(TestStepFile)
#include "test_step_file.moc"
