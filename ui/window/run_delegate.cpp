#include "ui/window/run_delegate.h"

#include <algorithm>

#include <QPainter>
#include <QPainterPath>

#include "ui/models/run_list_model.h"
#include "ui/text/shared_names.h"
#include "ui/theme/run_state_look.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int headingHeight = 30;
constexpr int rowHeight = 46;
constexpr int captionHeight = 16;
constexpr int badgeSize = 14;
constexpr double sparkWidth = 1.2;
constexpr double oldOpacity = 0.5;
constexpr double mostOfName = 0.4;  // of the line, for the vault's title
}  // namespace

RunDelegate::RunDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    if (index.data(RunListModel::IsHeadingRole).toBool()) return {120, headingHeight};
    return {120, rowHeight + (index.data(RunListModel::BytesRole).toString().isEmpty() ? 0 : captionHeight)};
}

void RunDelegate::paintHeading(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    QFont font = option.font;
    font.setPixelSize(captionPixels);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    painter.setFont(font);
    painter.setPen(theme_.tokens().muted);
    const QRect box = option.rect.adjusted(16, 0, -8, -4);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignBottom,
                     painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideLeft, box.width()));
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
    if (index.data(RunListModel::IsOldRole).toBool()) painter->setOpacity(oldOpacity);
    const auto state = static_cast<RunState>(index.data(RunListModel::StateRole).toInt());
    const RunStateLook look = runStateLook(state, tokens);
    paintGlyph(*painter, QRectF(row.left() + 6, row.top() + 6, 14, 14), look.glyph, look.color);

    QRectF name(row.left() + 26, row.top() + 4, row.width() - 34, 18);
    if (!index.data(RunListModel::ProblemRole).toString().isEmpty()) {
        const QRectF badge(row.right() - 8 - badgeSize, row.top() + 6, badgeSize, badgeSize);
        paintGlyph(*painter, badge, Glyph::triangle, tokens.warn);
        name.setRight(badge.left() - 4);
    }
    if (index.data(RunListModel::FavouriteRole).toBool()) {
        const QRectF star(name.right() - badgeSize, row.top() + 6, badgeSize, badgeSize);
        paintGlyph(*painter, star, Glyph::star, tokens.accent);
        name.setRight(star.left() - 4);
    }
    paintPlace(*painter, option, index.data(RunListModel::PlaceRole).toString(), name);
    QFont font = option.font;
    font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(tokens.text);
    painter->drawText(
        name, Qt::AlignLeft | Qt::AlignVCenter,
        index.data(shortNameRole)
            .value<ShortName>()
            .fit(index.data().toString(), painter->fontMetrics(), static_cast<int>(name.width())));
    font.setPixelSize(captionPixels);
    font.setWeight(QFont::Normal);
    painter->setFont(font);
    painter->setPen(tokens.muted);
    const QRectF caption(name.left(), row.top() + 23, row.width() - 34, captionHeight);
    const QString loss = index.data(RunListModel::LossRole).toString();
    painter->drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, loss);
    painter->drawText(caption.translated(0, captionHeight), Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(RunListModel::BytesRole).toString(),
                                                        Qt::ElideRight, static_cast<int>(caption.width())));
    const double sparkLeft =
        caption.left() + std::max(84.0, painter->fontMetrics().horizontalAdvance(loss) + 10.0);
    const auto color = static_cast<std::size_t>(index.data(RunListModel::ColorRole).toInt());
    paintSpark(*painter, QRectF(sparkLeft, caption.top(), row.right() - 10 - sparkLeft, 15),
               index.data(RunListModel::SparkRole).value<QList<double>>(),
               seriesPen(tokens, color, sparkWidth));
    painter->restore();
}

void RunDelegate::paintPlace(QPainter& painter, const QStyleOptionViewItem& option, const QString& place,
                             QRectF& line) const {
    if (place.isEmpty()) return;
    QFont font = option.font;
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    painter.setPen(theme_.tokens().muted);
    const QString text =
        painter.fontMetrics().elidedText(place, Qt::ElideMiddle, static_cast<int>(line.width() * mostOfName));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
    line.setRight(line.right() - painter.fontMetrics().horizontalAdvance(text) - 8);
}

void RunDelegate::paintSpark(QPainter& painter, const QRectF& box, const QList<double>& values,
                             const QPen& pen) const {
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
    painter.strokePath(path, pen);
}

}  // namespace stepvault::ui
