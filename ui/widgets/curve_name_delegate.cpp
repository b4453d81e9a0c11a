#include "ui/widgets/curve_name_delegate.h"

#include <QPainter>

#include "ui/models/compare_model.h"
#include "ui/text/shared_names.h"
#include "ui/theme/glyph.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int rowHeight = 24;
constexpr int leastNameWidth = 96;
constexpr int cellMargin = 8;
constexpr int sampleWidth = 22;
constexpr double sampleLine = 2;
}  // namespace

CurveNameDelegate::CurveNameDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), theme_(theme) {}

QSize CurveNameDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {leastNameWidth, rowHeight};
}

void CurveNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    const Tokens& tokens = theme_.tokens();
    const bool isShown = index.data(CompareModel::ShownRole).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    const bool isOver =
        option.state.testFlag(QStyle::State_MouseOver) || index.data(CompareModel::EmphasisRole).toBool();
    if (chosen || isOver) {
        painter->fillRect(option.rect, chosen
                                           ? blend(tokens.surface, tokens.accent, tokens.dark ? 0.24 : 0.14)
                                           : blend(tokens.surface, tokens.line, 0.45));
    }
    const QRect box = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const double middle = box.center().y() + 0.5;
    if (isShown) {
        const auto color = static_cast<std::size_t>(index.data(CompareModel::ColorRole).toInt());
        painter->setPen(seriesPen(tokens, color, sampleLine));
        painter->drawLine(QPointF(box.left(), middle), QPointF(box.left() + sampleWidth, middle));
    } else {
        paintGlyph(*painter, QRectF(box.left() + (sampleWidth - 12) / 2.0, middle - 6, 12, 12), Glyph::ring,
                   tokens.faint);
    }
    const QRect name = box.adjusted(sampleWidth + 8, 0, 0, 0);
    painter->setFont(option.font);
    painter->setPen(isShown ? tokens.text : tokens.faint);
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(shortNameRole)
                          .value<ShortName>()
                          .fit(index.data().toString(), painter->fontMetrics(), name.width()));
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(QPen(tokens.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5), 4, 4);
    }
    painter->restore();
}

}  // namespace stepvault::ui
