// `diff`, run the way a user runs it, and the messages for checkpoints that do not exist.
#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_diff_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestDiffCommand : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;
    QString vault_;

    [[nodiscard]] Outcome run(QStringList arguments) const {
        return run_stepvault(arguments << QStringLiteral("--vault") << vault_);
    }
    [[nodiscard]] nlohmann::json json_of(QStringList arguments) const {
        const auto said = run(arguments << QStringLiteral("--json"));
        return nlohmann::json::parse(said.out.toStdString(), nullptr, false);
    }

 private slots:
    void initTestCase() {
        root_ = dir_.path().toStdString();
        vault_ = text(root_ / "vault");
        auto library = open_library(root_ / "vault");
        VERIFY_OK(library);
        write_run(root_ / "lossy", 4);
        write_run(root_ / "exact", 4);
        age(root_);
        VERIFY_OK(watch_once(**library, {root_ / "lossy"}));
        VERIFY_OK(watch_once(**library, {root_ / "exact"}, SchemeChoice{.scheme = Scheme::exact}));
    }

    void steps_of_a_run() {
        const auto json = json_of({"diff", "exact@10", "exact@40"});
        QCOMPARE(json["a"]["step"].get<int>(), 10);
        QCOMPARE(json["b"]["step"].get<int>(), 40);
        QVERIFY(!json["same"].get<bool>() && !json["tensors"].empty());
        QVERIFY(json["all"]["change"].get<double>() > 0);
        const auto words = run({"diff", "exact@10", "exact@40"});
        QCOMPARE(words.code, 0);
        QVERIFY(words.out.contains("relative") && !words.out.contains("relative error"));
    }

    void an_id_names_one_checkpoint() {
        const auto rows = json_of({"list", "--run", "exact"})["runs"][0]["checkpoints"];
        const auto id = QString::fromStdString(rows[1]["id"].get<std::string>());
        const auto json = json_of({"diff", "exact@20", "exact@" + id});
        QVERIFY(json["same"].get<bool>());
    }

    void the_same_step_of_an_exact_and_a_lossy_run() {
        const auto words = run({"diff", "exact@40", "lossy@40", "--role", "weight", "--limit", "1"});
        QCOMPARE(words.code, 0);
        QVERIFY(words.out.contains("B is stored with a relative error of"));
        QVERIFY(!words.out.contains("first moment") && !words.out.contains("plain values"));
        const auto json = json_of({"diff", "exact@40", "lossy@40", "--role", "first-moment"});
        for (const auto& tensor : json["tensors"])
            QCOMPARE(tensor["role"].get<std::string>(), std::string("first moment"));
        double before = std::numeric_limits<double>::infinity();
        for (const auto& tensor : json_of({"diff", "exact@10", "lossy@40"})["tensors"]) {
            if (!tensor["relative_change"].is_number()) continue;
            QVERIFY(tensor["relative_change"].get<double>() <= before);
            before = tensor["relative_change"].get<double>();
        }
    }

    void a_limit_counts_the_rest() {
        QCOMPARE(json_of({"diff", "exact@10", "exact@40", "--limit", "1"})["tensors"].size(), std::size_t{1});
        const auto words = run({"diff", "exact@10", "exact@40", "--limit", "1"});
        QVERIFY2(words.out.contains("more; --limit shows them"), qPrintable(words.out));
    }

    void files_need_no_vault() {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(root_ / "exact")) {
            if (entry.path().extension() == ".safetensors") files.push_back(entry.path());
        }
        QVERIFY(files.size() > 1);
        const auto words =
            run_stepvault({"diff", text(files[0]), text(files[1]), "--vault", text(root_ / "none")});
        QCOMPARE(words.code, 0);
        QVERIFY(!fs::exists(root_ / "none"));
        const auto same = run_stepvault({"diff", text(files[0]), text(files[0])});
        QVERIFY(same.out.contains("no tensor and no plain value differs"));
    }

    void errors_are_one_line_with_the_way_out_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such path") << "nowhere.pt"
                                      << "RUN@STEP";
        QTest::newRow("no such run") << "nothing@10"
                                     << "nothing";
        QTest::newRow("no such step") << "exact@15"
                                      << "the nearest are 10 and 20";
        QTest::newRow("no such id") << "exact@15-x"
                                    << "`stepvault list --run exact`";
        QTest::newRow("no step") << "exact@"
                                 << "`stepvault list --run exact`";
    }
    void errors_are_one_line_with_the_way_out() {
        QFETCH(QString, a);
        QFETCH(QString, said);
        const auto outcome = run({"diff", a, "exact@10"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(said.toUtf8()), qPrintable(outcome.err));
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY(outcome.out.isEmpty());
    }
};

STEPVAULT_TEST(TestDiffCommand)

}  // namespace test_diff_command

#include "test_diff_command.moc"
