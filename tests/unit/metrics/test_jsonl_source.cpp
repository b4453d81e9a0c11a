#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/jsonl_source.h"
#include "support/registry.h"

namespace test_jsonl_source {

using namespace stepvault;
using namespace stepvault::test;

class TestJsonlSource : public QObject {
    Q_OBJECT

 private slots:
    void reads_lines_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("points");
        const auto row = [](const char* name, const char* content, const QStringList& points) {
            QTest::newRow(name) << QByteArray(content) << points;
        };
        row("plain", "{\"step\": 3, \"loss\": 0.5}\n", {"loss@3=0.5"});
        row("nan and infinity",
            "{\"step\":1,\"loss\":NaN}\n{\"step\":2,\"loss\":Infinity}\n{\"step\":3,\"loss\":-Infinity}\n",
            {"loss@1=nan", "loss@2=inf", "loss@3=-inf"});
        row("zeros with exponents",
            "{\"step\":1,\"loss\":0e300}\n{\"step\":2,\"loss\":0.000e-100}\n{\"step\":3,\"loss\":-0e308}\n",
            {"loss@1=0", "loss@2=0", "loss@3=0"});
        row("beyond what doubles hold",
            "{\"step\":1,\"loss\":1e400}\n{\"step\":2,\"loss\":1e-400}\n{\"step\":3,\"loss\":1e308}\n"
            "{\"step\":4,\"loss\":0.12345678901234567890123}\n",
            {"loss@2=0", "loss@3=1e+308", "loss@4=0.123456789012"});
        row("nan as text", "{\"step\":1,\"loss\":\"NaN\",\"name\":\"adam\"}\n", {"loss@1=nan"});
        row("crlf", "{\"step\":1,\"loss\":2}\r\n{\"step\":2,\"loss\":1}\r\n", {"loss@1=2", "loss@2=1"});
        row("byte order mark", "\xEF\xBB\xBF{\"step\":1,\"loss\":2}\n", {"loss@1=2"});
        row("nested", "{\"step\":1,\"train\":{\"loss\":2,\"top\":{\"k\":5}},\"lr\":0.1}\n",
            {"train/loss@1=2", "train/top/k@1=5", "lr@1=0.1"});
        row("other types", "{\"step\":1,\"a\":true,\"b\":null,\"c\":[1,{\"d\":2}],\"e\":\"7\",\"loss\":4}\n",
            {"loss@1=4"});
        row("broken and blank lines",
            "{\"step\":1,\"loss\":2}\n\n{\"step\":2,\"lo\n[1]\n7\n   \n{\"step\":3,\"loss\":1}\n",
            {"loss@1=2", "loss@3=1"});
        row("two objects in a line", "{\"step\":1,\"loss\":2}{\"step\":2,\"loss\":3}\n", {});
        row("bytes that are no UTF-8", "{\"step\":1,\"lo\xFFss\":2}\n{\"step\":2,\"loss\":3}\n",
            {"loss@2=3"});
        row("no step", "{\"loss\":2}\n{\"text\":\"hello\",\"label\":1}\n", {});
        row("global_step", "{\"global_step\":10,\"epoch\":0.2,\"loss\":2}\n", {"epoch@10=0.2", "loss@10=2"});
        row("iter", "{\"iter\":7,\"loss\":2}\n", {"loss@7=2"});
        row("iteration", "{\"iteration\":19,\"total_loss\":2}\n", {"total_loss@19=2"});
        row("_step", "{\"_step\":4,\"_timestamp\":1700000000.5,\"loss\":2}\n", {"loss@4=2 t=1700000000.5"});
        row("names of W&B's own",
            "{\"loss\":2,\"_runtime\":3.5,\"_wandb\":{\"runtime\":3},\"_step\":4,\"_timestamp\":1700000000}"
            "\n",
            {"loss@4=2 t=1700000000"});
        row("the Trainer's step to W&B", "{\"train/global_step\":500,\"train/loss\":2,\"_step\":7}\n",
            {"train/loss@500=2"});
        row("Lightning's step to W&B", "{\"trainer/global_step\":500,\"loss\":2,\"epoch\":1,\"_step\":7}\n",
            {"loss@500=2", "epoch@500=1"});
        row("epoch alone", "{\"epoch\":2,\"loss\":2}\n", {"loss@2=2"});
        row("step outranks iter", "{\"iter\":50,\"epoch\":1,\"step\":150,\"loss\":2}\n",
            {"iter@150=50", "epoch@150=1", "loss@150=2"});
        row("a fraction is no step", "{\"step\":1.5,\"iter\":3,\"loss\":2}\n", {"step@3=1.5", "loss@3=2"});
        row("whole double", "{\"step\":20.0,\"loss\":2}\n", {"loss@20=2"});
        row("negative step", "{\"step\":-3,\"loss\":2}\n", {"loss@-3=2"});
        row("case of a step", "{\"Global_Step\":7,\"loss\":2}\n", {"loss@7=2"});
        row("timesteps outrank iterations", "{\"iter\":5,\"time/total_timesteps\":640,\"loss\":2}\n",
            {"iter@640=5", "loss@640=2"});
        row("total_timesteps outranks iter", "{\"iter\":5,\"total_timesteps\":640,\"loss\":2}\n",
            {"iter@640=5", "loss@640=2"});
        row("iter outranks iteration", "{\"iteration\":5,\"iter\":6,\"loss\":2}\n",
            {"iteration@6=5", "loss@6=2"});
        row("iteration outranks _step", "{\"_step\":5,\"iteration\":6,\"loss\":2}\n", {"loss@6=2"});
        row("_step outranks epoch", "{\"epoch\":1,\"_step\":6,\"loss\":2}\n", {"epoch@6=1", "loss@6=2"});
        row("global_step outranks trainer/global_step",
            "{\"trainer/global_step\":5,\"global_step\":6,\"loss\":2}\n",
            {"trainer/global_step@6=5", "loss@6=2"});
        row("a duration beside a time", "{\"step\":1,\"time\":0.5,\"timestamp\":1700000000,\"loss\":2}\n",
            {"time@1=0.5 t=1700000000", "loss@1=2 t=1700000000"});
        row("the largest step", "{\"step\":9007199254740992,\"loss\":2}\n", {"loss@9007199254740992=2"});
        row("beyond exact steps", "{\"step\":9007199254740994,\"loss\":2}\n", {});
        row("nan step", "{\"step\":NaN,\"loss\":2}\n", {});
        row("huge step", "{\"step\":1e300,\"loss\":2}\n", {});
        row("milliseconds", "{\"step\":1,\"timestamp\":1700000000123,\"loss\":2}\n",
            {"loss@1=2 t=1700000000.123"});
        row("a duration is no time", "{\"step\":1,\"time\":0.31,\"loss\":2}\n", {"time@1=0.31", "loss@1=2"});
        row("full precision", "{\"step\":1,\"loss\":0.1234567890123}\n", {"loss@1=0.123456789012"});
        row("empty", "", {});
    }
    void reads_lines() {
        QFETCH(QByteArray, content);
        QFETCH(QStringList, points);
        QVERIFY(write(file(), content));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), points);
        QCOMPARE(as_text(source.poll()), QStringList());
    }

    void zero_bytes_break_only_their_line() {
        QVERIFY(write(file(), QByteArray("{\"step\":1,\"loss\":2}\n\0\0\0\n{\"step\":3,\"loss\":1}\n", 44)));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=2", "loss@3=1"}));
    }

    void unfinished_line_waits() {
        QVERIFY(write(file(), "{\"step\":1,\"loss\":2}\n{\"step\":2,\"lo"));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "ss\":1.25"));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "}\n{\"step\":3,\"loss\":1}\n"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@2=1.25", "loss@3=1"}));
    }

    void closed_object_needs_no_line_end() {
        QVERIFY(write(file(), "{\"step\":1,\"loss\":2}"));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "\n{\"step\":2,\"loss\":1}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@2=1"});
    }

    void truncated_file_is_read_anew() {
        QVERIFY(write(file(), "{\"step\":1,\"loss\":2}\n{\"step\":2,\"loss\":1}\n"));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()).size(), 2);
        QVERIFY(write(file(), "{\"step\":5,\"loss\":9}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@5=9"});
        QVERIFY(write(file(), ""));
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(append(file(), "{\"step\":6,\"loss\":8}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@6=8"});
    }

    void replaced_file_is_read_anew() {
        const QByteArray first = "{\"step\":1,\"loss\":2}\n";
        QVERIFY(write(file(), first));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        const auto other = folder_.filePath("other");
        QVERIFY(write(other, first + "{\"step\":2,\"loss\":1}\n"));
        QVERIFY(QFile::remove(file()) && QFile::rename(other, file()));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=2", "loss@2=1"}));
    }

    void file_rewritten_in_place_and_longer_is_read_anew() {
        QVERIFY(write(file(), "{\"step\":1,\"loss\":2}\n"));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        QVERIFY(write(file(), "{\"step\":7,\"loss\":3}\n{\"step\":8,\"loss\":4}\n"));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@7=3", "loss@8=4"}));
    }

    void missing_file_is_an_error_until_it_comes() {
        JsonlSource source(to_path(folder_.filePath("later.jsonl")));
        const auto missing = source.poll();
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::not_found);
        QVERIFY(write(folder_.filePath("later.jsonl"), "{\"step\":1,\"loss\":2}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
    }

    void overlong_line_is_passed_over() {
        QVERIFY(write(file(), "{\"step\":1,\"loss\":2}\n{\"x\":\"" + QByteArray(17 << 20, 'y')));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=2"});
        QVERIFY(append(file(), "z\",\"step\":2,\"loss\":1}\n{\"step\":3,\"loss\":0}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@3=0"});
    }

    void deep_nesting_is_harmless() {
        const QByteArray deep = "{\"step\":1,\"loss\":2,\"d\":" + QByteArray("{\"a\":").repeated(200000) +
                                "1" + QByteArray(200000, '}') + ",\"after\":3}\n";
        QVERIFY(write(file(), deep));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@1=2", "after@1=3"}));
    }

    void hundred_thousand_points() {
        QByteArray content;
        for (int i = 0; i < 100000; ++i)
            content += "{\"step\":" + QByteArray::number(i) +
                       ",\"loss\":" + QByteArray::number(i * 0.25, 'g', 17) + "}\n";
        QVERIFY(write(file(), content));
        JsonlSource source(to_path(file()));
        const auto points = poll_all(source);
        QVERIFY(points.ok());
        QCOMPARE((*points).size(), std::size_t{100000});
        for (int i = 0; i < 100000; ++i) {
            const auto& p = (*points)[static_cast<std::size_t>(i)];
            if (p.step != i || p.value != i * 0.25) QFAIL(qPrintable(as_text(p)));
        }
    }

    void nests_up_to_16_names_data() {
        QTest::addColumn<int>("objects");
        QTest::addColumn<int>("points");
        QTest::newRow("deepest") << 15 << 1;
        QTest::newRow("deeper") << 16 << 0;
    }
    void nests_up_to_16_names() {
        QFETCH(int, objects);
        QVERIFY(write(file(), "{\"step\":1," + QByteArray("\"a\":{").repeated(objects) + "\"b\":5" +
                                  QByteArray(objects, '}') + "}\n"));
        JsonlSource source(to_path(file()));
        QTEST(static_cast<int>(as_text(source.poll()).size()), "points");
    }

    void names_have_up_to_256_bytes() {
        QVERIFY(write(
            file(), "{\"step\":1,\"" + QByteArray(256, 'x') + "\":5,\"" + QByteArray(257, 'y') + "\":6}\n"));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{QString(256, 'x') + "@1=5"});
    }

    /// Same size and inode; only the first or the last line read differs.
    void a_rewritten_line_is_noticed_data() {
        QTest::addColumn<int>("line");
        QTest::newRow("first") << 10;
        QTest::newRow("last") << 99;
    }
    void a_rewritten_line_is_noticed() {
        QFETCH(int, line);
        const auto lines = [](int other) {
            QByteArray content;
            for (int i = 10; i < 100; ++i)
                content +=
                    "{\"step\":" + QByteArray::number(i) + ",\"loss\":" + (i == other ? "2" : "1") + "}\n";
            return content;
        };
        QVERIFY(write(file(), lines(0)));
        JsonlSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()).size(), 90);
        QVERIFY(source.restarted());
        QVERIFY(append(file(), "{\"step\":200,\"loss\":1}\n"));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@200=1"});
        QVERIFY(!source.restarted());
        QVERIFY(write(file(), lines(line) + "{\"step\":200,\"loss\":1}\n"));
        QCOMPARE(as_text(source.poll()).size(), 91);
        QVERIFY(source.restarted());
        QCOMPARE(as_text(source.poll()), QStringList());
        QVERIFY(!source.restarted());
    }

 private:
    [[nodiscard]] QString file() const { return folder_.filePath("metrics.jsonl"); }
    QTemporaryDir folder_;
};

STEPVAULT_TEST(TestJsonlSource)

}  // namespace test_jsonl_source

#include "test_jsonl_source.moc"
