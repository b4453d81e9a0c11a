// Paths inside a vault (design: "The vault on disk").
#pragma once

#include <filesystem>
#include <string>

namespace stepvault {

/// The first functions take the vault's folder, those below reindex_mark() a folder within it.
inline std::filesystem::path vault_file(const std::filesystem::path& vault) {
    return vault / "vault.json";
}
inline std::filesystem::path runs_folder(const std::filesystem::path& vault) {
    return vault / "runs";
}
inline std::filesystem::path catalog_file(const std::filesystem::path& vault) {
    return vault / "catalog.sqlite";
}
inline std::filesystem::path trash_folder(const std::filesystem::path& vault) {
    return vault / "trash";
}
inline std::filesystem::path bases_folder(const std::filesystem::path& vault) {
    return vault / "bases";
}
/// Files of runs that are coming back from a copy.
inline std::filesystem::path incoming_folder(const std::filesystem::path& vault) {
    return vault / "incoming";
}
/// The records of background watches.
inline std::filesystem::path watches_folder(const std::filesystem::path& vault) {
    return vault / "watches";
}
/// Exists while the catalog is being rebuilt: a half-built catalog is not trusted.
inline std::filesystem::path reindex_mark(const std::filesystem::path& vault) {
    return vault / "catalog.reindexing";
}
inline std::filesystem::path run_file(const std::filesystem::path& run) {
    return run / "run.json";
}
inline std::filesystem::path lock_file(const std::filesystem::path& run) {
    return run / "lock";
}
inline std::filesystem::path removed_file(const std::filesystem::path& run) {
    return run / "removed.json";
}
inline std::filesystem::path steps_folder(const std::filesystem::path& run) {
    return run / "steps";
}
inline std::filesystem::path parity_folder(const std::filesystem::path& run) {
    return run / "parity";
}
/// The parity of the step file with that id.
inline std::filesystem::path parity_path(const std::filesystem::path& run, const std::string& id) {
    return parity_folder(run) / (id + ".svparity");
}
/// Step files that are damaged, or build on damaged ones, and are not repaired yet.
inline std::filesystem::path quarantine_folder(const std::filesystem::path& run) {
    return run / "quarantine";
}
inline std::filesystem::path metrics_file(const std::filesystem::path& run) {
    return run / "metrics.svlog";
}
inline std::filesystem::path params_file(const std::filesystem::path& run) {
    return run / "params.json";
}
/// An id as a name in a folder. An id from elsewhere that could lead out of the folder names nothing.
inline std::string name_of_id(const std::string& id) {
    const bool is_name = !id.empty() && id.find('/') == std::string::npos && id != "." && id != "..";
    return is_name ? id : std::string("-");
}
inline std::filesystem::path step_path(const std::filesystem::path& steps, const std::string& id) {
    return steps / (name_of_id(id) + ".svstep");
}

}  // namespace stepvault
