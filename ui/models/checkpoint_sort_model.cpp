#include "ui/models/checkpoint_sort_model.h"

#include <cmath>
#include <compare>

#include "ui/models/checkpoint_model.h"

namespace stepvault::ui {

namespace {

std::weak_ordering compare(const QVariant& a, const QVariant& b) {
    if (!a.isValid() || !b.isValid()) return a.isValid() <=> b.isValid();
    switch (a.typeId()) {
        case QMetaType::LongLong:
            return a.toLongLong() <=> b.toLongLong();
        case QMetaType::ULongLong:
            return a.toULongLong() <=> b.toULongLong();
        case QMetaType::Double: {
            const double x = a.toDouble();
            const double y = b.toDouble();
            if (std::isnan(x) || std::isnan(y)) return std::isnan(y) <=> std::isnan(x);
            return x < y   ? std::weak_ordering::less
                   : x > y ? std::weak_ordering::greater
                           : std::weak_ordering::equivalent;
        }
        default:
            return QString::localeAwareCompare(a.toString(), b.toString()) <=> 0;
    }
}

}  // namespace

CheckpointSortModel::CheckpointSortModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(CheckpointModel::SortRole);
    setDynamicSortFilter(true);
}

bool CheckpointSortModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto order = compare(left.data(CheckpointModel::SortRole), right.data(CheckpointModel::SortRole));
    if (order != 0) return order < 0;
    const auto step = [](const QModelIndex& i) {
        return i.siblingAtColumn(CheckpointModel::Step).data(CheckpointModel::SortRole);
    };
    const auto bySteps = compare(step(left), step(right));
    return bySteps != 0 ? bySteps < 0 : left.row() < right.row();
}

}  // namespace stepvault::ui
