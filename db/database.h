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

/// Owns the connection. Not thread-safe: one thread at a time, so a mutex beside it where several use it.
class Database {
 public:
    enum class Mode {
        create,     ///< reading and writing, made if missing
        read_only,  ///< may still make the -shm file of a WAL database
        spectator,  ///< read_only, for a WAL database that others have open: their -shm file stays as it is
        immutable,  ///< for read-only media: takes no lock and looks at no -wal file
    };
    /// SQLite opens lazily: a file that is no database shows at the first statement, as ErrorCode::corrupt.
    /// `way_out`: what to do about that, for the error's message.
    static Result<Database> open(const std::filesystem::path& file, Mode mode, std::string way_out = {});

    /// One or more statements that answer nothing.
    Status execute(const char* sql);
    /// First column of the first row, for pragmas and counts.
    Result<std::int64_t> query_integer(std::string_view sql);

    /// Whoever wrote the file gets nothing run by its schema: views and triggers are out of use, and
    /// functions in it do no harm.
    void distrust_schema();

    /// Closing leaves the -wal and -shm files alone. SQLite removes them by name, which by then may be
    /// another database's.
    void leave_sidecars();

    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// The connection's last failure as "cannot <action> <file>: reason".
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
