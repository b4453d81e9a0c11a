#include "library/restore/checkpoint_reader.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "library/restore/step_restoring.h"
#include "library/summary/run_info.h"
#include "vault/chain/tip_store.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restoring.h"

namespace stepvault {

namespace {

Result<std::string> newest_checkpoint(const std::filesystem::path& steps, const std::string& run) {
    STEPVAULT_ASSIGN(listed, list_step_names(steps));
    const auto newest = std::ranges::max_element(listed.names, is_older_id, &StepName::id);
    if (newest == listed.names.end())
        return Error{ErrorCode::not_found, "no checkpoint of run " + run + " is stored"};
    return newest->id;
}

}  // namespace

Result<CheckpointReader> CheckpointReader::open(const std::filesystem::path& vault, const std::string& run,
                                                std::optional<std::int64_t> step) {
    STEPVAULT_ASSIGN(opened, Vault::open(vault, false));
    STEPVAULT_ASSIGN(record, find_run(opened, run));
    const auto steps = steps_folder(opened.run_folder(record.id));
    STEPVAULT_ASSIGN(id, step ? find_checkpoint(steps, *step) : newest_checkpoint(steps, run));
    STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
    use_cached_tip(chain, opened.folder(), record.id);
    return CheckpointReader(std::move(chain));
}

Status CheckpointReader::read(const std::vector<WantedBytes>& wanted, ThreadPool& pool,
                              const JobContext& job) const {
    std::map<std::string_view, std::uint32_t> file_of;
    for (std::uint32_t file = 0; file < files().size(); ++file)
        file_of.emplace(files()[file].path, file);
    std::vector<FileRange> ranges;
    for (const auto& bytes : wanted) {
        const auto file = file_of.find(bytes.file);
        if (file == file_of.end())
            return Error{ErrorCode::not_found, meta().source + " has no file named " + bytes.file};
        ranges.push_back({file->second, bytes.offset, bytes.to.size()});
    }
    STEPVAULT_ASSIGN(restored, restore_ranges(chain_, ranges, pool, job));
    return pool.for_each(ranges.size(), [&](std::size_t i) {
        return restored[ranges[i].file].read_exact(ranges[i].offset, wanted[i].to);
    });
}

}  // namespace stepvault
