#include "ui/bits/tensor_bits_card.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/pages/segment_control.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"

namespace stepvault::ui {

namespace {
constexpr int tableRowHeight = 26;
constexpr int widths[] = {200, 120, 100, 90, 96, 84, 84, 100};
}  // namespace

TensorBitsCard::TensorBitsCard(QWidget* parent)
    : QFrame(parent),
      rows_(new SegmentControl({tr("by role"), tr("by tensor")}, this)),
      table_(new QTableView(this)) {
    setLook(this, "card");
    auto* title = new QLabel(tr("What costs most"), this);
    setLook(title, "muted");
    rows_->setAccessibleName(tr("Rows of the table"));
    sorted_.setSourceModel(&model_);
    sorted_.setSortRole(TensorBitsModel::SortRole);
    table_->setModel(&sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(TensorBitsModel::Bytes, Qt::DescendingOrder);
    table_->setAccessibleName(tr("Bits and error by role or tensor"));
    setTableLook(*table_, tableRowHeight);
    table_->setTextElideMode(Qt::ElideMiddle);
    setColumnWidths(*table_, widths);
    table_->horizontalHeader()->setSectionResizeMode(TensorBitsModel::Name, QHeaderView::Stretch);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 8, 0);
    head->addWidget(title, 1);
    head->addWidget(rows_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 8, 1, 6);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(table_, 1);
    connect(rows_, &SegmentControl::chosen, this, [this](int index) { model_.setByTensor(index == 1); });
}

}  // namespace stepvault::ui
