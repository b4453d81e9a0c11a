#include "ui/text/shared_names.h"

#include <algorithm>
#include <numeric>

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

}  // namespace

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

}  // namespace stepvault::ui
