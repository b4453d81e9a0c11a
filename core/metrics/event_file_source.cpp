#include "metrics/event_file_source.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "base/text.h"
#include "metrics/event_record.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The event files of a folder; nullopt if the folder holds anything else that is not allowed.
std::optional<std::vector<EventFileName>> event_files_alone(const fs::path& folder, bool others_allowed) {
    std::vector<EventFileName> files;
    std::error_code ec;
    for (fs::directory_iterator at(folder, ec); !ec && at != fs::directory_iterator(); at.increment(ec)) {
        if (auto name = read_event_file_name(at->path().filename().native())) {
            files.push_back(std::move(*name));
        } else if (!others_allowed) {
            return {};
        }
    }
    return files;
}

std::string tag_prefix(const fs::path& file) {
    const auto folder = file.parent_path();
    const auto name = folder.filename().native();
    if (name.empty() || !(is_event_series_name(name) || is_scalars_folder(folder))) return {};
    return clean_tag(name) + '/';
}

}  // namespace

bool is_event_file_name(std::string_view name) {
    return name.starts_with("events.out.tfevents.") && !name.ends_with(".profile-empty");
}

std::optional<EventFileName> read_event_file_name(std::string_view name) {
    if (!is_event_file_name(name)) return {};
    constexpr std::string_view prefix = "events.out.tfevents.";
    constexpr std::string_view version = ".v2";
    name.remove_prefix(prefix.size());
    if (name.ends_with(version)) name.remove_suffix(version.size());
    EventFileName read;
    const auto* end = name.data() + name.size();
    const auto [digits_end, error] = std::from_chars(name.data(), end, read.begun);
    if (error != std::errc() || digits_end == end || *digits_end != '.') return {};
    name.remove_prefix(static_cast<std::size_t>(digits_end - name.data()) + 1);
    // <host>.<process>.<number of the file>, unless the name has only the host.
    const auto number = name.rfind('.');
    const auto process = number == std::string_view::npos ? number : name.rfind('.', number - 1);
    const bool has_process = process != std::string_view::npos && number > process + 1 &&
                             is_number(name.substr(process + 1, number - process - 1)) &&
                             is_number(name.substr(number + 1));
    read.writer = name.substr(0, has_process ? number : name.size());
    return read;
}

bool is_scalars_folder(const fs::path& folder) {
    if (folder.filename().native().find('_') == std::string::npos) return false;
    const auto own = event_files_alone(folder, false);
    if (!own || own->empty()) return false;
    const auto above = event_files_alone(folder.parent_path(), true);
    return std::ranges::all_of(*own, [&](const EventFileName& file) {
        return std::ranges::any_of(*above, [&](const EventFileName& other) {
            return other.writer == file.writer && other.begun <= file.begun;
        });
    });
}

bool is_event_series_name(std::string_view name) {
    constexpr std::array<std::string_view, 5> names = {"train", "validation", "val", "eval", "test"};
    return std::ranges::find(names, name) != names.end();
}

EventFileSource::EventFileSource(const fs::path& path) : tail_(path), messages_(tag_prefix(path)) {}

Status EventFileSource::read_on() {
    STEPVAULT_ASSIGN(look, tail_.look());
    if (look.restarted()) {
        restart();
        skip_ = 0;
        messages_.clear();
    }
    while (!has_batch()) {
        STEPVAULT_ASSIGN(bytes, look.peek(event_header_bytes));
        if (skip_ > 0) {
            if (bytes.empty()) return {};
            const auto part = std::min<std::uint64_t>(skip_, bytes.size());
            look.consume(part);
            skip_ -= part;
            continue;
        }
        if (bytes.size() < event_header_bytes) return {};
        const auto length = load<std::uint64_t>(bytes);
        // A damaged length may belong to a page that is not written yet: the next look tries again.
        if (!holds_masked_crc(bytes.first(8), load<std::uint32_t>(bytes, 8))) return {};
        if (length > longest_event_record) {
            if (length > UINT64_MAX - event_header_bytes - event_footer_bytes) return {};
            skip_ = event_header_bytes + length + event_footer_bytes;
            continue;
        }
        const auto whole = event_header_bytes + length + event_footer_bytes;
        STEPVAULT_ASSIGN(record, look.peek(whole));
        if (record.size() < whole) return {};
        const auto data = record.subspan(event_header_bytes, length);
        if (holds_masked_crc(data, load<std::uint32_t>(record, event_header_bytes + length)))
            messages_.append_points(data, points_);
        look.consume(whole);
    }
    return {};
}

}  // namespace stepvault
