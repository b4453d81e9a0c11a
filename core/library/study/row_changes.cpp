#include "library/study/row_changes.h"

#include <cmath>
#include <map>

#include "codec/importance.h"
#include "codec/loss_figures.h"
#include "codec/runs_coder.h"
#include "vault/chain/layout_map.h"
#include "vault/encode/budget_planning.h"
#include "vault/format/matrix_rows.h"

namespace stepvault {

Result<RowChanges> RowChanges::read(const Chain& step, const Chain& before, ThreadPool& pool,
                                    const JobContext& job) {
    return read(step.top().layout(), step, before, pool, job);
}

Result<RowChanges> RowChanges::read(const StepLayout& layout, const Chain& step, const Chain& before,
                                    ThreadPool& pool, const JobContext& job) {
    struct Slot {
        Bytes values;
        Bytes base;
        std::vector<Block> blocks;
        std::vector<std::pair<std::uint32_t, double>> changed;  ///< by payload
    };
    constexpr std::size_t chunks_per_thread = 4;
    const auto& stored = step.top().layout();
    const auto& earlier = before.top().layout();
    const LayoutMap map(layout, earlier);
    const auto rows = row_lengths(layout);
    const bool is_as_stored = &layout == &stored;
    const auto own = is_as_stored ? std::nullopt : std::optional<LayoutMap>(std::in_place, layout, stored);
    const auto read_values = [&](std::uint32_t stream, std::uint64_t chunk, Bytes& values) -> Status {
        if (is_as_stored) {
            values.resize(layout.streams[stream].chunk_bytes(chunk));
            return step.read_chunk(stream, chunk, values);
        }
        return gather_base(
            layout, stream, chunk, *own, stored,
            [&](auto from, auto c, auto out) { return step.read_chunk(from, c, out); }, values);
    };
    RowChanges all;
    all.changed_.resize(layout.payloads.size());
    all.touched_.resize(layout.payloads.size());
    Progress progress;
    for (const auto& payload : layout.payloads)
        all.bytes_.push_back(payload.length);
    for (const auto& stream : layout.streams)
        progress.total += is_lossy(stream.coding) ? stream.count * item_size(stream.dtype) : 0;
    for (std::uint32_t stream = 1; stream < layout.streams.size(); ++stream) {
        const auto& s = layout.streams[stream];
        if (!is_lossy(s.coding) || s.count == 0) continue;
        const auto share = budget_share(layout.payloads[s.payloads.front()].role);
        auto& changes = all.streams_.emplace_back(Stream{share, item_size(s.dtype), s.payloads, {}});
        std::vector<Slot> slots(std::min<std::uint64_t>(pool.size() * chunks_per_thread, s.chunks()));
        STEPVAULT_TRY(pool.for_each_in_order(
            s.chunks(), slots.size(),
            [&](std::size_t chunk, std::size_t lane) -> Status {
                STEPVAULT_TRY(job.check());
                auto& slot = slots[lane];
                slot.blocks.clear();
                slot.changed.clear();
                STEPVAULT_TRY(read_values(stream, chunk, slot.values));
                STEPVAULT_TRY(gather_base(
                    layout, stream, chunk, map, earlier,
                    [&](auto from, auto c, auto out) { return before.read_chunk(from, c, out); }, slot.base));
                for_each_change(
                    s.dtype, slot.values, slot.base, row_blocks(layout, rows, stream, chunk),
                    [&](const Run& run, float importance) {
                        slot.blocks.push_back({0, static_cast<std::uint32_t>(run.first),
                                               static_cast<std::uint32_t>(run.count), importance});
                    });
                auto block = slot.blocks.begin();
                return for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                                     [&](auto p, auto, auto n, auto at) -> Status {
                                         const auto* values = slot.values.data() + at;
                                         const auto figures =
                                             loss_figures(s.dtype, values, slot.base.data() + at, values, n);
                                         slot.changed.emplace_back(p, figures.changed);
                                         const auto end = at / item_size(s.dtype) + n;
                                         for (; block != slot.blocks.end() && block->first < end; ++block)
                                             block->payload = p;
                                         return {};
                                     });
            },
            [&](std::size_t chunk, std::size_t lane) -> Status {
                auto& slot = slots[lane];
                for (const auto& [p, squares] : slot.changed)
                    all.changed_[p] += squares;
                for (const auto& block : slot.blocks)
                    all.touched_[block.payload] = true;
                changes.chunks.push_back(slot.blocks);
                progress.done += s.chunk_bytes(chunk);
                job.report(progress);
                return {};
            }));
    }
    return all;
}

