#include "base/checksum.h"
#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/format/step_file_format.h"

namespace test_step_file {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Tests every byte, and half a gigabyte of description: minutes under the sanitizers.
const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");

/// Appends `between` to the step file's sections, then another section; all checksums are valid.
/// `raw_length`: the length to which the section claims to unpack; 0 for an unpacked section.
std::string with_section(const std::string& step, SectionKind kind, ByteView section, ByteView between = {},
                         std::uint64_t raw_length = 0) {
    const auto bytes = as_view(step);
    const auto table_offset = load<std::uint64_t>(bytes, step.size() - step_file_footer_size);
    const auto table_length = load<std::uint64_t>(bytes, step.size() - step_file_footer_size + 8);
    ByteWriter out;
    out.put_bytes(bytes.first(table_offset));
    out.put_bytes(between);
    ByteWriter table;
    table.put_bytes(bytes.subspan(table_offset, table_length));
    table.put(kind);
    table.put(raw_length > 0 ? section_is_zstd : section_is_critical);
    table.put_varint(out.size());
    table.put_varint(section.size());
    table.put_varint(raw_length > 0 ? raw_length : section.size());
    table.put(xxh3(section));
    out.put_bytes(section);
    const auto place = out.size();
    out.put_bytes(table.view());
    out.put(std::uint64_t{place});
    out.put(std::uint64_t{table.size()});
    out.put(xxh3(table.view()));
    out.put_bytes(as_view(step_file_end_magic));
    return std::string(as_text(out.view()));
}

/// Adds another step file to the step file as a link.
std::string with_link(const std::string& step, const std::string& link) {
    ByteWriter links;
    links.put(std::uint64_t{0});
    links.put_varint(1);
    links.put_varint(load<std::uint64_t>(as_view(step), step.size() - step_file_footer_size));
    links.put_varint(link.size());
    return with_section(step, SectionKind::links, links.view(), as_view(link));
}

}  // namespace

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
        // The short test checks every fifth byte of data and table, and all bytes of header and footer.
        const auto next = [&](std::size_t at) {
            const bool is_frame = at < step_file_header_size || at + step_file_footer_size >= sound.size();
            return at + (is_long || is_frame ? 1 : 5);
        };
        for (std::size_t at = 0; at < sound.size(); at = next(at)) {
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

    void links_in_links_have_an_end_data() {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("as from many prunes") << 100 << true;
        QTest::newRow("the deepest") << 256 << true;
        QTest::newRow("one too deep") << 257 << false;
        QTest::newRow("hostile") << 600 << false;
    }
    void links_in_links_have_an_end() {
        QFETCH(int, depth);
        QFETCH(bool, is_sound);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 8).bytes(), 1);
        VERIFY_OK(step);
        const auto innermost = read_text(run.step_file(step->meta().id));
        auto bytes = innermost;
        for (int i = 0; i < depth; ++i)
            bytes = with_link(innermost, bytes);
        write_text(run.root() / "nested.svstep", bytes);
        const auto opened = StepFile::open(run.root() / "nested.svstep");
        VERIFY_OK(opened);
        const auto checked = opened->check_all([](auto) { return Status(); });
        QCOMPARE(checked.ok(), is_sound);
        if (!is_sound) VERIFY_ERROR(checked, ErrorCode::corrupt);
    }

    void links_lie_within_their_file_data() {
        using Numbers = std::vector<std::uint64_t>;
        QTest::addColumn<Numbers>("links");  // offset, length, offset, ...
        QTest::addColumn<bool>("is_sound");
        const auto row = [](const char* name, Numbers links, bool is_sound = false) {
            QTest::newRow(name) << std::move(links) << is_sound;
        };
        constexpr auto wraps = std::numeric_limits<std::uint64_t>::max();
        row("one", {16, 100}, true);
        row("two", {16, 100, 116, 100}, true);
        row("none", {});
        row("shorter than a step file can be", {16, 47});
        row("longer than the file", {16, 1'000'000});
        row("behind the end", {1'000'000, 100});
        row("a length that wraps around", {16, wraps - 8});
        row("two that share bytes", {16, 100, 115, 100});
        row("two in the wrong order", {116, 100, 16, 100});
        row("a second one that is too long", {16, 100, 116, 1'000'000});
        row("a second one behind the end", {16, 100, 1'000'000, 100});
    }
    void links_lie_within_their_file() {
        QFETCH(std::vector<std::uint64_t>, links);
        QFETCH(bool, is_sound);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        ByteWriter section;
        section.put(std::uint64_t{0});
        section.put_varint(links.size() / 2);
        for (const auto number : links)
            section.put_varint(number);
        const auto path = run.root() / "forged.svstep";
        write_text(path, with_section(read_text(step->path()), SectionKind::links, section.view()));
        const auto opened = StepFile::open(path);
        if (is_sound) {
            VERIFY_OK(opened);
            QCOMPARE(opened->links(), links.size() / 2);
        } else {
            VERIFY_ERROR(opened, ErrorCode::corrupt);
        }
    }

    void chunks_lie_within_their_file_data() {
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("as it was") << true;
        for (const auto* fault :
             {"an unknown mode", "longer than the file", "longer than any chunk", "behind the end",
              "a length that wraps around", "one chunk too few", "one chunk too many"})
            QTest::newRow(fault) << false;
    }
    void chunks_lie_within_their_file() {
        QFETCH(bool, is_sound);
        const auto fault = std::string_view(QTest::currentDataTag());
        ScratchRun run({.scheme = Scheme::exact});
        const auto step = run.file("a.safetensors", Training(1, 70'000).bytes(), 1);
        VERIFY_OK(step);
        const auto size = step->size();
        VERIFY_OK(forge(*step, [&](StepContent& c) {
            auto& chunks = c.streams[1].chunks;
            auto& chunk = chunks[0];
            if (fault == "an unknown mode") chunk.mode = static_cast<ChunkMode>(11);
            if (fault == "longer than the file") chunk.length = size + 1;
            if (fault == "longer than any chunk") chunk.length = largest_coded_chunk + 1;
            if (fault == "behind the end") chunk.offset = 2 * size;
            if (fault == "a length that wraps around") chunk.length = std::uint64_t(0) - chunk.offset;
            if (fault == "one chunk too few") chunks.pop_back();
            if (fault == "one chunk too many") chunks.push_back(chunk);
        }));
        const auto opened = StepFile::open(step->path());
        if (is_sound)
            VERIFY_OK(opened);
        else
            VERIFY_ERROR(opened, ErrorCode::corrupt);
    }

    void a_section_claims_no_more_than_it_can_hold_data() {
        QTest::addColumn<int>("beyond");
        QTest::newRow("as much as it can") << 0;
        QTest::newRow("a byte more") << 1;
    }
    /// The length is checked before anything is unpacked, because a false length would cost the memory.
    void a_section_claims_no_more_than_it_can_hold() {
        QFETCH(int, beyond);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        const Bytes section(10);
        const auto most = largest_raw_length(SectionKind::samples, section.size());
        const auto path = run.root() / "forged.svstep";
        write_text(path, with_section(read_text(step->path()), SectionKind::samples, section, {},
                                      most + static_cast<std::uint64_t>(beyond)));
        const auto opened = StepFile::open(path);
        if (beyond == 0)
            VERIFY_OK(opened);
        else
            VERIFY_ERROR(opened, ErrorCode::corrupt);
    }

    void dropped_chunks_lie_within_their_stream_data() {
        using Numbers = std::vector<std::uint64_t>;
        QTest::addColumn<Numbers>("runs");  // gap, length, gap, ...
        QTest::addColumn<std::string>("dropped");
        constexpr auto wraps = std::numeric_limits<std::uint64_t>::max();
        const auto row = [](const char* name, Numbers runs, const char* dropped = "") {
            QTest::newRow(name) << std::move(runs) << std::string(dropped);
        };
        row("one run", {1, 2}, "0110000");
        row("two runs", {0, 1, 2, 3}, "1001110");
        row("up to the end", {4, 3}, "0000111");
        row("two runs up to the end", {1, 2, 3, 1}, "0110001");
        row("a run that is too long", {1, 7});
        row("a second run that is too long", {1, 3, 1, 3});
        row("a second run as long as all", {1, 3, 0, 7});
        row("a second run that begins behind the end", {1, 3, 4, 1});
        row("a second run that begins far behind the end", {1, 3, 1'000'000, 1});
        row("an empty run", {1, 0});
        row("an empty second run", {1, 1, 1, 0});
        row("a length that wraps around", {1, wraps});
        row("a second length that wraps around", {1, 1, 1, wraps - 1});
        row("a second gap that wraps around", {3, 1, wraps - 2, 1});
    }
    /// Rows with an empty `dropped` are refused.
    void dropped_chunks_lie_within_their_stream() {
        QFETCH(std::vector<std::uint64_t>, runs);
        QFETCH(std::string, dropped);
        ScratchRun run({.scheme = Scheme::exact});
        const auto step = run.file("a.safetensors",
                                   safetensors_bytes({{"w", "F32", {7 * 65536}, Bytes(7 * 65536 * 4)}}), 1);
        VERIFY_OK(step);
        QCOMPARE(step->layout().streams.size(), std::size_t{2});
        QCOMPARE(step->layout().streams[1].chunks(), std::uint64_t{7});
        ByteWriter section;
        section.put_varint(0);  // of the skeleton
        section.put_varint(runs.size() / 2);
        for (const auto number : runs)
            section.put_varint(number);
        const auto path = run.root() / "forged.svstep";
        write_text(path, with_section(read_text(step->path()), SectionKind::dropped, section.view()));
        const auto opened = StepFile::open(path);
        if (dropped.empty()) {
            VERIFY_ERROR(opened, ErrorCode::corrupt);
            return;
        }
        VERIFY_OK(opened);
        std::string found;
        for (const bool is_dropped : opened->stream(1).dropped)
            found += is_dropped ? '1' : '0';
        QCOMPARE(found, dropped);
    }

    void a_payloads_bucket_table_is_one_of_its_streams_data() {
        QTest::addColumn<bool>("is_there");
        QTest::newRow("the last") << true;
        QTest::newRow("the one behind the last") << false;
    }
    void a_payloads_bucket_table_is_one_of_its_streams() {
        QFETCH(bool, is_there);
        ScratchRun run({.scheme = Scheme::lc});
        Training training(1, 100);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        training.next();
        const auto step = run.file("a.safetensors", training.bytes(), 2);
        VERIFY_OK(step);
        VERIFY_OK(forge(*step, [&](StepContent& content) {
            for (std::size_t s = 0; s < content.streams.size(); ++s) {
                const auto& stream = content.layout.streams[s];
                if (stream.coding != StreamCoding::lc) continue;
                const auto tables = content.streams[s].tables.size();
                for (const auto p : stream.payloads)
                    content.layout.payloads[p].table =
                        static_cast<std::uint32_t>(is_there ? tables - 1 : tables);
            }
        }));
        const auto opened = StepFile::open(step->path());
        if (is_there)
            VERIFY_OK(opened);
        else
            VERIFY_ERROR(opened, ErrorCode::corrupt);
    }

    void what_packs_beyond_measure_can_be_read_again() {
        ScratchRun run;
        std::string shape = "1";
        for (int i = 0; i < 1'200'000; ++i)
            shape += ",1";
        std::string header = R"({"w":{"dtype":"F32","shape":[)" + shape + R"(],"data_offsets":[0,4]}})";
        ByteWriter file;
        file.put(std::uint64_t{header.size()});
        file.put_bytes(as_view(header));
        file.put(1.0F);
        const std::string bytes(as_text(file.view()));
        const auto step = run.file("a.safetensors", bytes, 1);
        VERIFY_OK(step);
        VERIFY_OK(StepFile::open(run.step_file(step->meta().id)));
        QVERIFY(*run.restore(step->meta().id) == bytes);
    }

    void a_description_weighs_what_it_takes_up_data() {
        QTest::addColumn<int>("path");
        QTest::addColumn<int>("streams");
        QTest::addColumn<int>("name");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("small") << 5 << 2 << 5 << 3 << true;
        QTest::newRow("long names") << 5000 << 3 << 100'000 << 30 << true;
        QTest::newRow("a name that many tensors share") << 5 << 2 << 1'000'000 << 2000 << false;
        QTest::newRow("a path that many tensors share") << 200'000 << 2 << 5 << 20'000 << false;
        QTest::newRow("many level models") << 5 << 30'000 << 5 << 1 << false;
    }
    void a_description_weighs_what_it_takes_up() {
        QFETCH(int, path);
        QFETCH(int, streams);
        QFETCH(int, name);
        QFETCH(int, tensors);
        QFETCH(bool, is_sound);
        const auto put_number = [](ByteWriter& out, int n) { out.put_varint(static_cast<std::uint64_t>(n)); };
        const auto text = [](int length) { return std::string(static_cast<std::size_t>(length), 'n'); };
        ByteWriter out;
        put_number(out, 1);  // files
        out.put_text(text(path));
        put_number(out, 4);
        out.put_text("raw");
        out.put_text("");
        put_number(out, streams);
        for (int s = 0; s < streams; ++s) {
            out.put(s == 0 ? StreamCoding::bytes : StreamCoding::adaptive);
            out.put(s == 0 ? DType::opaque : DType::f32);
            out.put_text("");
            put_number(out, 65536);
        }
        put_number(out, 1);  // payloads
        for (const int n : {0, 0, 4, 1})
            put_number(out, n);
        out.put(Role::weight);
        put_number(out, 0);
        put_number(out, 0);
        out.put_text(text(name));
        put_number(out, tensors);
        for (int i = 0; i < tensors; ++i) {
            put_number(out, 0);
            out.put(std::uint8_t{7});  // contiguous, with the payload's name and type
            put_number(out, 0);
            put_number(out, 0);
        }
        put_number(out, 0);
        ByteReader in(out.view());
        const auto read = StepLayout::read(in);
        QCOMPARE(read.ok(), is_sound);
        if (!is_sound) return;
        QVERIFY(read->weight() >
                static_cast<std::uint64_t>(tensors) * static_cast<std::uint64_t>(path + name));
        ByteWriter again;
        read->write(again);
        QVERIFY(std::ranges::equal(again.view(), out.view()));
    }

    void what_weighs_too_much_is_kept_as_it_is() {
        if (!is_long) QSKIP("a tensor of 34 million dimensions");
        ScratchRun run;
        const auto bytes = Training(1, 8).bytes();
        const auto path = run.root() / "run" / "a.safetensors";
        write_text(path, bytes);
        const auto candidate = checkpoint_at(path);
        VERIFY_OK(candidate);
        auto checkpoint = open_checkpoint(*candidate, 1);
        VERIFY_OK(checkpoint);
        auto& tensor = checkpoint->files.front().layout.tensors.front();
        tensor.shape.assign(34'000'000, 1);
        tensor.stride.assign(34'000'000, 1);
        const auto step = run.ingest(*checkpoint, {.scheme = Scheme::lc});
        VERIFY_OK(step);
        QCOMPARE(step->layout().files.front().format, std::string("raw"));
        QVERIFY(step->layout().files.front().note.find("more tensors") != std::string::npos);
        QVERIFY(*run.restore(step->meta().id) == bytes);
    }

    void tensors_that_weigh_too_much_are_kept_as_they_are_data() {
        QTest::addColumn<int>("beyond");
        QTest::newRow("light enough") << -1;
        QTest::newRow("too heavy") << 1;
    }
    /// Each tensor also counts the length of its file's name, which is long here.
    void tensors_that_weigh_too_much_are_kept_as_they_are() {
        QFETCH(int, beyond);
        ScratchRun run;
        const auto folder = run.root() / "run" / "checkpoint-1";
        std::filesystem::path deep;
        for (int i = 0; i < 12; ++i)
            deep /= std::string(240, 'd');
        const auto bytes = Training(1, 8).bytes();
        write_text(folder / deep / "a.safetensors", bytes);
        const auto candidate = checkpoint_at(folder);
        VERIFY_OK(candidate);
        auto checkpoint = open_checkpoint(*candidate, 1);
        VERIFY_OK(checkpoint);
        QCOMPARE(checkpoint->files.size(), std::size_t{1});
        auto& tensors = checkpoint->files.front().layout.tensors;
        const auto each = checkpoint->files.front().relative.size();
        const auto fits = heaviest_layout / each;
        tensors.resize(beyond > 0 ? fits + 1 : fits / 4, tensors.front());
        const auto step = run.ingest(*checkpoint, {.scheme = Scheme::exact});
        VERIFY_OK(step);
        const auto& file = step->layout().files.front();
        QCOMPARE(file.format, std::string(beyond > 0 ? "raw" : "safetensors"));
        QCOMPARE(file.note.find("more tensors") != std::string::npos, beyond > 0);
        const auto output = run.root() / "out";
        const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id);
        VERIFY_OK(chain);
        VERIFY_OK(restore_checkpoint(*chain, output, false, run.pool(), {}));
        QVERIFY(read_text(output / deep / "a.safetensors") == bytes);
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

    void unknown_sections_are_skipped_unless_critical_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("is_critical");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("the first unknown one") << 9 << true << false;
        QTest::newRow("the last unknown one") << 65535 << true << false;
        QTest::newRow("one to do without") << 9 << false << true;
        QTest::newRow("the last known one") << 6 << true << true;
    }
    void unknown_sections_are_skipped_unless_critical() {
        QFETCH(int, kind);
        QFETCH(bool, is_critical);
        QFETCH(bool, is_sound);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 8).bytes(), 1);
        VERIFY_OK(step);
        const auto path = run.root() / "new.svstep";
        write_text(path, with_section(read_text(step->path()), static_cast<SectionKind>(kind), as_view("new"),
                                      {}, is_critical ? 0 : 30));
        const auto opened = StepFile::open(path);
        if (is_sound)
            VERIFY_OK(opened);
        else
            VERIFY_ERROR(opened, ErrorCode::unsupported);
    }

    void unknown_flags_are_refused() {
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 8).bytes(), 1);
        VERIFY_OK(step);
        for (const std::size_t at : {12, 15}) {
            auto bytes = read_text(step->path());
            bytes[at] = 1;
            write_text(run.root() / "flags.svstep", bytes);
            VERIFY_ERROR(StepFile::open(run.root() / "flags.svstep"), ErrorCode::corrupt);
        }
    }

    void each_payload_has_its_figures_data() {
        QTest::addColumn<int>("more");
        QTest::newRow("one too few") << -1;
        QTest::newRow("right") << 0;
        QTest::newRow("one too many") << 1;
    }
    void each_payload_has_its_figures() {
        QFETCH(int, more);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        const auto payloads = step->layout().payloads.size();
        VERIFY_OK(forge(*step, [&](StepContent& c) {
            for (std::size_t i = 0; i < payloads + static_cast<std::size_t>(more); ++i)
                c.figures.push_back({.relative_error = static_cast<float>(i + 1), .max_abs_error = 0.5F});
        }));
        const auto opened = StepFile::open(step->path());
        if (more != 0) {
            VERIFY_ERROR(opened, ErrorCode::corrupt);
            return;
        }
        VERIFY_OK(opened);
        QCOMPARE(opened->figures().back().relative_error, static_cast<float>(payloads));
        QCOMPARE(opened->figures().back().max_abs_error, 0.5F);
    }

    void samples_are_of_streams_in_order_data() {
        using Streams = std::vector<std::uint32_t>;
        QTest::addColumn<Streams>("streams");
        QTest::addColumn<int>("missing");  // bytes
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("one") << Streams{1} << 0 << true;
        QTest::newRow("two") << Streams{1, 2} << 0 << true;
        QTest::newRow("one twice") << Streams{1, 1} << 0 << false;
        QTest::newRow("the later first") << Streams{2, 1} << 0 << false;
        QTest::newRow("of no stream") << Streams{1, 1000} << 0 << false;
        QTest::newRow("cut off") << Streams{1} << 1 << false;
    }
    void samples_are_of_streams_in_order() {
        QFETCH(std::vector<std::uint32_t>, streams);
        QFETCH(int, missing);
        QFETCH(bool, is_sound);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        VERIFY_OK(forge(*step, [&](StepContent& c) {
            QVERIFY(c.layout.streams.size() > 2);
            for (const auto s : streams) {
                const auto size = s < c.layout.streams.size() ? item_size(c.layout.streams[s].dtype) : 1;
                Bytes bytes(StreamSample::block_elements * size, static_cast<std::byte>(s));
                bytes.resize(bytes.size() - static_cast<std::size_t>(missing));
                c.samples.push_back({.stream = s, .blocks = 1, .bytes = bytes});
            }
        }));
        const auto opened = StepFile::open(step->path());
        VERIFY_OK(opened);
        const auto samples = opened->samples();
        if (!is_sound) {
            VERIFY_ERROR(samples, ErrorCode::corrupt);
            return;
        }
        QCOMPARE(samples->size(), streams.size());
        for (std::size_t i = 0; i < streams.size(); ++i) {
            QCOMPARE(samples->at(i).stream, streams[i]);
            QVERIFY(samples->at(i).bytes.back() == static_cast<std::byte>(streams[i]));
        }
    }

    void the_skeleton_is_never_dropped_data() {
        QTest::addColumn<int>("stream");  // -1: none
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("a stream") << 1 << true;
        QTest::newRow("the skeleton") << 0 << false;
        QTest::newRow("nothing") << -1 << false;
    }
    void the_skeleton_is_never_dropped() {
        QFETCH(int, stream);
        QFETCH(bool, is_sound);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        VERIFY_OK(forge(*step, [&](StepContent& c) {
            c.meta.weights_only = true;
            if (stream < 0) return;
            auto& s = c.streams[static_cast<std::size_t>(stream)];
            QVERIFY(!s.chunks.empty());
            s.dropped.assign(s.chunks.size(), true);
        }));
        const auto opened = StepFile::open(step->path());
        QCOMPARE(opened.ok(), is_sound);
        if (is_sound)
            QVERIFY(opened->meta().weights_only);
        else
            VERIFY_ERROR(opened, ErrorCode::corrupt);
    }

    void the_digest_is_of_the_restored_state_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("differs");
        for (const char* what : {"nothing", "source", "step", "role", "figures", "coded hash", "note"})
            QTest::newRow(what) << what << false;
        for (const char* what : {"path", "name", "content hash", "content hash of the last stream"})
            QTest::newRow(what) << what << true;
    }
    void the_digest_is_of_the_restored_state() {
        QFETCH(QString, what);
        QFETCH(bool, differs);
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 100).bytes(), 1);
        VERIFY_OK(step);
        const auto before = step->state_digest();
        VERIFY_OK(forge(*step, [&](StepContent& c) {
            if (what == "source") c.meta.source = "other";
            if (what == "step") ++c.meta.step;
            if (what == "role") c.layout.payloads[0].role = Role::other;
            if (what == "figures") c.figures.assign(c.layout.payloads.size(), {.relative_error = 1});
            if (what == "coded hash") c.streams[1].chunks[0].coded_hash ^= 1;
            if (what == "note") c.layout.files[0].note = "other";
            if (what == "path") c.layout.files[0].path = "other";
            if (what == "name") c.layout.payloads.back().name += "x";
            if (what == "content hash") c.streams[0].chunks[0].content_hash ^= 1;
            if (what.endsWith("stream")) c.streams.back().chunks.back().content_hash ^= 1;
        }));
        const auto opened = StepFile::open(step->path());
        VERIFY_OK(opened);
        QCOMPARE(opened->state_digest() != before, differs);
    }

    void a_description_that_is_too_large_is_not_written() {
        ScratchRun run;
        const auto step = run.file("a.safetensors", Training(1, 8).bytes(), 1);
        VERIFY_OK(step);
        const auto before = read_text(step->path());
        VERIFY_ERROR(forge(*step, [](StepContent& c) { c.meta.source = std::string(2 << 20, 'x'); }),
                     ErrorCode::limit);
        QVERIFY(read_text(step->path()) == before);
        VERIFY_OK(run.restore(step->meta().id));
    }

    void a_chain_keeps_to_its_budget_data() {
        QTest::addColumn<int>("less");
        QTest::newRow("all that it needs") << 0;
        QTest::newRow("a byte less") << 1;
    }
    void a_chain_keeps_to_its_budget() {
        QFETCH(int, less);
        ScratchRun run({.scheme = Scheme::lc});
        Training training(1, 100);
        std::string id;
        for (int i = 1; i <= 3; ++i, training.next()) {
            const auto step = run.file("s" + std::to_string(i) + ".safetensors", training.bytes(), i);
            VERIFY_OK(step);
            id = step->meta().id;
        }
        const auto chain = Chain::open(steps_folder(run.folder()), id);
        VERIFY_OK(chain);
        std::uint64_t files = 0;
        for (std::size_t i = 0; i < chain->length(); ++i)
            files += chain->link(i).memory();
        QVERIFY(chain->memory() >= files);
        const auto budget = chain->memory() - static_cast<std::uint64_t>(less);
        const auto again = Chain::open(steps_folder(run.folder()), id, budget);
        if (less == 0)
            VERIFY_OK(again);
        else
            VERIFY_ERROR(again, ErrorCode::limit);
    }
};

STEPVAULT_TEST(TestStepFile)

}  // namespace test_step_file

#include "test_step_file.moc"
