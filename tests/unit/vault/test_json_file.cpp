#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/format/json_file.h"

namespace test_json_file {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most = 1 << 20;

}  // namespace

class TestJsonFile : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path file_ = fs::path(dir_.path().toStdString()) / "file.json";

    [[nodiscard]] Result<nlohmann::ordered_json> read() const {
        return read_json_file(file_, most, "record");
    }

 private slots:
    void what_is_written_is_read() {
        const nlohmann::ordered_json members{
            {"name", "a \"xxh3\": \"0123456789abcdef\" b"}, {"list", {1, 2.5, nullptr}}, {"größe", true}};
        VERIFY_OK(write_json_file(file_, members));
        const auto read_back = read();
        VERIFY_OK(read_back);
        QCOMPARE(read_back->dump(), members.dump());
        const auto text = read_text(file_);
        QVERIFY(text.starts_with("{\n \"format\": 1,"));
        QVERIFY(text.ends_with("\"\n}\n"));
    }

    void every_flipped_byte_is_noticed_data() {
        QTest::addColumn<int>("bits");
        QTest::newRow("one bit") << 0x01;
        QTest::newRow("high bit") << 0x80;
        QTest::newRow("case") << 0x20;
        QTest::newRow("all bits") << 0xFF;
    }
    void every_flipped_byte_is_noticed() {
        QFETCH(int, bits);
        VERIFY_OK(write_json_file(file_, {{"pins", {"a", "b"}}, {"error", 0.5}}));
        const auto text = read_text(file_);
        const auto key = text.rfind("\"xxh3\"");
        for (std::size_t i = 0; i < text.size(); ++i) {
            auto flipped = text;
            flipped[i] = static_cast<char>(flipped[i] ^ bits);
            write_text(file_, flipped);
            const auto read_back = read();
            // With another name the checksum becomes an unknown member.
            const bool is_name = i > key && i < key + 5;
            QVERIFY2(!read_back || is_name, qPrintable(QString::number(i)));
            if (read_back) QVERIFY((*read_back)["pins"].size() == 2 && (*read_back)["error"] == 0.5);
        }
    }

    void what_says_no_checksum_holds() {
        write_text(file_, R"({"format": 1, "name": "by hand"})");
        const auto read_back = read();
        VERIFY_OK(read_back);
        QCOMPARE((*read_back)["name"].get<std::string>(), std::string("by hand"));
        QCOMPARE(read_back->size(), std::size_t{1});
    }

    void what_is_no_such_file_is_refused_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<std::string>("said");
        const auto row = [](const char* name, const std::string& text, ErrorCode code,
                            const std::string& said) { QTest::newRow(name) << text << code << said; };
        row("nothing", "", ErrorCode::corrupt, "is no record");
        row("list", "[]", ErrorCode::corrupt, "is no record");
        row("no version", "{}", ErrorCode::corrupt, "is no record");
        row("text as version", R"({"format": "1"})", ErrorCode::corrupt, "is no record");
        row("deep", R"({"format": 1, "a": )" + std::string(100000, '[') + std::string(100000, ']') + "}",
            ErrorCode::corrupt, "is no record");
        row("newer", R"({"format": 2})", ErrorCode::unsupported, "version 2");
        row("wrong checksum", R"({"format": 1, "xxh3": "0123456789abcdef"})", ErrorCode::corrupt, "by hand");
        row("no digits", R"({"format": 1, "xxh3": "0"})", ErrorCode::corrupt, "by hand");
        row("number", R"({"format": 1, "xxh3": 0})", ErrorCode::corrupt, "by hand");
    }
    void what_is_no_such_file_is_refused() {
        QFETCH(std::string, text);
        QFETCH(ErrorCode, code);
        QFETCH(std::string, said);
        write_text(file_, text);
        const auto read_back = read();
        QVERIFY(!read_back);
        QCOMPARE(read_back.error().code, code);
        QVERIFY2(read_back.error().message.find(said) != std::string::npos,
                 read_back.error().message.c_str());
    }

    void what_is_too_large_is_refused() {
        VERIFY_OK(write_json_file(file_, {{"a", std::string(2000, 'x')}}));
        VERIFY_ERROR(read_json_file(file_, 1000, "record"), ErrorCode::limit);
        fs::remove(file_);
        VERIFY_ERROR(read(), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestJsonFile)

}  // namespace test_json_file

#include "test_json_file.moc"
