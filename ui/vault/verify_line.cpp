#include "ui/vault/verify_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/vault/vault_words.h"

namespace stepvault::ui {

namespace {
constexpr int glyphSize = 14;
}

VerifyLine::VerifyLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      picture_(new QLabel(this)),
      text_(new QLabel(this)),
      damage_(new QLabel(this)),
      button_(new QPushButton(tr("Verify"), this)) {
    button_->setToolTip(tr("Reads every stored byte and compares it with its checksum"));
    setLook(damage_, "badCaption");
    damage_->setWordWrap(true);
    damage_->setTextFormat(Qt::PlainText);
    damage_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(picture_);
    line->addWidget(text_, 1);
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

void VerifyLine::setBusy(bool isBusy, bool isVerifying) {
    isVerifying_ = isVerifying;
    button_->setEnabled(!isBusy);
    update();
}

void VerifyLine::update() {
    const bool isKnown = outcome_ && !outcome_->problem;
    const bool isSound = isKnown && outcome_->report.damage.empty();
    const Tokens& tokens = theme_.tokens();
    picture_->setVisible(isKnown && !isVerifying_);
    if (isKnown)
        picture_->setPixmap(glyphPixmap(isSound ? Glyph::check : Glyph::cross,
                                        isSound ? tokens.good : tokens.bad, glyphSize, devicePixelRatioF()));
    if (isVerifying_) {
        text_->setText(tr("Verifying every stored byte …"));
    } else if (outcome_) {
        const QString when =
            formatSaved(static_cast<double>(outcome_->time.toSecsSinceEpoch()), QDateTime::currentDateTime());
        text_->setText(tr("%1, verified %2").arg(describe(*outcome_), when));
        if (!isKnown) text_->setText(describe(*outcome_));
    } else {
        text_->setText(tr("Not verified since this window was opened."));
    }
    setLook(text_, isKnown && !isVerifying_ ? "" : "muted");
    damage_->setText(isKnown ? describeDamage(outcome_->report) : QString());
    damage_->setVisible(!isVerifying_ && !damage_->text().isEmpty());
}

QString VerifyLine::text() const {
    return text_->text();
}

QString VerifyLine::damage() const {
    return damage_->isHidden() ? QString() : damage_->text();
}

}  // namespace stepvault::ui
