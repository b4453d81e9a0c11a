#include "db/catalog_queries.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "db/catalog_schema.h"
#include "db/statement.h"
#include "db/tensor_list.h"

namespace stepvault {

namespace {

/// Collects all rows of a statement. `row` makes each from the current row of the statement and returns a
/// Result.
template <class Row, class Make>
Result<std::vector<Row>> collect(Statement& statement, Make row) {
    std::vector<Row> rows;
    while (true) {
        STEPVAULT_ASSIGN(more, statement.step());
        if (!more) return rows;
        STEPVAULT_ASSIGN(made, row(statement));
        rows.push_back(std::move(made));
    }
}

/// An unknown scheme name means that the catalog is damaged and must be rebuilt.
Result<Scheme> scheme_at(const Statement& s, int column) {
    const auto scheme = scheme_named(s.text(column));
    if (scheme) return scheme;
    return Error{ErrorCode::corrupt, scheme.error().message + ": " + catalog_way_out};
}

Result<CheckpointRow> checkpoint_at(const Statement& s, const std::string& run_id) {
    CheckpointRow row;
    row.run_id = run_id;
    row.id = s.text(0);
    row.step = s.integer(1);
    row.source = s.text(2);
    row.generation = s.small_integer(3);
    STEPVAULT_ASSIGN(scheme, scheme_at(s, 4));
    row.scheme = scheme;
    row.bits = s.small_integer(5);
    row.key = s.integer(6) != 0;
    row.parent = s.text(7);
    row.original_bytes = s.unsigned_integer(8);
    row.stored_bytes = s.unsigned_integer(9);
    row.relative_error = s.real(10);
    row.max_abs_error = s.real(11);
    row.lag = s.real(12);
    if (s.integer(13) != 0) row.loss = s.real(14);
    row.saved = s.real(15);
    row.filed = s.real(16);
    row.format = s.text(17);
    row.files = s.small_integer(18);
    row.weights_only = s.integer(19) != 0;
    return row;
}

std::set<std::string> split_tags(std::string_view joined) {
    std::set<std::string> tags;
    while (!joined.empty()) {
        const auto end = std::min(joined.find(','), joined.size());
        tags.emplace(joined.substr(0, end));
        joined.remove_prefix(std::min(end + 1, joined.size()));
    }
    return tags;
}

}  // namespace

Result<std::vector<RunRow>> read_runs(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT id, name, folder, scheme, bits, created, note, tags, favourite, archived
        FROM runs ORDER BY name, id)sql"));
    return collect<RunRow>(select, [](const Statement& s) -> Result<RunRow> {
        STEPVAULT_ASSIGN(scheme, scheme_at(s, 3));
        return RunRow{.id = s.text(0),
                      .name = s.text(1),
                      .folder = s.text(2),
                      .scheme = scheme,
                      .bits = s.small_integer(4),
                      .created = s.real(5),
                      .labels = {.note = s.text(6),
                                 .tags = split_tags(as_text(s.bytes(7))),
                                 .favourite = s.integer(8) != 0,
                                 .archived = s.integer(9) != 0}};
    });
}

Result<std::vector<RunRevision>> read_revisions(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, "SELECT id, revision FROM runs ORDER BY name, id"));
    return collect<RunRevision>(select, [](const Statement& s) -> Result<RunRevision> {
        return RunRevision{s.text(0), s.integer(1)};
    });
}

Result<std::vector<CheckpointRow>> read_checkpoints(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT c.id, c.step, c.source, c.generation, c.scheme, c.bits, c.is_key, c.parent, c.original_bytes,
               c.stored_bytes, c.relative_error, c.max_abs_error, c.lag, c.has_loss, c.loss, c.saved, c.filed, c.format, c.files,
               c.weights_only
        FROM checkpoints c JOIN runs r ON c.run = r.key
        WHERE r.id = ? ORDER BY c.step, c.source, c.generation, c.id)sql"));
    select.bind_text(run_id);
    return collect<CheckpointRow>(select, [&](const Statement& s) { return checkpoint_at(s, run_id); });
}

Result<std::vector<StepSize>> read_step_sizes(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database,
                                                "SELECT id, stored_bytes, filed FROM checkpoints "
                                                "WHERE run = (SELECT key FROM runs WHERE id = ?)"));
    select.bind_text(run_id);
    return collect<StepSize>(select, [](const Statement& s) -> Result<StepSize> {
        return StepSize{s.text(0), s.unsigned_integer(1), s.real(2)};
    });
}

Result<std::map<std::string, std::int64_t>> read_steps_seen(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, "SELECT id, steps_seen FROM runs"));
    std::map<std::string, std::int64_t> seen;
    while (true) {
        STEPVAULT_ASSIGN(more, select.step());
        if (!more) return seen;
        seen.emplace(select.text(0), select.integer(1));
    }
}

Result<CheckpointTotals> read_checkpoint_totals(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT COUNT(*), SUM(original_bytes), SUM(stored_bytes), MAX(step), COALESCE(MAX(saved), 0)
        FROM checkpoints WHERE run = (SELECT key FROM runs WHERE id = ?))sql"));
    STEPVAULT_TRY(select.bind_text(run_id).step());
    CheckpointTotals totals{.checkpoints = select.unsigned_integer(0),
                            .original_bytes = select.unsigned_integer(1),
                            .stored_bytes = select.unsigned_integer(2),
                            .last_step = {},
                            .last_saved = select.real(4)};
    if (totals.checkpoints > 0) totals.last_step = select.integer(3);
    return totals;
}

Result<std::vector<double>> read_newest_saves(Database& database, const std::string& run_id,
                                              std::size_t count) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT saved FROM checkpoints WHERE run = (SELECT key FROM runs WHERE id = ?) AND saved <> 0
        ORDER BY saved DESC LIMIT ?)sql"));
    select.bind_text(run_id).bind(static_cast<std::int64_t>(count));
    return collect<double>(select, [](const Statement& s) -> Result<double> { return s.real(0); });
}

Result<std::vector<TensorRow>> read_tensors(Database& database, const std::string& run_id,
                                            const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT l.list, t.errors
        FROM runs r JOIN checkpoints c ON c.run = r.key
                    JOIN tensors t ON t.checkpoint = c.key
                    JOIN tensor_lists l ON l.key = t.list
        WHERE r.id = ? AND c.id = ?)sql"));
    STEPVAULT_ASSIGN(found, select.bind_text(run_id).bind_blob(checkpoint_id).step());
    if (!found) return std::vector<TensorRow>();
    auto tensors = decode_tensors(select.bytes(0), select.bytes(1));
    if (tensors) return tensors;
    auto error = std::move(tensors).error().within(database.path().native());
    error.message += ": run `stepvault reindex`";
    return error;
}

}  // namespace stepvault
