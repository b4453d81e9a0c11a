// One prepared statement.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "db/database.h"

struct sqlite3_stmt;

namespace stepvault {

/// Must not outlive its Database, and is used by the same thread. Parameters are bound from left to right; if
/// a binding fails, the next step reports that.
class Statement {
 public:
    static Result<Statement> prepare(Database& database, std::string_view sql);

    Statement& bind(std::int64_t value);
    Statement& bind(std::uint32_t value) { return bind(std::int64_t{value}); }
    Statement& bind(std::uint64_t value);  ///< as the int64 with the same bits
    Statement& bind(bool value) { return bind(std::int64_t{value}); }
    Statement& bind(double value);  ///< NaN becomes NULL, which is what SQLite stores for it
    Statement& bind_text(std::string_view value);
    Statement& bind_blob(std::string_view value);  ///< any bytes; an empty value is an empty blob, not NULL
    Statement& bind_null();

    /// True if there is a row to read. After false, the statement is ready for new bindings.
    Result<bool> step();
    /// Runs a statement without rows once. The statement is then ready for new bindings.
    Status run();

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::uint64_t unsigned_integer(int column) const;
    [[nodiscard]] std::uint32_t small_integer(int column) const;
    [[nodiscard]] double real(int column) const;  ///< NULL is NaN
    [[nodiscard]] std::string text(int column) const { return std::string(as_text(bytes(column))); }
    /// TEXT or BLOB; valid until the next step.
    [[nodiscard]] ByteView bytes(int column) const;

 private:
    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };
    using Handle = std::unique_ptr<sqlite3_stmt, Finalize>;

    Statement(Handle handle, Database& database) : handle_(std::move(handle)), database_(&database) {}
    Statement& bound(int code);
    void reset();

    Handle handle_;
    Database* database_;  // not owned
    int next_ = 1;
    int binding_failure_ = 0;
};

}  // namespace stepvault
