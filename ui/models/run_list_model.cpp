#include "ui/models/run_list_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

QString bytesAndStep(const RunEntry& entry) {
    const RunInfo& info = entry.info;
    QStringList parts;
    if (info.stored_bytes > 0) {
        const QString stored = formatBytes(info.stored_bytes);
        parts << (entry.savedBytes() == 0 ? stored
                                          : RunListModel::tr("%1, %2").arg(
                                                stored, formatRatio(info.original_bytes, info.stored_bytes)));
    }
    if (info.last_step) parts << RunListModel::tr("step %1").arg(formatStep(*info.last_step));
    return parts.join(QStringLiteral(" · "));
}

constexpr std::array stateOrder{RunState::live,     RunState::diverged, RunState::stalled,
                                RunState::finished, RunState::ended,    RunState::idle};

auto rankOf(RunState state) {
    return std::ranges::find(stateOrder, state) - stateOrder.begin();
}

/// Equal ones keep the order they came in, which is by name.
bool isInFront(const RunEntry& a, const RunEntry& b, RunOrder order) {
    const auto lossOf = [](const RunEntry& run) {
        const double loss = run.info.last_loss.value_or(std::numeric_limits<double>::infinity());
        return std::isfinite(loss) ? loss : std::numeric_limits<double>::infinity();
    };
    switch (order) {
        case RunOrder::name:
            return false;
        case RunOrder::newest:
            return a.info.row.created > b.info.row.created;
        case RunOrder::loss:
            return lossOf(a) < lossOf(b);
        case RunOrder::saved:
            return a.savedBytes() > b.savedBytes();
    }
    return false;
}

}  // namespace

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
        case RunState::ended:
            return tr("ended");
        case RunState::idle:
            return tr("idle");
    }
    return {};
}

void RunListModel::setRuns(std::vector<RunEntry> runs) {
    runs_ = std::move(runs);
    std::vector<const RunRow*> byAge;
    for (const RunEntry& run : runs_)
        byAge.push_back(&run.info.row);
    std::ranges::sort(byAge, {}, [](const RunRow* row) { return std::tie(row->created, row->id); });
    colors_.clear();
    for (const RunRow* row : byAge)
        colors_.emplace(row->id, static_cast<int>(colors_.size()));
    QStringList names;
    for (const RunEntry& run : runs_)
        names << toQString(run.info.row.name);
    shortNames_ = shortNames(names);
    if (isHeld_) return setRows(continued());
    rearrange();
}

void RunListModel::setProblems(std::map<std::string, QString> problems) {
    if (problems == problems_) return;
    problems_ = std::move(problems);
    if (!rows_.empty()) emit dataChanged(index(0), index(static_cast<int>(rows_.size()) - 1));
}

void RunListModel::setFilter(const QString& text) {
    if (text == filterText_) return;
    filterText_ = text;
    filter_ = RunFilter(text);
    rearrange();
}

std::size_t RunListModel::matchCount() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows_, [](const Row& row) { return row.run.has_value(); }));
}

void RunListModel::setArrangement(const RunArrangement& arrangement) {
    if (arrangement == arrangement_) return;
    arrangement_ = arrangement;
    rearrange();
}

void RunListModel::setHeld(bool isHeld) {
    if (isHeld == isHeld_) return;
    isHeld_ = isHeld;
    if (!isHeld) rearrange();
}

void RunListModel::rearrange() {
    setRows(arrange());
}

void RunListModel::setRows(std::vector<Row> rows) {
    const auto common = static_cast<int>(std::ranges::mismatch(rows, rows_).in1 - rows.begin());
    const auto before = static_cast<int>(rows_.size());
    const auto after = static_cast<int>(rows.size());
    if (common < before) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    if (after > before) beginInsertRows({}, before, after - 1);
    rows_ = std::move(rows);
    if (after > before) endInsertRows();
    if (before > 0) emit dataChanged(index(0), index(before - 1));
}

std::vector<std::size_t> RunListModel::ordered() const {
    std::vector<std::size_t> shown;
    std::vector<QString> folders;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const std::filesystem::path folder(runs_[i].info.row.folder);
        folders.push_back(toQString(folder.parent_path()));
        if (filter_.matches(runs_[i])) shown.push_back(i);
    }
    const auto inFront = [this](std::size_t a, std::size_t b) {
        return isInFront(runs_[a], runs_[b], arrangement_.order);
    };
    const auto group = [&](std::size_t a, std::size_t b) {
        if (arrangement_.grouping == RunGrouping::none) return false;
        return arrangement_.grouping == RunGrouping::folder
                   ? folders[a] < folders[b]
                   : rankOf(runs_[a].info.state) < rankOf(runs_[b].info.state);
    };
    std::ranges::stable_sort(shown, inFront);
    std::ranges::stable_sort(shown, group);
    return shown;
}

