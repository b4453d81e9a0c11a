#include "db/trackio_database.h"

#include "fuzz/foreign_database_input.h"
#include "fuzz/target.h"

namespace fuzz_trackio_database {

STEPVAULT_FUZZ_TARGET(trackio_database, data, size) {
    stepvault::fuzz::read_foreign_database(stepvault::fuzz::as_bytes(data, size), "project.db",
                                           stepvault::open_trackio_database);
}

}  // namespace fuzz_trackio_database
