#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "vault/layout_map.h"
#include "vault/step_file.h"
#include "vault/tip.h"

namespace stepvault {

/// A checkpoint with everything it builds on, down to the base, all opened before anything is read: it stays
/// restorable although another process may fold or prune meanwhile. Thread-safe.
class Chain {
 public:
    /// Looks again when a file of the chain has gone meanwhile. ErrorCode::corrupt where a link is missing or
    /// is not the file that the one above it was coded against.
    static Result<Chain> open(const std::filesystem::path& steps_folder, const std::string& id);

    [[nodiscard]] const StepFile& top() const { return links_.back().file; }
    [[nodiscard]] std::size_t length() const { return links_.size(); }
    /// One of them, the base first, top() last.
    [[nodiscard]] const StepFile& link(std::size_t index) const { return links_[index].file; }
    /// How many of them lie in the top step's own file, that itself among them.
    [[nodiscard]] std::size_t own_links() const { return own_links_; }
    /// By stream of link `from`: the stream of link `to`, below it, that has the same payloads at the same
    /// places, as have all between them; LayoutMap::none where there is none.
    [[nodiscard]] std::vector<std::uint32_t> aligned_streams(std::size_t from, std::size_t to) const;

    /// Takes chunks of the top step from the tip from now on where it holds them; each is checked against
    /// the step file all the same.
    void use_tip(const std::filesystem::path& tip);

    /// The bytes of a chunk of the top step, decoded from the nearest link that needs no base upwards, and
    /// checked against the hash of its content. `out` has the chunk's size.
    Status read_chunk(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;

 private:
    struct Link {
        StepFile file;
        std::unique_ptr<LayoutMap> to_parent;  ///< null for the base
    };
    Chain() = default;
    /// Adds a file and what is folded into it, the newest first; `expected`: the digest of the state it must
    /// restore to, unless it is the first.
    Status add(StepFile file, std::uint64_t expected);
    static Result<Chain> open_once(const std::filesystem::path& steps_folder, const std::string& id);
    /// Chunks of deeper links that were decoded on the way to one chunk, since neighbours need the same ones.
    using Decoded = std::map<std::tuple<std::size_t, std::uint32_t, std::uint64_t>, Bytes>;
    Status decode(std::size_t link, std::uint32_t stream, std::uint64_t chunk, MutableByteView out,
                  Decoded& decoded) const;
    Status base_of(std::size_t link, std::uint32_t stream, std::uint64_t chunk, Bytes& base,
                   Decoded& decoded) const;

    std::vector<Link> links_;  ///< base first
    std::size_t own_links_ = 0;
    std::unique_ptr<Tip> tip_;
};

}  // namespace stepvault
