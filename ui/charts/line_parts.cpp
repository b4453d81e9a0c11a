#include "ui/charts/line_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <QList>

namespace stepvault::ui {

namespace {

/// Shares of a line's length.
struct Span {
    double begin;
    double end;
};

/// What of a line lies in `area` (Liang and Barsky).
std::optional<Span> inside(const QLineF& line, const QRectF& area) {
    Span span{0, 1};
    const auto cut = [&span](double step, double before, double after) {
        if (step == 0) return before <= 0 && after >= 0;
        const auto [enters, leaves] = std::minmax({before / step, after / step});
        span = {std::max(span.begin, enters), std::min(span.end, leaves)};
        return span.begin < span.end;
    };
    if (!cut(line.dx(), area.left() - line.x1(), area.right() - line.x1())) return {};
    if (!cut(line.dy(), area.top() - line.y1(), area.bottom() - line.y1())) return {};
    return span;
}

class Dashes {
 public:
    explicit Dashes(const QPen& pen) : pattern_(pen.dashPattern()) {
        for (double& length : pattern_)
            length *= pen.widthF();
        period_ = std::accumulate(pattern_.begin(), pattern_.end(), 0.0);
    }

    /// The dashes of a line that begins `at` along the whole, from `from` to `to` along itself.
    void put(const QLineF& line, double at, double from, double to, std::vector<QLineF>& parts) const {
        const double length = line.length();
        double position = from;
        double phase = std::fmod(at + from, period_);
        for (qsizetype i = 0; position < to; i = (i + 1) % pattern_.size()) {
            if (phase >= pattern_[i]) {
                phase -= pattern_[i];
                continue;
            }
            const double end = std::min(to, position + pattern_[i] - phase);
            if (i % 2 == 0) parts.emplace_back(line.pointAt(position / length), line.pointAt(end / length));
            position = end;
            phase = 0;
        }
    }

 private:
    QList<qreal> pattern_;  ///< ink, gap, ink, ... in pixels
    double period_ = 0;
};

}  // namespace

std::vector<QLineF> lineParts(const QPolygonF& points, const QPen& pen, const QRectF& area) {
    std::vector<QLineF> parts;
    parts.reserve(static_cast<std::size_t>(points.size()));
    const bool isSolid = pen.dashPattern().isEmpty();
    const Dashes dashes(pen);
    double at = 0;
    for (qsizetype i = 0; i + 1 < points.size(); ++i) {
        const QLineF line(points[i], points[i + 1]);
        if (isSolid) {
            parts.push_back(line);
            continue;
        }
        const double length = line.length();
        const auto span = length > 0 ? inside(line, area) : std::nullopt;
        if (span) dashes.put(line, at, span->begin * length, span->end * length, parts);
        at += length;
    }
    return parts;
}

}  // namespace stepvault::ui
