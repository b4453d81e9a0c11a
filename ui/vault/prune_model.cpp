#include "ui/vault/prune_model.h"

#include <utility>

#include "ui/text/format.h"
#include "ui/theme/table_look.h"
#include "ui/vault/prune_text.h"

namespace stepvault::ui {

namespace {

bool isPruneFigure(int column) {
    return column == PruneModel::Step || column == PruneModel::Stored;
}

}  // namespace

void PruneModel::setPlan(const RemovalPlan& plan) {
    std::vector<Row> rows;
    QStringList runs;
    for (const PrunePlan& each : plan.plans)
        runs << toQString(each.run);
    const std::vector<ShortName> names = shortNames(runs);
    for (std::size_t i = 0; i < plan.plans.size(); ++i) {
        const PrunePlan& each = plan.plans[i];
        for (const RetentionDecision& decision : each.decisions) {
            rows.push_back({.run = toQString(each.run),
                            .shortRun = names[i],
                            .step = decision.item.step,
                            .source = toQString(decision.item.source),
                            .bytes = decision.item.stored_bytes,
                            .isKept = decision.kept,
                            .isHeld = !decision.squashed_into.empty(),
                            .why = reasonsFor(decision, each.rules)});
        }
    }
    if (rows == rows_) return;
    if (rows.size() == rows_.size()) {
        rows_ = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int PruneModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int PruneModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString PruneModel::text(const Row& row, int column) const {
    switch (column) {
        case Run:
            return row.run;
        case Step:
            return formatStep(row.step);
        case Source:
            return row.source;
        case Stored:
            return formatBytes(row.bytes);
        case Verdict:
            return row.isKept ? tr("kept") : tr("removed");
        case Why:
            return row.why;
        default:
            return {};
    }
}

QVariant PruneModel::sortKey(const Row& row, int column) const {
    if (column == Step) return row.step;
    if (column == Stored) return row.bytes;
    return text(row, column);
}

QVariant PruneModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::TextAlignmentRole:
            return cellAlignment(isPruneFigure(index.column()));
        case Qt::ToolTipRole:
            if (index.column() == Why) return row.why;
            if (index.column() == Stored && row.isHeld)
                return tr("Later checkpoints are built on it; they take over the bytes that they need of it");
            return {};
        case SortRole:
            return sortKey(row, index.column());
        case shortNameRole:
            return index.column() == Run ? QVariant::fromValue(row.shortRun) : QVariant();
        case IsKeptRole:
            return row.isKept;
        default:
            return {};
    }
}

QVariant PruneModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(isPruneFigure(section));
    if (role != Qt::DisplayRole) return {};
    const QStringList titles{tr("Run"), tr("Step"), tr("File"), tr("Stored"), tr("Verdict"), tr("Why")};
    return titles[section];
}

}  // namespace stepvault::ui
