// Curves as text, for tests to write down and compare.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <QString>
#include <QStringList>

#include "metrics/series_point.h"

namespace stepvault::test {

/// "1 2 3:b 10..40/10:c": steps, or first..last/distance, then optionally a colon and a letter for the
/// branch, which the points' values encode ('a' by default).
inline std::vector<SeriesPoint> to_points(const QString& text) {
    std::vector<SeriesPoint> points;
    for (const auto& word : text.split(' ', Qt::SkipEmptyParts)) {
        const auto halves = word.split(':');
        const double value = halves.size() > 1 ? halves[1][0].unicode() : u'a';
        const auto ends = halves[0].split(QStringLiteral(".."));
        const auto first = ends[0].toLongLong();
        const auto rest = ends.size() > 1 ? ends[1].split('/') : QStringList{ends[0]};
        const auto last = rest[0].toLongLong();
        const auto distance = rest.size() > 1 ? rest[1].toLongLong() : 1;
        for (auto step = first; step <= last; step += distance)
            points.push_back(
                {.step = step, .time = 0, .value = value + std::abs(static_cast<double>(step)) * 1e-6});
    }
    return points;
}

/// One word per point.
inline QString to_text(std::span<const SeriesPoint> points) {
    QStringList words;
    for (const auto& p : points) {
        const QChar branch(static_cast<char16_t>(p.value));
        words += branch == 'a' ? QString::number(p.step) : QStringLiteral("%1:%2").arg(p.step).arg(branch);
    }
    return words.join(' ');
}

}  // namespace stepvault::test
