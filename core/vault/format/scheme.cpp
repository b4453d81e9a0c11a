#include "vault/format/scheme.h"

#include <algorithm>
#include <array>

namespace stepvault {

namespace {

constexpr std::array<SchemeTraits, 5> scheme_table{{
    {.scheme = Scheme::adaptive,
     .name = "adaptive",
     .setting = SchemeSetting::error,
     .coding = StreamCoding::adaptive,
     .key_scheme = Scheme::adaptive},
    {.scheme = Scheme::lc,
     .name = "lc",
     .setting = SchemeSetting::bits,
     .coding = StreamCoding::lc,
     .key_scheme = Scheme::adaptive},
    {.scheme = Scheme::exact,
     .name = "exact",
     .setting = SchemeSetting::none,
     .coding = StreamCoding::exact,
     .key_scheme = Scheme::exact},
    {.scheme = Scheme::topn,
     .name = "topn",
     .setting = SchemeSetting::budget,
     .coding = StreamCoding::runs,
     .key_scheme = Scheme::adaptive,
     .keeps_error = false,
     .may_be_distributed = false},
    {.scheme = Scheme::scar,
     .name = "scar",
     .setting = SchemeSetting::budget,
     .coding = StreamCoding::runs,
     .key_scheme = Scheme::adaptive,
     .keeps_error = false,
     .parts_by_rows = true,
     .may_be_distributed = false},
}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < scheme_table.size(); ++i) {
        if (scheme_table[i].scheme != static_cast<Scheme>(i)) return false;
    }
    return true;
}
static_assert(is_in_order());

}  // namespace

const SchemeTraits& traits_of(Scheme scheme) {
    return scheme_table[static_cast<std::size_t>(scheme)];
}

std::string name_of(Scheme scheme) {
    return std::string(traits_of(scheme).name);
}

Result<Scheme> scheme_named(std::string_view name) {
    const auto* at = std::ranges::find(scheme_table, name, &SchemeTraits::name);
    if (at != scheme_table.end()) return at->scheme;
    return Error{ErrorCode::unsupported,
                 "scheme " + std::string(name) + " is not known here; a newer Stepvault may have it"};
}

std::vector<std::string> scheme_names() {
    std::vector<std::string> names;
    for (const auto& row : scheme_table)
        names.emplace_back(row.name);
    return names;
}

std::vector<std::string> distributed_scheme_names() {
    std::vector<std::string> names;
    for (const auto& row : scheme_table) {
        if (row.may_be_distributed) names.emplace_back(row.name);
    }
    return names;
}

}  // namespace stepvault
