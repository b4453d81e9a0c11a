#include <semaphore>

#include <QAbstractItemModelTester>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "support/registry.h"
#include "ui/bits/error_color.h"
#include "ui/text/role_text.h"

namespace test_bits_exceptions {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

class TestBitsExceptions : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeRuns(); }
    void init() { openPage(); }
    void cleanup() { closePage(); }

    void exceptionIsMadeForTheChosenRow();
    void exceptionByNameAndItsRemoval();
    void errorsAreMappedByStep();
    void errorsOfAGrowingRunAreTold();
};

void TestBitsExceptions::exceptionIsMadeForTheChosenRow() {
    const RunSnapshot run = train("excepted", {}, 1, 3);
    show(run);
    QTableView& table = page_->tensors().table();
    ExceptionsLine& line = page_->tensors().exceptions();
    int row = 0;
    while (row < table.model()->rowCount() &&
           table.model()->index(row, 0).data().toString() != roleWord(Role::first_moment))
        ++row;
    QVERIFY(row < table.model()->rowCount());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(row, 0)).center());
    const double before = page_->rates().chosen()->bits;
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    QCOMPARE(line.target().text(), QStringLiteral("role: first moment"));
    QCOMPARE(line.note(), QStringLiteral("fits 1 tensor"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    // The chip appears at once, before the curves change.
    QCOMPARE(line.chips().size(), std::size_t{1});
    QVERIFY(line.chips().front()->text().startsWith(QStringLiteral("first moment exact")));
    const SchemeChoice chosen = page_->controls().choice();
    QCOMPARE(chosen.rules.size(), std::size_t{1});
    QCOMPARE(chosen.rules.front().text(), std::string("role:first moment=exact"));
    const BitsOutcome expected = *page_->view()->study().adaptive(chosen);
    QCOMPARE(page_->figures().value(FiguresCard::BitsPerWeight), formatNumber(expected.bits_per_weight, 3));
    QVERIFY2(page_->rates().chosen()->bits > before, "an exact tensor takes more bits");
    QCOMPARE(table.model()->index(0, TensorBitsModel::Error).data().toString(), QStringLiteral("0"));
    settle();
    QCOMPARE(page_->view()->rules(), chosen.rules);
    // The curve goes through the selected point.
    QVERIFY(std::ranges::any_of(page_->view()->adaptiveCurve(), [&](const RatePoint& point) {
        return std::abs(point.bits - page_->rates().chosen()->bits) < 1e-9;
    }));
    // The exception is used, and shown again when the run is shown again.
    QVERIFY(page_->controls().useButton().isEnabled());
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(run).rules, chosen.rules);
    QVERIFY(page_->note().contains(QStringLiteral("1 exception")));
    show(lc_);
    QVERIFY(line.chips().empty());
    show(run);
    QCOMPARE(line.chips().size(), std::size_t{1});
    // A click removes the exception.
    QTest::mouseClick(line.chips().front(), Qt::LeftButton);
    QVERIFY(line.chips().empty());
    QVERIFY(std::abs(page_->rates().chosen()->bits - before) < 1e-9);
    settle();
}

