#include "ui/vault/upkeep_card.h"

#include <array>

#include <QDoubleSpinBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/vault/two_step_line.h"
#include "ui/vault/upkeep_text.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr std::array parityPercents{0.0, 1.0, 5.0, 10.0};
constexpr double mostErrorAllowed = 1;
constexpr double errorStep = 0.05;

QStringList parityTitles() {
    QStringList titles{UpkeepCard::tr("Off")};
    for (std::size_t i = 1; i < parityPercents.size(); ++i)
        titles << UpkeepCard::tr("%1 %").arg(formatNumber(parityPercents[i], 2));
    return titles;
}
}  // namespace

UpkeepCard::UpkeepCard(QWidget* parent)
    : QFrame(parent),
      weights_(new TwoStepLine(
          tr("Weights only: checkpoints that the rules above do not keep can keep their weights alone."),
          tr("Preview"), this)),
      originals_(new TwoStepLine(
          tr("Originals: files in the runs' own folders can go once the vault holds them, up to error"),
          tr("Preview"), this)),
      parity_(new TwoStepLine(QString(), tr("Preview"), this)),
      mostError_(new QDoubleSpinBox(this)),
      parityChoice_(new SegmentControl(parityTitles(), this)) {
    setLook(this, "card");
    weights_->setObjectName(QStringLiteral("weightsOnly"));
    originals_->setObjectName(QStringLiteral("originals"));
    parity_->setObjectName(QStringLiteral("parity"));
    mostError_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    mostError_->setLocale(displayLocale());
    mostError_->setRange(0, mostErrorAllowed);
    mostError_->setSingleStep(errorStep);
    mostError_->setAlignment(Qt::AlignRight);
    mostError_->setAccessibleName(tr("Largest error of a checkpoint whose original may go"));
    mostError_->setToolTip(
        tr("0 frees only originals that are stored exactly. The newest ones go only then."));
    originals_->addChoice(mostError_);
    parityChoice_->setAccessibleName(tr("Size of the parity"));
    parity_->addChoice(parityChoice_);
    parity_->lookButton().hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    for (TwoStepLine* line : {weights_, originals_, parity_})
        layout->addWidget(line);
    connect(weights_, &TwoStepLine::lookClicked, this, &UpkeepCard::weightsPreviewClicked);
    connect(weights_, &TwoStepLine::actClicked, this, [this] { emit keepWeightsClicked(weightsPlan_); });
    connect(originals_, &TwoStepLine::lookClicked, this,
            [this] { emit freeingPreviewClicked(mostError_->value()); });
    connect(originals_, &TwoStepLine::actClicked, this, [this] { emit freeClicked(freeingPlan_); });
    connect(mostError_, &QDoubleSpinBox::valueChanged, originals_, &TwoStepLine::reset);
    connect(parityChoice_, &SegmentControl::chosen, this, &UpkeepCard::offerParity);
    connect(parity_, &TwoStepLine::actClicked, this, [this] { emit parityChosen(chosenParity()); });
}

void UpkeepCard::setView(const std::shared_ptr<const VaultView>& view) {
    const bool isFirst = !view_ || view_->folder != view->folder || view_->parity != view->parity;
    view_ = view;
    if (!isFirst) return;
    const auto kept = std::ranges::find(parityPercents, view->parity.value_or(0));
    parityChoice_->setCurrent(
        kept == parityPercents.end() ? -1 : static_cast<int>(std::distance(parityPercents.begin(), kept)));
    offerParity();
}

void UpkeepCard::forgetPlans() {
    weights_->reset();
    originals_->reset();
}

void UpkeepCard::offerWeights(const std::shared_ptr<const RemovalPlan>& plan) {
    weightsPlan_ = plan;
    if (!plan) return weights_->reset();
    weights_->offer(describeWeights(*plan), weightsButton(*plan), plan->removed() > 0);
}

void UpkeepCard::offerFreeing(const std::shared_ptr<const FreeingPlan>& plan) {
    freeingPlan_ = plan;
    if (!plan) return originals_->reset();
    originals_->offer(describeFreeing(*plan), freeingButton(*plan));
}

std::optional<double> UpkeepCard::chosenParity() const {
    const int chosen = parityChoice_->current();
    return chosen > 0 ? std::optional(parityPercents[static_cast<std::size_t>(chosen)]) : std::nullopt;
}

void UpkeepCard::offerParity() {
    const std::optional<double> chosen = parityChoice_->current() < 0 ? view_->parity : chosenParity();
    const bool isOther = chosen != view_->parity;
    parity_->offer(describeParity(*view_, chosen), isOther ? parityButton(chosen) : QString());
    parity_->lookButton().hide();
}

void UpkeepCard::setBusy(bool isBusy) {
    for (TwoStepLine* line : {weights_, originals_, parity_})
        line->setBusy(isBusy);
}

}  // namespace stepvault::ui
