// The objects in a pickle, as inert nodes in an arena.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

using PickleId = std::uint32_t;
inline constexpr PickleId no_pickle = 0xFFFFFFFF;

/// The kind of a node, by the opcodes that made it.
enum class PickleKind : std::uint8_t {
    none,
    boolean,
    integer,      ///< fits std::int64_t
    big_integer,  ///< any longer integer; its bytes or digits as text
    real,
    text,    ///< escapes of protocol 0 are not decoded
    bytes,   ///< bytes, bytearray and the 8-bit strings of Python 2
    global,  ///< a module and a name, never looked up
    list,
    tuple,
    dict,
    set,
    call,        ///< the result of REDUCE, NEWOBJ, OBJ or INST: callable, args, state, items set on it
    persistent,  ///< a persistent id
};

/// Meaning of `a` and `b`: text, bytes and big_integer: offset in the pickle, length. integer: low and high
/// half. real: low and high half of its bits. boolean: the value in `a`. global: ids of module and name.
/// call: ids of callable and args. persistent: id in `a`.
struct PickleNode {
    PickleKind kind = PickleKind::none;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t first = no_pickle;  ///< cells of a container, or of items set on a call
    std::uint32_t last = no_pickle;
    PickleId state = no_pickle;  ///< of BUILD; the latest
};

/// One element of a container; the cells of a container are a singly linked list.
struct PickleCell {
    PickleId key = no_pickle;  ///< only for dict items
    PickleId value = no_pickle;
    std::uint32_t next = no_pickle;
};

/// Nodes refer to each other by index, so cycles are legal and destruction does not recurse. Texts are views:
/// the bytes of the pickle must outlive the graph.
class PickleGraph {
 public:
    ByteView source;
    std::vector<PickleNode> nodes;
    std::vector<PickleCell> cells;
    PickleId root = no_pickle;
    std::size_t length = 0;  ///< bytes of the pickle, including its STOP

    [[nodiscard]] const PickleNode& at(PickleId id) const { return nodes[id]; }
    [[nodiscard]] bool is(PickleId id, PickleKind kind) const {
        return id < nodes.size() && nodes[id].kind == kind;
    }

    /// Bytes of a text, bytes or big_integer node; empty for other kinds.
    [[nodiscard]] std::string_view text(PickleId id) const {
        if (!is(id, PickleKind::text) && !is(id, PickleKind::bytes) && !is(id, PickleKind::big_integer))
            return {};
        return as_text(source.subspan(nodes[id].a, nodes[id].b));
    }
    [[nodiscard]] std::int64_t integer(PickleId id) const { return std::bit_cast<std::int64_t>(halves(id)); }
    [[nodiscard]] double real(PickleId id) const { return std::bit_cast<double>(halves(id)); }

    /// The first `most` elements of a container (values only).
    [[nodiscard]] std::vector<PickleId> elements(PickleId id, std::size_t most) const {
        std::vector<PickleId> found;
        if (id >= nodes.size()) return found;
        for (auto cell = nodes[id].first; cell != no_pickle && found.size() < most; cell = cells[cell].next) {
            found.push_back(cells[cell].value);
        }
        return found;
    }

 private:
    [[nodiscard]] std::uint64_t halves(PickleId id) const {
        return nodes[id].a | static_cast<std::uint64_t>(nodes[id].b) << 32;
    }
};

}  // namespace stepvault
