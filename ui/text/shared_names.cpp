#include "ui/text/shared_names.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <QFontMetrics>

namespace stepvault::ui {

namespace {

/// The length of the longest beginning that each name shares with another one, which is its neighbour in
/// order.
std::vector<qsizetype> sharedBeginnings(const QStringList& names) {
    std::vector<qsizetype> order(static_cast<std::size_t>(names.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](qsizetype i) { return names[i]; });
    std::vector<qsizetype> shared(order.size(), 0);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const QString& a = names[order[i - 1]];
        const QString& b = names[order[i]];
        const qsizetype length = std::ranges::mismatch(a, b).in1 - a.begin();
        for (const qsizetype at : {order[i - 1], order[i]})
            shared[static_cast<std::size_t>(at)] = std::max(shared[static_cast<std::size_t>(at)], length);
    }
    return shared;
}

/// The parts of a name, each with the separator behind it.
QStringList partsOf(const QString& name) {
    QStringList parts(1);
    for (const QChar c : name) {
        parts.back() += c;
        if (QStringView(u"-_/").contains(c)) parts << QString();
    }
    return parts;
}

/// Writes "…" for the parts that all names share, except for empty ones and mere separators.
QString withoutShared(const QStringList& parts, const std::vector<bool>& shared) {
    QString text;
    bool isCut = false;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool cut = shared[static_cast<std::size_t>(i)] && parts[i].size() > 1;
        if (cut && !isCut) {
            if (!text.isEmpty()) text.chop(1);
            text += QChar(0x2026);
        }
        if (!cut) text += parts[i];
        isCut = cut;
    }
    return text;
}

/// The names of one kind, as indices, are shortened in place.
void shorten(const std::vector<std::size_t>& kind, const std::vector<QStringList>& parts,
             std::vector<ShortName>& names) {
    const QStringList& first = parts[kind.front()];
    std::vector<bool> shared(static_cast<std::size_t>(first.size()), true);
    for (const std::size_t at : kind) {
        for (qsizetype i = 0; i < first.size(); ++i)
            if (parts[at][i] != first[i]) shared[static_cast<std::size_t>(i)] = false;
    }
    // Names that are all alike would be left without a letter.
    if (std::ranges::all_of(shared, [](bool is) { return is; })) return;
    for (const std::size_t at : kind)
        names[at].text = withoutShared(parts[at], shared);
}

std::vector<Qt::TextElideMode> elideSides(const QStringList& names) {
    QStringList reversed;
    for (QString name : names) {
        std::ranges::reverse(name);
        reversed << name;
    }
    const std::vector<qsizetype> beginnings = sharedBeginnings(names);
    const std::vector<qsizetype> endings = sharedBeginnings(reversed);
    std::vector<Qt::TextElideMode> sides;
    for (std::size_t i = 0; i < beginnings.size(); ++i) {
        sides.push_back(beginnings[i] > endings[i]   ? Qt::ElideLeft
                        : endings[i] > beginnings[i] ? Qt::ElideRight
                                                     : Qt::ElideMiddle);
    }
    return sides;
}

}  // namespace

QString ShortName::fit(const QString& name, const QFontMetrics& metrics, int width) const {
    if (metrics.horizontalAdvance(name) <= width) return name;
    const QString& shorter = text.isEmpty() ? name : text;
    if (metrics.horizontalAdvance(shorter) <= width) return shorter;
    // A second "…" in front of the first would only take room.
    const QChar dots(0x2026);
    if (side != Qt::ElideLeft || !shorter.startsWith(dots)) return metrics.elidedText(shorter, side, width);
    QString rest = metrics.elidedText(shorter.mid(1), side, width - metrics.horizontalAdvance(dots));
    // Two of them meet where the name is cut at a shared part.
    while (rest.startsWith(dots))
        rest.remove(0, 1);
    return dots + rest;
}

std::vector<ShortName> shortNames(const QStringList& names) {
    const std::vector<Qt::TextElideMode> sides = elideSides(names);
    std::vector<ShortName> result;
    std::vector<QStringList> parts;
    std::map<std::pair<QString, qsizetype>, std::vector<std::size_t>> kinds;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        result.push_back({.text = name, .side = sides[i]});
        parts.push_back(partsOf(name));
        kinds[{parts.back().front(), parts.back().size()}].push_back(i);
    }
    for (const auto& [key, kind] : kinds)
        shorten(kind, parts, result);
    return result;
}

}  // namespace stepvault::ui
