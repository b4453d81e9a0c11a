#include "vault/restore/restoring.h"

#include <algorithm>

#include "base/checksum.h"
#include "codec/rounding.h"
#include "vault/chain/skeleton_files.h"
#include "vault/format/crc_ranges.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_access.h"
#include "vault/restore/restore_target.h"
#include "vault/restore/strided_tensor_writer.h"

namespace stepvault {

namespace {

constexpr std::size_t buffers_per_thread = 4;

class Restoring {
 public:
    /// `wanted`: chunks, by stream.
    Restoring(const Chain& chain, const RestorePlan& plan, const std::vector<std::vector<bool>>& wanted,
              RestoreTarget& target, StridedTensorWriter& spreading, ThreadPool& pool, const JobContext& job)
        : chain_(chain),
          layout_(chain.top().layout()),
          wanted_(wanted),
          spreading_(spreading),
          pool_(pool),
          job_(job),
          files_(layout_.files.size()),
          ranges_(layout_.raw_ranges()),
          crcs_(layout_.payloads.size()),
          copies_(layout_.payloads.size()),
          roundings_(layout_.roundings()) {
        for (std::uint32_t i = 0; i < plan.kept.size(); ++i)
            files_[plan.kept[i]] = &target.file(i);
        for (std::uint32_t p = 0; p < layout_.payloads.size(); ++p) {
            if (layout_.payloads[p].same_as != StoredPayload::itself)
                copies_[layout_.payloads[p].same_as].push_back(p);
        }
        progress_.item = chain.top().meta().source;
    }

    Status run() {
        std::vector<std::vector<std::uint64_t>> chunks;
        for (std::uint32_t s = 0; s < layout_.streams.size(); ++s) {
            auto& of_stream = chunks.emplace_back();
            for (std::uint64_t chunk = 0; chunk < wanted_[s].size(); ++chunk) {
                if (!wanted_[s][chunk]) continue;
                of_stream.push_back(chunk);
                progress_.total += layout_.streams[s].chunk_bytes(chunk);
            }
        }
        for (std::uint32_t s = 0; s < layout_.streams.size(); ++s)
            STEPVAULT_TRY(restore_stream(s, chunks[s]));
        for (const auto& c : layout_.crcs) {
            auto* file = files_[c.file];
            if (!c.holds || file == nullptr) continue;
            STEPVAULT_ASSIGN(crc, crc_of_range(layout_, c, crcs_, *file, job_));
            ByteWriter bytes;
            bytes.put(crc);
            STEPVAULT_TRY(file->write_all(c.offset, bytes.view()));
        }
        return spreading_.finish(job_);
    }

 private:
    /// All threads decode and write; the checksums are updated in the order of the payloads.
    Status restore_stream(std::uint32_t stream, const std::vector<std::uint64_t>& chunks) {
        const auto& s = layout_.streams[stream];
        std::vector<Bytes> buffers(std::min<std::uint64_t>(pool_.size() * buffers_per_thread, chunks.size()));
        return pool_.for_each_in_order(
            chunks.size(), buffers.size(),
            [&](std::size_t i, std::size_t lane) -> Status {
                STEPVAULT_TRY(job_.check());
                const auto chunk = chunks[i];
                auto& bytes = buffers[lane];
                bytes.resize(s.chunk_bytes(chunk));
                STEPVAULT_TRY(chain_.read_chunk(stream, chunk, bytes));
                if (stream != 0) return write_payloads(stream, chunk, bytes);
                return write_skeleton(ranges_, s.chunk_first(chunk), bytes,
                                      [&](std::uint32_t file) { return files_[file]; });
            },
            [&](std::size_t i, std::size_t lane) -> Status {
                if (stream != 0 && !layout_.crcs.empty()) update_crcs(s, chunks[i], buffers[lane]);
                progress_.done += buffers[lane].size();
                job_.report(progress_);
                return {};
            });
    }

    Status write_payloads(std::uint32_t stream, std::uint64_t chunk, ByteView bytes) {
        const auto& s = layout_.streams[stream];
        const std::uint64_t size = item_size(s.dtype);
        return for_each_part(
            layout_, s, s.chunk_first(chunk), s.chunk_count(chunk),
            [&](auto p, auto inside, auto n, auto at) -> Status {
                const auto part = bytes.subspan(at, n * size);
                STEPVAULT_TRY(write(p, inside, part));
                for (const auto copy : copies_[p])
                    STEPVAULT_TRY(write(copy, inside, part));
                return for_each_rounding(
                    layout_, roundings_, p, inside, n, [&](auto r, auto first, auto from, auto count) {
                        return write(r, first, rounded_floats(part, from, count, layout_.payloads[r].dtype));
                    });
            });
    }

    Status write(std::uint32_t p, std::uint64_t inside, ByteView part) {
        const auto& payload = layout_.payloads[p];
        const auto at = inside * item_size(payload.dtype);
        if (auto* file = files_[payload.file]) STEPVAULT_TRY(file->write_all(payload.offset + at, part));
        return spreading_.take(p, at, part);
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
    const std::vector<std::vector<bool>>& wanted_;
    StridedTensorWriter& spreading_;
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
    std::vector<File*> files_;                        ///< by file; null: the plan does not keep the file
    std::vector<RawRange> ranges_;                    ///< of the skeleton
    std::vector<std::uint32_t> crcs_;                 ///< by payload
    std::vector<std::vector<std::uint32_t>> copies_;  ///< by payload: the copies of the payload
    std::vector<std::vector<std::uint32_t>> roundings_;
};

Status check_kept(const StepFile& step, const std::vector<std::vector<bool>>& wanted) {
    for (std::uint32_t s = 0; s < wanted.size(); ++s) {
        for (std::uint64_t c = 0; c < wanted[s].size(); ++c) {
            if (wanted[s][c] && step.is_dropped(s, c)) return only_weights_kept(step.meta().id);
        }
    }
    return {};
}

}  // namespace

Status restore_checkpoint(const Chain& chain, const std::filesystem::path& output, bool replace,
                          ThreadPool& pool, const JobContext& job) {
    return restore_checkpoint(chain, RestorePlan::whole(chain.top().layout()), output, replace, pool, job);
}

Status restore_checkpoint(const Chain& chain, const RestorePlan& plan, const std::filesystem::path& output,
                          bool replace, ThreadPool& pool, const JobContext& job,
                          const BeforePublish& before_publish) {
    const auto& layout = chain.top().layout();
    const auto wanted = plan.wanted_chunks(layout);
    STEPVAULT_TRY(check_kept(chain.top(), wanted));
    const auto files = plan.files(layout);
    const auto run = chain.top().path().parent_path().parent_path();
    STEPVAULT_ASSIGN(target, RestoreTarget::create(output, files, replace, access_of_restored(run)));
    const auto kept = static_cast<std::uint32_t>(plan.kept.size());
    for (std::uint32_t i = 0; i < plan.made.size(); ++i)
        STEPVAULT_TRY(target.file(kept + i).write_all(0, plan.made[i].head));
    STEPVAULT_ASSIGN(spreading, StridedTensorWriter::create(layout, plan, target, kept));
    STEPVAULT_TRY(Restoring(chain, plan, wanted, target, spreading, pool, job).run());
    STEPVAULT_TRY(job.check());
    if (before_publish) STEPVAULT_TRY(before_publish(files, target));
    return target.publish();
}

}  // namespace stepvault
