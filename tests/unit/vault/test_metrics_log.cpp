#include <cmath>

#include <QTemporaryDir>

#include "support/opened.h"
#include "support/safetensors_file.h"
#include "vault/metrics_log.h"

using namespace stepvault;
using namespace stepvault::test;

namespace {

std::vector<MetricPoint> points(int first, int count) {
    std::vector<MetricPoint> result;
    for (int i = first; i < first + count; ++i)
        result.push_back({i % 2 == 0 ? "loss" : "val_loss", i, i * 0.5, i == 3 ? NAN : 1.0 / (i + 1)});
    return result;
}

void compare(const std::vector<MetricPoint>& a, const std::vector<MetricPoint>& b) {
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(a[i].tag, b[i].tag);
        QCOMPARE(a[i].step, b[i].step);
        QCOMPARE(a[i].time, b[i].time);
        QVERIFY(a[i].value == b[i].value || (std::isnan(a[i].value) && std::isnan(b[i].value)));
    }
}

}  // namespace

class TestMetricsLog : public QObject {
    Q_OBJECT

 private slots:
    void what_was_appended_is_read() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        auto empty = MetricsLog::read(path);
        VERIFY_OK(empty);
        QVERIFY(empty->points.empty() && !empty->damaged);
        auto end = MetricsLog::append(path, 0, points(0, 10));
        VERIFY_OK(end);
        end = MetricsLog::append(path, *end, points(10, 5));
        VERIFY_OK(end);
        const auto log = MetricsLog::read(path);
        VERIFY_OK(log);
        compare(log->points, points(0, 15));
        QCOMPARE(log->sound_bytes, *end);
    }

    void a_frame_cut_off_is_overwritten() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        const auto first = MetricsLog::append(path, 0, points(0, 4));
        VERIFY_OK(first);
        const auto second = MetricsLog::append(path, *first, points(4, 4));
        VERIFY_OK(second);
        const auto whole = read_text(path);
        for (auto n = *first; n < *second; ++n) {
            write_text(path, whole.substr(0, n));
            const auto log = MetricsLog::read(path);
            VERIFY_OK(log);
            QVERIFY(!log->damaged);
            QCOMPARE(log->sound_bytes, *first);
            compare(log->points, points(0, 4));
            VERIFY_OK(MetricsLog::append(path, log->sound_bytes, points(4, 4)));
            QCOMPARE(read_text(path), whole);
        }
    }

    void damage_before_the_last_frame_is_reported() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        const auto first = MetricsLog::append(path, 0, points(0, 4));
        VERIFY_OK(first);
        VERIFY_OK(MetricsLog::append(path, *first, points(4, 4)));
        const auto whole = read_text(path);
        for (std::size_t at = 0; at < *first; ++at) {
            auto broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ 16);
            write_text(path, broken);
            const auto log = MetricsLog::read(path);
            VERIFY_OK(log);
            QVERIFY2(log->damaged, qPrintable(QString::number(at)));
            // The frame behind it is read all the same.
            QVERIFY(log->points.size() >= 4);
            QCOMPARE(log->points.back().step, std::int64_t{7});
        }
    }
};

QTEST_GUILESS_MAIN(TestMetricsLog)
#include "test_metrics_log.moc"
