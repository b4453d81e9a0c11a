#include "ui/window/run_delegate.h"

#include <algorithm>

#include <QPainter>
#include <QPainterPath>

#include "ui/models/run_list_model.h"
#include "ui/theme/run_state_look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int headingHeight = 30;
constexpr int rowHeight = 46;
constexpr int captionPixels = 11;
}  // namespace

RunDelegate::RunDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    return {120, index.data(RunListModel::IsHeadingRole).toBool() ? headingHeight : rowHeight};
}

void RunDelegate::paintHeading(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    QFont font = option.font;
    font.setPixelSize(captionPixels);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    painter.setFont(font);
    painter.setPen(theme_.tokens().muted);
    painter.drawText(option.rect.adjusted(16, 0, -8, -4), Qt::AlignLeft | Qt::AlignBottom,
                     index.data().toString());
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    painter->save();
    if (index.data(RunListModel::IsHeadingRole).toBool()) {
        paintHeading(*painter, option, index);
        painter->restore();
        return;
    }
    const Tokens& tokens = theme_.tokens();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF row = QRectF(option.rect).adjusted(8, 1, -8, -1);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    if (chosen || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(blend(tokens.window, chosen ? tokens.accent : tokens.line, chosen ? 0.16 : 0.5));
        painter->drawRoundedRect(row, 6, 6);
    }
    const auto state = static_cast<RunState>(index.data(RunListModel::StateRole).toInt());
    const RunStateLook look = runStateLook(state, tokens);
    paintGlyph(*painter, QRectF(row.left() + 6, row.top() + 6, 14, 14), look.glyph, look.color);

    const QRectF name(row.left() + 26, row.top() + 4, row.width() - 34, 18);
    QFont font = option.font;
    font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(tokens.text);
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle,
                                                        static_cast<int>(name.width())));
    font.setPixelSize(captionPixels);
    font.setWeight(QFont::Normal);
    painter->setFont(font);
    painter->setPen(tokens.muted);
    painter->drawText(QRectF(name.left(), row.top() + 23, name.width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(RunListModel::LossRole).toString());
    const auto color =
        static_cast<std::size_t>(index.data(RunListModel::ColorRole).toInt()) % tokens.series.size();
    paintSpark(*painter, QRectF(name.left() + 60, row.top() + 23, row.right() - name.left() - 70, 15),
               index.data(RunListModel::SparkRole).value<QList<double>>(), tokens.series[color]);
    painter->restore();
}

void RunDelegate::paintSpark(QPainter& painter, const QRectF& box, const QList<double>& values,
                             const QColor& color) const {
    if (values.size() < 2 || box.width() < 16) return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double span = *high > *low ? *high - *low : 1;
    QPainterPath path;
    for (qsizetype i = 0; i < values.size(); ++i) {
        const QPointF point(
            box.left() + box.width() * static_cast<double>(i) / static_cast<double>(values.size() - 1),
            box.bottom() - box.height() * (values[i] - *low) / span);
        if (i == 0) {
            path.moveTo(point);
        } else {
            path.lineTo(point);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, QPen(color, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

}  // namespace stepvault::ui
