#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/csv_source.h"

namespace fuzz_csv {

STEPVAULT_FUZZ_TARGET(csv, data, size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::CsvSource source(input.path());
    stepvault::fuzz::poll_to_end(source);
}

}  // namespace fuzz_csv
