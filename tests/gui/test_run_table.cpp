#include <memory>

#include <QAbstractItemModelTester>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "gui/model_rows.h"
#include "support/registry.h"
#include "ui/runs/run_menu.h"
#include "ui/runs/runs_page.h"
#include "ui/theme/theme.h"

namespace test_run_table {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

namespace {

constexpr auto mode = QAbstractItemModelTester::FailureReportingMode::QtTest;

RunEntry entry(const char* name, double loss, std::vector<Hyperparameter> params = {}) {
    RunEntry run{runInfo(name, RunState::live), {}};
    run.info.last_loss = loss;
    if (!params.empty())
        run.params = std::make_shared<RunHyperparameters>(RunHyperparameters{std::move(params), {}});
    return run;
}

std::vector<RunEntry> sweep() {
    return {entry("a", 3, {{"lr", 1e-3}, {"seed", 1.0}}), entry("b", 1, {{"lr", 1e-2}, {"seed", 1.0}}),
            entry("c", 2)};
}

}  // namespace

class TestRunTable : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("QObject|QPainter|QLayout"))); }
    void differingHyperparametersAreColumns();
    void anyColumnSorts();
    void labelsAreColumnsWhereThereAreAny();
    void heldRowsStay();
    void selectionFollowsRuns();
    void columnsAreChosen();
    void opensAndCompares();
    void menuOfOneRun();
    void filters();

 private:
    static int columnOf(const RunTableModel& model, const RunColumn& column);
    static QStringList names(const RunTableModel& model);
};

int TestRunTable::columnOf(const RunTableModel& model, const RunColumn& column) {
    const auto& columns = model.columns();
    return static_cast<int>(std::ranges::find(columns, column) - columns.begin());
}

QStringList TestRunTable::names(const RunTableModel& model) {
    QStringList list;
    for (int i = 0; i < model.rowCount(); ++i)
        list << model.index(i, 0).data().toString();
    return list;
}

void TestRunTable::differingHyperparametersAreColumns() {
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, mode);
    model.setRuns(sweep());
    const int lr = columnOf(model, {RunColumn::Kind::param, "lr"});
    QVERIFY(lr < model.columnCount());
    QCOMPARE(columnOf(model, {RunColumn::Kind::param, "seed"}), model.columnCount());
    QCOMPARE(model.headerData(lr, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("lr"));
    QCOMPARE(model.index(0, lr).data().toString(), QStringLiteral("0.001"));
    QCOMPARE(model.index(2, lr).data().toString(), QStringLiteral("–"));
    for (int column = 0; column < model.columnCount(); ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
}

void TestRunTable::anyColumnSorts() {
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, mode);
    model.setRuns(sweep());
    model.sort(columnOf(model, {RunColumn::Kind::loss}), Qt::AscendingOrder);
    QCOMPARE(names(model), QStringList({"b", "c", "a"}));
    model.sort(columnOf(model, {RunColumn::Kind::loss}), Qt::DescendingOrder);
    QCOMPARE(names(model), QStringList({"a", "c", "b"}));
    const int lr = columnOf(model, {RunColumn::Kind::param, "lr"});
    model.sort(lr, Qt::AscendingOrder);
    QCOMPARE(names(model), QStringList({"a", "b", "c"}));
    model.sort(lr, Qt::DescendingOrder);
    QCOMPARE(names(model), QStringList({"b", "a", "c"}));
    // The order outlives a change of columns.
    model.setRuns({entry("a", 3), entry("b", 1), entry("c", 2)});
    QCOMPARE(model.rowCount(), 3);
    model.setRuns(sweep());
    QCOMPARE(names(model), QStringList({"b", "a", "c"}));
}

void TestRunTable::labelsAreColumnsWhereThereAreAny() {
    auto runs = sweep();
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, mode);
    model.setRuns(runs);
    QCOMPARE(columnOf(model, {RunColumn::Kind::tags}), model.columnCount());
    runs[1].info.row.labels = {.note = "first\nsecond", .tags = {"v2", "baseline"}};
    model.setRuns(runs);
    const int tags = columnOf(model, {RunColumn::Kind::tags});
    const int note = columnOf(model, {RunColumn::Kind::note});
    QCOMPARE(model.index(1, tags).data().toString(), QStringLiteral("baseline, v2"));
    QCOMPARE(model.index(1, note).data().toString(), QStringLiteral("first"));
    model.sort(tags, Qt::AscendingOrder);
    QCOMPARE(names(model), QStringList({"b", "a", "c"}));
}

void TestRunTable::heldRowsStay() {
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, mode);
    const auto runs = sweep();
    model.setRuns(runs);
    model.sort(columnOf(model, {RunColumn::Kind::loss}), Qt::AscendingOrder);
    model.setHeld(true);
    auto changed = runs;
    changed[1].info.last_loss = 9;
    changed.push_back(entry("d", 0));
    model.setRuns(changed);
    QCOMPARE(names(model), QStringList({"b", "c", "a", "d"}));
    model.setHeld(false);
    QCOMPARE(names(model), QStringList({"d", "c", "a", "b"}));
}

