#include "ui/runs/runs_page.h"

#include <utility>

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/widgets/empty_state.h"

namespace stepvault::ui {

RunsPage::RunsPage(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      table_(new RunTable(theme, this)),
      count_(new QLabel(this)),
      compare_(new QPushButton(tr("Compare"), this)),
      columns_(new QToolButton(this)),
      empty_(new EmptyState(theme, Glyph::search, this)),
      stack_(new QStackedLayout) {
    auto* title = new QLabel(tr("Runs"), this);
    setLook(title, "title");
    setLook(count_, "muted");
    setLook(columns_, "chip");
    columns_->setText(tr("Columns"));
    columns_->setToolTip(tr("Choose the columns"));
    columns_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(columns_);
    columns_->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        table_->fillColumnMenu(*menu);
    });
    compare_->setToolTip(tr("Draw the chosen runs in one chart. Ctrl and Shift choose several"));
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(title);
    head->addWidget(count_, 1);
    head->addWidget(columns_);
    head->addWidget(compare_);
    empty_->setText(tr("No run matches"), tr("Esc in the filter clears it."));
    auto* card = new QFrame(this);
    setLook(card, "card");
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 4, 1, 4);
    inside->addLayout(stack_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(card, 1);
    connect(table_, &RunTable::chosenChanged, this, &RunsPage::update);
    connect(compare_, &QPushButton::clicked, this, [this] { emit compareClicked(table_->chosenRuns()); });
    update();
}

void RunsPage::setRuns(std::vector<RunEntry> runs) {
    table_->runs().setRuns(std::move(runs));
    update();
}

void RunsPage::setFilter(const QString& text) {
    table_->runs().setFilter(text);
    update();
}

void RunsPage::update() {
    const auto shown = static_cast<std::size_t>(table_->runs().rowCount());
    const std::size_t all = table_->runs().runCount();
    count_->setText(shown == all
                        ? counted(all, tr("%1 run"), tr("%1 runs"))
                        : tr("%1 of %2 runs").arg(shown).arg(formatStep(static_cast<std::int64_t>(all))));
    const qsizetype chosen = table_->chosenRuns().size();
    compare_->setEnabled(chosen > 1);
    compare_->setText(chosen > 1 ? tr("Compare %1 runs").arg(chosen) : tr("Compare"));
    stack_->setCurrentWidget(shown == 0 && all > 0 ? static_cast<QWidget*>(empty_) : table_);
}

}  // namespace stepvault::ui
