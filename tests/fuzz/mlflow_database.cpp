#include "db/mlflow_database.h"

#include "base/atomic_file.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/scratch_folder.h"

using namespace stepvault;
using namespace stepvault::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ScratchFolder folder;
    const auto path = folder.path() / "mlflow.db";
    const auto bytes = as_bytes(data, size);
    if (!write_file_atomically(path, bytes)) return 0;
    for (const bool alone : {true, false})
        poll_to_end(*open_mlflow_database(path, folder.path() / "run", alone));
    const auto now = read_file(path, size);
    if (!now || *now != Bytes(bytes.begin(), bytes.end()))
        require_nothing_wrong("another program's database was changed");
    return 0;
}
