#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/event_file_source.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_event_file_source {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr const char* file_name = "events.out.tfevents.1700000000.host.1.0";

/// Event{2 step, 5 Summary{1 Value{1 "loss", 2 0.5}}}; `step` must be below 128.
QByteArray loss_at(int step) {
    const QByteArray value = QByteArray("\x0A\x04loss\x15") + QByteArray("\0\0\0\x3F", 4);
    return QByteArray("\x10") + static_cast<char>(step) + QByteArray("\x2A\x0D\x0A\x0B") + value;
}

}  // namespace

class TestEventFileSource : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] QString file() const { return folder_.filePath(file_name); }

 private slots:
    void damaged_data_is_passed_over() {
        auto damaged = event_record(loss_at(2));
        damaged[15] = 'X';
        QVERIFY(write(file(), event_record(loss_at(1)) + damaged + event_record(loss_at(3))));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=0.5", "loss@3=0.5"}));
    }

    void damaged_length_ends_the_reading_until_it_is_mended() {
        // A file system may lengthen a file before it has the new pages' contents.
        const auto whole = event_record(loss_at(2)) + event_record(loss_at(3));
        QVERIFY(write(file(), event_record(loss_at(1)) + QByteArray(whole.size(), '\0')));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=0.5"});
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(write(file(), event_record(loss_at(1)) + whole));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@2=0.5", "loss@3=0.5"}));
    }

    void long_records_are_passed_over() {
        QVERIFY(write(file(), event_record(loss_at(1)) + event_record(QByteArray(65 << 20, 'x'))));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=0.5"});
        QVERIFY(append(file(), event_record(QByteArray(3 << 20, 'x')) + event_record(loss_at(2))));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=0.5"});
    }

    void a_length_that_lies_is_harmless_data() {
        QTest::addColumn<quint64>("length");
        QTest::newRow("more than there is") << quint64{1000};
        QTest::newRow("a long record") << (quint64{1} << 40);
        QTest::newRow("an overflow") << ~quint64{0};
        QTest::newRow("an overflow with its frame") << (~quint64{0} - 10);
    }
    void a_length_that_lies_is_harmless() {
        QFETCH(quint64, length);
        // The checksum of an event's length is the checksum of its 8 bytes as data.
        const QByteArray bytes(reinterpret_cast<const char*>(&length), 8);
        const auto head = bytes + event_record(bytes).right(4);
        QVERIFY(write(file(), event_record(loss_at(1)) + head + event_record(loss_at(2))));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=0.5"});
        QCOMPARE(as_text(source.poll()), QStringList());
    }

    void plugins_of_another_file_in_its_place_are_forgotten() {
        // Metadata{1 plugin_data{1 "text"}} before the value, then the tag as a scalar.
        const QByteArray text = QByteArray("\x2A\x10\x0A\x0E\x0A\x04loss\x4A\x06\x0A\x04\x0A\x02tx", 18);
        QVERIFY(write(file(), event_record(text) + event_record(loss_at(1))));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(write(file(), event_record(loss_at(2))));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=0.5"});
    }

    void folders_that_part_curves_name_them_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("point");
        QTest::newRow("of its own") << "runs/a/"
                                    << "loss@1=0.5";
        QTest::newRow("keras") << "logs/train/"
                               << "train/loss@1=0.5";
        QTest::newRow("keras validation") << "logs/validation/"
                                          << "validation/loss@1=0.5";
        QTest::newRow("short for validation") << "logs/val/"
                                              << "val/loss@1=0.5";
        QTest::newRow("evaluation") << "logs/eval/"
                                    << "eval/loss@1=0.5";
        QTest::newRow("test") << "logs/test/"
                              << "test/loss@1=0.5";
        QTest::newRow("add_scalars") << "runs/b/loss_gan/"
                                     << "loss_gan/loss@1=0.5";
    }
    void folders_that_part_curves_name_them() {
        QFETCH(QString, path);
        QVERIFY(QDir(folder_.path()).mkpath(path) && QDir(folder_.path()).mkpath("runs/b"));
        QVERIFY(write(folder_.filePath("runs/b/") + file_name, {}));
        QVERIFY(write(folder_.filePath(path) + file_name, event_record(loss_at(1))));
        EventFileSource source(to_path(folder_.filePath(path) + file_name));
        QFETCH(QString, point);
        QCOMPARE(as_text(source.poll()), QStringList{point});
    }

    void names_of_event_files_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("begun");  ///< -1 if it is not an event file's name
        QTest::addColumn<QString>("writer");
        QTest::newRow("torch") << "events.out.tfevents.1700000000.my.host.77.3" << qint64{1700000000}
                               << "my.host.77";
        QTest::newRow("keras") << "events.out.tfevents.1700000000.host.77.3.v2" << qint64{1700000000}
                               << "host.77";
        QTest::newRow("tensorboardX")
            << "events.out.tfevents.1700000000.my.host" << qint64{1700000000} << "my.host";
        QTest::newRow("a host that is a number")
            << "events.out.tfevents.1700000000.7" << qint64{1700000000} << "7";
        QTest::newRow("no host") << "events.out.tfevents.1700000000" << qint64{-1} << "";
        QTest::newRow("no time") << "events.out.tfevents.x.host.77.3" << qint64{-1} << "";
        QTest::newRow("profiler") << "events.out.tfevents.1700000000.profile-empty" << qint64{-1} << "";
    }
    void names_of_event_files() {
        QFETCH(QString, name);
        const auto read = read_event_file_name(name.toStdString());
        QTEST(read ? read->begun : qint64{-1}, "begun");
        QTEST(QString::fromStdString(read ? read->writer : std::string()), "writer");
    }

    void folders_of_add_scalars_are_told_from_runs_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("files");  ///< in addition to 100.h.7.0 in the folder above
        QTest::addColumn<bool>("scalars");
        QTest::newRow("same process") << "loss_a" << QStringList{"events.out.tfevents.101.h.7.1"} << true;
        QTest::newRow("resumed in another process")
            << "loss_a" << QStringList{"events.out.tfevents.101.h.7.1", "events.out.tfevents.201.h.8.1"}
            << true;
        QTest::newRow("another process") << "loss_a" << QStringList{"events.out.tfevents.101.h.9.0"} << false;
        QTest::newRow("another host") << "loss_a" << QStringList{"events.out.tfevents.101.g.7.1"} << false;
        QTest::newRow("begun at once") << "loss_a" << QStringList{"events.out.tfevents.100.h.7.1"} << true;
        QTest::newRow("one of two in another process")
            << "loss_a" << QStringList{"events.out.tfevents.101.h.7.1", "events.out.tfevents.201.h.9.1"}
            << false;
        QTest::newRow("begun before") << "loss_a" << QStringList{"events.out.tfevents.99.h.7.1"} << false;
        QTest::newRow("no tag in its name") << "a" << QStringList{"events.out.tfevents.101.h.7.1"} << false;
        QTest::newRow("with other files")
            << "loss_a" << QStringList{"events.out.tfevents.101.h.7.1", "step_1.pt"} << false;
        QTest::newRow("empty") << "loss_a" << QStringList() << false;
    }
    void folders_of_add_scalars_are_told_from_runs() {
        QFETCH(QString, folder);
        QFETCH(QStringList, files);
        QTemporaryDir above;
        QVERIFY(QDir(above.path()).mkpath(folder));
        for (const char* name :
             {"events.out.tfevents.100.h.7.0", "events.out.tfevents.200.h.8.0", "train.py"})
            QVERIFY(write(above.filePath(name), {}));
        for (const auto& name : files)
            QVERIFY(write(above.filePath(folder + '/' + name), {}));
        QTEST(is_scalars_folder(to_path(above.filePath(folder))), "scalars");
    }

    void missing_file_is_an_error() {
        EventFileSource source(to_path(folder_.filePath("none/events.out.tfevents.1")));
        VERIFY_ERROR(source.poll(), ErrorCode::not_found);
    }

    void hundred_thousand_points() {
        QByteArray content;
        for (int i = 0; i < 100000; ++i)
            content += event_record(loss_at(i % 128));
        QVERIFY(write(file(), content));
        EventFileSource source(to_path(file()));
        const auto points = poll_all(source);
        QVERIFY(points.ok());
        QCOMPARE((*points).size(), std::size_t{100000});
        for (std::size_t i = 0; i < 100000; ++i) {
            if ((*points)[i].step != static_cast<std::int64_t>(i % 128))
                QFAIL(qPrintable(as_text((*points)[i])));
        }
    }

    void a_damaged_event_gives_nothing() {
        // Behind the value a field says that it is longer than the event.
        QVERIFY(write(file(), event_record(loss_at(1) + "\x32\x7F") + event_record(loss_at(2))));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=0.5"});
    }

    void a_damaged_value_costs_no_other() {
        const QByteArray good = QByteArray("\x0A\x04loss\x15") + QByteArray("\0\0\0\x3F", 4);
        // A last field that says it is longer than the value.
        const QByteArray bad = QByteArray(
                                   "\x0A\x04"
                                   "best\x15") +
                               QByteArray("\0\0\0\x3F", 4) + "\x32\x7F";
        const auto event = QByteArray("\x10\x01\x2A\x1C\x0A\x0D") + bad + "\x0A\x0B" + good;
        QVERIFY(write(file(), event_record(event)));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=0.5"});
    }

    void step_and_time_may_come_behind_the_value() {
        const double time = 1700000000;
        const QByteArray wall = '\x09' + QByteArray(reinterpret_cast<const char*>(&time), 8);
        const auto summary = loss_at(1).mid(2);
        QVERIFY(write(file(), event_record(summary + wall + "\x10\x07")));
        EventFileSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@7=0.5 t=1700000000"});
        QVERIFY(source.restarted());
        QVERIFY(append(file(), event_record(loss_at(8))));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@8=0.5"});
        QVERIFY(!source.restarted());
    }
};

STEPVAULT_TEST(TestEventFileSource)

}  // namespace test_event_file_source

#include "test_event_file_source.moc"
