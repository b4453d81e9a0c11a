#include "vault/records/run_name.h"

#include <algorithm>

#include "base/text.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_name = 255;  // bytes

/// True if a part between two '/' is empty, '.' or '..'.
bool has_odd_part(std::string_view name) {
    for (std::size_t at = 0; at <= name.size();) {
        const auto end = std::min(name.find('/', at), name.size());
        const auto part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

Status check_run_name(std::string_view name) {
    const auto refused = [](const std::string& why) {
        return Error{ErrorCode::invalid_argument, why + "; give another name, such as gpt-small"};
    };
    if (name.find_first_not_of(' ') == std::string_view::npos) return refused("the run's name is empty");
    if (std::ranges::any_of(name, is_control)) return refused("the run's name holds a control character");
    if (name.size() > longest_name) {
        return refused("the run's name takes " + std::to_string(name.size()) + " bytes, and at most " +
                       std::to_string(longest_name) + " are allowed");
    }
    if (has_odd_part(name)) return refused("the run's name " + std::string(name) + " is a path");
    return {};
}

std::string make_run_name(std::string_view text) {
    std::string name(text);
    std::ranges::replace_if(name, is_control, '_');
    if (name.size() > longest_name) {
        auto first = name.size() - longest_name;
        // Do not cut within a UTF-8 character.
        while (first < name.size() && (static_cast<unsigned char>(name[first]) & 0xC0U) == 0x80U)
            ++first;
        name.erase(0, first);
        name.erase(0, name.find_first_not_of('/'));
    }
    return check_run_name(name) ? name : "run";
}

}  // namespace stepvault
