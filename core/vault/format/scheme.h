// The schemes: how the payloads of a checkpoint are coded. All that tells them apart stands in one table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vault/format/step_layout.h"

namespace stepvault {

enum class Scheme : std::uint8_t { adaptive, lc, exact, topn, scar };

/// The setting that a scheme takes.
enum class SchemeSetting : std::uint8_t { none, error, bits, budget };

/// A row of the table of schemes.
struct SchemeTraits {
    Scheme scheme;
    std::string_view name;           ///< on disk, in JSON and on the command line
    SchemeSetting setting;           ///< SchemeChoice says its range
    StreamCoding coding;             ///< of lossy payloads in a delta
    Scheme key_scheme;               ///< of the key steps of a run with this scheme
    bool keeps_error = true;         ///< a key step aims at the error that the settings name
    bool parts_by_rows = false;      ///< whole rows of a matrix are kept or dropped
    bool may_be_distributed = true;  ///< several processes can code one checkpoint
};

/// The row of the table.
const SchemeTraits& traits_of(Scheme scheme);
/// As SchemeTraits has it.
std::string name_of(Scheme scheme);
/// ErrorCode::unsupported for a name that is none of them.
Result<Scheme> scheme_named(std::string_view name);
/// All of them, the default first.
std::vector<std::string> scheme_names();
/// Those that several processes can code together.
std::vector<std::string> distributed_scheme_names();

}  // namespace stepvault
