// Whatever is wrong with a file: inspect() answers, and the payloads it names lie in the file, in order,
// apart.
#include <random>

#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "scratch_files.h"

using namespace stepvault;
using namespace std::string_literals;

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

 private slots:
    void damage_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
            const auto extension = entry.path().extension();
            if (extension == ".py" || extension == ".json") continue;
            const auto name = QString::fromStdString(entry.path().filename().native());
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void damage() {
        QFETCH(QString, name);
        const auto original = slurp(golden_folder() / name.toStdString());
        std::mt19937_64 random(original.size());
        const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
        // With 16 files: more than 10,000 damaged ones in all.
        constexpr int rounds = 700;
        for (int round = 0; round < rounds; ++round) {
            auto bytes = original;
            const auto changes = 1 + below(4);
            for (std::size_t i = 0; i < changes; ++i)
                bytes[below(bytes.size())] ^= static_cast<char>(1 + below(255));
            if (round % 10 == 9) bytes.resize(below(bytes.size()));
            if (round % 10 == 8) bytes.erase(below(bytes.size()), 1 + below(40));
            if (round % 10 == 7)
                bytes.insert(below(bytes.size()), original, below(bytes.size()), 1 + below(40));
            const auto broken = broken_promise(name.toStdString(), bytes);
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
        for (int round = 0; round < 300; ++round) {
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

QTEST_GUILESS_MAIN(TestInspectDamaged)
#include "test_inspect_damaged.moc"
