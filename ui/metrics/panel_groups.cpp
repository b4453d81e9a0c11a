#include "ui/metrics/panel_groups.h"

#include <algorithm>
#include <map>

#include <QRegularExpression>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

bool matches(const std::string& tag, const QStringList& words) {
    const QString name = toQString(tag);
    return std::ranges::all_of(words,
                               [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

bool isLoss(const std::string& tag) {
    return toQString(tag).contains(QLatin1String("loss"), Qt::CaseInsensitive);
}

}  // namespace

std::vector<PanelGroup> panelGroups(std::vector<std::string> tags, const QString& filter) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    const QStringList words = filter.split(spaces, Qt::SkipEmptyParts);
    std::ranges::sort(tags);
    std::ranges::stable_partition(tags, isLoss);
    std::map<std::string, PanelGroup> groups;
    for (std::string& tag : tags) {
        if (!matches(tag, words)) continue;
        const std::size_t slash = tag.find('/');
        const std::string prefix = slash == std::string::npos ? std::string() : tag.substr(0, slash);
        PanelGroup& group = groups[prefix];
        group.prefix = prefix;
        group.tags.push_back(std::move(tag));
    }
    std::vector<PanelGroup> result;
    result.reserve(groups.size());
    for (auto& [prefix, group] : groups)
        result.push_back(std::move(group));
    return result;
}

}  // namespace stepvault::ui
