#include <semaphore>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/served_vault.h"
#include "support/watched_library.h"
#include "ui/restore/restore_controller.h"
#include "ui/text/format.h"

namespace test_restore_controller {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;
using Phase = RestoreController::Phase;

namespace {
constexpr int patience = 20000;  // milliseconds
}

class TestRestoreController : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void proposesAndRestores();
    void cancelledWritesNothing();
    void appearedMeanwhileIsNotReplaced();
    void badTargets_data();
    void badTargets();
    void clearDropsTheResult();
    void whatHasNoOtherPartsIsOfferedAsItIs();
    void ofWhatKeepsOnlyItsWeightsTheseAreRestored();
    void severalSayHowFarTheyCame();
    void intoTheRunsFolderIsOnTheMachineOfTheRun();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    void choose(const fs::path& target);

    QTemporaryDir folder_;
    std::shared_ptr<VaultHandle> library_;
    RunRow run_;
    CheckpointRow checkpoint_;
    std::unique_ptr<JobRunner> runner_;
    std::unique_ptr<RestoreController> controller_;
};

void TestRestoreController::initTestCase() {
    fs::create_directory(path("gpt"));
    const fs::path file = path("gpt") / stepName(20);
    writeFile(file, safetensorsBytes(20, 5000));
    auto library = test::open_library(path("vault"));
    QVERIFY(library.ok());
    library_ = std::move(*library);
    IngestRequest request;
    request.paths = {file};
    request.run = "gpt";
    const auto filed = library_->watcher().ingest(request, {});
    QVERIFY2(filed.ok(), filed.ok() ? "" : filed.error().message.c_str());
    checkpoint_ = filed->front();
    run_ = library_->queries().run("gpt")->row;
}

void TestRestoreController::intoTheRunsFolderIsOnTheMachineOfTheRun() {
    auto local = test::open_library(path("vault"));
    QVERIFY(local.ok());
    test::ServedVault served(**local);
    auto opened = served.open();
    QVERIFY(opened.ok());
    const std::shared_ptr<VaultHandle> remote = std::move(*opened);
    QVERIFY(controller_->host().isEmpty());
    controller_->setCheckpoints(remote, run_, {checkpoint_});
    QTRY_COMPARE_WITH_TIMEOUT(controller_->phase(), Phase::ready, patience);
    QCOMPARE(controller_->host(), QStringLiteral("box"));
    QVERIFY(!controller_->isThere());
    controller_->setIntoRun(true);
    QVERIFY(controller_->isThere());
    // The disk there is not looked at from here.
    QCOMPARE(controller_->phase(), Phase::ready);
    QVERIFY(!controller_->target().freeBytes);
    QVERIFY(controller_->canStart());
    controller_->start();
    QTRY_COMPARE_WITH_TIMEOUT(controller_->phase(), Phase::done, patience);
    QVERIFY(fs::exists(controller_->report().output));
    QCOMPARE(controller_->report().output.parent_path(), path("gpt"));
    controller_.reset();
    runner_.reset();
}

void TestRestoreController::init() {
    runner_ = std::make_unique<JobRunner>();
    controller_ = std::make_unique<RestoreController>(*runner_);
    fs::create_directory(path("out"));
}

void TestRestoreController::cleanup() {
    controller_.reset();
    runner_.reset();
    fs::remove_all(path("out"));
}

void TestRestoreController::choose(const fs::path& target) {
    controller_->setCheckpoints(library_, run_, {checkpoint_});
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    controller_->setTarget(target);
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
}

void TestRestoreController::proposesAndRestores() {
    controller_->setCheckpoints(library_, run_, {checkpoint_});
    QVERIFY(!controller_->canStart());
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    const fs::path proposed = controller_->target().target;
    const auto expected = library_->restorer().propose(run_.id, checkpoint_.id, RestoreExtent::whole);
    QVERIFY(expected.ok() && proposed == expected->output);
    QVERIFY(!controller_->target().exists);
    QVERIFY(controller_->target().freeBytes.value_or(0) > 0);
    choose(path("out") / "x.safetensors");
    controller_->start();
    QVERIFY(controller_->phase() == Phase::running);
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::done, patience);
    QCOMPARE(controller_->report().output, path("out") / "x.safetensors");
    QVERIFY(readFile(path("out") / "x.safetensors") == safetensorsBytes(20, 5000));
}

void TestRestoreController::cancelledWritesNothing() {
    choose(path("out") / "x.safetensors");
    // Blocks the lane until the stop request, so that the restore cannot end before it.
    std::binary_semaphore gate(0);
    runner_->start(
        Lane::work, this,
        [&gate](const JobContext&) {
            gate.acquire();
            return 0;
        },
        [](int) {});
    const QSignalSpy finished(controller_.get(), &RestoreController::finished);
    controller_->start();
    controller_->cancel();
    gate.release();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::stopped, patience);
    QCOMPARE(finished.count(), 1);
    QVERIFY(fs::is_empty(path("out")));
    QVERIFY2(controller_->canStart(), "it can be begun again");
}

