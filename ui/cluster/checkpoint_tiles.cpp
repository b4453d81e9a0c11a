#include "ui/cluster/checkpoint_tiles.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ui/cluster/treemap_layout.h"

namespace stepvault::ui {

namespace {

constexpr double leastSide = 4;      // pixels
constexpr double negligible = 0.01;  // of a container

class Layer {
 public:
    Layer(const ClusterStudy& study, TileMap& map) : study_(study), map_(map) {}

    void addTop(const QRectF& area) {
        const PartitionTree& tree = *study_.tree;
        const double total = static_cast<double>(tree.total_bytes());
        const auto rest = static_cast<double>(tree.rest_bytes());
        const bool showsRest = rest > 0 && (rest == total || rest / total * area.width() >= leastSide);
        QRectF tensors = area;
        if (showsRest) {
            tensors.setWidth(area.width() * (1 - rest / total));
            addRest(area.adjusted(tensors.width(), 0, 0, 0));
        }
        if (tree.nodes().front().bytes > 0) add(0, tensors, 0);
    }

 private:
    [[nodiscard]] const TreeNode& node(std::uint32_t index) const { return study_.tree->nodes()[index]; }

    void addRest(const QRectF& box) {
        Tile tile{.box = box, .kind = Tile::Kind::rest, .bytes = study_.tree->rest_bytes(), .ranks = {}};
        for (std::uint32_t rank = 0; rank < study_.plan.shares.size(); ++rank) {
            if (const std::uint64_t bytes = study_.plan.shares[rank].rest_bytes; bytes > 0)
                tile.ranks.push_back({rank, bytes});
        }
        map_.tiles.push_back(std::move(tile));
    }

    /// `depth`: containers with several parts above it.
    void add(std::uint32_t index, const QRectF& box, int depth) {
        const TreeNode& own = node(index);
        if (own.children.size() == 1) return add(own.children.front(), box, depth);
        std::vector<std::uint32_t> parts = own.children;
        std::ranges::stable_sort(parts, std::ranges::greater{}, [this](auto n) { return node(n).bytes; });
        std::vector<QRectF> boxes;
        const std::size_t shown = place(parts, box, boxes);
        if (shown == 0) {
            map_.tiles.push_back(
                {.box = box, .node = index, .bytes = own.bytes, .ranks = ranksOf(study_, index)});
            return;
        }
        if (depth == 1) map_.frames.push_back({box, index});
        for (std::size_t i = 0; i < shown; ++i)
            add(parts[i], boxes[i], depth + 1);
        if (boxes.size() > shown) addSmaller(index, std::span(parts).subspan(shown), boxes.back());
    }

    /// How many of the largest parts get a tile of their own; the last box beyond those is all others'.
    std::size_t place(const std::vector<std::uint32_t>& parts, const QRectF& box,
                      std::vector<QRectF>& boxes) const {
        std::vector<double> bytes;
        bytes.reserve(parts.size());
        for (const std::uint32_t part : parts)
            bytes.push_back(static_cast<double>(node(part).bytes));
        const double total = std::accumulate(bytes.begin(), bytes.end(), 0.0);
        const double least = leastSide * leastSide / (box.width() * box.height()) * total;
        auto shown = static_cast<std::size_t>(
            std::ranges::find_if(bytes, [least](double b) { return b <= 0 || b < least; }) - bytes.begin());
        // In larger steps where there are many, as each try takes as long as there are.
        for (; shown > 0; shown -= std::max<std::size_t>(1, shown / 16)) {
            const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(shown);
            std::vector<double> weights(bytes.begin(), end);
            const double others = std::accumulate(end, bytes.end(), 0.0);
            // Where the others are next to nothing, the shown fill their place.
            if (others > negligible * total) weights.push_back(others);
            boxes = squarifyAnyOrder(weights, box);
            const bool fits = std::ranges::all_of(
                boxes, [](const QRectF& b) { return std::min(b.width(), b.height()) >= leastSide; });
            if (fits) return shown;
        }
        return 0;
    }

    /// The last of the weights, of all others together, may be more than the least of the shown.
    static std::vector<QRectF> squarifyAnyOrder(const std::vector<double>& weights, const QRectF& box) {
        const auto last = weights.back();
        const auto at = std::upper_bound(weights.begin(), weights.end() - 1, last, std::greater<>{});
        const auto index = at - weights.begin();
        std::vector<double> sorted = weights;
        std::rotate(sorted.begin() + index, sorted.end() - 1, sorted.end());
        std::vector<QRectF> boxes = squarify(sorted, box);
        std::rotate(boxes.begin() + index, boxes.begin() + index + 1, boxes.end());
        return boxes;
    }

    void addSmaller(std::uint32_t parent, std::span<const std::uint32_t> parts, const QRectF& box) {
        std::map<std::uint32_t, std::uint64_t> ranks;
        Tile tile{
            .box = box, .kind = Tile::Kind::smaller, .node = parent, .parts = parts.size(), .ranks = {}};
        for (const std::uint32_t part : parts) {
            tile.bytes += node(part).bytes;
            for (const RankBytes& held : ranksOf(study_, part))
                ranks[held.rank] += held.bytes;
        }
        for (const auto& [rank, bytes] : ranks)
            tile.ranks.push_back({rank, bytes});
        map_.tiles.push_back(std::move(tile));
    }

    const ClusterStudy& study_;
    TileMap& map_;
};

}  // namespace

std::vector<RankBytes> ranksOf(const ClusterStudy& study, std::uint32_t node) {
    const TreeNode& own = study.tree->nodes()[node];
    std::vector<RankBytes> ranks;
    if (own.tensors() == 1) {
        for (const Holder& holder : study.holders[own.first])
            ranks.push_back({holder.rank, holder.bytes});
        return ranks;
    }
    std::map<std::uint32_t, std::uint64_t> sums;
    for (std::uint32_t t = own.first; t < own.end; ++t) {
        for (const Holder& holder : study.holders[t])
            sums[holder.rank] += holder.bytes;
    }
    for (const auto& [rank, bytes] : sums)
        ranks.push_back({rank, bytes});
    return ranks;
}

TileMap layTiles(const ClusterStudy& study, const QRectF& area) {
    TileMap map;
    if (area.width() >= leastSide && area.height() >= leastSide && study.tree->total_bytes() > 0)
        Layer(study, map).addTop(area);
    return map;
}

}  // namespace stepvault::ui
