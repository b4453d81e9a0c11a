#include <QAbstractItemModelTester>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/keyboard_names.h"
#include "gui/safetensors_run.h"
#include "partition/measured_costs.h"
#include "partition/model_shapes.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/cluster/balance_bars.h"
#include "ui/cluster/cluster_controls.h"
#include "ui/cluster/cluster_page.h"
#include "ui/cluster/cluster_text.h"
#include "ui/cluster/level_line.h"
#include "ui/cluster/node_card.h"
#include "ui/cluster/node_row.h"
#include "ui/cluster/rank_bars.h"
#include "ui/cluster/save_card.h"
#include "ui/cluster/share_card.h"
#include "ui/cluster/treemap_view.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/count_slider.h"
#include "ui/widgets/segment_control.h"

namespace test_cluster_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

/// The command line's figures for the same cluster.
ClusterOutcome outcomeOf(const PartitionTree& tree, std::uint32_t nodes, std::uint32_t processes,
                         Scheme scheme) {
    ClusterCase cluster;
    const MeasuredCosts costs = usual_costs(scheme);
    cluster.machine.coding = costs.model;
    cluster.machine.coded_share = costs.coded_share;
    cluster.shape.nodes = nodes;
    cluster.shape.processes = processes;
    return *simulate_cluster(tree, cluster);
}

}  // namespace

/// Uses a vault that the engine made from a run's files.
class TestClusterPage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void storedCheckpointIsDivided();
    void barsAreTheRanksLoads();
    void slidersChangeTheFigures();
    void failedNodesChangeWhatIsRestorable();
    void mapAndTableShowTheSame();
    void modelsStandInForACheckpoint();
    void nothingIsReadWhileHidden();
    void everythingHasAName();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    void settle();
    void choose(SegmentControl& control, const QString& text);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::shared_ptr<VaultHandle> library_;
    RunSnapshot run_;
    std::unique_ptr<JobRunner> runner_;
    std::unique_ptr<ClusterPage> page_;
};

void TestClusterPage::initTestCase() {
    QVERIFY(folder_.isValid());
    writeRun(path("gpt"), 40);
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    library_ = std::move(*library);
    QVERIFY(test::watch_once(*library_, {path("gpt")}).ok());
    // The originals are deleted.
    fs::remove_all(path("gpt"));
    run_.info = *library_->queries().run("gpt");
    run_.checkpoints = *library_->queries().checkpoints(run_.info.row.id);
    QCOMPARE(run_.checkpoints.size(), std::size_t{2});
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestClusterPage::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    runner_ = std::make_unique<JobRunner>();
    page_ = std::make_unique<ClusterPage>(*theme_, *runner_);
    page_->resize(1040, 660);
    page_->setRun(library_, run_, 0);
    page_->show();
    QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    settle();
}

void TestClusterPage::cleanup() {
    page_.reset();
    runner_.reset();
}

void TestClusterPage::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(page_->isSettled(), patience);
    page_->save().plot().flush();
}

