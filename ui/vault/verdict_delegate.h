#pragma once

#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

class Theme;

/// Draws the rows of PruneModel: removed checkpoints have a cross and are muted.
class VerdictDelegate : public CellDelegate {
    Q_OBJECT

 public:
    explicit VerdictDelegate(const Theme& theme, QObject* parent = nullptr);

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
