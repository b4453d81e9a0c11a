#include "db/trackio_database.h"

#include "base/atomic_file.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/target.h"

namespace fuzz_trackio_database {

using namespace stepvault;
using namespace stepvault::fuzz;

STEPVAULT_FUZZ_TARGET(trackio_database, data, size) {
    static const ScratchFolder folder;
    const auto path = folder.path() / "project.db";
    const auto bytes = as_bytes(data, size);
    if (!write_file_atomically(path, bytes)) return;
    for (const bool alone : {true, false}) {
        const auto source = open_trackio_database(path, folder.path() / "run", alone);
        poll_to_end(*source);
        (void)source->hyperparameters();
    }
    const auto now = read_file(path, size);
    if (!now || *now != Bytes(bytes.begin(), bytes.end()))
        require_nothing_wrong("another program's database was changed");
}

}  // namespace fuzz_trackio_database
