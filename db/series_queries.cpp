#include "db/series_queries.h"

#include "db/point_block.h"
#include "db/statement.h"
#include "db/transaction.h"

namespace stepvault {

namespace {

Error unreadable(const Database& database, const Error& error) {
    auto named = error.within(database.path().native());
    named.message += ": run `stepvault reindex`";
    return named;
}

struct Block {
    std::int64_t key = 0;
    PointSummary summary;
};

Result<std::vector<Block>> read_blocks(Database& database, const std::string& run_id, const std::string& tag,
                                       const ChartRange& range) {
    std::string sql = R"sql(
        SELECT b.key, b.summary
        FROM runs r JOIN series s ON s.run = r.key JOIN blocks b ON b.series = s.key
        WHERE r.id = ? AND s.tag = ?)sql";
    const bool by_step = range.axis == ChartRange::Axis::step;
    if (by_step) sql += " AND b.last_step >= ? AND b.first_step <= ?";
    sql += " ORDER BY b.first_step";
    STEPVAULT_ASSIGN(select, Statement::prepare(database, sql));
    select.bind_text(run_id).bind_blob(tag);
    if (by_step) select.bind(range.from).bind(range.to);
    std::vector<Block> blocks;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return blocks;
        auto summary = decode_summary(select.bytes(1));
        if (!summary) return unreadable(database, summary.error());
        blocks.push_back({select.integer(0), *summary});
    }
}

}  // namespace

Result<std::vector<SeriesRow>> read_series(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT s.tag, s.points, s.last_step, s.last_value FROM series s JOIN runs r ON s.run = r.key
        WHERE r.id = ? ORDER BY s.tag)sql"));
    select.bind_text(run_id);
    std::vector<SeriesRow> rows;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return rows;
        rows.push_back({.tag = select.text(0),
                        .points = select.unsigned_integer(1),
                        .last_step = select.integer(2),
                        .last_value = select.real(3)});
    }
}

Result<std::vector<MetricPoint>> read_points(Database& database, const std::string& run_id,
                                             const std::string& tag, std::optional<std::int64_t> after_step,
                                             std::optional<std::int64_t> until_step) {
    std::string sql = R"sql(
        SELECT p.points
        FROM runs r JOIN series s ON s.run = r.key JOIN blocks b ON b.series = s.key
                    JOIN block_points p ON p.block = b.key
        WHERE r.id = ? AND s.tag = ?)sql";
    if (after_step) sql += " AND b.last_step > ?";
    if (until_step) sql += " AND b.first_step <= ?";
    sql += " ORDER BY b.first_step";
    STEPVAULT_ASSIGN(select, Statement::prepare(database, sql));
    select.bind_text(run_id).bind_blob(tag);
    if (after_step) select.bind(*after_step);
    if (until_step) select.bind(*until_step);
    std::vector<MetricPoint> points;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return points;
        const auto block = decode_points(select.bytes(0));
        if (!block) return unreadable(database, block.error());
        for (const auto& p : *block) {
            if ((after_step && p.step <= *after_step) || (until_step && p.step > *until_step)) continue;
            points.push_back({.tag = tag, .step = p.step, .time = p.time, .value = p.value});
        }
    }
}

Result<std::vector<PointSummary>> read_summaries(Database& database, const std::string& run_id,
                                                 const std::string& tag) {
    STEPVAULT_ASSIGN(blocks, read_blocks(database, run_id, tag, {}));
    std::vector<PointSummary> summaries;
    summaries.reserve(blocks.size());
    for (const auto& block : blocks)
        summaries.push_back(block.summary);
    return summaries;
}

Result<std::vector<PointSummary>> read_chart(Database& database, const std::string& run_id,
                                             const std::string& tag, const ChartRange& range,
                                             std::size_t columns) {
    // Both queries must see the same state of the catalog.
    const auto snapshot = Transaction::begin(database, Transaction::Kind::reading);
    if (!snapshot) return snapshot.error();
    STEPVAULT_ASSIGN(blocks, read_blocks(database, run_id, tag, range));
    std::vector<PointSummary> summaries;
    summaries.reserve(blocks.size());
    for (const auto& block : blocks)
        summaries.push_back(block.summary);
    ChartColumns chart(range, columns, summaries);
    STEPVAULT_ASSIGN(select, Statement::prepare(database, "SELECT points FROM block_points WHERE block = ?"));
    for (const auto& block : blocks) {
        if (chart.add(block.summary)) continue;
        STEPVAULT_ASSIGN(found, select.bind(block.key).step());
        const auto points = decode_points(found ? select.bytes(0) : ByteView());
        if (!points) return unreadable(database, points.error());
        for (const auto& p : *points)
            chart.add(p);
        if (found) STEPVAULT_TRY(select.step());
    }
    return chart.take();
}

Result<std::uint64_t> read_metrics_end(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, "SELECT metrics_end FROM runs WHERE id = ?"));
    STEPVAULT_ASSIGN(found, select.bind_text(run_id).step());
    return found ? select.unsigned_integer(0) : 0;
}

}  // namespace stepvault