void TestClusterPage::choose(SegmentControl& control, const QString& text) {
    for (QToolButton* button : control.findChildren<QToolButton*>()) {
        if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

void TestClusterPage::storedCheckpointIsDivided() {
    QVERIFY(page_->study() != nullptr);
    const PartitionTree& tree = *page_->study()->tree;
    QCOMPARE(tree.total_bytes(), run_.checkpoints.back().original_bytes);
    QCOMPARE(tree.tensors().front().name, std::string("model.weight"));
    const auto expected = outcomeOf(tree, 4, 4, Scheme::adaptive);
    QCOMPARE(page_->save().level(), std::uint32_t{4});
    QCOMPARE(page_->save().figure(), formatSaveTime(expected.saves[3].total()));
    QVERIFY(page_->save().sentence().endsWith(QStringLiteral("% efficiency")));
    QVERIFY(page_->assumptions().contains(QStringLiteral("2.1 %")));
    QVERIFY(page_->balance().bytesCaption().endsWith(QStringLiteral("the mean (dashed)")));
}

void TestClusterPage::barsAreTheRanksLoads() {
    RankBars& bytes = page_->balance().bytes();
    const auto& shares = page_->study()->plan.shares;
    QCOMPARE(bytes.loads().values.size(), shares.size());
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
        QCOMPARE(bytes.loads().values[rank], static_cast<double>(shares[rank].load.bytes));
        QCOMPARE(page_->balance().tensors().loads().values[rank],
                 static_cast<double>(shares[rank].load.tensors));
    }
    QCOMPARE(bytes.accessibleDescription(), page_->balance().bytesCaption());
    QTest::keyClick(&bytes, Qt::Key_Right);
    QTest::keyClick(&bytes, Qt::Key_Right);
    QVERIFY2(bytes.accessibleDescription().startsWith(QStringLiteral("rank 1 on node 0")),
             qPrintable(bytes.accessibleDescription()));
    QCOMPARE(bytes.toolTip(), bytes.accessibleDescription());
    // A bar has its node's colour, from its foot to its top.
    const QImage image = bytes.grab().toImage();
    const auto colorAt = [&](double rank, double load) {
        return image.pixelColor(static_cast<int>(bytes.frame().sceneX(rank)),
                                static_cast<int>(bytes.frame().sceneY(load)));
    };
    const Tokens& tokens = theme_->tokens();
    QCOMPARE(colorAt(0, bytes.loads().values[0] / 2), blend(tokens.surface, tokens.series[0], 0.62));
    QCOMPARE(colorAt(4, bytes.loads().values[4] / 2), blend(tokens.surface, tokens.series[1], 0.62));
    page_->controls().nodes().slider().setValue(64);
    settle();
    QCOMPARE(bytes.loads().values.size(), std::size_t{256});
}

void TestClusterPage::slidersChangeTheFigures() {
    page_->controls().setModel(QStringLiteral("gpt2-small"));
    settle();
    const auto tree = *PartitionTree::of(*model_shapes("gpt2-small"));
    QSlider& nodes = page_->controls().nodes().slider();
    QTest::keyClick(&nodes, Qt::Key_Right);
    QTest::keyClick(&nodes, Qt::Key_PageUp);
    QTest::keyClick(&page_->controls().processes().slider(), Qt::Key_Left);
    settle();
    auto expected = outcomeOf(tree, 9, 3, Scheme::adaptive);
    QCOMPARE(page_->study()->setting.ranks(), std::uint32_t{27});
    QCOMPARE(page_->save().figure(), formatSaveTime(expected.saves[3].total()));
    QVERIFY(
        page_->balance().bytesCaption().contains(displayLocale().toString(expected.balance.bytes, 'f', 2)));
    const PlotModel& plot = page_->save().plot().model();
    QCOMPARE(plot.marks().front().x, 27.0);
    const auto now = std::ranges::find_if(plot.curve(), [](const PlotPoint& point) { return point.x == 27; });
    QVERIFY(now != plot.curve().end());
    QCOMPARE(now->y, expected.speed_up(4));
    QVERIFY2(plot.curve().back().x >= 54, "the curve goes on beyond what is chosen");

    QVERIFY2(plot.home().x0 <= 0 && plot.home().y0 <= 0, "the ideal line begins at nothing");
    QVERIFY(plot.guideLine().segments.front().back().y >= now->y);

    auto* levels = page_->save().findChild<SegmentControl*>();
    choose(*levels, QStringLiteral("L2"));
    QCOMPARE(page_->save().figure(), formatSaveTime(expected.saves[1].total()));
    page_->save().plot().flush();
    QCOMPARE(plot.curve().front().y, outcomeOf(tree, 1, 3, Scheme::adaptive).speed_up(2));

    choose(*page_->controls().findChild<SegmentControl*>(), QStringLiteral("exact"));
    settle();
    expected = outcomeOf(tree, 9, 3, Scheme::exact);
    QCOMPARE(page_->save().figure(), formatSaveTime(expected.saves[1].total()));
    QVERIFY(page_->assumptions().contains(QStringLiteral("65.0 %")));
}

void TestClusterPage::failedNodesChangeWhatIsRestorable() {
    NodeCard& card = page_->nodes();
    NodeRow& row = card.nodes();
    QCOMPARE(row.failed().size(), std::size_t{4});
    QTest::mouseClick(&row, Qt::LeftButton, {}, row.boxOf(1).center().toPoint());
    QVERIFY(!card.level(1).survives());
    QVERIFY(card.level(2).survives());
    QCOMPARE(card.headline(), QStringLiteral("Node 1 has failed: still restorable from L2"));
    row.setFocus();
    QTest::keyClick(&row, Qt::Key_Right);
    QTest::keyClick(&row, Qt::Key_Space);
    QCOMPARE(row.failed(), (std::vector<bool>{false, true, true, false}));
    QVERIFY(!card.level(2).survives());
    QCOMPARE(card.level(2).verdict(), QStringLiteral("has lost node 1 and its neighbour 2"));
    QVERIFY(card.level(3).survives());
    QTest::keyClick(&row, Qt::Key_End);
    QTest::keyClick(&row, Qt::Key_Space);
    QVERIFY(!card.level(3).survives());
    QVERIFY(card.level(4).survives());
    QCOMPARE(row.accessibleDescription(), QStringLiteral("node 3: failed; 3 of 4 failed"));
    // A node outside the range does not fail again when it comes back.
    page_->controls().nodes().slider().setValue(2);
    settle();
    QCOMPARE(row.failed(), (std::vector<bool>{false, true}));
    QCOMPARE(card.headline(), QStringLiteral("Node 1 has failed: still restorable from L2"));
    page_->controls().nodes().slider().setValue(64);
    settle();
    for (std::uint32_t n = 0; n < 64; ++n)
        QVERIFY(QRectF(row.rect()).contains(row.boxOf(n)));
    QTest::mouseClick(&row, Qt::LeftButton, {}, row.boxOf(63).center().toPoint());
    QVERIFY(row.failed()[63]);
    row.repairAll();
    QCOMPARE(card.headline(), QStringLiteral("All nodes are up: restorable from every level"));
}

void TestClusterPage::mapAndTableShowTheSame() {
    page_->controls().setModel(QStringLiteral("bert-large"));
    settle();
    TreemapView& map = page_->shares().map();
    QVERIFY(map.map().tiles.size() > 50);
    map.setFocus(Qt::TabFocusReason);
    const Tile* first = map.current();
    QVERIFY(first != nullptr);
    QTest::keyClick(&map, Qt::Key_Right);
    QVERIFY(map.current() != first);
    QVERIFY(map.current()->box.left() >= first->box.right() - 1);
    QCOMPARE(map.accessibleDescription(), describeTile(*page_->study(), *map.current()));
    const Tile& other = map.map().tiles.back();
    QTest::mouseMove(&map, other.box.center().toPoint());
    QTRY_COMPARE(map.current(), &other);

    choose(page_->shares().view(), QStringLiteral("table"));
    QTableView& table = page_->shares().table();
    QVERIFY(table.isVisible() && !map.isVisible());
    const QAbstractItemModel& rows = *table.model();
    QVERIFY(rows.rowCount() > 50);
    QCOMPARE(rows.index(0, ShareModel::Path).data().toString(), QStringLiteral("whole checkpoint"));
    QCOMPARE(rows.index(0, ShareModel::Ranks).data().toString(), QString::fromUtf8("ranks 0–15"));
    QCOMPARE(rows.index(1, ShareModel::Path).data().toString(), QStringLiteral("optimizer"));
    const QAbstractItemModelTester tester(table.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestClusterPage::modelsStandInForACheckpoint() {
    RunSnapshot none = run_;
    none.checkpoints.clear();
    page_->setRun(library_, none, 0);
    QVERIFY(page_->study() == nullptr);
    page_->controls().setModel(QStringLiteral("resnet-50"));
    settle();
    QCOMPARE(page_->study()->tree->total_bytes(),
             PartitionTree::of(*model_shapes("resnet-50"))->total_bytes());
    page_->controls().setModel({});
    settle();
    QVERIFY(page_->study() == nullptr);
    // A step with a missing file gives a message and removes the page's contents.
    RunSnapshot gone = run_;
    gone.checkpoints.back().id = "gone";
    page_->setRun(library_, gone, 0);
    settle();
    QVERIFY(page_->study() == nullptr);
    page_->setRun(library_, run_, 0);
    settle();
    QVERIFY(page_->study() != nullptr);
}

void TestClusterPage::nothingIsReadWhileHidden() {
    page_->hide();
    const auto before = page_->study();
    RunSnapshot older = run_;
    older.checkpoints.pop_back();
    page_->setRun(library_, older, 0);
    QVERIFY(page_->isSettled());
    QCOMPARE(page_->study(), before);
    page_->show();
    QVERIFY(!page_->isSettled());
    settle();
    QVERIFY(page_->study() != before);
}

void TestClusterPage::everythingHasAName() {
    VERIFY_ALL_NAMED(*page_);
    QVERIFY2(page_->minimumSizeHint().width() < 400 && page_->minimumSizeHint().height() < 400,
             "the window can be made small");
    theme_->setMode(ThemeMode::dark);
    QCOMPARE(page_->shares().grab().toImage().pixelColor(4, 100), darkTokens().surface);
    theme_->setMode(ThemeMode::light);
}

STEPVAULT_TEST(TestClusterPage)

}  // namespace test_cluster_page

#include "test_cluster_page.moc"
