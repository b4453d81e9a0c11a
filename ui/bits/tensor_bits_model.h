#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "ui/bits/bits_view.h"

namespace stepvault::ui {

/// The cost and the error of each tensor, or each role of tensors, by the setting. Sorted by SortRole.
class TensorBitsModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column { Name, RoleName, Weights, Bits, Bytes, Share, Error, StoredError, StoredLag, ColumnCount };
    static constexpr int SortRole = Qt::UserRole;
    static constexpr int MatchRole = Qt::UserRole + 1;  ///< what a rule for the row matches (CodingRule)

    using QAbstractTableModel::QAbstractTableModel;

    /// `view`: nullptr for nothing. `outcome`: nullopt where it is not known.
    void setView(const std::shared_ptr<const BitsView>& view, const std::optional<BitsOutcome>& outcome);
    void setByTensor(bool byTensor);
    /// Whether second moments are shown of whose change nothing is kept.
    [[nodiscard]] bool hasStillMoments() const;
    /// Why that is so.
    [[nodiscard]] static QString stillMoments();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Row {
        Role kind = Role::other;
        QString name;
        QString role;
        QString match;
        std::uint64_t weights = 0;
        std::uint64_t tensors = 0;
        double bits = 0;
        double lost = 0;
        double changed = 0;
        double storedLost = 0;
        double storedMissing = 0;  ///< LossFigures::missing
    };
    void fill();
    [[nodiscard]] QString text(const Row& row, int column) const;
    /// A second moment as adaptive codes them.
    [[nodiscard]] bool isStillMoment(const Row& row) const;
    [[nodiscard]] bool isStill(const Row& row, int column) const;
    [[nodiscard]] QVariant sortValue(const Row& row, int column) const;

    std::shared_ptr<const BitsView> view_;
    std::optional<BitsOutcome> outcome_;
    bool byTensor_ = false;
    std::vector<Row> rows_;
    double allBits_ = 0;
};

}  // namespace stepvault::ui
