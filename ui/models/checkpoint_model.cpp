#include "ui/models/checkpoint_model.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "ui/text/format.h"
#include "ui/text/scheme_text.h"

namespace stepvault::ui {

CheckpointModel::CheckpointModel(QObject* parent) : QAbstractTableModel(parent) {}

void CheckpointModel::setCheckpoints(std::vector<CheckpointRow> checkpoints) {
    removeMissing(checkpoints);
    if (insertNew(checkpoints)) return;
    beginResetModel();
    rows_ = std::move(checkpoints);
    endResetModel();
}

void CheckpointModel::setKept(std::map<std::string, QString> reasons) {
    if (reasons == kept_) return;
    kept_ = std::move(reasons);
    if (!rows_.empty()) emit dataChanged(index(0, Kept), index(static_cast<int>(rows_.size()) - 1, Kept));
}

QString CheckpointModel::keptText(const CheckpointRow& row) const {
    const auto found = kept_.find(row.id);
    return found == kept_.end() ? QString() : found->second;
}

void CheckpointModel::removeMissing(const std::vector<CheckpointRow>& wanted) {
    std::set<std::string> ids;
    for (const CheckpointRow& row : wanted)
        ids.insert(row.id);
    const auto isWanted = [&](const CheckpointRow& row) { return ids.contains(row.id); };
    // All that lie together at once: each removal costs views as much as all their rows.
    for (auto end = rows_.end(); end != rows_.begin();) {
        if (isWanted(*(end - 1))) {
            --end;
            continue;
        }
        auto begin = end - 1;
        while (begin != rows_.begin() && !isWanted(*(begin - 1)))
            --begin;
        beginRemoveRows({}, static_cast<int>(begin - rows_.begin()),
                        static_cast<int>(end - rows_.begin()) - 1);
        end = rows_.erase(begin, end);
        endRemoveRows();
    }
}

/// False, with nothing changed beyond rows that are right, where the rows left stand in another order.
bool CheckpointModel::insertNew(std::vector<CheckpointRow>& wanted) {
    std::set<std::string> known;
    for (const CheckpointRow& row : rows_)
        known.insert(row.id);
    std::size_t next = 0;
    for (const CheckpointRow& row : wanted) {
        if (!known.contains(row.id)) continue;
        if (rows_[next++].id != row.id) return false;
    }
    for (std::size_t i = 0; i < wanted.size();) {
        const int at = static_cast<int>(i);
        if (known.contains(wanted[i].id)) {
            const bool isSame = rows_[i] == wanted[i];
            rows_[i] = std::move(wanted[i]);
            ++i;
            if (!isSame) emit dataChanged(index(at, 0), index(at, ColumnCount - 1));
            continue;
        }
        std::size_t end = i;
        while (end < wanted.size() && !known.contains(wanted[end].id))
            ++end;
        beginInsertRows({}, at, static_cast<int>(end) - 1);
        rows_.insert(rows_.begin() + at, std::make_move_iterator(wanted.begin() + at),
                     std::make_move_iterator(wanted.begin() + static_cast<std::ptrdiff_t>(end)));
        endInsertRows();
        i = end;
    }
    return true;
}

const CheckpointRow* CheckpointModel::find(const QString& id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &rows_[static_cast<std::size_t>(row)];
}

int CheckpointModel::rowOf(const QString& id) const {
    const std::string key = id.toStdString();
    const auto it =
        std::find_if(rows_.begin(), rows_.end(), [&key](const CheckpointRow& row) { return row.id == key; });
    return it == rows_.end() ? -1 : static_cast<int>(it - rows_.begin());
}

int CheckpointModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CheckpointModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags CheckpointModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

QVariant CheckpointModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const CheckpointRow& row = rows_[static_cast<std::size_t>(index.row())];
    const bool words = index.column() >= Scheme;
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::ToolTipRole:
            return toolTip(row, index.column());
        case SortRole:
            return sortKey(row, index.column());
        case IdRole:
            return toQString(row.id);
        default:
            return {};
    }
}

