#include <QCheckBox>
#include <QClipboard>
#include <QListView>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_card.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/curve_legend.h"
#include "ui/compare/params_card.h"
#include "ui/restore/restore_sheet.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_field.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"

namespace test_compare_seeds {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// Compares four runs, two of which differ in their seed alone.
class TestCompareSeeds : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void seedsAreJoined();
    void hoveredRunStandsOut();
    void hyperparametersSideBySide();
    void restoresFromARow();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const { return toPath(folder_.path()) / name; }
    ComparePage& page() { return window_->comparePage(); }
    PlotView& plot() { return page().card().plot(); }
    void settle();
    void choose(const QString& view);
    [[nodiscard]] const CurveSet::Curve* curve(const QString& name);
    [[nodiscard]] QPoint rowOf(const QString& name);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestCompareSeeds::initTestCase() {
    QVERIFY(folder_.isValid());
    const auto write = [&](const char* name, double offset, const char* settings) {
        const fs::path folder = path("runs") / name;
        fs::create_directories(folder);
        std::ofstream metrics(folder / "metrics.jsonl");
        for (int step = 1; step <= 40; ++step)
            metrics << R"({"step": )" << step << R"(, "loss": )" << offset + 1.0 / step << "}\n";
        writeFile(folder / "hparams.yaml", settings);
        for (const int step : {20, 40})
            writeFile(folder / stepName(step), safetensorsBytes(step, 2000));
    };
    write("small-seed1", 1, "lr: 0.1\nseed: 1\nlayers: 4\n");
    write("small-seed2", 3, "lr: 0.1\nseed: 2\nlayers: 4\n");
    write("large", 6, "lr: 0.2\nseed: 1\nlayers: 4\n");
    write("other", 8, "lr: 0.3\nseed: 1\nlayers: 4\n");
    auto library = test::open_library(path("vault"));
    VERIFY_OK(library);
    VERIFY_OK(test::watch_once(**library, {path("runs/small-seed1"), path("runs/small-seed2"),
                                           path("runs/large"), path("runs/other")}));
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestCompareSeeds::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    // As at start, before anything was read.
    window_->showPage(QStringLiteral("compare"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && page().isVisible(), patience);
    settle();
    QCOMPARE(plot().model().curves().curves().size(), std::size_t{4});
}

void TestCompareSeeds::cleanup() {
    window_.reset();
    settings_.reset();
}

void TestCompareSeeds::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    plot().flush();
}

void TestCompareSeeds::choose(const QString& view) {
    for (QToolButton* button : page().view().findChildren<QToolButton*>()) {
        if (button->text() == view) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(view));
}

const CurveSet::Curve* TestCompareSeeds::curve(const QString& name) {
    for (const CurveSet::Curve& one : plot().model().curves().curves()) {
        if (one.given.name == name) return &one;
    }
    return nullptr;
}

QPoint TestCompareSeeds::rowOf(const QString& name) {
    const QTableView& table = page().table();
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QModelIndex index = table.model()->index(row, CompareModel::Run);
        if (index.data().toString() == name) return table.visualRect(index).center();
    }
    return {};
}

void TestCompareSeeds::seedsAreJoined() {
    QToolButton& join = page().card().joinButton();
    QVERIFY(join.isVisible());
    QTest::mouseClick(&join, Qt::LeftButton);
    settle();
    QCOMPARE(plot().model().curves().curves().size(), std::size_t{3});
    const CurveSet::Curve* mean = curve(QStringLiteral("small · 2 seeds"));
    QVERIFY(mean != nullptr);
    QCOMPARE(mean->given.points.size(), std::size_t{40});
    for (std::size_t i = 0; i < 40; ++i) {
        QVERIFY(std::abs(mean->given.points[i].y - (mean->given.low[i] + 1)) < 1e-4);
        QVERIFY(std::abs(mean->given.high[i] - (mean->given.low[i] + 2)) < 1e-4);
    }
    QVERIFY(plot().model().home().y0 < mean->given.low.back());
    // The table has the group with what its runs store together.
    QCOMPARE(page().table().model()->rowCount(), 3);
    QVERIFY(!rowOf(QStringLiteral("small · 2 seeds")).isNull());
    // Panels show each run.
    choose(QStringLiteral("Panels"));
    settle();
    choose(QStringLiteral("One chart"));
    QTest::mouseClick(&join, Qt::LeftButton);
    settle();
    QCOMPARE(plot().model().curves().curves().size(), std::size_t{4});
    QVERIFY(curve(QStringLiteral("small-seed1"))->given.low.empty());
}

void TestCompareSeeds::hoveredRunStandsOut() {
    const CompareModel& model = page().model();
    const auto emphasized = [&] {
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, CompareModel::Run);
            if (index.data(CompareModel::EmphasisRole).toBool()) names << index.data().toString();
        }
        return names;
    };
    QVERIFY(emphasized().isEmpty());
    QTest::mouseMove(page().table().viewport(), rowOf(QStringLiteral("large")));
    QTRY_COMPARE(emphasized(), QStringList{"large"});
    QListView& legend = page().card().legend();
    QTest::mouseMove(legend.viewport(), legend.visualRect(model.index(1, CompareModel::Run)).center());
    QTRY_COMPARE(emphasized(), QStringList{model.index(1, CompareModel::Run).data().toString()});
    // In the chart the curve under the mouse is meant.
    const PlotFrame& frame = plot().frame();
    const QPoint place(qRound(frame.sceneX(30)), qRound(frame.sceneY(8 + 1.0 / 30)));
    QTest::mouseMove(plot().viewport(), place);
    QTRY_COMPARE(emphasized(), QStringList{"other"});
    QTest::mouseMove(plot().viewport(), {place.x(), qRound(frame.sceneY(4.6))});
    QTRY_VERIFY(emphasized().isEmpty());
}

void TestCompareSeeds::hyperparametersSideBySide() {
    choose(QStringLiteral("Hyperparameters"));
    ParamsCard& card = page().params();
    QVERIFY(card.isVisible());
    const auto keys = [&card] {
        QStringList list;
        for (int row = 0; row < card.model().rowCount(); ++row)
            list << card.model().index(row, 0).data().toString();
        return list;
    };
    QCOMPARE(keys(), QStringList({"lr", "seed"}));
    QCOMPARE(card.model().columnCount(), 5);
    QTest::mouseClick(&card.equal(), Qt::LeftButton, {}, QPoint(8, card.equal().height() / 2));
    QCOMPARE(keys(), QStringList({"lr", "seed", "layers"}));
    QTest::keyClicks(&card.filter(), QStringLiteral("LAY"));
    QCOMPARE(keys(), QStringList{"layers"});
    card.table().setFocus();
    QTest::keyClick(&card.table(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("layers\t4\t4\t4\t4\n")));
    QTest::keyClick(&card.filter(), Qt::Key_Escape);
    QCOMPARE(keys().size(), 3);
}

void TestCompareSeeds::restoresFromARow() {
    emit page().table().customContextMenuRequested(rowOf(QStringLiteral("large")));
    QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QAction* best = menu->actions().at(1);
    QVERIFY(best->text().contains(QStringLiteral("40")));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(best).center());
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("large"), patience);
    auto* sheet = window_->findChild<RestoreSheet*>();
    QTRY_VERIFY_WITH_TIMEOUT(sheet->isVisible(), patience);
    QCOMPARE(window_->runPage().selectedCheckpoint()->step, 40);
}

STEPVAULT_TEST(TestCompareSeeds)

}  // namespace test_compare_seeds

#include "test_compare_seeds.moc"
