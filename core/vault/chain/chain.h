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

/// A checkpoint with everything it builds on, down to the base, all opened before anything is read: it stays
/// restorable although another process may fold or prune meanwhile. Thread-safe.
class Chain {
 public:
    /// Looks again when a file of the chain has gone meanwhile. ErrorCode::corrupt where a link is missing or
    /// is not the file that the one above it was coded against; limit where their descriptions need more
    /// than `budget`, bytes.
    static Result<Chain> open(const std::filesystem::path& steps_folder, const std::string& id,
                              std::uint64_t budget = memory_budget());

    [[nodiscard]] const StepFile& top() const { return links_.back().file; }
    [[nodiscard]] std::size_t length() const { return links_.size(); }
    /// One of them, the base first, top() last.
    [[nodiscard]] const StepFile& link(std::size_t index) const { return links_[index].file; }
    /// Bytes that their descriptions take up, about.
    [[nodiscard]] std::uint64_t memory() const { return memory_; }
    /// How many of them lie in the top step's own file, that itself among them.
    [[nodiscard]] std::size_t own_links() const { return own_links_; }
    /// By stream of link `from`: the stream of link `to`, below it, that has the same payloads at the same
    /// places, as have all between them; LayoutMap::none where there is none.
    [[nodiscard]] std::vector<std::uint32_t> aligned_streams(std::size_t from, std::size_t to) const;

    /// Takes chunks of the top step from the tip from now on where it holds them; each is checked against
    /// the step file all the same.
    void use_tip(const std::filesystem::path& tip);

    /// The bytes of a chunk of the top step, decoded from the nearest link that needs no base upwards, and
    /// checked against the hash of its content. `out` has the chunk's size. ErrorCode::limit where what it
    /// is coded against, over several links with other layouts, needs more than the budget.
    Status read_chunk(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;

 private:
    struct Link {
        StepFile file;
        std::unique_ptr<LayoutMap> to_parent;  ///< null for the base
    };
    explicit Chain(std::uint64_t budget) : budget_(budget) {}
    /// Adds a file and what is folded into it, the newest first; `expected`: the digest of the state it must
    /// restore to, unless it is the first.
    Status add(StepFile file, std::uint64_t expected);
    /// Counts the memory that its description takes up.
    Status admit(const StepFile& file);
    static Result<Chain> open_once(const std::filesystem::path& steps_folder, const std::string& id,
                                   std::uint64_t budget);
    using Place = std::pair<std::uint32_t, std::uint64_t>;  ///< stream, chunk
    Status decode(std::size_t link, std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;
    /// Of one link, with what it is coded against.
    Status decode_on(std::size_t link, Place place, const Bytes& base, MutableByteView out) const;
    Status base_of(std::size_t link, std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// The chunks that base_of() decodes: of `link` itself first, then of each link below. ErrorCode::limit
    /// where there are more than `most`.
    Result<std::vector<std::set<Place>>> needed_for(std::size_t link, Place place, std::uint64_t most) const;
    /// See base_of(); `below`: what was decoded of the link below.
    Status gather(std::size_t link, Place place, const std::map<Place, Bytes>& below, Bytes& base) const;
    [[nodiscard]] bool stands_alone(std::size_t link, Place place) const;
    /// Bytes that are held at the same time, at most.
    [[nodiscard]] std::uint64_t memory_for(std::size_t link,
                                           const std::vector<std::set<Place>>& needed) const;

    std::vector<Link> links_;  ///< base first
    std::size_t own_links_ = 0;
    std::uint64_t budget_;
    std::uint64_t memory_ = 0;
    std::unique_ptr<Tip> tip_;
    /// Whoever decodes what needs much memory does so alone.
    std::unique_ptr<std::mutex> much_memory_ = std::make_unique<std::mutex>();
};

}  // namespace stepvault
