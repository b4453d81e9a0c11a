#include "partition/levels.h"

#include <algorithm>
#include <optional>

#include "base/checksum.h"
#include "base/erasure_code.h"
#include "partition/node_groups.h"

namespace stepvault {

namespace {

NodeGroup group_of(const LevelHeader& header, std::uint32_t node) {
    return group_of_node(static_cast<std::uint32_t>(header.shares.size()), header.group, node);
}

std::uint64_t longest_share(const LevelHeader& header, NodeGroup group) {
    std::uint64_t longest = 0;
    for (std::uint32_t n = group.first; n < group.first + group.size; ++n)
        longest = std::max(longest, header.shares[n].length);
    return longest;
}

std::uint64_t size_of(const StepPiece& piece) {
    std::uint64_t total = 0;
    for (const auto& part : piece.parts)
        total += part.bytes.size();
    return total;
}

/// The remaining share of each node, its own file or a copy.
std::vector<const Bytes*> shares_left(const LevelHeader& header, std::span<const LevelFile> left) {
    std::vector<const Bytes*> shares(header.shares.size(), nullptr);
    for (const auto& file : left) {
        if (file.kind == LevelFileKind::parity) continue;
        const auto of = file.kind == LevelFileKind::own
                            ? file.node
                            : before_in_ring(group_of(header, file.node), file.node);
        const auto& expected = header.shares[of];
        if (file.payload.size() == expected.length && xxh3(file.payload) == expected.hash)
            shares[of] = &file.payload;
    }
    return shares;
}

/// Fills in the shares of a group that the erasure code restores.
Status rebuild_group(const LevelHeader& header, NodeGroup group, std::span<const LevelFile> left,
                     std::vector<const Bytes*>& shares, std::vector<Bytes>& made) {
    std::vector<std::uint32_t> missing;
    for (std::uint32_t i = 0; i < group.size; ++i) {
        if (shares[group.first + i] == nullptr) missing.push_back(i);
    }
    if (missing.empty()) return {};
    const auto length = longest_share(header, group);
    std::vector<Bytes> padded(group.size);
    std::vector<std::optional<ByteView>> blocks(2 * std::size_t{group.size});
    std::size_t at_hand = 0;
    for (std::uint32_t i = 0; i < group.size; ++i) {
        if (const auto* share = shares[group.first + i]; share != nullptr) {
            blocks[i] = *share;
            ++at_hand;
        }
    }
    for (const auto& file : left) {
        const bool ours = file.kind == LevelFileKind::parity && file.node >= group.first &&
                          file.node < group.first + group.size && file.payload.size() == length;
        if (!ours || blocks[group.size + file.node - group.first]) continue;
        blocks[group.size + file.node - group.first] = file.payload;
        ++at_hand;
    }
    if (at_hand < group.size) {
        std::string names;
        for (const auto m : missing)
            names += (names.empty() ? "" : ", ") + std::to_string(group.first + m);
        const auto bearable = header.level == 3   ? group.size / 2
                              : header.level == 2 ? std::min(1U, group.size - 1)
                                                  : 0U;
        return Error{ErrorCode::corrupt,
                     "step " + header.step_id + " cannot be rebuilt: the shares of nodes " + names +
                         " are lost, and level " + std::to_string(header.level) + " survives the loss of " +
                         std::to_string(bearable) + " of " + std::to_string(group.size) + " nodes"};
    }
    // Only now: a parity block of that length exists, so the length does not come from a damaged header.
    for (std::uint32_t i = 0; i < group.size; ++i) {
        if (!blocks[i]) continue;
        padded[i].assign(blocks[i]->begin(), blocks[i]->end());
        padded[i].resize(length);
        blocks[i] = padded[i];
    }
    STEPVAULT_ASSIGN(code, ErasureCode::create(group.size, group.size));
    const auto first = made.size();
    std::vector<MutableByteView> out;
    for (std::size_t i = 0; i < missing.size(); ++i)
        made.emplace_back(length);
    for (std::size_t i = 0; i < missing.size(); ++i)
        out.emplace_back(made[first + i]);
    STEPVAULT_TRY(code.rebuild(blocks, missing, out));
    for (std::size_t i = 0; i < missing.size(); ++i) {
        const auto& expected = header.shares[group.first + missing[i]];
        made[first + i].resize(expected.length);
        if (xxh3(made[first + i]) != expected.hash)
            return Error{ErrorCode::corrupt,
                         "step " + header.step_id + " cannot be rebuilt: the share of node " +
                             std::to_string(group.first + missing[i]) + " comes out wrong"};
        shares[group.first + missing[i]] = &made[first + i];
    }
    return {};
}

}  // namespace

std::vector<StepPiece> split_piece(StepPiece piece, std::uint32_t nodes) {
    std::vector<StepPiece> pieces(nodes);
    if (nodes == 1) {
        pieces.front() = std::move(piece);
        return pieces;
    }
    const auto total = size_of(piece);
    for (auto& p : pieces)
        p.file_size = piece.file_size;
    std::uint64_t done = 0;
    for (auto& part : piece.parts) {
        for (std::uint64_t at = 0; at < part.bytes.size();) {
            // The node whose part of all bytes contains this byte, and the end of that part.
            const auto node = std::min<std::uint64_t>(nodes - 1, total == 0 ? 0 : (done * nodes) / total);
            const auto end = (total * (node + 1) + nodes - 1) / nodes;
            const auto n =
                std::min<std::uint64_t>(part.bytes.size() - at, std::max<std::uint64_t>(1, end - done));
            const auto from = part.bytes.begin() + static_cast<std::ptrdiff_t>(at);
            pieces[node].parts.push_back(
                {part.offset + at, Bytes(from, from + static_cast<std::ptrdiff_t>(n))});
            at += n;
            done += n;
        }
    }
    return pieces;
}

Bytes pack_piece(const StepPiece& piece) {
    constexpr std::size_t largest_varint = 10;
    ByteWriter out;
    out.reserve(size_of(piece) + 2 * largest_varint * (1 + piece.parts.size()));
    out.put_varint(piece.file_size);
    out.put_varint(piece.parts.size());
    for (const auto& part : piece.parts) {
        out.put_varint(part.offset);
        out.put_varint(part.bytes.size());
        out.put_bytes(part.bytes);
    }
    return out.take();
}

LevelHeader::Share describe_share(ByteView share) {
    return {share.size(), xxh3(share)};
}

std::vector<std::uint32_t> shares_needed(const LevelHeader& header, std::uint32_t node) {
    const auto group = group_of(header, node);
    std::vector<std::uint32_t> nodes{node};
    if (group.size == 1) return nodes;
    if (header.level == 2) nodes.push_back(before_in_ring(group, node));
    for (auto n = group.first; header.level == 3 && n < group.first + group.size; ++n) {
        if (n != node) nodes.push_back(n);
    }
    return nodes;
}

Status for_files_of_node(const LevelHeader& header, std::uint32_t node, std::span<const Bytes> shares,
                         const std::function<Status(LevelFileKind, ByteView payload)>& each) {
    const auto needed = shares_needed(header, node);
    if (needed.size() > 1 && header.level == 2) STEPVAULT_TRY(each(LevelFileKind::copy, shares[needed[1]]));
    if (needed.size() > 1 && header.level == 3) {
        const auto group = group_of(header, node);
        STEPVAULT_ASSIGN(code, ErasureCode::create(group.size, group.size));
        std::vector<Bytes> parity(group.size, Bytes(longest_share(header, group)));
        const std::vector<MutableByteView> out(parity.begin(), parity.end());
        for (std::uint32_t i = 0; i < group.size; ++i)
            code.encode_add(i, shares[group.first + i], out);
        STEPVAULT_TRY(each(LevelFileKind::parity, parity[node - group.first]));
    }
    return each(LevelFileKind::own, shares[node]);
}

Result<Bytes> rebuild_step(std::span<const LevelFile> left) {
    if (left.empty()) return Error{ErrorCode::not_found, "no node has a file of this step"};
    const auto& header = left.front().header;
    if (std::ranges::any_of(left, [&](const auto& file) { return file.header != header; }))
        return Error{ErrorCode::corrupt,
                     "step " + header.step_id + ": the files on the nodes come from different saves"};
    auto shares = shares_left(header, left);
    std::vector<Bytes> made;
    made.reserve(header.shares.size());
    for (std::uint32_t n = 0; n < header.shares.size(); n += group_of(header, n).size)
        STEPVAULT_TRY(rebuild_group(header, group_of(header, n), left, shares, made));

    const Error damaged{ErrorCode::corrupt,
                        "step " + header.step_id + ": the shares on the nodes do not fit together"};
    std::uint64_t size = 0;
    std::uint64_t placed = 0;
    std::vector<std::pair<std::uint64_t, ByteView>> parts;
    for (const auto* share : shares) {
        ByteReader in(*share);
        while (in.left() > 0) {
            size = std::max(size, in.get_varint());
            for (auto count = in.get_varint(); count > 0 && in.ok(); --count) {
                const auto offset = in.get_varint();
                parts.emplace_back(offset, in.get_bytes(in.get_varint()));
                placed += parts.back().second.size();
            }
            if (!in.ok()) return damaged;
        }
    }
    if (placed != size) return damaged;
    Bytes file(size);
    std::uint64_t end = 0;
    std::ranges::sort(parts, {}, [](const auto& p) { return p.first; });
    for (const auto& [offset, bytes] : parts) {
        if (offset != end || bytes.size() > size - offset) return damaged;
        std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(offset));
        end = offset + bytes.size();
    }
    return file;
}

}  // namespace stepvault
