#include "db/catalog_writes.h"

#include <sqlite3.h>

#include "base/checksum.h"
#include "db/series_writes.h"
#include "db/statement.h"
#include "db/tensor_list.h"

namespace stepvault {

namespace {

Status raise_revision(Database& database, std::int64_t run) {
    STEPVAULT_ASSIGN(update,
                     Statement::prepare(database, "UPDATE runs SET revision = revision + 1 WHERE key = ?"));
    return update.bind(run).run();
}

Result<std::int64_t> run_key(Database& database, const std::string& run_id) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, "SELECT key FROM runs WHERE id = ?"));
    STEPVAULT_ASSIGN(found, select.bind_text(run_id).step());
    if (found) return select.integer(0);
    return Error{ErrorCode::not_found, "run " + run_id + " is not in " + database.path().native()};
}

Result<std::int64_t> upsert_checkpoint(Database& database, std::int64_t run, const CheckpointRow& row) {
    STEPVAULT_ASSIGN(upsert, Statement::prepare(database, R"sql(
        INSERT INTO checkpoints (run, id, step, source, generation, scheme, bits, is_key, parent, original_bytes,
                                 stored_bytes, relative_error, max_abs_error, lag, has_loss, loss, saved, filed, format, files,
                                 weights_only)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (run, id) DO UPDATE SET
            step = excluded.step, source = excluded.source, generation = excluded.generation,
            scheme = excluded.scheme, bits = excluded.bits, is_key = excluded.is_key, parent = excluded.parent,
            original_bytes = excluded.original_bytes, stored_bytes = excluded.stored_bytes,
            relative_error = excluded.relative_error, max_abs_error = excluded.max_abs_error, lag = excluded.lag,
            has_loss = excluded.has_loss, loss = excluded.loss, saved = excluded.saved, filed = excluded.filed,
            format = excluded.format, files = excluded.files, weights_only = excluded.weights_only
        RETURNING key)sql"));
    upsert.bind(run).bind_blob(row.id).bind(row.step).bind_blob(row.source).bind(row.generation);
    upsert.bind_text(name_of(row.scheme)).bind(row.bits).bind(row.key).bind_blob(row.parent);
    upsert.bind(row.original_bytes)
        .bind(row.stored_bytes)
        .bind(row.relative_error)
        .bind(row.max_abs_error)
        .bind(row.lag);
    upsert.bind(row.loss.has_value());
    row.loss ? upsert.bind(*row.loss) : upsert.bind_null();
    upsert.bind(row.saved).bind(row.filed).bind_text(row.format).bind(row.files).bind(row.weights_only);
    STEPVAULT_ASSIGN(found, upsert.step());
    const auto key = found ? upsert.integer(0) : 0;
    STEPVAULT_TRY(upsert.step());
    return key;
}

Result<std::int64_t> tensor_list_key(Database& database, std::int64_t run, ByteView list) {
    const auto hash = xxh3(list);
    STEPVAULT_ASSIGN(
        select,
        Statement::prepare(database, "SELECT key FROM tensor_lists WHERE run = ? AND hash = ? AND list = ?"));
    STEPVAULT_ASSIGN(found, select.bind(run).bind(hash).bind_blob(as_text(list)).step());
    if (found) return select.integer(0);
    STEPVAULT_ASSIGN(
        insert, Statement::prepare(database, "INSERT INTO tensor_lists (run, hash, list) VALUES (?, ?, ?)"));
    STEPVAULT_TRY(insert.bind(run).bind(hash).bind_blob(as_text(list)).run());
    return sqlite3_last_insert_rowid(database.handle());
}

Status drop_unused_lists(Database& database, std::int64_t run) {
    STEPVAULT_ASSIGN(drop, Statement::prepare(database, R"sql(
        DELETE FROM tensor_lists WHERE run = ?
            AND NOT EXISTS (SELECT 1 FROM tensors WHERE tensors.list = tensor_lists.key))sql"));
    return drop.bind(run).run();
}

std::string join_tags(const std::set<std::string>& tags) {
    std::string joined;
    for (const auto& tag : tags)
        joined.append(joined.empty() ? "" : ",").append(tag);
    return joined;
}

}  // namespace

Status write_run(Database& database, const RunRow& run) {
    STEPVAULT_ASSIGN(upsert, Statement::prepare(database, R"sql(
        INSERT INTO runs (id, name, folder, scheme, bits, created, note, tags, favourite, archived)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, folder = excluded.folder, scheme = excluded.scheme,
                                       bits = excluded.bits, created = excluded.created, note = excluded.note,
                                       tags = excluded.tags, favourite = excluded.favourite,
                                       archived = excluded.archived, revision = revision + 1)sql"));
    upsert.bind_text(run.id).bind_blob(run.name).bind_blob(run.folder).bind_text(name_of(run.scheme));
    upsert.bind(run.bits).bind(run.created).bind_blob(run.labels.note).bind_blob(join_tags(run.labels.tags));
    return upsert.bind(run.labels.favourite).bind(run.labels.archived).run();
}

Status write_steps_seen(Database& database, const std::map<std::string, std::int64_t>& modified_ns) {
    STEPVAULT_ASSIGN(update, Statement::prepare(database, "UPDATE runs SET steps_seen = ? WHERE id = ?"));
    for (const auto& [run_id, modified] : modified_ns)
        STEPVAULT_TRY(update.bind(modified).bind_text(run_id).run());
    return {};
}

Status write_checkpoint(Database& database, const CheckpointRow& checkpoint,
                        const std::vector<TensorRow>& tensors) {
    STEPVAULT_ASSIGN(run, run_key(database, checkpoint.run_id));
    STEPVAULT_ASSIGN(key, upsert_checkpoint(database, run, checkpoint));
    STEPVAULT_TRY(raise_revision(database, run));
    STEPVAULT_ASSIGN(list, tensor_list_key(database, run, encode_tensor_list(tensors)));
    STEPVAULT_ASSIGN(
        replace, Statement::prepare(
                     database, "INSERT OR REPLACE INTO tensors (checkpoint, list, errors) VALUES (?, ?, ?)"));
    STEPVAULT_TRY(replace.bind(key).bind(list).bind_blob(as_text(encode_tensor_errors(tensors))).run());
    return drop_unused_lists(database, run);
}

Status delete_checkpoint(Database& database, const std::string& run_id, const std::string& id) {
    auto run = run_key(database, run_id);
    if (!run && run.error().code == ErrorCode::not_found) return {};
    STEPVAULT_TRY(run);
    STEPVAULT_ASSIGN(remove,
                     Statement::prepare(database, "DELETE FROM checkpoints WHERE run = ? AND id = ?"));
    STEPVAULT_TRY(remove.bind(*run).bind_blob(id).run());
    STEPVAULT_TRY(raise_revision(database, *run));
    return drop_unused_lists(database, *run);
}

Status write_metrics(Database& database, const std::string& run_id, const std::vector<SeriesChange>& changes,
                     std::uint64_t before, std::uint64_t end) {
    STEPVAULT_ASSIGN(run, run_key(database, run_id));
    STEPVAULT_ASSIGN(
        advance,
        Statement::prepare(
            database,
            "UPDATE runs SET metrics_end = ?, revision = revision + 1 WHERE key = ? AND metrics_end = ?"));
    STEPVAULT_TRY(advance.bind(end).bind(run).bind(before).run());
    if (sqlite3_changes64(database.handle()) == 0) {
        return Error{ErrorCode::changed, "another process changed the curves of run " + run_id + " in " +
                                             database.path().native()};
    }
    for (const auto& change : changes)
        STEPVAULT_TRY(write_series(database, run, change));
    return {};
}

}  // namespace stepvault
