#include "library/watch/background_record.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "base/wall_clock.h"
#include "vault/format/json_file.h"
#include "vault/format/json_text.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_background_record = std::uint64_t{1} << 20;
constexpr std::int64_t largest_pid = 1 << 22;
constexpr const char* background_kind = "record of a background watch";

/// An absolute path; empty for anything else.
std::filesystem::path path_in(const nlohmann::ordered_json& json) {
    if (!json.is_string()) return {};
    const auto text = unescape_bytes(json.get_ref<const std::string&>());
    if (!text || !text->starts_with('/') || text->find('\0') != std::string::npos) return {};
    return *text;
}

nlohmann::ordered_json background_json(const BackgroundWatch& watch) {
    auto folders = nlohmann::ordered_json::array();
    for (const auto& folder : watch.folders)
        folders.push_back(escape_bytes(folder.native()));
    return {{"host", watch.host},       {"pid", watch.pid},
            {"unit", watch.unit},       {"folders", std::move(folders)},
            {"started", watch.started}, {"log", escape_bytes(watch.log.native())}};
}

Result<BackgroundWatch> watch_in(const nlohmann::ordered_json& json, const std::string& id) {
    const Error corrupt{ErrorCode::corrupt, "the record of background watch " + id + " is damaged"};
    const auto has = [&](const char* name, auto is) { return json.contains(name) && (json.at(name).*is)(); };
    using Json = nlohmann::ordered_json;
    if (!is_background_id(id) || !json.is_object() || !has("host", &Json::is_string) ||
        !has("pid", &Json::is_number_integer) || !has("unit", &Json::is_string) ||
        !has("folders", &Json::is_array) || !has("started", &Json::is_number) ||
        !has("log", &Json::is_string))
        return corrupt;
    BackgroundWatch watch;
    watch.id = id;
    watch.host = json.at("host").get<std::string>();
    // As a signed number, a huge unsigned one would be another process or a group of them.
    const auto& pid = json.at("pid");
    if (pid.is_number_unsigned() && pid.get<std::uint64_t>() > static_cast<std::uint64_t>(largest_pid))
        return corrupt;
    watch.pid = pid.get<std::int64_t>();
    watch.unit = json.at("unit").get<std::string>();
    watch.started = json.at("started").get<double>();
    for (const auto& each : json.at("folders")) {
        auto folder = path_in(each);
        if (folder.empty()) return corrupt;
        watch.folders.push_back(std::move(folder));
    }
    watch.log = path_in(json.at("log"));
    const bool has_unit = watch.unit == background_unit(id);
    if (watch.pid <= 1 || watch.pid > largest_pid || watch.folders.empty() || watch.host.empty() ||
        !std::isfinite(watch.started) || watch.started < 0 || (!watch.unit.empty() && !has_unit) ||
        (watch.log.empty() && json.at("log") != ""))
        return corrupt;
    return watch;
}

}  // namespace

bool is_background_id(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    return text.size() == 8 &&
           std::ranges::all_of(text, [&](char c) { return digits.find(c) != std::string_view::npos; });
}

std::string background_unit(const std::string& id) {
    return "stepvault-watch-" + id;
}

std::filesystem::path background_log(const std::string& id) {
    const auto state = user_folder("XDG_STATE_HOME", ".local/state");
    return (state.empty() ? std::filesystem::path("/tmp/.local/state") : state) / "stepvault" /
           (std::string(background_log_begin) + id + ".log");
}

std::string machine_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
    return valid_utf8(name.data());
}

std::string background_text(const BackgroundWatch& watch) {
    return json_file_text(background_json(watch));
}

Result<BackgroundWatch> parse_background(std::string_view text, const std::string& id) {
    STEPVAULT_ASSIGN(json, parse_json_file(text, "background watch " + id, background_kind));
    return watch_in(json, id);
}

std::filesystem::path background_file(const std::filesystem::path& vault, const std::string& id) {
    return watches_folder(vault) / (name_of_id(id) + ".json");
}

Result<BackgroundWatch> read_background(const std::filesystem::path& file) {
    STEPVAULT_ASSIGN(json, read_json_file(file, largest_background_record, background_kind));
    return watch_in(json, file.stem().native());
}

BackgroundRecord::~BackgroundRecord() {
    if (fd_ < 0) return;
    ::unlink(file_.c_str());
    ::close(fd_);
}

Result<BackgroundRecord> BackgroundRecord::publish(const std::filesystem::path& vault,
                                                   BackgroundWatch watch) {
    if (!is_background_id(watch.id))
        return Error{ErrorCode::invalid_argument, "\"" + watch.id + "\" is no id of a background watch"};
    watch.host = machine_name();
    watch.pid = ::getpid();
    watch.unit = watch.log.empty() ? background_unit(watch.id) : std::string();
    watch.started = unix_seconds();
    STEPVAULT_TRY(make_folders(watches_folder(vault), FileAccess::of_folder));
    const auto file = background_file(vault, watch.id);
    STEPVAULT_ASSIGN(record, AtomicFile::create(file, FileAccess::of_folder));
    STEPVAULT_TRY(record.file().write_all(0, as_view(background_text(watch))));
    // Locked before it appears, so that nobody takes it for a stale one.
    const int held = ::fcntl(record.file().descriptor(), F_DUPFD_CLOEXEC, 0);
    if (held < 0 || ::flock(held, LOCK_EX | LOCK_NB) != 0) {
        const int code = errno;
        if (held >= 0) ::close(held);
        return system_error(code, "lock", file.native());
    }
    const auto published = record.publish(AtomicFile::Existing::keep);
    if (!published) {
        ::close(held);
        return published.error();
    }
    return BackgroundRecord(held, file);
}

}  // namespace stepvault
