#include "ui/vault/vault_page.h"

#include <algorithm>
#include <utility>

#include <QFileDialog>
#include <QHideEvent>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"
#include "ui/vault/prune_card.h"
#include "ui/vault/rules_line.h"
#include "ui/vault/space_card.h"
#include "ui/vault/trash_list.h"
#include "ui/vault/upkeep_card.h"
#include "ui/vault/upkeep_text.h"
#include "ui/vault/vault_text.h"
#include "ui/vault/verify_line.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/focus_home.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {
constexpr int spaceHeight = 236;
}  // namespace

VaultPage::VaultPage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      reader_(runner),
      work_(runner),
      space_(new SpaceCard(theme, this)),
      prune_(new PruneCard(theme, this)),
      trash_(new TrashList(this)),
      upkeep_(new UpkeepCard(this)),
      verify_(new VerifyLine(theme, this)),
      empty_(new EmptyState(theme, Glyph::vault, this)) {
    body_ = makeBody();
    auto* content = new QWidget(this);
    stack_ = new QStackedLayout(content);
    stack_->addWidget(empty_);
    stack_->addWidget(body_);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    outer->addWidget(scrolled(content, this));
    empty_->setText(
        tr("What the vault takes up appears here"),
        tr("As soon as it is read: its bytes by run, what rules would remove of it, and its trash."));
    new FocusHome(this, &prune_->table());
    connect(empty_, &EmptyState::actionClicked, this, &VaultPage::addFolderClicked);
    connectParts();
    connectUpkeep();
}

QWidget* VaultPage::makeBody() {
    auto* body = new QWidget(this);
    space_->setMinimumHeight(spaceHeight);
    auto* care = new QFrame(body);
    setLook(care, "card");
    auto* lines = new QVBoxLayout(care);
    lines->setContentsMargins(12, 8, 12, 8);
    lines->setSpacing(8);
    lines->addWidget(trash_);
    lines->addWidget(verify_);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(space_, 2);
    layout->addWidget(prune_, 3);
    layout->addWidget(upkeep_);
    layout->addWidget(care);
    return body;
}

void VaultPage::connectParts() {
    connect(&reader_, &VaultReader::viewRead, this, &VaultPage::take);
    connect(&reader_, &VaultReader::failed, this, [this](const QString& message) {
        empty_->setText(tr("The vault could not be read"), tr("%1.").arg(message));
        stack_->setCurrentWidget(empty_);
    });
    connect(&reader_, &VaultReader::planned, prune_, &PruneCard::setPlan);
    connect(&prune_->rules(), &RulesLine::changed, this, [this] {
        prune_->setOutdated();
        upkeep_->forgetPlans();
        plan();
    });
    connect(&prune_->rules(), &RulesLine::rulesChanged, this, [this] {
        if (library_) work_.remember(library_, prune_->rules().rules());
    });
    connect(prune_, &PruneCard::removeClicked, this,
            [this](const std::shared_ptr<const RemovalPlan>& plan) { work_.remove(library_, plan); });
    connect(trash_, &TrashList::restoreClicked, this, &VaultPage::restoreFromTrash);
    connect(trash_, &TrashList::emptyConfirmed, this,
            [this](const QStringList& entries) { work_.purge(library_, entries); });
    connect(verify_, &VerifyLine::verifyClicked, this, [this] { work_.verify(library_); });
    connect(verify_, &VerifyLine::repairClicked, this, [this] { work_.repair(library_, {}); });
    connect(verify_, &VerifyLine::repairFromCopyClicked, this, [this] {
        const QString from = QFileDialog::getExistingDirectory(this, tr("Repair from a copy of the vault"));
        if (!from.isEmpty()) work_.repair(library_, toPath(from));
    });
    connect(&work_, &VaultWork::taskChanged, this, &VaultPage::showWork);
    connect(&work_, &VaultWork::removed, this, [this](const RemovalOutcome& outcome) {
        end(outcome.problem, describe(outcome), outcome.entries);
    });
    connect(&work_, &VaultWork::broughtBack, this,
            [this](const RestoreOutcome& outcome) { end(outcome.problem, describe(outcome)); });
    connect(&work_, &VaultWork::purged, this,
            [this](const PurgeOutcome& outcome) { end(outcome.problem, describe(outcome)); });
    connect(&work_, &VaultWork::notRemembered, this, [this](const QString& message) {
        emit told(WatchNotes::Kind::warn, tr("The rules were not kept for the next time: %1.").arg(message),
                  {});
    });
    connect(&work_, &VaultWork::verified, this, [this](const VerifyOutcome& outcome) {
        if (outcome.folder == folder_) verify_->setOutcome(outcome);
        if (!outcome.repaired.empty() || !outcome.quarantined.empty()) emit vaultChanged();
    });
}

