#include "ui/models/compare_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/models/run_list_model.h"
#include "ui/text/format.h"
#include "ui/theme/series_pen.h"

namespace stepvault::ui {

namespace {

bool isText(int column) {
    return column == CompareModel::Run || column == CompareModel::State;
}

const std::optional<SeriesPoint>& bestOf(const Comparison& comparison, const ComparedRun& run) {
    return comparison.isHigherBetter ? run.curve->high : run.curve->low;
}

/// Indices of runs; those without a value come last.
std::vector<std::size_t> bestFirst(const Comparison& comparison) {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        const ComparedRun& run = comparison.runs[i];
        const bool isKnown = run.curve && bestOf(comparison, run);
        const double sign = comparison.isHigherBetter ? -1 : 1;
        ranked.emplace_back(
            isKnown ? sign * bestOf(comparison, run)->value : std::numeric_limits<double>::infinity(), i);
    }
    std::ranges::stable_sort(ranked);
    std::vector<std::size_t> indices;
    indices.reserve(ranked.size());
    for (const auto& [value, i] : ranked)
        indices.push_back(i);
    return indices;
}

QVariant finite(double value) {
    return std::isfinite(value) ? QVariant(value) : QVariant();
}

}  // namespace

CompareModel::CompareModel(QObject* parent) : QAbstractTableModel(parent) {}

void CompareModel::setComparison(Comparison comparison) {
    const auto idOf = [](const ComparedRun& run) { return run.info.row.id; };
    std::set<std::string> shown;
    const auto wasThere = [&](const std::string& id) {
        return std::ranges::find(comparison_.runs, id, idOf) != comparison_.runs.end();
    };
    for (const ComparedRun& run : comparison.runs) {
        const std::string& id = run.info.row.id;
        if (wasThere(id) && shown_.contains(id)) shown.insert(id);
    }
    const std::vector<std::size_t> ranking = bestFirst(comparison);
    for (const std::size_t i : ranking) {
        const std::string& id = comparison.runs[i].info.row.id;
        if (!wasThere(id) && shown.size() < mostShown) shown.insert(id);
    }
    shown_ = std::move(shown);
    dealColors(comparison, ranking);
    const bool same = std::ranges::equal(comparison.runs, comparison_.runs, {}, idOf, idOf);
    if (!same) beginResetModel();
    comparison_ = std::move(comparison);
    QStringList names;
    for (const ComparedRun& run : comparison_.runs)
        names << toQString(run.info.row.name);
    shortNames_ = shortNames(names);
    updateDrawn();
    if (!same) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        emit headerDataChanged(Qt::Horizontal, LastValue, Best);
    }
    emit shownChanged();
}

void CompareModel::dealColors(Comparison& comparison, const std::vector<std::size_t>& ranking) {
    std::map<std::string, std::size_t> dealt;
    std::set<std::size_t> used;
    const auto give = [&](const std::string& id, std::size_t color) {
        dealt[id] = color;
        used.insert(color);
    };
    for (const ComparedRun& run : comparison.runs) {
        const auto before = colors_.find(run.info.row.id);
        if (before != colors_.end()) give(before->first, before->second);
    }
    for (const std::size_t i : ranking) {
        const ComparedRun& run = comparison.runs[i];
        if (dealt.contains(run.info.row.id)) continue;
        std::size_t color = run.color;
        if (color >= seriesColors || used.contains(color)) {
            for (color = 0; used.contains(color);)
                ++color;
        }
        give(run.info.row.id, color);
    }
    colors_ = std::move(dealt);
    for (ComparedRun& run : comparison.runs)
        run.color = colors_.at(run.info.row.id);
}

void CompareModel::updateDrawn() {
    drawn_.assign(comparison_.runs.size(), false);
    std::size_t count = 0;
    for (std::size_t i = 0; i < drawn_.size() && count < mostShown; ++i) {
        drawn_[i] = comparison_.runs[i].curve && shown_.contains(comparison_.runs[i].info.row.id);
        if (drawn_[i]) ++count;
    }
}

bool CompareModel::toggle(int row) {
    if (row < 0 || row >= rowCount()) return false;
    const auto i = static_cast<std::size_t>(row);
    const ComparedRun& run = comparison_.runs[i];
    if (!run.curve || (!drawn_[i] && shownCount() == mostShown)) return false;
    if (drawn_[i]) {
        shown_.erase(run.info.row.id);
    } else {
        shown_.insert(run.info.row.id);
    }
    updateDrawn();
    emit dataChanged(index(0, Run), index(rowCount() - 1, ColumnCount - 1));
    emit shownChanged();
    return true;
}

