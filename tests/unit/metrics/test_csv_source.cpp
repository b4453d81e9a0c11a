#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/csv_source.h"
#include "support/registry.h"

namespace test_csv_source {

using namespace stepvault;
using namespace stepvault::test;

class TestCsvSource : public QObject {
    Q_OBJECT

 private slots:
    void splits_records_data() {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QStringList>("cells");
        QTest::newRow("plain") << QByteArray("a,b,c") << QStringList{"a", "b", "c"};
        QTest::newRow("empty cells") << QByteArray(",b,") << QStringList{"", "b", ""};
        QTest::newRow("quoted comma") << QByteArray("\"a,b\",c") << QStringList{"a,b", "c"};
        QTest::newRow("doubled quote") << QByteArray("\"a \"\"b\"\"\",c") << QStringList{"a \"b\"", "c"};
        QTest::newRow("quoted line end") << QByteArray("\"a\nb\",c") << QStringList{"a\nb", "c"};
        QTest::newRow("empty quotes") << QByteArray("\"\",c") << QStringList{"", "c"};
        QTest::newRow("quote inside") << QByteArray("5\" disk,c") << QStringList{"5\" disk", "c"};
        QTest::newRow("unclosed") << QByteArray("a,\"b") << QStringList{"a", "b"};
        QTest::newRow("text behind quotes") << QByteArray("\"a\"b,c") << QStringList{"ab", "c"};
        QTest::newRow("nothing") << QByteArray("") << QStringList{""};
    }
    void splits_records() {
        QFETCH(QByteArray, record);
        const auto split = [](const QByteArray& text, char separator) {
            std::vector<std::string> found{"left", "over", "from", "before"};
            split_csv_record(text.toStdString(), separator, found);
            QStringList cells;
            for (const auto& cell : found)
                cells += QString::fromStdString(cell);
            return cells;
        };
        QTEST(split(record, ','), "cells");
        QFETCH(QStringList, cells);
        if (cells.filter(",").isEmpty()) QCOMPARE(split(QByteArray(record).replace(',', ';'), ';'), cells);
    }

