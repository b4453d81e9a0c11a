#include "db/statement.h"

#include <bit>
#include <cmath>
#include <limits>
#include <sqlite3.h>

namespace stepvault {

namespace {

/// SQLite binds NULL for a null pointer, whatever the length.
const char* never_null(std::string_view value) {
    return value.data() != nullptr ? value.data() : "";
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* handle) const {
    sqlite3_finalize(handle);
}

Result<Statement> Statement::prepare(Database& database, std::string_view sql) {
    sqlite3_stmt* raw = nullptr;
    const int code =
        sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    Statement statement(Handle(raw), database);
    if (code != SQLITE_OK) return database.failure("use");
    return statement;
}

Statement& Statement::bound(int code) {
    if (code != SQLITE_OK) binding_failure_ = code;
    ++next_;
    return *this;
}

Statement& Statement::bind(std::int64_t value) {
    return bound(sqlite3_bind_int64(handle_.get(), next_, value));
}

Statement& Statement::bind(std::uint64_t value) {
    return bind(std::bit_cast<std::int64_t>(value));
}

Statement& Statement::bind(double value) {
    if (std::isnan(value)) return bind_null();
    return bound(sqlite3_bind_double(handle_.get(), next_, value));
}

Statement& Statement::bind_text(std::string_view value) {
    return bound(sqlite3_bind_text64(handle_.get(), next_, never_null(value), value.size(), SQLITE_TRANSIENT,
                                     SQLITE_UTF8));
}

Statement& Statement::bind_blob(std::string_view value) {
    return bound(
        sqlite3_bind_blob64(handle_.get(), next_, never_null(value), value.size(), SQLITE_TRANSIENT));
}

Statement& Statement::bind_null() {
    return bound(sqlite3_bind_null(handle_.get(), next_));
}

Result<bool> Statement::step() {
    if (binding_failure_ != SQLITE_OK) {
        Error error{binding_failure_ == SQLITE_TOOBIG ? ErrorCode::limit : ErrorCode::io,
                    "cannot use " + database_->path().native() + ": " + sqlite3_errstr(binding_failure_)};
        reset();
        return error;
    }
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) {
        reset();
        return false;
    }
    auto error = database_->failure("use");
    reset();
    return error;
}

Status Statement::run() {
    STEPVAULT_ASSIGN(row, step());
    if (row) reset();
    return {};
}

void Statement::reset() {
    sqlite3_reset(handle_.get());
    next_ = 1;
    binding_failure_ = SQLITE_OK;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
}

std::uint64_t Statement::unsigned_integer(int column) const {
    return std::bit_cast<std::uint64_t>(integer(column));
}

std::uint32_t Statement::small_integer(int column) const {
    return static_cast<std::uint32_t>(integer(column));
}

double Statement::real(int column) const {
    if (sqlite3_column_type(handle_.get(), column) == SQLITE_NULL)
        return std::numeric_limits<double>::quiet_NaN();
    return sqlite3_column_double(handle_.get(), column);
}

ByteView Statement::bytes(int column) const {
    const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(handle_.get(), column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

}  // namespace stepvault
