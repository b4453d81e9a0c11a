#include "ui/models/run_list_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {
constexpr std::array order{RunState::live, RunState::stalled, RunState::diverged, RunState::finished,
                           RunState::idle};
}

RunListModel::RunListModel(QObject* parent) : QAbstractListModel(parent) {}

QString RunListModel::stateName(RunState state) {
    switch (state) {
        case RunState::live:
            return tr("live");
        case RunState::stalled:
            return tr("stalled");
        case RunState::diverged:
            return tr("diverged");
        case RunState::finished:
            return tr("finished");
        case RunState::idle:
            return tr("idle");
    }
    return {};
}

void RunListModel::setRuns(std::vector<RunEntry> runs) {
    runs_ = std::move(runs);
    rearrange();
}

void RunListModel::setFilter(const QString& text) {
    if (text == filter_) return;
    filter_ = text;
    rearrange();
}

void RunListModel::rearrange() {
    std::vector<Row> rows = arrange();
    if (rows == rows_) {
        rows_ = std::move(rows);
        if (!rows_.empty()) emit dataChanged(index(0), index(static_cast<int>(rows_.size()) - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

std::vector<RunListModel::Row> RunListModel::arrange() const {
    std::vector<Row> rows;
    for (const RunState state : order) {
        bool headed = false;
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            const RunInfo& info = runs_[i].info;
            if (info.state != state) continue;
            const QString name = toQString(info.row.name);
            const QString folder = toQString(std::filesystem::path(info.row.folder));
            if (!name.contains(filter_, Qt::CaseInsensitive) &&
                !folder.contains(filter_, Qt::CaseInsensitive))
                continue;
            if (!std::exchange(headed, true)) rows.push_back({std::nullopt, state, {}});
            rows.push_back({i, state, toQString(info.row.id)});
        }
    }
    return rows;
}

QModelIndex RunListModel::indexOf(const QString& id) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i].run && rows_[i].id == id) return index(static_cast<int>(i));
    }
    return {};
}

QString RunListModel::firstRun() const {
    const auto it =
        std::find_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.run.has_value(); });
    return it == rows_.end() ? QString() : it->id;
}

int RunListModel::colorOf(const QString& id) const {
    const std::string key = id.toStdString();
    const auto self =
        std::find_if(runs_.begin(), runs_.end(), [&](const RunEntry& e) { return e.info.row.id == key; });
    if (self == runs_.end()) return 0;
    const auto before = [&](const RunEntry& e) {
        return std::pair(e.info.row.created, e.info.row.id) <
               std::pair(self->info.row.created, self->info.row.id);
    };
    return static_cast<int>(std::count_if(runs_.begin(), runs_.end(), before));
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    if (!rows_[static_cast<std::size_t>(index.row())].run) return Qt::ItemNeverHasChildren;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == IsHeadingRole) return !row.run.has_value();
    if (role == StateRole) return static_cast<int>(row.state);
    if (!row.run) return role == Qt::DisplayRole ? QVariant(stateName(row.state).toUpper()) : QVariant();
    const RunEntry& entry = runs_[*row.run];
    switch (role) {
        case Qt::DisplayRole:
            return toQString(entry.info.row.name);
        case Qt::ToolTipRole:
            return toQString(std::filesystem::path(entry.info.row.folder));
        case Qt::AccessibleTextRole:
            return tr("%1, %2, loss %3")
                .arg(toQString(entry.info.row.name), stateName(row.state), formatLoss(entry.info.last_loss));
        case IdRole:
            return row.id;
        case LossRole:
            return entry.info.last_loss
                       ? formatLoss(entry.info.last_loss)
                       : counted(entry.info.checkpoints, tr("%1 checkpoint"), tr("%1 checkpoints"));
        case SparkRole:
            return QVariant::fromValue(QList<double>(entry.spark.begin(), entry.spark.end()));
        case ColorRole:
            return colorOf(row.id);
        default:
            return {};
    }
}

}  // namespace stepvault::ui
