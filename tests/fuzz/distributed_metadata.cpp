#include "container/distributed_metadata.h"

#include "container/torch_distributed.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "unit/container/check_layout.h"

namespace fuzz_distributed_metadata {

using namespace stepvault;
using namespace stepvault::fuzz;

/// Also reads the files that the metadata refers to: the metadata's own bytes stand for each of them.
STEPVAULT_FUZZ_TARGET(distributed_metadata, data, size) {
    const ScratchInput input(as_bytes(data, size));
    const auto metadata = read_distributed_metadata(input.file(), size);
    if (!metadata) return;
    for (const auto& [name, items] : metadata->files) {
        const auto inspection = read_torch_distributed(input.file(), size, items);
        if (inspection && inspection->complete) require_nothing_wrong(check_layout(inspection->layout, size));
    }
}

}  // namespace fuzz_distributed_metadata
