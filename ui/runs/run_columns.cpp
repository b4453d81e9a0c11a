#include "ui/runs/run_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>

#include "metrics/hyperparameter_comparison.h"
#include "ui/models/run_list_model.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

using Kind = RunColumn::Kind;

constexpr std::size_t mostParamsAtFirst = 12;

struct Figure {
    Kind kind;
    const char* id;
    const char* title;
    bool isShown;
};

constexpr std::array figures{
    Figure{Kind::name, "name", QT_TRANSLATE_NOOP("RunColumn", "Run"), true},
    Figure{Kind::place, "vault", QT_TRANSLATE_NOOP("RunColumn", "Vault"), true},
    Figure{Kind::state, "state", QT_TRANSLATE_NOOP("RunColumn", "State"), true},
    Figure{Kind::tags, "tags", QT_TRANSLATE_NOOP("RunColumn", "Tags"), true},
    Figure{Kind::step, "step", QT_TRANSLATE_NOOP("RunColumn", "Step"), true},
    Figure{Kind::loss, "loss", QT_TRANSLATE_NOOP("RunColumn", "Loss"), true},
    Figure{Kind::best, "best", QT_TRANSLATE_NOOP("RunColumn", "Best"), true},
    Figure{Kind::validation, "val", QT_TRANSLATE_NOOP("RunColumn", "Val. loss"), true},
    Figure{Kind::bestValidation, "bestval", QT_TRANSLATE_NOOP("RunColumn", "Best val."), true},
    Figure{Kind::checkpoints, "checkpoints", QT_TRANSLATE_NOOP("RunColumn", "Checkpoints"), true},
    Figure{Kind::stored, "stored", QT_TRANSLATE_NOOP("RunColumn", "Stored"), true},
    Figure{Kind::saved, "saved", QT_TRANSLATE_NOOP("RunColumn", "Saved"), false},
    Figure{Kind::ratio, "ratio", QT_TRANSLATE_NOOP("RunColumn", "Ratio"), true},
    Figure{Kind::lastGrowth, "grown", QT_TRANSLATE_NOOP("RunColumn", "Last activity"), true},
    Figure{Kind::created, "created", QT_TRANSLATE_NOOP("RunColumn", "First seen"), false},
    Figure{Kind::note, "note", QT_TRANSLATE_NOOP("RunColumn", "Note"), false},
    Figure{Kind::folder, "folder", QT_TRANSLATE_NOOP("RunColumn", "Folder"), false},
};

const Figure& figureOf(Kind kind) {
    return *std::ranges::find(figures, kind, &Figure::kind);
}

QVariant keyOf(std::optional<double> value) {
    return value && std::isfinite(*value) ? QVariant(*value) : QVariant();
}

const HyperparameterValue* paramOf(const RunEntry& run, const std::string& key) {
    if (run.params == nullptr) return nullptr;
    const auto& values = run.params->values;
    const auto at = std::ranges::lower_bound(values, key, {}, &Hyperparameter::key);
    return at != values.end() && at->key == key ? &at->value : nullptr;
}

/// Those in which the runs differ.
void addParams(std::vector<RunColumn>& columns, const std::vector<RunEntry>& runs) {
    std::vector<const std::vector<Hyperparameter>*> lists;
    for (const RunEntry& run : runs) {
        if (run.params != nullptr) lists.push_back(&run.params->values);
    }
    for (const auto& [key, values] : hyperparameter_rows(lists)) {
        if (is_different(values)) columns.push_back({Kind::param, key});
    }
}

QStringList tagsOf(const RunLabels& labels) {
    QStringList tags;
    for (const std::string& tag : labels.tags)
        tags << toQString(tag);
    return tags;
}

QString shownParam(const HyperparameterValue* value) {
    return value != nullptr ? toQString(value_text(*value)) : QStringLiteral("–");
}

}  // namespace

QString RunColumn::id() const {
    if (kind == Kind::param) return QStringLiteral("param/") + toQString(key);
    return QLatin1String(figureOf(kind).id);
}

QString RunColumn::title() const {
    return kind == Kind::param ? toQString(key)
                               : QCoreApplication::translate("RunColumn", figureOf(kind).title);
}

QString RunColumn::toolTip() const {
    switch (kind) {
        case Kind::param:
            return QCoreApplication::translate("RunColumn", "Hyperparameter %1").arg(toQString(key));
        case Kind::saved:
            return QCoreApplication::translate("RunColumn", "Bytes saved against the originals");
        case Kind::stored:
            return QCoreApplication::translate("RunColumn", "The run's whole share of the vault");
        case Kind::ratio:
            return QCoreApplication::translate("RunColumn",
                                               "Originals against the run's whole share of the vault");
        case Kind::best:
            return QCoreApplication::translate("RunColumn", "Lowest loss");
        case Kind::validation:
            return QCoreApplication::translate(
                "RunColumn", "Loss on data that the run is not trained on, such as val_loss");
        case Kind::bestValidation:
            return QCoreApplication::translate("RunColumn", "Lowest loss on such data");
        default:
            return title();
    }
}

