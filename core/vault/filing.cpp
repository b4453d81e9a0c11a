#include "vault/filing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>

#include "base/checksum.h"
#include "codec/runs_coder.h"
#include "vault/adaptive_planning.h"
#include "vault/budget_planning.h"
#include "vault/chunk_statistics.h"
#include "vault/coded_outcome.h"
#include "vault/crc_ranges.h"
#include "vault/filing_plan.h"
#include "vault/lc_planning.h"
#include "vault/step_file_writer.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// One chunk on its way through the coder.
struct FilingSlot {
    Bytes values;
    Bytes base;
    Bytes before;  ///< what changes and errors count against, where it is not the base
    Bytes restored;
    CodedOutcome outcome;
};

/// How often a stream is read: `lc`, `topn` and `scar` must know all of it before they code any of it.
std::uint64_t reads_of(StreamCoding coding) {
    return coding == StreamCoding::lc || coding == StreamCoding::runs ? 2 : 1;
}

class Filing {
 public:
    Filing(const OpenCheckpoint& checkpoint, const SchemeChoice& choice, HuffmanCache* codes,
           StepContent& content, ParentState& parent, const SharedFiling& shared, ThreadPool& pool,
           const JobContext& job)
        : checkpoint_(checkpoint),
          choice_(choice),
          codes_(codes),
          content_(content),
          parent_(parent),
          source_(checkpoint, content.layout, parent, shared, pool, job) {
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
    /// Which of the checksums over payloads are right; those are left out of the skeleton.
    Status check_crcs();
    Status write_skeleton(StepFileWriter& writer);
    void summarize();

 private:
    [[nodiscard]] bool is_lossy(std::uint32_t stream) const {
        return stepvault::is_lossy(content_.layout.streams[stream].coding);
    }
    CodedChunk code_lossy(std::uint32_t stream, std::uint64_t chunk, FilingSlot& slot) const;
    Status code_chunk(std::uint32_t stream, std::uint64_t chunk, FilingSlot& slot);
    void take_sample(ChunkPlace at, const Bytes& values, Bytes& sample) const;
    Status take_outcome(ChunkPlace at, CodedOutcome& outcome, StepFileWriter& writer);
    static void set_coded(CodedOutcome& outcome, CodedChunk coded, std::uint64_t content_hash);
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
CodedChunk Filing::code_lossy(std::uint32_t stream, std::uint64_t chunk, FilingSlot& slot) const {
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

void Filing::set_coded(CodedOutcome& outcome, CodedChunk coded, std::uint64_t content_hash) {
    outcome.entry = {.mode = coded.mode,
                     .length = coded.bytes.size(),
                     .coded_hash = xxh3(coded.bytes),
                     .content_hash = content_hash};
    outcome.coded = std::move(coded.bytes);
}

Status Filing::code_chunk(std::uint32_t stream, std::uint64_t chunk, FilingSlot& slot) {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[stream];
    STEPVAULT_TRY(source_.read_values(stream, chunk, slot.values));
    STEPVAULT_TRY(source_.read_base(stream, chunk, slot.base));
    if (!source_.before_is_base()) STEPVAULT_TRY(source_.read_before(stream, chunk, slot.before));
    const Bytes& before = source_.before_is_base() ? slot.base : slot.before;
    slot.outcome = {};
    CodedChunk coded;
    if (is_lossy(stream)) {
        slot.restored.resize(slot.values.size());
        coded = code_lossy(stream, chunk, slot);
        take_sample({stream, chunk}, slot.values, slot.outcome.sample);
    } else {
        coded = encode_exact(slot.values, slot.base, item_size(s.dtype));
        slot.restored = slot.values;
    }
    // Those that know all of a stream before they code it have taken theirs then.
    if (s.coding == StreamCoding::adaptive)
        slot.outcome.statistics = chunk_statistics(layout, stream, chunk, slot.values, before);
    const bool has_figures = !before.empty() && is_lossy_float(s.dtype) && content_.meta.scheme != "exact";
    if (has_figures || !layout.crcs.empty()) {
        STEPVAULT_TRY(
            for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                          [&](auto p, auto, auto n, auto at) -> Status {
                              if (has_figures) {
                                  slot.outcome.figures.emplace_back(
                                      p, loss_figures(s.dtype, slot.values.data() + at, before.data() + at,
                                                      slot.restored.data() + at, n));
                              }
                              if (!layout.crcs.empty())
                                  slot.outcome.crcs.push_back(
                                      crc32(0, ByteView(slot.values).subspan(at, n * item_size(s.dtype))));
                              return {};
                          }));
    }
    const auto hash = xxh3(slot.restored);
    parent_.keep(content_.meta.id, stream, chunk, slot.restored, hash);
    set_coded(slot.outcome, std::move(coded), hash);
    return {};
}

/// Appends the blocks of the stream's sample that begin in this chunk.
void Filing::take_sample(ChunkPlace at, const Bytes& values, Bytes& sample) const {
    const auto& s = content_.layout.streams[at.stream];
    const auto blocks = StreamSample::blocks_for(s.count);
    if (blocks == 0) return;
    const auto begin = s.chunk_first(at.chunk);
    const auto end = begin + s.chunk_count(at.chunk);
    const std::uint64_t size = item_size(s.dtype);
    const auto block_bytes = static_cast<std::ptrdiff_t>(StreamSample::block_elements * size);
    // The first that may begin here; rounding down moves a block by less than its length.
    auto block = begin / std::max<std::uint64_t>(1, s.count / blocks);
    for (; block < blocks; ++block) {
        const auto first = StreamSample::block_first(block, blocks, s.count);
        if (first >= end) return;
        if (first < begin) continue;
        const auto from = values.begin() + static_cast<std::ptrdiff_t>((first - begin) * size);
        sample.insert(sample.end(), from, from + block_bytes);
    }
}

Status Filing::take_outcome(ChunkPlace at, CodedOutcome& outcome, StepFileWriter& writer) {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[at.stream];
    STEPVAULT_ASSIGN(entry, writer.add_coded(outcome.entry, outcome.coded));
    content_.streams[at.stream].chunks.push_back(entry);
    for (const auto& [p, f] : outcome.figures)
        figures_[p].merge(f);
    if (!outcome.sample.empty()) {
        if (content_.samples.empty() || content_.samples.back().stream != at.stream)
            content_.samples.push_back({at.stream, StreamSample::blocks_for(s.count), {}});
        auto& sample = content_.samples.back().bytes;
        sample.insert(sample.end(), outcome.sample.begin(), outcome.sample.end());
    }
    merge(statistics_, outcome.statistics);
    if (outcome.crcs.empty()) return {};
    auto crc = outcome.crcs.begin();
    return for_each_part(layout, s, s.chunk_first(at.chunk), s.chunk_count(at.chunk),
                         [&](auto p, auto, auto n, auto) -> Status {
                             crcs_[p] = crc32_of_both(crcs_[p], *crc++, n * item_size(s.dtype));
                             return {};
                         });
}

Status Filing::write_payloads(StepFileWriter& writer) {
    std::vector<std::uint32_t> streams;
    for (std::uint32_t stream = 1; stream < content_.layout.streams.size(); ++stream)
        streams.push_back(stream);
    return source_.for_each_chunk<FilingSlot>(
        streams, [&](ChunkPlace at, FilingSlot& slot) { return code_chunk(at.stream, at.chunk, slot); },
        [&](ChunkPlace at, CodedOutcome& outcome) { return take_outcome(at, outcome, writer); });
}

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
    const bool large = content_.layout.streams[0].count > (std::uint64_t{4} << 20);
    return source_.for_each_chunk<FilingSlot>(
        {0},
        [&](ChunkPlace at, FilingSlot& slot) -> Status {
            STEPVAULT_TRY(read_skeleton(at.chunk, slot.values));
            STEPVAULT_TRY(parent_.read_base(0, at.chunk, slot.base));
            const auto hash = xxh3(slot.values);
            slot.outcome = {};
            set_coded(slot.outcome, encode_bytes(slot.values, slot.base, large), hash);
            parent_.keep(content_.meta.id, 0, at.chunk, slot.values, hash);
            return {};
        },
        [&](ChunkPlace at, CodedOutcome& outcome) { return take_outcome(at, outcome, writer); });
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

namespace {

/// Hash of what must be the same for all processes: the checkpoint's files, and what it is coded against.
Bytes fingerprint(const OpenCheckpoint& checkpoint, const StepLayout& layout, const Chain* parent,
                  const Chain* before) {
    ByteWriter out;
    for (const auto& file : checkpoint.files) {
        out.put_varint(file.identity.size);
        out.put(file.identity.modified_ns);
    }
    layout.write(out);
    for (const auto* chain : {parent, before})
        out.put(chain != nullptr ? chain->top().state_digest() : 0);
    ByteWriter hash;
    hash.put(xxh3(out.view()));
    return hash.take();
}

/// Each process opens the checkpoint for itself: what one of them finds may be another one by then.
Status check_same(Crew* crew, const Bytes& mine, const OpenCheckpoint& checkpoint) {
    if (crew == nullptr) return {};
    STEPVAULT_ASSIGN(all, crew->exchange(mine));
    if (std::ranges::all_of(all, [&](const Bytes& b) { return b == all.front(); })) return {};
    return Error{ErrorCode::changed, checkpoint.candidate.path.native() +
                                         ": the processes do not all see the same checkpoint and vault; "
                                         "both must lie where all nodes share them"};
}

/// What the vault keeps of a checkpoint is for those who may read the checkpoint.
Status restrict_to_readers(const OpenCheckpoint& checkpoint, StepFileWriter& writer, ParentState& parent) {
    for (const auto& f : checkpoint.files) {
        STEPVAULT_TRY(writer.restrict_like(f.file));
        parent.restrict_like(f.file);
    }
    return {};
}

/// `piece`: null where the step file is published.
Status file_into(const OpenCheckpoint& checkpoint, const FilingRequest& request, StepPiece* piece,
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
    auto* crew = request.shared.crew;
    STEPVAULT_TRY(agree(crew, open(content.meta.parent, chain)));
    STEPVAULT_TRY(agree(crew, open(request.before, before)));
    if (chain) content.meta.parent_digest = chain->top().state_digest();
    const auto& scheme = content.meta.scheme;
    const auto lossy = scheme == "lc"                         ? StreamCoding::lc
                       : scheme == "adaptive"                 ? StreamCoding::adaptive
                       : scheme == "topn" || scheme == "scar" ? StreamCoding::runs
                                                              : StreamCoding::exact;
    const auto& newest = before ? before : chain;
    if (newest && request.before_is_tip) newest->use_tip(tip_file(request.run_folder));
    auto layout = plan_filing(checkpoint, chain.get(), before.get(), lossy, request.choice.rules);
    STEPVAULT_TRY(agree(crew, layout ? Status() : layout.error()));
    content.layout = std::move(*layout);
    STEPVAULT_TRY(
        check_same(crew, fingerprint(checkpoint, content.layout, chain.get(), before.get()), checkpoint));
    ParentState parent(std::move(chain), std::move(before), request.before_is_tip,
                       piece == nullptr ? tip_file(request.run_folder) : fs::path(), content.layout, crew);

    STEPVAULT_ASSIGN(writer, piece == nullptr
                                 ? StepFileWriter::create_together(step_path(steps, content.meta.id), crew)
                                 : StepFileWriter::create_in_pieces(*piece, crew));
    STEPVAULT_TRY(agree(crew, restrict_to_readers(checkpoint, writer, parent)));
    Filing filing(checkpoint, request.choice, request.codes, content, parent, request.shared, pool, job);
    STEPVAULT_TRY(agree(crew, filing.plan()));
    STEPVAULT_TRY(filing.write_payloads(writer));
    STEPVAULT_TRY(agree(crew, filing.check_crcs()));
    STEPVAULT_TRY(filing.write_skeleton(writer));
    STEPVAULT_TRY(agree(crew, check_unchanged(checkpoint)));
    STEPVAULT_TRY(agree(crew, job.check()));
    filing.summarize();
    STEPVAULT_TRY(writer.finish(content));
    return parent.finish();
}

}  // namespace

Result<StepFile> file_checkpoint(const OpenCheckpoint& checkpoint, const FilingRequest& request,
                                 ThreadPool& pool, const JobContext& job) {
    STEPVAULT_TRY(file_into(checkpoint, request, nullptr, pool, job));
    auto stored = StepFile::open(step_path(steps_folder(request.run_folder), request.meta.id));
    STEPVAULT_TRY(
        agree(request.shared.crew, stored ? Status() : Error{ErrorCode::io, stored.error().message}));
    return stored;
}

Status file_in_pieces(const OpenCheckpoint& checkpoint, const FilingRequest& request, StepPiece& piece,
                      ThreadPool& pool, const JobContext& job) {
    return file_into(checkpoint, request, &piece, pool, job);
}

}  // namespace stepvault
