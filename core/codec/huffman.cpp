#include "codec/huffman.h"

#include <algorithm>
#include <cstring>

#include <queue>

namespace stepvault {

namespace {

/// Lengths by the plain algorithm, not limited.
std::vector<std::uint8_t> unlimited_lengths(const std::vector<std::uint64_t>& counts) {
    struct Node {
        std::uint64_t count;
        std::size_t order;  ///< symbols first, by number; then inner nodes as they are made
    };
    // Merged first: the lowest count; of equal counts the symbol with the highest number, and symbols before
    // inner nodes, which keeps the code flat.
    const auto later = [n = counts.size()](const Node& a, const Node& b) {
        if (a.count != b.count) return a.count > b.count;
        const bool inner_a = a.order >= n;
        const bool inner_b = b.order >= n;
        if (inner_a != inner_b) return inner_a;
        return inner_a ? a.order > b.order : a.order < b.order;
    };
    std::priority_queue<Node, std::vector<Node>, decltype(later)> queue(later);
    std::vector<std::size_t> parent(counts.size(), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) queue.push({counts[i], i});
    }
    if (queue.size() < 2) return std::vector<std::uint8_t>(counts.size(), 0);
    while (queue.size() > 1) {
        const auto a = queue.top();
        queue.pop();
        const auto b = queue.top();
        queue.pop();
        const auto made = parent.size();
        parent.push_back(0);
        parent[a.order] = parent[b.order] = made;
        queue.push({a.count + b.count, made});
    }
    const auto root = queue.top().order;
    std::vector<std::uint8_t> depth(parent.size(), 0);
    for (auto i = root; i-- > 0;) {
        if (parent[i] != 0) depth[i] = static_cast<std::uint8_t>(std::min(255, depth[parent[i]] + 1));
    }
    depth.resize(counts.size());
    return depth;
}

}  // namespace

std::vector<std::uint8_t> huffman_lengths(std::span<const std::uint64_t> counts) {
    std::vector<std::uint64_t> scaled(counts.begin(), counts.end());
    while (true) {
        auto lengths = unlimited_lengths(scaled);
        if (lengths.empty() || *std::max_element(lengths.begin(), lengths.end()) <= huffman_longest)
            return lengths;
        for (auto& c : scaled)
            c = c == 0 ? 0 : c / 4 + 1;
    }
}

HuffmanEncoder::HuffmanEncoder(std::span<const std::uint8_t> lengths) : codes_(lengths.size()) {
    std::uint32_t next = 0;
    for (unsigned length = 1; length <= huffman_longest; ++length) {
        next <<= 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            if (lengths[i] == length) codes_[i] = {next++, length};
        }
    }
}

Result<HuffmanDecoder> HuffmanDecoder::create(std::span<const std::uint8_t> lengths) {
    HuffmanDecoder d;
    d.table_.resize(std::size_t{1} << table_bits);
    const Error damaged{ErrorCode::corrupt, "the Huffman code lengths are no prefix code"};
    if (lengths.empty() || lengths.size() > 65535) return damaged;
    const bool lone = std::all_of(lengths.begin(), lengths.end(), [](auto l) { return l == 0; });
    if (lone) {
        // Which symbol a lone one is, the caller knows; it takes no bits.
        d.find_runs();
        return d;
    }
    std::uint32_t next = 0;
    std::uint64_t filled = 0;  // in units of 2^-huffman_longest
    for (unsigned length = 1; length <= huffman_longest; ++length) {
        next <<= 1;
        d.first_code_[length] = next;
        d.first_index_[length] = static_cast<std::uint32_t>(d.symbols_.size());
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            if (lengths[i] != length) continue;
            if ((next >> length) != 0) return damaged;
            d.symbols_.push_back(static_cast<std::uint16_t>(i));
            filled += std::uint64_t{1} << (huffman_longest - length);
            if (length <= table_bits) {
                const std::size_t first = std::size_t{next} << (table_bits - length);
                const std::size_t count = std::size_t{1} << (table_bits - length);
                std::fill_n(d.table_.begin() + static_cast<std::ptrdiff_t>(first), count,
                            Hit{static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(length)});
            } else {
                d.table_[next >> (length - table_bits)] = {0, table_bits + 1};
            }
            ++next;
        }
    }
    if (std::any_of(lengths.begin(), lengths.end(), [](auto l) { return l > huffman_longest; }))
        return damaged;
    if (filled != std::uint64_t{1} << huffman_longest) return damaged;
    d.first_index_[huffman_longest + 1] = static_cast<std::uint32_t>(d.symbols_.size());
    d.find_runs();
    return d;
}

void HuffmanDecoder::find_runs() {
    runs_.resize(std::size_t{1} << run_bits);
    for (std::uint64_t start = 0; start < runs_.size(); ++start) {
        auto& run = runs_[start];
        while (run.count < sizeof(run.symbols)) {
            const auto hit = table_[(start << (table_bits - run_bits + run.length)) % table_.size()];
            if (run.length + hit.length > run_bits) break;
            run.symbols |= std::uint64_t{hit.symbol} << (8 * run.count);
            ++run.count;
            run.length += hit.length;
        }
    }
}

void HuffmanDecoder::decode(BitReader& stream, std::span<std::uint8_t> symbols) const {
    constexpr unsigned runs = 5;  // of the 57 bits that are shown
    std::size_t at = 0;
    while (at + runs * sizeof(Run::symbols) <= symbols.size()) {
        auto window = stream.window();
        const auto before = at;
        unsigned used = 0;
        for (unsigned i = 0; i < runs; ++i) {
            const auto run = runs_[window >> (64 - run_bits)];
            std::memcpy(symbols.data() + at, &run.symbols, sizeof(run.symbols));
            at += run.count;
            used += run.length;
            window <<= run.length;
        }
        if (at == before) {
            const auto hit = decode(window);
            symbols[at++] = static_cast<std::uint8_t>(hit.symbol);
            used = hit.length;
        }
        stream.skip(used);
    }
    for (; at < symbols.size(); ++at) {
        const auto hit = decode(stream.window());
        symbols[at] = static_cast<std::uint8_t>(hit.symbol);
        stream.skip(hit.length);
    }
}

HuffmanDecoder::Hit HuffmanDecoder::decode_long(std::uint64_t window) const {
    for (unsigned length = table_bits + 1; length <= huffman_longest; ++length) {
        const auto code = static_cast<std::uint32_t>(window >> (64 - length));
        const auto count = first_index_[length + 1] - first_index_[length];
        if (code >= first_code_[length] && code - first_code_[length] < count) {
            return {symbols_[first_index_[length] + code - first_code_[length]],
                    static_cast<std::uint16_t>(length)};
        }
    }
    return {};  // not reached: create() has checked that the code is complete
}

}  // namespace stepvault
