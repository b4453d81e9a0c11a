#include "ui/vault/prune_card.h"

#include <iterator>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/vault/rules_line.h"
#include "ui/vault/vault_text.h"
#include "ui/vault/verdict_delegate.h"

namespace stepvault::ui {

namespace {
constexpr int pruneRowHeight = 24;
constexpr int leastTableHeight = 96;
constexpr int pruneWidths[] = {180, 68, 140, 80, 92, 200};
}  // namespace

PruneCard::PruneCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      sorted_(new QSortFilterProxyModel(this)),
      rules_(new RulesLine(theme, this)),
      table_(new QTableView(this)),
      count_(new QLabel(this)),
      note_(new QLabel(this)),
      use_(new QPushButton(tr("Use these rules"), this)),
      remove_(new QPushButton(this)) {
    setLook(this, "card");
    setLook(count_, "muted");
    setLook(note_, "caption");
    note_->setWordWrap(true);
    remove_->setObjectName(QStringLiteral("remove"));
    setUpTable(theme);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(12, 2, 12, 2);
    foot->setSpacing(12);
    foot->addWidget(count_);
    foot->addWidget(note_, 1);
    foot->addWidget(use_);
    foot->addWidget(remove_);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(12, 2, 12, 2);
    head->addWidget(rules_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 8, 1, 6);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(table_, 1);
    layout->addLayout(foot);
    connect(use_, &QPushButton::clicked, rules_, &RulesLine::accept);
    connect(remove_, &QPushButton::clicked, this, [this] { emit removeClicked(plan_); });
    update();
}

void PruneCard::setUpTable(const Theme& theme) {
    sorted_->setSourceModel(&model_);
    sorted_->setSortRole(PruneModel::SortRole);
    sorted_->setSortLocaleAware(true);
    table_->setModel(sorted_);
    table_->setItemDelegate(new VerdictDelegate(theme, table_));
    table_->setSortingEnabled(true);
    // Until a column is chosen: as they were saved.
    table_->sortByColumn(-1, Qt::AscendingOrder);
    table_->setAccessibleName(tr("What the rules keep and remove"));
    setTableLook(*table_, pruneRowHeight);
    table_->setMinimumHeight(leastTableHeight);
    table_->horizontalHeader()->setStretchLastSection(true);
    setColumnWidths(*table_, pruneWidths);
    connect(&theme, &Theme::changed, table_->viewport(), [this] { table_->viewport()->update(); });
}

void PruneCard::setPlan(const std::shared_ptr<const RemovalPlan>& plan) {
    plan_ = plan;
    isOutdated_ = false;
    model_.setPlan(*plan);
    table_->setColumnHidden(PruneModel::Run, plan->plans.size() < 2);
    update();
}

void PruneCard::setOutdated() {
    isOutdated_ = true;
    update();
}

void PruneCard::setBusy(bool isBusy) {
    isBusy_ = isBusy;
    update();
}

void PruneCard::update() {
    const RemovalPlan none;
    const RemovalPlan& plan = plan_ ? *plan_ : none;
    const bool isProposal = rules_->isProposal() && plan.removed() > 0;
    QStringList notes;
    if (isProposal) notes << tr("These rules are proposed and remove nothing until you use them.");
    notes << describePlan(plan);
    note_->setText(notes.join(u' '));
    use_->setVisible(isProposal);
    use_->setEnabled(!isBusy_);
    remove_->setVisible(!isProposal);
    const bool canRemove = plan.removed() > 0 && !isBusy_ && !isOutdated_;
    count_->setText(plan_ ? tr("%1 of %2 stay")
                                .arg(formatStep(static_cast<std::int64_t>(plan.kept())),
                                     checkpointCount(plan.kept() + plan.removed()))
                          : QString());
    remove_->setText(removalButton(plan));
    remove_->setEnabled(canRemove);
    setLook(remove_, canRemove ? "primary" : "");
}

QString PruneCard::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
