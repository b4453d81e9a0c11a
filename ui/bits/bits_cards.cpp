#include "ui/bits/bits_cards.h"

#include <algorithm>

#include <QGridLayout>

#include "ui/bits/figures_card.h"

namespace stepvault::ui {

namespace {
constexpr int cardGap = 8;
constexpr int rowWidth = 900;
constexpr int twoRowsWidth = 600;
constexpr int chartHeight = 320;
}  // namespace

BitsCards::BitsCards(QWidget& rates, QWidget& exponents, FiguresCard& figures, QWidget* parent)
    : QWidget(parent), rates_(rates), exponents_(exponents), figures_(figures), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(cardGap);
    // The layout of the present form is not to keep the window from becoming smaller.
    grid_->setSizeConstraint(QLayout::SetNoConstraint);
    arrange(Form::row);
}

QSize BitsCards::minimumSizeHint() const {
    int width = 0;
    for (const QWidget* card : {&rates_, &exponents_, static_cast<QWidget*>(&figures_)})
        width = std::max(width, card->minimumSizeHint().width());
    const int height = grid_->hasHeightForWidth() ? grid_->totalMinimumHeightForWidth(this->width())
                                                  : grid_->totalMinimumSize().height();
    return {width, height};
}

void BitsCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange(width() >= rowWidth ? Form::row : width() >= twoRowsWidth ? Form::twoRows : Form::column);
}

void BitsCards::arrange(Form form) {
    figures_.setColumns(form == Form::row ? 1 : figures_.columnsIn(width()));
    if (form == form_) return;
    form_ = form;
    const bool isColumn = form == Form::column;
    grid_->addWidget(&rates_, 0, 0);
    grid_->addWidget(&exponents_, isColumn ? 1 : 0, isColumn ? 0 : 1);
    if (form == Form::row)
        grid_->addWidget(&figures_, 0, 2);
    else
        grid_->addWidget(&figures_, isColumn ? 2 : 1, 0, 1, isColumn ? 1 : 2);
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(1, isColumn ? 0 : 1);
    for (int row = 0; row < 3; ++row)
        grid_->setRowMinimumHeight(row, 0);
    // A page that scrolls has room for charts of a useful height.
    if (form != Form::row) grid_->setRowMinimumHeight(0, chartHeight);
    if (isColumn) grid_->setRowMinimumHeight(1, chartHeight);
    updateGeometry();
}

}  // namespace stepvault::ui
