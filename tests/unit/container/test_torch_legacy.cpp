#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "golden_values.h"
#include "pickle_pieces.h"
#include "support/registry.h"

namespace test_torch_legacy {

using namespace stepvault;
using namespace std::string_literals;

namespace {

/// A file of torch < 1.6, built piece by piece.
struct LegacyFile {
    std::string system = "}(" + text("little_endian") + "\x88u";
    std::string object;
    std::vector<std::string> keys;
    std::vector<std::pair<std::int64_t, std::string>> storages;  ///< count and bytes

    [[nodiscard]] std::string bytes() const {
        ByteWriter out;
        constexpr char magic[] =
            "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.";
        out.put_bytes(as_view({magic, sizeof(magic) - 1}));
        out.put_bytes(as_view("\x80\x02" + system + "."));
        out.put_bytes(as_view("\x80\x02" + object + "."));
        std::string list = "](";
        for (const auto& key : keys)
            list += text(key);
        out.put_bytes(as_view("\x80\x02" + list + "e."));
        for (const auto& [count, data] : storages) {
            out.put(count);
            out.put_bytes(as_view(data));
        }
        return std::string(as_text(out.view()));
    }
};

/// `view`: opcodes of the persistent id's last part.
std::string row(const std::string& key, int offset, int count, int stored, const std::string& view = "N",
                const std::string& storage_class = "FloatStorage") {
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\n" + storage_class + "\n" +
           text(key) + text("cpu") + number(stored) + view + "tQ" + number(offset) + number(count) + "\x85" +
           number(1) + "\x85\x89NtR";
}

std::string view_of(int offset, int count) {
    return "(" + text("77") + number(offset) + number(count) + "t";
}

std::string dict(std::initializer_list<std::pair<std::string, std::string>> items) {
    auto pickle = "}("s;
    for (const auto& [key, value] : items)
        pickle += text(key) + value;
    return pickle + "u";
}

std::string floats(std::size_t count) {
    return std::string(4 * count, 'f');
}

/// Storages "10" of three floats and "9" of five, in the order of their keys as texts.
LegacyFile two_storages(const std::string& object) {
    return {.object = object, .keys = {"10", "9"}, .storages = {{3, floats(3)}, {5, floats(5)}}};
}

LegacyFile sound() {
    return two_storages(dict({{"a", row("9", 0, 5, 5)}, {"b", row("10", 1, 2, 3)}}));
}

}  // namespace

class TestTorchLegacy : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes) { return *inspect(files_.put("m.pt", bytes)); }

 private slots:
    void a_sound_file() {
        const auto bytes = sound().bytes();
        const auto seen = look(bytes);
        QVERIFY(seen.complete);
        const auto& layout = seen.layout;
        QCOMPARE(layout.format, "torch-legacy"s);
        QCOMPARE(layout.note, ""s);
        QCOMPARE(check_layout(layout, bytes.size()), ""s);
        QVERIFY(layout.derived.empty());
        QCOMPARE(layout.payloads.size(), std::size_t{2});
        QCOMPARE(layout.payloads[0].name, "b"s);
        QCOMPARE(layout.payloads[0].length, std::uint64_t{12});
        QCOMPARE(layout.payloads[0].offset, bytes.size() - 20 - 8 - 12);
        QCOMPARE(layout.payloads[1].name, "a"s);
        QCOMPARE(layout.payloads[1].offset, bytes.size() - 20);
        QCOMPARE(layout.tensors[1].offset, std::uint64_t{1});
        QCOMPARE(layout.globals,
                 (std::vector<std::string>{"torch._utils._rebuild_tensor_v2", "torch.FloatStorage"}));
    }

    void objects_data() {
        QTest::addColumn<std::string>("object");
        QTest::addColumn<QStringList>("tensors");   ///< names and offsets
        QTest::addColumn<QStringList>("payloads");  ///< in file order
        QTest::addColumn<QString>("note");
        const auto a = row("9", 0, 5, 5);
        const auto b = row("10", 0, 3, 3);
        QTest::newRow("tied") << dict({{"a", a}, {"again", a}, {"b", b}})
                              << QStringList{"a@0", "again@0", "b@0"} << QStringList{"b", "a"} << "";
        QTest::newRow("a storage within a storage")
            << dict({{"a", row("9", 1, 2, 5, view_of(2, 3))}, {"b", b}}) << QStringList{"a@3", "b@0"}
            << QStringList{"b", "a"} << "";
        QTest::newRow("beyond the inner storage")
            << dict({{"a", row("9", 1, 2, 5, view_of(2, 2))}, {"b", b}}) << QStringList{"b@0"}
            << QStringList{"b", "storage:0"} << "tensor a";
        QTest::newRow("inner storage beyond the outer one")
            << dict({{"a", row("9", 0, 2, 5, view_of(4, 2))}, {"b", b}}) << QStringList{"b@0"}
            << QStringList{"b", "storage:0"} << "tensor a";
        QTest::newRow("inner storage far away")
            << dict({{"a",
                      row("9", 0, 2, 5,
                          "(" + text("7") + "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f" + number(9) + "t")},
                     {"b", b}})
            << QStringList{"b@0"} << QStringList{"b", "storage:0"} << "tensor a";
        QTest::newRow("view that is none")
            << dict({{"a", row("9", 0, 5, 5, "]")}, {"again", a}, {"b", b}}) << QStringList{"again@0", "b@0"}
            << QStringList{"b", "again"} << "";
        QTest::newRow("module and its source")
            << "(" + text("module") + "cm\nNet\n" + text("net.py") + text("class Net") + "tQ)\x81" +
                   dict({{"a", a}, {"b", b}}) + "b"
            << QStringList{"a@0", "b@0"} << QStringList{"b", "a"} << "";
        QTest::newRow("storages without tensors, numbered as they appear")
            << "](" + row("9", 9, 9, 5) + row("10", 9, 9, 3) + "e" << QStringList()
            << QStringList{"storage:1", "storage:0"} << "tensor 0, which does not fit its storage and 1 more";
        QTest::newRow("a storage the file does not list")
            << dict({{"a", a}, {"b", b}, {"c", row("8", 0, 1, 1)}}) << QStringList{"a@0", "b@0"}
            << QStringList{"b", "a"} << "storage 8, which the file does not hold";
    }
    void objects() {
        QFETCH(std::string, object);
        QFETCH(QStringList, tensors);
        QFETCH(QStringList, payloads);
        QFETCH(QString, note);
        const auto bytes = two_storages(object).bytes();
        const auto seen = look(bytes);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "torch-legacy"s);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        QStringList found;
        for (const auto& t : seen.layout.tensors)
            found << QString::fromStdString(t.name + "@" + std::to_string(t.offset));
        QCOMPARE(found, tensors);
        found.clear();
        for (const auto& p : seen.layout.payloads)
            found << QString::fromStdString(p.name);
        QCOMPARE(found, payloads);
        QVERIFY2(note.isEmpty() ? seen.layout.note.empty()
                                : QString::fromStdString(seen.layout.note).contains(note),
                 seen.layout.note.c_str());
    }

    void kept_raw_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("note");
        const auto add = [](const char* name, const char* note, auto change) {
            auto file = sound();
            change(file);
            QTest::newRow(name) << file.bytes() << QString(note);
        };
        add("big-endian", "big-endian", [](auto& f) { f.system = dict({{"little_endian", "\x89"}}); });
        add("wrong count", "has 4 elements, its object says 3", [](auto& f) { f.storages[0].first = 4; });
        add("negative count", "elements, its object says 5", [](auto& f) { f.storages[1].first = -5; });
        add("key that the object does not have", "how large storage 11 is",
            [](auto& f) { f.keys[1] = "11"; });
        add("key twice", "storage 10 twice", [](auto& f) { f.keys[1] = "10"; });
        add("unknown class", "how large storage 9 is", [](auto& f) {
            f.object = dict({{"a", row("9", 0, 5, 5, "N", "OddStorage")}, {"b", row("10", 0, 3, 3)}});
        });
        add("one key, two sizes", "how large storage 9 is", [](auto& f) {
            f.object = dict({{"a", row("9", 0, 5, 5)}, {"b", row("10", 0, 3, 3)}, {"c", row("9", 0, 5, 6)}});
        });
        add("more elements than a file can hold", "how large storage 9 is", [](auto& f) {
            auto huge = row("9", 0, 5, 5);
            huge.replace(huge.find("K\x05N"), 2, "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f");
            f.object = dict({{"a", huge}, {"b", row("10", 0, 3, 3)}});
        });
        add("odd pickle", "unknown opcode", [](auto& f) { f.object = "\xff"; });
        add("newer protocol", "newer protocol", [](auto& f) { f.system = "\x80\x07}"; });
    }
    void kept_raw() {
        QFETCH(std::string, bytes);
        QFETCH(QString, note);
        const auto seen = look(bytes);
        QVERIFY(seen.complete);
        QCOMPARE(seen.layout.format, "raw"s);
        QCOMPARE(check_layout(seen.layout, bytes.size()), ""s);
        QVERIFY2(QString::fromStdString(seen.layout.note).contains(note), seen.layout.note.c_str());
    }

    void counts_that_are_still_zeros_wait() {
        auto file = sound();
        file.storages[1] = {0, std::string(20, '\0')};
        const auto seen = look(file.bytes());
        QVERIFY(!seen.complete);
        QVERIFY(seen.reason.find("has 0 elements, its object says 5") != std::string::npos);
    }

    void without_storages() {
        const auto bytes =
            LegacyFile{.object = dict({{"iter", number(6)}}), .keys = {}, .storages = {}}.bytes();
        const auto seen = look(bytes);
        QCOMPARE(seen.layout.format, "torch-legacy"s);
        QCOMPARE(seen.layout.step.value_or(-1), std::int64_t{6});
        QVERIFY(seen.layout.payloads.empty());
        QVERIFY(!look(bytes.substr(0, bytes.size() - 1)).complete);
    }

    /// Storage keys are addresses that differ in each run; names must not depend on them.
    void names_do_not_depend_on_keys() {
        const auto golden = slurp(golden_folder() / "legacy_adam.pt");
        const auto seen = look(golden);
        QVERIFY(seen.layout.payloads.size() > 20);
        for (const auto& payload : seen.layout.payloads) {
            QVERIFY2(payload.name.find("storage:") == std::string::npos, payload.name.c_str());
        }
        QVERIFY(std::ranges::any_of(seen.layout.payloads, [](const auto& p) {
            return p.name == "optimizer.state.0.max_exp_avg_sq";
        }));
    }
};

STEPVAULT_TEST(TestTorchLegacy)

}  // namespace test_torch_legacy

#include "test_torch_legacy.moc"
