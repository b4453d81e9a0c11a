// Runs a test on each set of vector instructions that this CPU has.
#pragma once

#include <cstdint>
#include <hwy/targets.h>

namespace stepvault::test {

template <class F>
void on_every_target(F&& f) {
    hwy::SetSupportedTargetsForTest(0);
    const auto supported = hwy::SupportedTargets();
    for (auto left = supported; left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        f(hwy::TargetName(left & -left));
    }
    hwy::SetSupportedTargetsForTest(0);
}

}  // namespace stepvault::test
