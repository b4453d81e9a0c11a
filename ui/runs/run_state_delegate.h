#pragma once

#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

class Theme;

/// Cells of the table of runs: the state and favourites have their glyphs, and names are elided
/// where other names are equal.
class RunStateDelegate : public CellDelegate {
    Q_OBJECT

 public:
    explicit RunStateDelegate(const Theme& theme, QObject* parent = nullptr)
        : CellDelegate(parent), theme_(theme) {}

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