    void reads_tables_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("points");
        const auto row = [](const char* name, const char* content, const QStringList& points) {
            QTest::newRow(name) << QByteArray(content) << points;
        };
        row("lightning", "epoch,step,train_loss,val_loss\n0,1,2.5,\n0,2,,3.5\n",
            {"epoch@1=0", "train_loss@1=2.5", "epoch@2=0", "val_loss@2=3.5"});
        row("epoch alone", "epoch,loss\n0,2\n1,1\n", {"loss@0=2", "loss@1=1"});
        row("padded header", "                  epoch,         train/box_loss\n      1,    0.5\n",
            {"train/box_loss@1=0.5"});
        row("no step column", "loss,acc\n2,0.5\n1,0.75\n",
            {"loss@1=2", "acc@1=0.5", "loss@2=1", "acc@2=0.75"});
        row("no step and no loss", "label,width\n2,0.5\n1,0.75\n", {});
        row("data without names", "a.png,2\nb.png,3\n", {});
        row("semicolons", "epoch;loss;val_loss\n0;0,5;1.5\n1;2;\n", {"val_loss@0=1.5", "loss@1=2"});
        row("tabs", "step\tloss\tnote, long\n5\t2\tx\n", {"loss@5=2"});
        row("index of a data frame", ",loss,acc\n0,2,0.5\n", {"loss@1=2", "acc@1=0.5"});
        row("header again", "epoch,loss\n0,2\nepoch,loss\n1,1\n", {"loss@0=2", "loss@1=1"});
        row("padded header again with another column", " epoch, loss\n 0, 2\n epoch, acc, loss\n 1, 0.5, 1\n",
            {"loss@0=2", "acc@1=0.5", "loss@1=1"});
        row("nan and inf", "step,loss\n1,nan\n2,inf\n3,-inf\n4,NaN\n5,\n",
            {"loss@1=nan", "loss@2=inf", "loss@3=-inf", "loss@4=nan"});
        row("crlf", "step,loss\r\n1,2\r\n2,1\r\n", {"loss@1=2", "loss@2=1"});
        row("epochs of Ultralytics", "epoch,time,train/loss,lr/pg0\n1,0.5,3,1\n2,1.5,2,1\n1,0.5,4,1\n",
            {"time@0=0.5", "train/loss@0=3", "lr/pg0@0=1", "time@1=1.5", "train/loss@1=2", "lr/pg0@1=1",
             "time@0=0.5", "train/loss@0=4", "lr/pg0@0=1"});
        row("earlier epochs of Ultralytics", "epoch,train/loss,lr/pg0\n0,3,1\n1,2,1\n",
            {"train/loss@0=3", "lr/pg0@0=1", "train/loss@1=2", "lr/pg0@1=1"});
        row("quotes", "\"step\",\"train, loss\"\n\"1\",\"2\"\n", {"train, loss@1=2"});
        row("line end in quotes", "step,note,loss\n1,\"two\nlines\",2\n2,x,1\n", {"loss@1=2", "loss@2=1"});
        row("case", "Step,Wall_Time,Loss\n4,1700000000,2\n", {"Loss@4=2 t=1700000000"});
        row("text cells", "step,phase,loss\n1,train,2\n", {"loss@1=2"});
        row("short and long rows", "step,loss,acc\n1,2\n2,1,0.5,77\n", {"loss@1=2", "loss@2=1", "acc@2=0.5"});
        row("blank and broken rows", "step,loss\n\n,\nabc,def\nstep,loss\n3,1\n", {"loss@3=1"});
        row("byte order mark", "\xEF\xBB\xBFstep,loss\n1,2\n", {"loss@1=2"});
        row("plus sign and exponent", "step,loss\n1e2,+2.5E-1\n", {"loss@100=0.25"});
        row("no header", "1,2\n3,4\n", {});
        row("latin-1 name",
            "step,gr\xF6\xDF"
            "e\n1,2\n",
            {"gr??e@1=2"});
        row("utf-8 name",
            "step,gr\xC3\xB6\xC3\x9F"
            "e\n1,2\n",
            {QString::fromUtf8("gr\xC3\xB6\xC3\x9F"
                               "e@1=2")});
        row("header again without a step", "loss,acc\n2,1\nloss,acc\n1,1\n",
            {"loss@1=2", "acc@1=1", "loss@2=1", "acc@2=1"});
        row("rows of text count", "loss,acc\n2,1\nnone,none\n1,1\n",
            {"loss@1=2", "acc@1=1", "loss@3=1", "acc@3=1"});
        row("a duration", "step,time,loss\n1,0.5,2\n", {"time@1=0.5", "loss@1=2"});
        row("milliseconds", "step,timestamp,loss\n1,1700000000123,2\n", {"loss@1=2 t=1700000000.123"});
        row("a duration after a time", "step,timestamp,time,loss\n1,1700000000,0.5,2\n",
            {"time@1=0.5 t=1700000000", "loss@1=2 t=1700000000"});
        row("a duration before a time", "step,time,timestamp,loss\n1,0.5,1700000000,2\n",
            {"time@1=0.5 t=1700000000", "loss@1=2 t=1700000000"});
        row("the strongest step", "epoch,global_step,step,loss\n1,20,30,2\n",
            {"epoch@30=1", "global_step@30=20", "loss@30=2"});
        row("a step that is none", "step,loss\n1.5,2\nx,2\n,2\n4,1\n", {"loss@4=1"});
        row("epoch seconds in a name of another case", "step,Timestamp,loss\n1,1700000000,2\n",
            {"loss@1=2 t=1700000000"});
        row("header only", "step,loss\n", {});
        row("empty", "", {});
    }
    void reads_tables() {
        QFETCH(QByteArray, content);
        QFETCH(QStringList, points);
        QVERIFY(write(file(), content));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), points);
        QCOMPARE(as_text(source.poll()), QStringList());
    }

    void unfinished_row_waits() {
        QVERIFY(write(file(), "step,loss\n1,2\n2,0.1"));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        QVERIFY(append(file(), "25"));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "\n3,1\n"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@2=0.125", "loss@3=1"}));
    }

    void unfinished_header_waits() {
        QVERIFY(write(file(), "step,lo"));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "ss\n1,2\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
    }

    void grown_header_is_read_anew() {
        QVERIFY(write(file(), "step,loss\n1,2\n2,1\n"));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()).size(), 2);
        QVERIFY(write(file(), "step,loss,val_loss\n1,2,\n2,1,\n3,,5\n"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=2", "loss@2=1", "val_loss@3=5"}));
        QVERIFY(append(file(), "4,0.5,6\n"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@4=0.5", "val_loss@4=6"}));
    }

    void lightning_rewrites_in_place_while_it_is_read() {
        // Lightning sorts its columns: the last value of a row may be in front after a rewrite.
        QVERIFY(write(file(), "epoch,step,train_loss\n0,1,2.5\n0,2,2.25\n"));
        CsvSource source(to_path(file()));
        std::map<QString, int> seen;
        const auto look = [&] {
            for (const auto& p : as_text(source.poll()))
                ++seen[p];
        };
        look();
        QVERIFY(write(file(), ""));
        look();
        QVERIFY(append(file(), "acc,epoch,step,train_loss\n,0,1,2.5\n,0,2,2"));
        look();
        QVERIFY(append(file(), ".25\n0.5,0,2,\n"));
        look();
        QVERIFY(append(file(), ",1,3,2.125\n"));
        look();
        const std::map<QString, int> expected = {
            {"epoch@1=0", 2}, {"train_loss@1=2.5", 2}, {"train_loss@2=2.25", 2}, {"acc@2=0.5", 1},
            {"epoch@2=0", 3}, {"epoch@3=1", 1},        {"train_loss@3=2.125", 1}};
        QCOMPARE(seen, expected);
    }

    void truncated_table_is_read_anew() {
        QVERIFY(write(file(), "loss\n5\n6\n7\n"));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=5", "loss@2=6", "loss@3=7"}));
        QVERIFY(write(file(), "a_loss\n1\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"a_loss@1=1"});
    }

    void rows_count_on_over_polls() {
        QVERIFY(write(file(), "loss\n5\n"));
        CsvSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=5"});
        QVERIFY(append(file(), "6\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=6"});
    }

    void stray_quote_costs_a_bounded_part() {
        QByteArray content = "step,loss\n1,2\n2,\"3\n";
        while (content.size() < (2 << 20))
            content += "4,5\n";
        QVERIFY(write(file(), content + "9,1\n"));
        CsvSource source(to_path(file()));
        const auto points = as_text(source.poll());
        QCOMPARE(points.first(), QString("loss@1=2"));
        QCOMPARE(points.last(), QString("loss@9=1"));
    }

    void hundred_thousand_points() {
        QByteArray content = "step,loss\n";
        for (int i = 0; i < 100000; ++i)
            content += QByteArray::number(i) + ',' + QByteArray::number(i * 0.25, 'g', 17) + '\n';
        QVERIFY(write(file(), content));
        CsvSource source(to_path(file()));
        const auto points = poll_all(source);
        QVERIFY(points.ok());
        QCOMPARE((*points).size(), std::size_t{100000});
        for (int i = 0; i < 100000; ++i) {
            const auto& p = (*points)[static_cast<std::size_t>(i)];
            if (p.step != i || p.value != i * 0.25) QFAIL(qPrintable(as_text(p)));
        }
    }

 private:
    [[nodiscard]] QString file() const { return folder_.filePath("metrics.csv"); }
    QTemporaryDir folder_;
};

STEPVAULT_TEST(TestCsvSource)

}  // namespace test_csv_source

#include "test_csv_source.moc"
