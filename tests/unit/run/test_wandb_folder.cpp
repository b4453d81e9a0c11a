#include <ctime>

#include <QTemporaryDir>
#include <QtTest>

#include "run/wandb_folder.h"
#include "run_test_files.h"
#include "support/registry.h"

namespace test_wandb_folder {

using namespace stepvault;
using namespace stepvault::test;

class TestWandbFolder : public QObject {
    Q_OBJECT

    QByteArray zone_;

 private slots:
    void init() { zone_ = qgetenv("TZ"); }
    void cleanup() { set_zone(zone_); }

    void names_tell_local_times_data() {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("start");  ///< -1 for none
        const QByteArray berlin = "CET-1CEST,M3.5.0,M10.5.0/3";
        QTest::newRow("UTC") << QByteArray("UTC") << "run-20240131_120000-1a2b" << qint64{1706702400};
        QTest::newRow("winter") << berlin << "run-20240131_120000-1a2b" << qint64{1706698800};
        QTest::newRow("summer") << berlin << "offline-run-20240701_120000-1a2b" << qint64{1719828000};
        QTest::newRow("minutes and seconds")
            << QByteArray("UTC") << "dryrun-20240131_123456-1a2b" << qint64{1706704496};
        for (const char* name :
             {"run-20240131-120000-1a2b", "run-20240131_120000-", "run-2024013x_120000-1a2b",
              "testrun-20240131_120000-1a2b", "latest-run", "run-20240131_1200-1a2b", ""})
            QTest::newRow(*name == 0 ? "empty" : name) << QByteArray("UTC") << name << qint64{-1};
    }
    void names_tell_local_times() {
        QFETCH(QByteArray, zone);
        QFETCH(QString, name);
        set_zone(zone);
        QTEST(qint64{wandb_start(name.toStdString()).value_or(-1)}, "start");
    }

    void logs_of_the_newest_run_with_what_it_resumed() {
        const QTemporaryDir root;
        const QStringList logs{"run-20240101_000000-aa/run-aa.wandb", "run-20240102_000000-bb/run-bb.wandb",
                               "run-20240103_000000-aa/files/wandb-history.jsonl",
                               "run-20240104_000000-cc/run-dd.wandb"};
        FolderListing listing;
        for (const auto& log : logs) {
            QVERIFY(write(root.filePath(log), "x"));
            listing.folders.push_back(log.section('/', 0, 0).toStdString());
        }
        const auto path = [&](int log) { return to_path(root.filePath(logs[log])); };
        QCOMPARE(wandb_logs(to_path(root.path()), listing),
                 (std::vector<std::filesystem::path>{path(0), path(2)}));
        std::ranges::reverse(listing.folders);
        QCOMPARE(wandb_logs(to_path(root.path()), listing),
                 (std::vector<std::filesystem::path>{path(0), path(2)}));
    }

 private:
    static void set_zone(const QByteArray& zone) {
        if (zone.isEmpty())
            qunsetenv("TZ");
        else
            qputenv("TZ", zone);
        ::tzset();
    }
};

STEPVAULT_TEST(TestWandbFolder)

}  // namespace test_wandb_folder

#include "test_wandb_folder.moc"
