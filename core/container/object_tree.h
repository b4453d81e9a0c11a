// A pickled object as lines of text, for people to look at. Inert: nothing is resolved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "container/pickle_value.h"

namespace stepvault {

struct ObjectLine {
    std::uint32_t depth = 0;  ///< 0: the object itself
    std::string key;          ///< where it lies in the object above: a dict's key, "[3]", an attribute
    std::string text;  ///< "dict, 3 items", "float32 [64, 128]", "0.001", "deepspeed.LossScaler object"
};

/// Against large objects; what is left out is said in a line of its own.
struct TreeLimits {
    std::uint32_t depth = 12;
    std::size_t lines = 5000;
    std::size_t items = 100;  ///< of one container
    std::size_t text = 120;   ///< bytes of a key or text
};

/// Parents before their children, in the pickle's order. A container that lies in several places is shown
/// once.
std::vector<ObjectLine> object_tree(const PickleGraph& graph, const TreeLimits& limits = {});

}  // namespace stepvault
