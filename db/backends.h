// What a Library stands on in every program.
#pragma once

#include "library/catalog/backends.h"

namespace stepvault {

/// A catalog in SQLite in the vault's folder, where a damaged one is thrown away (Library::reindex makes it
/// again), and MLflow's databases.
Backends sqlite_backends();

}  // namespace stepvault
