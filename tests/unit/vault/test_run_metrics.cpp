#include <sstream>

#include <QTemporaryDir>

#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "unit/vault/metric_readings.h"
#include "vault/records/vault_paths.h"
#include "vault/run/run_metrics.h"

namespace test_run_metrics {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// "step:value" for each point, tag by tag.
std::string dump(RunMetrics& metrics) {
    std::ostringstream out;
    for (const auto& change : metrics.curves().take_all()) {
        out << change.tag;
        for (const auto& p : change.points)
            out << ' ' << p.step << ':' << p.value;
        out << '\n';
    }
    return out.str();
}

std::vector<MetricPoint> joined(std::vector<MetricPoint> a, const std::vector<MetricPoint>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

class Folder {
 public:
    [[nodiscard]] fs::path path() const { return dir_.path().toStdString(); }
    [[nodiscard]] fs::path log() const { return metrics_file(path()); }
    [[nodiscard]] std::unique_ptr<RunMetrics> open() const {
        auto metrics = RunMetrics::open(path());
        return metrics ? std::move(*metrics) : nullptr;
    }

 private:
    QTemporaryDir dir_;
};

}  // namespace

class TestRunMetrics : public QObject {
    Q_OBJECT

 private slots:
    void what_is_known_is_not_stored_again() {
        const Folder folder;
        const MetricReading all{
            .source = "a.jsonl", .from_start = true, .points = losses(1, 50, 2), .read = {}};
        auto metrics = folder.open();
        QCOMPARE(*metrics->add(all), std::uint64_t{50});
        const auto size = fs::file_size(folder.log());
        // The same process reads all again, then another process does.
        QCOMPARE(*metrics->add(all), std::uint64_t{0});
        metrics = folder.open();
        QCOMPARE(*metrics->add(all), std::uint64_t{0});
        QCOMPARE(fs::file_size(folder.log()), size);
        auto more = all;
        more.points = losses(1, 52, 2);
        QCOMPARE(*metrics->add(more), std::uint64_t{2});
        // Points that follow are new, even if they look the same.
        QCOMPARE(*metrics->add(
                     {.source = "a.jsonl", .from_start = false, .points = losses(52, 52, 2), .read = {}}),
                 std::uint64_t{1});
        QCOMPARE(metrics->end(), fs::file_size(folder.log()));
    }

    void a_log_gives_the_same_curves_whenever_it_is_read() {
        const Folder folder;
        auto metrics = folder.open();
        const auto add = [&](const char* source, bool from_start, const std::vector<MetricPoint>& points) {
            VERIFY_OK(
                metrics->add({.source = source, .from_start = from_start, .points = points, .read = {}}));
            const auto live = dump(*metrics);
            const auto again = RunMetrics::read(folder.path());
            VERIFY_OK(again);
            QCOMPARE(dump(**again), live);
        };
        add("a.jsonl", true, losses(1, 40, 1, 100));
        add("a.jsonl", false, losses(20, 21, 2, 110));
        add("rank1.jsonl", true, losses(1, 25, 3, 100));
        add("b.jsonl", true, losses(15, 18, 4, 200));
        add("trainer_state.json", true, losses(1, 10, 5));
        add("trainer_state.json", true, joined(losses(1, 4, 5), losses(5, 5, 6)));
        add("c.jsonl", true, {});
        // In parts, each by another process.
        for (int n = 0; n < 3; ++n) {
            metrics = folder.open();
            add("b.jsonl", true, joined(losses(15, 18, 4, 200), losses(19, 19 + n, 4, 300)));
        }
        QCOMPARE(dump(*metrics),
                 std::string("loss 1:5 2:5 3:5 4:5 5:6 6:3 7:3 8:3 9:3 10:3 11:3 12:3 13:3 14:3 "
                             "15:4 16:4 17:4 18:4 19:4 20:4 21:4\n"));
    }

    void a_resume_in_the_same_file_that_is_read_anew() {
        const Folder folder;
        const auto first = losses(1, 10, 1);
        const auto second = joined(first, losses(4, 6, 2));
        auto metrics = folder.open();
        VERIFY_OK(metrics->add({.source = "a.jsonl", .from_start = true, .points = first, .read = {}}));
        metrics = folder.open();
        QCOMPARE(*metrics->add({.source = "a.jsonl", .from_start = true, .points = second, .read = {}}),
                 std::uint64_t{3});
        QCOMPARE(dump(*metrics), std::string("loss 1:1 2:1 3:1 4:2 5:2 6:2\n"));
        metrics = folder.open();
        QCOMPARE(*metrics->add({.source = "a.jsonl", .from_start = true, .points = second, .read = {}}),
                 std::uint64_t{0});
        QCOMPARE(dump(*metrics), std::string("loss 1:1 2:1 3:1 4:2 5:2 6:2\n"));
    }

