#include <QTest>

#include "container/zip_directory.h"
#include "scratch_files.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_zip_directory {

using namespace stepvault;
using namespace std::string_literals;

namespace {

using Descriptor = ZipMember::Descriptor;

/// The padding by which torch makes payloads begin at a multiple of 64.
std::string padding(std::size_t length) {
    return "FB" + std::string(1, static_cast<char>(length)) + '\0' + std::string(length, 'Z');
}

std::vector<ZipMember> plain_members() {
    return {{.name = "r/data.pkl",
             .data = "pickle",
             .local_extra = padding(20),
             .descriptor = Descriptor::narrow},
            {.name = "r/data/0",
             .data = std::string(100, 'x'),
             .local_extra = padding(3),
             .descriptor = Descriptor::narrow},
            {.name = "r/empty"},
            {.name = "r/version", .data = "3\n", .descriptor = Descriptor::narrow}};
}

}  // namespace

class TestZipDirectory : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Result<std::vector<ZipEntry>> read(const std::string& bytes) {
        const auto& file = files_.put("zip", bytes);
        return read_zip_directory(file, bytes.size());
    }

 private slots:
    void members_are_found_data() {
        QTest::addColumn<std::vector<ZipMember>>("members");
        QTest::addColumn<bool>("zip64_end");
        QTest::addColumn<std::string>("tail");
        const auto changed = [](auto change) {
            auto members = plain_members();
            for (auto& member : members)
                change(member);
            return members;
        };
        QTest::newRow("as torch writes it") << plain_members() << true << ""s;
        QTest::newRow("without zip64 end") << plain_members() << false << ""s;
        QTest::newRow("no extra fields") << changed([](auto& m) { m.local_extra.clear(); }) << true << ""s;
        QTest::newRow("no descriptors")
            << changed([](auto& m) { m.descriptor = Descriptor::none; }) << true << ""s;
        QTest::newRow("wide descriptors")
            << changed([](auto& m) { m.descriptor = Descriptor::wide; }) << true << ""s;
        QTest::newRow("zip64 entries") << changed([](auto& m) {
            m.zip64 = true;
            m.descriptor = Descriptor::wide;
        }) << true << ""s;
        QTest::newRow("zip64 entries, narrow descriptors")
            << changed([](auto& m) { m.zip64 = true; }) << false << ""s;
        QTest::newRow("trailing zeros") << plain_members() << true << std::string(64 * 1024, '\0');
        QTest::newRow("trailing end signatures")
            << plain_members() << true << "PK\x05\x06 PK\x05\x06"s + std::string(40, '\xFF');
    }
    void members_are_found() {
        QFETCH(std::vector<ZipMember>, members);
        QFETCH(bool, zip64_end);
        QFETCH(std::string, tail);
        const auto zip = build_zip(members, zip64_end);
        const auto entries = read(zip.bytes + tail);
        QVERIFY2(entries.ok(), entries.ok() ? "" : entries.error().message.c_str());
        QCOMPARE(entries->size(), members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto& entry = (*entries)[i];
            QCOMPARE(entry.name, members[i].name);
            QCOMPARE(entry.offset, zip.payloads[i]);
            QCOMPARE(entry.length, std::uint64_t{members[i].data.size()});
            QVERIFY(entry.stored);
            QCOMPARE(entry.directory_crc, zip.directory_crcs[i]);
            QCOMPARE(entry.descriptor_crc.value_or(0), zip.descriptor_crcs[i]);
        }
    }

    void only_plain_members_are_stored() {
        auto members = plain_members();
        members[0].method = 8;
        members[1].flags = 1;
        const auto entries = read(build_zip(members).bytes);
        QVERIFY(entries.ok());
        QVERIFY(!(*entries)[0].stored);
        QVERIFY(!(*entries)[1].stored);
        QVERIFY((*entries)[3].stored);
    }

    void a_descriptor_must_really_be_there() {
        auto members = plain_members();
        members[1].flags = 8;
        members[1].descriptor = Descriptor::none;
        const auto entries = read(build_zip(members).bytes);
        QVERIFY(entries.ok());
        QVERIFY(!(*entries)[1].descriptor_crc);
        QVERIFY((*entries)[0].descriptor_crc);
    }

    void wrong_files_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<ErrorCode>("code");
        const auto with = [](std::size_t index, auto change) {
            auto members = plain_members();
            change(members[index]);
            return build_zip(members).bytes;
        };
        const auto whole = build_zip(plain_members());
        QTest::newRow("no end record")
            << whole.bytes.substr(0, whole.bytes.size() - 22) << ErrorCode::incomplete;
        QTest::newRow("end record cut")
            << whole.bytes.substr(0, whole.bytes.size() - 1) << ErrorCode::incomplete;
        QTest::newRow("too much behind the end")
            << whole.bytes + std::string(64 * 1024 + 1, '\0') << ErrorCode::incomplete;
        QTest::newRow("bytes cut out before the directory")
            << whole.bytes.substr(0, 50) + whole.bytes.substr(60) << ErrorCode::incomplete;
        QTest::newRow("no entries") << "PK\x03\x04"s + build_zip({}).bytes << ErrorCode::incomplete;
        auto unwritten = whole.bytes;
        unwritten.replace(0, 64, 64, '\0');
        QTest::newRow("local header still zeros") << unwritten << ErrorCode::incomplete;
        QTest::newRow("offset of no header")
            << with(1, [](auto& m) { m.offset_error = 1; }) << ErrorCode::corrupt;
        QTest::newRow("offset behind the directory")
            << with(1, [](auto& m) { m.offset_error = 100'000; }) << ErrorCode::corrupt;
        QTest::newRow("offset of 2^63") << with(1, [](auto& m) {
            m.zip64 = true;
            m.offset_error = INT64_MIN;
        }) << ErrorCode::corrupt;
        QTest::newRow("two entries, one place")
            << with(1, [](auto& m) { m.offset_error = -static_cast<std::int64_t>(30 + 10 + 24 + 6 + 16); })
            << ErrorCode::corrupt;
        QTest::newRow("into the next header")
            << with(1, [](auto& m) { m.length_error = 17; }) << ErrorCode::corrupt;
        QTest::newRow("too long for the file")
            << with(3, [](auto& m) { m.length_error = 1000; }) << ErrorCode::corrupt;
        QTest::newRow("length of 2^64 - 1") << with(3, [](auto& m) {
            m.zip64 = true;
            m.length_error = -3;
        }) << ErrorCode::corrupt;
    }
    void wrong_files() {
        QFETCH(std::string, bytes);
        QFETCH(ErrorCode, code);
        const auto entries = read(bytes);
        QVERIFY(!entries.ok());
        QCOMPARE(entries.error().code, code);
    }
};

STEPVAULT_TEST(TestZipDirectory)

}  // namespace test_zip_directory

#include "test_zip_directory.moc"