void TestBitsExceptions::exceptionByNameAndItsRemoval() {
    show(snapshot("excepted"));
    ExceptionsLine& line = page_->tensors().exceptions();
    for (QToolButton* chip : std::vector(line.chips()))
        QTest::mouseClick(chip, Qt::LeftButton);
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    pick(line.target(), QStringLiteral("tensors named"));
    QVERIFY(!line.addButton().isEnabled());
    line.pattern().setFocus();
    QTest::keyClicks(&line.pattern(), QStringLiteral("model.*"));
    QCOMPARE(line.note(), QStringLiteral("fits 2 tensors"));
    choose(line.kind(), QStringLiteral("at error"));
    line.error().setFocus();
    line.error().selectAll();
    QTest::keyClicks(&line.error(), QStringLiteral("0.2"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    settle();
    QCOMPARE(page_->controls().choice().rules.front().text(), std::string("model.*=0.2"));
    QVERIFY(page_->rates().chosen()->error < 0.25);
    // lc cannot aim at an error: the exception stays in the list, but has no effect.
    choose(page_->controls().scheme(), QStringLiteral("lc"));
    QCOMPARE(line.chips().front()->text().left(1), QStringLiteral("("));
    QVERIFY(page_->controls().choice().rules.empty());
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    QVERIFY(!line.addButton().isEnabled());
    choose(line.kind(), QStringLiteral("exact"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    settle();
    // A rule for the same name replaces the old rule.
    QCOMPARE(line.rules().size(), std::size_t{1});
    QCOMPARE(page_->controls().choice().rules.front().text(), std::string("model.*=exact"));
    QCOMPARE(page_->figures().value(FiguresCard::Error), QStringLiteral("0"));
    QTest::mouseClick(line.chips().front(), Qt::LeftButton);
    settle();
    QVERIFY(page_->view()->rules().empty());
}

void TestBitsExceptions::errorsAreMappedByStep() {
    const RunSnapshot run = train("mapped", {.exact_base = true}, 1, 5);
    show(run);
    TensorBitsCard& card = page_->tensors();
    QVERIFY(!card.map().isVisible());
    choose(card.view(), QStringLiteral("Error map"));
    settle();
    QVERIFY(card.map().isVisible());
    QCOMPARE(card.map().grid().columns(), std::size_t{4});
    choose(card.rows(), QStringLiteral("By tensor"));
    const ErrorGrid& grid = card.map().grid();
    for (std::size_t column = 0; column < 4; ++column) {
        const auto errors =
            library_->queries().tensor_errors(run.info.row.id, run.checkpoints[column + 1].id);
        QVERIFY(errors.ok());
        QCOMPARE(grid.rows(), errors->size());
        QCOMPARE(grid.step(column), run.checkpoints[column + 1].step);
        for (std::size_t row = 0; row < grid.rows(); ++row) {
            QCOMPARE(grid.name(row), toQString((*errors)[row].name));
            QVERIFY(std::abs(*grid.error(row, column) - (*errors)[row].relative_error) < 1e-9);
        }
    }
    // Arrow keys move from cell to cell.
    card.map().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&card.map(), Qt::Key_Down);
    QTest::keyClick(&card.map(), Qt::Key_Down);
    QTest::keyClick(&card.map(), Qt::Key_Right);
    const QString told = card.map().accessibleDescription();
    QVERIFY2(told.startsWith(grid.name(1)) && told.contains(QStringLiteral("step 3")) &&
                 told.endsWith(formatError(*grid.error(1, 1))),
             qPrintable(told));
    QTest::keyClick(&card.map(), Qt::Key_Up);
    QVERIFY(card.map().accessibleDescription().startsWith(grid.name(0)));
    // The mouse does the same.
    QTest::mouseMove(&card.map(), card.map().cell(3, 1).center().toPoint());
    QTest::mouseMove(&card.map(), card.map().cell(2, 0).center().toPoint());
    QTRY_VERIFY(card.map().accessibleDescription().startsWith(grid.name(2)));
    const QPoint middle = card.map().cell(0, 3).center().toPoint();
    QCOMPARE(card.map().grab().toImage().pixelColor(middle),
             errorColor(lightTokens(), *card.map().grid().error(0, 3)));
    // The table shows the same figures; a role's error is the error of all its tensors together.
    choose(card.view(), QStringLiteral("Error table"));
    settle();
    choose(card.rows(), QStringLiteral("By role"));
    const QAbstractItemModel& words = *card.errorTable().model();
    QCOMPARE(words.columnCount(), 5);
    QCOMPARE(words.index(0, 0).data().toString(), roleWord(Role::embedding));
    QCOMPARE(words.index(0, 4).data().toString(), formatError(*card.map().grid().error(0, 3)));
    QCOMPARE(words.headerData(4, Qt::Horizontal).toString(), QStringLiteral("5"));
    const QAbstractItemModelTester tester(card.errorTable().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    // Another run has other figures.
    show(lc_);
    QCOMPARE(card.map().grid().columns(), std::size_t{1});
}

void TestBitsExceptions::errorsOfAGrowingRunAreTold() {
    const RunSnapshot grown = snapshot("mapped");
    RunSnapshot run = grown;
    run.checkpoints.pop_back();
    ErrorLoader reader(*runner_);
    std::vector<std::size_t> columns;
    connect(&reader, &ErrorLoader::errorsRead, this,
            [&columns](const ErrorGrids& grids) { columns.push_back(grids.byRole->columns()); });
    std::binary_semaphore go(0);
    runner_->start(
        Lane::planning, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    // Each snapshot of a run that is being filed asks again, while the first answer is slow.
    reader.read(library_, run);
    reader.read(library_, run);
    reader.read(library_, grown);
    reader.read(library_, grown);
    go.release();
    QTRY_VERIFY_WITH_TIMEOUT(reader.isSettled(), patience);
    QCOMPARE(columns, (std::vector<std::size_t>{3, 4}));
    reader.read(library_, grown);
    QVERIFY2(reader.isSettled(), "it is known");
    reader.forget();
    reader.read(library_, grown);
    QTRY_COMPARE_WITH_TIMEOUT(columns.size(), std::size_t{3}, patience);
}

STEPVAULT_TEST(TestBitsExceptions)

}  // namespace test_bits_exceptions

#include "test_bits_exceptions.moc"