QString CheckpointModel::schemeText(const CheckpointRow& row) {
    QString text = schemeWord(row.scheme);
    if (row.bits > 0 && row.scheme != Scheme::exact)
        text = tr("%1, %2").arg(text, counted(row.bits, tr("%1 bit"), tr("%1 bits")));
    if (row.key) text = tr("%1, key step").arg(text);
    if (row.weights_only) text = tr("%1, weights only").arg(text);
    return row.pinned ? tr("%1, pinned").arg(text) : text;
}

QString CheckpointModel::text(const CheckpointRow& row, int column) const {
    switch (column) {
        case Step:
            return formatStep(row.step);
        case Saved:
            return formatSaved(row.saved, QDateTime::currentDateTime());
        case Loss:
            return formatLoss(row.loss);
        case Size:
            return formatBytes(row.original_bytes);
        case Stored:
            return formatBytes(row.stored_bytes);
        case Ratio:
            return formatRatio(row.original_bytes, row.stored_bytes);
        case RelativeError:
            return formatError(row.relative_error);
        case Lag:
            return formatLag(row.lag);
        case Scheme:
            return schemeText(row);
        case Kept:
            return keptText(row);
        case Source:
            return toQString(row.source);
        default:
            return {};
    }
}

QString CheckpointModel::toolTip(const CheckpointRow& row, int column) const {
    switch (column) {
        case Saved:
            return displayLocale().toString(
                QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(row.saved * 1000)));
        case Loss:
            return row.loss ? displayLocale().toString(*row.loss, 'g', 10)
                            : tr("No loss was read for this step");
        case Size:
            return tr("%1 bytes in %2")
                .arg(formatStep(static_cast<std::int64_t>(row.original_bytes)),
                     counted(row.files, tr("%1 file"), tr("%1 files")));
        case Stored:
            return tr("%1 bytes").arg(formatStep(static_cast<std::int64_t>(row.stored_bytes)));
        case RelativeError:
            return row.relative_error == 0 && row.max_abs_error == 0
                       ? tr("Restored to the bit")
                       : tr("Share of the step's change that was lost; largest difference of a value %1")
                             .arg(displayLocale().toString(row.max_abs_error, 'g', 3));
        case Lag:
            return tr(
                "Share of the step's change that is missing along its own direction: a training that "
                "resumes here begins so many intervals back");
        case Kept:
            return keptText(row);
        case Source:
            return toQString(row.source);
        default:
            return {};
    }
}

QVariant CheckpointModel::sortKey(const CheckpointRow& row, int column) const {
    switch (column) {
        case Step:
            return QVariant::fromValue<qlonglong>(row.step);
        case Saved:
            return row.saved;
        case Loss:
            return row.loss ? QVariant(*row.loss) : QVariant();
        case Size:
            return QVariant::fromValue<qulonglong>(row.original_bytes);
        case Stored:
            return QVariant::fromValue<qulonglong>(row.stored_bytes);
        case Ratio:
            return row.stored_bytes == 0 ? QVariant()
                                         : QVariant(static_cast<double>(row.original_bytes) /
                                                    static_cast<double>(row.stored_bytes));
        case RelativeError:
            return row.relative_error;
        case Lag:
            return row.lag;
        case Scheme:
            return schemeText(row);
        case Kept:
            return keptText(row);
        case Source:
            return toQString(row.source);
        default:
            return {};
    }
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section >= Scheme ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Step:
            return tr("Step");
        case Saved:
            return tr("Saved");
        case Loss:
            return tr("Loss");
        case Size:
            return tr("Size");
        case Stored:
            return tr("Stored");
        case Ratio:
            return tr("Ratio");
        case RelativeError:
            return tr("Error");
        case Lag:
            return tr("Lag");
        case Scheme:
            return tr("Scheme");
        case Kept:
            return tr("Kept");
        case Source:
            return tr("Source");
        default:
            return {};
    }
}

}  // namespace stepvault::ui
