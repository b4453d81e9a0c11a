#include "library/cluster/node_levels.h"

#include <algorithm>
#include <map>
#include <optional>

#include "partition/levels.h"
#include "vault/format/step_meta.h"

namespace stepvault {

namespace {

void append(Bytes& to, ByteView bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

Status NodeLevels::check(std::uint32_t level) const {
    if (level > 1 && (nodes_ < 2 || group_ < 2)) {
        return Error{ErrorCode::invalid_argument, "level " + std::to_string(level) +
                                                      " needs two nodes or more, and groups of two or more"};
    }
    if (nodes_ > placement_.machines() && pattern_.find("%n") == std::string::npos) {
        return Error{
            ErrorCode::invalid_argument,
            "several nodes on one machine need separate folders; put %n into the node folder's name"};
    }
    return {};
}

std::filesystem::path NodeLevels::folder(std::uint32_t node) const {
    auto path = pattern_;
    for (auto at = path.find("%n"); at != std::string::npos; at = path.find("%n"))
        path.replace(at, 2, std::to_string(node));
    return path;
}

std::vector<std::uint32_t> NodeLevels::own_nodes() const {
    std::vector<std::uint32_t> own;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (placement_.server(n) == communicator_.rank()) own.push_back(n);
    }
    return own;
}

Result<std::vector<std::string>> NodeLevels::exchange_lines(const std::set<std::string>& mine) {
    ByteWriter out;
    for (const auto& line : mine)
        out.put_text(line);
    STEPVAULT_ASSIGN(all, communicator_.all_gather(out.view()));
    std::set<std::string> lines;
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.ok() && in.left() > 0)
            lines.insert(in.get_text());
    }
    return std::vector<std::string>(lines.begin(), lines.end());
}

Result<std::vector<Bytes>> NodeLevels::collect_shares(StepPiece piece) {
    // The data that a process coded stays on its own node, or is spread over the nodes that it serves.
    auto own = own_nodes();
    if (own.empty()) own.push_back(placement_.node_of(communicator_.rank()));
    const auto split = split_piece(std::move(piece), static_cast<std::uint32_t>(own.size()));
    std::vector<ByteWriter> out(communicator_.size());
    std::map<std::uint32_t, Bytes> kept;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto server = placement_.server(own[i]);
        auto packed = pack_piece(split[i]);
        if (server == communicator_.rank()) {
            kept[own[i]] = std::move(packed);
            continue;
        }
        out[server].put_varint(own[i]);
        out[server].put_text(as_text(packed));
    }
    std::vector<Bytes> mine;
    mine.reserve(out.size());
    for (auto& bytes : out)
        mine.push_back(bytes.take());
    STEPVAULT_ASSIGN(received, communicator_.all_to_all(mine));
    std::vector<Bytes> shares(nodes_);
    for (std::uint32_t rank = 0; rank < communicator_.size(); ++rank) {
        if (rank == communicator_.rank()) {
            for (auto& [node, packed] : kept) {
                if (shares[node].empty())
                    shares[node] = std::move(packed);
                else
                    append(shares[node], packed);
            }
            continue;
        }
        ByteReader in(received[rank]);
        while (in.left() > 0) {
            const auto node = in.get_varint();
            const auto part = in.get_bytes(in.get_varint());
            if (!in.ok() || node >= nodes_) return unreadable_message();
            append(shares[node], part);
        }
    }
    return shares;
}

Result<std::vector<LevelHeader::Share>> NodeLevels::describe_shares(const std::vector<Bytes>& shares) {
    ByteWriter out;
    for (const auto n : own_nodes()) {
        const auto share = describe_share(shares[n]);
        out.put_varint(n);
        out.put_varint(share.length);
        out.put(share.hash);
    }
    STEPVAULT_ASSIGN(all, communicator_.all_gather(out.view()));
    std::vector<LevelHeader::Share> described(nodes_);
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.left() > 0) {
            const auto node = in.get_varint();
            const auto length = in.get_varint();
            const auto hash = in.get<std::uint64_t>();
            if (!in.ok() || node >= nodes_) return unreadable_message();
            described[node] = {length, hash};
        }
    }
    return described;
}

Status NodeLevels::spread_shares(const LevelHeader& header, std::vector<Bytes>& shares) {
    // The shares that each rank needs from other ranks, each share once for all nodes that the rank serves.
    std::vector<std::set<std::uint32_t>> of_rank(communicator_.size());
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        for (const auto needed : shares_needed(header, n)) {
            if (placement_.server(needed) != placement_.server(n))
                of_rank[placement_.server(n)].insert(needed);
        }
    }
    std::vector<ByteWriter> out(communicator_.size());
    for (std::uint32_t rank = 0; rank < communicator_.size(); ++rank) {
        for (const auto n : of_rank[rank]) {
            if (placement_.server(n) != communicator_.rank()) continue;
            out[rank].put_varint(n);
            out[rank].put_text(as_text(shares[n]));
        }
    }
    std::vector<Bytes> mine;
    mine.reserve(out.size());
    for (auto& bytes : out)
        mine.push_back(bytes.take());
    STEPVAULT_ASSIGN(received, communicator_.all_to_all(mine));
    for (const auto& bytes : received) {
        ByteReader in(bytes);
        while (in.left() > 0) {
            const auto node = in.get_varint();
            const auto share = in.get_bytes(in.get_varint());
            if (!in.ok() || node >= nodes_ || describe_share(share) != header.shares[node])
                return unreadable_message();
            shares[node].assign(share.begin(), share.end());
        }
    }
    return {};
}

