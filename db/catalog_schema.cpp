#include "db/catalog_schema.h"

#include <string>

#include "db/statement.h"
#include "db/transaction.h"

namespace stepvault {

namespace {

constexpr std::int64_t application_id = 0x53564C54;  // "SVLT"

constexpr const char* tables = R"sql(
CREATE TABLE runs (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name BLOB NOT NULL,
    folder BLOB NOT NULL,
    scheme TEXT NOT NULL,
    bits INTEGER NOT NULL,
    created REAL,
    note BLOB NOT NULL,
    -- Separated by commas, which no tag has.
    tags BLOB NOT NULL,
    favourite INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    metrics_end INTEGER NOT NULL DEFAULT 0,
    steps_seen INTEGER NOT NULL DEFAULT 0,
    -- Raised with each change of the run; begins at random, so that it differs after the catalog is rebuilt.
    revision INTEGER NOT NULL DEFAULT (random() >> 2)
) STRICT;

CREATE TABLE checkpoints (
    key INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    id BLOB NOT NULL,
    step INTEGER NOT NULL,
    source BLOB NOT NULL,
    generation INTEGER NOT NULL,
    scheme TEXT NOT NULL,
    bits INTEGER NOT NULL,
    is_key INTEGER NOT NULL,
    parent BLOB NOT NULL,
    original_bytes INTEGER NOT NULL,
    stored_bytes INTEGER NOT NULL,
    relative_error REAL,
    max_abs_error REAL,
    lag REAL,
    has_loss INTEGER NOT NULL,
    loss REAL,
    saved REAL,
    filed REAL,
    format TEXT NOT NULL,
    files INTEGER NOT NULL,
    weights_only INTEGER NOT NULL,
    UNIQUE (run, id)
) STRICT;

-- What the tensors of a run's checkpoints have in common; nearly always one row for a whole run.
CREATE TABLE tensor_lists (
    key INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    hash INTEGER NOT NULL,
    list BLOB NOT NULL
) STRICT;
CREATE INDEX tensor_lists_by_hash ON tensor_lists (run, hash);

-- The tensors of one checkpoint: a list, and its tensors' errors in the same order.
CREATE TABLE tensors (
    checkpoint INTEGER PRIMARY KEY REFERENCES checkpoints ON DELETE CASCADE,
    list INTEGER NOT NULL REFERENCES tensor_lists,
    errors BLOB NOT NULL
) STRICT;
CREATE INDEX tensors_by_list ON tensors (list);

CREATE TABLE series (
    key INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    tag BLOB NOT NULL,
    points INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    last_value REAL,
    UNIQUE (run, tag)
) STRICT;

-- A curve, some hundred points a row: a query for a chart reads only summaries where it can.
CREATE TABLE blocks (
    key INTEGER PRIMARY KEY,
    series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
    first_step INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    points INTEGER NOT NULL,
    summary BLOB NOT NULL,
    UNIQUE (series, first_step)
) STRICT;

-- Beside the summaries, which would lie far apart otherwise.
CREATE TABLE block_points (
    block INTEGER PRIMARY KEY REFERENCES blocks ON DELETE CASCADE,
    points BLOB NOT NULL
) STRICT;
)sql";

Error unsupported(const Database& database, const std::string& what) {
    return {ErrorCode::unsupported, database.path().native() + " " + what};
}

/// True if the tables are exactly those that this version makes.
Result<bool> has_our_tables(Database& database) {
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT count(*) = 9 AND min(instr(?1, sql)) > 0 FROM sqlite_schema WHERE sql IS NOT NULL)sql"));
    STEPVAULT_TRY(select.bind_text(tables).step());
    return select.integer(0) != 0;
}

/// The file's version, after checking that the file is a catalog or empty.
Result<std::int64_t> version_of(Database& database) {
    // One statement sees one snapshot: another process may be making the catalog just now.
    STEPVAULT_ASSIGN(select, Statement::prepare(database, R"sql(
        SELECT (SELECT count(*) FROM sqlite_schema), (SELECT application_id FROM pragma_application_id),
               (SELECT user_version FROM pragma_user_version))sql"));
    STEPVAULT_TRY(select.step());
    const auto entries = select.integer(0);
    const auto id = select.integer(1);
    const auto version = select.integer(2);
    const bool is_foreign = id != application_id && (id != 0 || version != 0 || entries != 0);
    if (is_foreign || version > catalog_version) {
        STEPVAULT_ASSIGN(ours, has_our_tables(database));
        if (ours)
            return Error{ErrorCode::corrupt, database.path().native() + " is damaged: " + catalog_way_out};
    }
    if (is_foreign) return unsupported(database, "is a database of another program: move it away");
    if (version > catalog_version) {
        return unsupported(database, "was written by a newer version of Stepvault (catalog version " +
                                         std::to_string(version) + "): update Stepvault");
    }
    if (version < catalog_version && entries != 0) {
        return Error{
            ErrorCode::corrupt,
            database.path().native() + " was written by an older version of Stepvault: " + catalog_way_out};
    }
    return version;
}

Status check_tables(Database& database) {
    STEPVAULT_ASSIGN(ours, has_our_tables(database));
    if (ours) return {};
    return Error{ErrorCode::corrupt,
                 database.path().native() + " does not have the expected tables: " + catalog_way_out};
}

}  // namespace

Status examine_catalog(Database& database) {
    STEPVAULT_TRY(version_of(database));
    return {};
}

Status prepare_catalog(Database& database) {
    STEPVAULT_ASSIGN(seen, version_of(database));
    if (seen < catalog_version) {
        STEPVAULT_ASSIGN(transaction, Transaction::begin(database));
        // Another process may have made the tables while this one waited for the lock.
        STEPVAULT_ASSIGN(version, version_of(database));
        if (version < catalog_version) STEPVAULT_TRY(database.execute(tables));
        const auto marks = "PRAGMA application_id = " + std::to_string(application_id) +
                           "; PRAGMA user_version = " + std::to_string(catalog_version);
        STEPVAULT_TRY(database.execute(marks.c_str()));
        STEPVAULT_TRY(transaction.commit());
    }
    return check_tables(database);
}

Status check_catalog(Database& database) {
    STEPVAULT_TRY(version_of(database));
    return check_tables(database);
}

}  // namespace stepvault
