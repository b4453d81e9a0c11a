// `partition`, run the way a user runs it, with valid and invalid arguments.
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "support/registry.h"
#include "support/safetensors_file.h"

namespace test_partition_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestPartitionCommand : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;

    static Tensor tensor(const char* name, std::uint64_t elements) {
        return {name, "F32", {elements}, Bytes(4 * elements)};
    }
    static nlohmann::json json(const QStringList& options) {
        const auto said = run_stepvault(QStringList{"partition", "--json"} + options);
        return nlohmann::json::parse(said.out.toStdString(), nullptr, false);
    }
    /// The elements of each tensor, summed over all ranks.
    static std::map<std::string, std::uint64_t> covered(const nlohmann::json& report) {
        std::map<std::string, std::uint64_t> elements;
        for (const auto& rank : report["ranks"]) {
            for (const auto& slice : rank["slices"])
                elements[slice.value("file", "") + ":" + slice["tensor"].get<std::string>()] +=
                    slice["count"].get<std::uint64_t>();
        }
        return elements;
    }

 private slots:
    void initTestCase() {
        root_ = dir_.path().toStdString();
        write_text(root_ / "one.safetensors",
                   safetensors_bytes({tensor("layer.0.weight", 3000), tensor("layer.0.bias", 10),
                                      tensor("layer.1.weight", 9000), tensor("layer.1.bias", 10)}));
        write_text(root_ / "save/model.safetensors", safetensors_bytes({tensor("w", 1000)}));
        write_text(root_ / "save/optimizer.safetensors", safetensors_bytes({tensor("w", 2000)}));
        write_text(root_ / "save/config.json", "{}");
    }

    void a_file_is_divided() {
        const auto file = text(root_ / "one.safetensors");
        const auto said = run_stepvault({"partition", file, "--ranks", "2"});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains("4 tensors"), said.out.constData());
        QVERIFY(said.out.contains("proportional *"));
        const auto report = json({file, "--ranks", "2"});
        QCOMPARE(report["bytes"].get<std::uint64_t>(),
                 std::uint64_t{fs::file_size(root_ / "one.safetensors")});
        const std::map<std::string, std::uint64_t> all{{":layer.0.weight", 3000},
                                                       {":layer.0.bias", 10},
                                                       {":layer.1.weight", 9000},
                                                       {":layer.1.bias", 10}};
        QVERIFY(covered(report) == all);
        QCOMPARE(report["candidate"]["path"].get<std::string>(), std::string("layer"));
        QCOMPARE(report["candidate"]["reason"].get<std::string>(), std::string("nearly_all"));
        QCOMPARE(report["splits"][0]["tensor"].get<std::string>(), std::string("layer.1.weight"));
        QCOMPARE(report["splits"][0]["reason"].get<std::string>(), std::string("larger_than_share"));
        const auto& ranks = report["ranks"];
        QCOMPARE(ranks[0]["bytes"].get<std::uint64_t>() + ranks[1]["bytes"].get<std::uint64_t>(),
                 report["bytes"].get<std::uint64_t>());
        QVERIFY(report["balance"]["proportional"]["bytes"].get<double>() < 1.01);
        QVERIFY(report["balance"]["greedy"]["bytes"].get<double>() > 1.4);
    }

    void a_folder_is_one_checkpoint() {
        const auto report = json({text(root_ / "save"), "--ranks", "3"});
        const std::map<std::string, std::uint64_t> all{{"model.safetensors:w", 1000},
                                                       {"optimizer.safetensors:w", 2000}};
        QVERIFY(covered(report) == all);
        QCOMPARE(report["rest_bytes"].get<std::uint64_t>(), report["bytes"].get<std::uint64_t>() - 12000);
    }

    void ranks_lie_on_nodes_and_count_by_weight() {
        const QStringList options{"--model", "gpt2-small", "--ranks",   "4",
                                  "--nodes", "2",          "--weights", "1,1,2,4"};
        const auto report = json(options);
        QCOMPARE(report["nodes"].get<int>(), 2);
        const auto& ranks = report["ranks"];
        QCOMPARE(ranks[1]["node"].get<int>(), 0);
        QCOMPARE(ranks[2]["node"].get<int>(), 1);
        const auto half = report["bytes"].get<double>() / 2;
        QVERIFY(std::abs(ranks[3]["bytes"].get<double>() / half - 1) < 0.02);
        const auto said = run_stepvault(QStringList{"partition"} + options);
        QVERIFY(said.out.contains("weight"));
    }

    void models_can_be_made_larger() {
        const auto bytes = [](const QStringList& options) {
            return json(QStringList{"--model", "bert-large", "--ranks", "2"} + options)["bytes"]
                .get<std::uint64_t>();
        };
        const auto layer = std::uint64_t{12} * 12'596'224 + 16 * 4;
        QCOMPARE(bytes({"--deeper", "2"}) - bytes({}), 24 * layer);
        QVERIFY(bytes({"--wider", "2"}) > 3 * bytes({}));
    }

    void rivals_are_told_apart() {
        for (const auto* rival : {"greedy", "round-robin"}) {
            const auto report = json({"--model", "vit-b-16", "--ranks", "8", "--rival", rival});
            QCOMPARE(report["rule"].get<std::string>(), std::string(rival));
            QVERIFY(report["splits"].empty());
            QVERIFY(report["balance"]["proportional"]["tensors"].get<double>() < 1.1);
        }
    }

    void nonsense_is_refused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        const auto row = [](const char* options, int code) {
            QTest::newRow(options) << QString(options).split(' ', Qt::SkipEmptyParts) << code;
        };
        row("--ranks 2", 2);
        row("--model gpt2-xl", 2);
        row("--model gpt5 --ranks 2", 2);
        row("--model gpt2-xl --ranks 0", 2);
        row("--model gpt2-xl --ranks -1", 2);
        row("--model gpt2-xl --ranks 2 --weights 1,0", 2);
        row("--model gpt2-xl --ranks 2 --weights 1,x", 2);
        row("--model gpt2-xl --ranks 2 --rival best", 2);
        row("--model gpt2-xl --ranks 2 --deeper 0", 2);
        row("--deeper 2 --ranks 2 x", 2);
        row("x --model gpt2-xl --ranks 2", 2);
        row("--model gpt2-xl --ranks 2 --weights 1,2,3", 1);
        row("--model gpt2-xl --ranks 8 --nodes 3", 1);
        row("--model gpt2-xl --ranks 2 --nodes 4", 1);
        row("/nonexistent/step.pt --ranks 2", 1);
    }
    void nonsense_is_refused() {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const auto said = run_stepvault(QStringList{"partition"} + options);
        QCOMPARE(said.code, code);
        QVERIFY(said.out.isEmpty());
        QVERIFY(!said.err.isEmpty());
        if (code == 1) QCOMPARE(said.err.count('\n'), 1);
    }

    void a_file_that_is_cut_off_is_refused() {
        const auto whole = read_text(root_ / "one.safetensors");
        write_text(root_ / "cut.safetensors", std::string_view(whole).substr(0, whole.size() / 2));
        const auto said = run_stepvault({"partition", text(root_ / "cut.safetensors"), "--ranks", "2"});
        QCOMPARE(said.code, 1);
        QVERIFY2(said.err.contains("cut.safetensors"), said.err.constData());
    }

    void what_is_no_checkpoint_is_divided_as_bytes() {
        write_text(root_ / "notes.bin", std::string(1000, 'x'));
        const auto report = json({text(root_ / "notes.bin"), "--ranks", "4"});
        QCOMPARE(report["candidate"]["reason"].get<std::string>(), std::string("no_tensors"));
        QCOMPARE(report["ranks"][3]["rest"]["first"].get<int>(), 750);
        QCOMPARE(report["ranks"][3]["bytes"].get<int>(), 250);
    }
};

STEPVAULT_TEST(TestPartitionCommand)

}  // namespace test_partition_command

#include "test_partition_command.moc"
