// Where a loss went wrong, and whether it came back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

struct LossValue {
    std::int64_t step = 0;
    double value = 0;
};

/// From where the loss goes wrong to where it is good again.
struct LossTrouble {
    std::int64_t step = 0;  ///< of the first value that is wrong
    bool finite = true;     ///< else NaN or infinite
    bool over = false;      ///< the loss came back to where it was
};

/// `losses`: by ascending step. Trouble begins at a value that is not finite, or that exceeds the median of
/// the 20 good ones before it by 8 times their spread (1.4826 times the median deviation) and by half of what
/// the loss has fallen in all; a tenth of it where it has not. It is over once 5 in a row are none of that.
/// Troubles in their order.
std::vector<LossTrouble> find_loss_troubles(std::span<const LossValue> losses);

}  // namespace stepvault
