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

/// For short reading; nothing on the disk is changed or made, beside the database neither. Queries see no
/// views, take no long text, and all of them together end after a fixed amount of work
/// (ErrorCode::io). Not thread-safe.
class ForeignDatabase {
 public:
    /// Differs from an earlier answer when anyone has written to the database or to its -wal file.
    static Result<FileIdentity> version(const std::filesystem::path& file);

    /// ErrorCode::corrupt for what is no database.
    static Result<ForeignDatabase> open(const std::filesystem::path& file);

    [[nodiscard]] Database& database() { return database_; }
    /// True where `columns` of `table` are as they were stored: no view, virtual table or generated column.
    Result<bool> has(std::string_view table, std::span<const std::string_view> columns);
    /// ErrorCode::changed where the database was written to, so that what was read may be of two states.
    Status end();

 private:
    ForeignDatabase(Database database, FileIdentity version, bool guarded);

    Database database_;
    FileIdentity version_;
    bool guarded_;                              ///< locks keep it in one state
    std::unique_ptr<std::uint64_t> work_left_;  ///< known to the connection
};

}  // namespace stepvault
