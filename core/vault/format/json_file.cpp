#include "vault/format/json_file.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/text.h"

namespace stepvault {

namespace {

constexpr int format_version = 1;
constexpr int deepest = 16;
constexpr std::string_view checksum_key = "\"xxh3\": \"";
constexpr std::string_view no_digits = "0000000000000000";

std::string digits_of(std::string_view text) {
    return hex_digits(xxh3(as_view(text)));
}

/// The checksum covers the whole file with the checksum's own digits replaced by zeros.
bool holds_checksum(std::string text) {
    const auto key = text.rfind(checksum_key);
    if (key == std::string::npos || text.size() - key < checksum_key.size() + no_digits.size()) return false;
    const auto at = key + checksum_key.size();
    const auto told = text.substr(at, no_digits.size());
    text.replace(at, no_digits.size(), no_digits);
    return digits_of(text) == told;
}

}  // namespace

std::string json_file_text(const nlohmann::ordered_json& members) {
    nlohmann::ordered_json json{{"format", format_version}};
    json.update(members);
    json["xxh3"] = no_digits;
    auto text = json.dump(1) + "\n";
    const auto digits = digits_of(text);
    return text.replace(text.rfind(checksum_key) + checksum_key.size(), digits.size(), digits);
}

Status write_json_file(const std::filesystem::path& file, const nlohmann::ordered_json& members) {
    return write_file_atomically(file, as_view(json_file_text(members)), FileAccess::of_folder);
}

Result<nlohmann::ordered_json> parse_json_file(std::string_view text, const std::string& place,
                                               const char* kind) {
    // Stepvault never nests deeper; parsing deeper input could overflow the stack.
    bool is_shallow = true;
    const auto look = [&](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
        is_shallow &= depth <= deepest;
        return is_shallow;
    };
    auto json = nlohmann::ordered_json::parse(text, look, false);
    if (!is_shallow || !json.is_object() || !json.contains("format") || !json["format"].is_number_integer())
        return Error{ErrorCode::corrupt, place + " is no " + kind};
    if (json.contains("xxh3") && !holds_checksum(std::string(text))) {
        return Error{ErrorCode::corrupt,
                     place + " is not as it was written; if that was by hand, take its \"xxh3\" out"};
    }
    if (json["format"] > format_version) {
        return Error{ErrorCode::unsupported, place + " has format version " + json["format"].dump() +
                                                 ", newer than this Stepvault; update it"};
    }
    json.erase("format");
    json.erase("xxh3");
    return json;
}

Result<nlohmann::ordered_json> read_json_file(const std::filesystem::path& file, std::uint64_t most_bytes,
                                              const char* kind) {
    STEPVAULT_ASSIGN(bytes, read_file(file, most_bytes));
    return parse_json_file(as_text(bytes), file.native(), kind);
}

}  // namespace stepvault
