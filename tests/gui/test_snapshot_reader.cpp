#include <fstream>

#include <QTemporaryDir>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/session/snapshot_reader.h"

namespace test_snapshot_reader {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

class TestSnapshotReader : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void unchangedCurveIsTheSameObject();
    void otherMetricsAreReadBeside();
    void nothingIsReadForNobody();

 private:
    [[nodiscard]] fs::path path(const char* name) const {
        return folder_->path().toStdString() / fs::path(name);
    }
    void watch();
    std::shared_ptr<const MetricCurve> curve(const std::string& tag = {}) {
        auto snapshot = reader_->read({.run = "gpt", .tag = tag, .beside = {}, .knownVersion = {}}, {});
        return snapshot.ok() && *snapshot && (*snapshot)->run ? (*snapshot)->run->metric : nullptr;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<VaultHandle> library_;
    std::unique_ptr<SnapshotReader> reader_;
};

void TestSnapshotReader::init() {
    library_.reset();
    folder_ = std::make_unique<QTemporaryDir>();
    writeRun(path("gpt"), 20);
    auto library = test::open_library(path("vault"));
    VERIFY_OK(library);
    library_ = std::move(*library);
    watch();
    reader_ = std::make_unique<SnapshotReader>(library_);
}

void TestSnapshotReader::watch() {
    VERIFY_OK(test::watch_once(*library_, {path("gpt")}));
}

void TestSnapshotReader::unchangedCurveIsTheSameObject() {
    const auto first = curve();
    QVERIFY(first);
    QCOMPARE(first->points.size(), std::size_t{20});
    QVERIFY(curve() == first);
    const auto rate = curve("lr");
    QVERIFY(rate && rate != first);
    QCOMPARE(rate->points.front().value, 0.001);
    // The loss becomes NaN.
    std::ofstream(path("gpt") / "metrics.jsonl", std::ios::app) << R"({"step": 21, "loss": NaN})" << '\n';
    watch();
    const auto grown = curve();
    QVERIFY(grown && grown != first);
    QCOMPARE(grown->points.size(), std::size_t{21});
    QCOMPARE(grown->troubles.size(), std::size_t{1});
    QCOMPARE(grown->troubles.front().step, std::int64_t{21});
    QVERIFY(first->troubles.empty());
}

void TestSnapshotReader::otherMetricsAreReadBeside() {
    const auto beside = [this] {
        auto snapshot = reader_->read(
            {.run = "gpt", .tag = {}, .beside = {"lr", "loss", "none"}, .knownVersion = {}}, {});
        return snapshot.ok() && *snapshot && (*snapshot)->run ? (*snapshot)->run->beside
                                                              : std::vector<NamedCurve>();
    };
    const auto first = beside();
    QCOMPARE(first.size(), std::size_t{1});
    QCOMPARE(first.front().tag, std::string("lr"));
    QCOMPARE(first.front().curve->points.size(), std::size_t{20});
    QVERIFY(beside() == first);
}

void TestSnapshotReader::nothingIsReadForNobody() {
    std::stop_source source;
    source.request_stop();
    const auto snapshot = reader_->read({.run = "gpt", .tag = {}, .beside = {}, .knownVersion = {}},
                                        JobContext{.stop = source.get_token(), .sink = nullptr});
    QVERIFY(!snapshot.ok());
    QVERIFY(snapshot.error().code == ErrorCode::cancelled);
}

STEPVAULT_TEST(TestSnapshotReader)

}  // namespace test_snapshot_reader

#include "test_snapshot_reader.moc"
