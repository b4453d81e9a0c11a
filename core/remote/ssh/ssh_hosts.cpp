#include "remote/ssh/ssh_hosts.h"

#include <algorithm>
#include <array>
#include <glob.h>
#include <pwd.h>
#include <set>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "remote/ssh/remote_command.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 20U;  ///< of one file
constexpr std::size_t most_files = 256;
constexpr std::size_t most_names = 2000;
constexpr int most_depth = 16;  ///< of Include in Include, as in ssh

constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

/// Takes the keyword off the beginning of a line, and what divides it from its arguments: space or one "=".
std::string_view take_keyword(std::string_view& line) {
    line.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(line, is_space) - line.begin()));
    const auto end =
        std::ranges::find_if(line, [](char c) { return is_space(c) || c == '='; }) - line.begin();
    const auto keyword = line.substr(0, static_cast<std::size_t>(end));
    line.remove_prefix(keyword.size());
    bool has_equals = false;
    while (!line.empty() && (is_space(line.front()) || (line.front() == '=' && !has_equals))) {
        has_equals = has_equals || line.front() == '=';
        line.remove_prefix(1);
    }
    return keyword;
}

/// The arguments as ssh parts them: by space, with quotes of both kinds and backslashes, up to a comment.
/// Empty where a quote is not closed, which ssh refuses.
std::vector<std::string> arguments_of(std::string_view line) {
    std::vector<std::string> arguments;
    for (std::size_t at = 0; at < line.size();) {
        if (is_space(line[at])) {
            ++at;
            continue;
        }
        if (line[at] == '#') break;
        std::string argument;
        char quote = 0;
        for (; at < line.size() && (quote != 0 || !is_space(line[at])); ++at) {
            const char c = line[at];
            const char next = at + 1 < line.size() ? line[at + 1] : '\0';
            if (c == '\\' && (next == '"' || next == '\'' || next == '\\' || (quote == 0 && next == ' ')))
                argument += line[++at];
            else if (quote != 0 ? c == quote : c == '"' || c == '\'')
                quote = quote != 0 ? '\0' : c;
            else
                argument += c;
        }
        if (quote != 0) return {};
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

/// Whether ssh takes it as the name of one machine.
bool is_plain(const std::string& name) {
    constexpr std::string_view special = "*?!\"'`$\\;&<>|(){}[],#";
    if (name.find_first_of(special) != std::string::npos || valid_utf8(name) != name) return false;
    const auto place = parse_remote_place(name);
    return place.ok() && place->host == name;
}

class HostNames {
 public:
    explicit HostNames(const std::filesystem::path& home) : home_(home) {}

    void read(const std::filesystem::path& file, int depth);
    std::vector<std::string> take() { return std::move(names_); }

 private:
    void include(const std::string& pattern, int depth);
    void add(const std::string& name);

    std::filesystem::path home_;
    std::set<std::filesystem::path> read_;
    std::set<std::string> known_;
    std::vector<std::string> names_;
};

void HostNames::read(const std::filesystem::path& file, int depth) {
    std::error_code ec;
    const auto whole = std::filesystem::weakly_canonical(file, ec);
    // A file that includes itself ends here.
    if (ec || read_.size() >= most_files || !read_.insert(whole).second) return;
    const auto bytes = read_file(whole, most_file_bytes);
    if (!bytes.ok()) return;
    auto rest = as_text(*bytes);
    while (!rest.empty()) {
        auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const auto keyword = lower_case(take_keyword(line));
        if (keyword == "host") {
            for (const auto& name : arguments_of(line))
                add(name);
        } else if (keyword == "include" && depth < most_depth) {
            for (const auto& pattern : arguments_of(line))
                include(pattern, depth + 1);
        }
    }
}

void HostNames::include(const std::string& pattern, int depth) {
    std::filesystem::path path = pattern;
    if (pattern.starts_with("~/"))
        path = home_ / pattern.substr(2);
    else if (path.is_relative())
        path = home_ / ".ssh" / path;
    glob_t found{};
    if (::glob(path.c_str(), 0, nullptr, &found) == 0) {
        for (std::size_t i = 0; i < found.gl_pathc; ++i)
            read(found.gl_pathv[i], depth);
    }
    ::globfree(&found);
}

void HostNames::add(const std::string& name) {
    if (names_.size() < most_names && is_plain(name) && known_.insert(name).second) names_.push_back(name);
}

}  // namespace

std::filesystem::path ssh_home() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return {};
    return found->pw_dir;
}

std::vector<std::string> ssh_host_names(const std::filesystem::path& home) {
    if (home.empty()) return {};
    HostNames names(home);
    names.read(home / ".ssh" / "config", 0);
    return names.take();
}

}  // namespace stepvault
