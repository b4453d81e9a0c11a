#include "ui/run/checkpoint_delegate.h"

#include <QPainter>

#include "ui/models/checkpoint_model.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int cellMargin = 8;
}

CheckpointDelegate::CheckpointDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), theme_(theme) {}

bool CheckpointDelegate::setHovered(const QString& id) {
    if (id == hovered_) return false;
    hovered_ = id;
    return true;
}

void CheckpointDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    const Tokens& tokens = theme_.tokens();
    painter->save();
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    const bool lit = !hovered_.isEmpty() && index.data(CheckpointModel::IdRole).toString() == hovered_;
    if (chosen || lit) {
        const QColor ground = chosen ? blend(tokens.surface, tokens.accent, tokens.dark ? 0.24 : 0.14)
                                     : blend(tokens.surface, tokens.line, 0.45);
        painter->fillRect(option.rect, ground);
    }
    const bool quiet = index.column() >= CheckpointModel::Kept || index.column() == CheckpointModel::Saved;
    painter->setFont(option.font);
    painter->setPen(quiet && !chosen ? tokens.muted : tokens.text);
    const QRect box = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    const auto mode = index.column() == CheckpointModel::Source ? Qt::ElideMiddle : Qt::ElideRight;
    painter->drawText(box, static_cast<int>(alignment),
                      painter->fontMetrics().elidedText(index.data().toString(), mode, box.width()));
    painter->restore();
}

}  // namespace stepvault::ui
