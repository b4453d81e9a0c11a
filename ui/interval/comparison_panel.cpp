#include "ui/interval/comparison_panel.h"

#include <QBoxLayout>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/interval/overhead_card.h"
#include "ui/interval/schedule_rows.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

ComparisonPanel::ComparisonPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      button_(new QToolButton(this)),
      body_(new QWidget(this)),
      rows_(new ScheduleRows(theme, body_)),
      overhead_(new OverheadCard(theme, body_)),
      words_(new QFrame(body_)),
      grid_(new QGridLayout(words_)),
      columns_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    button_->setText(tr("Compare schedules"));
    button_->setCheckable(true);
    button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button_->setArrowType(Qt::RightArrow);
    button_->setToolTip(tr("Where other schedules would save, and what each costs"));
    setLook(words_, "card");
    grid_->setContentsMargins(14, 10, 14, 10);
    grid_->setHorizontalSpacing(16);
    grid_->setVerticalSpacing(6);
    grid_->setColumnStretch(1, 1);
    columns_->setSpacing(8);
    columns_->addWidget(makeRowsCard(), 1);
    columns_->addWidget(overhead_);
    auto* inner = new QVBoxLayout(body_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(8);
    inner->addLayout(columns_);
    inner->addWidget(words_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(button_, 0, Qt::AlignLeft);
    layout->addWidget(body_);
    setOpen(false);
    connect(button_, &QToolButton::clicked, this, [this](bool open) {
        setOpen(open);
        emit opened(open);
    });
}

QWidget* ComparisonPanel::makeRowsCard() {
    auto* card = new QFrame(body_);
    setLook(card, "card");
    auto* title = new QLabel(tr("Where each would save"), card);
    setLook(title, "muted");
    auto* head = new QHBoxLayout;
    head->setContentsMargins(6, 0, 6, 0);
    head->addWidget(title);
    auto* layout = new QVBoxLayout(card);
    // The rows share the chart's horizontal axis, so both have the same margins.
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addStretch(1);
    layout->addWidget(rows_);
    return card;
}

void ComparisonPanel::setOpen(bool open) {
    button_->setChecked(open);
    button_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    body_->setVisible(open);
}

bool ComparisonPanel::isOpen() const {
    return button_->isChecked();
}

void ComparisonPanel::setSideBySide(bool sideBySide, int side) {
    columns_->setDirection(sideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    overhead_->setMinimumWidth(sideBySide ? side : 0);
    overhead_->setMaximumWidth(sideBySide ? side : QWIDGETSIZE_MAX);
}

void ComparisonPanel::alignTo(const PlotFrame& above) {
    rows_->alignTo(above);
}

void ComparisonPanel::setView(const IntervalView& view) {
    std::vector<ScheduleRows::Row> rows;
    for (const ScheduleView& schedule : view.schedules) {
        const QString saves =
            view.ended ? counted(schedule.steps.size(), tr("%1 save"), tr("%1 saves"))
                       : counted(schedule.steps.size(), tr("%1 save to come"), tr("%1 saves to come"));
        rows.push_back({schedule.name, tr("%1: %2 %3").arg(schedule.name, schedule.meaning, saves),
                        schedule.steps, schedule.recommended});
    }
    rows_->setRows(std::move(rows));
    overhead_->setView(view);
    setSentences(view);
}

void ComparisonPanel::clear() {
    rows_->setRows({});
    overhead_->clear();
}

void ComparisonPanel::setSentences(const IntervalView& view) {
    QStringList sentences;
    for (const ScheduleView& schedule : view.schedules)
        sentences << schedule.name + QLatin1String(": ") + schedule.meaning;
    if (sentences == sentences_) return;
    sentences_ = sentences;
    while (QLayoutItem* item = grid_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const ScheduleView& schedule : view.schedules) {
        auto* name = new QLabel(schedule.name, words_);
        auto* sentence = new QLabel(schedule.meaning, words_);
        setLook(sentence, "muted");
        sentence->setWordWrap(true);
        grid_->addWidget(name, row, 0, Qt::AlignTop);
        grid_->addWidget(sentence, row++, 1);
    }
}

}  // namespace stepvault::ui