    void points_of_the_first_version_give_way_to_their_sources() {
        const Folder folder;
        write_text(folder.log(), first_log(losses(1, 5, 7)));
        auto metrics = folder.open();
        QCOMPARE(dump(*metrics), std::string("loss 1:7 2:7 3:7 4:7 5:7\n"));
        QCOMPARE(
            *metrics->add({.source = "a.jsonl", .from_start = true, .points = losses(3, 4, 1), .read = {}}),
            std::uint64_t{2});
        QCOMPARE(dump(*metrics), std::string("loss 1:7 2:7 3:1 4:1\n"));
        metrics = folder.open();
        QCOMPARE(dump(*metrics), std::string("loss 1:7 2:7 3:1 4:1\n"));
    }

    void a_version_that_was_read_is_known() {
        const Folder folder;
        const FileIdentity version{1, 2, 3, 4, 5};
        auto metrics = folder.open();
        QVERIFY(!metrics->has_read("a.jsonl", version));
        VERIFY_OK(metrics->add(
            {.source = "a.jsonl", .from_start = true, .points = losses(1, 3, 1), .read = version}));
        QVERIFY(metrics->has_read("a.jsonl", version));
        metrics = folder.open();
        QVERIFY(metrics->has_read("a.jsonl", version));
        QVERIFY(!metrics->has_read("b.jsonl", version));
        QVERIFY(!metrics->has_read("a.jsonl", FileIdentity{1, 2, 3, 4, 6}));
        // The version is recorded once, even if no point is new.
        const auto size = metrics->end();
        VERIFY_OK(metrics->add(
            {.source = "a.jsonl", .from_start = true, .points = losses(1, 3, 1), .read = version}));
        QCOMPARE(metrics->end(), size);
        const FileIdentity touched{1, 2, 3, 9, 9};
        VERIFY_OK(metrics->add(
            {.source = "a.jsonl", .from_start = true, .points = losses(1, 3, 1), .read = touched}));
        QVERIFY(metrics->end() > size);
        QVERIFY(folder.open()->has_read("a.jsonl", touched));
    }

    void after_damage_sources_are_read_again() {
        const Folder folder;
        auto metrics = folder.open();
        const FileIdentity version{1, 2, 3, 4, 5};
        VERIFY_OK(
            metrics->add({.source = "a.jsonl", .from_start = true, .points = losses(1, 3, 1), .read = {}}));
        const auto first = metrics->end();
        VERIFY_OK(metrics->add(
            {.source = "a.jsonl", .from_start = false, .points = losses(4, 6, 1), .read = version}));
        metrics.reset();
        auto bytes = read_text(folder.log());
        bytes[first - 1] = static_cast<char>(bytes[first - 1] ^ 1);
        write_text(folder.log(), bytes);

        const auto viewed = RunMetrics::read(folder.path());
        VERIFY_OK(viewed);
        QCOMPARE(dump(**viewed), std::string("loss 4:1 5:1 6:1\n"));
        QCOMPARE(read_text(folder.log()), bytes);

        metrics = folder.open();
        QVERIFY(metrics != nullptr);
        QVERIFY(!metrics->has_read("a.jsonl", version));
        QCOMPARE(dump(*metrics), std::string("loss 4:1 5:1 6:1\n"));
        QCOMPARE(read_text(folder.log().native() + ".damaged-1"), bytes);
        VERIFY_OK(metrics->add(
            {.source = "a.jsonl", .from_start = true, .points = losses(1, 6, 1), .read = version}));
        QCOMPARE(dump(*metrics), std::string("loss 1:1 2:1 3:1 4:1 5:1 6:1\n"));
    }

    void tags_beyond_measure_are_passed_over() {
        const Folder folder;
        auto metrics = folder.open();
        MetricReading reading{.source = "a.jsonl", .from_start = true, .points = {}, .read = {}};
        for (std::size_t i = 0; i < RunMetrics::most_tags + 5; ++i)
            reading.points.push_back({.tag = std::to_string(i), .step = 1, .time = 0, .value = 1});
        reading.points.push_back({.tag = "0", .step = 2, .time = 0, .value = 1});
        QCOMPARE(*metrics->add(reading), std::uint64_t{RunMetrics::most_tags + 1});
        QCOMPARE(*metrics->add(reading), std::uint64_t{0});
    }
};

STEPVAULT_TEST(TestRunMetrics)

}  // namespace test_run_metrics

#include "test_run_metrics.moc"
