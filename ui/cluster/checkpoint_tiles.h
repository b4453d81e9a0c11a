// A checkpoint's containers and tensors as tiles, each with the ranks that hold it.
#pragma once

#include <vector>

#include <QRectF>

#include "ui/cluster/cluster_study.h"

namespace stepvault::ui {

struct RankBytes {
    std::uint32_t rank = 0;
    std::uint64_t bytes = 0;
};

/// One tensor, a container too small to be divided, or tensors too small for tiles of their own.
struct Tile {
    enum class Kind {
        node,     ///< `node` itself
        smaller,  ///< `parts` children of `node`
        rest,     ///< bytes that no tensor names
    };
    QRectF box;
    Kind kind = Kind::node;
    std::uint32_t node = 0;  ///< of the tree
    std::uint64_t parts = 1;
    std::uint64_t bytes = 0;
    std::vector<RankBytes> ranks;  ///< of a tensor in the order of its elements, else by rank
};

/// A container of the outermost level with several tiles in it.
struct TileFrame {
    QRectF box;
    std::uint32_t node = 0;
};

struct TileMap {
    std::vector<Tile> tiles;
    std::vector<TileFrame> frames;
};

/// By rank, of all that lies in a node.
std::vector<RankBytes> ranksOf(const ClusterStudy& study, std::uint32_t node);

/// Areas in proportion to bytes; no side is below 4 pixels. What is left out is below 1 % of its container.
TileMap layTiles(const ClusterStudy& study, const QRectF& area);

}  // namespace stepvault::ui
