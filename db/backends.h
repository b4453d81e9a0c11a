// The backends that every program gives to its LocalVault.
#pragma once

#include "library/catalog/backends.h"

namespace stepvault {

/// A SQLite catalog in the vault's folder, and the databases of MLflow and Trackio. A damaged catalog is
/// deleted; Maintenance::reindex() rebuilds it.
Backends sqlite_backends();

}  // namespace stepvault
