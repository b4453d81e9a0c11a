#include "ui/bits/exponent_chart.h"

#include <algorithm>
#include <utility>

#include <QPainter>

#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr std::size_t mostExponents = 28;
constexpr double belowBars = 20;
constexpr double aboveBars = 18;
constexpr double rightOfBars = 30;
constexpr double widestBar = 22;
constexpr double exponentWidth = 34;
constexpr double barHeadRoom = 1.05;  // of the highest bar
/// Below this share of the highest bar nothing is seen of one, nor of its error.
constexpr double leastShare = 1e-3;
}  // namespace

ExponentChart::ExponentChart(const Theme& theme, QWidget* parent)
    : WalkedChart(theme, parent), theme_(theme) {
    setAccessibleName(tr("Changes by exponent, and the error of dropping each bucket"));
}

void ExponentChart::setRows(std::vector<ExponentRow> rows, std::optional<std::map<int, std::uint64_t>> kept) {
    rows_ = std::move(rows);
    kept_ = std::move(kept);
    // They come highest first; what lies far below carries next to nothing.
    if (rows_.size() > mostExponents) rows_.resize(mostExponents);
    std::uint64_t most = 0;
    for (const ExponentRow& row : rows_)
        most = std::max(most, row.count);
    while (rows_.size() > 1 &&
           static_cast<double>(rows_.back().count) < leastShare * static_cast<double>(most) &&
           rows_.back().removal_error < leastShare)
        rows_.pop_back();
    std::ranges::reverse(rows_);
    tellAgain();
}

double ExponentChart::keptShare(std::size_t row) const {
    if (!kept_) return 0;
    const auto at = kept_->find(rows_[row].exponent);
    const double count = static_cast<double>(std::max<std::uint64_t>(1, rows_[row].count));
    return at == kept_->end() ? 0 : static_cast<double>(at->second) / count;
}

QString ExponentChart::describeRow(std::size_t row) const {
    const ExponentRow& at = rows_[row];
    const QString what =
        tr("2^%1: %2, dropping them alone leaves an error of %3")
            .arg(at.exponent)
            .arg(counted(at.count, tr("%1 change"), tr("%1 changes")), formatError(at.removal_error));
    return kept_ ? tr("%1; %2 % kept").arg(what, formatNumber(100 * keptShare(row), 3)) : what;
}

QString ExponentChart::describe(std::optional<std::size_t> part) const {
    if (part) return describeRow(*part);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        kept += keptShare(i) > 0 ? 1 : 0;
    return tr("%1 of %2 kept").arg(kept).arg(counted(rows_.size(), tr("%1 exponent"), tr("%1 exponents")));
}

QRectF ExponentChart::plotArea() const {
    return QRectF(rect()).adjusted(0, aboveBars, -rightOfBars, -belowBars);
}

double ExponentChart::slot() const {
    return std::min(widestBar, plotArea().width() / std::max(1.0, static_cast<double>(rows_.size())));
}

void ExponentChart::paintBars(QPainter& painter) const {
    const Tokens& tokens = theme_.tokens();
    const QRectF area = plotArea();
    std::uint64_t most = 1;
    for (const ExponentRow& row : rows_)
        most = std::max(most, row.count);
    const double scale = area.height() / (barHeadRoom * static_cast<double>(most));
    double labelled = -exponentWidth;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const double tall = scale * static_cast<double>(rows_[i].count);
        const double x = area.left() + static_cast<double>(i) * slot();
        const double wide = slot() - 2;
        const double kept = tall * keptShare(i);
        painter.fillRect(QRectF(x, area.bottom() - tall, wide, tall),
                         blend(tokens.surface, tokens.faint, 0.4));
        painter.fillRect(QRectF(x, area.bottom() - kept, wide, kept), tokens.accent);
        if (held() == i) {
            painter.setPen(QPen(tokens.text, 1));
            painter.drawRect(QRectF(x, area.bottom() - tall, wide, tall));
        }
        const double middle = x + wide / 2;
        if (middle - labelled < exponentWidth || middle < exponentWidth / 2) continue;
        labelled = middle;
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(middle - exponentWidth / 2, area.bottom() + 3, exponentWidth, 16),
                         Qt::AlignHCenter, formatPowerOfTwo(rows_[i].exponent));
    }
}

void ExponentChart::paintErrors(QPainter& painter) const {
    const Tokens& tokens = theme_.tokens();
    const QRectF area = plotArea();
    QPolygonF line;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        line << QPointF(area.left() + (static_cast<double>(i) + 0.5) * slot() - 1,
                        area.bottom() - rows_[i].removal_error * area.height());
    }
    painter.setPen(QPen(tokens.series[1], 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.series[1]);
    for (const QPointF& at : line)
        painter.drawEllipse(at, 2, 2);
}

void ExponentChart::paintEvent(QPaintEvent*) {
    if (rows_.empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    const Tokens& tokens = theme_.tokens();
    const QRectF area = plotArea();
    for (const double error : {0.0, 0.5, 1.0}) {
        const double y = area.bottom() - error * area.height();
        painter.setPen(QPen(error == 0 ? tokens.line : tokens.grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(tokens.series[1]);
        painter.drawText(QRectF(area.right() + 5, y - 8, rightOfBars - 5, 16),
                         Qt::AlignLeft | Qt::AlignVCenter, formatNumber(error, 2));
    }
    paintBars(painter);
    paintErrors(painter);
}

std::optional<std::size_t> ExponentChart::partAt(const QPointF& place) const {
    const auto row = static_cast<std::size_t>(std::max(0.0, place.x()) / slot());
    return row < rows_.size() ? std::optional(row) : std::nullopt;
}

}  // namespace stepvault::ui
