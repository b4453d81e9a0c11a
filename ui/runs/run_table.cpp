#include "ui/runs/run_table.h"

#include <algorithm>
#include <utility>

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include "ui/runs/run_state_delegate.h"
#include "ui/text/format.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

constexpr int runRowHeight = 28;
constexpr int mostWidth = 260;
constexpr int leastWidth = 64;
/// So many rows tell a column's width.
constexpr int rowsForWidth = 50;

}  // namespace

RunTable::RunTable(const Theme& theme, QWidget* parent) : QTableView(parent) {
    setModel(&model_);
    setItemDelegate(new RunStateDelegate(theme, this));
    setTableLook(*this, runRowHeight);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setMouseTracking(true);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    setAccessibleName(tr("Table of runs"));
    horizontalHeader()->setResizeContentsPrecision(rowsForWidth);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillColumnMenu(*menu);
        menu->popup(horizontalHeader()->mapToGlobal(at));
    });
    connect(&model_, &QAbstractItemModel::modelReset, this, &RunTable::showColumns);
    // Widths follow the first rows, and stay for later ones.
    connect(&model_, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first) {
        if (first == 0) showColumns();
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::chosenChanged);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        emit runOpened(index.data(RunTableModel::IdRole).toString());
    });
    connect(&theme, &Theme::changed, viewport(), [this] { viewport()->update(); });
    showColumns();
}

QStringList RunTable::chosenRuns() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList ids;
    for (const QModelIndex& row : rows)
        ids << row.data(RunTableModel::IdRole).toString();
    return ids;
}

void RunTable::setColumnChoices(QMap<QString, bool> choices) {
    choices_ = std::move(choices);
    showColumns();
}

void RunTable::showColumns() {
    const std::vector<RunColumn>& columns = model_.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto section = static_cast<int>(i);
        setColumnHidden(section, !choices_.value(columns[i].id(), isShownAtFirst(columns, i)));
        const int width = std::max(horizontalHeader()->sectionSizeHint(section), sizeHintForColumn(section));
        setColumnWidth(section, std::clamp(width, leastWidth, mostWidth));
    }
}

void RunTable::fillColumnMenu(QMenu& menu) {
    const std::vector<RunColumn>& columns = model_.columns();
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const bool isFirstParam =
            columns[i].kind == RunColumn::Kind::param && columns[i - 1].kind != RunColumn::Kind::param;
        if (isFirstParam) menu.addSection(tr("Hyperparameters that differ"));
        QAction* action = menu.addAction(escapeMnemonics(columns[i].title()));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(static_cast<int>(i)));
        connect(action, &QAction::triggered, this,
                [this, column = columns[i]](bool isShown) { choose(column, isShown); });
    }
}

void RunTable::choose(const RunColumn& column, bool isShown) {
    choices_.insert(column.id(), isShown);
    showColumns();
    emit columnChoicesChanged();
}

bool RunTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Enter) model_.setHeld(true);
    if (event->type() == QEvent::Leave) model_.setHeld(false);
    return QTableView::viewportEvent(event);
}

void RunTable::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && currentIndex().isValid())
        emit runOpened(currentIndex().data(RunTableModel::IdRole).toString());
    else
        QTableView::keyPressEvent(event);
}

void RunTable::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const QPoint at =
        isByMouse ? viewport()->mapFrom(this, event->pos()) : visualRect(currentIndex()).center();
    if (!indexAt(at).isValid() || chosenRuns().isEmpty()) return;
    emit menuRequested(chosenRuns(), viewport()->mapToGlobal(at));
}

}  // namespace stepvault::ui
