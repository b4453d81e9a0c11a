#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stepvault {

/// The upper of the middle two for an even number of values. `values` is not empty.
template <class T>
T median(std::vector<T> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace stepvault
