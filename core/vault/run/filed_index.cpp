#include "vault/run/filed_index.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "run/step_number.h"
#include "vault/originals/original_paths.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

std::optional<std::string> FiledIndex::find_complete_original(
    const CheckpointCandidate& candidate, const Fingerprint& now, const std::filesystem::path& run_folder,
    const RunRecord& record, const std::vector<StepMeta>& steps, const RemovalStore& removals) {
    std::uint64_t bytes = 0;
    auto newest = std::numeric_limits<std::int64_t>::min();
    for (const auto& file : now.files) {
        bytes += file.size;
        newest = std::max(newest, file.modified_ns);
    }
    const auto may_be_of = [&](const auto& m) {
        return m.original_bytes >= bytes && m.modified_ns >= newest;
    };
    const auto found = [&](const std::string& id) {
        filed_.insert({candidate.source, bytes, newest});
        return id;
    };
    std::error_code ec;
    // Remaining files of a checkpoint without a folder may have another name.
    const auto step = step_from_name(candidate.source);
    for (const auto& m : steps) {
        if (!may_be_of(m) || (m.source != candidate.source && m.step != step)) continue;
        // A file beside a folder does not belong to the folder's checkpoint.
        if (m.source != candidate.source &&
            std::filesystem::is_directory(std::filesystem::path(record.folder) / m.source, ec))
            continue;
        const auto file = StepFile::open(step_path(steps_folder(run_folder), m.id));
        if (file && is_remnant_of(candidate, now, *file)) return found(m.id);
    }
    // The files of removed checkpoints are unknown, but they existed when the list was last written.
    const auto listed = file_identity(removed_file(run_folder));
    const bool is_old = listed && std::ranges::all_of(now.files, [&](const FileIdentity& file) {
                            return file.changed_ns < listed->modified_ns;
                        });
    for (const auto& [id, r] : removals.removed()) {
        const bool is_folder = candidate.is_folder && !candidate.chosen;
        if (is_old && is_folder && r.source == candidate.source && may_be_of(r) && r.original_bytes > bytes)
            return found(id);
    }
    return {};
}

}  // namespace stepvault