void RowChanges::write(ByteWriter& out) const {
    out.put_varint(changed_.size());
    for (std::size_t p = 0; p < changed_.size(); ++p) {
        out.put(changed_[p]);
        out.put(static_cast<std::uint8_t>(touched_[p]));
        out.put_varint(bytes_[p]);
    }
    out.put_varint(streams_.size());
    for (const auto& stream : streams_) {
        out.put(stream.share);
        out.put_varint(stream.item_size);
        out.put_varint(stream.payloads.size());
        for (const auto p : stream.payloads)
            out.put_varint(p);
        out.put_varint(stream.chunks.size());
        for (const auto& chunk : stream.chunks) {
            out.put_varint(chunk.size());
            for (const auto& block : chunk) {
                out.put_varint(block.payload);
                out.put_varint(block.first);
                out.put_varint(block.count);
                out.put(block.importance);
            }
        }
    }
}

Result<RowChanges> RowChanges::read(ByteReader& in) {
    RowChanges all;
    // Each item takes at least a byte, which bounds every list.
    const auto count = [&] { return in.ok() ? std::min<std::uint64_t>(in.get_varint(), in.left()) : 0; };
    const auto number = [&] { return static_cast<std::uint32_t>(in.get_varint()); };
    bool is_sound = true;
    const auto payload = [&] {
        const auto p = in.get_varint();
        is_sound = is_sound && p < all.changed_.size();
        return static_cast<std::uint32_t>(p);
    };
    for (auto n = count(); n > 0; --n) {
        all.changed_.push_back(in.get<double>());
        all.touched_.push_back(in.get<std::uint8_t>() != 0);
        all.bytes_.push_back(in.get_varint());
    }
    for (auto streams = count(); streams > 0; --streams) {
        auto& stream = all.streams_.emplace_back();
        stream.share = static_cast<Role>(in.get<std::uint8_t>());
        stream.item_size = number();
        is_sound = is_sound && stream.share <= Role::other && stream.item_size >= 1 && stream.item_size <= 16;
        for (auto n = count(); n > 0; --n)
            stream.payloads.push_back(payload());
        for (auto chunks = count(); chunks > 0; --chunks) {
            auto& chunk = stream.chunks.emplace_back();
            for (auto n = count(); n > 0; --n) {
                auto& block = chunk.emplace_back();
                block.payload = payload();
                block.first = number();
                block.count = number();
                block.importance = in.get<float>();
            }
        }
    }
    if (!in.ok() || !is_sound) return Error{ErrorCode::corrupt, "the changes of a step are damaged"};
    return all;
}

std::vector<RowChanges::Kept> RowChanges::kept(double budget, const std::vector<bool>& coded) const {
    // scar does not code a payload without any change: the payload stays as in the step before.
    const auto takes_part = [&](std::uint32_t payload) {
        return payload < coded.size() && coded[payload] && touched_[payload];
    };
    struct Share {
        ImportanceHistogram importances;
        double bytes = 0;
    };
    std::map<Role, Share> shares;
    for (const auto& stream : streams_) {
        auto& share = shares[stream.share];
        for (const auto p : stream.payloads)
            share.bytes += takes_part(p) ? static_cast<double>(bytes_[p]) : 0;
        for (const auto& chunk : stream.chunks) {
            for (const auto& block : chunk) {
                if (!takes_part(block.payload)) continue;
                share.importances.add(block.importance,
                                      static_cast<double>(stream.item_size) * block.count + index_of_block);
            }
        }
    }
    std::map<Role, Cut> cuts;
    for (const auto& [role, share] : shares)
        cuts[role] = share.importances.cut(share.bytes * budget);

    std::vector<Kept> kept(bytes_.size());
    for (const auto& stream : streams_) {
        for (const auto& chunk : stream.chunks) {
            BlockChooser chooser(cuts[stream.share]);
            std::vector<Run> runs;
            std::map<std::uint32_t, double> blocks;
            double all_blocks = 0;
            double elements = 0;
            for (const auto& block : chunk) {
                if (!takes_part(block.payload)) continue;
                if (!chooser.keeps(block.importance)) {
                    kept[block.payload].lost += std::pow(block.importance, 2.0) * block.count;
                    continue;
                }
                join(runs, {block.first, block.count});
                kept[block.payload].bits += 8.0 * stream.item_size * block.count;
                elements += static_cast<double>(stream.item_size) * block.count;
                blocks[block.payload] += 1;
                all_blocks += 1;
            }
            const double places = static_cast<double>(encoded_size(runs, stream.item_size)) - elements;
            for (const auto& [p, count] : blocks)
                kept[p].bits += 8 * places * count / all_blocks;
        }
    }
    return kept;
}

}  // namespace stepvault
