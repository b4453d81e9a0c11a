#include <QTemporaryDir>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "library/services/joined_vault.h"
#include "support/registry.h"
#include "support/served_vault.h"
#include "ui/session/comparison_reader.h"

namespace test_comparison_reader {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

/// Runs of a vault here and of one on another machine, whose connection is lost.
class TestComparisonReader : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();
    void lostRunsStay();
    void lostRunsThatWereNeverReadAreLeftOut();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    void loseFar() {
        served_->set_reachable(false);
        served_->cut();
        QTRY_VERIFY(!far_->queries().series(request_.runs[1].info.row.id).ok());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<LocalVault> here_;
    std::unique_ptr<LocalVault> there_;
    std::optional<test::ServedVault> served_;
    std::shared_ptr<VaultHandle> far_;
    std::unique_ptr<ComparisonReader> reader_;
    ComparedRequest request_;
};

void TestComparisonReader::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    writeRun(path("near"), 20);
    writeRun(path("far"), 30);
    auto here = test::open_library(path("vault"));
    auto there = test::open_library(path("attic"));
    QVERIFY(here.ok() && there.ok());
    here_ = std::move(*here);
    there_ = std::move(*there);
    VERIFY_OK(test::watch_once(*here_, {path("near")}));
    VERIFY_OK(test::watch_once(*there_, {path("far")}));
    served_.emplace(*there_);
    auto far = served_->open();
    QVERIFY(far.ok());
    far_ = std::move(*far);
    auto joined = std::make_shared<JoinedVault>(std::vector<std::shared_ptr<VaultHandle>>{here_, far_});
    request_ = {};
    for (const char* name : {"near", "far"}) {
        auto run = joined->queries().run(name);
        VERIFY_OK(run);
        request_.runs.push_back({.info = *run});
    }
    reader_ = std::make_unique<ComparisonReader>(joined);
}

void TestComparisonReader::cleanup() {
    reader_.reset();
    far_.reset();
    served_.reset();
    there_.reset();
    here_.reset();
}

void TestComparisonReader::lostRunsStay() {
    const auto before = reader_->read(request_, {});
    VERIFY_OK(before);
    QVERIFY(!before->problem);
    QCOMPARE(before->runs[1].curve->points.size(), std::size_t{30});
    loseFar();
    writeRun(path("near"), 25);
    VERIFY_OK(test::watch_once(*here_, {path("near")}));
    const auto after = reader_->read(request_, {});
    VERIFY_OK(after);
    QVERIFY(after->problem && after->problem->message.find("box") != std::string::npos);
    QCOMPARE(after->tags, before->tags);
    QCOMPARE(after->runs[0].curve->points.size(), std::size_t{25});
    QCOMPARE(after->runs[1].curve, before->runs[1].curve);
    QCOMPARE(after->runs[1].error, before->runs[1].error);
}

void TestComparisonReader::lostRunsThatWereNeverReadAreLeftOut() {
    loseFar();
    const auto compared = reader_->read(request_, {});
    VERIFY_OK(compared);
    QVERIFY(compared->problem.has_value());
    QCOMPARE(compared->runs.size(), std::size_t{2});
    QVERIFY(!compared->runs[1].series && !compared->runs[1].curve);
    request_.runs.erase(request_.runs.begin());
    QVERIFY(!reader_->read(request_, {}).ok());
}

STEPVAULT_TEST(TestComparisonReader)

}  // namespace test_comparison_reader

#include "test_comparison_reader.moc"
