#include <algorithm>

#include <QTest>

#include "base/checksum.h"
#include "check_layout.h"
#include "container/hdf5_datasets.h"
#include "container/inspect.h"
#include "golden_values.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_inspect {

using namespace stepvault;
using namespace std::string_literals;

class TestInspect : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes, const std::string& name) {
        const auto& file = files_.put(name, bytes);
        return *inspect(file);
    }

 private slots:
    void what_was_written_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QJsonObject>("expected");
        const auto all = expectations();
        QVERIFY(all.size() >= 40);
        for (auto it = all.begin(); it != all.end(); ++it) {
            const auto format = it.value().toObject()["format"].toString();
            if (!has_hdf5() && (format == "hdf5" || format == "keras")) continue;
            QTest::newRow(qPrintable(it.key())) << it.key() << it.value().toObject();
        }
    }
    void what_was_written() {
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const auto path = golden_folder() / name.toStdString();
        const auto bytes = slurp(path);
        QVERIFY(!bytes.empty());
        const auto file = File::open_read(path);
        QVERIFY(file.ok());
        const auto seen = inspect(*file);
        QVERIFY(seen.ok());
        QVERIFY2(seen->complete, seen->reason.c_str());
        const auto& layout = seen->layout;
        QCOMPARE(check_layout(layout, bytes.size()), ""s);
        QCOMPARE(QString::fromStdString(layout.format), expected["format"].toString());
        QCOMPARE(layout.note.empty(), layout.format != "raw");
        QCOMPARE(layout.step.value_or(-1), expected["step"].toInteger(-1));
        QCOMPARE(layout.epoch.value_or(-1), expected["epoch"].toInteger(-1));

        const auto tensors = described(bytes, layout);
        const auto wanted = expected["tensors"].toArray();
        for (qsizetype i = 0; i < std::min(tensors.size(), wanted.size()); ++i)
            QCOMPARE(tensors[i], wanted[i]);
        QCOMPARE(tensors.size(), wanted.size());

        QStringList storages;
        for (const auto& payload : layout.payloads) {
            storages << hash(as_view(bytes).subspan(payload.offset, payload.length));
        }
        storages.sort();
        QStringList wanted_storages;
        for (const auto storage : expected["storages"].toArray())
            wanted_storages << storage.toString();
        QCOMPARE(storages, wanted_storages);
    }

    void checksums_are_where_they_were_written_data() { what_was_written_data(); }
    void checksums_are_where_they_were_written() {
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const auto path = golden_folder() / name.toStdString();
        const auto bytes = slurp(path);
        const auto seen = inspect(*File::open_read(path));
        QVERIFY(seen.ok());
        const auto& layout = seen->layout;
        const bool for_each = layout.format == "torch-zip" || layout.format == "npz";
        const bool for_all = layout.format == "keras";
        const bool nested = layout.format == "zip";  // two members and their contents
        QCOMPARE(layout.derived.size(), for_each ? 2 * layout.payloads.size()
                                        : nested ? 2 * layout.payloads.size() + 4
                                                 : std::size_t{for_all ? 2U : 0U});
        for (const auto& derived : layout.derived) {
            const auto right = crc32(0, as_view(bytes).subspan(derived.begin, derived.length));
            // torch can be told to write zeros for checksums.
            const auto written = expected["wrong_checksums"].toBool() ? 0 : right;
            QCOMPARE(load<std::uint32_t>(as_view(bytes), derived.offset), written);
        }
    }

    void globals_of_a_whole_module() {
        const auto seen = inspect(*File::open_read(golden_folder() / "module.pt"));
        QVERIFY(seen.ok());
        const auto& globals = seen->layout.globals;
        for (const auto* name : {"torch.nn.modules.container.Sequential", "torch.nn.modules.conv.Conv2d",
                                 "torch._utils._rebuild_parameter", "__builtin__.set", "torch.LongStorage"}) {
            QCOMPARE(std::ranges::count(globals, std::string(name)), 1);
        }
    }

    void payload_names_are_those_of_first_tensors() {
        const auto seen = inspect(*File::open_read(golden_folder() / "views.pt"));
        QVERIFY(seen.ok());
        QStringList names;
        for (const auto& payload : seen->layout.payloads)
            names << QString::fromStdString(payload.name);
        QCOMPARE(names, (QStringList{"whole", "broadcast", "tail"}));
    }

    void a_cut_is_never_complete_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::size_t>("step");
        const auto all = expectations();
        QVERIFY(all.size() >= 40);
        for (const auto& name : all.keys()) {
            const auto format = all[name].toObject()["format"].toString();
            const bool is_marked = format == "torch-zip" || format == "safetensors" || format == "gguf";
            const bool is_small = std::filesystem::file_size(golden_folder() / name.toStdString()) < 5000;
            QTest::newRow(qPrintable(name)) << name << std::size_t{is_marked && is_small ? 1U : 64U};
        }
        QTest::newRow("legacy, every byte") << QStringLiteral("legacy.pt") << std::size_t{1};
    }
    void a_cut_is_never_complete() {
        QFETCH(QString, name);
        QFETCH(std::size_t, step);
        const auto bytes = slurp(golden_folder() / name.toStdString());
        std::vector<std::size_t> lengths = {bytes.size() - 1};
        for (std::size_t length = 0; length < bytes.size(); length += step)
            lengths.push_back(length);
        const auto legacy = name.startsWith("legacy");
        for (const auto length : lengths) {
            const auto seen = look(bytes.substr(0, length), name.toStdString());
            // Any pickle of protocol 2 begins with these two bytes.
            if (legacy && (length == 1 || length == 2)) continue;
            // Other programs write empty files with this name.
            if (name.endsWith(".index") && length == 0) continue;
            // The file does not state the length of a pickle.
            if (name == "objects.npy" && length >= 128) continue;
            QVERIFY2(!seen.complete, qPrintable(QString::number(length)));
            QVERIFY(!seen.reason.empty());
            QVERIFY(seen.layout.payloads.empty());
        }
    }

    void reasons_say_where() {
        const auto zip = slurp(golden_folder() / "tensor.pt");
        QCOMPARE(look(zip.substr(0, 500), "t.pt").reason, "its directory is missing or cut off at byte 500"s);
        const auto legacy = slurp(golden_folder() / "legacy.pt");
        const auto size = std::to_string(legacy.size());
        QCOMPARE(look(legacy.substr(0, legacy.size() - 10), "t.pt").reason,
                 "it has " + std::to_string(legacy.size() - 10) + " of " + size + " bytes");
        QCOMPARE(look(legacy.substr(0, 200), "t.pt").reason, "its pickles are cut off at byte 200"s);
    }

    void other_files_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("name");
        QTest::addColumn<bool>("complete");
        QTest::newRow("empty text") << ""s
                                    << "notes.txt"s << true;
        QTest::newRow("empty without name") << ""s
                                            << "latest"s << true;
        for (const auto* name : {"a.pt", "a.pth", "a.ckpt", "a.bin", "a.pth.tar", "a.safetensors", "a.gguf",
                                 "a.npy", "a.npz", "a.keras", "a.h5", "a.hdf5", "a.zip"}) {
            QTest::newRow(name) << ""s << std::string(name) << false;
        }
        QTest::newRow("one byte of a zip") << "P"s
                                           << "a.pt"s << false;
        QTest::newRow("three bytes of a zip") << "PK\x03"s
                                              << "a.ckpt"s << false;
        QTest::newRow("three bytes of an npz") << "PK\x03"s
                                               << "a.npz"s << false;
        QTest::newRow("five bytes of an npy") << "\x93NUMP"s
                                              << "a.npy"s << false;
        QTest::newRow("seven bytes of HDF5") << "\x89HDF\r\n\x1a"s
                                             << "a.h5"s << false;
        QTest::newRow("seven bytes of HDF5 elsewhere") << "\x89HDF\r\n\x1a"s
                                                       << "a.dat"s << true;
        QTest::newRow("text named as HDF5") << "a text"s
                                            << "a.h5"s << true;
        QTest::newRow("another program's index") << "DIRC\0\0\0\2"s
                                                 << "git.index"s << true;
        QTest::newRow("empty index") << ""s
                                     << "a.index"s << true;
        QTest::newRow("one byte of anything") << "x"s
                                              << "a.pt"s << true;
        QTest::newRow("one byte of a text") << "P"s
                                            << "a.txt"s << true;
        QTest::newRow("JSON") << "{\"step\": 3}"s
                              << "trainer_state.json"s << true;
        QTest::newRow("random numbers") << "\x93\x12\x00\x45\x99\xfe"s
                                        << "a.bin"s << true;
        QTest::newRow("plain pickle") << "\x80\x04N."s
                                      << "a.pkl"s << true;
        QTest::newRow("text that begins like GGUF") << "GGUF is a format"s
                                                    << "notes"s << true;
        QTest::newRow("empty zip") << "PK\x05\x06"s + std::string(18, '\0') << "a.zip"s << true;
    }
    void other_files() {
        QFETCH(std::string, bytes);
        QFETCH(std::string, name);
        QFETCH(bool, complete);
        const auto seen = look(bytes, name);
        QCOMPARE(seen.complete, complete);
        QCOMPARE(seen.reason.empty(), complete);
        if (!complete) return;
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
    }

    void tar_archives_are_raw_with_a_note_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<bool>("noted");
        QTest::newRow("what old torch wrote") << "model.pth"s << true;
        QTest::newRow("the name of its time") << "model_best.pth.tar"s << true;
        QTest::newRow("any other") << "images.tar"s << false;
    }
    void tar_archives_are_raw_with_a_note() {
        QFETCH(std::string, name);
        QFETCH(bool, noted);
        auto tar = "storages" + std::string(504, '\0');
        tar.replace(257, 8, "ustar\00000"s);
        const auto seen = look(tar, name);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(!seen.layout.note.empty(), noted);
    }

    void members_of_a_stored_zip_are_read_as_what_they_are() {
        const std::string tensor = slurp(golden_folder() / "weights.safetensors");
        const auto inner = look(tensor, "w.safetensors").layout;
        QVERIFY(!inner.payloads.empty());
        const std::string settings = R"({"num_timesteps": 70, "x": {"num_timesteps": 1}})";
        const auto zip = build_zip({{.name = "data", .data = settings},
                                    {.name = "a/w.safetensors", .data = tensor},
                                    {.name = "deflated.safetensors", .data = tensor, .method = 8},
                                    {.name = "cut.safetensors", .data = tensor.substr(0, tensor.size() - 1)},
                                    {.name = "a/w.pt", .data = tensor},
                                    {.name = "text", .data = std::string(200, 'x')}});
        const auto seen = look(zip.bytes, "model.zip");
        QVERIFY(seen.complete);
        const auto& layout = seen.layout;
        QCOMPARE(layout.format, "zip"s);
        QCOMPARE(check_layout(layout, zip.bytes.size()), ""s);
        QCOMPARE(layout.step.value_or(-1), std::int64_t{70});
        QVERIFY(layout.note.starts_with("in cut.safetensors: it has "));
        const auto n = inner.payloads.size();
        QCOMPARE(layout.payloads.size(), 2 * n);
        for (std::size_t i = 0; i < 2 * n; ++i) {
            const auto& expected = inner.payloads[i % n];
            const auto& found = layout.payloads[i];
            QCOMPARE(found.name, "a.w." + expected.name + (i < n ? "" : "#2"));
            QCOMPARE(found.offset, zip.payloads[i < n ? 1 : 4] + expected.offset);
            QCOMPARE(found.length, expected.length);
        }
        QCOMPARE(layout.tensors.size(), 2 * inner.tensors.size());
        QCOMPARE(layout.derived.size(), std::size_t{4});
        QCOMPARE(layout.derived[0].offset, zip.directory_crcs[1]);
        QCOMPARE(layout.derived[2].begin, zip.payloads[4]);
        QCOMPARE(layout.derived[2].length, tensor.size());
    }

    void zips_in_zips_are_read_to_a_depth_data() {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("read");
        QTest::newRow("1") << 1 << true;
        QTest::newRow("2") << 2 << true;
        QTest::newRow("3") << 3 << false;
        QTest::newRow("30") << 30 << false;
    }
    void zips_in_zips_are_read_to_a_depth() {
        QFETCH(int, depth);
        QFETCH(bool, read);
        auto bytes = slurp(golden_folder() / "weights.safetensors");
        const auto payloads = look(bytes, "w.safetensors").layout.payloads.size();
        for (int i = 0; i < depth; ++i)
            bytes = build_zip({{.name = i == 0 ? "w.safetensors" : "inner.zip", .data = bytes}}).bytes;
        const auto seen = look(bytes, "a.zip");
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.payloads.size(), read ? payloads : std::size_t{0});
        QCOMPARE(seen.layout.derived.size(), read ? static_cast<std::size_t>(2 * depth) : std::size_t{0});
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
    }

    void as_many_members_are_read_as_is_said() {
        const auto tensor = slurp(golden_folder() / "weights.safetensors");
        std::vector<ZipMember> members(300, {.name = "w.safetensors", .data = tensor});
        const auto seen = look(build_zip(members).bytes, "a.zip");
        QCOMPARE(seen.layout.payloads.size() / look(tensor, "w.safetensors").layout.payloads.size(),
                 std::size_t{256});
    }

    void members_that_share_bytes_are_not_read() {
        const auto tensor = slurp(golden_folder() / "weights.safetensors");
        const auto zip = build_zip({{.name = "a.safetensors", .data = tensor, .length_error = 40},
                                    {.name = "b.safetensors", .data = tensor}});
        const auto seen = look(zip.bytes, "a.zip");
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "raw"s);
        QVERIFY(seen.layout.note.find("overlap") != std::string::npos);
    }

    void behind_a_whole_legacy_file_may_be_anything() {
        const auto legacy = slurp(golden_folder() / "legacy.pt");
        const auto alone = look(legacy, "a.pt");
        const auto followed = look(legacy + "more", "a.pt");
        QVERIFY(followed.complete);
        QCOMPARE(followed.layout.format, "torch-legacy"s);
        QCOMPARE(followed.layout.payloads.size(), alone.layout.payloads.size());
        QCOMPARE(check_layout(followed.layout, legacy.size() + 4), ""s);
    }
};

STEPVAULT_TEST(TestInspect)

}  // namespace test_inspect

#include "test_inspect.moc"
