#include "ui/cluster/level_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/cluster/cluster_text.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

namespace {
constexpr int markSize = 12;
}

LevelLine::LevelLine(const Theme& theme, std::uint32_t level, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      level_(level),
      mark_(new QLabel(this)),
      verdict_(new ElidedLabel(Qt::ElideRight, this)),
      share_(new ElidedLabel(Qt::ElideRight, this)) {
    auto* title = new QLabel(tr("L%1 %2").arg(level).arg(levelPlace(level)), this);
    title->setWordWrap(true);
    setLook(title, "muted");
    setLook(share_, "caption");
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(mark_, 0, Qt::AlignTop);
    head->addWidget(title, 1, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(verdict_);
    layout->addWidget(share_);
    connect(&theme, &Theme::changed, this, &LevelLine::applyTheme);
    applyTheme();
}

void LevelLine::setState(bool survives, const QString& verdict, double survivedShare) {
    survives_ = survives;
    verdict_->setFullText(verdict);
    setLook(verdict_, survives ? "good" : "bad");
    // A share below 100 % must not be rounded to 100 %.
    constexpr double nearlyAll = 0.9995;
    const bool isNearlyAll = survivedShare >= nearlyAll && survivedShare < 1;
    const QString share = displayLocale().toString(100 * (isNearlyAll ? 0.999 : survivedShare), 'f', 1);
    share_->setFullText(
        (isNearlyAll ? tr("survives over %1 % of failures") : tr("survives %1 % of failures")).arg(share));
    setAccessibleName(tr("Level %1: %2").arg(level_).arg(verdict));
    applyTheme();
}

QString LevelLine::verdict() const {
    return verdict_->fullText();
}

void LevelLine::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    mark_->setPixmap(glyphPixmap(survives_ ? Glyph::check : Glyph::cross,
                                 survives_ ? tokens.good : tokens.bad, markSize, devicePixelRatioF()));
}

}  // namespace stepvault::ui
