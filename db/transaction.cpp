#include "db/transaction.h"

namespace stepvault {

Result<Transaction> Transaction::begin(Database& database) {
    STEPVAULT_TRY(database.execute("BEGIN IMMEDIATE"));
    return Transaction(database);
}

Transaction::~Transaction() {
    // Some failures (a full disk) have rolled back already; then this says so, and nothing is lost.
    if (database_ != nullptr) (void)database_->execute("ROLLBACK");
}

Status Transaction::commit() {
    STEPVAULT_TRY(database_->execute("COMMIT"));
    database_ = nullptr;
    return {};
}

}  // namespace stepvault
