// Another program's database, which may be in use, damaged or hostile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "base/file.h"
#include "db/database.h"

namespace stepvault {

/// For short reads. Changes no file and makes none, not even beside the database. Queries see no views,
/// accept no long text, and share a fixed limit of work, beyond which they fail with ErrorCode::io. Not
/// thread-safe.
class ForeignDatabase {
 public:
    /// Differs from an earlier result if anyone has written to the database or to its -wal file.
    static Result<FileIdentity> version(const std::filesystem::path& file);

    /// ErrorCode::corrupt if the file is not a database.
    static Result<ForeignDatabase> open(const std::filesystem::path& file);

    [[nodiscard]] Database& database() { return database_; }
    /// True if `table` is an ordinary table that stores all of `columns`: no view, no virtual table, no
    /// generated columns.
    Result<bool> has(std::string_view table, std::span<const std::string_view> columns);
    /// Ends the reading. ErrorCode::changed if the database was written to meanwhile, so that the results may
    /// come from two states.
    Status end();

 private:
    ForeignDatabase(Database database, FileIdentity version, bool guarded);

    Database database_;
    FileIdentity version_;
    bool guarded_;                              ///< locks keep the database in one state
    std::unique_ptr<std::uint64_t> work_left_;  ///< the connection's progress handler has its address
};

}  // namespace stepvault
