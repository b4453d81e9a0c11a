#pragma once

#include "db/database.h"

namespace stepvault {

/// Rolled back by the destructor unless committed. Lives no longer than its Database.
class Transaction {
 public:
    enum class Kind {
        writing,  ///< the lock is taken, or waited for, at once
        reading,  ///< several queries see one state
    };
    static Result<Transaction> begin(Database& database, Kind kind = Kind::writing);
    Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Status commit();

 private:
    explicit Transaction(Database& database) : database_(&database) {}

    Database* database_;  // not owned; null once over
};

}  // namespace stepvault
