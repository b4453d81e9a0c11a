#include "db/mlflow_database.h"

#include "fuzz/foreign_database_input.h"
#include "fuzz/target.h"

namespace fuzz_mlflow_database {

STEPVAULT_FUZZ_TARGET(mlflow_database, data, size) {
    stepvault::fuzz::read_foreign_database(stepvault::fuzz::as_bytes(data, size), "mlflow.db",
                                           stepvault::open_mlflow_database);
}

}  // namespace fuzz_mlflow_database
