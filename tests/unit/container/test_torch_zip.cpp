#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "container/torch_zip.h"
#include "pickle_pieces.h"
#include "scratch_files.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_torch_zip {

using namespace stepvault;
using namespace std::string_literals;

namespace {

using Descriptor = ZipMember::Descriptor;

/// A pickled tensor of `count` elements, from `offset` of a storage that claims to hold `stored` elements.
std::string row(const std::string& key, int offset, int count, int stored,
                const std::string& storage_class = "FloatStorage") {
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\n" + storage_class + "\n" +
           text(key) + text("cpu") + number(stored) + "tQ" + number(offset) + number(count) + "\x85" +
           number(1) +
           "\x85\x89Nt"
           "R";
}

std::string pickle(std::initializer_list<std::pair<std::string, std::string>> items) {
    auto bytes = "\x80\x02}("s;
    for (const auto& [key, value] : items)
        bytes += text(key) + value;
    return bytes + "u.";
}

/// The archive of torch >= 2.7 around a pickle and its storages.
std::vector<ZipMember> archive(const std::string& pickle_bytes,
                               const std::vector<std::pair<std::string, std::string>>& storages) {
    std::vector<ZipMember> members = {
        {.name = "m/data.pkl", .data = pickle_bytes, .descriptor = Descriptor::narrow},
        {.name = "m/.format_version", .data = "1", .descriptor = Descriptor::narrow},
        {.name = "m/.storage_alignment", .data = "64", .descriptor = Descriptor::narrow},
        {.name = "m/byteorder", .data = "little", .descriptor = Descriptor::narrow}};
    for (const auto& [key, data] : storages) {
        members.push_back({.name = "m/data/" + key,
                           .data = data,
                           .descriptor = data.empty() ? Descriptor::none : Descriptor::narrow});
    }
    members.push_back({.name = "m/version", .data = "3\n", .descriptor = Descriptor::narrow});
    members.push_back(
        {.name = "m/.data/serialization_id", .data = std::string(40, '7'), .descriptor = Descriptor::narrow});
    return members;
}

std::string floats(std::size_t count) {
    return std::string(4 * count, 'f');
}

}  // namespace

