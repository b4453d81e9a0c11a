#include "node_levels.h"

#include <algorithm>
#include <set>

#include "partition/level_store.h"
#include "partition/levels.h"
#include "vault/step_meta.h"

namespace stepvault::mpi {

namespace {

/// Everyone's lines, each once, in order.
Result<std::vector<std::string>> exchange_lines(Crew& crew, const std::set<std::string>& mine) {
    ByteWriter out;
    for (const auto& line : mine)
        out.put_text(line);
    STEPVAULT_ASSIGN(all, crew.exchange(out.view()));
    std::set<std::string> lines;
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.ok() && in.left() > 0)
            lines.insert(in.get_text());
    }
    return std::vector<std::string>(lines.begin(), lines.end());
}

}  // namespace

std::filesystem::path NodeLevels::folder(std::uint32_t node) const {
    auto path = pattern_;
    for (auto at = path.find("%n"); at != std::string::npos; at = path.find("%n"))
        path.replace(at, 2, std::to_string(node));
    return path;
}

Result<std::vector<Bytes>> NodeLevels::exchange_shares(StepPiece piece) {
    // What a process coded stays on its own node, or is spread over those it serves.
    std::vector<std::uint32_t> own;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (serves(n)) own.push_back(n);
    }
    if (own.empty()) own.push_back(placement_.node_of(crew_.rank()));
    ByteWriter out;
    const auto split = split_piece(std::move(piece), static_cast<std::uint32_t>(own.size()));
    for (std::size_t i = 0; i < own.size(); ++i) {
        out.put_varint(own[i]);
        out.put_text(as_text(pack_piece(split[i])));
    }
    STEPVAULT_ASSIGN(all, crew_.exchange(out.view()));
    std::vector<Bytes> shares(nodes_);
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.ok() && in.left() > 0) {
            const auto node = in.get_varint();
            const auto part = in.get_bytes(in.get_varint());
            if (!in.ok() || node >= nodes_)
                return Error{ErrorCode::corrupt, "another process of the crew sent something unreadable"};
            shares[node].insert(shares[node].end(), part.begin(), part.end());
        }
    }
    return shares;
}

Status NodeLevels::save(const std::string& run_id, const std::string& step_id, std::uint32_t level,
                        StepPiece piece) {
    STEPVAULT_ASSIGN(shares, exchange_shares(std::move(piece)));
    const auto header = make_level_header(run_id, step_id, level, group_, shares);
    const auto write = [&]() -> Status {
        for (std::uint32_t n = 0; n < nodes_; ++n) {
            if (!serves(n)) continue;
            STEPVAULT_ASSIGN(files, files_of_node(header, n, shares));
            for (const auto& file : files)
                STEPVAULT_TRY(file.write(folder(n)));
        }
        return {};
    };
    // Only what is whole everywhere takes the place of what was.
    STEPVAULT_TRY(agree(&crew_, write()));
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (serves(n)) drop_levels(folder(n), run_id, level, step_id);
    }
    return {};
}

Status NodeLevels::drop(const std::string& run_id) {
    constexpr std::uint32_t all_levels = 3;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (serves(n)) drop_levels(folder(n), run_id, all_levels, {});
    }
    return agree(&crew_, {});
}

Result<std::vector<std::string>> NodeLevels::steps(const std::string& run_id) {
    std::set<std::string> mine;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (!serves(n)) continue;
        for (const auto& id : list_level_steps(folder(n), run_id))
            mine.insert(id);
    }
    STEPVAULT_ASSIGN(ids, exchange_lines(crew_, mine));
    std::ranges::sort(ids, is_older_id);
    return ids;
}

Result<Bytes> NodeLevels::rebuild(const std::string& run_id, const std::string& step_id) {
    ByteWriter out;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (!serves(n)) continue;
        for (const auto& file : read_level_step(folder(n), run_id, step_id).files)
            out.put_text(as_text(file.to_bytes()));
    }
    STEPVAULT_ASSIGN(all, crew_.exchange(out.view()));
    std::vector<LevelFile> left;
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        while (in.ok() && in.left() > 0) {
            const auto file = in.get_bytes(in.get_varint());
            STEPVAULT_ASSIGN(level, LevelFile::parse(file, "what another process sent"));
            left.push_back(std::move(level));
        }
    }
    return rebuild_step(left);
}

Result<std::vector<std::string>> NodeLevels::damage(const std::string& run_id) {
    std::set<std::string> mine;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
        if (!serves(n)) continue;
        for (const auto& id : list_level_steps(folder(n), run_id)) {
            for (const auto& line : read_level_step(folder(n), run_id, id).damaged)
                mine.insert("node " + std::to_string(n) + ": " + line);
        }
    }
    return exchange_lines(crew_, mine);
}

}  // namespace stepvault::mpi
