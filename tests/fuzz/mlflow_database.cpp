#include "db/mlflow_database.h"

#include "base/atomic_file.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/target.h"

namespace fuzz_mlflow_database {

using namespace stepvault;
using namespace stepvault::fuzz;

STEPVAULT_FUZZ_TARGET(mlflow_database, data, size) {
    static const ScratchFolder folder;
    const auto path = folder.path() / "mlflow.db";
    const auto bytes = as_bytes(data, size);
    if (!write_file_atomically(path, bytes)) return;
    for (const bool alone : {true, false})
        poll_to_end(*open_mlflow_database(path, folder.path() / "run", alone));
    const auto now = read_file(path, size);
    if (!now || *now != Bytes(bytes.begin(), bytes.end()))
        require_nothing_wrong("another program's database was changed");
}

}  // namespace fuzz_mlflow_database
