#include "ui/bits/chart_table_card.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int tableRowHeight = 24;
constexpr int cellPadding = 18;  // both sides
}  // namespace

ChartTableCard::ChartTableCard(const QString& title, QWidget* chart, const QStringList& titles,
                               QWidget* parent)
    : QFrame(parent),
      model_(titles),
      view_(new SegmentControl({tr("Chart"), tr("Table")}, this)),
      table_(new QTableView(this)),
      warning_(new QLabel(this)),
      note_(new QLabel(this)),
      offer_(new QLabel(this)),
      action_(new QToolButton(this)) {
    setLook(this, "card");
    auto* name = new QLabel(title, this);
    setLook(name, "muted");
    name->setWordWrap(true);
    setLook(warning_, "caption");
    setLook(note_, "caption");
    for (QLabel* label : {warning_, note_}) {
        label->setWordWrap(true);
        label->hide();
    }
    setLook(offer_, "caption");
    offer_->setWordWrap(true);
    setLook(action_, "chip");
    view_->setAccessibleName(tr("How this is shown: %1").arg(title));
    table_->setModel(&model_);
    table_->setAccessibleName(title);
    setTableLook(*table_, tableRowHeight);
    // As high as the chart.
    table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->horizontalHeader()->setStretchLastSection(true);
    stack_ = new QStackedLayout;
    stack_->addWidget(chart);
    stack_->addWidget(table_);
    auto* head = new QHBoxLayout;
    head->addWidget(name, 1);
    head->addWidget(view_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addLayout(stack_, 1);
    layout->addWidget(warning_);
    layout->addWidget(note_);
    auto* offer = new QHBoxLayout;
    offer->addWidget(offer_, 1);
    offer->addWidget(action_);
    layout->addLayout(offer);
    setOffer({}, {});
    connect(action_, &QToolButton::clicked, this, &ChartTableCard::offerClicked);
    connect(view_, &SegmentControl::chosen, stack_, &QStackedLayout::setCurrentIndex);
}

ExportedChart ChartTableCard::exported() {
    return exportedWidget(table_->accessibleName(), *stack_->widget(0), model_);
}

void ChartTableCard::setLines(std::vector<QStringList> lines) {
    model_.setLines(std::move(lines));
    // The delegate's size hint leaves out its padding.
    for (int column = 0; column < model_.columnCount(); ++column) {
        int width = table_->fontMetrics().horizontalAdvance(
            model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < model_.rowCount(); ++row) {
            width = std::max(
                width, table_->fontMetrics().horizontalAdvance(model_.index(row, column).data().toString()));
        }
        table_->setColumnWidth(column, width + cellPadding);
    }
}

void ChartTableCard::setNote(const QString& note) {
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
}

void ChartTableCard::setWarning(const QString& warning) {
    warning_->setText(warning);
    warning_->setVisible(!warning.isEmpty());
}

QString ChartTableCard::note() const {
    return note_->text();
}

QString ChartTableCard::warning() const {
    return warning_->text();
}

void ChartTableCard::setOffer(const QString& text, const QString& action) {
    offer_->setText(text);
    offer_->setVisible(!text.isEmpty());
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
}

QString ChartTableCard::offer() const {
    return offer_->text();
}

}  // namespace stepvault::ui
