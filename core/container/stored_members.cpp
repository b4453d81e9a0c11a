#include "container/stored_members.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "container/payload_names.h"
#include "container/verdict.h"
#include "container/zip_member.h"

namespace stepvault {

namespace {

/// Smaller members hold no tensor worth reading.
constexpr std::uint64_t smallest_container = 64;
constexpr std::uint64_t largest_settings = std::uint64_t{16} << 20;

/// "policy.optimizer." of "policy.optimizer.pth".
std::string prefix_of(const std::string& member) {
    const auto name = path_name(member);
    const auto dot = name.rfind('.');
    return (dot == std::string::npos || dot == 0 ? name : name.substr(0, dot)) + '.';
}

/// Moves the layout of a member to its position in the zip.
void add_member(const ZipEntry& entry, Layout&& inner, Layout& layout) {
    const auto prefix = prefix_of(entry.name);
    const auto first_payload = static_cast<std::uint32_t>(layout.payloads.size());
    for (auto& p : inner.payloads) {
        p.offset += entry.offset;
        p.name.insert(0, prefix);
        layout.payloads.push_back(std::move(p));
    }
    for (auto& t : inner.tensors) {
        t.payload += first_payload;
        t.name.insert(0, prefix);
        layout.tensors.push_back(std::move(t));
    }
    for (auto c : inner.derived) {
        c.offset += entry.offset;
        c.begin += entry.offset;
        layout.derived.push_back(c);
    }
    // After the member's own checksums, which these cover.
    if (!inner.payloads.empty()) add_checksums(layout, entry);
    for (auto& name : inner.globals) {
        if (std::ranges::find(layout.globals, name) == layout.globals.end())
            layout.globals.push_back(std::move(name));
    }
    if (!layout.step) layout.step = inner.step;
    if (!layout.epoch) layout.epoch = inner.epoch;
    if (layout.note.empty() && !inner.note.empty())
        layout.note = "in " + valid_utf8(entry.name) + ": " + inner.note;
}

/// Stable-Baselines3 stores its step count in "data", a JSON object.
Result<std::optional<std::int64_t>> count_in_settings(const File& file,
                                                      const std::vector<ZipEntry>& entries) {
    std::optional<std::int64_t> count;
    const auto entry = std::ranges::find(entries, "data", &ZipEntry::name);
    if (entry == entries.end() || !entry->stored || entry->length > largest_settings) return count;
    std::string text(entry->length, '\0');
    STEPVAULT_TRY(file.read_exact(entry->offset, std::as_writable_bytes(std::span(text))));
    const auto is_outermost = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        return depth <= 1;
    };
    const auto json = nlohmann::json::parse(text, is_outermost, false);
    const auto found = json.is_object() ? json.find("num_timesteps") : json.end();
    if (json.is_object() && found != json.end() && found->is_number_unsigned() &&
        found->get<std::uint64_t>() <= INT64_MAX)
        count = found->get<std::int64_t>();
    return count;
}

}  // namespace

Result<Inspection> read_stored_members(const File& file, std::uint64_t file_size, int& budget,
                                       const std::function<Result<Inspection>(const File&)>& read) {
    auto entries = read_zip_directory(file, file_size);
    if (!entries) return verdict_on(std::move(entries).error(), file_size);
    std::ranges::sort(*entries, {}, &ZipEntry::offset);
    Inspection inspection;
    auto& layout = inspection.layout;
    layout.format = "zip";
    layout.file_size = file_size;
    for (const auto& entry : *entries) {
        if (!entry.stored || entry.length < smallest_container || budget == 0) continue;
        --budget;
        STEPVAULT_ASSIGN(
            member, file.part(entry.offset, entry.length, file.path() / valid_utf8(base_name(entry.name))));
        STEPVAULT_ASSIGN(inner, read(member));
        if (!inner.complete) inner.layout.note = inner.reason;
        add_member(entry, std::move(inner.layout), layout);
    }
    if (layout.payloads.empty()) return kept_raw(file_size, std::move(layout.note));
    name_payloads(layout);
    STEPVAULT_ASSIGN(count, count_in_settings(file, *entries));
    if (count) layout.step = count;
    return inspection;
}

}  // namespace stepvault
