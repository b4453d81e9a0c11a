#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "vault/chain/chain.h"
#include "vault/rewrite/step_rewriting.h"

namespace stepvault {

/// The chunks of a stored step that were dropped.
ChunkSet dropped_chunks(const StepFile& step);

/// True if the chunks that the top step takes from its parent can be determined one by one: either no links
/// of its own lie between the two, or all its streams are aligned with the parent's
/// (Chain::aligned_streams()).
bool lies_on_its_parent(const Chain& chain);

/// Rewrites one step, on a parent that restores to another state than before, or without the chunks that the
/// step itself drops.
class StepStripping {
 public:
    /// `below`: the chain of the parent's new version; null for a base. `dropped`: by the step's own streams.
    /// `scratch`: a folder on the same disk.
    StepStripping(const Chain& chain, const Chain* below, ChunkSet dropped, std::filesystem::path scratch,
                  ThreadPool& pool, const JobContext& job);
    ~StepStripping();
    StepStripping(const StepStripping&) = delete;
    StepStripping& operator=(const StepStripping&) = delete;

    /// Writes the step to `target`, replacing the file there. Kept chunks decode to the same bits as before,
    /// dropped chunks to the parent's state.
    Status write(const std::filesystem::path& target);

 private:
    void look_at_parent();
    [[nodiscard]] bool is_on_lost(std::uint32_t stream, std::uint64_t chunk) const;
    [[nodiscard]] bool needs_nothing_lost() const;
    [[nodiscard]] ChunkSet kept_chunks() const;
    Result<RewrittenStep> leave_out(const std::filesystem::path& target);
    Result<RewrittenStep> code_anew(const std::filesystem::path& target);
    Result<RewrittenStep> without_dropped(std::size_t link, const std::filesystem::path& target);
    Status rewrite_own_links();
    Status finish(RewrittenStep& step) const;
    [[nodiscard]] std::filesystem::path next_link() const {
        return scratch_ / ("link-" + std::to_string(links_.size()));
    }

    const Chain& chain_;
    const Chain* below_;
    ChunkSet dropped_;
    std::filesystem::path scratch_;
    ThreadPool& pool_;
    const JobContext& job_;
    std::size_t top_;
    std::size_t first_own_;  ///< the first link of the chain that lies in the step's own file

    std::vector<std::uint32_t> to_parent_;  ///< the parent's streams, by the top step's streams
    std::optional<LayoutMap> map_;          ///< from the top step's layout to the parent's

    std::vector<std::filesystem::path> links_;  ///< step files that become links, the one on the parent first
    std::vector<std::vector<std::uint64_t>> hashes_;  ///< hashes of the parent's new state, by its streams
    std::uint64_t digest_ = 0;                        ///< state digest of the parent with these links
    ChunkSet lost_;  ///< chunks that the parent no longer restores as before, by its streams
};

}  // namespace stepvault
