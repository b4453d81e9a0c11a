#include <cmath>
#include <random>

#include <QTemporaryDir>

#include "db/sqlite_catalog.h"
#include "library/summary/loss_digest.h"
#include "run/divergence.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_loss_digest {

using namespace stepvault;

namespace {

using Points = std::vector<SeriesPoint>;

/// Curves of many kinds: falling, rising again, flat, with non-finite values, and resumed curves whose times
/// go back.
Points made_up(std::mt19937_64& random) {
    std::uniform_int_distribution<int> die(0, 5);
    std::normal_distribution<double> noise(0, die(random) < 3 ? 0.02 : 0.4);
    Points points(std::uniform_int_distribution<std::size_t>(0, die(random) < 2 ? 60 : 2500)(random));
    const auto n = static_cast<double>(points.size());
    const double fall = die(random);
    const double rise = die(random) < 3 ? 0 : die(random);
    const double turn = n * 0.2 * die(random);
    const bool is_broken = die(random) == 0;
    const bool is_timed = die(random) > 0;
    const double restart = n * 0.3 * die(random);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto x = static_cast<double>(i);
        double value = 1 + fall * std::exp(-8 * x / n) + noise(random);
        if (x > turn) value += rise * (x - turn) / n;
        if (is_broken && die(random) == 0 && x < n - 25) value = std::nan("");
        if (is_broken && die(random) == 0 && i + 1 == points.size()) value = INFINITY;
        double time = 1.7e9 + 3 * x + std::abs(noise(random));
        if (x > restart) time -= 2000;
        if (!is_timed || die(random) == 0) time = 0;
        points[i] = {static_cast<std::int64_t>(2 * i), time, value};
    }
    return points;
}

}  // namespace

class TestLossDigest : public QObject {
    Q_OBJECT

 private slots:
    void is_what_all_points_say() {
        std::mt19937_64 random(1);
        int diverged = 0;
        int sound = 0;
        const QTemporaryDir folder;
        const auto catalog = open_sqlite_catalog(folder.filePath("catalog.sqlite").toStdString());
        VERIFY_OK(catalog);
        for (int round = 0; round < 300; ++round) {
            const auto points = made_up(random);
            const auto id = std::to_string(round);
            VERIFY_OK((*catalog)->put_run({.id = id, .name = id, .folder = "/" + id, .scheme = Scheme::lc}));
            // Adds the points in parts, in the order of writing.
            for (std::size_t at = 0; at < points.size(); at += 700) {
                const auto end = std::min(points.size(), at + 700);
                const SeriesChange change{"loss",
                                          points[at].step,
                                          {points.begin() + static_cast<std::ptrdiff_t>(at),
                                           points.begin() + static_cast<std::ptrdiff_t>(end)}};
                VERIFY_OK((*catalog)->put_metrics(id, {change}, at, end));
            }
            const auto digest = digest_losses(**catalog, id, "loss");
            VERIFY_OK(digest);
            std::vector<double> values;
            std::vector<double> times;
            for (const auto& p : points) {
                values.push_back(p.value);
                times.push_back(p.time);
            }
            QCOMPARE(digest->diverged, has_diverged(values));
            QCOMPARE(digest->interval, median_gap(times));
            const double latest = times.empty() ? 0 : *std::ranges::max_element(times);
            QCOMPARE(digest->latest.value_or(0), latest);
            QCOMPARE(digest->last.has_value(), !values.empty());
            if (digest->last && std::isfinite(values.back())) QCOMPARE(*digest->last, values.back());
            ++(digest->diverged ? diverged : sound);
        }
        QVERIFY2(diverged > 40 && sound > 40, "both kinds were made up");
    }

    void is_read_anew_when_the_curve_grew() {
        const QTemporaryDir folder;
        const auto catalog = open_sqlite_catalog(folder.filePath("catalog.sqlite").toStdString());
        VERIFY_OK(catalog);
        VERIFY_OK((*catalog)->put_run({.id = "r", .name = "gpt", .folder = "/gpt", .scheme = Scheme::lc}));
        LossDigests digests(**catalog);
        const auto last = [&] { return digests.of("r", (*catalog)->series("r")->front())->last; };
        VERIFY_OK((*catalog)->put_metrics("r", {{"loss", 0, {{0, 10, 3}, {1, 11, 2}}}}, 0, 1));
        QCOMPARE(last(), std::optional(2.0));
        VERIFY_OK((*catalog)->put_metrics("r", {{"loss", 2, {{2, 12, 1.5}}}}, 1, 2));
        QCOMPARE(last(), std::optional(1.5));
    }
};

STEPVAULT_TEST(TestLossDigest)

}  // namespace test_loss_digest

#include "test_loss_digest.moc"