bool RunColumn::isNumber() const {
    switch (kind) {
        case Kind::name:
        case Kind::place:
        case Kind::state:
        case Kind::lastGrowth:
        case Kind::created:
        case Kind::tags:
        case Kind::note:
        case Kind::folder:
            return false;
        default:
            return true;
    }
}

QString RunColumn::text(const RunEntry& run) const {
    const RunInfo& info = run.info;
    switch (kind) {
        case Kind::name:
            return toQString(info.row.name);
        case Kind::place:
            return run.place;
        case Kind::state:
            return RunListModel::stateName(info.state);
        case Kind::step:
            return info.last_step ? formatStep(*info.last_step) : QStringLiteral("–");
        case Kind::loss:
            return formatLoss(info.last_loss);
        case Kind::best:
            return formatLoss(info.lowest_loss);
        case Kind::validation:
            return formatLoss(info.last_validation);
        case Kind::bestValidation:
            return formatLoss(info.lowest_validation);
        case Kind::checkpoints:
            return formatStep(static_cast<std::int64_t>(info.checkpoints));
        case Kind::stored:
            return formatBytes(info.stored_bytes);
        case Kind::saved:
            return formatBytes(run.savedBytes());
        case Kind::ratio:
            return formatRatio(info.original_bytes, info.stored_bytes);
        case Kind::lastGrowth:
            return formatMoment(info.activity.last_growth.value_or(0));
        case Kind::created:
            return formatMoment(info.row.created);
        case Kind::tags:
            return tagsOf(info.row.labels).join(QStringLiteral(", "));
        case Kind::note:
            return toQString(info.row.labels.note).section(u'\n', 0, 0);
        case Kind::folder:
            return formatPath(std::filesystem::path(info.row.folder));
        case Kind::param:
            return shownParam(paramOf(run, key));
    }
    return {};
}

QVariant RunColumn::sortKey(const RunEntry& run) const {
    const RunInfo& info = run.info;
    const auto number = [](auto value) { return QVariant(static_cast<double>(value)); };
    switch (kind) {
        case Kind::step:
            return info.last_step ? number(*info.last_step) : QVariant();
        case Kind::loss:
            return keyOf(info.last_loss);
        case Kind::best:
            return keyOf(info.lowest_loss);
        case Kind::validation:
            return keyOf(info.last_validation);
        case Kind::bestValidation:
            return keyOf(info.lowest_validation);
        case Kind::checkpoints:
            return number(info.checkpoints);
        case Kind::stored:
            return number(info.stored_bytes);
        case Kind::saved:
            return number(run.savedBytes());
        case Kind::ratio:
            return keyOf(run.ratio());
        case Kind::lastGrowth:
            return keyOf(info.activity.last_growth);
        case Kind::created:
            return number(info.row.created);
        case Kind::param: {
            const HyperparameterValue* value = paramOf(run, key);
            if (value == nullptr) return {};
            if (const auto* plain = std::get_if<double>(value)) return *plain;
            return text(run);
        }
        case Kind::tags:
        case Kind::note: {
            const QString shown = text(run);
            return shown.isEmpty() ? QVariant() : QVariant(shown);
        }
        case Kind::name:
        case Kind::place:
        case Kind::state:
        case Kind::folder:
            return text(run);
    }
    return {};
}

std::vector<RunColumn> runColumns(const std::vector<RunEntry>& runs) {
    std::vector<RunColumn> columns;
    const auto isUsed = [&runs](const auto& isWritten) {
        return std::ranges::any_of(runs, [&](const RunEntry& run) { return isWritten(run.info.row.labels); });
    };
    const bool hasTags = isUsed([](const RunLabels& labels) { return !labels.tags.empty(); });
    const bool hasNotes = isUsed([](const RunLabels& labels) { return !labels.note.empty(); });
    const bool hasPlaces =
        std::ranges::any_of(runs, [](const RunEntry& run) { return !run.place.isEmpty(); });
    for (const Figure& figure : figures) {
        if (figure.kind == Kind::place && !hasPlaces) continue;
        if (figure.kind == Kind::tags && !hasTags) continue;
        if (figure.kind == Kind::note && !hasNotes) continue;
        if (figure.kind == Kind::checkpoints) addParams(columns, runs);
        columns.push_back({figure.kind});
    }
    return columns;
}

bool isShownAtFirst(const std::vector<RunColumn>& columns, std::size_t column) {
    if (columns[column].kind != Kind::param) return figureOf(columns[column].kind).isShown;
    const auto first = std::ranges::find(columns, Kind::param, &RunColumn::kind);
    return column < static_cast<std::size_t>(first - columns.begin()) + mostParamsAtFirst;
}

}  // namespace stepvault::ui
