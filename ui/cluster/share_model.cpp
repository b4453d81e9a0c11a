#include "ui/cluster/share_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/cluster/cluster_text.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {
constexpr std::size_t mostRows = 200;
}

void ShareModel::setStudy(std::shared_ptr<const ClusterStudy> study) {
    beginResetModel();
    study_ = std::move(study);
    nodes_.clear();
    if (study_ && !study_->tree->tensors().empty()) {
        const std::vector<TreeNode>& nodes = study_->tree->nodes();
        nodes_.resize(nodes.size());
        std::iota(nodes_.begin(), nodes_.end(), 0U);
        const std::size_t shown = std::min(nodes_.size(), mostRows);
        const auto end = nodes_.begin() + static_cast<std::ptrdiff_t>(shown);
        // Containers are numbered before their contents.
        std::ranges::partial_sort(nodes_, end, [&nodes](std::uint32_t a, std::uint32_t b) {
            return nodes[a].bytes != nodes[b].bytes ? nodes[a].bytes > nodes[b].bytes : a < b;
        });
        nodes_.resize(shown);
    }
    endResetModel();
}

int ShareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(nodes_.size());
}

int ShareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ShareModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = index.column() == Bytes || index.column() == Tensors;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const std::uint32_t node = nodes_[static_cast<std::size_t>(index.row())];
    const TreeNode& own = study_->tree->nodes()[node];
    switch (index.column()) {
        case Path:
            return tileName(*study_->tree, {.box = {}, .node = node, .ranks = {}});
        case Bytes:
            return formatBytes(own.bytes);
        case Tensors:
            return displayLocale().toString(static_cast<qulonglong>(own.tensors()));
        default:
            return listRanks(ranksOf(*study_, node));
    }
}

QVariant ShareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Bytes || section == Tensors;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Path:
            return tr("Part");
        case Bytes:
            return tr("Size");
        case Tensors:
            return tr("Tensors");
        default:
            return tr("Held by");
    }
}

}  // namespace stepvault::ui
