// `simulate cluster` and `bench serialize`, run the way a user runs them.
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "support/registry.h"
#include "support/safetensors_file.h"

namespace test_cluster_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestClusterCommand : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;

    static nlohmann::json json(const QStringList& command) {
        const auto said = run_stepvault(command + QStringList{"--json"});
        return nlohmann::json::parse(said.out.toStdString(), nullptr, false);
    }

 private slots:
    void initTestCase() { root_ = dir_.path().toStdString(); }

    void every_case_of_the_lists_is_simulated() {
        const auto csv = root_ / "cases.csv";
        const auto report = json({"simulate", "cluster", "--model", "gpt2-small", "--deeper", "1,2",
                                  "--nodes", "4,8", "--processes", "2", "--vault-rate", "1GB,4GB", "--mtbf",
                                  "1d,30d", "--intervals", "3min,5min,7min,11min", "--csv", text(csv)});
        const auto& cases = report["cases"];
        QCOMPARE(cases.size(), std::size_t{16});
        std::set<std::string> settings;
        for (const auto& c : cases) {
            settings.insert(
                nlohmann::json::array({c["checkpoint"], c["nodes"], c["vault_rate"], c["mean_to_failure"]})
                    .dump());
            const auto& levels = c["levels"];
            QCOMPARE(levels.size(), std::size_t{4});
            QVERIFY(levels[0]["seconds"] <= levels[1]["seconds"]);
            QVERIFY(levels[1]["seconds"] <= levels[2]["seconds"]);
            QCOMPARE(levels[2]["interval"].get<double>(), 420.0);
            QCOMPARE(levels[3]["survived_share"].get<double>(), 1.0);
            QVERIFY(levels[0]["survived_share"] < levels[1]["survived_share"]);
            QVERIFY(c["largest_bytes"].get<double>() * 8 >=
                    c["bytes"].get<double>() * (c["nodes"] == 4 ? 1 : 0.5));
        }
        QCOMPARE(settings.size(), cases.size());
        // A slower shared file system makes only the last level slower.
        QVERIFY(cases[0]["levels"][3]["seconds"] > cases[4]["levels"][3]["seconds"]);
        QCOMPARE(cases[0]["levels"][0]["seconds"], cases[4]["levels"][0]["seconds"]);
        // With rarer failures less work is lost.
        QVERIFY(cases[0]["rework_share"] > cases[2]["rework_share"]);

        const auto lines = QByteArray::fromStdString(read_text(csv)).split('\n');
        QCOMPARE(lines.size(), 16 + 2);
        QVERIFY(lines[0].startsWith("checkpoint,nodes,processes,"));
        // A name with a comma is quoted.
        QVERIFY2(lines[9].startsWith("\"gpt2-small, 2 times deeper\",4.0,"), lines[9].constData());
        QCOMPARE(lines[1].count(','), lines[0].count(','));
    }

    void a_checkpoint_can_be_the_case() {
        const auto file = root_ / "one.safetensors";
        write_text(file, safetensors_bytes({{"w", "F32", {1000}, Bytes(4000)}}));
        const auto said = run_stepvault({"simulate", "cluster", text(file), "--nodes", "2"});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains("one.safetensors: ") && said.out.contains("in 1 tensors"),
                 said.out.constData());
        QVERIFY(said.out.contains("Plain: one process serializes at 1.00 GB/s"));
    }

    void what_was_published_stands_beside_it() {
        const auto report = json({"simulate", "cluster", "--published"});
        QCOMPARE(report["published"].size(), std::size_t{4});
        QCOMPARE(report["published"][0]["published"].get<double>(), 5.6);
        for (const auto& entry : report["published"])
            QVERIFY(entry["predicted"] > 0 && entry["efficiency"] > 0 && entry["efficiency"] <= 1);
    }

    void what_was_measured_is_used() {
        const auto measured = root_ / "measured.json";
        const auto said = run_stepvault({"bench", "serialize", "--scheme", "exact", "--size", "4", "--json",
                                         "--vault", text(root_ / "vault")});
        QCOMPARE(said.code, 0);
        write_text(measured, said.out.toStdString());
        const auto costs = nlohmann::json::parse(said.out.toStdString());
        QCOMPARE(costs["scheme"].get<std::string>(), std::string("exact"));
        QVERIFY(costs["samples"].size() >= 4 && costs["coded_share"] < 1);
        QVERIFY(fs::is_empty(root_) || !fs::exists(root_ / "vault"));
        const auto report = json({"simulate", "cluster", "--model", "vit-b-16", "--nodes", "1", "--processes",
                                  "1", "--measured", text(measured)});
        const auto& only = report["cases"][0];
        const double bytes = only["bytes"].get<double>();
        const double tensors = only["tensors"].get<double>();
        const double sampled = std::min(bytes, 4 * 16777216 + 32768 * tensors);
        const auto cost = [&](const char* name) { return costs[name].get<double>(); };
        const double coded =
            cost("start_seconds") + tensors * (cost("once_seconds_per_tensor") + cost("seconds_per_tensor")) +
            bytes * (cost("once_seconds_per_byte") + cost("seconds_per_byte")) +
            sampled * (cost("once_seconds_per_sampled_byte") + cost("seconds_per_sampled_byte"));
        const double written = bytes * cost("coded_share") / 2e9;
        const double predicted = only["levels"][0]["seconds"].get<double>();
        QVERIFY2(std::abs(predicted / (coded + written) - 1) < 0.02,
                 qPrintable(QString("%1 %2").arg(predicted).arg(coded + written)));
    }

    void nonsense_is_refused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("reason");
        const QStringList model{"--model", "bert-large"};
        QTest::newRow("nothing") << QStringList() << 2 << QByteArray("checkpoint");
        QTest::newRow("no such model") << QStringList{"--model", "bert"} << 2 << QByteArray("bert");
        QTest::newRow("no rate") << model + QStringList{"--vault-rate", "fast"} << 2 << QByteArray("fast");
        QTest::newRow("rate of 0") << model + QStringList{"--local-rate", "0GB"} << 2 << QByteArray("0GB");
        QTest::newRow("three intervals")
            << model + QStringList{"--intervals", "1min,2min,3min"} << 2 << QByteArray("four times");
        QTest::newRow("no level") << model + QStringList{"--intervals", "0,0,0,0"} << 2
                                  << QByteArray("one level");
        QTest::newRow("no nodes") << model + QStringList{"--nodes", "0"} << 2 << QByteArray("nodes");
        QTest::newRow("no file") << QStringList{"/nowhere/x.pt"} << 1 << QByteArray("/nowhere/x.pt");
        QTest::newRow("no measurement")
            << model + QStringList{"--measured", "/nowhere/m.json"} << 1 << QByteArray("/nowhere/m.json");
    }
    void nonsense_is_refused() {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        QFETCH(QByteArray, reason);
        const auto said = run_stepvault(QStringList{"simulate", "cluster"} + options);
        QCOMPARE(said.code, code);
        QVERIFY2(said.err.contains(reason), said.err.constData());
    }

    void another_file_is_no_measurement() {
        const auto file = root_ / "other.json";
        for (const char* content : {"", "{}", "[1,2]", "{\"start_seconds\": -1}"}) {
            write_text(file, content);
            const auto said =
                run_stepvault({"partition", "--model", "vit-b-16", "--ranks", "2", "--measured", text(file)});
            QCOMPARE(said.code, 1);
            QVERIFY2(said.err.contains("bench serialize --json"), said.err.constData());
        }
    }
};

STEPVAULT_TEST(TestClusterCommand)

}  // namespace test_cluster_command

#include "test_cluster_command.moc"
