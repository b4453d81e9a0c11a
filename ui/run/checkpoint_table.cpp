#include "ui/run/checkpoint_table.h"

#include <utility>

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include "ui/run/checkpoint_delegate.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int checkpointRowHeight = 28;
constexpr int checkpointWidths[] = {72, 120, 72, 80, 80, 64, 60, 56, 168, 130};
}  // namespace

CheckpointTable::CheckpointTable(const Theme& theme, QList<QAction*> actions, QWidget* parent)
    : QTableView(parent), delegate_(new CheckpointDelegate(theme, this)), actions_(std::move(actions)) {
    sorted_.setSourceModel(&model_);
    setModel(&sorted_);
    setItemDelegate(delegate_);
    setSortingEnabled(true);
    sortByColumn(CheckpointModel::Step, Qt::DescendingOrder);
    setTableLook(*this, checkpointRowHeight);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setDragEnabled(true);
    setMouseTracking(true);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setAccessibleName(tr("Checkpoints"));
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setMinimumSectionSize(56);
    setColumnWidths(*this, checkpointWidths);
    setColumnHidden(CheckpointModel::Kept, true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &CheckpointTable::rowChanged);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (telling_) emit chosenChanged();
    });
    connect(this, &QTableView::entered, this, [this](const QModelIndex& index) {
        emit checkpointHovered(index.data(CheckpointModel::IdRole).toString());
    });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        emit checkpointOpened(index.data(CheckpointModel::IdRole).toString());
    });
    connect(&theme, &Theme::changed, viewport(), [this] { viewport()->update(); });
}

void CheckpointTable::setCheckpoints(std::vector<CheckpointRow> checkpoints) {
    const QString chosen = selected();
    const bool told = std::exchange(telling_, false);
    model_.setCheckpoints(std::move(checkpoints));
    telling_ = told;
    if (selected() != chosen) setSelected(chosen);
}

QModelIndex CheckpointTable::indexOf(const QString& id, int column) const {
    const int row = model_.rowOf(id);
    return row < 0 ? QModelIndex() : sorted_.mapFromSource(model_.index(row, column));
}

void CheckpointTable::setKept(std::map<std::string, QString> reasons) {
    setColumnHidden(CheckpointModel::Kept, reasons.empty());
    model_.setKept(std::move(reasons));
}

void CheckpointTable::setSelected(const QString& id) {
    const bool told = std::exchange(telling_, false);
    const QModelIndex index = indexOf(id);
    if (index.isValid() && index.row() == currentIndex().row()) {
        // The view itself is about to choose it, maybe with others.
        if (!selectionModel()->hasSelection()) selectRow(index.row());
    } else if (index.isValid()) {
        selectionModel()->setCurrentIndex(index,
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        scrollTo(index);
    } else {
        selectionModel()->clear();
    }
    telling_ = told;
}

QString CheckpointTable::selected() const {
    return currentIndex().data(CheckpointModel::IdRole).toString();
}

std::vector<CheckpointRow> CheckpointTable::chosen() const {
    std::vector<CheckpointRow> rows;
    for (int row = 0; row < sorted_.rowCount(); ++row) {
        if (!selectionModel()->isRowSelected(row)) continue;
        const QModelIndex index = sorted_.mapToSource(sorted_.index(row, 0));
        rows.push_back(model_.checkpoints()[static_cast<std::size_t>(index.row())]);
    }
    return rows;
}

void CheckpointTable::setHovered(const QString& id) {
    if (delegate_->setHovered(id)) viewport()->update();
}

void CheckpointTable::rowChanged(const QModelIndex& current) {
    if (telling_ && current.isValid())
        emit checkpointSelected(current.data(CheckpointModel::IdRole).toString());
}

void CheckpointTable::startDrag(Qt::DropActions /*actions*/) {
    pulling_ = true;
    emit rowsPulled();
}

void CheckpointTable::mousePressEvent(QMouseEvent* event) {
    pulling_ = false;
    QTableView::mousePressEvent(event);
}

void CheckpointTable::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(pulling_, false)) return QTableView::mouseReleaseEvent(event);
    emit rowsLetGo();
}

void CheckpointTable::mouseMoveEvent(QMouseEvent* event) {
    // The view would choose the rows that are passed over.
    if (pulling_ && event->buttons().testFlag(Qt::LeftButton)) return;
    QTableView::mouseMoveEvent(event);
    if (!indexAt(event->pos()).isValid()) emit checkpointHovered({});
}

void CheckpointTable::leaveEvent(QEvent* event) {
    QTableView::leaveEvent(event);
    emit checkpointHovered({});
}

void CheckpointTable::keyPressEvent(QKeyEvent* event) {
    QTableView::keyPressEvent(event);
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !selected().isEmpty()) emit checkpointOpened(selected());
}

void CheckpointTable::contextMenuEvent(QContextMenuEvent* event) {
    if (!indexAt(viewport()->mapFrom(this, event->pos())).isValid()) return;
    QMenu menu(this);
    menu.addActions(actions_);
    menu.exec(event->globalPos());
}

}  // namespace stepvault::ui
