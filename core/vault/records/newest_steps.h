#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "vault/format/step_meta.h"

namespace stepvault {

/// The checkpoints of a run from which training would resume: those of the highest step and those of the step
/// that was saved last.
class NewestSteps {
 public:
    explicit NewestSteps(std::span<const StepMeta> steps) {
        for (const auto& meta : steps) {
            last_ = std::max(last_, meta.step);
            saved_last_ = std::max(saved_last_, {meta.modified_ns, meta.step});
        }
    }
    [[nodiscard]] bool contain(const StepMeta& meta) const {
        return meta.step == last_ || meta.step == saved_last_.second;
    }

 private:
    std::int64_t last_ = 0;
    std::pair<std::int64_t, std::int64_t> saved_last_;  ///< time of saving, and the step
};

}  // namespace stepvault
