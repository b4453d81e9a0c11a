#include "ui/cluster/balance_bars.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/cluster/rank_color.h"
#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double captionHeight = 18;
constexpr double rowGap = 12;      // between the rows
constexpr double headRoom = 1.06;  // of the largest bar
constexpr double widestBar = 40;
}  // namespace

BalanceBars::BalanceBars(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(140, 140);
    setAccessibleName(tr("Bytes and tensors of each rank"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BalanceBars::setStudy(std::shared_ptr<const ClusterStudy> study) {
    study_ = std::move(study);
    bytes_ = {.title = tr("Bytes"), .caption = {}, .values = {}};
    tensors_ = {.title = tr("Tensors"), .caption = {}, .values = {}};
    if (study_) {
        for (const ProcessShare& share : study_->plan.shares) {
            bytes_.values.push_back(static_cast<double>(share.load.bytes));
            tensors_.values.push_back(static_cast<double>(share.load.tensors));
        }
        fill(bytes_, study_->outcome.balance.bytes);
        fill(tensors_, study_->outcome.balance.tensors);
    }
    choose(chosen_ && *chosen_ < bytes_.values.size() ? chosen_ : std::nullopt);
}

void BalanceBars::fill(Row& row, double ratio) {
    row.mean =
        std::accumulate(row.values.begin(), row.values.end(), 0.0) / static_cast<double>(row.values.size());
    row.largest = static_cast<std::size_t>(std::ranges::max_element(row.values) - row.values.begin());
    row.caption = tr("rank %1: %2x the mean").arg(row.largest).arg(displayLocale().toString(ratio, 'f', 2));
}

QString BalanceBars::describe(std::size_t rank) const {
    const RankLoad& load = study_->plan.shares[rank].load;
    return tr("rank %1 on node %2   %3   %4")
        .arg(rank)
        .arg(rank / study_->setting.processes)
        .arg(formatBytes(load.bytes), counted(load.tensors, tr("%1 tensor"), tr("%1 tensors")));
}

void BalanceBars::choose(std::optional<std::size_t> rank) {
    chosen_ = rank;
    const QString all =
        study_ ? tr("Bytes, %1. Tensors, %2.").arg(bytes_.caption, tensors_.caption) : QString();
    const QString text = chosen_ ? describe(*chosen_) : all;
    setToolTip(chosen_ ? text : QString());
    if (accessibleDescription() != text) setAccessibleDescription(text);
    update();
}

QRectF BalanceBars::barArea(int row) const {
    const double half = (height() - rowGap) / 2.0;
    return {0, row * (half + rowGap) + captionHeight, double{1} * width(), half - captionHeight};
}

void BalanceBars::paintEvent(QPaintEvent*) {
    if (!study_) return;
    QPainter painter(this);
    QFont font = painter.font();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    paintRow(painter, bytes_, 0);
    paintRow(painter, tensors_, 1);
}

void BalanceBars::paintRow(QPainter& painter, const Row& row, int index) const {
    const Tokens& tokens = theme_.tokens();
    const QRectF area = barArea(index);
    const QRectF head(area.left(), area.top() - captionHeight, area.width(), captionHeight);
    painter.setPen(tokens.muted);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignTop, row.title);
    painter.setPen(tokens.text);
    painter.drawText(head, Qt::AlignRight | Qt::AlignTop, row.caption);
    const double highest = row.values[row.largest] * headRoom;
    const auto count = static_cast<double>(row.values.size());
    const double step = std::min(widestBar, area.width() / count);
    const double space = step >= 4 ? 1 : 0;
    const std::uint32_t processes = study_->setting.processes;
    const auto barOf = [&](std::size_t rank) {
        const double tall = highest > 0 ? area.height() * row.values[rank] / highest : 0;
        return QRectF(area.left() + static_cast<double>(rank) * step, area.bottom() - tall, step - space,
                      tall);
    };
    for (std::uint32_t rank = 0; rank < row.values.size(); ++rank)
        painter.fillRect(barOf(rank), rankColor(tokens, rank, processes));
    constexpr double narrowest = 2;
    for (const std::size_t rank : {row.largest, chosen_.value_or(row.largest)}) {
        QRectF bar = barOf(rank);
        bar.setWidth(std::max(bar.width(), narrowest));
        painter.fillRect(bar, nodeColor(tokens, static_cast<std::uint32_t>(rank) / processes));
        if (rank != chosen_) continue;
        painter.setPen(QPen(tokens.text, 1));
        painter.drawRect(bar);
    }
    painter.setPen(QPen(tokens.line, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (highest <= 0) return;
    painter.setPen(QPen(tokens.muted, 1, Qt::DashLine));
    const double mean = area.bottom() - area.height() * row.mean / highest;
    painter.drawLine(QPointF(area.left(), mean), QPointF(area.left() + count * step, mean));
}

void BalanceBars::mouseMoveEvent(QMouseEvent* event) {
    const auto count = bytes_.values.size();
    if (count == 0) return;
    const double step = std::min(widestBar, width() / static_cast<double>(count));
    const auto rank = static_cast<std::size_t>(std::max(0.0, event->position().x()) / step);
    choose(rank < count ? std::optional(rank) : std::nullopt);
}

void BalanceBars::leaveEvent(QEvent*) {
    choose(std::nullopt);
}

void BalanceBars::keyPressEvent(QKeyEvent* event) {
    const bool isLeft = event->key() == Qt::Key_Left;
    const std::size_t count = bytes_.values.size();
    if ((!isLeft && event->key() != Qt::Key_Right) || count == 0) return QWidget::keyPressEvent(event);
    if (!chosen_) return choose(isLeft ? count - 1 : 0);
    choose(isLeft ? *chosen_ - std::min<std::size_t>(1, *chosen_) : std::min(*chosen_ + 1, count - 1));
}

void BalanceBars::focusOutEvent(QFocusEvent* event) {
    choose(std::nullopt);
    QWidget::focusOutEvent(event);
}

}  // namespace stepvault::ui
