#include "ui/models/run_filter.h"

#include <algorithm>
#include <compare>

#include "metrics/hyperparameter_comparison.h"
#include "run/run_state.h"
#include "ui/models/run_list_model.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

const QLatin1String stateKey("state:");
const QLatin1String tagKey("tag:");
const QLatin1String favouriteWord("fav");
const QLatin1String archivedWord("archived");

/// The figures of a run that a comparison may name beside its hyperparameters.
std::optional<double> figureOf(const RunEntry& run, const QString& key) {
    const RunInfo& info = run.info;
    const QString name = key.toLower();
    const auto number = [](auto value) { return std::optional(static_cast<double>(value)); };
    if (name == QLatin1String("step")) return info.last_step ? number(*info.last_step) : std::nullopt;
    if (name == QLatin1String("loss")) return info.last_loss;
    if (name == QLatin1String("best")) return info.lowest_loss;
    if (name == QLatin1String("val")) return info.last_validation;
    if (name == QLatin1String("bestval")) return info.lowest_validation;
    if (name == QLatin1String("checkpoints")) return number(info.checkpoints);
    if (name == QLatin1String("stored")) return number(info.stored_bytes);
    if (name == QLatin1String("saved")) return number(run.savedBytes());
    if (name == QLatin1String("ratio")) return run.ratio();
    return std::nullopt;
}

std::optional<HyperparameterValue> valueOf(const RunEntry& run, const QString& key) {
    if (const std::optional<double> figure = figureOf(run, key)) return *figure;
    if (run.params == nullptr) return std::nullopt;
    const Hyperparameter* found = find_hyperparameter(run.params->values, key.toStdString());
    return found != nullptr ? std::optional(found->value) : std::nullopt;
}

bool fits(std::partial_ordering order, const QString& sign) {
    if (sign == QLatin1String("<")) return order < 0;
    if (sign == QLatin1String("<=")) return order <= 0;
    if (sign == QLatin1String(">")) return order > 0;
    if (sign == QLatin1String(">=")) return order >= 0;
    return (sign == QLatin1String("=")) == (order == 0);
}

bool hasState(const RunInfo& run, const QString& state) {
    const std::string_view name = run_state_name(run.state);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
               .startsWith(state, Qt::CaseInsensitive) ||
           RunListModel::stateName(run.state).startsWith(state, Qt::CaseInsensitive);
}

bool hasTag(const RunInfo& run, const QString& begin) {
    return std::ranges::any_of(run.row.labels.tags, [&](const std::string& tag) {
        return toQString(tag).startsWith(begin, Qt::CaseInsensitive);
    });
}

}  // namespace

RunFilter::RunFilter(const QString& text) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    static const QRegularExpression comparison(QStringLiteral("^([\\w./-]+)(<=|>=|!=|<|>|=)(.*)$"));
    for (const QString& word : text.split(spaces, Qt::SkipEmptyParts)) {
        if (word.startsWith(stateKey, Qt::CaseInsensitive)) {
            states_ << word.mid(stateKey.size());
            continue;
        }
        if (word.startsWith(tagKey, Qt::CaseInsensitive)) {
            tags_ << word.mid(tagKey.size());
            continue;
        }
        if (word.compare(favouriteWord, Qt::CaseInsensitive) == 0) {
            onlyFavourites_ = true;
            continue;
        }
        if (word.compare(archivedWord, Qt::CaseInsensitive) == 0) {
            onlyArchived_ = true;
            continue;
        }
        const bool isPattern = word.size() > 2 && word.startsWith(u'/') && word.endsWith(u'/');
        QRegularExpression pattern(word.mid(1, word.size() - 2), QRegularExpression::CaseInsensitiveOption);
        if (isPattern && pattern.isValid()) {
            patterns_.push_back(std::move(pattern));
            continue;
        }
        const QRegularExpressionMatch match = comparison.match(word);
        if (!match.hasMatch()) {
            words_ << word;
        } else if (!match.captured(3).isEmpty()) {
            comparisons_.push_back(
                {match.captured(1), match.captured(2), typed_value(match.captured(3).toStdString())});
        }
    }
}

bool RunFilter::meets(const RunEntry& run, const Comparison& comparison) {
    const std::optional<HyperparameterValue> value = valueOf(run, comparison.key);
    if (!value) return false;
    const auto* number = std::get_if<double>(&*value);
    const auto* wanted = std::get_if<double>(&comparison.value);
    if (number != nullptr && wanted != nullptr) return fits(*number <=> *wanted, comparison.sign);
    const QString text = toQString(value_text(*value));
    const int order = text.compare(toQString(value_text(comparison.value)), Qt::CaseInsensitive);
    return fits(order <=> 0, comparison.sign);
}

bool RunFilter::matches(const RunEntry& run) const {
    const RunLabels& labels = run.info.row.labels;
    if (onlyFavourites_ && !labels.favourite) return false;
    if (labels.archived != onlyArchived_) return false;
    const QString name = toQString(run.info.row.name);
    const QString folder = toQString(std::filesystem::path(run.info.row.folder));
    const auto holds = [&](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive) || folder.contains(word, Qt::CaseInsensitive) ||
               run.place.contains(word, Qt::CaseInsensitive);
    };
    const auto isMatch = [&](const QRegularExpression& pattern) {
        return pattern.match(name).hasMatch() || pattern.match(folder).hasMatch();
    };
    return std::ranges::all_of(words_, holds) && std::ranges::all_of(patterns_, isMatch) &&
           std::ranges::all_of(states_, [&](const QString& state) { return hasState(run.info, state); }) &&
           std::ranges::all_of(tags_, [&](const QString& tag) { return hasTag(run.info, tag); }) &&
           std::ranges::all_of(comparisons_,
                               [&](const Comparison& comparison) { return meets(run, comparison); });
}

}  // namespace stepvault::ui
