#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/trainer_state_source.h"

namespace fuzz_trainer_state {

STEPVAULT_FUZZ_TARGET(trainer_state, data, size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::TrainerStateSource source(input.path());
    stepvault::fuzz::poll_to_end(source);
}

}  // namespace fuzz_trainer_state