void CompareModel::setEmphasis(const QString& id) {
    if (id.toStdString() == emphasis_) return;
    emphasis_ = id.toStdString();
    if (rowCount() > 0) emit dataChanged(index(0, Run), index(rowCount() - 1, Run));
}

std::size_t CompareModel::shownCount() const {
    return static_cast<std::size_t>(std::ranges::count(drawn_, true));
}

const SeriesPoint* CompareModel::best(const ComparedRun& run) const {
    if (!run.curve) return nullptr;
    const auto& point = bestOf(comparison_, run);
    return point ? &*point : nullptr;
}

int CompareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(comparison_.runs.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const ComparedRun& run = comparison_.runs[row];
    switch (role) {
        case Qt::DisplayRole:
            return text(run, index.column());
        case Qt::ToolTipRole:
            return toolTip(row, index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
        case Qt::AccessibleTextRole:
            if (index.column() != Run) return text(run, index.column());
            return drawn_[row] ? tr("%1, shown").arg(text(run, Run)) : tr("%1, hidden").arg(text(run, Run));
        case SortRole:
            return sortKey(run, index.column());
        case IdRole:
            return toQString(run.info.row.id);
        case BestStepRole:
            return sortKey(run, BestStep);
        case LastStepRole:
            return sortKey(run, LastStep);
        case ColorRole:
            return static_cast<int>(run.color);
        case shortNameRole:
            return QVariant::fromValue(shortNames_[row]);
        case EmphasisRole:
            return !emphasis_.empty() && emphasis_ == run.info.row.id;
        case ShownRole:
            return static_cast<bool>(drawn_[row]);
        default:
            return {};
    }
}

QString CompareModel::text(const ComparedRun& run, int column) const {
    const SeriesPoint* top = best(run);
    const QString none = formatLoss({});
    switch (column) {
        case Run:
            return toQString(run.info.row.name);
        case State:
            return RunListModel::stateName(run.info.state);
        case LastStep:
            return run.info.last_step ? formatStep(*run.info.last_step) : none;
        case LastValue:
            return run.series ? formatLoss(run.series->last_value) : none;
        case Best:
            return top != nullptr ? formatLoss(top->value) : none;
        case BestStep:
            return top != nullptr ? formatStep(top->step) : none;
        case Stored:
            return formatBytes(run.info.stored_bytes);
        case Ratio:
            return formatRatio(run.info.original_bytes, run.info.stored_bytes);
        default:
            return run.error ? formatError(*run.error) : none;
    }
}

QVariant CompareModel::sortKey(const ComparedRun& run, int column) const {
    const SeriesPoint* top = best(run);
    const RunInfo& info = run.info;
    switch (column) {
        case LastStep:
            return info.last_step ? QVariant(static_cast<qlonglong>(*info.last_step)) : QVariant();
        case LastValue:
            return run.series ? finite(run.series->last_value) : QVariant();
        case Best:
            return top != nullptr ? finite(top->value) : QVariant();
        case BestStep:
            return top != nullptr ? QVariant(static_cast<qlonglong>(top->step)) : QVariant();
        case Stored:
            return QVariant(static_cast<qulonglong>(info.stored_bytes));
        case Ratio:
            if (info.stored_bytes == 0) return {};
            return static_cast<double>(info.original_bytes) / static_cast<double>(info.stored_bytes);
        case RelativeError:
            return run.error ? finite(*run.error) : QVariant();
        default:
            return text(run, column);
    }
}

QString CompareModel::toolTip(std::size_t row, int column) const {
    const ComparedRun& run = comparison_.runs[row];
    switch (column) {
        case Run:
            if (!run.curve) return tr("%1: has no such metric").arg(text(run, Run));
            return drawn_[row] ? tr("%1: click to hide its curve").arg(text(run, Run))
                               : tr("%1: click to show its curve").arg(text(run, Run));
        case Stored:
            return tr("%1 instead of %2")
                .arg(formatBytes(run.info.stored_bytes), formatBytes(run.info.original_bytes));
        case RelativeError:
            return tr("relative error of the newest checkpoint");
        default:
            return {};
    }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Run:
            return tr("Run");
        case State:
            return tr("State");
        case LastStep:
            return tr("Last step");
        case LastValue:
            return comparison_.tag.empty() ? tr("Last") : tr("Last %1").arg(toQString(comparison_.tag));
        case Best:
            return comparison_.isHigherBetter ? tr("Highest") : tr("Lowest");
        case BestStep:
            return tr("At step");
        case Stored:
            return tr("Stored");
        case Ratio:
            return tr("Ratio");
        default:
            return tr("Error");
    }
}

}  // namespace stepvault::ui
