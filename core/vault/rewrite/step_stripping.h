#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "vault/chain/chain.h"
#include "vault/rewrite/step_rewriting.h"

namespace stepvault {

/// What is not kept any more of what was filed.
ChunkSet dropped_chunks(const StepFile& step);

/// True where it can be told by chunks what the top step takes of its parent: none of its own links lies
/// between the two, or all streams of these lie in the parent as they do in the step.
bool lies_on_its_parent(const Chain& chain);

/// One step that is written again, upon a parent that restores to something else than before or without what
/// it drops itself.
class StepStripping {
 public:
    /// `below`: the parent's chain as it is by now; null for a base. `dropped`: by the step's own streams.
    /// `scratch`: a folder on the same disk.
    StepStripping(const Chain& chain, const Chain* below, ChunkSet dropped, std::filesystem::path scratch,
                  ThreadPool& pool, const JobContext& job);
    ~StepStripping();
    StepStripping(const StepStripping&) = delete;
    StepStripping& operator=(const StepStripping&) = delete;

    /// Writes it to `target`, in the place of what is there. What it keeps decodes to the same bits as
    /// before; what it drops, to what the parent restores to.
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
    std::size_t first_own_;  ///< of the chain's links, the first that lies in the step's own file

    std::vector<std::uint32_t> to_parent_;  ///< by the top step's streams, those of the parent
    std::optional<LayoutMap> map_;          ///< likewise

    std::vector<std::filesystem::path> links_;  ///< step files that become links, the one on the parent first
    std::vector<std::vector<std::uint64_t>> hashes_;  ///< by the parent's streams: what it restores to
    std::uint64_t digest_ = 0;                        ///< of what the parent with these links restores to
    ChunkSet lost_;  ///< by the parent's streams: what it no longer restores to
};

}  // namespace stepvault
