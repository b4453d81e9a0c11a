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
    option->textElideMode = static_cast<Qt::TextElideMode>(index.data(RunTableModel::ElideRole).toInt());
    const auto& model = static_cast<const RunTableModel&>(*index.model());
    if (model.columns()[static_cast<std::size_t>(index.column())].kind != RunColumn::Kind::state) return;
    const auto state = static_cast<RunState>(index.data(RunTableModel::StateRole).toInt());
    const RunStateLook look = runStateLook(state, theme_.tokens());
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = glyphIcon(look.glyph, look.color, look.color);
    option->decorationSize = {glyphSize, glyphSize};
}

}  // namespace stepvault::ui
