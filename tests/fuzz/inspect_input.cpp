#include "fuzz/inspect_input.h"

#include "container/inspect.h"
#include "container/object_reader.h"
#include "fuzz/scratch_input.h"
#include "unit/container/check_layout.h"

namespace stepvault::fuzz {

void inspect_input(ByteView bytes, const std::string& name) {
    const ScratchInput input(bytes, name);
    const auto inspection = inspect(input.file());
    if (!inspection) require_nothing_wrong(inspection.error().message);
    if (inspection->complete) require_nothing_wrong(check_layout(inspection->layout, bytes.size()));
    (void)read_objects(input.file(), {});
}

}  // namespace stepvault::fuzz
