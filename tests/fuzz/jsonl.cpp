#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/jsonl_source.h"

namespace fuzz_jsonl {

STEPVAULT_FUZZ_TARGET(jsonl, data, size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::JsonlSource source(input.path());
    stepvault::fuzz::poll_to_end(source);
}

}  // namespace fuzz_jsonl
