// One connection to a SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;

namespace stepvault {

/// Owns the connection. Not thread-safe: threads that share a Database need a mutex.
class Database {
 public:
    enum class Mode {
        create,     ///< reads and writes; makes the file if it is missing
        read_only,  ///< may still make the -shm file of a WAL database
        spectator,  ///< read_only, for a WAL database that others have open: leaves their -shm file unchanged
        immutable,  ///< for read-only media: takes no lock and ignores a -wal file
    };
    /// SQLite opens lazily: if the file is not a database, the first statement fails with ErrorCode::corrupt.
    /// `way_out`: advice for that error's message.
    static Result<Database> open(const std::filesystem::path& file, Mode mode, std::string way_out = {});

    /// Runs one or more statements that return no rows.
    Status execute(const char* sql);
    /// The first column of the first row, for pragmas and counts.
    Result<std::int64_t> query_integer(std::string_view sql);

    /// Protects against a hostile schema: disables views and triggers, and lets the schema call only harmless
    /// functions.
    void distrust_schema();

    /// Makes closing leave the -wal and -shm files alone. SQLite would remove them by name, and by then that
    /// name may belong to another database's files.
    void leave_sidecars();

    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// The connection's last failure, as "cannot <action> <file>: reason".
    [[nodiscard]] Error failure(std::string_view action) const;

 private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    using Handle = std::unique_ptr<sqlite3, Close>;

    Database(Handle handle, std::filesystem::path path, std::string way_out)
        : handle_(std::move(handle)), path_(std::move(path)), way_out_(std::move(way_out)) {}

    Handle handle_;
    std::filesystem::path path_;
    std::string way_out_;
};

}  // namespace stepvault
