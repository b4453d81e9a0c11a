#include "ui/models/run_filter.h"

#include <algorithm>

#include "run/run_state.h"
#include "ui/models/run_list_model.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

const QLatin1String stateKey("state:");

bool hasState(const RunInfo& run, const QString& state) {
    const std::string_view name = run_state_name(run.state);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
               .startsWith(state, Qt::CaseInsensitive) ||
           RunListModel::stateName(run.state).startsWith(state, Qt::CaseInsensitive);
}

}  // namespace

RunFilter::RunFilter(const QString& text) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    for (const QString& word : text.split(spaces, Qt::SkipEmptyParts)) {
        if (word.startsWith(stateKey, Qt::CaseInsensitive)) {
            states_ << word.mid(stateKey.size());
            continue;
        }
        const bool isPattern = word.size() > 2 && word.startsWith(u'/') && word.endsWith(u'/');
        QRegularExpression pattern(word.mid(1, word.size() - 2), QRegularExpression::CaseInsensitiveOption);
        if (isPattern && pattern.isValid()) {
            patterns_.push_back(std::move(pattern));
        } else {
            words_ << word;
        }
    }
}

bool RunFilter::matches(const RunInfo& run) const {
    if (isEmpty()) return true;
    const QString name = toQString(run.row.name);
    const QString folder = toQString(std::filesystem::path(run.row.folder));
    const auto holds = [&](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive) || folder.contains(word, Qt::CaseInsensitive);
    };
    const auto fits = [&](const QRegularExpression& pattern) {
        return pattern.match(name).hasMatch() || pattern.match(folder).hasMatch();
    };
    return std::ranges::all_of(words_, holds) && std::ranges::all_of(patterns_, fits) &&
           std::ranges::all_of(states_, [&](const QString& state) { return hasState(run, state); });
}

}  // namespace stepvault::ui
