// The schemes: how the payloads of a checkpoint are coded. One table holds all their differences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vault/format/step_layout.h"

namespace stepvault {

enum class Scheme : std::uint8_t { adaptive, lc, exact, topn, scar };

/// The kind of setting that a scheme takes.
enum class SchemeSetting : std::uint8_t { none, error, bits, budget };

/// A row of the table of schemes.
struct SchemeTraits {
    Scheme scheme;
    std::string_view name;           ///< on disk, in JSON and on the command line
    SchemeSetting setting;           ///< SchemeChoice documents its range
    StreamCoding coding;             ///< of lossy payloads in a delta step
    Scheme key_scheme;               ///< of the key steps of a run with this scheme
    bool keeps_error = true;         ///< key steps aim at the error that the settings name
    bool parts_by_rows = false;      ///< keeps or drops whole rows of a matrix
    bool may_be_distributed = true;  ///< several processes can code one checkpoint
};

/// The scheme's row of the table.
const SchemeTraits& traits_of(Scheme scheme);
/// SchemeTraits::name of the scheme.
std::string name_of(Scheme scheme);
/// ErrorCode::unsupported for an unknown name.
Result<Scheme> scheme_named(std::string_view name);
/// The names of all schemes, the default first.
std::vector<std::string> scheme_names();
/// The names of the schemes with which several processes can code one checkpoint.
std::vector<std::string> distributed_scheme_names();

}  // namespace stepvault
