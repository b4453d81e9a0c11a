#include "run/wandb_folder.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>
#include <system_error>

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// run-20240131_120000-1a2b3c4d, offline-run-..., and dryrun-... of old versions.
struct RunName {
    std::string_view time;
    std::string_view id;
    std::string_view name;
};

std::optional<RunName> parse(std::string_view name) {
    constexpr std::string_view pattern = "00000000_000000-";
    const auto begin = name.find("run-");
    if (begin == std::string_view::npos) return {};
    const auto kind = name.substr(0, begin);
    const auto rest = name.substr(begin + 4);
    const bool known = kind.empty() || kind == "offline-" || kind == "dry";
    const auto matches = [](char c, char p) { return p == '0' ? c >= '0' && c <= '9' : c == p; };
    if (!known || rest.size() <= pattern.size() ||
        !std::ranges::equal(rest.substr(0, pattern.size()), pattern, matches))
        return {};
    return RunName{rest.substr(0, pattern.size() - 1), rest.substr(pattern.size()), name};
}

std::optional<fs::path> log_of(const fs::path& folder, std::string_view id) {
    for (const auto& path : {folder / ("run-" + std::string(id) + ".wandb"),
                             folder / "files" / "wandb-history.jsonl", folder / "wandb-history.jsonl"}) {
        std::error_code ec;
        if (fs::is_regular_file(fs::symlink_status(path, ec))) return path;
    }
    return {};
}

}  // namespace

std::vector<fs::path> wandb_logs(const fs::path& folder, const FolderListing& listing) {
    std::vector<RunName> runs;
    for (const auto& name : listing.folders) {
        if (const auto run = parse(name)) runs.push_back(*run);
    }
    std::ranges::sort(runs, std::ranges::greater(), &RunName::time);
    std::vector<fs::path> logs;
    std::string_view id;
    for (const auto& run : runs) {
        if (!logs.empty() && run.id != id) continue;
        if (auto log = log_of(folder / run.name, run.id)) {
            id = run.id;
            logs.push_back(std::move(*log));
        }
    }
    std::ranges::reverse(logs);
    return logs;
}

std::optional<std::int64_t> wandb_start(std::string_view folder_name) {
    const auto run = parse(folder_name);
    if (!run) return {};
    const auto number = [&](std::size_t at, std::size_t digits) {
        int value = 0;
        std::from_chars(run->time.data() + at, run->time.data() + at + digits, value);
        return value;
    };
    std::tm time{};
    time.tm_year = number(0, 4) - 1900;
    time.tm_mon = number(4, 2) - 1;
    time.tm_mday = number(6, 2);
    time.tm_hour = number(9, 2);
    time.tm_min = number(11, 2);
    time.tm_sec = number(13, 2);
    time.tm_isdst = -1;
    return std::mktime(&time);
}

}  // namespace stepvault
