#include "container/distributed_metadata.h"

#include "container/torch_distributed.h"
#include "fuzz/scratch_input.h"
#include "unit/container/check_layout.h"

using namespace stepvault;
using namespace stepvault::fuzz;

/// Files that the metadata places items in are read, too: as if each were the metadata's own bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ScratchInput input(as_bytes(data, size));
    const auto metadata = read_distributed_metadata(input.file(), size);
    if (!metadata) return 0;
    for (const auto& [name, items] : metadata->files) {
        const auto inspection = read_torch_distributed(input.file(), size, items);
        if (inspection && inspection->complete) require_nothing_wrong(check_layout(inspection->layout, size));
    }
    return 0;
}
