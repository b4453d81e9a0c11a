// `tune`, run the way a user runs it, and the messages for impossible requests.
#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "library/services/tuning.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_tune_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestTuneCommand : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;
    QString vault_;

    [[nodiscard]] Outcome run(QStringList arguments) const {
        return run_stepvault(arguments << QStringLiteral("--vault") << vault_);
    }

 private slots:
    void initTestCase() {
        root_ = dir_.path().toStdString();
        vault_ = text(root_ / "vault");
        auto library = open_library(root_ / "vault");
        VERIFY_OK(library);
        write_run(root_ / "lossy", 4);
        write_run(root_ / "exact", 4);
        write_run(root_ / "begun", 1);
        age(root_);
        VERIFY_OK(watch_once(**library, {root_ / "lossy"}));
        VERIFY_OK(watch_once(**library, {root_ / "exact"}, SchemeChoice{.scheme = Scheme::exact}));
        VERIFY_OK(watch_once(**library, {root_ / "begun"}, SchemeChoice{.scheme = Scheme::exact}));
    }

    void every_scheme_is_told() {
        auto library = open_library(root_ / "vault", LocalVault::Mode::existing);
        VERIFY_OK(library);
        const auto report = tune_run(**library, "lossy", {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->step.step, std::int64_t{40});
        std::map<std::string, int> schemes;
        for (const auto& setting : report->settings)
            ++schemes[name_of(setting.choice.scheme)];
        const std::map<std::string, int> expected{
            {"adaptive", 10}, {"exact", 1}, {"lc", 8}, {"scar", 7}, {"topn", 7}};
        QCOMPARE(schemes, expected);
        const auto said = run({"tune", "--run", "lossy", "--json"});
        QCOMPARE(said.code, 0);
        const auto json = nlohmann::json::parse(said.out.toStdString(), nullptr, false);
        QCOMPARE(json["checkpoint"]["step"].get<std::int64_t>(), std::int64_t{40});
        QCOMPARE(json["settings"].size(), report->settings.size());
        for (std::size_t i = 0; i < report->settings.size(); ++i) {
            const auto& one = json["settings"][i];
            QCOMPARE(one["scheme"].get<std::string>(), name_of(report->settings[i].choice.scheme));
            QCOMPARE(one["run_bytes"].get<std::uint64_t>(), report->settings[i].run_bytes);
            QCOMPARE(one["relative_error"].get<double>(), report->settings[i].relative_error);
        }
        const auto words = run({"tune", "--run", "lossy", "--step", "30"});
        QCOMPARE(words.code, 0);
        QVERIFY(words.out.contains("From step 30") && words.out.contains("scar"));
    }

    void exact_run_is_coded_to_see() {
        auto library = open_library(root_ / "vault", LocalVault::Mode::existing);
        VERIFY_OK(library);
        const auto report = tune_run(**library, "exact", {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->step.step, std::int64_t{40});
        QVERIFY(report->recoded.has_value());
        QCOMPARE(report->settings.size(), std::size_t{33});
        for (const auto& made : report->settings) {
            if (made.choice.scheme == Scheme::exact) continue;
            QVERIFY(made.run_bytes < report->run_bytes);
            // The step's real error after recoding with this setting.
            const auto done = (*library)->maintenance().recode({"exact", made.choice, 40, true}, {});
            VERIFY_OK(done);
            const double most =
                made.choice.scheme == Scheme::adaptive || made.choice.scheme == Scheme::topn ? 0.03 : 1e-3;
            QVERIFY2(std::abs(made.relative_error - done->largest_error_after) < most,
                     qPrintable(QStringLiteral("%1: %2, not %3")
                                    .arg(QString::fromStdString(name_of(made.choice.scheme)))
                                    .arg(made.relative_error)
                                    .arg(done->largest_error_after)));
        }
        const auto said = run({"tune", "--run", "exact"});
        QCOMPARE(said.code, 0);
        QVERIFY(said.out.contains("stored as exact; adaptive at error 0.60 was tried"));
        const auto json = nlohmann::json::parse(run({"tune", "--run", "exact", "--json"}).out.toStdString(),
                                                nullptr, false);
        QCOMPARE(json["recoded"]["scheme"].get<std::string>(), std::string("adaptive"));
        // `tune` leaves no files.
        std::size_t folders = 0;
        for (const auto& entry : fs::directory_iterator(root_ / "vault" / "runs" / report->step.run_id))
            folders += entry.is_directory() ? 1 : 0;
        QCOMPARE(folders, std::size_t{1});
    }

    void a_target_finds_the_setting_data() {
        QTest::addColumn<QString>("size");
        QTest::addColumn<bool>("fits");
        QTest::addColumn<QString>("said");
        QTest::newRow("everything fits") << "1GB" << true << "exact fits into";
        QTest::newRow("some fit") << "{middle}" << true << " at a relative error of 0.";
        QTest::newRow("none fits") << "10B" << false << "No setting fits into 10 B for 40 more checkpoints";
    }
    void a_target_finds_the_setting() {
        QFETCH(QString, size);
        QFETCH(bool, fits);
        QFETCH(QString, said);
        auto library = open_library(root_ / "vault", LocalVault::Mode::existing);
        VERIFY_OK(library);
        const auto report = tune_run(**library, "lossy", {}, {}, SizeTarget{1, 40});
        VERIFY_OK(report);
        const auto& coming = report->target->coming;
        QCOMPARE(coming.key_steps, std::uint64_t{1});
        const auto half = std::ranges::find_if(report->settings, [](const TunedSetting& made) {
            return made.choice.scheme == Scheme::adaptive && made.choice.error == 0.5;
        });
        const auto middle = static_cast<double>(half->stored_bytes) * (39 + coming.key_ratio);
        size.replace("{middle}", QString::number(std::ceil(middle), 'f', 0));
        const QStringList arguments{"tune", "--run", "lossy", "--target", size, "--steps", "40"};
        const auto text = run(arguments);
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains(said.toUtf8()), text.out.constData());
        QVERIFY2(text.out.contains("39 checkpoints of") && text.out.contains("1 key step of"),
                 text.out.constData());
        const auto json =
            nlohmann::json::parse(run(QStringList(arguments) << "--json").out.toStdString(), nullptr, false);
        const auto& target = json["target"];
        QCOMPARE(target["fits"].get<bool>(), fits);
        QCOMPARE(target.contains("setting"), fits);
        QCOMPARE(target["key_steps"].get<int>(), 1);
        const auto bytes = [&target](const char* name) { return target[name]["bytes"].get<std::uint64_t>(); };
        const auto wanted = target["bytes"].get<std::uint64_t>();
        QVERIFY(fits ? bytes("setting") <= wanted : bytes("smallest") > wanted);
    }

    void what_cannot_be_is_said_in_one_line_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& arguments, int code, const char* said) {
            QTest::newRow(name) << arguments << code << QString::fromLatin1(said);
        };
        row("first step alone", {"tune", "--run", "begun"}, 1, "file its next checkpoint");
        row("first step", {"tune", "--run", "lossy", "--step", "10"}, 1, "leave --step out");
        row("no such step", {"tune", "--run", "lossy", "--step", "25"}, 1, "the nearest are 20 and 30");
        row("beyond the last", {"show", "--run", "lossy", "--step", "99"}, 1, "the last, 40");
        row("before the first", {"show", "--run", "lossy", "--step", "1"}, 1, "the first, 10");
        row("nothing", {}, 2, "see `stepvault --help`");
        row("no steps", {"tune", "--run", "lossy", "--target", "1GB"}, 2, "--target requires --steps");
        row("no target", {"tune", "--run", "lossy", "--steps", "1"}, 2, "--steps requires --target");
        row("no size", {"tune", "--run", "lossy", "--target", "big", "--steps", "1"}, 2, "not a valid SIZE");
        row("none more", {"tune", "--run", "lossy", "--target", "1GB", "--steps", "0"}, 2, "--steps");
        row("no run", {"tune"}, 2, "see `stepvault tune --help`");
        row("unknown option", {"list", "--foo"}, 2, "see `stepvault list --help`");
        row("unknown part", {"simulate", "cluster", "--foo"}, 2, "see `stepvault simulate cluster --help`");
        row("no output", {"restore", "--run", "lossy", "--step", "10", "--output", ""}, 2,
            "name a file or folder");
        row("bad name", {"ingest", "@", "--run", "../a"}, 1, "give another name");
    }
    void what_cannot_be_is_said_in_one_line() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, said);
        arguments.replaceInStrings("@", text(root_ / "lossy" / "step_10.safetensors"));
        const auto outcome = run(arguments);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
        QVERIFY2(outcome.err.startsWith("stepvault: ") && outcome.err.count('\n') == 1,
                 outcome.err.constData());
    }
};

STEPVAULT_TEST(TestTuneCommand)

}  // namespace test_tune_command

#include "test_tune_command.moc"
