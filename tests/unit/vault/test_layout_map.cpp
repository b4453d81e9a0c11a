#include <QtTest>

#include "support/opened.h"
#include "support/registry.h"
#include "vault/chain/layout_map.h"

namespace test_layout_map {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr auto none = LayoutMap::none;

struct Item {
    const char* name;
    std::uint64_t count;
    std::uint32_t stream = 1;
    DType dtype = DType::f32;
};
struct Part {
    std::string path;
    std::vector<Item> items;
};
using Matches = std::vector<std::uint32_t>;
using Numbers = std::vector<std::uint64_t>;

/// Files of eight raw bytes and their payloads, in chunks of `chunk` elements.
StepLayout layout_of(const std::vector<Part>& parts, std::uint32_t chunk = 4) {
    StepLayout l;
    l.streams = {{StreamCoding::bytes, DType::opaque, "", 8}};
    for (const auto& part : parts) {
        std::uint64_t end = 8;
        for (const auto& item : part.items) {
            while (l.streams.size() <= item.stream)
                l.streams.push_back({StreamCoding::exact, item.dtype, "", chunk});
            StoredPayload p;
            p.file = static_cast<std::uint32_t>(l.files.size());
            p.offset = end;
            p.length = item.count * item_size(item.dtype);
            p.dtype = item.dtype;
            p.stream = item.stream;
            p.name = item.name;
            end += p.length;
            l.payloads.push_back(p);
        }
        l.files.push_back({part.path, end, "raw", ""});
    }
    if (!l.complete()) qFatal("the test's layout is wrong");
    return l;
}

Matches matches(const StepLayout& from, const StepLayout& to) {
    const LayoutMap map(from, to);
    Matches found;
    for (std::uint32_t p = 0; p < from.payloads.size(); ++p)
        found.push_back(map.payload(p));
    return found;
}

/// Files of one payload each.
StepLayout files_of(const std::vector<std::string>& paths) {
    std::vector<Part> parts;
    for (const auto& path : paths)
        parts.push_back({path, {{"w", 2}}});
    return layout_of(parts);
}

/// The stream, chunk, first byte, bytes and place of each part of a chunk's base.
std::vector<Numbers> base_parts(const StepLayout& from, std::uint32_t stream, std::uint64_t chunk,
                                const StepLayout& to) {
    std::vector<Numbers> found;
    const LayoutMap map(from, to);
    (void)for_each_base_part(from, stream, chunk, map, to, [&](const BasePart& part) -> Status {
        found.push_back({part.stream, part.chunk, part.from, part.bytes, part.at});
        return {};
    });
    return found;
}

/// The base of a chunk if each byte of the parent is its stream, chunk and place.
std::string base_of(const StepLayout& from, std::uint32_t stream, std::uint64_t chunk, const StepLayout& to,
                    Bytes base = {}) {
    const LayoutMap map(from, to);
    const auto read = [](std::uint32_t s, std::uint64_t c, MutableByteView out) -> Status {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<std::byte>(s * 100 + c * 20 + i + 1);
        return {};
    };
    if (!gather_base(from, stream, chunk, map, to, read, base)) return "failed";
    return std::string(as_text(base));
}

std::string bytes_from(unsigned first, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += static_cast<char>(first + i);
    return text;
}

}  // namespace

class TestLayoutMap : public QObject {
    Q_OBJECT

 private slots:
    void payloads_match_by_file_name_type_and_length_data() {
        QTest::addColumn<Item>("item");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("is_match");
        QTest::newRow("the same") << Item{"w", 2} << "f" << true;
        QTest::newRow("in another stream") << Item{"w", 2, 2} << "f" << true;
        QTest::newRow("of another name") << Item{"v", 2} << "f" << false;
        QTest::newRow("of another length") << Item{"w", 3} << "f" << false;
        QTest::newRow("of another type") << Item{"w", 2, 2, DType::i32} << "f" << false;
        QTest::newRow("of as many bytes") << Item{"w", 1, 2, DType::f64} << "f" << false;
        QTest::newRow("of another file") << Item{"w", 2} << "g" << false;
    }
    void payloads_match_by_file_name_type_and_length() {
        QFETCH(Item, item);
        QFETCH(QString, path);
        QFETCH(bool, is_match);
        const auto from = layout_of({{"f", {{"w", 2}}}});
        const auto to = layout_of({{"f", {{"first", 5}}}, {path.toStdString(), {item}}});
        if (path == "f") {
            const auto one = layout_of({{"f", {{"first", 5}, item}}});
            QCOMPARE(matches(from, one), Matches{is_match ? 1 : none});
        } else {
            QCOMPARE(matches(from, to), Matches{none});
        }
    }

