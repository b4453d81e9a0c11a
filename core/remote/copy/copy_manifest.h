#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "remote/fetch/content_name.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// The facts about a copied step file that finding a chain needs.
struct CopiedStep {
    std::int64_t step = 0;
    std::string source;
    std::string parent;               ///< id of the step that it is coded against; empty for a base
    std::uint64_t parent_digest = 0;  ///< state digest of the parent, or of the shared base; 0: stands alone
    std::uint64_t digest = 0;         ///< StepFile::state_digest()
    Scheme scheme = Scheme::exact;
    std::int64_t filed_ns = 0;  ///< time of storing, since the epoch

    bool operator==(const CopiedStep&) const = default;
};

/// A file of a run in a copy.
struct CopiedFile {
    std::string path;  ///< below the vault, '/'-joined; see is_copied_path()
    ContentName content;
    /// Inode and time of change of the file in the vault; while both stay the same, so do its bytes.
    std::uint64_t inode = 0;
    std::int64_t changed_ns = 0;       ///< ctime, since the epoch
    std::optional<CopiedStep> step{};  ///< of a step file of the run

    bool operator==(const CopiedFile&) const = default;
};

/// The list of a run's files in a copy (FORMAT.md, "Copies"): one consistent state of the run.
struct CopyManifest {
    std::string run_id;
    std::string name;                 ///< the run's name
    double made = 0;                  ///< time of copying, seconds since the epoch
    std::vector<CopiedFile> files{};  ///< ascending by path

    [[nodiscard]] std::string text() const;
    /// Reads a manifest. `place`: its name in errors. ErrorCode::corrupt for anything that text() cannot
    /// have made, such as a step without its parent; unsupported for a newer version.
    static Result<CopyManifest> parse(std::string_view text, const std::string& place);

    /// The file with that path; null for none.
    [[nodiscard]] const CopiedFile* find(std::string_view path) const;
    /// The file of that checkpoint; null for none.
    [[nodiscard]] const CopiedFile* find_step(std::string_view id) const;
    /// The files of a checkpoint's chain, its own first, with the shared base that the chain leans on.
    /// ErrorCode::not_found.
    [[nodiscard]] Result<std::vector<CopiedFile>> chain(const std::string& checkpoint_id) const;
    /// The checkpoint that a file is of; empty for no step file.
    [[nodiscard]] static std::string checkpoint_of(const CopiedFile& file);

    bool operator==(const CopyManifest&) const = default;

    static constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;  ///< of text()
};

/// True for the paths of files that a copy of that run may have: its records, metrics, step and parity files,
/// and shared bases. Such a path cannot leave the vault.
bool is_copied_path(std::string_view path, std::string_view run_id);
/// The state digest of the shared base at that path below a vault; nullopt for another path.
std::optional<std::uint64_t> shared_base_digest(std::string_view path);

/// Checks that every step has its parent or its shared base in the same state as it was coded against.
/// ErrorCode::corrupt, naming the step.
Status check_chains(const std::vector<CopiedFile>& files, const std::string& run_id);

}  // namespace stepvault
