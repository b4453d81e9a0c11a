#pragma once

#include "db/database.h"

namespace stepvault {

/// The destructor rolls the transaction back unless it was committed. Must not outlive its Database.
class Transaction {
 public:
    enum class Kind {
        writing,  ///< takes the lock at once, or waits for it
        reading,  ///< several queries see one state
    };
    static Result<Transaction> begin(Database& database, Kind kind = Kind::writing);
    Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Status commit();

 private:
    explicit Transaction(Database& database) : database_(&database) {}

    Database* database_;  // not owned; null after commit() or a move
};

}  // namespace stepvault
