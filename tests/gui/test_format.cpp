#include <cmath>
#include <limits>

#include <QDir>
#include <QTest>

#include "support/registry.h"
#include "ui/jobs/rate_meter.h"
#include "ui/text/format.h"
#include "ui/widgets/activity_strip.h"

namespace test_format {

using namespace stepvault::ui;

class TestFormat : public QObject {
    Q_OBJECT

 private slots:
    void numbers();
    void bytes_data();
    void bytes();
    void errors_data();
    void errors();
    void losses();
    void saved();
    void durations_data();
    void durations();
    void spansAndShares();
    void paths();
    void rateMeter();
    void progressWords();
};

void TestFormat::numbers() {
    QCOMPARE(formatStep(4200), QStringLiteral("4,200"));
    QCOMPARE(formatStep(12345678), QStringLiteral("12,345,678"));
    QCOMPARE(formatRatio(363, 10), QStringLiteral("36.3x"));
    QCOMPARE(formatRatio(363, 0), QStringLiteral("–"));
    QCOMPARE(formatRatio(10, 10), QStringLiteral("1.0x"));
    QCOMPARE(formatNumber(0.25, 3), QStringLiteral("0.25"));
    QCOMPARE(formatNumber(200, 1), QStringLiteral("200"));
}

void TestFormat::bytes_data() {
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << quint64{0} << "0 B";
    QTest::newRow("few") << quint64{1023} << "1023 B";
    QTest::newRow("KiB") << quint64{1024} << "1.0 KiB";
    QTest::newRow("MiB") << quint64{32505856} << "31.0 MiB";
    QTest::newRow("GiB") << quint64{1181116006} << "1.1 GiB";
}

void TestFormat::bytes() {
    QFETCH(quint64, bytes);
    QTEST(formatBytes(bytes), "text");
}

void TestFormat::errors_data() {
    QTest::addColumn<double>("error");
    QTest::addColumn<QString>("text");
    QTest::newRow("exact") << 0.0 << "0";
    QTest::newRow("two digits") << 0.4512 << "0.45";
    QTest::newRow("zeros kept") << 0.5 << "0.50";
    QTest::newRow("small") << 0.00123 << "0.0012";
    QTest::newRow("above one") << 1.234 << "1.2";
    QTest::newRow("tiny") << 1.26e-7 << "1.3e-7";
    QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN() << "NaN";
}

void TestFormat::errors() {
    QFETCH(double, error);
    QFETCH(QString, text);
    QString shown = formatError(error);
    shown.replace(QStringLiteral("e-07"), QStringLiteral("e-7"), Qt::CaseInsensitive);
    QCOMPARE(shown.toLower(), text.toLower());
}

void TestFormat::losses() {
    QCOMPARE(formatLoss(2.1134), QStringLiteral("2.113"));
    QCOMPARE(formatLoss(0.0314159), QStringLiteral("0.03142"));
    QCOMPARE(formatLoss(9.9996), QStringLiteral("10.000"));
    QCOMPARE(formatLoss(std::nullopt), QStringLiteral("–"));
    QCOMPARE(formatLoss(std::numeric_limits<double>::infinity()), QStringLiteral("∞"));
}

void TestFormat::saved() {
    const QDateTime now(QDate(2026, 3, 14), QTime(18, 0));
    const auto seconds = [](const QDateTime& when) { return static_cast<double>(when.toSecsSinceEpoch()); };
    QCOMPARE(formatSaved(seconds(QDateTime(now.date(), QTime(14, 2, 11))), now), QStringLiteral("14:02:11"));
    QCOMPARE(formatSaved(seconds(QDateTime(QDate(2026, 3, 2), QTime(9, 5))), now),
             QStringLiteral("2 Mar 09:05"));
    QCOMPARE(formatSaved(seconds(QDateTime(QDate(2025, 12, 31), QTime(9, 5))), now),
             QStringLiteral("31 Dec 2025 09:05"));
    QCOMPARE(formatSaved(0, now), QStringLiteral("–"));
}

void TestFormat::durations_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("at least one") << 0.1 << "1 s";
    QTest::newRow("seconds") << 42.4 << "42 s";
    QTest::newRow("minutes") << 170.0 << "3 min";
    QTest::newRow("hours") << 7200.0 << "2 h";
    QTest::newRow("mixed") << 7500.0 << "2 h 5 min";
}

void TestFormat::durations() {
    QFETCH(double, seconds);
    QTEST(formatDuration(seconds), "text");
}

void TestFormat::spansAndShares() {
    QCOMPARE(formatPowerOfTwo(-13), QString::fromUtf8("2⁻¹³"));
    QCOMPARE(formatSpan(0), QStringLiteral("0 s"));
    QCOMPARE(formatSpan(0.0121), QStringLiteral("12 ms"));
    QCOMPARE(formatSpan(3.41), QStringLiteral("3.4 s"));
    QCOMPARE(formatSpan(21 * 60), QStringLiteral("21 min"));
    QCOMPARE(formatSpan(24 * 3600), QStringLiteral("24 h"));
    QCOMPARE(formatSpan(3.6 * 86400), QStringLiteral("3.6 d"));
    QCOMPARE(formatSpan(365 * 86400.0), QStringLiteral("365 d"));
    QCOMPARE(formatSpan(INFINITY), QStringLiteral("never"));
    QCOMPARE(formatShare(0.0194), QStringLiteral("1.9 %"));
    QCOMPARE(formatShare(0.00071), QStringLiteral("0.071 %"));
    QCOMPARE(formatShare(0), QStringLiteral("0 %"));
    QCOMPARE(formatShare(1e9), QStringLiteral("never ends"));
    QCOMPARE(formatShare(INFINITY), QStringLiteral("never ends"));
}

void TestFormat::paths() {
    QCOMPARE(toPath(toQString(std::filesystem::path("/data/läufe/a b"))),
             std::filesystem::path("/data/läufe/a b"));
    const QString home = QDir::homePath();
    QCOMPARE(formatPath(toPath(home + QStringLiteral("/runs"))), QStringLiteral("~/runs"));
    QCOMPARE(formatPath(toPath(home + QStringLiteral("x/runs"))), home + QStringLiteral("x/runs"));
}

void TestFormat::rateMeter() {
    RateMeter meter;
    QVERIFY(!meter.rate());
    QVERIFY(!meter.timeLeft(100));
    for (int i = 0; i <= 10; ++i)
        meter.add(100 + i, static_cast<std::uint64_t>(i) * 50);
    QCOMPARE(meter.rate().value(), 50.0);
    QCOMPARE(meter.timeLeft(1000).value(), 10.0);
    meter.add(111, 0);
    QVERIFY2(!meter.rate(), "another job starts anew");
}

void TestFormat::progressWords() {
    RateMeter meter;
    const JobProgress progress{612ULL << 20, 1181116006, {}};
    QCOMPARE(ActivityStrip::progressText(progress, meter), QStringLiteral("612.0 MiB of 1.1 GiB"));
    meter.add(0, 0);
    meter.add(1, 612ULL << 20);
    QCOMPARE(ActivityStrip::progressText(progress, meter),
             QStringLiteral("612.0 MiB of 1.1 GiB · 612.0 MiB/s · 1 s left"));
}

STEPVAULT_TEST(TestFormat)

}  // namespace test_format

#include "test_format.moc"
