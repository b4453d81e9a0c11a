#include "ui/bits/tensor_bits_card.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/bits/error_map.h"
#include "ui/bits/error_scale.h"
#include "ui/bits/exceptions_line.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int tensorRowHeight = 26;
constexpr int widths[] = {200, 120, 100, 90, 96, 84, 84, 100};
constexpr int nameWidth = 240;
constexpr int errorWidth = 72;
constexpr int leastHeight = 150;
constexpr int headGap = 12;
constexpr int headLineGap = 4;
constexpr int costs = 0;
constexpr int mapOfErrors = 1;
}  // namespace

TensorBitsCard::TensorBitsCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      title_(new QLabel(this)),
      scale_(new ErrorScale(theme, this)),
      view_(new SegmentControl({tr("Costs"), tr("Error map"), tr("Error table")}, this)),
      rows_(new SegmentControl({tr("By role"), tr("By tensor")}, this)),
      exceptions_(new ExceptionsLine(theme, this)),
      table_(new QTableView(this)),
      map_(new ErrorMap(theme, this)),
      errorTable_(new QTableView(this)),
      note_(new QLabel(this)) {
    setLook(this, "card");
    setLook(title_, "muted");
    setLook(note_, "caption");
    note_->setWordWrap(true);
    view_->setAccessibleName(tr("What is shown of roles and tensors"));
    rows_->setAccessibleName(tr("Rows of the table"));
    setUpTables();
    layOut();
    connect(rows_, &SegmentControl::chosen, this, [this](int index) {
        model_.setByTensor(index == 1);
        showView();
        showErrors();
    });
    connect(view_, &SegmentControl::chosen, this, [this] {
        showView();
        if (showsErrors()) emit errorsWanted();
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                exceptions_->propose(current.data(TensorBitsModel::MatchRole).toString().toStdString());
            });
    showView();
}

void TensorBitsCard::setUpTables() {
    sorted_.setSourceModel(&model_);
    sorted_.setSortRole(TensorBitsModel::SortRole);
    table_->setModel(&sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(TensorBitsModel::Bytes, Qt::DescendingOrder);
    table_->setAccessibleName(tr("Bits and error by role or tensor"));
    errorTable_->setModel(&errors_);
    errorTable_->setAccessibleName(tr("Relative error by tensor and step"));
    for (QTableView* table : {table_, errorTable_}) {
        setTableLook(*table, tensorRowHeight);
        table->setItemDelegate(new CellDelegate(table));
        table->setTextElideMode(Qt::ElideMiddle);
        table->setMinimumHeight(leastHeight);
        table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    }
    setColumnWidths(*table_, widths);
    table_->horizontalHeader()->setSectionResizeMode(TensorBitsModel::Name, QHeaderView::Stretch);
    errorTable_->horizontalHeader()->setDefaultSectionSize(errorWidth);
}

void TensorBitsCard::layOut() {
    auto* content = new QWidget(this);
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(map_);
    rows->addStretch(1);
    auto* area = qobject_cast<QScrollArea*>(scrolled(content, this));
    area->setMinimumHeight(leastHeight);
    connect(map_, &ErrorMap::walkedTo, area, [area](const QRect& cell) {
        const QPoint at = cell.center();
        area->ensureVisible(at.x(), at.y(), cell.width(), cell.height());
    });
    // A widget's size hint is never below its minimum; that of a bare layout may be.
    auto* views = new QWidget(this);
    views->setMinimumHeight(leastHeight);
    stack_ = new QStackedLayout(views);
    stack_->addWidget(table_);
    stack_->addWidget(area);
    stack_->addWidget(errorTable_);
    auto* tools = new QWidget(this);
    auto* head = new FlowLayout(headGap, headLineGap, tools);
    head->addWidget(title_);
    head->addWidget(scale_);
    head->addWidget(view_);
    head->addWidget(rows_);
    head->setRightFrom(1);
    auto* above = new QHBoxLayout;
    above->setContentsMargins(12, 0, 8, 0);
    above->addWidget(tools);
    auto* exceptions = new QHBoxLayout;
    exceptions->setContentsMargins(12, 2, 8, 2);
    exceptions->addWidget(exceptions_);
    auto* note = new QHBoxLayout;
    note->setContentsMargins(12, 0, 8, 0);
    note->addWidget(note_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 8, 1, 6);
    layout->setSpacing(2);
    layout->addLayout(above);
    layout->addLayout(exceptions);
    layout->addWidget(views, 1);
    layout->addLayout(note);
}

void TensorBitsCard::setView(const std::shared_ptr<const BitsView>& view,
                             const std::optional<BitsOutcome>& outcome) {
    model_.setView(view, outcome);
    exceptions_->setView(view);
    showView();
}

bool TensorBitsCard::showsErrors() const {
    return view_->current() != costs;
}

void TensorBitsCard::showView() {
    const int index = view_->current();
    stack_->setCurrentIndex(index);
    title_->setText(index == costs ? tr("What costs most") : tr("Error by step"));
    scale_->setVisible(index == mapOfErrors);
    exceptions_->setVisible(index == costs);
    note_->setText(index != costs             ? told_
                   : model_.hasStillMoments() ? TensorBitsModel::stillMoments()
                                              : QString());
    note_->setVisible(!note_->text().isEmpty());
}

void TensorBitsCard::setErrors(const ErrorGrids& grids) {
    grids_ = grids;
    showErrors();
}

void TensorBitsCard::tellErrors(const QString& text) {
    told_ = text;
    showView();
}

void TensorBitsCard::showErrors() {
    const auto& grid = rows_->current() == 1 ? grids_.byTensor : grids_.byRole;
    map_->setGrid(grid);
    errors_.setGrid(grid);
    errorTable_->setColumnWidth(0, nameWidth);
    tellErrors(grids_.left == 0 ? QString()
                                : counted(grids_.left, tr("%1 checkpoint between these is left out"),
                                          tr("%1 checkpoints between these are left out")));
}

QString TensorBitsCard::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
