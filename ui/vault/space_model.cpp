#include "ui/vault/space_model.h"

#include <utility>

#include "ui/models/compare_model.h"
#include "ui/text/format.h"
#include "ui/theme/table_look.h"

namespace stepvault::ui {

namespace {

QString textOf(const RunInfo& info, int column) {
    switch (column) {
        case SpaceModel::Run:
            return toQString(info.row.name);
        case SpaceModel::Checkpoints:
            return formatStep(static_cast<std::int64_t>(info.checkpoints));
        case SpaceModel::Original:
            return formatBytes(info.original_bytes);
        case SpaceModel::Stored:
            return formatBytes(info.stored_bytes);
        case SpaceModel::Ratio:
            return formatRatio(info.original_bytes, info.stored_bytes);
        default:
            return {};
    }
}

QVariant toolTipOf(const VaultRun& run, int column) {
    if (column == SpaceModel::Run) return formatPath(run.info.row.folder);
    if (column != SpaceModel::Stored) return {};
    std::uint64_t steps = 0;
    for (const CheckpointRow& row : run.checkpoints)
        steps += row.stored_bytes;
    return SpaceModel::tr("%1 of step files, and the state that the next one is compared with")
        .arg(formatBytes(steps));
}

QVariant sortKeyOf(const RunInfo& info, int column) {
    switch (column) {
        case SpaceModel::Checkpoints:
            return static_cast<qulonglong>(info.checkpoints);
        case SpaceModel::Original:
            return static_cast<qulonglong>(info.original_bytes);
        case SpaceModel::Stored:
            return static_cast<qulonglong>(info.stored_bytes);
        case SpaceModel::Ratio:
            return info.stored_bytes == 0
                       ? 0.0
                       : static_cast<double>(info.original_bytes) / static_cast<double>(info.stored_bytes);
        default:
            return textOf(info, column);
    }
}

}  // namespace

void SpaceModel::setView(std::shared_ptr<const VaultView> view) {
    const std::size_t before = view_ ? view_->runs.size() : 0;
    QStringList names;
    for (const VaultRun& run : view->runs)
        names << toQString(run.info.row.name);
    names_ = shortNames(names);
    if (before > 0 && before == view->runs.size()) {
        view_ = std::move(view);
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    view_ = std::move(view);
    endResetModel();
}

int SpaceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !view_ ? 0 : static_cast<int>(view_->runs.size());
}

int SpaceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SpaceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const VaultRun& run = view_->runs[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return textOf(run.info, index.column());
        case Qt::TextAlignmentRole:
            return cellAlignment(index.column() != Run);
        case Qt::ToolTipRole:
            return toolTipOf(run, index.column());
        case SortRole:
            return sortKeyOf(run.info, index.column());
        case CompareModel::ColorRole:
            return static_cast<int>(run.color);
        case shortNameRole:
            return index.column() == Run ? QVariant::fromValue(names_[static_cast<std::size_t>(index.row())])
                                         : QVariant();
        case CompareModel::ShownRole:
            return !run.checkpoints.empty();
        default:
            return {};
    }
}

QVariant SpaceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(section != Run);
    if (role != Qt::DisplayRole) return {};
    const QStringList titles{tr("Run"), tr("Stored"), tr("Ratio"), tr("Original"), tr("Checkpoints")};
    return titles[section];
}

}  // namespace stepvault::ui
