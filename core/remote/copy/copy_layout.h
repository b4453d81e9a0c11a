// The keys of the objects in a copy (FORMAT.md, "Copies").
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "remote/copy/copy_manifest.h"
#include "remote/copy/copy_store.h"

namespace stepvault {

inline constexpr std::string_view copy_mark_key = "stepvault-copy.json";
inline constexpr std::string_view unnamed_objects_key = "unnamed.json";
inline constexpr std::string_view objects_prefix = "objects/";
inline constexpr std::string_view manifests_prefix = "runs/";

/// "objects/<hash>-<bytes>".
std::string object_key(const ContentName& content);
/// The content that a key of object_key() names; nullopt for another key.
std::optional<ContentName> content_of_key(std::string_view key);
/// "runs/<run id>.json".
std::string manifest_key(const std::string& run_id);

/// Reads the manifest of a run. ErrorCode::not_found, corrupt, unsupported.
Result<CopyManifest> read_manifest(CopyStore& store, const std::string& run_id, const JobContext& job);

/// The manifests of a copy.
struct CopyManifests {
    std::vector<CopyManifest> sound{};
    std::map<std::string, Error> unreadable{};  ///< by run id

    /// The contents that the sound ones name.
    [[nodiscard]] std::set<ContentName> contents() const;
};
/// Reads all manifests. Fails only if the place cannot be read.
Result<CopyManifests> read_manifests(CopyStore& store, const JobContext& job);

/// ErrorCode::not_found where the place holds no copy; unsupported for a newer version.
Status check_copy(CopyStore& store, const JobContext& job);
/// Makes an empty place a copy. ErrorCode::invalid_argument if it holds other things.
Status make_copy(CopyStore& store, const JobContext& job);

}  // namespace stepvault
