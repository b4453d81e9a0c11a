#include "vault/records/vault.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "base/uuid.h"
#include "base/wall_clock.h"
#include "vault/format/json_file.h"
#include "vault/records/record_change.h"
#include "vault/records/run_name.h"
#include "vault/records/vault_lock.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_vault_record = std::uint64_t{1} << 20;

Result<nlohmann::ordered_json> read_vault_file(const fs::path& folder) {
    auto read = read_json_file(vault_file(folder), largest_vault_record, "description of a vault");
    if (read || read.error().code != ErrorCode::corrupt) return read;
    return Error{
        ErrorCode::corrupt,
        read.error().message + "; its runs are untouched, `stepvault verify --repair` writes it anew"};
}

Status check_vault_file(const fs::path& folder) {
    STEPVAULT_TRY(read_vault_file(folder));
    return {};
}

/// True for an existing folder that is not empty and not a vault. Other programs have folders called "runs",
/// too.
bool holds_other_things(const fs::path& folder) {
    std::error_code ec;
    if (!fs::exists(folder, ec) || fs::is_empty(folder, ec)) return false;
    const auto runs = runs_folder(folder);
    if (!fs::is_directory(runs, ec)) return true;
    bool others = false;
    for (fs::directory_iterator it(runs, ec), end; !ec && it != end; it.increment(ec)) {
        std::error_code failed;
        if (fs::exists(run_file(it->path()), failed) || fs::is_directory(steps_folder(it->path()), failed))
            return false;
        others = others || (it->is_directory(failed) && !is_temporary_name(it->path().filename().native()));
    }
    return others;
}

Status create_vault(const fs::path& folder) {
    std::error_code ec;
    STEPVAULT_TRY(make_folders(folder, FileAccess::owner));
    STEPVAULT_TRY(make_folders(runs_folder(folder), FileAccess::of_folder));
    STEPVAULT_ASSIGN(file, AtomicFile::create(vault_file(folder), FileAccess::of_folder));
    STEPVAULT_TRY(file.file().write_all(0, as_view(json_file_text({{"uuid", make_uuid()}}))));
    auto status = file.publish(AtomicFile::Existing::keep);
    // Another process may have created the vault first.
    if (!status && fs::exists(vault_file(folder), ec)) return {};
    return status;
}

/// The name of a new run in `folder`.
std::string unique_name(const fs::path& folder, const std::set<std::string>& taken) {
    const auto suffix = shortest_unique_suffix(folder, taken);
    auto name = make_run_name(suffix);
    for (int n = 2; name != suffix && taken.contains(name); ++n)
        name = make_run_name(suffix + " (" + std::to_string(n) + ")");
    return name;
}

bool has_steps(const fs::path& run_folder) {
    std::error_code ec;
    return fs::directory_iterator(steps_folder(run_folder), ec) != fs::directory_iterator();
}

/// The record of a run whose place has changed, since more or fewer of its files are known now.
RunRecord moved_to(const RunPlace& place, const RunRecord& earlier, const std::set<std::string>& names) {
    const auto before = RunPlace{earlier.folder, earlier.series}.metrics_folder();
    auto record = earlier;
    record.folder = place.folder.native();
    record.series = place.series;
    const bool is_automatic = !record.is_named && before.native().ends_with('/' + record.name);
    if (is_automatic && before != place.metrics_folder())
        record.name = unique_name(place.metrics_folder(), names);
    return record;
}

}  // namespace

Result<Vault> Vault::open(const fs::path& folder, bool create) {
    std::error_code ec;
    if (folder.empty()) return Error{ErrorCode::invalid_argument, "the vault's folder has no name"};
    const auto absolute = fs::absolute(folder, ec).lexically_normal();
    auto status = check_vault_file(absolute);
    if (!status && status.error().code == ErrorCode::not_found) {
        if (!create) {
            return Error{ErrorCode::not_found, "there is no vault in " + absolute.native() +
                                                   "; `stepvault watch` or `ingest` makes one"};
        }
        if (holds_other_things(absolute)) {
            return Error{ErrorCode::invalid_argument,
                         absolute.native() + " holds other things and is no vault; choose an empty folder"};
        }
        STEPVAULT_TRY(create_vault(absolute));
        status = check_vault_file(absolute);
    }
    STEPVAULT_TRY(status);
    return Vault(absolute);
}

