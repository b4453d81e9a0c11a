#include <cmath>
#include <limits>

#include <QTemporaryDir>

#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "unit/vault/metric_readings.h"
#include "vault/format/metrics_log.h"

namespace test_metrics_log {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

MetricsFrame frame(int first, int count) {
    MetricsFrame f;
    f.source = "metrics.jsonl";
    f.read = FileIdentity{1, 2, 3, 4, static_cast<std::int64_t>(first)};
    f.tags = {{"loss", static_cast<std::uint64_t>(first)}, {"val_loss", 7}};
    for (int i = first; i < first + count; ++i) {
        f.points.push_back({static_cast<std::uint32_t>(i % 2),
                            {.step = i, .time = i / 2 * 0.5, .value = i == 3 ? NAN : 1.0 / (i + 1)}});
    }
    return f;
}

bool same(const MetricsFrame& a, const MetricsFrame& b) {
    const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
    return a.source == b.source && a.read == b.read &&
           std::ranges::equal(
               a.tags, b.tags,
               [](const auto& x, const auto& y) { return x.name == y.name && x.position == y.position; }) &&
           std::ranges::equal(a.points, b.points, [&](const auto& x, const auto& y) {
               return x.tag == y.tag && x.point.step == y.point.step &&
                      bits(x.point.time) == bits(y.point.time) && bits(x.point.value) == bits(y.point.value);
           });
}

struct Content : MetricsLog::Extent {
    std::vector<MetricsFrame> frames;
};

Result<Content> read(const std::filesystem::path& path) {
    Content content;
    STEPVAULT_ASSIGN(
        extent, MetricsLog::read(path, [&](MetricsFrame&& f) { content.frames.push_back(std::move(f)); }));
    static_cast<MetricsLog::Extent&>(content) = extent;
    return content;
}

}  // namespace

class TestMetricsLog : public QObject {
    Q_OBJECT

 private slots:
    void what_was_appended_is_read() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        auto empty = read(path);
        VERIFY_OK(empty);
        QVERIFY(empty->frames.empty() && !empty->damaged);
        MetricsFrame odd;
        odd.source = std::string("a\0\xFF", 3);
        odd.tags = {{"", MetricsFrame::behind_all}};
        odd.points = {{0, {lowest, 0, -0.0}},
                      {0, {highest, -1, INFINITY}},
                      {0, {lowest, -1, 4.9e-324}},
                      {0, {0, NAN, -INFINITY}},
                      {0, {0, NAN, 1}}};
        MetricsFrame nothing_new;
        nothing_new.source = "metrics.csv";
        nothing_new.read = FileIdentity{};
        const std::vector<MetricsFrame> frames{frame(0, 10), odd, nothing_new, frame(10, 5)};
        std::uint64_t end = 0;
        for (const auto& f : frames) {
            const auto appended = MetricsLog::append(path, end, f);
            VERIFY_OK(appended);
            end = *appended;
        }
        const auto log = read(path);
        VERIFY_OK(log);
        QVERIFY(std::ranges::equal(log->frames, frames, same));
        QCOMPARE(log->sound_bytes, end);
        QVERIFY(!log->damaged);
    }

    void a_log_of_the_first_version_is_read_and_goes_on() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        auto points = losses(5, 7, 0.5, 1e9);
        points[1].value = NAN;
        write_text(path, first_log(points));
        const auto first = read(path);
        VERIFY_OK(first);
        QVERIFY(!first->damaged);
        VERIFY_OK(MetricsLog::append(path, first->sound_bytes, frame(0, 3)));
        const auto log = read(path);
        VERIFY_OK(log);
        QVERIFY(!log->damaged);
        MetricsFrame expected;
        expected.tags = {{"loss", MetricsFrame::behind_all}};
        for (const auto& p : points)
            expected.points.push_back({0, {p.step, p.time, p.value}});
        QCOMPARE(log->frames.size(), std::size_t{2});
        QVERIFY(same(log->frames[0], expected));
        QVERIFY(same(log->frames[1], frame(0, 3)));
    }

    void a_frame_cut_off_is_overwritten() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        const auto first = MetricsLog::append(path, 0, frame(0, 4));
        VERIFY_OK(first);
        const auto second = MetricsLog::append(path, *first, frame(4, 4));
        VERIFY_OK(second);
        const auto whole = read_text(path);
        for (auto n = *first; n < *second; ++n) {
            write_text(path, whole.substr(0, n));
            const auto log = read(path);
            VERIFY_OK(log);
            QVERIFY(!log->damaged);
            QCOMPARE(log->sound_bytes, *first);
            QCOMPARE(log->frames.size(), std::size_t{1});
            VERIFY_OK(MetricsLog::append(path, log->sound_bytes, frame(4, 4)));
            QCOMPARE(read_text(path), whole);
        }
    }

    void damage_before_the_last_frame_is_reported() {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.path().toStdString() + "/log";
        const auto first = MetricsLog::append(path, 0, frame(0, 4));
        VERIFY_OK(first);
        VERIFY_OK(MetricsLog::append(path, *first, frame(4, 4)));
        const auto whole = read_text(path);
        for (std::size_t at = 0; at < *first; ++at) {
            auto broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ 16);
            write_text(path, broken);
            const auto log = read(path);
            VERIFY_OK(log);
            QVERIFY2(log->damaged, qPrintable(QString::number(at)));
            // The frame after the damage is still read.
            QVERIFY(!log->frames.empty());
            QVERIFY(same(log->frames.back(), frame(4, 4)));
        }
    }

    void a_payload_that_lies_is_no_frame() {
        const auto payload = encode_metrics_frame(frame(0, 6));
        QVERIFY(decode_metrics_frame(payload));
        for (std::size_t n = 0; n < payload.size(); ++n)
            QVERIFY(!decode_metrics_frame(ByteView(payload).first(n)));
        auto longer = payload;
        longer.push_back(std::byte{0});
        QVERIFY(!decode_metrics_frame(longer));
        // For any bytes, decoding ends at once, with a consistent result.
        for (std::size_t at = 0; at < payload.size(); ++at) {
            for (const int bit : {1, 4, 0x80, 0xFF}) {
                auto broken = payload;
                broken[at] ^= static_cast<std::byte>(bit);
                const auto decoded = decode_metrics_frame(broken);
                for (const auto& p : decoded ? decoded->points : std::vector<MetricsFrame::Point>())
                    QVERIFY(p.tag < decoded->tags.size());
                (void)decode_first_metrics_frame(broken);
            }
        }
    }
};

STEPVAULT_TEST(TestMetricsLog)

}  // namespace test_metrics_log

#include "test_metrics_log.moc"
