#include <QTest>

#include "check_layout.h"
#include "container/distributed_metadata.h"
#include "container/torch_distributed.h"
#include "distributed_builder.h"
#include "golden_values.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_torch_distributed {

using namespace stepvault;
using namespace std::string_literals;

namespace {

/// An item in torch.save's format, from the golden files.
std::string archive() {
    return slurp(golden_folder() / "tensor.pt");
}

}  // namespace

class TestTorchDistributed : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Result<DistributedMetadata> read(const std::string& pickle) {
        return read_distributed_metadata(files_.put("metadata", pickle), pickle.size());
    }
    Inspection look(const std::string& bytes, const std::vector<DistributedItem>& items) {
        return *read_torch_distributed(files_.put("part", bytes), bytes.size(), items);
    }
    static QStringList names(const Layout& layout) {
        QStringList found;
        for (const auto& payload : layout.payloads)
            found << QString::fromStdString(payload.name);
        return found;
    }

 private slots:
    void folders_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("torch 1.13") << "distributed_1_13";
        QTest::newRow("torch 2") << "distributed_2";
    }
    void folders() {
        QFETCH(QString, folder);
        const auto path = golden_folder() / folder.toStdString();
        const auto metadata = read(slurp(path / ".metadata"));
        QVERIFY2(metadata.ok(), metadata.ok() ? "" : metadata.error().message.c_str());
        QVERIFY(std::ranges::count_if(metadata->globals, [](const auto& global) {
                    return global.ends_with("checkpoint.metadata.MetadataIndex");
                }) == 1);
        const auto expected = golden_json(folder + ".json");
        QCOMPARE(metadata->files.size(), static_cast<std::size_t>(expected.size()));
        for (const auto& [name, items] : metadata->files) {
            const auto bytes = slurp(path / name);
            const auto seen = look(bytes, items);
            QVERIFY2(seen.complete, seen.reason.c_str());
            const auto& layout = seen.layout;
            QCOMPARE(layout.format, "torch-distributed"s);
            QCOMPARE(layout.note, ""s);
            QCOMPARE(check_layout(layout, bytes.size()), ""s);
            const auto wanted = expected[QString::fromStdString(name)].toObject();
            QCOMPARE(layout.step.value_or(-1), wanted["step"].toInteger());
            auto sorted = layout;
            std::ranges::sort(sorted.tensors, {}, &TensorView::name);
            QCOMPARE(described(bytes, sorted), wanted["tensors"].toArray());
            QCOMPARE(layout.payloads.size(), layout.tensors.size());
            for (std::size_t i = 0; i < layout.tensors.size(); ++i)
                QCOMPARE(layout.payloads[layout.tensors[i].payload].name, layout.tensors[i].name);
            QCOMPARE(layout.derived.size(), 2 * layout.payloads.size());
            for (const auto& derived : layout.derived)
                QCOMPARE(load<std::uint32_t>(as_view(bytes), derived.offset),
                         crc32(0, as_view(bytes).subspan(derived.begin, derived.length)));
        }
    }

    void a_cut_is_never_complete_data() { folders_data(); }
    void a_cut_is_never_complete() {
        QFETCH(QString, folder);
        const auto path = golden_folder() / folder.toStdString();
        const auto pickle = slurp(path / ".metadata");
        for (std::size_t length = 0; length < pickle.size(); ++length)
            VERIFY_ERROR(read(pickle.substr(0, length)), ErrorCode::incomplete);
        const auto metadata = read(pickle);
        VERIFY_OK(metadata);
        QVERIFY(!metadata->files.empty());
        for (const auto& [name, items] : metadata->files) {
            const auto bytes = slurp(path / name);
            QVERIFY(!bytes.empty());
            std::vector<std::size_t> lengths = {bytes.size() - 1};
            for (std::size_t length = 0; length < bytes.size(); length += 64)
                lengths.push_back(length);
            for (const auto length : lengths) {
                const auto cut = look(bytes.substr(0, length), items);
                QVERIFY(!cut.complete);
                QVERIFY(cut.layout.payloads.empty());
                // A file that gets its final size before its content.
                const auto sparse =
                    look(bytes.substr(0, length) + std::string(bytes.size() - length, '\0'), items);
                if (sparse.complete) QCOMPARE(length, bytes.size() - 1);
            }
        }
    }

    void items_are_named_by_key_and_chunk() {
        const auto metadata = read(build_distributed_metadata({{"w", "a", 0, 10, {0, 4}},
                                                               {"w", "b", 0, 10, {8, 4}},
                                                               {"one", "a", 20, 5, {3}},
                                                               {"scalar", "a", 30, 5, {}},
                                                               {"object", "a", 10, 7, {-1}}}));
        QVERIFY(metadata.ok());
        QStringList found;
        for (const auto& [file, items] : metadata->files) {
            for (const auto& item : items) {
                found << QString::fromStdString(file + ":" + item.name + "@" + std::to_string(item.offset) +
                                                "+" + std::to_string(item.length) +
                                                (item.tensor ? "" : " object"));
            }
        }
        QCOMPARE(found, (QStringList{"a:w[0,4]@0+10", "a:object@10+7 object", "a:one@20+5", "a:scalar@30+5",
                                     "b:w[8,4]@0+10"}));
    }

    void wrong_metadata_data() {
        QTest::addColumn<std::string>("pickle");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::vector<BuiltItem>& items, const char* reason) {
            QTest::newRow(name) << build_distributed_metadata(items) << ErrorCode::corrupt << QString(reason);
        };
        constexpr auto most = INT64_MAX;
        row("overlap", {{"a", "f", 0, 10}, {"b", "f", 9, 1}}, "two items at byte 9 of f");
        row("same place", {{"a", "f", 5, 10}, {"b", "f", 5, 10}}, "two items at byte 5 of f");
        row("negative offset", {{"a", "f", -1, 10}}, "without name or place");
        row("negative length", {{"a", "f", 0, -10}}, "without name or place");
        row("beyond 2^63", {{"a", "f", most, most}}, "no file can hold");
        row("no name", {{"", "f", 0, 1}}, "without name or place");
        row("long name", {{std::string(5000, 'n'), "f", 0, 1}}, "without name or place");
        row("place that is none", {{"a", "f", 0, 1, {-5}}}, "without name or place");
        row("absolute path", {{"a", "/etc/passwd", 0, 1}}, "outside of its folder: /etc/passwd");
        row("path upwards", {{"a", "x/../../f", 0, 1}}, "outside of its folder");
        row("no path", {{"a", "", 0, 1}}, "outside of its folder");
        QTest::newRow("empty") << ""s << ErrorCode::incomplete << "cut off";
        QTest::newRow("no pickle") << "x"s << ErrorCode::corrupt << "unknown opcode";
        QTest::newRow("another object") << "}."s << ErrorCode::corrupt << "lists no items";
        QTest::newRow("items of another kind")
            << pickled_object("Metadata", pickled_text("storage_data") + "N") + "." << ErrorCode::corrupt
            << "lists no items";
        const auto info = pickled_object("_StorageInfo", pickled_text("relative_path") + pickled_text("f"));
        QTest::newRow("item without place")
            << pickled_object("Metadata", pickled_text("storage_data") + "}(" + "N" + info + "u") + "."
            << ErrorCode::corrupt << "without name or place";
        // The same key and place named repeatedly: each repetition costs four bytes.
        auto shared = build_distributed_metadata({{std::string(4000, 'n'), "f", 0, 0}});
        shared.insert(shared.find("cm\n_StorageInfo"), "q\x01");
        shared.replace(shared.size() - 4, 4, "q\x02u");
        for (int i = 0; i < 10'000; ++i)
            shared += "(h\x01h\x02u";
        QTest::newRow("long name shared by many") << shared + "ub." << ErrorCode::limit << "more memory";
    }
    void wrong_metadata() {
        QFETCH(std::string, pickle);
        QFETCH(ErrorCode, code);
        QFETCH(QString, reason);
        const auto metadata = read(pickle);
        QVERIFY(!metadata.ok());
        QVERIFY2(QString::fromStdString(metadata.error().message).contains(reason),
                 metadata.error().message.c_str());
        QCOMPARE(metadata.error().code, code);
    }

    void transforms_are_seen_data() {
        QTest::addColumn<std::string>("more");
        QTest::addColumn<bool>("transformed");
        const auto attribute = pickled_text("transform_descriptors");
        QTest::newRow("not there") << ""s << false;
        QTest::newRow("None") << attribute + "N" << false;
        QTest::newRow("none of them") << attribute + "]" << false;
        QTest::newRow("one") << attribute + "]" + pickled_text("zstd") + "a" << true;
    }
    void transforms_are_seen() {
        QFETCH(std::string, more);
        QFETCH(bool, transformed);
        const auto metadata = read(build_distributed_metadata({{"a", "f", 0, 10, {0}, more}}));
        QVERIFY(metadata.ok());
        QCOMPARE(metadata->files.at("f").at(0).transformed, transformed);
    }

    void items_of_all_kinds() {
        const auto zip = archive();
        const auto noise = "a dozen bytes"s;
        const std::string gap(7, '-');
        std::vector<DistributedItem> items;
        std::string bytes;
        const auto add = [&](const std::string& name, const std::string& content, bool tensor,
                             bool transformed) {
            items.push_back({name, bytes.size(), content.size(), tensor, transformed});
            bytes += content + gap;
        };
        add("first", zip, true, false);
        add("object", zip, false, false);
        add("bytes", noise, false, false);
        add("zeros", std::string(20, '\0'), false, false);
        add("none", "", true, false);
        add("compressed", zip.substr(0, 100), true, true);
        add("odd", noise, true, false);
        add("other zip", archive().replace(zip.rfind("data.pkl"), 8, "data_pkl"), false, false);
        const auto seen = look(bytes, items);
        QVERIFY(seen.complete);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        QCOMPARE(names(seen.layout), (QStringList{"first", "object"}));
        QCOMPARE(seen.layout.payloads[1].offset - seen.layout.payloads[0].offset, items[1].offset);
        const auto at = std::to_string(items[5].offset);
        QCOMPARE(seen.layout.note,
                 "item compressed at byte " + at + " is compressed or otherwise transformed and 1 more");
    }

    void unfinished_items_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<bool>("tensor");
        QTest::addColumn<QString>("reason");
        const auto zip = archive();
        QTest::newRow("zeros") << std::string(zip.size(), '\0') << true << "item w at byte 0 is still zeros";
        QTest::newRow("directory missing")
            << zip.substr(0, 100) << true << "item w at byte 0: its directory is missing";
        QTest::newRow("directory missing, of an object")
            << zip.substr(0, 100) << false << "item w at byte 0: its directory is missing";
    }
    void unfinished_items() {
        QFETCH(std::string, bytes);
        QFETCH(bool, tensor);
        QFETCH(QString, reason);
        const auto seen = look(bytes, {{"w", 0, bytes.size(), tensor}});
        QVERIFY(!seen.complete);
        QVERIFY2(QString::fromStdString(seen.reason).startsWith(reason), seen.reason.c_str());
    }

    void one_name_for_several_items() {
        const auto zip = archive();
        const auto seen = look(zip + zip, {{"w", 0, zip.size(), true}, {"w", zip.size(), zip.size(), true}});
        QCOMPARE(names(seen.layout), (QStringList{"w", "w#2"}));
    }
};

STEPVAULT_TEST(TestTorchDistributed)

}  // namespace test_torch_distributed

#include "test_torch_distributed.moc"