Result<bool> Vault::write_file_anew(const fs::path& folder) {
    const auto status = check_vault_file(folder);
    if (status) return false;
    const auto code = status.error().code;
    std::error_code ec;
    if (code != ErrorCode::corrupt && code != ErrorCode::not_found) return status.error();
    if (!fs::is_directory(runs_folder(folder), ec)) return status.error();
    if (code == ErrorCode::corrupt) STEPVAULT_TRY(set_aside(vault_file(folder)));
    STEPVAULT_TRY(create_vault(folder));
    return true;
}

Result<std::string> Vault::setting(std::string_view name) const {
    STEPVAULT_ASSIGN(json, read_vault_file(folder_));
    const auto found = json.find(name);
    return found == json.end() ? std::string() : found->dump();
}

Status Vault::set_setting(std::string_view name, std::string_view value) const {
    auto parsed = nlohmann::ordered_json::parse(value, nullptr, false);
    if (parsed.is_discarded())
        return Error{ErrorCode::invalid_argument, std::string(name) + " is set to what is no JSON"};
    const auto lock = lock_vault(folder_);
    if (!lock) return lock.error();
    STEPVAULT_ASSIGN(json, read_vault_file(folder_));
    json[std::string(name)] = std::move(parsed);
    return write_json_file(vault_file(folder_), json);
}

fs::path Vault::run_folder(const std::string& run_id) const {
    return runs_folder(folder_) / name_of_id(run_id);
}

Result<Vault::Runs> Vault::runs() const {
    Runs runs;
    std::error_code ec;
    for (fs::directory_iterator it(runs_folder(folder_), ec), end; !ec && it != end; it.increment(ec)) {
        const std::string id = it->path().filename().native();
        if (!it->is_directory(ec) || is_temporary_name(id)) continue;
        auto record = RunRecord::read(run_file(it->path()));
        if (!record) {
            runs.damaged.push_back({id, record.error()});
        } else if (record->id != id) {
            runs.damaged.push_back(
                {id, {ErrorCode::corrupt, it->path().native() + " holds the record of another run"}});
        } else {
            runs.records.push_back(std::move(*record));
        }
    }
    if (ec) return system_error(ec.value(), "list", runs_folder(folder_).native());
    std::sort(runs.records.begin(), runs.records.end(),
              [](const RunRecord& a, const RunRecord& b) { return a.name < b.name; });
    return runs;
}

Result<RunRecord> Vault::make_run(RunRecord record) const {
    remove_left_behind(runs_folder(folder_));
    record.id = make_uuid();
    record.created = unix_seconds();
    const auto folder = run_folder(record.id);
    // A temporary name until the record is written: a run's folder always has its record.
    const auto temporary = temporary_sibling(folder);
    STEPVAULT_TRY(make_folders(steps_folder(temporary), FileAccess::of_folder));
    STEPVAULT_TRY(record.write(run_file(temporary)));
    STEPVAULT_TRY(rename_no_replace(temporary, folder));
    STEPVAULT_TRY(sync_folder(runs_folder(folder_)));
    return record;
}