    void the_first_of_a_name_is_taken() {
        const auto from = layout_of({{"f", {{"w", 2}, {"w", 2}}}});
        QCOMPARE(matches(from, from), (Matches{0, 0}));
    }

    void payloads_match_without_wrappers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("others");
        QTest::addColumn<Matches>("found");
        using Names = QStringList;
        QTest::newRow("wrapped now") << "module.a.w" << Names{"x", "a.w"} << Matches{1};
        QTest::newRow("wrapped before") << "a.w" << Names{"x", "_orig_mod.a.w"} << Matches{1};
        QTest::newRow("wrapped otherwise") << "module.a.w" << Names{"base_model.model.a.w"} << Matches{0};
        QTest::newRow("inside") << "model.module.a.w" << Names{"model.a._orig_mod.w"} << Matches{0};
        QTest::newRow("the same name first") << "module.a.w" << Names{"a.w", "module.a.w"} << Matches{1};
        QTest::newRow("the first of several") << "a.w" << Names{"model.a.w", "module.a.w"} << Matches{0};
        QTest::newRow("a part that begins so") << "module_a.w" << Names{"w", "a.w"} << Matches{none};
        QTest::newRow("the parts in another order") << "a.b.w" << Names{"module.b.a.w"} << Matches{none};
    }
    void payloads_match_without_wrappers() {
        QFETCH(QString, name);
        QFETCH(QStringList, others);
        QFETCH(Matches, found);
        std::vector<std::string> names{name.toStdString()};
        for (const auto& other : others)
            names.push_back(other.toStdString());
        std::vector<Item> items;
        for (std::size_t i = 1; i < names.size(); ++i)
            items.push_back({names[i].c_str(), 2});
        QCOMPARE(matches(layout_of({{"f", {{names[0].c_str(), 2}}}}), layout_of({{"f", items}})), found);
    }

    void files_match_by_path_or_else_in_order_data() {
        QTest::addColumn<QStringList>("from");
        QTest::addColumn<QStringList>("to");
        QTest::addColumn<Matches>("found");
        using Names = QStringList;
        QTest::newRow("the same paths") << Names{"a", "b"} << Names{"b", "a"} << Matches{1, 0};
        QTest::newRow("other numbers") << Names{"g_2", "d_2"} << Names{"d_1", "g_1"} << Matches{1, 0};
        QTest::newRow("numbers of other lengths") << Names{"g_1000"} << Names{"g_999"} << Matches{0};
        QTest::newRow("several numbers") << Names{"g_1-of-2"} << Names{"g_12-of-34"} << Matches{0};
        QTest::newRow("in their order") << Names{"s-3", "s-4"} << Names{"s-1", "s-2"} << Matches{0, 1};
        QTest::newRow("the same path first") << Names{"s-2", "s-3"} << Names{"s-1", "s-2"} << Matches{1, 0};
        QTest::newRow("more than before") << Names{"s-3", "s-4"} << Names{"s-1"} << Matches{0, none};
        QTest::newRow("no number at all") << Names{"s-"} << Names{"s-1"} << Matches{none};
        QTest::newRow("in another folder") << Names{"x/s-2"} << Names{"y/s-1"} << Matches{none};
    }
    void files_match_by_path_or_else_in_order() {
        QFETCH(QStringList, from);
        QFETCH(QStringList, to);
        QFETCH(Matches, found);
        const auto files = [](const QStringList& names) {
            std::vector<std::string> paths;
            for (const auto& name : names)
                paths.push_back(name.toStdString());
            return files_of(paths);
        };
        QCOMPARE(matches(files(from), files(to)), found);
    }

    void streams_are_aligned_if_all_their_chunks_are_data() {
        using Items = std::vector<Item>;
        QTest::addColumn<Items>("items");
        QTest::addColumn<int>("chunk");
        QTest::addColumn<quint32>("aligned");
        QTest::addColumn<bool>("is_identical");
        const auto row = [](const char* name, Items items, int chunk, std::uint32_t aligned,
                            bool is_identical) {
            QTest::newRow(name) << std::move(items) << chunk << quint32{aligned} << is_identical;
        };
        row("the same", {{"a", 3}, {"b", 5}}, 4, 1, true);
        row("other chunks", {{"a", 3}, {"b", 5}}, 5, none, false);
        row("one more", {{"a", 3}, {"b", 5}, {"c", 1}}, 4, none, false);
        row("one less", {{"a", 3}}, 4, none, false);
        row("another order", {{"b", 5}, {"a", 3}}, 4, none, false);
        row("another second one", {{"a", 3}, {"c", 5}}, 4, none, false);
        row("another number", {{"x", 1, 1}, {"a", 3, 2}, {"b", 5, 2}}, 4, 2, false);
        row("one more stream", {{"a", 3}, {"b", 5}, {"x", 1, 2}}, 4, 1, false);
    }
    void streams_are_aligned_if_all_their_chunks_are() {
        QFETCH(std::vector<Item>, items);
        QFETCH(int, chunk);
        QFETCH(quint32, aligned);
        QFETCH(bool, is_identical);
        const auto from = layout_of({{"f", {{"a", 3}, {"b", 5}}}});
        const LayoutMap map(from, layout_of({{"f", items}}, static_cast<std::uint32_t>(chunk)));
        QCOMPARE(map.aligned_stream(1), std::uint32_t{aligned});
        QCOMPARE(map.identical(), is_identical);
    }

    void a_skeleton_of_another_size_is_no_difference() {
        const auto from = layout_of({{"f", {{"a", 3}}}});
        auto to = layout_of({{"f", {{"a", 3}}}, {"g", {}}});
        const LayoutMap map(from, to);
        QCOMPARE(map.aligned_stream(0), none);
        QVERIFY(map.identical());
        QCOMPARE(LayoutMap(from, from).aligned_stream(0), 0U);
    }

    void the_base_is_gathered_from_where_its_payloads_are() {
        const auto from = layout_of({{"f", {{"a", 3}, {"new", 2}, {"b", 6}}}});
        const auto to = layout_of({{"f", {{"b", 6}, {"a", 3}}}});
        // "a" is elements 6 to 8 of the parent, over the border of its second and third chunk.
        QCOMPARE(base_parts(from, 1, 0, to), (std::vector<Numbers>{{1, 1, 8, 8, 0}, {1, 2, 0, 4, 8}}));
        QCOMPARE(base_parts(from, 1, 1, to), (std::vector<Numbers>{{1, 0, 0, 12, 4}}));
        QCOMPARE(base_parts(from, 1, 2, to), (std::vector<Numbers>{{1, 0, 12, 4, 0}, {1, 1, 0, 8, 4}}));
        // New elements start from zeros, whatever was in the buffer.
        QCOMPARE(base_of(from, 1, 0, to, Bytes(40, std::byte{77})),
                 bytes_from(100 + 20 + 9, 8) + bytes_from(100 + 40 + 1, 4) + std::string(4, '\0'));
        QCOMPARE(base_of(from, 1, 1, to, Bytes(40, std::byte{77})),
                 std::string(4, '\0') + bytes_from(101, 12));
    }

    void an_aligned_chunk_is_the_parents_chunk() {
        const auto from = layout_of({{"f", {{"a", 3}, {"b", 6}}}});
        const auto to = layout_of({{"f", {{"x", 1}, {"a", 3, 2}, {"b", 6, 2}}}});
        QCOMPARE(base_parts(from, 1, 2, to), (std::vector<Numbers>{{2, 2, 0, 4, 0}}));
        QCOMPARE(base_of(from, 1, 2, to), bytes_from(200 + 40 + 1, 4));
    }

    void a_skeleton_chunk_follows_the_one_of_its_number() {
        const auto from = layout_of({{"f", {{"a", 3}}}, {"g", {}}, {"h", {}}});
        const auto to = layout_of({{"f", {{"a", 3}}}, {"g", {}}});
        QCOMPARE(from.streams[0].chunks(), std::uint64_t{3});
        QCOMPARE(base_of(from, 0, 1, to), bytes_from(21, 8));
        QCOMPARE(base_of(from, 0, 2, to, Bytes(3)), std::string());
        // The parent's last chunk may be shorter.
        auto shorter = to;
        shorter.files[1].size = 5;
        VERIFY_OK(shorter.complete());
        QCOMPARE(base_of(from, 0, 1, shorter), bytes_from(21, 5));
    }
};

STEPVAULT_TEST(TestLayoutMap)

}  // namespace test_layout_map

#include "test_layout_map.moc"
