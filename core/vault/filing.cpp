#include "vault/filing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>

#include "base/checksum.h"
#include "codec/runs_coder.h"
#include "vault/adaptive_planning.h"
#include "vault/budget_planning.h"
#include "vault/chunk_statistics.h"
#include "vault/crc_ranges.h"
#include "vault/filing_plan.h"
#include "vault/lc_planning.h"
#include "vault/step_file_writer.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

/// One chunk on its way through the coder.
struct Slot {
    Bytes values;
    Bytes base;
    Bytes before;  ///< what changes and errors count against, where it is not the base
    Bytes restored;
    CodedChunk coded;
    std::uint64_t content_hash = 0;
    std::vector<std::pair<std::uint32_t, LossFigures>> figures;  ///< by payload
    ChunkStatistics statistics;
};

/// How often a stream is read: `lc`, `topn` and `scar` must know all of it before they code any of it.
std::uint64_t reads_of(StreamCoding coding) {
    return coding == StreamCoding::lc || coding == StreamCoding::runs ? 2 : 1;
}

class Filing {
 public:
    Filing(const OpenCheckpoint& checkpoint, const SchemeChoice& choice, HuffmanCache* codes,
           StepContent& content, ParentState& parent, ThreadPool& pool, const JobContext& job)
        : checkpoint_(checkpoint),
          choice_(choice),
          codes_(codes),
          content_(content),
          parent_(parent),
          source_(checkpoint, content.layout, parent, pool, job) {
        const auto& payloads = content_.layout.payloads;
        statistics_.resize(payloads.size());
        figures_.resize(payloads.size());
        crcs_.resize(payloads.size());
        ranges_ = content_.layout.raw_ranges();
        content_.streams.resize(content_.layout.streams.size());
        for (const auto& p : payloads) {
            if (p.same_as == StoredPayload::itself)
                source_.expect(p.length * reads_of(content_.layout.streams[p.stream].coding));
        }
        source_.expect(content_.layout.streams[0].count);
    }

    Status plan();
    Status write_payloads(StepFileWriter& writer);
    Status write_skeleton(StepFileWriter& writer);
    void summarize();

 private:
    [[nodiscard]] bool is_lossy(std::uint32_t stream) const {
        return stepvault::is_lossy(content_.layout.streams[stream].coding);
    }
    CodedChunk code_lossy(std::uint32_t stream, std::uint64_t chunk, Slot& slot) const;
    Status code_chunk(std::uint32_t stream, std::uint64_t chunk, Slot& slot);
    void take_sample(std::uint32_t stream, std::uint64_t chunk, const Slot& slot);
    Status check_crcs();
    Status read_skeleton(std::uint64_t chunk, Bytes& values) const;

    const OpenCheckpoint& checkpoint_;
    const SchemeChoice& choice_;
    HuffmanCache* codes_;
    StepContent& content_;
    ParentState& parent_;
    ChunkSource source_;
    std::vector<BucketStatistics> statistics_;  ///< by payload
    std::vector<LossFigures> figures_;          ///< by payload
    std::vector<std::uint32_t> crcs_;           ///< by payload
    BudgetPlan budget_;                         ///< of streams of coding runs
    std::vector<RawRange> ranges_;              ///< the skeleton's
    std::vector<std::uint64_t> left_out_;       ///< where it has checksums that are made anew, ascending
};

Status Filing::plan() {
    STEPVAULT_TRY(plan_lc(content_, source_, choice_, codes_, statistics_));
    STEPVAULT_ASSIGN(budget, plan_budget(content_, source_, statistics_));
    budget_ = std::move(budget);
    return plan_adaptive(content_, source_, choice_);
}