Status NodeLevels::save(const std::string& run_id, const LevelSave& step, StepPiece piece) {
    STEPVAULT_ASSIGN(shares, collect_shares(std::move(piece)));
    LevelHeader header{.run_id = run_id,
                       .step_id = step.step_id,
                       .level = step.level,
                       .group = group_,
                       .saved_ns = step.saved_ns};
    STEPVAULT_ASSIGN(described, describe_shares(shares));
    header.shares = std::move(described);
    const auto spread = spread_shares(header, shares);
    const auto write = [&]() -> Status {
        STEPVAULT_TRY(spread);
        for (const auto n : own_nodes()) {
            STEPVAULT_TRY(for_files_of_node(header, n, shares, [&](LevelFileKind kind, ByteView payload) {
                return write_level_file(folder(n), header, kind, n, payload);
            }));
        }
        return {};
    };
    // Older steps go only once the new step is complete on all nodes.
    STEPVAULT_TRY(all_reduce_status(communicator_, write()));
    for (const auto n : own_nodes())
        drop_levels(folder(n), run_id, step.level, step.step_id);
    return {};
}

Status NodeLevels::drop(const std::string& run_id) {
    constexpr std::uint32_t all_levels = 3;
    for (const auto n : own_nodes())
        drop_levels(folder(n), run_id, all_levels, {});
    return all_reduce_status(communicator_, {});
}

Result<std::vector<std::string>> NodeLevels::steps(const std::string& run_id) {
    std::set<std::string> mine;
    for (const auto n : own_nodes()) {
        for (auto& id : list_level_steps(folder(n), run_id))
            mine.insert(std::move(id));
    }
    STEPVAULT_ASSIGN(ids, exchange_lines(mine));
    std::ranges::sort(ids, is_older_id);
    return ids;
}

Result<std::vector<LevelSave>> NodeLevels::saves(const std::string& run_id) {
    ByteWriter out;
    for (const auto n : own_nodes()) {
        for (const auto& save : list_level_saves(folder(n), run_id)) {
            out.put_text(save.step_id);
            out.put_varint(save.level);
            out.put(save.saved_ns);
        }
    }
    STEPVAULT_ASSIGN(all, communicator_.all_gather(out.view()));
    std::map<std::string, LevelSave> found;
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.left() > 0) {
            LevelSave save;
            save.step_id = in.get_text();
            save.level = static_cast<std::uint32_t>(in.get_varint());
            save.saved_ns = in.get<std::int64_t>();
            if (!in.ok()) return unreadable_message();
            found[save.step_id] = save;
        }
    }
    std::vector<LevelSave> saves;
    saves.reserve(found.size());
    for (const auto& [id, save] : found)
        saves.push_back(save);
    std::ranges::sort(saves, is_older_id, &LevelSave::step_id);
    return saves;
}

Result<Bytes> NodeLevels::rebuild(const std::string& run_id, const std::string& step_id) {
    ByteWriter out;
    for (const auto n : own_nodes()) {
        for (const auto& file : read_level_step(folder(n), run_id, step_id).files)
            out.put_text(as_text(file.to_bytes()));
    }
    std::vector<Bytes> mine(communicator_.size());
    mine.front() = out.take();
    STEPVAULT_ASSIGN(all, communicator_.all_to_all(mine));
    const auto join = [&]() -> Result<Bytes> {
        if (communicator_.rank() > 0) return Bytes();
        std::vector<LevelFile> left;
        for (const auto& bytes : all) {
            ByteReader in(bytes);
            while (in.left() > 0) {
                const auto file = in.get_bytes(in.get_varint());
                if (!in.ok()) return unreadable_message();
                STEPVAULT_ASSIGN(level, LevelFile::parse(file, "data from another process"));
                left.push_back(std::move(level));
            }
        }
        return rebuild_step(left);
    };
    auto joined = join();
    STEPVAULT_TRY(all_reduce_status(communicator_, joined ? Status() : joined.error()));
    return joined;
}

Result<std::vector<std::string>> NodeLevels::damage(const std::string& run_id) {
    std::set<std::string> mine;
    for (const auto n : own_nodes()) {
        for (const auto& id : list_level_steps(folder(n), run_id)) {
            for (const auto& line : read_level_step(folder(n), run_id, id).damaged)
                mine.insert("node " + std::to_string(n) + ": " + line);
        }
    }
    return exchange_lines(mine);
}

}  // namespace stepvault
