#include "db/database_source.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/wall_clock.h"

namespace stepvault {

namespace {

bool same(const MetricPoint& a, const MetricPoint& b) {
    return a.tag == b.tag && a.step == b.step && a.time == b.time &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

}  // namespace

Result<std::vector<MetricPoint>> DatabaseSource::poll() {
    place_.begun = false;
    const double now = unix_seconds();
    STEPVAULT_ASSIGN(current, version());
    if (place_.version == current) return std::vector<MetricPoint>();
    auto place = place_;
    STEPVAULT_ASSIGN(points, read_on(place));
    if (current.is_settled(now) && points.size() < metric_batch) place.version = current;
    place_ = std::move(place);
    return std::move(points);
}

Result<bool> DatabaseSource::is_there(Database& database, const Place& place) const {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, table_.row));
    STEPVAULT_ASSIGN(found, select.bind_text(place.run).bind(place.row).step());
    if (!found) return false;
    std::vector<MetricPoint> points;
    append(select, points);
    return std::ranges::equal(points, place.points, same);
}

Result<std::vector<MetricPoint>> DatabaseSource::read_on(Place& place) const {
    STEPVAULT_ASSIGN(foreign, ForeignDatabase::open(file_));
    auto& database = foreign.database();
    std::vector<MetricPoint> points;
    STEPVAULT_ASSIGN(run, find_run(foreign));
    STEPVAULT_ASSIGN(has_metrics, foreign.has(table_.name, table_.columns));
    if (!run || !has_metrics) {
        STEPVAULT_TRY(foreign.end());
        return points;
    }
    bool goes_on = *run == place.run;
    if (goes_on && place.row > 0) {
        STEPVAULT_ASSIGN(there, is_there(database, place));
        goes_on = there;
    }
    if (!goes_on) place = {.run = *run, .row = 0, .points = {}, .begun = true, .version = {}};
    {
        STEPVAULT_ASSIGN(select, Statement::prepare(database, table_.rows));
        select.bind_text(place.run).bind(place.row);
        while (points.size() < metric_batch) {
            STEPVAULT_ASSIGN(more, select.step());
            if (!more) break;
            place.row = select.integer(0);
            place.points.clear();
            append(select, place.points);
            points.insert(points.end(), place.points.begin(), place.points.end());
        }
    }
    STEPVAULT_TRY(foreign.end());
    return points;
}

}  // namespace stepvault
