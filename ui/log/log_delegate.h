#pragma once

#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

class Theme;

/// Draws the sign of a warning or a problem before the text.
class LogDelegate : public CellDelegate {
    Q_OBJECT

 public:
    LogDelegate(const Theme& theme, QObject* parent);

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
    const Theme& theme_;
};

}  // namespace stepvault::ui
