#include "base/checksum.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/step_file_format.h"

namespace test_step_file {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// The step file with another one in it as a link.
std::string with_link(const std::string& step, const std::string& link) {
    const auto bytes = as_view(step);
    const auto table_offset = load<std::uint64_t>(bytes, step.size() - step_file_footer_size);
    const auto table_length = load<std::uint64_t>(bytes, step.size() - step_file_footer_size + 8);
    struct Entry {
        std::uint16_t kind, flags;
        std::uint64_t offset, length, raw_length, hash;
    };
    std::vector<Entry> entries;
    auto begin = table_offset;
    for (ByteReader in(bytes.subspan(table_offset, table_length)); in.left() > 0;) {
        Entry e{};
        e.kind = in.get<std::uint16_t>();
        e.flags = in.get<std::uint16_t>();
        e.offset = in.get_varint();
        e.length = in.get_varint();
        e.raw_length = in.get_varint();
        e.hash = in.get<std::uint64_t>();
        begin = std::min(begin, e.offset);
        entries.push_back(e);
    }
    ByteWriter links;
    links.put(std::uint64_t{0});
    links.put_varint(1);
    links.put_varint(begin);
    links.put_varint(link.size());
    for (auto& e : entries)
        e.offset += link.size();
    const auto end = table_offset + link.size();
    entries.push_back({7, section_is_critical, end, links.size(), links.size(), xxh3(links.view())});
    ByteWriter out;
    out.put_bytes(bytes.first(begin));
    out.put_bytes(as_view(link));
    out.put_bytes(bytes.subspan(begin, table_offset - begin));
    out.put_bytes(links.view());
    ByteWriter table;
    for (const auto& e : entries) {
        table.put(e.kind);
        table.put(e.flags);
        table.put_varint(e.offset);
        table.put_varint(e.length);
        table.put_varint(e.raw_length);
        table.put(e.hash);
    }
    const auto place = out.size();
    out.put_bytes(table.view());
    out.put(std::uint64_t{place});
    out.put(std::uint64_t{table.size()});
    out.put(xxh3(table.view()));
    out.put_bytes(as_view(step_file_end_magic));
    return std::string(as_text(out.view()));
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

    void links_in_links_have_an_end_data() {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("as from many prunes") << 100 << true;
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
        if (!is_sound) QCOMPARE(checked.error().code, ErrorCode::corrupt);
    }

    void what_packs_beyond_measure_can_be_read_again() {
        ScratchRun run;
        std::string shape = "1";
        for (int i = 0; i < 1'500'000; ++i)
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
            out.put(std::uint8_t{7});  // contiguous, named as the payload, of its type
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
        const auto step = run.writer().file(*checkpoint, {.scheme = "lc"}, {}, run.pool(), {});
        VERIFY_OK(step);
        QCOMPARE(step->layout().files.front().format, std::string("raw"));
        QVERIFY(step->layout().files.front().note.find("more tensors") != std::string::npos);
        QVERIFY(*run.restore(step->meta().id) == bytes);
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

STEPVAULT_TEST(TestStepFile)

}  // namespace test_step_file

#include "test_step_file.moc"
