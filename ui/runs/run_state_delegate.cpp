#include "ui/runs/run_state_delegate.h"

#include "ui/runs/run_table_model.h"
#include "ui/theme/run_state_look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int glyphSize = 14;
}  // namespace

void RunStateDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    CellDelegate::initStyleOption(option, index);
    const auto& model = static_cast<const RunTableModel&>(*index.model());
    const RunColumn::Kind kind = model.columns()[static_cast<std::size_t>(index.column())].kind;
    const Tokens& tokens = theme_.tokens();
    const auto decorate = [option](Glyph glyph, const QColor& color) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = glyphIcon(glyph, color, color);
        option->decorationSize = {glyphSize, glyphSize};
    };
    if (index.data(RunTableModel::IsOldRole).toBool()) option->palette.setColor(QPalette::Text, tokens.faint);
    if (kind == RunColumn::Kind::state) {
        const auto state = static_cast<RunState>(index.data(RunTableModel::StateRole).toInt());
        const RunStateLook look = runStateLook(state, tokens);
        decorate(look.glyph, look.color);
    } else if (kind == RunColumn::Kind::name && index.data(RunTableModel::FavouriteRole).toBool()) {
        decorate(Glyph::star, tokens.accent);
        option->decorationPosition = QStyleOptionViewItem::Right;
    }
}

}  // namespace stepvault::ui
