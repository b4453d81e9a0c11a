#include "ui/runs/run_table_model.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "ui/text/format.h"
#include "ui/theme/table_look.h"

namespace stepvault::ui {

namespace {

/// Numbers come before texts.
std::weak_ordering compareKeys(const QVariant& a, const QVariant& b) {
    const bool isNumber = a.typeId() == QMetaType::Double;
    if (isNumber != (b.typeId() == QMetaType::Double))
        return isNumber ? std::weak_ordering::less : std::weak_ordering::greater;
    if (!isNumber) return QString::localeAwareCompare(a.toString(), b.toString()) <=> 0;
    const double x = a.toDouble();
    const double y = b.toDouble();
    return x < y   ? std::weak_ordering::less
           : x > y ? std::weak_ordering::greater
                   : std::weak_ordering::equivalent;
}

}  // namespace

void RunTableModel::setRuns(std::vector<RunEntry> runs) {
    const auto columnsOf = [](const RunEntry& run) {
        const RunLabels& labels = run.info.row.labels;
        return std::tuple(run.params.get(), labels.tags.empty(), labels.note.empty(), run.place.isEmpty());
    };
    const bool isAlike = std::ranges::equal(runs, runs_, {}, columnsOf, columnsOf);
    const std::vector<std::string> before = shownIds();
    std::vector<RunColumn> columns = isAlike ? columns_ : runColumns(runs);
    const bool isSameColumns = columns == columns_;
    QStringList names;
    for (const RunEntry& run : runs)
        names << toQString(run.info.row.name);
    if (!isSameColumns) beginResetModel();
    shortNames_ = shortNames(names);
    runs_ = std::move(runs);
    columns_ = std::move(columns);
    if (!isSameColumns) {
        rows_ = ordered();
        endResetModel();
        return;
    }
    setRows(isHeld_ ? continued(before) : ordered(), before);
}

void RunTableModel::setFilter(const QString& text) {
    if (text == filterText_) return;
    filterText_ = text;
    filter_ = RunFilter(text);
    setRows(ordered(), shownIds());
}

void RunTableModel::setHeld(bool isHeld) {
    if (isHeld == isHeld_) return;
    isHeld_ = isHeld;
    if (!isHeld) setRows(ordered(), shownIds());
}

void RunTableModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= columnCount()) return;
    sortColumn_ = columns_[static_cast<std::size_t>(column)];
    sortOrder_ = order;
    setRows(ordered(), shownIds());
}

std::vector<std::string> RunTableModel::shownIds() const {
    std::vector<std::string> ids;
    ids.reserve(rows_.size());
    for (const std::size_t i : rows_)
        ids.push_back(runs_[i].info.row.id);
    return ids;
}

std::vector<std::size_t> RunTableModel::ordered() const {
    std::vector<std::pair<QVariant, std::size_t>> known;
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (!filter_.matches(runs_[i])) continue;
        QVariant key = sortColumn_.sortKey(runs_[i]);
        if (key.isValid()) {
            known.emplace_back(std::move(key), i);
        } else {
            unknown.push_back(i);
        }
    }
    std::ranges::stable_sort(known, [this](const auto& a, const auto& b) {
        const std::weak_ordering order = compareKeys(a.first, b.first);
        return sortOrder_ == Qt::AscendingOrder ? order < 0 : order > 0;
    });
    std::vector<std::size_t> rows;
    rows.reserve(known.size() + unknown.size());
    for (const auto& [key, i] : known)
        rows.push_back(i);
    rows.insert(rows.end(), unknown.begin(), unknown.end());
    return rows;
}

std::vector<std::size_t> RunTableModel::continued(const std::vector<std::string>& before) const {
    const std::vector<std::size_t> all = ordered();
    std::unordered_map<std::string, std::size_t> left;
    for (const std::size_t i : all)
        left.emplace(runs_[i].info.row.id, i);
    std::vector<std::size_t> rows;
    for (const std::string& id : before) {
        if (const auto at = left.find(id); at != left.end()) {
            rows.push_back(at->second);
            left.erase(at);
        }
    }
    std::ranges::copy_if(all, std::back_inserter(rows),
                         [&](std::size_t i) { return left.contains(runs_[i].info.row.id); });
    return rows;
}

void RunTableModel::setRows(std::vector<std::size_t> rows, const std::vector<std::string>& before) {
    std::vector<std::string> after;
    after.reserve(rows.size());
    for (const std::size_t i : rows)
        after.push_back(runs_[i].info.row.id);
    const auto last = static_cast<int>(before.size());
    const bool isExtended =
        after.size() >= before.size() && std::equal(before.begin(), before.end(), after.begin());
    if (isExtended) {
        const bool isLonger = after.size() > before.size();
        if (isLonger) beginInsertRows({}, last, static_cast<int>(after.size()) - 1);
        rows_ = std::move(rows);
        if (isLonger) endInsertRows();
        if (last > 0) emit dataChanged(index(0, 0), index(last - 1, columnCount() - 1));
        return;
    }
    // Selections follow their runs.
    const bool isSameSet = std::set(before.begin(), before.end()) == std::set(after.begin(), after.end());
    if (!isSameSet) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    emit layoutAboutToBeChanged();
    std::unordered_map<std::string, int> places;
    for (std::size_t i = 0; i < after.size(); ++i)
        places.emplace(after[i], static_cast<int>(i));
    QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex& index : from)
        to << createIndex(places[before[static_cast<std::size_t>(index.row())]], index.column());
    rows_ = std::move(rows);
    changePersistentIndexList(from, to);
    emit layoutChanged();
}

int RunTableModel::rowOf(const QString& id) const {
    const std::string key = id.toStdString();
    const auto at = std::ranges::find_if(rows_, [&](std::size_t i) { return runs_[i].info.row.id == key; });
    return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const RunEntry& run = runs_[rows_[static_cast<std::size_t>(index.row())]];
    const RunColumn& column = columns_[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return column.text(run);
        case Qt::ToolTipRole:
            return column.kind == RunColumn::Kind::name
                       ? toQString(std::filesystem::path(run.info.row.folder))
                       : column.text(run);
        case Qt::TextAlignmentRole:
            return cellAlignment(column.isNumber());
        case IdRole:
            return toQString(run.info.row.id);
        case shortNameRole:
            return column.kind == RunColumn::Kind::name
                       ? QVariant::fromValue(shortNames_[rows_[static_cast<std::size_t>(index.row())]])
                       : QVariant();
        case FavouriteRole:
            return run.info.row.labels.favourite;
        case IsOldRole:
            return run.isOld;
        case StateRole:
            return static_cast<int>(run.info.state);
        default:
            return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const RunColumn& column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return column.title();
    if (role == Qt::ToolTipRole) return column.toolTip();
    if (role == Qt::TextAlignmentRole) return cellAlignment(column.isNumber());
    return {};
}

}  // namespace stepvault::ui