QString RunListModel::groupOf(const RunInfo& info) const {
    if (arrangement_.grouping == RunGrouping::none) return {};
    if (arrangement_.grouping == RunGrouping::state) return stateName(info.state).toUpper();
    return formatPath(std::filesystem::path(info.row.folder).parent_path());
}

std::vector<RunListModel::Row> RunListModel::arrange() const {
    std::vector<Row> rows;
    QString group;
    for (const std::size_t i : ordered()) {
        const RunInfo& info = runs_[i].info;
        const QString own = groupOf(info);
        if (!own.isEmpty() && (rows.empty() || own != group)) {
            // By folder a heading must not change with the state of the first below it.
            const bool byState = arrangement_.grouping == RunGrouping::state;
            rows.push_back({std::nullopt, byState ? info.state : RunState::idle, {}, own});
            group = own;
        }
        rows.push_back({i, info.state, toQString(info.row.id), {}});
    }
    return rows;
}

std::vector<RunListModel::Row> RunListModel::continued() const {
    std::vector<std::size_t> all = ordered();
    std::unordered_map<std::string, std::size_t> left;
    for (const std::size_t i : all)
        left.emplace(runs_[i].info.row.id, i);
    std::vector<Row> rows;
    for (Row row : rows_) {
        if (row.run) {
            const auto at = left.find(row.id.toStdString());
            if (at == left.end()) continue;
            row.run = at->second;
            row.state = runs_[at->second].info.state;
            left.erase(at);
        }
        rows.push_back(std::move(row));
    }
    for (const std::size_t i : all) {
        const RunInfo& info = runs_[i].info;
        if (left.contains(info.row.id)) rows.push_back({i, info.state, toQString(info.row.id), {}});
    }
    return rows;
}

const RunEntry* RunListModel::find(const QString& id) const {
    const std::string key = id.toStdString();
    const auto it = std::ranges::find_if(runs_, [&](const RunEntry& run) { return run.info.row.id == key; });
    return it == runs_.end() ? nullptr : &*it;
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
    const auto it = colors_.find(id.toStdString());
    return it == colors_.end() ? 0 : it->second;
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
    if (!row.run) return role == Qt::DisplayRole ? QVariant(row.title) : QVariant();
    const RunEntry& entry = runs_[*row.run];
    switch (role) {
        case Qt::DisplayRole:
            return toQString(entry.info.row.name);
        case Qt::ToolTipRole: {
            QStringList lines{toQString(std::filesystem::path(entry.info.row.folder))};
            if (!entry.place.isEmpty()) lines << tr("Vault: %1").arg(entry.place);
            if (entry.isOld) lines << tr("Not connected. The run is shown as it was last.");
            const QString problem = data(index, ProblemRole).toString();
            if (!problem.isEmpty()) lines << problem;
            return lines.join(u'\n');
        }
        case PlaceRole: {
            // A name that several vaults have ends with the title already.
            const QString end = u'(' + entry.place + u')';
            return toQString(entry.info.row.name).endsWith(end) ? QString() : entry.place;
        }
        case IsOldRole:
            return entry.isOld;
        case FavouriteRole:
            return entry.info.row.labels.favourite;
        case ProblemRole: {
            const auto problem = problems_.find(entry.info.row.id);
            return problem == problems_.end() ? QString() : problem->second;
        }
        case Qt::AccessibleTextRole:
            return tr("%1, %2, loss %3")
                .arg(toQString(entry.info.row.name), stateName(row.state), formatLoss(entry.info.last_loss));
        case IdRole:
            return row.id;
        case LossRole:
            return entry.info.last_loss
                       ? tr("loss %1").arg(formatLoss(entry.info.last_loss))
                       : counted(entry.info.checkpoints, tr("%1 checkpoint"), tr("%1 checkpoints"));
        case BytesRole:
            return bytesAndStep(entry);
        case SparkRole:
            return QVariant::fromValue(QList<double>(entry.spark.begin(), entry.spark.end()));
        case shortNameRole:
            return QVariant::fromValue(shortNames_[*row.run]);
        case ColorRole:
            return colorOf(row.id);
        default:
            return {};
    }
}

}  // namespace stepvault::ui
