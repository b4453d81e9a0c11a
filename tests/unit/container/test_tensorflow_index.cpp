#include <QTest>

#include "container/inspect.h"
#include "container/tensorflow_index.h"
#include "scratch_files.h"
#include "support/registry.h"

namespace test_tensorflow_index {

using namespace stepvault;
using namespace std::string_literals;

namespace {

constexpr auto golden_name = "model.ckpt-100.index";

std::string golden() {
    return slurp(golden_folder() / golden_name);
}

}  // namespace

class TestTensorflowIndex : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Result<std::vector<TensorflowShard>> shards(const std::string& bytes,
                                                const std::string& name = golden_name) {
        return tensorflow_shards(files_.put(name, bytes));
    }

 private slots:
    void shards_and_their_sizes() {
        const auto found = shards(golden());
        QVERIFY2(found.ok(), found ? "" : found.error().message.c_str());
        QCOMPARE((*found).size(), std::size_t{2});
        for (const auto& shard : *found) {
            const auto data = slurp(golden_folder() / shard.name);
            QVERIFY2(!data.empty(), shard.name.c_str());
            QCOMPARE(shard.bytes, std::uint64_t{data.size()});
        }
        QCOMPARE((*shards(golden(), "other.index"))[1].name, "other.data-00001-of-00002"s);
    }

    void cut_off() {
        const auto bytes = golden();
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const auto found = shards(bytes.substr(0, length));
            QVERIFY(!found.ok());
            QCOMPARE(found.error().code, ErrorCode::incomplete);
        }
    }

    void odd_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("message");
        const auto changed = [](std::size_t at, const std::string& by) {
            auto bytes = golden();
            bytes.replace(at, by.size(), by);
            return bytes;
        };
        const auto size = golden().size();
        // The first block ends where the first entry's key, which is empty, occurs again in the list of
        // blocks.
        ByteReader footer(ByteView(as_view(golden())).subspan(size - 48));
        const auto bytes = golden();
        ByteReader handles(as_view(bytes).subspan(size - 48));
        (void)handles.get_varint();
        (void)handles.get_varint();
        const auto index_at = handles.get_varint();
        const auto index_size = handles.get_varint();
        QTest::newRow("list of blocks behind the end")
            << changed(size - 48, "\xff\xff\x7f\x01\xff\xff\x7f\x10"s) << ErrorCode::corrupt
            << "list of blocks";
        QTest::newRow("no handles") << changed(size - 48, std::string(40, '\xff')) << ErrorCode::corrupt
                                    << "footer";
        QTest::newRow("compressed list")
            << changed(index_at + index_size, "\x01") << ErrorCode::unsupported << "compressed";
        QTest::newRow("restarts beyond the block")
            << changed(index_at + index_size - 4, "\xff\xff\xff\x7f") << ErrorCode::corrupt << "block";
        QTest::newRow("no data files") << changed(4, "\0"s) << ErrorCode::corrupt << "number of data files";
        QTest::newRow("one data file") << changed(4, "\1"s) << ErrorCode::corrupt << "entry";
        QTest::newRow("entry of no message") << changed(3, "\x0f"s) << ErrorCode::corrupt << "entry";
        QTest::newRow("value beyond the block") << changed(2, "\x7f"s) << ErrorCode::corrupt << "entry";
    }
    void odd() {
        QFETCH(std::string, bytes);
        QFETCH(ErrorCode, code);
        QFETCH(QString, message);
        const auto found = shards(bytes);
        QVERIFY(!found.ok());
        QCOMPARE(found.error().code, code);
        QVERIFY2(QString::fromStdString(found.error().message).contains(message),
                 found.error().message.c_str());
    }

    /// A block that is listed repeatedly would be read as often.
    void blocks_are_listed_once() {
        std::string list;
        const auto block = "\0\0\0\0\1\0\0\0"s;
        const auto entry = "\0\1\2k\0\x08"s;
        for (int i = 0; i < 1000; ++i)
            list += entry;
        list += block;
        auto bytes = block + std::string(5, '\0') + list + std::string(5, '\0');
        ByteWriter footer;
        footer.put_varint(0);
        footer.put_varint(0);
        footer.put_varint(block.size() + 5);
        footer.put_varint(list.size());
        bytes += std::string(as_text(footer.view()));
        bytes += std::string(40 - footer.size(), '\0') + "\x57\xfb\x80\x8b\x24\x75\x47\xdb"s;
        const auto found = shards(bytes);
        QVERIFY(!found.ok());
        QCOMPARE(found.error().code, ErrorCode::corrupt);
    }

    void damage() {
        const auto original = golden();
        std::uint64_t state = 1;
        const auto random = [&](std::size_t limit) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            return static_cast<std::size_t>(state >> 33U) % limit;
        };
        for (int round = 0; round < 10'000; ++round) {
            auto bytes = original;
            for (std::size_t i = 0; i <= random(3); ++i)
                bytes[random(bytes.size())] ^= static_cast<char>(1 + random(255));
            const auto found = shards(bytes);
            QVERIFY(!found.ok() || !(*found).empty());
            if (!found) QVERIFY(!found.error().message.empty());
        }
    }
};

STEPVAULT_TEST(TestTensorflowIndex)

}  // namespace test_tensorflow_index

#include "test_tensorflow_index.moc"