/// Fills in slot.restored.
CodedChunk Filing::code_lossy(std::uint32_t stream, std::uint64_t chunk, Slot& slot) const {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[stream];
    const auto coded = [](ChunkMode mode, Bytes bytes) {
        return bytes.empty() ? CodedChunk{} : CodedChunk{mode, std::move(bytes)};
    };
    if (s.coding == StreamCoding::adaptive) {
        const auto& model = *content_.streams[stream].model;
        const auto segments = adaptive_segments(layout, stream, chunk, model);
        return coded(ChunkMode::adaptive,
                     encode_adaptive(s.dtype, slot.values, slot.base, segments, model, slot.restored));
    }
    if (s.coding == StreamCoding::runs) {
        const auto blocks = blocks_of_chunk(content_, budget_, stream, chunk);
        const auto runs = choose_runs(s.dtype, slot.values, slot.base, blocks, budget_.cuts[stream]);
        return coded(ChunkMode::runs,
                     encode_runs(slot.values, slot.base, item_size(s.dtype), runs, slot.restored));
    }
    const auto segments = lc_segments(layout, stream, chunk, content_.streams[stream].tables);
    return coded(ChunkMode::lc, encode_lc(s.dtype, slot.values, slot.base, segments, slot.restored));
}

Status Filing::code_chunk(std::uint32_t stream, std::uint64_t chunk, Slot& slot) {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[stream];
    STEPVAULT_TRY(source_.read_values(stream, chunk, slot.values));
    STEPVAULT_TRY(source_.read_base(stream, chunk, slot.base));
    if (!source_.before_is_base()) STEPVAULT_TRY(source_.read_before(stream, chunk, slot.before));
    const Bytes& before = source_.before_is_base() ? slot.base : slot.before;
    slot.figures.clear();
    if (is_lossy(stream)) {
        slot.restored.resize(slot.values.size());
        slot.coded = code_lossy(stream, chunk, slot);
    } else {
        slot.coded = encode_exact(slot.values, slot.base, item_size(s.dtype));
        slot.restored = slot.values;
    }
    // Those that know all of a stream before they code it have taken theirs then.
    if (s.coding == StreamCoding::adaptive)
        slot.statistics = chunk_statistics(layout, stream, chunk, slot.values, before);
    if (!before.empty() && is_lossy_float(s.dtype) && content_.meta.scheme != "exact") {
        STEPVAULT_TRY(for_each_part(
            layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
            [&](auto p, auto, auto n, auto at) -> Status {
                slot.figures.emplace_back(p, loss_figures(s.dtype, slot.values.data() + at,
                                                          before.data() + at, slot.restored.data() + at, n));
                return {};
            }));
    }
    slot.content_hash = xxh3(slot.restored);
    parent_.keep(content_.meta.id, stream, chunk, slot.restored, slot.content_hash);
    return {};
}

void Filing::take_sample(std::uint32_t stream, std::uint64_t chunk, const Slot& slot) {
    const auto& s = content_.layout.streams[stream];
    const auto blocks = StreamSample::blocks_for(s.count);
    if (blocks == 0) return;
    if (content_.samples.empty() || content_.samples.back().stream != stream)
        content_.samples.push_back({stream, blocks, {}});
    auto& sample = content_.samples.back();
    const std::uint64_t size = item_size(s.dtype);
    const auto block_bytes = StreamSample::block_elements * size;
    // Blocks are taken in order, so how many there are says which comes next.
    for (auto next = sample.bytes.size() / block_bytes; next < blocks; ++next) {
        const auto first = StreamSample::block_first(next, blocks, s.count);
        if (first >= s.chunk_first(chunk) + s.chunk_count(chunk)) return;
        const auto at = static_cast<std::ptrdiff_t>((first - s.chunk_first(chunk)) * size);
        sample.bytes.insert(sample.bytes.end(), slot.values.begin() + at,
                            slot.values.begin() + at + static_cast<std::ptrdiff_t>(block_bytes));
    }
}

