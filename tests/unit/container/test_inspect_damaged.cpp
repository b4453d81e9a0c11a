// inspect() answers for any damaged file, and the payloads it reports lie within the file, in order, without
// overlap.
#include <random>

#include <QTest>

#include "check_layout.h"
#include "container/distributed_metadata.h"
#include "container/inspect.h"
#include "container/torch_distributed.h"
#include "scratch_files.h"
#include "support/registry.h"

namespace test_inspect_damaged {

using namespace stepvault;
using namespace std::string_literals;

namespace {

/// Ten times as many rounds make more than 10,000 damaged files of each format.
const int few = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST") ? 10 : 1;

}  // namespace

class TestInspectDamaged : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    std::string broken_promise(const std::string& name, const std::string& bytes) {
        const auto& file = files_.put(name, bytes);
        const auto seen = inspect(file);
        if (!seen) return "error: " + seen.error().message;
        if (seen->complete) return check_layout(seen->layout, bytes.size());
        if (seen->reason.empty()) return "incomplete for no reason";
        return seen->layout.payloads.empty() ? "" : "incomplete with payloads";
    }

    static std::string damaged(const std::string& original, int round, std::mt19937_64& random) {
        const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
        auto bytes = original;
        const auto changes = 1 + below(4);
        for (std::size_t i = 0; i < changes; ++i)
            bytes[below(bytes.size())] ^= static_cast<char>(1 + below(255));
        if (round % 10 == 9) bytes.resize(below(bytes.size()));
        if (round % 10 == 8) bytes.erase(below(bytes.size()), 1 + below(40));
        if (round % 10 == 7) bytes.insert(below(bytes.size()), original, below(bytes.size()), 1 + below(40));
        return bytes;
    }

    /// Checks the same promise for the files that a .metadata names.
    std::string broken_promise_of_folder(const std::string& pickle,
                                         std::map<std::string, std::string>& parts) {
        const auto metadata = read_distributed_metadata(files_.put("metadata", pickle), pickle.size());
        if (!metadata) return metadata.error().message.empty() ? "refused for no reason" : "";
        for (const auto& [name, items] : metadata->files) {
            const auto& bytes = parts[name];
            const auto seen = read_torch_distributed(files_.put("part", bytes), bytes.size(), items);
            if (!seen) return "error: " + seen.error().message;
            if (!seen->complete && seen->reason.empty()) return "incomplete for no reason";
            if (!seen->complete && !seen->layout.payloads.empty()) return "incomplete with payloads";
            const auto broken = seen->complete ? check_layout(seen->layout, bytes.size()) : "";
            if (!broken.empty()) return broken;
        }
        return {};
    }

    static bool costs_a_process(const QString& name) {
        return name.endsWith(".h5") || name.endsWith(".hdf5") || name.endsWith(".keras");
    }

 private slots:
    void damage_data() {
        QTest::addColumn<QString>("name");
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
            const auto extension = entry.path().extension();
            if (extension == ".py" || extension == ".json" || entry.is_directory()) continue;
            const auto name = QString::fromStdString(entry.path().filename().native());
            QTest::newRow(qPrintable(name)) << name;
            ++files;
        }
        QVERIFY(files >= 40);
    }
    void damage() {
        QFETCH(QString, name);
        const auto original = slurp(golden_folder() / name.toStdString());
        std::mt19937_64 random(original.size());
        // A format that costs a process per file gets few rounds; test_hdf5_damaged tests it with more.
        const int rounds = few * (costs_a_process(name)        ? 3
                                  : name.endsWith(".npz")      ? 350
                                  : name.endsWith(".npy")      ? 120
                                  : original.starts_with("PK") ? 70
                                                               : 500);
        for (int round = 0; round < rounds; ++round) {
            const auto bytes = damaged(original, round, random);
            const auto broken = broken_promise(name.toStdString(), bytes);
            QVERIFY2(
                broken.empty(),
                qPrintable(QStringLiteral("round %1: %2").arg(round).arg(QString::fromStdString(broken))));
        }
    }

    void damage_to_distributed_folders_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("torch 1.13") << "distributed_1_13";
        QTest::newRow("torch 2") << "distributed_2";
    }
    void damage_to_distributed_folders() {
        QFETCH(QString, folder);
        const auto path = golden_folder() / folder.toStdString();
        const auto pickle = slurp(path / ".metadata");
        std::map<std::string, std::string> parts;
        for (const auto* name : {"__0_0.distcp", "__1_0.distcp"})
            parts[name] = slurp(path / name);
        std::mt19937_64 random(pickle.size());
        for (int round = 0; round < 500 * few; ++round) {
            auto changed = parts;
            auto& part = changed[random() % 2 == 0 ? "__0_0.distcp" : "__1_0.distcp"];
            part = damaged(part, round, random);
            // Half of the rounds keep the .metadata valid: otherwise little would be left to read.
            const auto table = round % 2 == 0 ? pickle : damaged(pickle, round, random);
            const auto broken = broken_promise_of_folder(table, changed);
            QVERIFY2(
                broken.empty(),
                qPrintable(QStringLiteral("round %1: %2").arg(round).arg(QString::fromStdString(broken))));
        }
    }

    void headers_and_directories_get_most_of_it_data() { damage_data(); }
    void headers_and_directories_get_most_of_it() {
        QFETCH(QString, name);
        const auto original = slurp(golden_folder() / name.toStdString());
        std::mt19937_64 random(original.size());
        const auto window = std::min<std::size_t>(original.size(), 700);
        const int rounds = costs_a_process(name) ? 3 * few : 30 * few;
        for (int round = 0; round < rounds; ++round) {
            auto bytes = original;
            const auto place = random() % window;
            const auto at = round % 2 == 0 ? place : original.size() - 1 - place;
            constexpr std::string_view values("\x00\x01\x7f\x80\xff", 5);
            bytes[at] = values[random() % values.size()];
            const auto broken = broken_promise(name.toStdString(), bytes);
            QVERIFY2(
                broken.empty(),
                qPrintable(QStringLiteral("round %1: %2").arg(round).arg(QString::fromStdString(broken))));
        }
    }
};

STEPVAULT_TEST(TestInspectDamaged)

}  // namespace test_inspect_damaged

#include "test_inspect_damaged.moc"
