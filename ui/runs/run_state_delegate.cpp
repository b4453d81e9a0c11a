#include "ui/runs/run_state_delegate.h"

#include <QWidget>

#include "ui/runs/run_table_model.h"
#include "ui/text/shared_names.h"
#include "ui/theme/run_state_look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int glyphSize = 14;
constexpr int starGap = 8;
}  // namespace

QSize RunStateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem roomy = option;
    roomy.rect.setWidth(QWIDGETSIZE_MAX);
    return CellDelegate::sizeHint(roomy, index);
}

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
    if (kind == RunColumn::Kind::state) {
        const auto state = static_cast<RunState>(index.data(RunTableModel::StateRole).toInt());
        const RunStateLook look = runStateLook(state, tokens);
        decorate(look.glyph, look.color);
    } else if (kind == RunColumn::Kind::name) {
        int room = contentWidth(*option);
        if (index.data(RunTableModel::FavouriteRole).toBool()) {
            decorate(Glyph::star, tokens.accent);
            option->decorationPosition = QStyleOptionViewItem::Right;
            room -= glyphSize + starGap;
        }
        const auto shortName = index.data(RunTableModel::ShortNameRole).value<ShortName>();
        option->text = shortName.fit(option->text, option->fontMetrics, room);
        option->textElideMode = shortName.side;
    }
}

}  // namespace stepvault::ui