class TestTorchZip : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name = "m.pt") {
        const auto& file = files_.put(name, bytes);
        return *inspect(file);
    }

 private slots:
    void a_sound_archive() {
        const auto members = archive(pickle({{"a", row("0", 0, 5, 5)}, {"b", row("1", 1, 2, 3)}}),
                                     {{"0", floats(5)}, {"1", floats(3)}});
        const auto zip = build_zip(members);
        const auto seen = look(zip.bytes);
        QVERIFY(seen.complete);
        const auto& layout = seen.layout;
        QCOMPARE(layout.format, "torch-zip"s);
        QCOMPARE(layout.note, ""s);
        QCOMPARE(check_layout(layout, zip.bytes.size()), ""s);
        QCOMPARE(layout.payloads.size(), std::size_t{2});
        QCOMPARE(layout.payloads[0].offset, zip.payloads[4]);
        QCOMPARE(layout.payloads[0].length, std::uint64_t{20});
        QCOMPARE(layout.payloads[0].name, "a"s);
        QCOMPARE(layout.payloads[1].offset, zip.payloads[5]);
        QCOMPARE(layout.payloads[1].name, "b"s);
        QCOMPARE(layout.tensors[1].offset, std::uint64_t{1});
        std::vector<std::pair<std::uint64_t, std::uint64_t>> derived;
        for (const auto& d : layout.derived)
            derived.emplace_back(d.offset, d.begin);
        std::ranges::sort(derived);
        const auto& p = zip.payloads;
        QCOMPARE(derived,
                 (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{zip.descriptor_crcs[4], p[4]},
                                                                       {zip.descriptor_crcs[5], p[5]},
                                                                       {zip.directory_crcs[4], p[4]},
                                                                       {zip.directory_crcs[5], p[5]}}));
    }

    void partly_sound_data() {
        QTest::addColumn<std::string>("pickle_bytes");
        QTest::addColumn<QStringList>("tensors");
        QTest::addColumn<QStringList>("payloads");
        QTest::addColumn<QString>("note");
        // The archive's storages: 0 with five floats, 1 with three, 2 with none, 3 with seven bytes.
        const auto good = row("0", 0, 5, 5);
        QTest::newRow("storage missing") << pickle({{"a", good}, {"b", row("9", 0, 1, 1)}})
                                         << QStringList{"a"} << QStringList{"a=f32"} << "storage 9";
        QTest::newRow("storage too small for the tensor")
            << pickle({{"a", good}, {"b", row("1", 0, 4, 4)}}) << QStringList{"a"}
            << QStringList{"a=f32", "storage:1=f32"} << "tensor b";
        QTest::newRow("tensor beyond the storage it names")
            << pickle({{"a", good}, {"b", row("1", 0, 3, 2)}}) << QStringList{"a"}
            << QStringList{"a=f32", "storage:1=f32"} << "tensor b";
        QTest::newRow("offset beyond the storage")
            << pickle({{"a", good}, {"b", row("1", 3, 1, 3)}}) << QStringList{"a"}
            << QStringList{"a=f32", "storage:1=f32"} << "tensor b";
        QTest::newRow("storage claims more, tensor fits")
            << pickle({{"a", row("0", 0, 5, 100)}}) << QStringList{"a"} << QStringList{"a=f32"} << "";
        QTest::newRow("no elements") << pickle({{"a", row("2", 0, 0, 0)}, {"b", good}}) << QStringList{"b"}
                                     << QStringList{"b=f32"} << "";
        QTest::newRow("odd length") << pickle({{"a", row("3", 0, 1, 1)}}) << QStringList{"a"}
                                    << QStringList{"a=opaque"} << "";
        QTest::newRow("unknown storage class") << pickle({{"a", row("0", 0, 5, 5, "OddStorage")}})
                                               << QStringList{"a"} << QStringList{"a=opaque"} << "";
        QTest::newRow("one storage as two types")
            << pickle({{"a", row("0", 0, 5, 5)}, {"b", row("0", 0, 5, 5, "IntStorage")}})
            << QStringList{"a", "b"} << QStringList{"a=u8"} << "";
        QTest::newRow("names that clash") << pickle({{"a", good}, {"a", row("1", 0, 3, 3)}})
                                          << QStringList{"a", "a"} << QStringList{"a=f32", "a#2=f32"} << "";
    }
    void partly_sound() {
        QFETCH(std::string, pickle_bytes);
        QFETCH(QStringList, tensors);
        QFETCH(QStringList, payloads);
        QFETCH(QString, note);
        const auto zip = build_zip(
            archive(pickle_bytes, {{"0", floats(5)}, {"1", floats(3)}, {"2", ""}, {"3", "1234567"}}));
        const auto seen = look(zip.bytes);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "torch-zip"s);
        QCOMPARE(check_layout(seen.layout, zip.bytes.size()), ""s);
        QStringList found;
        for (const auto& t : seen.layout.tensors)
            found << QString::fromStdString(t.name);
        QCOMPARE(found, tensors);
        found.clear();
        for (const auto& p : seen.layout.payloads) {
            found << QString::fromStdString(p.name + "=" + std::string(dtype_name(p.dtype)));
        }
        QCOMPARE(found, payloads);
        QVERIFY2(note.isEmpty() ? seen.layout.note.empty()
                                : QString::fromStdString(seen.layout.note).contains(note),
                 seen.layout.note.c_str());
    }

    void a_deflated_storage_stays_raw() {
        auto members = archive(pickle({{"a", row("0", 0, 5, 5)}, {"b", row("1", 0, 3, 3)}}),
                               {{"0", floats(5)}, {"1", floats(3)}});
        members[4].method = 8;
        const auto zip = build_zip(members);
        const auto seen = look(zip.bytes);
        QCOMPARE(seen.layout.payloads.size(), std::size_t{1});
        QCOMPARE(seen.layout.payloads[0].offset, zip.payloads[5]);
        QVERIFY(seen.layout.note.find("storage 0, which is compressed") != std::string::npos);
    }

    /// An archive that torch writes beyond 4 GiB: numbers that do not fit are in zip64 fields, in the local
    /// header only if it is the offset; the descriptor has 24 bytes even if only the offset did not fit.
    void beyond_4_gib() {
        constexpr std::uint64_t gap = (std::uint64_t{1} << 32) + 64;
        const auto object = pickle({{"a", row("0", 0, 5, 5)}, {"b", row("1", 0, 5, 5)}});
        const auto before =
            build_zip({{.name = "m/data.pkl", .data = object, .descriptor = Descriptor::narrow},
                       {.name = "m/data/0", .data = floats(5), .descriptor = Descriptor::narrow}});
        ByteWriter offset_field;
        offset_field.put<std::uint16_t>(1);
        offset_field.put<std::uint16_t>(8);
        offset_field.put(gap);
        const auto after = build_zip({{.name = "m/data/1",
                                       .data = floats(5),
                                       .local_extra = std::string(as_text(offset_field.view())),
                                       .descriptor = Descriptor::wide}});
        const auto entries_before = before.bytes.substr(before.directory, 46 + 10 + 46 + 8);
        auto entry_after = after.bytes.substr(after.directory, 46 + 8);
        entry_after.replace(30, 2, "\x0c\x00"s);
        entry_after.replace(42, 4, "\xff\xff\xff\xff");
        const auto directory = entries_before + entry_after + std::string(as_text(offset_field.view()));
        const auto directory_at = gap + after.directory;
        ByteWriter end;
        end.put_bytes(as_view("PK\x06\x06"));
        end.put<std::uint64_t>(44);
        end.put<std::uint32_t>(0);
        end.put<std::uint64_t>(0);
        end.put<std::uint64_t>(3);
        end.put<std::uint64_t>(3);
        end.put<std::uint64_t>(directory.size());
        end.put(directory_at);
        end.put_bytes(as_view("PK\x06\x07"));
        end.put<std::uint32_t>(0);
        end.put(directory_at + directory.size());
        end.put<std::uint32_t>(1);
        end.put_bytes(as_view("PK\x05\x06"));
        end.put<std::uint32_t>(0);
        end.put<std::uint16_t>(3);
        end.put<std::uint16_t>(3);
        end.put(static_cast<std::uint32_t>(directory.size()));
        end.put<std::uint32_t>(0xFFFFFFFF);
        end.put<std::uint16_t>(0);

        // A hole in the file takes no space.
        const auto path = files_.put("large.pt", "").path();
        auto file = *File::open_write(path);
        QVERIFY(file.write_all(0, as_view(before.bytes.substr(0, before.directory))).ok());
        QVERIFY(file.write_all(gap, as_view(after.bytes.substr(0, after.directory))).ok());
        QVERIFY(file.write_all(directory_at, as_view(directory)).ok());
        QVERIFY(file.write_all(directory_at + directory.size(), end.view()).ok());
        const auto seen = *inspect(file);
        QVERIFY2(seen.complete, seen.reason.c_str());
        QCOMPARE(seen.layout.note, ""s);
        QCOMPARE(check_layout(seen.layout, *file.size()), ""s);
        QCOMPARE(seen.layout.payloads.size(), std::size_t{2});
        QCOMPARE(seen.layout.payloads[0].offset, before.payloads[1]);
        QCOMPARE(seen.layout.payloads[1].offset, gap + after.payloads[0]);
        const auto last_crc = seen.layout.derived.back();
        QCOMPARE(last_crc.begin, seen.layout.payloads[1].offset);
        QCOMPARE(last_crc.offset, gap + after.descriptor_crcs[0]);
    }

    void a_part_of_a_file() {
        const auto zip = build_zip(archive(pickle({{"a", row("0", 0, 5, 5)}, {"b", row("1", 3, 1, 3)}}),
                                           {{"0", floats(5)}, {"1", floats(3)}}));
        const std::string before(1000, '-');
        const auto& file = files_.put("parts", before + zip.bytes + zip.bytes + "more");
        const auto alone = look(zip.bytes);
        for (const auto begin : {before.size(), before.size() + zip.bytes.size()}) {
            const auto seen = *read_torch_zip(file, zip.bytes.size(), begin, "part");
            QVERIFY(seen.complete);
            QCOMPARE(seen.layout.payloads.size(), std::size_t{2});
            QCOMPARE(seen.layout.payloads[0].name, "part.a"s);
            QCOMPARE(seen.layout.payloads[1].name, "part.storage:1"s);
            for (std::size_t i = 0; i < 2; ++i)
                QCOMPARE(seen.layout.payloads[i].offset, alone.layout.payloads[i].offset + begin);
            QCOMPARE(seen.layout.derived.size(), std::size_t{4});
            for (std::size_t i = 0; i < 4; ++i)
                QCOMPARE(seen.layout.derived[i].offset, alone.layout.derived[i].offset + begin);
        }
        const auto cut = *read_torch_zip(file, zip.bytes.size() - 1, before.size());
        QCOMPARE(cut.reason,
                 "its directory is missing or cut off at byte " + std::to_string(999 + zip.bytes.size()));
    }

    void only_what_is_named_itself_counts_in_a_part_data() {
        QTest::addColumn<std::string>("object");
        QTest::addColumn<std::string>("name");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<qint64>("epoch");
        const auto dict = "}(" + text("step") + "K\x05" + text("epoch") + "K\x06u";
        QTest::newRow("whole file") << dict << ""s << qint64{5} << qint64{6};
        QTest::newRow("dict in a part") << dict << "scheduler"s << qint64{-1} << qint64{-1};
        QTest::newRow("step") << "K\x07"s
                              << "step"s << qint64{7} << qint64{-1};
        QTest::newRow("epoch") << "K\x07"s
                               << "epoch"s << qint64{-1} << qint64{7};
        QTest::newRow("another number") << "K\x07"s
                                        << "lr"s << qint64{-1} << qint64{-1};
    }
    void only_what_is_named_itself_counts_in_a_part() {
        QFETCH(std::string, object);
        QFETCH(std::string, name);
        QFETCH(qint64, step);
        QFETCH(qint64, epoch);
        const auto zip = build_zip(archive(object + ".", {}));
        const auto seen = *read_torch_zip(files_.put("part", zip.bytes), zip.bytes.size(), 0, name);
        QCOMPARE(seen.layout.step.value_or(-1), step);
        QCOMPARE(seen.layout.epoch.value_or(-1), epoch);
    }

    void kept_raw_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("note");
        const auto good = pickle({{"a", row("0", 0, 5, 5)}});
        const auto with = [&](const std::string& pickle_bytes, auto change) {
            auto members = archive(pickle_bytes, {{"0", floats(5)}});
            change(members);
            return build_zip(members).bytes;
        };
        const auto unchanged = [](auto&) {};
        QTest::newRow("big-endian") << with(good, [](auto& m) { m[3].data = "big"; }) << "big-endian";
        QTest::newRow("no pickle") << with(good, [](auto& m) { m[0].name = "m/other.pkl"; }) << "";
        QTest::newRow("TorchScript without its pickle") << with(good, [](auto& m) {
            m[0].name = "m/constants.pkl";
            m[1].name = "m/code/__torch__.py";
        }) << "TorchScript";
        QTest::newRow("deflated pickle")
            << with(good, [](auto& m) { m[0].method = 8; }) << "data.pkl is compressed";
        QTest::newRow("pickle cut off") << with(good.substr(0, good.size() - 1), unchanged) << "cut off";
        QTest::newRow("odd pickle") << with("\xff" + good, unchanged) << "unknown opcode";
        QTest::newRow("member twice") << with(good, [](auto& m) { m.push_back(m[4]); }) << "twice";
        QTest::newRow("overlap") << with(good, [](auto& m) { m[4].length_error = 17; }) << "overlap";
        QTest::newRow("outside") << with(good, [](auto& m) { m[4].length_error = 1 << 20; }) << "outside";
    }
    void kept_raw() {
        QFETCH(std::string, bytes);
        QFETCH(QString, note);
        const auto seen = look(bytes);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        QVERIFY2(note.isEmpty() ? seen.layout.note.empty()
                                : QString::fromStdString(seen.layout.note).contains(note),
                 seen.layout.note.c_str());
    }
};

STEPVAULT_TEST(TestTorchZip)

}  // namespace test_torch_zip

#include "test_torch_zip.moc"
