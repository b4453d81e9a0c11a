#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/memory_budget.h"
#include "vault/chain/layout_map.h"
#include "vault/chain/tip.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// A checkpoint with all the steps that it builds on, down to the base, or to the shared base that the base
/// leans on. All files are opened before anything
/// is read, so that the checkpoint stays restorable even if another process squashes or prunes steps
/// meanwhile. Thread-safe.
class Chain {
 public:
    /// Tries again if a file of the chain is replaced or deleted meanwhile. ErrorCode::corrupt if a step of
    /// the chain is missing or is not the version that the step above it was coded against; limit if the
    /// steps' descriptions need more than `budget` bytes.
    static Result<Chain> open(const std::filesystem::path& steps_folder, const std::string& id,
                              std::uint64_t budget = memory_budget());

    /// The chain of the step that `meta` is coded against: its parent, or the shared base that it leans on.
    /// Null for a base that stands alone. Errors as in open().
    static Result<std::unique_ptr<Chain>> open_parent(const std::filesystem::path& steps_folder,
                                                      const StepMeta& meta,
                                                      std::uint64_t budget = memory_budget());
    /// The chain of a shared base alone.
    static Result<Chain> open_shared(const std::filesystem::path& steps_folder, std::uint64_t digest,
                                     std::uint64_t budget = memory_budget());

    [[nodiscard]] const StepFile& top() const { return links_.back().file; }
    [[nodiscard]] std::size_t length() const { return links_.size(); }
    /// A step of the chain: the base is the first, top() the last.
    [[nodiscard]] const StepFile& link(std::size_t index) const { return links_[index].file; }
    /// Approximate memory that the descriptions take, bytes.
    [[nodiscard]] std::uint64_t memory() const { return memory_; }
    /// Number of links that lie in the top step's own file, the top step included.
    [[nodiscard]] std::size_t own_links() const { return own_links_; }
    /// By stream of link `from`: the stream of the lower link `to` with the same payloads at the same places,
    /// if all links in between have one as well; else LayoutMap::none.
    [[nodiscard]] std::vector<std::uint32_t> aligned_streams(std::size_t from, std::size_t to) const;

    /// From now on, read_chunk() takes chunks of the top step from the tip if it holds them. They are still
    /// checked against the step file. Null: no tip.
    void use_tip(std::shared_ptr<const Tip> tip) { tip_ = std::move(tip); }

    /// Decodes a chunk of the top step, starting from the nearest link that needs no base, and compares the
    /// result with its checksum. `out` must have the chunk's size. ErrorCode::limit if the chunk's bases,
    /// over several links with other layouts, need more memory than the budget.
    Status read_chunk(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;

 private:
    struct Link {
        StepFile file;
        std::unique_ptr<LayoutMap> to_parent;  ///< null for the base
    };
    explicit Chain(std::uint64_t budget) : budget_(budget) {}
    /// Adds a file and the steps squashed into it, the newest first. `expected`: the state digest that the
    /// file must have, unless it is the first.
    Status add(StepFile file, std::uint64_t expected);
    /// Counts the memory of the file's description against the budget.
    Status admit(const StepFile& file);
    static Result<Chain> open_once(const std::filesystem::path& steps_folder, const std::string& id,
                                   std::uint64_t budget);
    using Place = std::pair<std::uint32_t, std::uint64_t>;  ///< stream, chunk
    Status decode(std::size_t link, std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;
    /// Decodes a chunk of one link from its base.
    Status decode_on(std::size_t link, Place place, const Bytes& base, MutableByteView out) const;
    Status base_of(std::size_t link, std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// The chunks that base_of() decodes: those of `link` itself first, then of each link below.
    /// ErrorCode::limit if there are more than `most`.
    Result<std::vector<std::set<Place>>> needed_for(std::size_t link, Place place, std::uint64_t most) const;
    /// Gathers a chunk's base for base_of(). `below`: decoded chunks of the link below.
    Status gather(std::size_t link, Place place, const std::map<Place, Bytes>& below, Bytes& base) const;
    [[nodiscard]] bool stands_alone(std::size_t link, Place place) const;
    /// Peak memory of decoding `needed`, bytes.
    [[nodiscard]] std::uint64_t memory_for(std::size_t link,
                                           const std::vector<std::set<Place>>& needed) const;

    std::vector<Link> links_;  ///< base first
    std::size_t own_links_ = 0;
    std::uint64_t budget_;
    std::uint64_t memory_ = 0;
    std::shared_ptr<const Tip> tip_;
    /// Held while decoding a chunk that needs much memory: one thread at a time may do that.
    std::unique_ptr<std::mutex> much_memory_ = std::make_unique<std::mutex>();
};

}  // namespace stepvault
