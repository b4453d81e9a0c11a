#include "db/database.h"

#include <sqlite3.h>
#include <string>
#include <utility>

#include "db/statement.h"

namespace stepvault {

namespace {

/// Makes a file: URI. Escapes every byte that could have a meaning in a URI, so that paths in any encoding
/// work.
std::string uri_of(const std::filesystem::path& file, std::string_view query) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : file.native()) {
        if (plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += {'%', hex[byte >> 4], hex[byte & 0xF]};
        }
    }
    return uri.append(query);
}

ErrorCode code_of(int primary) {
    switch (primary) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return ErrorCode::corrupt;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return ErrorCode::locked;
        case SQLITE_FULL:
            return ErrorCode::no_space;
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return ErrorCode::permission;
        case SQLITE_TOOBIG:
            return ErrorCode::limit;
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
            return ErrorCode::invalid_argument;
        default:
            return ErrorCode::io;
    }
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Result<Database> Database::open(const std::filesystem::path& file, Mode mode, std::string way_out) {
    // Absolute, so that no name can be taken for a "file:" URI or for ":memory:".
    std::error_code ec;
    const auto absolute = std::filesystem::absolute(file, ec);
    if (ec) return system_error(ec.value(), "open", file.native());
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    auto name = absolute.native();
    if (mode == Mode::immutable) name = uri_of(absolute, "?immutable=1");
    if (mode == Mode::spectator) name = uri_of(absolute, "?readonly_shm=1");
    if (mode == Mode::immutable || mode == Mode::spectator) flags |= SQLITE_OPEN_URI;

    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
    Database database(Handle(raw), file, std::move(way_out));
    if (code != SQLITE_OK) return database.failure("open");
    return database;
}

Status Database::execute(const char* sql) {
    if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return failure("use");
    return {};
}

Result<std::int64_t> Database::query_integer(std::string_view sql) {
    STEPVAULT_ASSIGN(statement, Statement::prepare(*this, sql));
    STEPVAULT_ASSIGN(found, statement.step());
    return found ? statement.integer(0) : 0;
}

void Database::distrust_schema() {
    for (const int option : {SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
                             SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER}) {
        sqlite3_db_config(handle(), option, option == SQLITE_DBCONFIG_DEFENSIVE ? 1 : 0,
                          static_cast<int*>(nullptr));
    }
}

void Database::leave_sidecars() {
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, static_cast<int*>(nullptr));
}

Error Database::failure(std::string_view action) const {
    if (!handle_)
        return {ErrorCode::io, "cannot " + std::string(action) + " " + path_.native() + ": out of memory"};
    const int primary = sqlite3_errcode(handle()) & 0xFF;
    const int system = sqlite3_system_errno(handle());
    if ((primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR) && system != 0) {
        return system_error(system, action, path_.native());
    }
    // Our own statements never change, so SQLITE_ERROR means that our own file is damaged.
    const bool is_own = !way_out_.empty();
    Error error{is_own && primary == SQLITE_ERROR ? ErrorCode::corrupt : code_of(primary),
                "cannot " + std::string(action) + " " + path_.native() + ": " + sqlite3_errmsg(handle())};
    if (error.code == ErrorCode::corrupt && !way_out_.empty()) error.message += "; " + way_out_;
    return error;
}

}  // namespace stepvault
