// A pickled object as lines of text for people. Inert: nothing is resolved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "container/pickle_value.h"

namespace stepvault {

enum class ObjectKind : std::uint8_t {
    value,      ///< a number, a text, a short list of numbers: anything without lines of its own
    tensor,     ///< a tensor or its storage
    container,  ///< the lines below it, if any, tell its contents
    omission,   ///< tells how much was left out
};

/// One object of a checkpoint, as a line of a tree.
struct ObjectLine {
    std::uint32_t depth = 0;  ///< 0: the object itself
    std::string key;          ///< position in the parent object: a dict's key, "[3]", an attribute
    std::string text;  ///< "dict, 3 items", "float32 [64, 128]", "0.001", "deepspeed.LossScaler object"
    ObjectKind kind = ObjectKind::value;
    /// XXH3-64 of a value that `text` abbreviates: bytes, a long text, a long list of numbers. Else 0.
    std::uint64_t digest = 0;
};

/// Limits against large objects; a separate line tells what is omitted.
struct TreeLimits {
    std::uint32_t depth = 12;
    std::size_t lines = 5000;
    std::size_t items = 100;  ///< items of one container
    std::size_t text = 120;   ///< bytes of a key or text
};

/// Lists parents before their children, in the pickle's order. A container that appears in several places is
/// listed once.
std::vector<ObjectLine> object_tree(const PickleGraph& graph, const TreeLimits& limits = {});

}  // namespace stepvault
