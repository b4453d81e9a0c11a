#include "container/zarr_array.h"

#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "unit/container/check_layout.h"

namespace fuzz_zarr_array {

using namespace stepvault;
using namespace stepvault::fuzz;

STEPVAULT_FUZZ_TARGET(zarr_array, data, size) {
    const auto bytes = as_bytes(data, size);
    const ScratchInput input(bytes);
    const auto array = read_zarr_array(input.file(), size);
    if (!array) return;
    for (const auto* name : {"0", "0.0", "0/0", "1.0.7"}) {
        if (!array->has_chunk(name)) continue;
        const auto chunk = inspect_zarr_chunk(*array, name, array->chunk_bytes, "w");
        require_nothing_wrong(check_layout(chunk.layout, array->chunk_bytes));
    }
}

}  // namespace fuzz_zarr_array
