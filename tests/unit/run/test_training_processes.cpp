#include <optional>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "run/training_processes.h"
#include "run_test_files.h"
#include "support/registry.h"

namespace test_training_processes {

using namespace stepvault;
using namespace stepvault::test;

class TestTrainingProcesses : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        folder_.emplace();
        QVERIFY(QDir(folder_->path()).mkpath("run/logs"));
        QVERIFY(QDir(folder_->path()).mkpath("run-2"));
        QVERIFY(write(folder_->filePath("run/logs/metrics.csv"), "x"));
    }

    void nobody() { QVERIFY(!writes("run")); }

    void another_process() {
        QProcess child;
        start(child, "exec 5>>\"$0\"");
        QVERIFY(writes("run"));
        QVERIFY(writes("run/logs"));
        QVERIFY(writes("."));
        QVERIFY(!writes("run-2"));
        QVERIFY(!writes("missing"));
        stop(child);
        QVERIFY(!writes("run"));
    }

    void a_reader_is_no_training() {
        QProcess child;
        start(child, "exec 5<\"$0\"");
        QVERIFY(!writes("run"));
        stop(child);
    }

    void this_process_is_no_training() {
        QFile open(folder_->filePath("run/logs/metrics.csv"));
        QVERIFY(open.open(QIODevice::ReadWrite));
        QVERIFY(!writes("run"));
    }

    void a_folder_behind_a_link() {
        QVERIFY(QFile::link(folder_->filePath("run"), folder_->filePath("link")));
        QProcess child;
        start(child, "exec 5>>\"$0\"");
        QVERIFY(writes("link"));
        stop(child);
    }

    void looks_once_in_a_while() {
        TrainingProcesses processes(std::chrono::hours(1));
        QVERIFY(!processes.write_below(to_path(folder_->filePath("run"))));
        QProcess child;
        start(child, "exec 5>>\"$0\"");
        QVERIFY(!processes.write_below(to_path(folder_->filePath("run"))));
        stop(child);
    }

 private:
    [[nodiscard]] bool writes(const QString& folder) const {
        return TrainingProcesses(std::chrono::seconds(0)).write_below(to_path(folder_->filePath(folder)));
    }
    /// A shell that opens the metrics file and waits.
    void start(QProcess& child, const QString& opening) const {
        child.start("/bin/sh",
                    {"-c", opening + "; echo ready; read line", folder_->filePath("run/logs/metrics.csv")});
        QVERIFY(child.waitForStarted());
        QVERIFY(child.waitForReadyRead());
    }
    static void stop(QProcess& child) {
        child.write("\n");
        QVERIFY(child.waitForFinished());
    }

    std::optional<QTemporaryDir> folder_;
};

STEPVAULT_TEST(TestTrainingProcesses)

}  // namespace test_training_processes

#include "test_training_processes.moc"
