// Ten thousand damaged files per format whose reader is a library and starts a process for each file.
#include <random>

#include <QTest>

#include "check_layout.h"
#include "container/inspect.h"
#include "scratch_files.h"
#include "support/registry.h"

namespace test_hdf5_damaged {

using namespace stepvault;
using namespace std::string_literals;

class TestHdf5Damaged : public QObject {
    Q_OBJECT

    ScratchFiles files_;

 private slots:
    void damage_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("part");  ///< Qt Test ends functions after five minutes
        for (const auto* name : {"types.h5", "latest.hdf5", "mixed.h5", "model.weights.h5", "model.keras"}) {
            for (int part = 0; part < 10; ++part)
                QTest::addRow("%s, part %d", name, part) << QString(name) << part;
        }
    }
    void damage() {
        QFETCH(QString, name);
        QFETCH(int, part);
        const auto original = slurp(golden_folder() / name.toStdString());
        std::mt19937_64 random(original.size() + static_cast<unsigned>(part));
        int raw = 0;
        for (int round = 0; round < 1000; ++round) {
            auto bytes = original;
            for (std::uint64_t i = 0; i <= random() % 3; ++i)
                bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
            const auto& file = files_.put(name.toStdString(), bytes);
            const auto seen = inspect(file);
            QVERIFY2(seen.ok(), seen ? "" : seen.error().message.c_str());
            const auto broken = (*seen).complete ? check_layout((*seen).layout, bytes.size()) : ""s;
            QVERIFY2(broken.empty(),
                     qPrintable(QStringLiteral("round %1: %2").arg(round).arg(broken.c_str())));
            raw += (*seen).complete && (*seen).layout.format == "raw" ? 1 : 0;
        }
        // The reader noticed some damage, and tolerated other damage.
        QVERIFY(raw > 0 && raw < 1000);
    }
};

STEPVAULT_TEST(TestHdf5Damaged)

}  // namespace test_hdf5_damaged

#include "test_hdf5_damaged.moc"