Status Filing::write_payloads(StepFileWriter& writer) {
    const auto& layout = content_.layout;
    for (std::uint32_t stream = 1; stream < layout.streams.size(); ++stream) {
        const auto& s = layout.streams[stream];
        STEPVAULT_TRY(source_.for_each_chunk<Slot>(
            stream, [&](std::uint64_t chunk, Slot& slot) { return code_chunk(stream, chunk, slot); },
            [&](std::uint64_t chunk, Slot& slot) -> Status {
                STEPVAULT_ASSIGN(entry, writer.add_chunk(slot.coded, slot.content_hash));
                content_.streams[stream].chunks.push_back(entry);
                for (const auto& [p, f] : slot.figures)
                    figures_[p].merge(f);
                if (is_lossy(stream)) take_sample(stream, chunk, slot);
                merge(statistics_, slot.statistics);
                if (layout.crcs.empty()) return {};
                return for_each_part(
                    layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                    [&](auto p, auto, auto n, auto at) -> Status {
                        crcs_[p] = crc32(crcs_[p], ByteView(slot.values).subspan(at, n * item_size(s.dtype)));
                        return {};
                    });
            }));
    }
    return {};
}

/// Which of the checksums over payloads are right; those are left out of the skeleton.
Status Filing::check_crcs() {
    auto range = ranges_.begin();
    std::uint64_t at = 0;  // of the range, in the skeleton
    auto crcs = std::vector<StoredCrc*>();
    for (auto& c : content_.layout.crcs)
        crcs.push_back(&c);
    std::sort(crcs.begin(), crcs.end(), [](const auto* a, const auto* b) {
        return std::pair(a->file, a->offset) < std::pair(b->file, b->offset);
    });
    for (auto* c : crcs) {
        std::array<std::byte, 4> stored{};
        STEPVAULT_TRY(checkpoint_.files[c->file].file.read_exact(c->offset, stored));
        STEPVAULT_ASSIGN(right, crc_of_range(content_.layout, *c, crcs_, checkpoint_.files[c->file].file));
        c->holds = load<std::uint32_t>(stored) == right;
        if (!c->holds) continue;
        while (range != ranges_.end() &&
               (range->file < c->file ||
                (range->file == c->file && range->offset + range->length <= c->offset))) {
            at += (range++)->length;
        }
        if (range == ranges_.end() || range->file != c->file || c->offset < range->offset) {
            c->holds = false;  // within a payload: not the skeleton's to leave out
            continue;
        }
        left_out_.push_back(at + (c->offset - range->offset));
    }
    return {};
}

Status Filing::read_skeleton(std::uint64_t chunk, Bytes& values) const {
    const auto& s = content_.layout.streams[0];
    const auto first = s.chunk_first(chunk);
    values.resize(s.chunk_bytes(chunk));
    const auto end = first + values.size();
    std::uint64_t at = 0;
    for (const auto& range : ranges_) {
        const auto from = std::max(at, first);
        const auto to = std::min(at + range.length, end);
        if (from < to) {
            STEPVAULT_TRY(checkpoint_.files[range.file].file.read_exact(
                range.offset + (from - at), MutableByteView(values).subspan(from - first, to - from)));
        }
        at += range.length;
    }
    // A field may begin in the chunk before.
    for (auto field = std::lower_bound(left_out_.begin(), left_out_.end(), first < 3 ? 0 : first - 3);
         field != left_out_.end() && *field < end; ++field) {
        for (auto i = std::max(*field, first); i < std::min(*field + 4, end); ++i)
            values[i - first] = std::byte{0};
    }
    return {};
}

Status Filing::write_skeleton(StepFileWriter& writer) {
    STEPVAULT_TRY(check_crcs());
    const bool large = content_.layout.streams[0].count > (std::uint64_t{4} << 20);
    return source_.for_each_chunk<Slot>(
        0,
        [&](std::uint64_t chunk, Slot& slot) -> Status {
            STEPVAULT_TRY(read_skeleton(chunk, slot.values));
            STEPVAULT_TRY(parent_.read_base(0, chunk, slot.base));
            slot.coded = encode_bytes(slot.values, slot.base, large);
            slot.content_hash = xxh3(slot.values);
            parent_.keep(content_.meta.id, 0, chunk, slot.values, slot.content_hash);
            return {};
        },
        [&](std::uint64_t, Slot& slot) -> Status {
            STEPVAULT_ASSIGN(entry, writer.add_chunk(slot.coded, slot.content_hash));
            content_.streams[0].chunks.push_back(entry);
            return {};
        });
}

