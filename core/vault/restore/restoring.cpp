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
#include "vault/restore/wanted_ranges.h"

namespace stepvault {

namespace {

constexpr std::size_t buffers_per_thread = 4;

/// The places that decoded chunks are written to.
struct Destination {
    std::vector<File*> files;               ///< by file; null: the file is not restored
    StridedTensorWriter* made = nullptr;    ///< of the plan's made files; null: there are none
    std::vector<std::vector<bool>> wanted;  ///< chunks, by stream
    std::vector<bool> crcs;                 ///< by checksum: its field is wanted
};

class Restoring {
 public:
    Restoring(const Chain& chain, const Destination& to, ThreadPool& pool, const JobContext& job)
        : chain_(chain),
          layout_(chain.top().layout()),
          to_(to),
          pool_(pool),
          job_(job),
          ranges_(layout_.raw_ranges()),
          crcs_(layout_.payloads.size()),
          copies_(layout_.payloads.size()),
          roundings_(layout_.roundings()) {
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
            for (std::uint64_t chunk = 0; chunk < to_.wanted[s].size(); ++chunk) {
                if (!to_.wanted[s][chunk]) continue;
                of_stream.push_back(chunk);
                progress_.total += layout_.streams[s].chunk_bytes(chunk);
            }
        }
        for (std::uint32_t s = 0; s < layout_.streams.size(); ++s)
            STEPVAULT_TRY(restore_stream(s, chunks[s]));
        for (std::size_t i = 0; i < layout_.crcs.size(); ++i) {
            const auto& c = layout_.crcs[i];
            auto* file = to_.files[c.file];
            if (!c.holds || !to_.crcs[i] || file == nullptr) continue;
            STEPVAULT_ASSIGN(crc, crc_of_range(layout_, c, crcs_, *file, job_));
            ByteWriter bytes;
            bytes.put(crc);
            STEPVAULT_TRY(file->write_all(c.offset, bytes.view()));
        }
        return to_.made != nullptr ? to_.made->finish(job_) : Status();
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
                                      [&](std::uint32_t file) { return to_.files[file]; });
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
        if (auto* file = to_.files[payload.file]) STEPVAULT_TRY(file->write_all(payload.offset + at, part));
        return to_.made != nullptr ? to_.made->take(p, at, part) : Status();
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
    const Destination& to_;
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
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
    Destination to{.files = std::vector<File*>(layout.files.size()),
                   .wanted = plan.wanted_chunks(layout),
                   .crcs = std::vector<bool>(layout.crcs.size(), true)};
    STEPVAULT_TRY(check_kept(chain.top(), to.wanted));
    const auto files = plan.files(layout);
    const auto run = chain.top().path().parent_path().parent_path();
    STEPVAULT_ASSIGN(target, RestoreTarget::create(output, files, replace, access_of_restored(run)));
    const auto kept = static_cast<std::uint32_t>(plan.kept.size());
    for (std::uint32_t i = 0; i < plan.made.size(); ++i)
        STEPVAULT_TRY(target.file(kept + i).write_all(0, plan.made[i].head));
    STEPVAULT_ASSIGN(made, StridedTensorWriter::create(layout, plan, target, kept));
    to.made = &made;
    for (std::uint32_t i = 0; i < kept; ++i)
        to.files[plan.kept[i]] = &target.file(i);
    STEPVAULT_TRY(Restoring(chain, to, pool, job).run());
    STEPVAULT_TRY(job.check());
    if (before_publish) STEPVAULT_TRY(before_publish(files, target));
    return target.publish();
}

Result<std::vector<File>> restore_ranges(const Chain& chain, const std::vector<FileRange>& ranges,
                                         ThreadPool& pool, const JobContext& job) {
    const auto& layout = chain.top().layout();
    STEPVAULT_ASSIGN(wanted, WantedRanges::of(layout, ranges));
    Destination to{
        .files = std::vector<File*>(layout.files.size()), .wanted = wanted.chunks(), .crcs = wanted.crcs()};
    STEPVAULT_TRY(check_kept(chain.top(), to.wanted));
    std::vector<File> files(layout.files.size());
    for (const auto& range : ranges) {
        auto& file = files[range.file];
        if (file.is_open()) continue;
        STEPVAULT_ASSIGN(made, File::in_memory(layout.files[range.file].path, layout.files[range.file].size));
        file = std::move(made);
        to.files[range.file] = &file;
    }
    STEPVAULT_TRY(Restoring(chain, to, pool, job).run());
    return files;
}

}  // namespace stepvault
