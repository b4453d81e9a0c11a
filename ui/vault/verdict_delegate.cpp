#include "ui/vault/verdict_delegate.h"

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"
#include "ui/vault/prune_model.h"

namespace stepvault::ui {

namespace {
constexpr int glyphSize = 12;
}

VerdictDelegate::VerdictDelegate(const Theme& theme, QObject* parent) : CellDelegate(parent), theme_(theme) {}

void VerdictDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    CellDelegate::initStyleOption(option, index);
    const Tokens& tokens = theme_.tokens();
    const bool isKept = index.data(PruneModel::IsKeptRole).toBool();
    const QColor ink = isKept ? tokens.text : tokens.muted;
    option->palette.setColor(QPalette::Text, ink);
    option->palette.setColor(QPalette::HighlightedText, ink);
    if (index.column() != PruneModel::Verdict) return;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = {glyphSize, glyphSize};
    option->icon =
        glyphIcon(isKept ? Glyph::check : Glyph::cross, isKept ? tokens.good : tokens.warn, tokens.faint);
}

}  // namespace stepvault::ui
