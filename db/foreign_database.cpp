#include "db/foreign_database.h"

#include <algorithm>
#include <array>
#include <sqlite3.h>
#include <system_error>

#include "db/statement.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int patience_ms = 500;
/// Longest row, text or blob, bytes; the longest in MLflow's own databases has 8000 characters.
constexpr int longest_value = 1 << 20;
constexpr int longest_pattern = 100;
constexpr int work_step = 10'000;  // in SQLite's instructions
constexpr std::uint64_t most_work = 10'000;

fs::path beside(fs::path file, const char* suffix) {
    return file += suffix;
}

/// Bytes 18 and 19 of the file's header are 2 in WAL mode. If the file cannot be read, opening it reports
/// that.
bool is_in_wal_mode(const fs::path& path) {
    std::array<std::byte, 20> header{};
    const auto file = File::open_read(path);
    return file && file->read_exact(0, header) && header[18] == std::byte{2};
}

Database::Mode mode_for(const fs::path& file) {
    if (!is_in_wal_mode(file)) return Database::Mode::read_only;
    std::error_code ec;
    const auto log = fs::file_size(beside(file, "-wal"), ec);
    // Any other mode would make these files if they are missing.
    if (ec || log == 0 || !fs::exists(beside(file, "-shm"), ec)) return Database::Mode::immutable;
    return Database::Mode::spectator;
}

int count_work(void* left) {
    auto& steps = *static_cast<std::uint64_t*>(left);
    if (steps == 0) return 1;
    --steps;
    return 0;
}

}  // namespace

Result<FileIdentity> ForeignDatabase::version(const fs::path& file) {
    STEPVAULT_ASSIGN(version, file_identity(file));
    if (const auto log = file_identity(beside(file, "-wal"))) {
        version.size += log->size;
        version.modified_ns = std::max(version.modified_ns, log->modified_ns);
        version.changed_ns = std::max(version.changed_ns, log->changed_ns);
    }
    return version;
}

ForeignDatabase::ForeignDatabase(Database database, FileIdentity version, bool guarded)
    : database_(std::move(database)),
      version_(version),
      guarded_(guarded),
      work_left_(std::make_unique<std::uint64_t>(most_work)) {
    auto* handle = database_.handle();
    database_.leave_sidecars();
    database_.distrust_schema();
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longest_pattern);
    sqlite3_progress_handler(handle, work_step, count_work, work_left_.get());
    sqlite3_busy_timeout(handle, patience_ms);
}

Result<ForeignDatabase> ForeignDatabase::open(const fs::path& file) {
    STEPVAULT_ASSIGN(version, ForeignDatabase::version(file));
    const auto mode = mode_for(file);
    STEPVAULT_ASSIGN(database, Database::open(file, mode));
    ForeignDatabase foreign(std::move(database), version, mode != Database::Mode::immutable);
    // Do not map the file: if a mapped file shrinks, the process dies.
    STEPVAULT_TRY(foreign.database().execute("PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; BEGIN"));
    STEPVAULT_TRY(foreign.database().query_integer("SELECT count(*) FROM sqlite_schema"));
    return foreign;
}

Result<bool> ForeignDatabase::has(std::string_view table, std::span<const std::string_view> columns) {
    STEPVAULT_ASSIGN(select_table,
                     Statement::prepare(database_,
                                        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? "
                                        "AND rootpage > 0"));
    STEPVAULT_ASSIGN(is_table, select_table.bind_text(table).step());
    if (!is_table) return false;
    STEPVAULT_ASSIGN(select_column, Statement::prepare(database_,
                                                       "SELECT hidden FROM pragma_table_xinfo(?) "
                                                       "WHERE name = ?"));
    for (const auto column : columns) {
        STEPVAULT_ASSIGN(found, select_column.bind_text(table).bind_text(column).step());
        if (!found || select_column.integer(0) != 0) return false;
        STEPVAULT_TRY(select_column.step());
    }
    return true;
}

Status ForeignDatabase::end() {
    STEPVAULT_TRY(database_.execute("ROLLBACK"));
    if (guarded_) return {};
    STEPVAULT_ASSIGN(now, version(database_.path()));
    if (now == version_) return {};
    return Error{ErrorCode::changed, database_.path().native() + " was written to while it was read"};
}

}  // namespace stepvault
