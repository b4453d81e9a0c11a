#include "db/catalog_connection.h"

#include <chrono>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include "db/catalog_schema.h"

namespace stepvault {

namespace {

constexpr std::chrono::milliseconds busy_timeout{5000};

bool may_write(const std::filesystem::path& path) {
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

bool may_write_folder_of(const std::filesystem::path& file) {
    return may_write(file.has_parent_path() ? file.parent_path() : ".");
}

std::optional<FileIdentity> identity_if_there(const std::filesystem::path& path) {
    auto identity = file_identity(path);
    return identity ? std::optional(*identity) : std::nullopt;
}

std::filesystem::path log_of(std::filesystem::path file) {
    return file += "-wal";
}

/// WAL lets readers go on during a write. On a file system without shared memory, such as a network file
/// system, SQLite either keeps its present mode, which works too, or fails.
Status ask_for_wal(Database& database) {
    // Switching the mode ignores busy_timeout if two processes do it at once.
    const auto until = std::chrono::steady_clock::now() + busy_timeout;
    while (true) {
        auto status = database.execute("PRAGMA journal_mode = WAL");
        if (status) return status;
        if (status.error().code == ErrorCode::io) return database.execute("PRAGMA journal_mode = DELETE");
        if (status.error().code != ErrorCode::locked || std::chrono::steady_clock::now() > until)
            return status;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

Status set_up(Database& database) {
    database.distrust_schema();
    const auto pragmas =
        "PRAGMA busy_timeout = " + std::to_string(busy_timeout.count()) + "; PRAGMA foreign_keys = ON";
    return database.execute(pragmas.c_str());
}

Result<Database> open_writable(const std::filesystem::path& file, CatalogConnection::Use use) {
    STEPVAULT_ASSIGN(database, Database::open(file, Database::Mode::create, catalog_way_out));
    STEPVAULT_TRY(set_up(database));
    // Check before changing anything: the file may be another program's, or a newer version's.
    STEPVAULT_TRY(examine_catalog(database));
    STEPVAULT_TRY(ask_for_wal(database));
    STEPVAULT_TRY(database.execute("PRAGMA synchronous = NORMAL"));
    STEPVAULT_TRY(prepare_catalog(database));
    if (use == CatalogConnection::Use::reading) STEPVAULT_TRY(database.execute("PRAGMA query_only = ON"));
    return std::move(database);
}

Result<Database> open_unchanging(const std::filesystem::path& file, Database::Mode mode) {
    STEPVAULT_ASSIGN(database, Database::open(file, mode, catalog_way_out));
    STEPVAULT_TRY(set_up(database));
    STEPVAULT_TRY(check_catalog(database));
    return std::move(database);
}

}  // namespace

CatalogConnection::CatalogConnection(Database database, Kind kind)
    : database_(std::make_unique<Database>(std::move(database))),
      kind_(kind),
      identity_(identity_if_there(database_->path())),
      log_identity_(identity_if_there(log_of(database_->path()))) {}

CatalogConnection::~CatalogConnection() {
    if (database_ && !is_current()) database_->leave_sidecars();
}

Result<CatalogConnection> CatalogConnection::open(const std::filesystem::path& file, CatalogAccess access,
                                                  Use use) {
    const bool folder_writable = may_write_folder_of(file);
    const auto known = file_identity(file);
    if (access == CatalogAccess::automatic && folder_writable && (!known || may_write(file))) {
        // SQLite would create the file by the umask; it takes an empty file for a new database.
        if (!known) (void)File::create(file, FileAccess::of_folder);
        STEPVAULT_ASSIGN(database, open_writable(file, use));
        return CatalogConnection(std::move(database), Kind::writable);
    }
    STEPVAULT_TRY(known);
    // Without its -shm file, which cannot be made in a read-only folder or on a full disk, a WAL database can
    // only be opened as immutable. If there is a -wal file, another process may be writing, so try the
    // ordinary way first.
    const auto log = identity_if_there(log_of(file));
    if (folder_writable || (log && log->size > 0)) {
        auto database = open_unchanging(file, Database::Mode::read_only);
        if (database) return CatalogConnection(*std::move(database), Kind::read_only);
        const auto code = database.error().code;
        const bool lacks_files = code == ErrorCode::no_space || code == ErrorCode::not_found;
        if ((folder_writable && !lacks_files) || code == ErrorCode::corrupt)
            return std::move(database).error();
    }
    STEPVAULT_ASSIGN(database, open_unchanging(file, Database::Mode::immutable));
    return CatalogConnection(std::move(database), Kind::immutable);
}

bool CatalogConnection::is_current() const {
    const auto now = identity_if_there(database_->path());
    if (kind_ == Kind::immutable) {
        return now == identity_ && identity_if_there(log_of(database_->path())) == log_identity_;
    }
    return now && identity_ && now->device == identity_->device && now->inode == identity_->inode;
}

}  // namespace stepvault