Result<Vault::Places> Vault::runs_at(const std::vector<RunPlace>& places, const SchemeChoice& choice,
                                     const std::map<RunPlace, std::vector<RunPlace>>& known_as) const {
    Places found;
    std::set<std::string> names;
    std::vector<RunPlace> missing;
    std::map<std::string, int> asked;
    for (const auto& place : places) {
        if (!place.series.ends_with('/')) ++asked[place.folder.native()];
    }
    const auto look = [&]() -> Status {
        STEPVAULT_ASSIGN(present, runs());
        std::map<RunPlace, const RunRecord*> by_place;
        std::map<std::string, std::vector<const RunRecord*>> by_folder;
        for (const auto& r : present.records) {
            names.insert(r.name);
            if (r.guest) continue;
            by_place.try_emplace({r.folder, r.series}, &r);
            if (!r.series.ends_with('/')) by_folder[r.folder].push_back(&r);
        }
        const auto known = [&](const RunPlace& place) -> const RunRecord* {
            const auto earlier = known_as.find(place);
            if (earlier == known_as.end()) return nullptr;
            for (const auto& other : earlier->second) {
                const auto at = by_place.find(other);
                if (at == by_place.end()) continue;
                // The sources of its checkpoints are relative to its folder, which therefore must not change.
                const bool has_gone = place.series.empty() && place.folder == other.metrics_folder();
                if (has_gone || !has_steps(run_folder(at->second->id))) return at->second;
            }
            return nullptr;
        };
        missing.clear();
        for (const auto& place : places) {
            const auto& folder = by_folder[place.folder.native()];
            const auto exact = by_place.find(place);
            if (exact != by_place.end()) {
                found.runs.insert_or_assign(place, *exact->second);
            } else if (folder.size() == 1 && asked[place.folder.native()] == 1 &&
                       !place.series.ends_with('/')) {
                found.runs.insert_or_assign(place, *folder.front());
            } else if (const auto* earlier = known(place)) {
                const bool stays = has_steps(run_folder(earlier->id));
                found.runs.insert_or_assign(place, stays ? *earlier : moved_to(place, *earlier, names));
            } else {
                missing.push_back(place);
            }
        }
        // An unreadable run may belong to one of these places; a second run there would store everything
        // again.
        if (!missing.empty() && !present.damaged.empty()) found.refused = present.damaged.front().reason;
        return {};
    };
    STEPVAULT_TRY(look());
    if (missing.empty() || found.refused) return found;
    STEPVAULT_ASSIGN(lock, lock_vault(folder_));
    (void)lock;
    STEPVAULT_TRY(look());
    if (found.refused) return found;
    for (const auto& place : missing) {
        RunRecord record;
        const bool one_of_several = asked[place.folder.native()] > 1;
        record.name =
            unique_name(one_of_several ? place.folder / place.series : place.metrics_folder(), names);
        record.folder = place.folder.native();
        record.series = place.series;
        record.choice = choice;
        STEPVAULT_ASSIGN(made, make_run(std::move(record)));
        names.insert(made.name);
        found.runs.insert_or_assign(place, made);
    }
    return found;
}

Result<RunRecord> Vault::run_for_name(const std::string& name, const fs::path& folder,
                                      const SchemeChoice& choice) const {
    STEPVAULT_ASSIGN(lock, lock_vault(folder_));
    (void)lock;
    STEPVAULT_ASSIGN(present, runs());
    for (auto& r : present.records) {
        if (r.name == name || r.id == name) return std::move(r);
    }
    STEPVAULT_TRY(check_run_name(name));
    // An unreadable run may have this name, and a name must not mean two runs.
    if (!present.damaged.empty()) return present.damaged.front().reason;
    RunRecord record;
    record.name = name;
    record.folder = folder.native();
    record.guest = std::ranges::any_of(
        present.records, [&](const RunRecord& r) { return !r.guest && r.folder == record.folder; });
    record.choice = choice;
    return make_run(std::move(record));
}

Result<RunRecord> Vault::rename_run(const std::string& run_id, const std::string& name) const {
    STEPVAULT_TRY(check_run_name(name));
    STEPVAULT_ASSIGN(lock, lock_vault(folder_));
    (void)lock;
    STEPVAULT_ASSIGN(present, runs());
    for (const auto& r : present.records) {
        // Commands take a name or an id, so no name may be another run's id.
        if (r.id == run_id || (r.name != name && r.id != name)) continue;
        return Error{ErrorCode::already_exists,
                     "another run is called " + name + ", from " + r.folder + "; give another name"};
    }
    // An unreadable run may have this name, and a name must not mean two runs.
    if (!present.damaged.empty()) return present.damaged.front().reason;
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder(run_id))));
    if (record.name == name && record.is_named) return record;
    record.name = name;
    record.is_named = true;
    STEPVAULT_TRY(record.write(run_file(run_folder(run_id))));
    return record;
}

Result<RunRecord> Vault::change_labels(const std::string& run_id, const LabelChange& change) const {
    return change_record(run_folder(run_id), [&](RunRecord& record) -> Status {
        STEPVAULT_ASSIGN(labels, changed_labels(record.labels, change));
        record.labels = std::move(labels);
        return {};
    });
}

std::string shortest_unique_suffix(const fs::path& folder, const std::set<std::string>& taken) {
    std::vector<std::string> parts;
    for (const auto& part : folder.lexically_normal().relative_path()) {
        if (!part.empty()) parts.push_back(part.native());
    }
    std::string suffix;
    const auto is_taken = [&] { return taken.contains(suffix); };
    for (auto i = parts.size(); i-- > 0;) {
        suffix = suffix.empty() ? parts[i] : parts[i] + "/" + suffix;
        if (!is_taken()) return suffix;
    }
    if (suffix.empty()) suffix = "run";
    const auto whole = suffix;
    for (int n = 2; is_taken(); ++n)
        suffix = whole + " (" + std::to_string(n) + ")";
    return suffix;
}

}  // namespace stepvault
