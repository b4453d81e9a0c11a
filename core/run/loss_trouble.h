// Finds where a loss went wrong, and whether it recovered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

struct LossValue {
    std::int64_t step = 0;
    double value = 0;
};

/// The time from a loss's first bad value to its recovery.
struct LossTrouble {
    std::int64_t step = 0;  ///< of the first bad value
    bool finite = true;     ///< false if a value was NaN or infinite
    bool over = false;      ///< the loss recovered
};

/// `losses`: by ascending step. Trouble begins at a value that is not finite, or that exceeds the median of
/// the 20 good values before it by 8 times their spread (1.4826 times the median deviation) and by half of
/// the total decrease of the loss, but at least by a tenth of the median. Trouble ends after 5 good values in
/// a row. Returns troubles in order.
std::vector<LossTrouble> find_loss_troubles(std::span<const LossValue> losses);

}  // namespace stepvault
