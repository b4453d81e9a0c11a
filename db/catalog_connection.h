// One connection to the catalog, set up and checked.
#pragma once

#include <filesystem>
#include <optional>

#include "base/file.h"
#include "db/database.h"
#include "db/sqlite_catalog.h"

namespace stepvault {

/// Not thread-safe. The file may be removed and made again under an open connection
/// (discard_sqlite_catalog()), by this or another process. is_current() detects that, and the owner opens a
/// new connection.
class CatalogConnection {
 public:
    enum class Use { reading, writing };
    static Result<CatalogConnection> open(const std::filesystem::path& file, CatalogAccess access, Use use);

    CatalogConnection(CatalogConnection&&) noexcept = default;
    CatalogConnection& operator=(CatalogConnection&&) = delete;
    ~CatalogConnection();

    [[nodiscard]] Database& database() { return *database_; }
    [[nodiscard]] bool writable() const { return kind_ == Kind::writable; }
    [[nodiscard]] bool is_current() const;

 private:
    enum class Kind { writable, read_only, immutable };
    CatalogConnection(Database database, Kind kind);

    std::unique_ptr<Database> database_;  // null once moved from
    Kind kind_;
    std::optional<FileIdentity> identity_;
    std::optional<FileIdentity> log_identity_;  // of the -wal file
};

}  // namespace stepvault
