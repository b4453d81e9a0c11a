#include "ui/interval/overhead_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int barRowHeight = 21;
constexpr int legendHeight = 22;
constexpr double barNameWidth = 82;
constexpr double valueWidth = 58;
constexpr double simulatedWidth = 110;
constexpr double barHeight = 11;
/// Bars are cut at so many times the best.
constexpr double longest = 3;
constexpr int parts = 3;
}  // namespace

OverheadBars::OverheadBars(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Expected overhead of each schedule"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OverheadBars::setBars(std::vector<Bar> bars) {
    bars_ = std::move(bars);
    QStringList lines;
    for (const Bar& bar : bars_)
        lines << bar.hint;
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

QSize OverheadBars::sizeHint() const {
    return {300, legendHeight + barRowHeight * static_cast<int>(bars_.size())};
}

QColor OverheadBars::color(int part) const {
    constexpr std::array<std::size_t, parts> series{0, 1, 6};
    return theme_.tokens().series[series[static_cast<std::size_t>(part)]];
}

double OverheadBars::fullShare() const {
    double best = INFINITY;
    double most = 0;
    for (const Bar& bar : bars_) {
        const double total = bar.expected.total();
        if (isEndless(total)) continue;
        best = std::min(best, total);
        most = std::max(most, total);
    }
    return best > 0 ? std::min(most, longest * best) : most;
}

bool OverheadBars::isSimulated() const {
    return std::any_of(bars_.begin(), bars_.end(), [](const Bar& bar) { return bar.simulated.has_value(); });
}

QString OverheadBars::valueText(const Bar& bar) const {
    QString expected = formatShare(bar.expected.total());
    if (!bar.simulated) return expected;
    return tr("%1  played %2 ± %3")
        .arg(expected, formatNumber(100 * bar.simulated->mean, 2),
             formatNumber(100 * bar.simulated->margin, 1));
}

void OverheadBars::paintLegend(QPainter& painter) const {
    const std::array<QString, parts> names{tr("save"), tr("rework"), tr("restart")};
    double x = barNameWidth;
    for (int part = 0; part < parts; ++part) {
        const QString& name = names[static_cast<std::size_t>(part)];
        painter.fillRect(QRectF(x, 5, 9, 9), color(part));
        painter.setPen(theme_.tokens().muted);
        const double width = painter.fontMetrics().horizontalAdvance(name);
        painter.drawText(QRectF(x + 14, 0, width + 2, 19), Qt::AlignVCenter, name);
        x += width + 32;
    }
}

void OverheadBars::paintBar(QPainter& painter, const Bar& bar, const QRectF& lane, double full) const {
    const std::array<double, parts> shares{bar.expected.stalls, bar.expected.rework, bar.expected.restarts};
    const double top = lane.center().y() - barHeight / 2;
    const double scale = full > 0 ? lane.width() / full : 0;
    const double total = bar.expected.total();
    const bool cut = !(total <= full * (1 + 1e-9));
    double x = lane.left();
    for (int part = 0; part < parts; ++part) {
        const double share = shares[static_cast<std::size_t>(part)];
        const double end = std::isfinite(share) ? std::min(lane.right(), x + share * scale) : lane.right();
        painter.fillRect(QRectF(x, top, end - x, barHeight), color(part));
        x = end;
    }
    if (cut) {
        painter.setPen(QPen(theme_.tokens().surface, 2));
        for (const double back : {9.0, 14.0})
            painter.drawLine(QPointF(lane.right() - back, top + barHeight + 1),
                             QPointF(lane.right() - back + 4, top - 1));
    }
    if (!bar.simulated || bar.simulated->mean > full) return;
    const double at = lane.left() + bar.simulated->mean * scale;
    const double reach = bar.simulated->margin * scale;
    const double middle = std::round(lane.center().y());
    painter.setPen(QPen(theme_.tokens().text, 1.5));
    painter.drawLine(QPointF(at, top - 2), QPointF(at, top + barHeight + 2));
    painter.drawLine(QPointF(at - reach, middle), QPointF(std::min(at + reach, lane.right()), middle));
}

void OverheadBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    QFont plain = font();
    plain.setPixelSize(captionPixels);
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    painter.setFont(plain);
    paintLegend(painter);
    const double full = fullShare();
    const double values = valueWidth + (isSimulated() ? simulatedWidth : 0);
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        const Bar& bar = bars_[i];
        const double y = legendHeight + static_cast<double>(i) * barRowHeight;
        const QRectF lane(barNameWidth, y, width() - barNameWidth - values, barRowHeight);
        painter.setFont(bar.accented ? bold : plain);
        painter.setPen(bar.accented ? tokens.accent : tokens.muted);
        painter.drawText(QRectF(0, y, barNameWidth - 10, barRowHeight), Qt::AlignRight | Qt::AlignVCenter,
                         bar.name);
        paintBar(painter, bar, lane, full);
        painter.setPen(tokens.text);
        painter.drawText(QRectF(lane.right(), y, values, barRowHeight), Qt::AlignRight | Qt::AlignVCenter,
                         valueText(bar));
    }
}

bool OverheadBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int y = help->pos().y() - legendHeight;
    const auto row = static_cast<std::size_t>(std::max(0, y) / barRowHeight);
    if (y >= 0 && row < bars_.size())
        QToolTip::showText(help->globalPos(), bars_[row].hint, this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace stepvault::ui
