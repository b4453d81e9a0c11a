#include "db/run_folder.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace stepvault {

namespace {

std::string without_escapes(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        const auto digits = text.substr(i + 1, 2);
        const auto* end = digits.data() + digits.size();
        if (text[i] == '%' && digits.size() == 2 &&
            std::from_chars(digits.data(), end, value, 16).ptr == end) {
            plain += static_cast<char>(value);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

}  // namespace

std::filesystem::path named_path(std::string_view text, const std::filesystem::path& base) {
    constexpr std::string_view file = "file:";
    std::string plain(text);
    if (text.starts_with(file)) {
        text.remove_prefix(file.size());
        if (text.starts_with("//")) text.remove_prefix(std::min(text.find('/', 2), text.size()));
        plain = without_escapes(text);
    } else if (text.find("://") != std::string_view::npos || text.starts_with("mlflow-artifacts:")) {
        return {};
    }
    if (plain.empty() || plain.find('\0') != std::string::npos) return {};
    auto path = (base / plain).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

}  // namespace stepvault
