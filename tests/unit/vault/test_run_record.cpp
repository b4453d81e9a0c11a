#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/records/removed_steps.h"
#include "vault/records/run_name.h"
#include "vault/records/run_record.h"

namespace test_run_record {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr auto id = "000000000010-00ff00ff-1";

/// Every setting differs from its default.
RunRecord distinct() {
    RunRecord r{.id = "uuid",
                .name = "gpt",
                .folder = "/runs/gpt",
                .series = "logs/",
                .choice = {.scheme = Scheme::adaptive,
                           .bits = 7,
                           .buckets = LcBuckets::tensor,
                           .representative = Representative::mean,
                           .error = 0.125,
                           .budget = 42.5,
                           .exact_base = true,
                           .rules = {*CodingRule::parse("a*=0.3"), *CodingRule::parse("role:counter=exact")}},
                .created = 1234.5,
                .pins = {id},
                .guest = true,
                .is_named = true,
                .base_from_memory = id,
                .labels = {.note = "100 % of the data\nsecond line",
                           .tags = {"baseline", "größer"},
                           .favourite = true,
                           .archived = true}};
    return r;
}

nlohmann::ordered_json least() {
    return {{"format", 1},    {"id", "uuid"}, {"name", "gpt"}, {"folder", "/gpt"},
            {"scheme", "lc"}, {"bits", 4},    {"created", 1.5}};
}

}  // namespace

