#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>

#include "remote/wire/value_forms.h"

namespace stepvault::wire {

/// A server's first message, in a Result: the error tells why it cannot serve.
struct Hello {
    std::uint32_t protocol = 0;  ///< wire::protocol_version
    std::string version;         ///< of Stepvault
    std::uint32_t methods = 0;   ///< wire::all_methods
    std::filesystem::path vault;
};

/// The fields of a Hello.
template <>
struct Fields<Hello> {
    static constexpr auto list =
        std::tuple(&Hello::protocol, &Hello::version, &Hello::methods, &Hello::vault);
};

}  // namespace stepvault::wire
