#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// A `stepvault watch` that runs in the background.
struct BackgroundWatch {
    std::string id;    ///< 8 hexadecimal digits
    std::string host;  ///< the machine's own name
    std::int64_t pid = 0;
    std::string unit;  ///< user unit of systemd that runs it; empty for a process of its own
    std::vector<std::filesystem::path> folders;
    double started = 0;         ///< seconds since the epoch
    std::filesystem::path log;  ///< on that machine; empty with a unit, whose output the journal has

    bool operator==(const BackgroundWatch&) const = default;
};

/// True for 8 hexadecimal digits.
bool is_background_id(std::string_view text);
/// The unit that runs the watch with this id.
std::string background_unit(const std::string& id);
/// The name of this machine.
std::string machine_name();

/// The names of logs begin so.
inline constexpr std::string_view background_log_begin = "watch-";
/// The log of a process of this user that watches in the background: in $XDG_STATE_HOME/stepvault, or
/// ~/.local/state/stepvault.
std::filesystem::path background_log(const std::string& id);

/// The text of the record, as in FORMAT.md.
std::string background_text(const BackgroundWatch& watch);
/// ErrorCode::corrupt for anything that a watch with this id would not write, unsupported for a newer
/// version.
Result<BackgroundWatch> parse_background(std::string_view text, const std::string& id);
/// The record of a vault's watch.
std::filesystem::path background_file(const std::filesystem::path& vault, const std::string& id);
/// ErrorCode::corrupt, limit, not_found, io.
Result<BackgroundWatch> read_background(const std::filesystem::path& file);

/// The record of this process, locked: others know by the lock that it runs.
class BackgroundRecord {
 public:
    BackgroundRecord(BackgroundRecord&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)), file_(std::move(other.file_)) {}
    BackgroundRecord& operator=(BackgroundRecord&&) = delete;
    /// Removes the record.
    ~BackgroundRecord();

    /// Sets host, pid, unit and start time of `watch`, and publishes it in the vault.
    /// ErrorCode::already_exists for an id in use.
    static Result<BackgroundRecord> publish(const std::filesystem::path& vault, BackgroundWatch watch);

 private:
    BackgroundRecord(int fd, std::filesystem::path file) : fd_(fd), file_(std::move(file)) {}

    int fd_;  ///< locked
    std::filesystem::path file_;
};

}  // namespace stepvault
