#include "db/transaction.h"

namespace stepvault {

Result<Transaction> Transaction::begin(Database& database, Kind kind) {
    STEPVAULT_TRY(database.execute(kind == Kind::writing ? "BEGIN IMMEDIATE" : "BEGIN"));
    return Transaction(database);
}

Transaction::~Transaction() {
    // Some failures (a full disk) have rolled back already. ROLLBACK then fails, and nothing is lost.
    if (database_ != nullptr) (void)database_->execute("ROLLBACK");
}

Status Transaction::commit() {
    STEPVAULT_TRY(database_->execute("COMMIT"));
    database_ = nullptr;
    return {};
}

}  // namespace stepvault
