#pragma once

#include <QFrame>
#include <QSortFilterProxyModel>

#include "ui/bits/tensor_bits_model.h"

class QTableView;

namespace stepvault::ui {

class SegmentControl;

/// The table of what each role or tensor costs; what costs most comes first until sorted otherwise.
class TensorBitsCard : public QFrame {
    Q_OBJECT

 public:
    explicit TensorBitsCard(QWidget* parent = nullptr);

    void setView(const std::shared_ptr<const BitsView>& view, const std::optional<BitsOutcome>& outcome) {
        model_.setView(view, outcome);
    }

    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] SegmentControl& rows() { return *rows_; }

 private:
    TensorBitsModel model_;
    QSortFilterProxyModel sorted_;
    SegmentControl* rows_;
    QTableView* table_;
};

}  // namespace stepvault::ui
