#include <fcntl.h>
#include <optional>
#include <unistd.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "run/stability_tracker.h"
#include "run_test_files.h"
#include "support/registry.h"

namespace test_has_writer {

using namespace stepvault;
using namespace stepvault::test;

class TestHasWriter : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        folder_.emplace();
        QVERIFY(write(file(), "x"));
        QVERIFY(write(folder_->filePath("other"), "x"));
    }

    void nobody() { QVERIFY(!has_writer(look())); }

    void own_descriptors_data() {
        QTest::addColumn<int>("flags");
        QTest::addColumn<bool>("expected");
        QTest::newRow("read") << O_RDONLY << false;
        QTest::newRow("write") << O_WRONLY << true;
        QTest::newRow("read and write") << O_RDWR << true;
        QTest::newRow("append") << (O_WRONLY | O_APPEND) << true;
        QTest::newRow("path only") << O_PATH << false;
    }
    void own_descriptors() {
        QFETCH(int, flags);
        const int fd = ::open(file().toStdString().c_str(), flags | O_CLOEXEC);
        QVERIFY(fd >= 0);
        const bool found = has_writer(look());
        ::close(fd);
        QTEST(found, "expected");
        QVERIFY(!has_writer(look()));
    }

    void a_renamed_file_is_found() {
        QFile open(file());
        QVERIFY(open.open(QIODevice::ReadWrite));
        QVERIFY(::rename(file().toStdString().c_str(), folder_->filePath("renamed").toStdString().c_str()) ==
                0);
        const auto f = fingerprint({to_path(folder_->filePath("renamed")), false, "renamed", {""}});
        QVERIFY(f.ok());
        QVERIFY(has_writer(*f));
    }

    void any_file_of_a_folder() {
        QFile open(folder_->filePath("other"));
        QVERIFY(open.open(QIODevice::ReadWrite));
        QVERIFY(!has_writer(look()));
        const auto f = fingerprint({to_path(folder_->path()), true, "c", {"file", "other"}});
        QVERIFY(f.ok());
        QVERIFY(has_writer(*f));
    }

    void a_child_process() {
        QProcess child;
        child.start("/bin/sh", {"-c", "exec 5>>\"$0\"; echo ready; read line", file()});
        QVERIFY(child.waitForStarted());
        QVERIFY(child.waitForReadyRead());
        QVERIFY(has_writer(look()));
        child.write("\n");
        QVERIFY(child.waitForFinished());
        QVERIFY(!has_writer(look()));
    }

    void nothing_to_look_for() { QVERIFY(!has_writer(Fingerprint())); }

 private:
    [[nodiscard]] QString file() const { return folder_->filePath("file"); }
    [[nodiscard]] Fingerprint look() const {
        auto f = fingerprint({to_path(file()), false, "file", {""}});
        return f.ok() ? *f : Fingerprint();
    }
    std::optional<QTemporaryDir> folder_;
};

STEPVAULT_TEST(TestHasWriter)

}  // namespace test_has_writer

#include "test_has_writer.moc"
