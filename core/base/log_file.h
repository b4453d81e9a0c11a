#pragma once

#include <cstdint>

namespace stepvault {

/// Keeps a log, open for appending and reading on a descriptor, from growing: once it has more than `most`
/// bytes, its older half goes, up to the end of a line. Does nothing for a descriptor of another kind.
void bound_log(int descriptor, std::uint64_t most);

}  // namespace stepvault
