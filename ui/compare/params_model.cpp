#include "ui/compare/params_model.h"

#include <algorithm>
#include <utility>

#include <QFont>

#include "metrics/hyperparameter_comparison.h"
#include "ui/text/format.h"

namespace stepvault::ui {

void ParamsModel::setRuns(std::vector<Run> runs) {
    if (runs == runs_) return;
    beginResetModel();
    runs_ = std::move(runs);
    const std::vector<Hyperparameter> none;
    std::vector<const std::vector<Hyperparameter>*> lists;
    for (const Run& run : runs_)
        lists.push_back(run.params ? &run.params->values : &none);
    rows_.clear();
    for (auto& [key, values] : hyperparameter_rows(lists)) {
        const bool differs = is_different(values);
        rows_.push_back({key, std::move(values), differs});
    }
    std::ranges::stable_sort(rows_, std::ranges::greater{}, &Row::differs);
    differing_ = static_cast<std::size_t>(std::ranges::count(rows_, true, &Row::differs));
    show();
    endResetModel();
}

void ParamsModel::setEqualShown(bool isShown) {
    beginResetModel();
    isEqualShown_ = isShown;
    show();
    endResetModel();
}

void ParamsModel::setFilter(const QString& words) {
    beginResetModel();
    words_ = words.split(u' ', Qt::SkipEmptyParts);
    show();
    endResetModel();
}

void ParamsModel::show() {
    shown_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const QString key = toQString(rows_[i].key);
        const bool isFound = std::ranges::all_of(
            words_, [&key](const QString& word) { return key.contains(word, Qt::CaseInsensitive); });
        if (isFound && (rows_[i].differs || isEqualShown_)) shown_.push_back(i);
    }
}

int ParamsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int ParamsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size()) + 1;
}

QVariant ParamsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[shown_[static_cast<std::size_t>(index.row())]];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole: {
            if (index.column() == 0) return toQString(row.key);
            const HyperparameterValue* value = row.values[static_cast<std::size_t>(index.column()) - 1];
            return value != nullptr ? toQString(value_text(*value)) : QStringLiteral("–");
        }
        case Qt::FontRole: {
            QFont font;
            if (index.column() == 0 && row.differs) font.setWeight(QFont::DemiBold);
            return font;
        }
        case DiffersRole:
            return row.differs;
        default:
            return {};
    }
}

QVariant ParamsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    return section == 0 ? tr("Hyperparameter") : runs_[static_cast<std::size_t>(section) - 1].name;
}

}  // namespace stepvault::ui
