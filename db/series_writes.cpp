#include "db/series_writes.h"

#include <algorithm>
#include <sqlite3.h>

#include "db/point_block.h"
#include "db/statement.h"

namespace stepvault {

namespace {

struct Series {
    std::int64_t key = 0;
    std::int64_t points = 0;
};

Result<Series> find_series(Database& database, std::int64_t run, const std::string& tag) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        INSERT INTO series (run, tag, points, last_step) VALUES (?, ?, 0, 0)
        ON CONFLICT (run, tag) DO UPDATE SET tag = tag RETURNING key, points)sql"));
    STEPVAULT_TRY(select.bind(run).bind_blob(tag).step());
    const Series series{select.integer(0), select.integer(1)};
    STEPVAULT_TRY(select.step());
    return series;
}

/// The part of a curve before its first changed step.
struct Head {
    std::int64_t end = 0;             ///< the blocks that begin before this step stay
    std::optional<SeriesPoint> last;  ///< the last point of these blocks
    std::vector<SeriesPoint> open;    ///< the points after these blocks
};

Result<Head> find_head(Database& database, std::int64_t series, std::int64_t from) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT b.first_step, b.last_step, b.points, b.summary, p.points
        FROM blocks b JOIN block_points p ON p.block = b.key
        WHERE b.series = ? AND b.first_step < ? ORDER BY b.first_step DESC LIMIT 2)sql"));
    Head head{.end = from, .last = {}, .open = {}};
    select.bind(series).bind(from);
    for (bool newest = true;; newest = false) {
        STEPVAULT_ASSIGN(found, select.step());
        if (!found) return head;
        const bool stays = select.integer(1) < from && select.integer(2) == std::int64_t{block_points};
        if (!newest || stays) {
            STEPVAULT_ASSIGN(summary, decode_summary(select.bytes(3)));
            head.last = summary.last;
            return head;
        }
        STEPVAULT_ASSIGN(points, decode_points(select.bytes(4)));
        std::erase_if(points, [&](const SeriesPoint& p) { return p.step >= from; });
        head.open = std::move(points);
        head.end = select.integer(0);
    }
}

/// Drops the blocks that begin at step `from` or later. Returns the number of their points.
Result<std::int64_t> drop_blocks(Database& database, std::int64_t series, std::int64_t from) {
    STEPVAULT_ASSIGN(
        count,
        Statement::prepare(database, "SELECT sum(points) FROM blocks WHERE series = ? AND first_step >= ?"));
    STEPVAULT_TRY(count.bind(series).bind(from).step());
    const auto points = count.integer(0);
    STEPVAULT_ASSIGN(drop,
                     Statement::prepare(database, "DELETE FROM blocks WHERE series = ? AND first_step >= ?"));
    STEPVAULT_TRY(drop.bind(series).bind(from).run());
    return points;
}

Status add_blocks(Database& database, std::int64_t series, std::span<const SeriesPoint> points) {
    STEPVAULT_ASSIGN(add_block, Statement::prepare(database, R"sql(
        INSERT INTO blocks (series, first_step, last_step, points, summary) VALUES (?, ?, ?, ?, ?))sql"));
    STEPVAULT_ASSIGN(add_points,
                     Statement::prepare(database, "INSERT INTO block_points (block, points) VALUES (?, ?)"));
    while (!points.empty()) {
        const auto block = points.first(std::min(points.size(), block_points));
        points = points.subspan(block.size());
        PointSummary summary;
        for (const auto& p : block)
            summary.add(p);
        add_block.bind(series).bind(block.front().step).bind(block.back().step);
        add_block.bind(std::uint64_t{block.size()}).bind_blob(as_text(encode_summary(summary)));
        STEPVAULT_TRY(add_block.run());
        add_points.bind(std::int64_t{sqlite3_last_insert_rowid(database.handle())});
        STEPVAULT_TRY(add_points.bind_blob(as_text(encode_points(block))).run());
    }
    return {};
}

}  // namespace

Status write_series(Database& database, std::int64_t run, const SeriesChange& change) {
    STEPVAULT_ASSIGN(series, find_series(database, run, change.tag));
    STEPVAULT_ASSIGN(head, find_head(database, series.key, change.from));
    STEPVAULT_ASSIGN(dropped, drop_blocks(database, series.key, head.end));
    auto points = std::move(head.open);
    points.insert(points.end(), change.points.begin(), change.points.end());
    STEPVAULT_TRY(add_blocks(database, series.key, points));
    const auto last = points.empty() ? head.last : points.back();
    if (!last) {
        STEPVAULT_ASSIGN(drop, Statement::prepare(database, "DELETE FROM series WHERE key = ?"));
        return drop.bind(series.key).run();
    }
    STEPVAULT_ASSIGN(
        update, Statement::prepare(
                    database, "UPDATE series SET points = ?, last_step = ?, last_value = ? WHERE key = ?"));
    update.bind(series.points - dropped + std::ssize(points)).bind(last->step).bind(last->value);
    return update.bind(series.key).run();
}

}  // namespace stepvault