class TestRunRecord : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path file_ = fs::path(dir_.path().toStdString()) / "record.json";

    [[nodiscard]] Result<RunRecord> read(const nlohmann::ordered_json& json) const {
        write_text(file_, json.dump());
        return RunRecord::read(file_);
    }

 private slots:
    void presets_are_settings_of_adaptive() {
        const auto closest = preset_named("closest");
        const auto smallest = preset_named("smallest");
        QVERIFY(closest && smallest && !preset_named("best"));
        for (const auto& preset : {*closest, *smallest}) {
            QCOMPARE(preset.scheme, Scheme::adaptive);
            VERIFY_OK(check_scheme(preset));
        }
        QVERIFY(closest->error < SchemeChoice().error && SchemeChoice().error < smallest->error);
    }

    void every_setting_comes_back() {
        const auto record = distinct();
        VERIFY_OK(record.write(file_));
        const auto r = RunRecord::read(file_);
        VERIFY_OK(r);
        QVERIFY(std::tie(r->id, r->name, r->folder, r->series, r->created, r->pins, r->guest) ==
                std::tie(record.id, record.name, record.folder, record.series, record.created, record.pins,
                         record.guest));
        QVERIFY(r->choice.rules == record.choice.rules);
        QVERIFY(r->choice == record.choice);
        QVERIFY(r->is_named);
        QCOMPARE(r->base_from_memory, record.base_from_memory);
        QVERIFY(r->labels == record.labels);
    }

    void every_scheme_comes_back_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const auto& name : scheme_names())
            QTest::newRow(name.c_str()) << *scheme_named(name);
    }
    void every_scheme_comes_back() {
        QFETCH(Scheme, scheme);
        auto record = distinct();
        record.choice = {.scheme = scheme, .buckets = LcBuckets::model};
        record.guest = false;
        VERIFY_OK(record.write(file_));
        const auto r = RunRecord::read(file_);
        VERIFY_OK(r);
        QVERIFY(r->choice == record.choice);
        QVERIFY(!r->guest);
    }

    void what_is_not_said_has_its_default() {
        const auto r = read(least());
        VERIFY_OK(r);
        QVERIFY((r->choice == SchemeChoice{.scheme = Scheme::lc, .bits = 4}));
        QVERIFY(r->series.empty() && r->pins.empty() && !r->guest);
        QVERIFY(!r->is_named && r->base_from_memory.empty() && r->labels == RunLabels());
        QCOMPARE(r->created, 1.5);
    }

    void values_of_no_sense_are_refused_data() {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");  // as JSON
        QTest::addColumn<bool>("is_sound");
        const auto row = [](const char* key, const char* value, bool is_sound = false) {
            QTest::addRow("%s %s", key, value) << std::string(key) << std::string(value) << is_sound;
        };
        for (const auto* key : {"id", "name", "folder", "scheme", "series", "buckets", "representative"})
            row(key, "3");
        for (const auto* key : {"name", "folder", "series"})
            row(key, R"("%4")");
        for (const auto* key : {"buckets", "representative"})
            row(key, R"("best")");
        for (const auto* value : {"-1", "1.5", R"("3")", "0", "9", "255", "256", "259", "4294967299"})
            row("bits", value);
        row("bits", "1", true);
        row("bits", "8", true);
        row("created", R"("now")");
        for (const auto* value : {"0", "1", "-0.5", "1e300"})
            row("error", value);
        row("error", "0.999", true);
        for (const auto* value : {"0", "-1", "100.5"})
            row("budget", value);
        row("budget", "100", true);
        for (const auto* value : {"{}", "3", "[3]", R"(["a="])", R"(["%4=exact"])", R"(["a=0.3"])"})
            row("rules", value);
        row("rules", R"(["a=exact"])", true);
        for (const auto* value : {"{}", "3", "[3]", R"(["../x"])", R"([""])"})
            row("pins", value);
        row("pins", R"(["000000000010-00ff00ff-1"])", true);
        for (const auto* value : {"{}", "3", R"("\u0001")"})
            row("note", value);
        row("note", R"("two\nlines")", true);
        for (const auto* value : {"{}", R"("a")", "[3]", R"(["a b"])", R"(["a,b"])", R"([""])"})
            row("tags", value);
        row("tags", R"(["a", "b"])", true);
        // As the other flags: whatever is not true is false.
        for (const auto* key : {"favourite", "archived", "named"})
            row(key, "3", true);
    }
    void values_of_no_sense_are_refused() {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        QFETCH(bool, is_sound);
        auto json = least();
        json[key] = nlohmann::ordered_json::parse(value);
        QCOMPARE(read(json).ok(), is_sound);
    }

    void what_must_be_there_is_missed_data() {
        QTest::addColumn<std::string>("key");
        for (const auto* key : {"id", "name", "folder", "scheme", "bits", "created"})
            QTest::newRow(key) << std::string(key);
    }
    void what_must_be_there_is_missed() {
        QFETCH(std::string, key);
        auto json = least();
        json.erase(key);
        VERIFY_ERROR(read(json), ErrorCode::corrupt);
    }

    void a_scheme_of_a_later_version_is_unsupported() {
        auto json = least();
        json["scheme"] = "perfect";
        const auto r = read(json);
        VERIFY_ERROR(r, ErrorCode::unsupported);
        QVERIFY(r.error().message.find("perfect") != std::string::npos);
    }

    void settings_have_bounds_data() {
        QTest::addColumn<SchemeChoice>("choice");
        QTest::addColumn<bool>("is_sound");
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("1 bit") << SchemeChoice{.bits = 1} << true;
        QTest::newRow("8 bits") << SchemeChoice{.bits = 8} << true;
        QTest::newRow("0 bits") << SchemeChoice{.bits = 0} << false;
        QTest::newRow("9 bits") << SchemeChoice{.bits = 9} << false;
        QTest::newRow("a small error") << SchemeChoice{.error = 1e-9} << true;
        QTest::newRow("no error") << SchemeChoice{.error = 0} << false;
        QTest::newRow("all error") << SchemeChoice{.error = 1} << false;
        QTest::newRow("an error that is no number") << SchemeChoice{.error = nan} << false;
        QTest::newRow("a small budget") << SchemeChoice{.budget = 1e-9} << true;
        QTest::newRow("all of it") << SchemeChoice{.budget = 100} << true;
        QTest::newRow("no budget") << SchemeChoice{.budget = 0} << false;
        QTest::newRow("more than all") << SchemeChoice{.budget = 100.1} << false;
        QTest::newRow("a budget that is no number") << SchemeChoice{.budget = nan} << false;
    }
    void settings_have_bounds() {
        QFETCH(SchemeChoice, choice);
        QFETCH(bool, is_sound);
        const auto checked = check_scheme(choice);
        QCOMPARE(checked.ok(), is_sound);
        if (!is_sound) VERIFY_ERROR(checked, ErrorCode::invalid_argument);
    }

    void every_scheme_has_its_traits_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<SchemeSetting>("setting");
        QTest::addColumn<StreamCoding>("coding");
        QTest::addColumn<Scheme>("key_scheme");
        QTest::addColumn<QString>("flags");  // keeps its error, by rows, by several processes
        QTest::newRow("adaptive") << Scheme::adaptive << SchemeSetting::error << StreamCoding::adaptive
                                  << Scheme::adaptive << "e-d";
        QTest::newRow("lc") << Scheme::lc << SchemeSetting::bits << StreamCoding::lc << Scheme::adaptive
                            << "e-d";
        QTest::newRow("exact") << Scheme::exact << SchemeSetting::none << StreamCoding::exact << Scheme::exact
                               << "e-d";
        QTest::newRow("topn") << Scheme::topn << SchemeSetting::budget << StreamCoding::runs
                              << Scheme::adaptive << "---";
        QTest::newRow("scar") << Scheme::scar << SchemeSetting::budget << StreamCoding::runs
                              << Scheme::adaptive << "-r-";
    }
    void every_scheme_has_its_traits() {
        QFETCH(Scheme, scheme);
        QFETCH(SchemeSetting, setting);
        QFETCH(StreamCoding, coding);
        QFETCH(Scheme, key_scheme);
        QFETCH(QString, flags);
        const auto& traits = traits_of(scheme);
        QCOMPARE(name_of(scheme), std::string(QTest::currentDataTag()));
        QVERIFY(*scheme_named(QTest::currentDataTag()) == scheme);
        QVERIFY(traits.setting == setting && traits.coding == coding && traits.key_scheme == key_scheme);
        QCOMPARE(QString(traits.keeps_error ? "e" : "-") + (traits.parts_by_rows ? "r" : "-") +
                     (traits.may_be_distributed ? "d" : "-"),
                 flags);
        VERIFY_ERROR(scheme_named("Exact"), ErrorCode::unsupported);
        QCOMPARE(scheme_names().front(), std::string("adaptive"));
        QCOMPARE(distributed_scheme_names(), (std::vector<std::string>{"adaptive", "lc", "exact"}));
    }

    void removed_steps_keep_every_number() {
        const std::vector<RemovedStep> removed{{id, "a%", 5, -3, 7},
                                               {"000000000020-00ff00ff-2", "b", 6, 4, ~std::uint64_t{0}}};
        VERIFY_OK(write_removed_steps(file_, removed));
        const auto r = read_removed_steps(file_);
        VERIFY_OK(r);
        QVERIFY(*r == removed);
    }

    void a_removed_step_without_sense_is_refused_data() {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");  // as JSON; empty: missing
        for (const auto* key : {"id", "source", "bytes", "modified_ns", "sequence"}) {
            QTest::addRow("%s missing", key) << std::string(key) << std::string();
            QTest::addRow("%s null", key) << std::string(key) << std::string("null");
        }
        QTest::newRow("upwards") << std::string("id") << std::string(R"("../x")");
        QTest::newRow("name") << std::string("source") << std::string(R"("%4")");
        QTest::newRow("negative size") << std::string("bytes") << std::string("-1");
        QTest::newRow("half a size") << std::string("bytes") << std::string("1.5");
        QTest::newRow("half a time") << std::string("modified_ns") << std::string("1.5");
        QTest::newRow("negative number") << std::string("sequence") << std::string("-1");
    }
    void a_removed_step_without_sense_is_refused() {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        const nlohmann::ordered_json sound{
            {"id", id}, {"source", "a"}, {"bytes", 1}, {"modified_ns", 1}, {"sequence", 1}};
        auto entry = sound;
        if (value.empty())
            entry.erase(key);
        else
            entry[key] = nlohmann::ordered_json::parse(value);
        // The second entry counts as much as the first.
        write_text(file_, nlohmann::ordered_json{{"format", 1}, {"removed", {sound, sound}}}.dump());
        VERIFY_OK(read_removed_steps(file_));
        write_text(file_, nlohmann::ordered_json{{"format", 1}, {"removed", {sound, entry}}}.dump());
        VERIFY_ERROR(read_removed_steps(file_), ErrorCode::corrupt);
    }

    void names_of_runs_stay_names_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<bool>("is_sound");
        const auto row = [](const char* what, std::string name, bool is_sound = false) {
            QTest::newRow(what) << std::move(name) << is_sound;
        };
        row("plain", "gpt", true);
        row("with a folder", "a/gpt", true);
        row("as long as may be", std::string(255, 'x'), true);
        row("dots in it", "..gpt/...", true);
        row("spaces around it", " gpt ", true);
        row("not UTF-8", "\xFF", true);
        row("longer", std::string(256, 'x'));
        row("empty", "");
        row("only spaces", "  ");
        row("line break", "a\nb");
        row("escape", "a\x1F");
        row("delete", "a\x7F");
        row("NUL", std::string("a\0b", 3));
        row("upwards", "a/../b");
        row("here", "./a");
        row("absolute", "/a");
        row("a folder", "a/");
        row("two slashes", "a//b");
        row("the folder above", "..");
    }
    void names_of_runs_stay_names() {
        QFETCH(std::string, name);
        QFETCH(bool, is_sound);
        QCOMPARE(check_run_name(name).ok(), is_sound);
        if (is_sound) QCOMPARE(make_run_name(name), name);
        VERIFY_OK(check_run_name(make_run_name(name)));
    }

    void a_name_is_made_of_any_text() {
        QCOMPARE(make_run_name("a\nb\x7F"), std::string("a_b_"));
        QCOMPARE(make_run_name("a//b"), std::string("run"));
        QCOMPARE(make_run_name(std::string(300, 'x') + "end"), std::string(252, 'x') + "end");
        // No character of several bytes is cut.
        std::string wide;
        for (int i = 0; i < 200; ++i)
            wide += "\xC3\xA4";
        QCOMPARE(make_run_name(wide), wide.substr(0, 254));
        QCOMPARE(make_run_name(std::string(100, 'x') + '/' + std::string(254, 'y')), std::string(254, 'y'));
    }
};

STEPVAULT_TEST(TestRunRecord)

}  // namespace test_run_record

#include "test_run_record.moc"