void Filing::summarize() {
    const auto& payloads = content_.layout.payloads;
    auto& meta = content_.meta;
    meta.original_bytes = content_.layout.total_bytes();
    meta.relative_error = meta.prior_error;
    if (meta.scheme == "exact" || parent_.chain() == nullptr) return;
    LossFigures headline;
    for (std::uint32_t p = 0; p < payloads.size(); ++p) {
        const bool copy = payloads[p].same_as != StoredPayload::itself;
        const auto& figures = figures_[copy ? payloads[p].same_as : p];
        content_.figures.push_back(
            {static_cast<float>(figures.relative_error()), static_cast<float>(figures.max_abs)});
        if (counts_for_headline(payloads[p]) && parent_.knows(p)) headline.merge(figures);
        if (is_lossy(payloads[p].stream) && !copy) content_.statistics.push_back(std::move(statistics_[p]));
    }
    // What was lost before has nothing to do with what is lost now.
    meta.relative_error = std::hypot(meta.prior_error, headline.relative_error());
    meta.max_abs_error += headline.max_abs;
}

}  // namespace

Result<StepFile> file_checkpoint(const OpenCheckpoint& checkpoint, const FilingRequest& request,
                                 ThreadPool& pool, const JobContext& job) {
    const auto steps = steps_folder(request.run_folder);
    StepContent content;
    content.meta = request.meta;
    const auto open = [&](const std::string& id, std::unique_ptr<Chain>& out) -> Status {
        if (id.empty()) return {};
        auto chain = Chain::open(steps, id);
        if (!chain) return Error{ErrorCode::corrupt, chain.error().message};
        out = std::make_unique<Chain>(std::move(*chain));
        return {};
    };
    std::unique_ptr<Chain> chain;
    std::unique_ptr<Chain> before;
    STEPVAULT_TRY(open(content.meta.parent, chain));
    STEPVAULT_TRY(open(request.before, before));
    if (chain) content.meta.parent_digest = chain->top().state_digest();
    const auto& scheme = content.meta.scheme;
    const auto lossy = scheme == "lc"                         ? StreamCoding::lc
                       : scheme == "adaptive"                 ? StreamCoding::adaptive
                       : scheme == "topn" || scheme == "scar" ? StreamCoding::runs
                                                              : StreamCoding::exact;
    const auto& newest = before ? before : chain;
    if (newest && request.before_is_tip) newest->use_tip(tip_file(request.run_folder));
    STEPVAULT_ASSIGN(layout, plan_filing(checkpoint, chain.get(), before.get(), lossy, request.choice.rules));
    content.layout = std::move(layout);
    ParentState parent(std::move(chain), std::move(before), request.before_is_tip,
                       tip_file(request.run_folder), content.layout);

    STEPVAULT_ASSIGN(writer, StepFileWriter::create(step_path(steps, content.meta.id)));
    Filing filing(checkpoint, request.choice, request.codes, content, parent, pool, job);
    STEPVAULT_TRY(filing.plan());
    STEPVAULT_TRY(filing.write_payloads(writer));
    STEPVAULT_TRY(filing.write_skeleton(writer));
    STEPVAULT_TRY(check_unchanged(checkpoint));
    STEPVAULT_TRY(job.check());
    filing.summarize();
    STEPVAULT_TRY(writer.finish(content));
    parent.finish();
    auto stored = StepFile::open(step_path(steps, content.meta.id));
    if (!stored) return Error{ErrorCode::io, stored.error().message};
    return stored;
}

}  // namespace stepvault
