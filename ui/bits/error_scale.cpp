#include "ui/bits/error_scale.h"

#include <QPainter>

#include "ui/bits/error_color.h"
#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int barWidth = 100;
constexpr int labelRoom = 26;
constexpr int barHeight = 8;
}  // namespace

ErrorScale::ErrorScale(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setFixedSize(barWidth + 2 * labelRoom, 20);
    setAccessibleName(tr("Colours from an error of 0 to one of 1"));
    setToolTip(tr("Relative error: 0 is exact, 1 keeps nothing of the change; blank: coded without a loss"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ErrorScale::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QFont font = painter.font();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    const Tokens& tokens = theme_.tokens();
    const int top = (height() - barHeight) / 2;
    for (int x = 0; x < barWidth; ++x)
        painter.fillRect(labelRoom + x, top, 1, barHeight,
                         errorColor(tokens, static_cast<double>(x) / (barWidth - 1)));
    painter.setPen(tokens.muted);
    painter.drawText(QRect(0, 0, labelRoom - 5, height()), Qt::AlignRight | Qt::AlignVCenter,
                     formatNumber(0, 1));
    painter.drawText(QRect(labelRoom + barWidth + 5, 0, labelRoom - 5, height()),
                     Qt::AlignLeft | Qt::AlignVCenter, formatNumber(1, 1));
}

}  // namespace stepvault::ui
