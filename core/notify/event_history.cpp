#include "notify/event_history.h"

#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "vault/format/json_file.h"

namespace stepvault {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_bytes = 16ULL << 20U;

constexpr std::array run_states{RunState::live,     RunState::stalled, RunState::finished,
                                RunState::diverged, RunState::ended,   RunState::idle};

Json to_json(const EventTracker::Run& run) {
    Json json{{"state", run_state_name(run.state)}, {"live_since", run.live_since}, {"told", Json::array()}};
    for (const auto kind : run.told)
        json["told"].push_back(event_kind_name(kind));
    return json;
}

Json to_json(const RunEvent& event) {
    Json json{{"event", event_kind_name(event.kind)}, {"time", event.time}};
    if (!event.run_id.empty()) json.update({{"run_id", event.run_id}, {"run", valid_utf8(event.run)}});
    if (event.step) json["step"] = *event.step;
    // NaN becomes null.
    if (event.loss) json["loss"] = *event.loss;
    if (event.disk) json.update({{"free", event.disk->free}, {"total", event.disk->total}});
    if (event.damaged > 0) json["damaged"] = event.damaged;
    return json;
}

/// Runs that were never live are as good as unknown.
Json members_of(const EventHistory& history) {
    Json json{{"disk_low", history.tracker.is_disk_low()},
              {"last_full", history.tracker.last_full()},
              {"damaged", Json::array()},
              {"runs", Json::object()},
              {"unsent", Json::array()}};
    for (const auto& place : history.tracker.damaged())
        json["damaged"].push_back(valid_utf8(place));
    for (const auto& [id, run] : history.tracker.runs()) {
        if (run.was_live) json["runs"][valid_utf8(id)] = to_json(run);
    }
    for (const auto& event : history.unsent)
        json["unsent"].push_back(to_json(event));
    return json;
}

/// The readers below throw nlohmann's exceptions on members of wrong types; read_history() catches them.
EventTracker::Run run_of(const Json& json) {
    EventTracker::Run run;
    run.was_live = true;
    run.live_since = json.at("live_since").get<double>();
    const auto state = json.at("state").get<std::string>();
    for (const auto each : run_states) {
        if (run_state_name(each) == state) run.state = each;
    }
    for (const auto& name : json.at("told")) {
        if (const auto kind = event_kind_of(name.get<std::string>())) run.told.insert(*kind);
    }
    return run;
}

std::optional<RunEvent> event_of(const Json& json) {
    const auto kind = event_kind_of(json.at("event").get<std::string>());
    if (!kind) return std::nullopt;
    RunEvent event{.kind = *kind,
                   .time = json.at("time").get<double>(),
                   .run_id = json.value("run_id", ""),
                   .run = json.value("run", "")};
    if (json.contains("step")) event.step = json["step"].get<std::int64_t>();
    if (json.contains("loss")) {
        event.loss =
            json["loss"].is_null() ? std::numeric_limits<double>::quiet_NaN() : json["loss"].get<double>();
    }
    if (json.contains("free"))
        event.disk = DiskSpace{json["free"].get<std::uint64_t>(), json.at("total").get<std::uint64_t>()};
    event.damaged = json.value("damaged", std::uint64_t{0});
    return event;
}

EventHistory history_of(const Json& json) {
    std::map<std::string, EventTracker::Run> runs;
    for (const auto& [id, run] : json.at("runs").items())
        runs.emplace(id, run_of(run));
    EventHistory history;
    history.tracker = EventTracker::resume(std::move(runs), json.at("disk_low").get<bool>(),
                                           json.at("last_full").get<double>(),
                                           json.at("damaged").get<std::set<std::string>>());
    for (const auto& event : json.at("unsent")) {
        if (auto known = event_of(event)) history.unsent.push_back(std::move(*known));
    }
    return history;
}

}  // namespace

std::filesystem::path history_file(const std::filesystem::path& vault, const std::string& webhook_key) {
    return vault / "told" / (webhook_key + ".json");
}

std::filesystem::path history_lock(const std::filesystem::path& vault, const std::string& webhook_key) {
    return vault / "told" / (webhook_key + ".lock");
}

std::string history_text(const EventHistory& history) {
    return json_file_text(members_of(history));
}

Result<EventHistory> read_history(const std::filesystem::path& file) {
    const auto json = read_json_file(file, most_bytes, "history of events");
    if (!json && json.error().code == ErrorCode::not_found) return EventHistory();
    if (!json) return json.error();
    try {
        return history_of(*json);
    } catch (const Json::exception&) {
        return Error{ErrorCode::corrupt, file.native() + " is no history of events"};
    }
}

Status write_history(const std::filesystem::path& file, const EventHistory& history) {
    return write_json_file(file, members_of(history));
}

}  // namespace stepvault
