#include "library/services/joined_parts.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/paths.h"

namespace stepvault {

namespace {

/// The last `count` names of the folder's path, behind the host.
std::string title_of(const VaultHandle& vault, int count) {
    std::filesystem::path path = vault.folder();
    std::filesystem::path tail;
    for (int i = 0; i < count && path.has_filename(); ++i) {
        tail = tail.empty() ? path.filename() : path.filename() / tail;
        path = path.parent_path();
    }
    if (vault.host().empty()) return tail.native();
    return tail.empty() ? vault.host() : place_on(vault.host(), tail);
}

/// Each with as few names of folders as make it differ from the others.
std::vector<std::string> titles_of(const std::vector<std::shared_ptr<VaultHandle>>& vaults) {
    std::vector<std::string> titles;
    for (const auto& vault : vaults) {
        const int fewest = vault->host().empty() ? 1 : 0;
        const auto is_taken = [&](int count) {
            const auto title = title_of(*vault, count);
            return std::ranges::count_if(
                       vaults, [&](const auto& other) { return title_of(*other, count) == title; }) > 1;
        };
        int count = fewest;
        while (count < 16 && is_taken(count))
            ++count;
        titles.push_back(title_of(*vault, count));
    }
    return titles;
}

}  // namespace

JoinedParts::JoinedParts(std::vector<std::shared_ptr<VaultHandle>> vaults)
    : vaults_(std::move(vaults)), titles_(titles_of(vaults_)), names_(vaults_.size()) {}

void JoinedParts::set_runs(std::size_t part, std::map<std::string, std::string> names) {
    const std::scoped_lock lock(mutex_);
    names_[part] = std::move(names);
}

std::map<std::size_t, Error> JoinedParts::refresh() {
    std::map<std::size_t, Error> failed;
    for (std::size_t part = 0; part < size(); ++part) {
        const auto runs = vault(part).queries().runs();
        if (!runs.ok()) {
            failed.emplace(part, runs.error());
            continue;
        }
        std::map<std::string, std::string> names;
        for (const auto& run : *runs)
            names.emplace(run.row.id, run.row.name);
        set_runs(part, std::move(names));
    }
    return failed;
}

Result<JoinedParts::Place> JoinedParts::find(const std::string& name_or_id) {
    if (auto places = known(name_or_id); !places.empty()) return only(name_or_id, std::move(places));
    const auto failed = refresh();
    if (auto places = known(name_or_id); !places.empty()) return only(name_or_id, std::move(places));
    return ask(name_or_id, failed);
}

std::vector<JoinedParts::Place> JoinedParts::known(const std::string& name_or_id) const {
    const std::scoped_lock lock(mutex_);
    // Nearly all callers name a run by its id, and looking for names takes long.
    for (std::size_t part = 0; part < size(); ++part) {
        if (names_[part].contains(name_or_id)) return {{part, vaults_[part].get(), name_or_id}};
    }
    std::vector<Place> named;
    for (std::size_t part = 0; part < size(); ++part) {
        for (const auto& [id, name] : names_[part]) {
            const bool is_named = name == name_or_id || shown_name_locked(part, id, name) == name_or_id;
            if (is_named && !is_hidden_locked(part, id)) named.push_back({part, vaults_[part].get(), id});
        }
    }
    return named;
}

Result<JoinedParts::Place> JoinedParts::ask(const std::string& name_or_id,
                                            const std::map<std::size_t, Error>& failed) {
    std::vector<Place> places;
    for (std::size_t part = 0; part < size(); ++part) {
        if (failed.contains(part)) continue;
        auto run = vault(part).queries().run(name_or_id);
        if (run.ok()) {
            places.push_back({part, vaults_[part].get(), run->row.id});
        } else if (run.error().code != ErrorCode::not_found) {
            return std::move(run).error();
        }
    }
    if (!places.empty()) return only(name_or_id, std::move(places));
    if (!failed.empty()) return failed.begin()->second;
    return Error{ErrorCode::not_found, "there is no run " + name_or_id + " in the vaults that are open"};
}

Result<JoinedParts::Place> JoinedParts::only(const std::string& name, std::vector<Place> places) const {
    const auto& first = places.front();
    const bool is_one =
        std::ranges::all_of(places, [&](const Place& place) { return place.run_id == first.run_id; });
    if (is_one) return std::move(places.front());
    return Error{ErrorCode::invalid_argument, "several vaults have a run " + name + "; name it as " + name +
                                                  " (" + title(first.part) + ")"};
}

bool JoinedParts::is_hidden(std::size_t part, const std::string& run_id) const {
    const std::scoped_lock lock(mutex_);
    return is_hidden_locked(part, run_id);
}

bool JoinedParts::is_hidden_locked(std::size_t part, const std::string& run_id) const {
    return std::any_of(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(part),
                       [&](const auto& names) { return names.contains(run_id); });
}

std::string JoinedParts::shown_name(std::size_t part, const RunRow& row) const {
    const std::scoped_lock lock(mutex_);
    return shown_name_locked(part, row.id, row.name);
}

std::string JoinedParts::shown_name_locked(std::size_t part, const std::string& run_id,
                                           const std::string& name) const {
    for (std::size_t other = 0; other < size(); ++other) {
        if (other == part) continue;
        const bool has_name = std::ranges::any_of(
            names_[other], [&](const auto& run) { return run.second == name && run.first != run_id; });
        if (has_name) return name + " (" + titles_[part] + ")";
    }
    return name;
}

}  // namespace stepvault
