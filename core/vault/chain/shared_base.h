// Shared bases: first steps that several runs build on (FORMAT.md, "Shared bases").
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// The vault that has the folder in it; nullopt for a folder in no vault.
std::optional<std::filesystem::path> vault_around(const std::filesystem::path& folder);

/// Path of the vault's shared base with that state digest.
std::filesystem::path shared_base_path(const std::filesystem::path& vault, std::uint64_t digest);

/// True if a step file can be the shared base with that state digest: it needs no other file, and is whole.
bool can_be_shared_base(const StepFile& file, std::uint64_t digest);

/// Opens the shared base with that state digest, for steps in `steps_folder`: of a run, a copy of it, or in
/// the trash. ErrorCode::corrupt if it is missing, or is not the base with that digest.
Result<StepFile> open_shared_base(const std::filesystem::path& steps_folder, std::uint64_t digest);

}  // namespace stepvault