void VaultPage::connectUpkeep() {
    connect(upkeep_, &UpkeepCard::weightsPreviewClicked, this,
            [this] { work_.planWeights(library_, prune_->rules().choice()); });
    connect(upkeep_, &UpkeepCard::keepWeightsClicked, this,
            [this](const std::shared_ptr<const RemovalPlan>& plan) { work_.keepWeights(library_, plan); });
    connect(upkeep_, &UpkeepCard::freeingPreviewClicked, this,
            [this](double mostError) { work_.planFreeing(library_, prune_->rules().choice(), mostError); });
    connect(upkeep_, &UpkeepCard::freeClicked, this,
            [this](const std::shared_ptr<const FreeingPlan>& plan) { work_.freeOriginals(library_, plan); });
    connect(upkeep_, &UpkeepCard::parityChosen, this,
            [this](std::optional<double> percent) { work_.setParity(library_, percent); });
    connect(&work_, &VaultWork::weightsPlanned, upkeep_, &UpkeepCard::offerWeights);
    connect(&work_, &VaultWork::freeingPlanned, upkeep_, &UpkeepCard::offerFreeing);
    connect(&work_, &VaultWork::freed, this,
            [this](const FreeOutcome& outcome) { end(outcome.problem, describe(outcome), outcome.entries); });
    connect(&work_, &VaultWork::paritySet, this,
            [this](const ParityOutcome& outcome) { end(outcome.problem, describe(outcome)); });
}

void VaultPage::setVault(const std::shared_ptr<VaultHandle>& library, std::vector<VaultRun> runs) {
    library_ = library;
    runs_ = std::move(runs);
    if (library_->folder() != folder_) verify_->clear();
    folder_ = library_->folder();
    if (isVisible()) read();
}

void VaultPage::proposeRun(const QString& run) {
    prune_->rules().propose(run);
}

void VaultPage::clear() {
    reader_.forget();
    library_.reset();
    runs_.clear();
    stack_->setCurrentWidget(empty_);
}

void VaultPage::restoreFromTrash(const QStringList& entries) {
    if (library_) work_.restoreFromTrash(library_, entries);
}

bool VaultPage::isSettled() const {
    return reader_.isSettled() && work_.task() == VaultWork::Task::none;
}

void VaultPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    read();
}

void VaultPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (!event->spontaneous()) reader_.forget();
}

void VaultPage::read() {
    if (library_) reader_.read(library_, runs_);
}

void VaultPage::plan() {
    if (library_) reader_.plan(library_, prune_->rules().choice());
}

void VaultPage::take(const std::shared_ptr<const VaultView>& view) {
    space_->setView(view);
    trash_->setView(view);
    upkeep_->setView(view);
    if (std::exchange(rulesOf_, view->folder) != view->folder) prune_->rules().setRules(view->rules);
    prune_->rules().setView(view);
    const bool isEmpty = view->trash.empty() && std::ranges::all_of(view->runs, [](const VaultRun& run) {
                             return run.checkpoints.empty();
                         });
    if (isEmpty) {
        empty_->setText(
            tr("The vault is empty"),
            tr("With the first checkpoint its space by run appears here, what rules would remove, "
               "and its trash."),
            view->runs.empty() ? tr("Add run folder") : QString());
        stack_->setCurrentWidget(empty_);
        return;
    }
    stack_->setCurrentWidget(body_);
    plan();
}

void VaultPage::showWork() {
    const VaultWork::Task task = work_.task();
    const bool isBusy = task != VaultWork::Task::none;
    prune_->setBusy(isBusy);
    trash_->setBusy(isBusy);
    upkeep_->setBusy(isBusy);
    verify_->setBusy(isBusy, task == VaultWork::Task::verify   ? tr("Verifying every stored byte …")
                             : task == VaultWork::Task::repair ? tr("Repairing …")
                                                               : QString());
    if (!isBusy) read();
}

void VaultPage::end(const std::optional<Error>& problem, const QString& text, const QStringList& undo) {
    const bool isIdle = !problem || problem->code == ErrorCode::cancelled;
    const bool isWaiting =
        problem && (problem->code == ErrorCode::locked || problem->code == ErrorCode::changed);
    if (!text.isEmpty()) {
        emit told(isIdle      ? WatchNotes::Kind::info
                  : isWaiting ? WatchNotes::Kind::warn
                              : WatchNotes::Kind::bad,
                  text, undo);
    }
    emit vaultChanged();
}

}  // namespace stepvault::ui