void TestRestoreController::appearedMeanwhileIsNotReplaced() {
    const fs::path target = path("out") / "x.safetensors";
    choose(target);
    QVERIFY(!controller_->target().exists);
    writeFile(target, "just written by someone");
    controller_->start();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::failed, patience);
    QCOMPARE(readFile(target), std::string("just written by someone"));
    QVERIFY(!controller_->problem().isEmpty());
    QVERIFY2(controller_->target().exists, "now it is known to be there");
    controller_->start();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::done, patience);
    QVERIFY(readFile(target) == safetensorsBytes(20, 5000));
}

void TestRestoreController::badTargets_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("relative") << QStringLiteral("x.safetensors");
    QTest::newRow("empty") << QString();
    QTest::newRow("folder with files") << toQString(path("gpt"));
    QTest::newRow("below a file") << toQString(path("gpt") / stepName(20) / "x");
}

void TestRestoreController::badTargets() {
    QFETCH(QString, target);
    choose(toPath(target));
    QVERIFY(!controller_->canStart());
    QVERIFY(!controller_->problem().isEmpty());
    controller_->start();
    QVERIFY(controller_->phase() == Phase::ready);
}

void TestRestoreController::clearDropsTheResult() {
    choose(path("out") / "x.safetensors");
    const QSignalSpy finished(controller_.get(), &RestoreController::finished);
    controller_->start();
    controller_->clear();
    QVERIFY(controller_->phase() == Phase::idle);
    bool later = false;
    runner_->start(
        Lane::work, this, [](const JobContext&) { return true; }, [&later](bool value) { later = value; });
    QTRY_VERIFY_WITH_TIMEOUT(later, patience);
    QCOMPARE(finished.count(), 0);
    QVERIFY(controller_->phase() == Phase::idle);
}

void TestRestoreController::whatHasNoOtherPartsIsOfferedAsItIs() {
    choose(path("out") / "x.safetensors");
    QVERIFY(controller_->weights());
    QCOMPARE(controller_->weights()->bytes, controller_->offer().bytes);
    controller_->setExtent(RestoreExtent::weights);
    QCOMPARE(controller_->target().target, path("out") / "x.safetensors");
    controller_->start();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::done, patience);
    QVERIFY(readFile(path("out") / "x.safetensors") == safetensorsBytes(20, 5000));
}

void TestRestoreController::ofWhatKeepsOnlyItsWeightsTheseAreRestored() {
    test::Training training(5, 3000);
    const fs::path file = path("gpt") / "step_000030.safetensors";
    writeFile(file, training.bytes());
    IngestRequest request;
    request.paths = {file};
    request.run = "trained";
    QVERIFY(library_->watcher().ingest(request, {}).ok());
    const auto run = library_->queries().run("trained")->row;
    const auto plan = library_->maintenance().plan_weights_only(run.id, {}, {});
    QVERIFY(plan.ok() && library_->maintenance().prune(*plan, Maintenance::Removal::permanent, {}).ok());
    const auto rows = library_->queries().checkpoints(run.id);
    QVERIFY(rows.ok() && rows->front().weights_only);
    controller_->setCheckpoints(library_, run, *rows);
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    QVERIFY(controller_->extent() == RestoreExtent::weights);
    QCOMPARE(controller_->target().target,
             library_->restorer().propose(run.id, rows->front().id, RestoreExtent::weights)->output);
    controller_->setExtent(RestoreExtent::whole);
    QVERIFY(controller_->extent() == RestoreExtent::weights);
    controller_->setTarget(path("out") / "w.safetensors");
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    controller_->start();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::done, patience);
    QVERIFY(fs::exists(path("out") / "w.safetensors"));
}

void TestRestoreController::severalSayHowFarTheyCame() {
    CheckpointRow gone = checkpoint_;
    gone.id = "000000000099-00000000-1";
    controller_->setCheckpoints(library_, run_, {checkpoint_, checkpoint_});
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    QCOMPARE(controller_->offer().bytes, 2 * checkpoint_.original_bytes);
    controller_->setTarget(path("gpt") / stepName(20));
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    QVERIFY2(!controller_->canStart(), "a file is no folder");
    controller_->setTarget(path("out"));
    QTRY_VERIFY_WITH_TIMEOUT(controller_->canStart(), patience);
    controller_->start();
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::done, patience);
    QCOMPARE(controller_->restored(), std::size_t{2});
    QCOMPARE(controller_->report().bytes, 2 * checkpoint_.original_bytes);
    QVERIFY(readFile(path("out") / "step_20 (2).safetensors") == safetensorsBytes(20, 5000));

    controller_->setCheckpoints(library_, run_, {checkpoint_, gone});
    QTRY_VERIFY_WITH_TIMEOUT(controller_->phase() == Phase::ready, patience);
    QVERIFY(!controller_->problem().isEmpty());
    QVERIFY(!controller_->canStart());
}

STEPVAULT_TEST(TestRestoreController)

}  // namespace test_restore_controller

#include "test_restore_controller.moc"
