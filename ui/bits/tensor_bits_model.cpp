#include "ui/bits/tensor_bits_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "ui/text/format.h"
#include "ui/text/role_text.h"
#include "ui/theme/table_look.h"

namespace stepvault::ui {

namespace {

/// From here on next to nothing of a change is kept.
constexpr double leastOfNothing = 0.95;

bool isTensorFigure(int column) {
    return column != TensorBitsModel::Name && column != TensorBitsModel::RoleName;
}

double errorOf(double lost, double changed) {
    return changed > 0 ? std::sqrt(lost / changed) : 0;
}

/// A pattern that fits this name alone.
QString literal(const std::string& name) {
    std::string pattern;
    for (const char c : name) {
        if (c == '*' || c == '?' || c == '[' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return toQString(pattern);
}

}  // namespace

void TensorBitsModel::setView(const std::shared_ptr<const BitsView>& view,
                              const std::optional<BitsOutcome>& outcome) {
    const bool isOther = view != view_;
    view_ = view;
    outcome_ = outcome;
    if (isOther) beginResetModel();
    fill();
    if (isOther) return endResetModel();
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void TensorBitsModel::setByTensor(bool byTensor) {
    beginResetModel();
    byTensor_ = byTensor;
    fill();
    endResetModel();
}

void TensorBitsModel::fill() {
    rows_.clear();
    allBits_ = 0;
    if (!view_) return;
    std::map<Role, std::size_t> ofRole;
    const auto& payloads = view_->study().payloads();
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        const StudiedPayload& payload = payloads[i];
        std::size_t at = rows_.size();
        if (!byTensor_) at = ofRole.try_emplace(payload.role, at).first->second;
        if (at == rows_.size()) rows_.emplace_back();
        Row& row = rows_[at];
        row.kind = payload.role;
        row.role = roleWord(payload.role);
        row.match =
            byTensor_ ? literal(payload.name) : toQString("role:" + std::string(role_name(payload.role)));
        row.name = byTensor_ ? toQString(payload.name) : row.role;
        row.weights += payload.count;
        row.tensors += 1;
        row.changed += payload.changed;
        if (!view_->isTriedOut()) {
            row.storedLost += payload.stored_error * payload.stored_error * payload.changed;
            row.storedMissing += payload.stored_lag * payload.changed;
        }
        if (!outcome_) continue;
        row.bits += outcome_->payloads[i].bits;
        row.lost += outcome_->payloads[i].lost;
        allBits_ += outcome_->payloads[i].bits;
    }
}

int TensorBitsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TensorBitsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TensorBitsModel::text(const Row& row, int column) const {
    if (!outcome_ && column >= Bits && column <= Error) return tr("–");
    switch (column) {
        case Name:
            return row.name;
        case RoleName:
            return byTensor_ ? row.role : counted(row.tensors, tr("%1 tensor"), tr("%1 tensors"));
        case Weights:
            return displayLocale().toString(static_cast<qulonglong>(row.weights));
        case Bits:
            return formatNumber(sortValue(row, Bits).toDouble(), 3);
        case Bytes:
            return formatBytes(static_cast<std::uint64_t>(std::llround(row.bits / 8)));
        case Share:
            return tr("%1 %").arg(formatNumber(sortValue(row, Share).toDouble(), 3));
        case StoredLag:
            return formatLag(sortValue(row, StoredLag).toDouble());
        default:
            return formatError(sortValue(row, column).toDouble());
    }
}

QVariant TensorBitsModel::sortValue(const Row& row, int column) const {
    switch (column) {
        case Name:
            return row.name;
        case RoleName:
            return byTensor_ ? QVariant(row.role) : QVariant::fromValue(static_cast<qulonglong>(row.tensors));
        case Weights:
            return QVariant::fromValue(static_cast<qulonglong>(row.weights));
        case Bits:
            return row.weights > 0 ? row.bits / static_cast<double>(row.weights) : 0;
        case Bytes:
            return row.bits;
        case Share:
            return allBits_ > 0 ? 100 * row.bits / allBits_ : 0;
        case Error:
            return errorOf(row.lost, row.changed);
        case StoredLag:
            return row.changed > 0 ? row.storedMissing / row.changed : 0;
        default:
            return errorOf(row.storedLost, row.changed);
    }
}

QVariant TensorBitsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) return cellAlignment(isTensorFigure(index.column()));
    if (role == MatchRole) return row.match;
    if (role == SortRole) return sortValue(row, index.column());
    if (role == Qt::DisplayRole) return text(row, index.column());
    if (role != Qt::ToolTipRole) return {};
    if (isStill(row, index.column()))
        return isStillMoment(row) ? stillMoments() : tr("Next to nothing of the change is kept");
    return index.column() == Name ? QVariant(row.name) : QVariant();
}

bool TensorBitsModel::isStill(const Row& row, int column) const {
    const bool isKnown = column == StoredError || (column == Error && outcome_);
    return isKnown && row.changed > 0 && sortValue(row, column).toDouble() >= leastOfNothing;
}

bool TensorBitsModel::isStillMoment(const Row& row) const {
    return row.kind == Role::second_moment && view_->study().meta().scheme == Scheme::adaptive;
}

bool TensorBitsModel::hasStillMoments() const {
    return std::ranges::any_of(rows_, [&](const Row& row) {
        return isStillMoment(row) && (isStill(row, Error) || isStill(row, StoredError));
    });
}

QString TensorBitsModel::stillMoments() {
    return tr(
        "Second moments are coded to a share of their value: a smaller change (error 1.0) waits until "
        "it has grown.");
}

QVariant TensorBitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(isTensorFigure(section));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return byTensor_ ? tr("Tensor") : tr("Role");
        case RoleName:
            return byTensor_ ? tr("Role") : tr("Tensors");
        case Weights:
            return tr("Weights");
        case Bits:
            return tr("Bits each");
        case Bytes:
            return tr("Coded");
        case Share:
            return tr("Of all");
        case Error:
            return tr("Error");
        case StoredLag:
            return tr("Lag stored");
        default:
            return tr("Error stored");
    }
}

}  // namespace stepvault::ui
