#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "ui/bits/bits_view.h"

namespace stepvault::ui {

/// What each tensor, or each role of tensors, costs and loses by the setting. Sorted by SortRole.
class TensorBitsModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Name, RoleName, Weights, Bits, Bytes, Share, Error, StoredError, ColumnCount };
    static constexpr int SortRole = Qt::UserRole;
    static constexpr int MatchRole = Qt::UserRole + 1;  ///< what a rule for the row matches (CodingRule)

    using QAbstractTableModel::QAbstractTableModel;

    /// `view`: nullptr for nothing. `outcome`: nullopt where it is not known.
    void setView(const std::shared_ptr<const BitsView>& view, const std::optional<BitsOutcome>& outcome);
    void setByTensor(bool byTensor);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Row {
        QString name;
        QString role;
        QString match;
        std::uint64_t weights = 0;
        std::uint64_t tensors = 0;
        double bits = 0;
        double lost = 0;
        double changed = 0;
        double storedLost = 0;
    };
    void fill();
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QVariant sortValue(const Row& row, int column) const;

    std::shared_ptr<const BitsView> view_;
    std::optional<BitsOutcome> outcome_;
    bool byTensor_ = false;
    std::vector<Row> rows_;
    double allBits_ = 0;
};

}  // namespace stepvault::ui
