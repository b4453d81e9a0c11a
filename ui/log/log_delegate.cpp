#include "ui/log/log_delegate.h"

#include "ui/log/log_model.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int glyphSize = 12;
}

LogDelegate::LogDelegate(const Theme& theme, QObject* parent) : CellDelegate(parent), theme_(theme) {}

void LogDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    CellDelegate::initStyleOption(option, index);
    const Tokens& tokens = theme_.tokens();
    const QColor ink = index.column() == LogModel::What ? tokens.text : tokens.muted;
    option->palette.setColor(QPalette::Text, ink);
    option->palette.setColor(QPalette::HighlightedText, ink);
    // The row says where the keyboard is.
    option->state &= ~QStyle::State_HasFocus;
    const auto kind = static_cast<WatchNotes::Kind>(index.data(LogModel::KindRole).toInt());
    if (index.column() != LogModel::What || kind == WatchNotes::Kind::info) return;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = {glyphSize, glyphSize};
    const bool isBad = kind == WatchNotes::Kind::bad;
    option->icon =
        glyphIcon(isBad ? Glyph::cross : Glyph::triangle, isBad ? tokens.bad : tokens.warn, tokens.faint);
}

}  // namespace stepvault::ui
