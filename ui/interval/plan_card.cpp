#include "ui/interval/plan_card.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/interval/interval_controls.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
/// Controls that lie farther apart look lost.
constexpr int mostSpread = 460;
}  // namespace

PlanCard::PlanCard(QWidget* parent)
    : QFrame(parent),
      figure_(new QLabel(this)),
      parts_(new QLabel(this)),
      controls_(new IntervalControls(this)),
      note_(new QLabel(this)),
      follow_(new QPushButton(tr("Follow this plan"), this)) {
    setLook(this, "card");
    setLook(figure_, "figure");
    setLook(follow_, "primary");
    auto* caption = new QLabel(tr("Expected overhead"), this);
    setLook(caption, "muted");
    caption->setToolTip(
        tr("Of the training's length. Lost and delayed work counts by the progress it makes, as "
           "well as by its time."));
    setLook(parts_, "muted");
    parts_->setWordWrap(true);
    note_->setWordWrap(true);
    note_->hide();
    controls_->setMaximumHeight(mostSpread);
    auto* head = new QHBoxLayout;
    head->addWidget(caption, 1);
    head->addWidget(figure_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 12);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(parts_);
    layout->addSpacing(8);
    layout->addWidget(controls_, 1);
    layout->addStretch(0);
    layout->addSpacing(4);
    layout->addWidget(note_);
    layout->addWidget(follow_);
    connect(follow_, &QPushButton::clicked, this, &PlanCard::followClicked);
    clear();
}

void PlanCard::setView(const IntervalView& view) {
    const OverheadCosts& costs = view.schedules.front().overhead;
    figure_->setText(formatShare(costs.total()));
    parts_->setText(isEndless(costs.total()) ? QString()
                                             : tr("%1 saving, %2 work done again, %3 restarts")
                                                   .arg(formatShare(costs.stalls), formatShare(costs.rework),
                                                        formatShare(costs.restarts)));
    controls_->setFound(*view.report, view.ended);
    follow_->setEnabled(!view.ended);
    follow_->setToolTip(view.ended
                            ? tr("This run has ended: no training is left to follow a plan")
                            : tr("Write plan.json into the run's folder, where the training hook reads it"));
}

void PlanCard::clear() {
    figure_->setText(QStringLiteral("–"));
    parts_->clear();
    follow_->setEnabled(false);
}

void PlanCard::setNote(const QString& text, bool bad) {
    setLook(note_, bad ? "bad" : "good");
    note_->setText(text);
    note_->setVisible(!text.isEmpty());
}

QString PlanCard::figure() const {
    return figure_->text();
}

QString PlanCard::parts() const {
    return parts_->text();
}

QString PlanCard::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
