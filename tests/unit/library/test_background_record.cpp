#include <algorithm>
#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include "library/watch/background_arguments.h"
#include "library/watch/background_watch.h"
#include "support/registry.h"

namespace test_background_record {

using namespace stepvault;
using Json = nlohmann::ordered_json;

class TestBackgroundRecord : public QObject {
    Q_OBJECT

    static BackgroundWatch sample() {
        BackgroundWatch watch;
        watch.id = "0123abcd";
        watch.host = "gpu1";
        watch.pid = 4711;
        watch.folders = {"/data/run", "/data/100% \xff"};
        watch.started = 1764000000.5;
        watch.log = "/home/me/log";
        return watch;
    }
    /// Without a checksum, so that the members may change.
    static Json members() {
        auto json = Json::parse(background_text(sample()));
        json.erase("xxh3");
        return json;
    }

 private slots:
    void a_record_is_read_as_it_was_written() {
        auto watch = sample();
        const auto read = parse_background(background_text(watch), watch.id);
        QVERIFY(read.ok());
        QVERIFY(*read == watch);
        watch.log.clear();
        watch.unit = background_unit(watch.id);
        const auto unit = parse_background(background_text(watch), watch.id);
        QVERIFY(unit.ok());
        QVERIFY(*unit == watch);
    }

    void hostile_members_are_refused_data() {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* member, const char* value) {
            QTest::addRow("%s %s", member, value) << QByteArray(member) << QByteArray(value);
        };
        for (const char* pid : {"-1", "0", "1", "18446744073709551615", "4294967297", "1.5", "\"7\"", "null"})
            row("pid", pid);
        for (const char* unit : {"\"sshd\"", "\"--now\"", "\"stepvault-watch-ffffffff\"", "3", "null"})
            row("unit", unit);
        for (const char* folders :
             {"[]", "\"/x\"", "[1]", "[\"x\"]", "[\"\"]", "[\"/%\"]", "[\"/a%00b\"]", "{}"})
            row("folders", folders);
        for (const char* started : {"-1", "\"now\"", "null"})
            row("started", started);
        for (const char* log : {"\"x\"", "3", "[]"})
            row("log", log);
        row("host", "\"\"");
        row("host", "[]");
    }
    void hostile_members_are_refused() {
        QVERIFY(parse_background(members().dump(), "0123abcd").ok());
        QFETCH(QByteArray, member);
        QFETCH(QByteArray, value);
        auto json = members();
        json[member.toStdString()] = Json::parse(value.toStdString());
        QVERIFY(!parse_background(json.dump(), "0123abcd").ok());
        json.erase(member.toStdString());
        QVERIFY(!parse_background(json.dump(), "0123abcd").ok());
    }

    void hostile_ids_are_refused() {
        for (const std::string id : {"", "0123abc", "0123abcde", "0123ABCD", "../../ab", "--now123"})
            QVERIFY(!parse_background(background_text(sample()), id).ok());
        for (const std::string text : {"", "[]", "{", "null", R"({"format":2})"})
            QVERIFY(!parse_background(text, "0123abcd").ok());
    }

    void a_record_is_there_as_long_as_its_watch() {
        const QTemporaryDir dir;
        const std::filesystem::path vault = dir.path().toStdString();
        {
            auto watch = sample();
            const auto record = BackgroundRecord::publish(vault, watch);
            QVERIFY(record.ok());
            QVERIFY(!BackgroundRecord::publish(vault, watch).ok());
            const auto listed = list_background(vault);
            QVERIFY(listed.ok());
            QCOMPARE(listed->size(), std::size_t{1});
            QCOMPARE(listed->front().pid, std::int64_t{QCoreApplication::applicationPid()});
            QVERIFY(listed->front().folders == watch.folders);
            QVERIFY(stop_background(vault, "ffffffff").error().code == ErrorCode::not_found);
            // This process is no `stepvault watch`.
            QVERIFY(!stop_background(vault, watch.id).ok());
        }
        const auto listed = list_background(vault);
        QVERIFY(listed.ok() && listed->empty());
        QVERIFY(!std::filesystem::exists(background_file(vault, "0123abcd")));
    }

    void options_become_arguments() {
        WatchOptions options;
        options.roots = {"/data/run", "/-x"};
        options.scheme = preset_named("closest");
        options.scheme->exact_base = true;
        options.plan.emplace();
        options.plan->mean_to_failure = 3600;
        options.plan->workers = {{0, 8}, {5000, 2}};
        const auto words = watch_arguments(options);
        const auto has = [&](const char* word) { return std::ranges::find(words, word) != words.end(); };
        QCOMPARE(words.front(), std::string("watch"));
        QVERIFY(has("--scheme=adaptive") && has("--base=exact") && has("--plan"));
        QVERIFY(has("--mtbf=3600") && has("--workers=0:8,5000:2") && has("--progress=0.5"));
        QVERIFY(!has("--bits=3"));
        QCOMPARE(words[words.size() - 3], std::string("--"));
        QCOMPARE(words.back(), std::string("/-x"));
    }
};

STEPVAULT_TEST(TestBackgroundRecord)

}  // namespace test_background_record

#include "test_background_record.moc"
