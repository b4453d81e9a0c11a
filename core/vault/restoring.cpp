#include "vault/restoring.h"

#include <algorithm>

#include "base/checksum.h"
#include "vault/crc_ranges.h"
#include "vault/restore_target.h"
#include "vault/skeleton_files.h"

namespace stepvault {

namespace {

constexpr std::size_t chunks_per_thread = 4;

class Restoring {
 public:
    Restoring(const Chain& chain, RestoreTarget& target, ThreadPool& pool, const JobContext& job)
        : chain_(chain),
          layout_(chain.top().layout()),
          target_(target),
          pool_(pool),
          job_(job),
          ranges_(layout_.raw_ranges()),
          crcs_(layout_.payloads.size()),
          copies_(layout_.payloads.size()) {
        for (std::uint32_t p = 0; p < layout_.payloads.size(); ++p) {
            if (layout_.payloads[p].same_as != StoredPayload::itself)
                copies_[layout_.payloads[p].same_as].push_back(p);
        }
        progress_.total = layout_.total_bytes();
        progress_.item = chain.top().meta().source;
    }

    Status run() {
        for (std::uint32_t s = 0; s < layout_.streams.size(); ++s)
            STEPVAULT_TRY(restore_stream(s));
        for (const auto& c : layout_.crcs) {
            if (!c.holds) continue;
            STEPVAULT_ASSIGN(crc, crc_of_range(layout_, c, crcs_, target_.file(c.file)));
            ByteWriter bytes;
            bytes.put(crc);
            STEPVAULT_TRY(target_.file(c.file).write_all(c.offset, bytes.view()));
        }
        return {};
    }

 private:
    /// Decoded and written by all threads; checksums go on in the order of the payloads.
    Status restore_stream(std::uint32_t stream) {
        const auto& s = layout_.streams[stream];
        std::vector<Bytes> buffers(std::min<std::uint64_t>(pool_.size() * chunks_per_thread, s.chunks()));
        return pool_.for_each_in_order(
            s.chunks(), buffers.size(),
            [&](std::size_t chunk, std::size_t lane) -> Status {
                STEPVAULT_TRY(job_.check());
                auto& bytes = buffers[lane];
                bytes.resize(s.chunk_bytes(chunk));
                STEPVAULT_TRY(chain_.read_chunk(stream, chunk, bytes));
                if (stream != 0) return write_payloads(stream, chunk, bytes);
                return write_skeleton(ranges_, s.chunk_first(chunk), bytes,
                                      [&](std::uint32_t i) { return &target_.file(i); });
            },
            [&](std::size_t chunk, std::size_t lane) -> Status {
                if (stream != 0 && !layout_.crcs.empty()) update_crcs(s, chunk, buffers[lane]);
                progress_.done += buffers[lane].size();
                job_.report(progress_);
                return {};
            });
    }

    Status write_payloads(std::uint32_t stream, std::uint64_t chunk, ByteView bytes) {
        const auto& s = layout_.streams[stream];
        const std::uint64_t size = item_size(s.dtype);
        const auto write = [&](std::uint32_t p, std::uint64_t inside, ByteView part) {
            const auto& payload = layout_.payloads[p];
            return target_.file(payload.file).write_all(payload.offset + inside * size, part);
        };
        return for_each_part(layout_, s, s.chunk_first(chunk), s.chunk_count(chunk),
                             [&](auto p, auto inside, auto n, auto at) -> Status {
                                 const auto part = bytes.subspan(at, n * size);
                                 STEPVAULT_TRY(write(p, inside, part));
                                 for (const auto copy : copies_[p])
                                     STEPVAULT_TRY(write(copy, inside, part));
                                 return {};
                             });
    }

    void update_crcs(const StoredStream& s, std::uint64_t chunk, ByteView bytes) {
        (void)for_each_part(layout_, s, s.chunk_first(chunk), s.chunk_count(chunk),
                            [&](auto p, auto, auto n, auto at) -> Status {
                                crcs_[p] = crc32(crcs_[p], bytes.subspan(at, n * item_size(s.dtype)));
                                return {};
                            });
    }

    const Chain& chain_;
    const StepLayout& layout_;
    RestoreTarget& target_;
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
    std::vector<RawRange> ranges_;                    ///< the skeleton's
    std::vector<std::uint32_t> crcs_;                 ///< by payload
    std::vector<std::vector<std::uint32_t>> copies_;  ///< by payload: those that are the same as it
};

}  // namespace

Status restore_checkpoint(const Chain& chain, const std::filesystem::path& output, bool replace,
                          ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(target, RestoreTarget::create(output, chain.top().layout(), replace));
    STEPVAULT_TRY(Restoring(chain, target, pool, job).run());
    STEPVAULT_TRY(job.check());
    return target.publish();
}

}  // namespace stepvault