void TestRunTable::selectionFollowsRuns() {
    const Theme theme(*qApp);
    RunTable table(theme);
    table.runs().setRuns(sweep());
    table.selectRow(0);
    QCOMPARE(table.chosenRuns(), QStringList{"id-a"});
    table.sortByColumn(columnOf(table.runs(), {RunColumn::Kind::loss}), Qt::AscendingOrder);
    QCOMPARE(table.chosenRuns(), QStringList{"id-a"});
    QCOMPARE(table.currentIndex().row(), 2);
}

void TestRunTable::columnsAreChosen() {
    const Theme theme(*qApp);
    RunTable table(theme);
    table.runs().setRuns(sweep());
    const QSignalSpy chosen(&table, &RunTable::columnChoicesChanged);
    QMenu menu;
    table.fillColumnMenu(menu);
    const auto actionOf = [&menu](const QString& text) {
        const auto actions = menu.actions();
        const auto at = std::ranges::find(actions, text, &QAction::text);
        return at == actions.end() ? nullptr : *at;
    };
    QVERIFY(actionOf(QStringLiteral("Run")) == nullptr);
    QAction* lr = actionOf(QStringLiteral("lr"));
    QVERIFY(lr != nullptr && lr->isChecked());
    lr->trigger();
    const int column = columnOf(table.runs(), {RunColumn::Kind::param, "lr"});
    QVERIFY(table.isColumnHidden(column));
    QCOMPARE(chosen.count(), 1);
    QAction* folder = actionOf(QStringLiteral("Folder"));
    QVERIFY(folder != nullptr && !folder->isChecked());
    folder->trigger();
    QVERIFY(!table.isColumnHidden(columnOf(table.runs(), {RunColumn::Kind::folder})));
    RunTable other(theme);
    other.setColumnChoices(table.columnChoices());
    other.runs().setRuns(sweep());
    QVERIFY(other.isColumnHidden(column));
}

void TestRunTable::opensAndCompares() {
    const Theme theme(*qApp);
    RunsPage page(theme);
    page.resize(900, 400);
    page.setRuns(sweep());
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    RunTable& table = page.table();
    QSignalSpy opened(&table, &RunTable::runOpened);
    QSignalSpy compared(&page, &RunsPage::compareClicked);
    const auto centre = [&table](int row) { return table.visualRect(table.model()->index(row, 0)).center(); };
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, centre(0));
    QVERIFY(!page.compareButton().isEnabled());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier, centre(2));
    QVERIFY(page.compareButton().isEnabled());
    QTest::mouseClick(&page.compareButton(), Qt::LeftButton);
    QCOMPARE(compared.takeFirst().front().toStringList(), QStringList({"id-a", "id-c"}));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, centre(1));
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, centre(1));
    QCOMPARE(opened.takeFirst().front().toString(), QStringLiteral("id-b"));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(opened.takeFirst().front().toString(), QStringLiteral("id-b"));
}

void TestRunTable::menuOfOneRun() {
    QWidget parent;
    const RunEntry run = entry("a", 1);
    auto* menu = new RunMenu({run}, "/watched", {"v2"}, &parent);
    QStringList texts;
    for (const QAction* action : menu->actions()) {
        if (!action->isSeparator()) texts << action->text();
    }
    QCOMPARE(texts, QStringList({"Open", "Rename…", "Note…", "Tags", "Favourite", "Archived", "Show folder",
                                 "Copy path", "Copy id", "Stop watching /watched", "Remove checkpoints…"}));
    const auto trigger = [menu](const QString& text) {
        const auto actions = menu->actions();
        (*std::ranges::find(actions, text, &QAction::text))->trigger();
    };
    const QSignalSpy stopped(menu, &RunMenu::stopWatchingChosen);
    trigger(QStringLiteral("Stop watching /watched"));
    QCOMPARE(stopped.count(), 1);
    auto* several = new RunMenu({run, entry("b", 2)}, {}, {}, &parent);
    const QSignalSpy compared(several, &RunMenu::compareChosen);
    several->actions().front()->trigger();
    QCOMPARE(compared.first().front().toStringList(), QStringList({"id-a", "id-b"}));
}

void TestRunTable::filters() {
    const Theme theme(*qApp);
    RunsPage page(theme);
    page.setRuns(sweep());
    page.setFilter(QStringLiteral("lr>0.005"));
    QCOMPARE(names(page.table().runs()), QStringList{"b"});
    page.setFilter(QStringLiteral("nobody"));
    QCOMPARE(page.table().runs().rowCount(), 0);
    page.setFilter({});
    QCOMPARE(page.table().runs().rowCount(), 3);
}

STEPVAULT_TEST(TestRunTable)

}  // namespace test_run_table

#include "test_run_table.moc"
