#include "ui/vault/verify_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {
constexpr int verdictGlyphSize = 14;
}

VerifyLine::VerifyLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      picture_(new QLabel(this)),
      text_(new QLabel(this)),
      damage_(new QLabel(this)),
      repair_(new QPushButton(tr("Repair"), this)),
      button_(new QPushButton(tr("Verify"), this)) {
    auto* ways = new QMenu(repair_);
    ways->addAction(tr("By what the vault holds, and by originals"), this, &VerifyLine::repairClicked);
    ways->addAction(tr("From a copy of the vault…"), this, &VerifyLine::repairFromCopyClicked);
    repair_->setMenu(ways);
    repair_->setToolTip(tr(
        "Puts sound files in the place of damaged ones. What can't be repaired is set aside, and comes back "
        "once there is a copy."));
    button_->setToolTip(tr("Reads every stored byte and compares it with its checksum"));
    setLook(damage_, "badCaption");
    damage_->setWordWrap(true);
    damage_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(picture_);
    line->addWidget(text_, 1);
    line->addWidget(repair_);
    line->addWidget(button_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(damage_);
    connect(button_, &QPushButton::clicked, this, &VerifyLine::verifyClicked);
    connect(&theme, &Theme::changed, this, &VerifyLine::update);
    update();
}

void VerifyLine::setOutcome(const VerifyOutcome& outcome) {
    outcome_ = outcome;
    update();
}

void VerifyLine::clear() {
    outcome_.reset();
    update();
}

void VerifyLine::setBusy(bool isBusy, const QString& doing) {
    doing_ = doing;
    button_->setEnabled(!isBusy);
    repair_->setEnabled(!isBusy);
    update();
}

void VerifyLine::update() {
    const bool isKnown = outcome_ && !outcome_->problem;
    const bool isSound = isKnown && outcome_->report.damage.empty();
    const Tokens& tokens = theme_.tokens();
    picture_->setVisible(isKnown && doing_.isEmpty());
    repair_->setVisible(isKnown && (!isSound || outcome_->report.quarantined > 0));
    if (isKnown)
        picture_->setPixmap(glyphPixmap(isSound ? Glyph::check : Glyph::cross,
                                        isSound ? tokens.good : tokens.bad, verdictGlyphSize,
                                        devicePixelRatioF()));
    if (!doing_.isEmpty()) {
        text_->setText(doing_);
    } else if (outcome_) {
        const QString when =
            formatSaved(static_cast<double>(outcome_->time.toSecsSinceEpoch()), QDateTime::currentDateTime());
        text_->setText(tr("%1, verified %2").arg(describe(*outcome_), when));
        if (!isKnown) text_->setText(describe(*outcome_));
    } else {
        text_->setText(tr("Not verified since this window was opened."));
    }
    setLook(text_, isKnown && doing_.isEmpty() ? "" : "muted");
    damage_->setText(isKnown ? describeDamage(*outcome_) : QString());
    damage_->setVisible(doing_.isEmpty() && !damage_->text().isEmpty());
}

QString VerifyLine::text() const {
    return text_->text();
}

QString VerifyLine::damage() const {
    return damage_->isHidden() ? QString() : damage_->text();
}

}  // namespace stepvault::ui
