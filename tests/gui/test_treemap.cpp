#include <cmath>
#include <numeric>

#include <QtTest>

#include "partition/model_shapes.h"
#include "support/registry.h"
#include "ui/cluster/checkpoint_tiles.h"
#include "ui/cluster/treemap_layout.h"

namespace test_treemap {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

constexpr double tiny = 1e-6;
/// 1 % on each of a few levels.
constexpr double leftOut = 1.05;

double areaOf(const QRectF& box) {
    return box.width() * box.height();
}

bool overlap(const QRectF& a, const QRectF& b) {
    const QRectF both = a.intersected(b);
    return both.width() > tiny && both.height() > tiny;
}

/// All boxes are inside the area, and none overlaps another.
bool isDisjoint(const std::vector<QRectF>& boxes, const QRectF& area) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].isEmpty()) continue;
        if (!area.adjusted(-tiny, -tiny, tiny, tiny).contains(boxes[i])) return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(boxes[i], boxes[j])) return false;
        }
    }
    return true;
}

ClusterStudy studyOf(const std::vector<ListedTensor>& tensors, std::uint64_t rest, std::uint32_t nodes) {
    auto tree = std::make_shared<const PartitionTree>(*PartitionTree::of(tensors, rest));
    return *studyCluster(tree, {.nodes = nodes, .processes = 4});
}

}  // namespace

class TestTreemap : public QObject {
    Q_OBJECT

 private slots:
    void areasAreInProportion_data() {
        QTest::addColumn<QList<double>>("weights");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("of the paper") << QList<double>{6, 6, 4, 3, 2, 2, 1} << QSizeF(6, 4);
        QTest::newRow("one") << QList<double>{5} << QSizeF(300, 20);
        QTest::newRow("alike") << QList<double>(17, 1.0) << QSizeF(100, 400);
        QTest::newRow("far apart") << QList<double>{1e12, 1e6, 10, 1} << QSizeF(640, 480);
        QTest::newRow("with nothing") << QList<double>{3, 1, 0, 0} << QSizeF(80, 80);
    }
    void areasAreInProportion() {
        QFETCH(QList<double>, weights);
        QFETCH(QSizeF, size);
        const QRectF area(QPointF(10, 20), size);
        const std::vector<double> given(weights.begin(), weights.end());
        const auto boxes = squarify(given, area);
        QCOMPARE(boxes.size(), given.size());
        QVERIFY(isDisjoint(boxes, area));
        const double all = std::accumulate(given.begin(), given.end(), 0.0);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            QVERIFY(std::abs(areaOf(boxes[i]) - areaOf(area) * given[i] / all) < tiny * areaOf(area));
    }

    void squaresWherePossible() {
        // The paper's example: the first two boxes are above each other at the left, 3 by 2 each.
        const auto boxes = squarify(std::vector<double>{6, 6, 4, 3, 2, 2, 1}, QRectF(0, 0, 6, 4));
        QCOMPARE(boxes[0], QRectF(0, 0, 3, 2));
        QCOMPARE(boxes[1], QRectF(0, 2, 3, 2));
        for (const QRectF& box : squarify(std::vector<double>(16, 1.0), QRectF(0, 0, 400, 400)))
            QVERIFY(std::abs(box.width() - 100) < tiny && std::abs(box.height() - 100) < tiny);
    }

    void tilesAreAllOfTheCheckpoint_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("bert") << QStringLiteral("bert-large") << QSizeF(430, 360);
        QTest::newRow("resnet, flat") << QStringLiteral("resnet-50") << QSizeF(600, 40);
        QTest::newRow("gpt, small") << QStringLiteral("gpt2-small") << QSizeF(60, 60);
    }
    void tilesAreAllOfTheCheckpoint() {
        QFETCH(QString, model);
        QFETCH(QSizeF, size);
        const QRectF area(QPointF(0, 0), size);
        const auto study = studyOf(*model_shapes(model.toStdString()), 0, 4);
        const TileMap map = layTiles(study, area);
        std::vector<QRectF> boxes;
        std::uint64_t bytes = 0;
        for (const Tile& tile : map.tiles) {
            boxes.push_back(tile.box);
            bytes += tile.bytes;
            const double share =
                static_cast<double>(tile.bytes) / static_cast<double>(study.tree->total_bytes());
            const double exact = share * areaOf(area);
            QVERIFY(areaOf(tile.box) > exact - tiny && areaOf(tile.box) < exact * leftOut);
            QVERIFY2(std::min(tile.box.width(), tile.box.height()) >= 4 - tiny, "a tile can be hit");
            std::uint64_t held = 0;
            for (const RankBytes& part : tile.ranks)
                held += part.bytes;
            QCOMPARE(held, tile.bytes);
        }
        QVERIFY(map.tiles.size() > 3);
        QVERIFY(isDisjoint(boxes, area));
        const std::uint64_t all = study.tree->total_bytes();
        QVERIFY(bytes <= all && static_cast<double>(bytes) * leftOut > static_cast<double>(all));
    }

    void restAndSmallPartsHaveTiles() {
        std::vector<ListedTensor> tensors{{"model.large", 1'000'000, 4}};
        for (int i = 0; i < 40; ++i)
            tensors.push_back({"model.small." + std::to_string(i), 40, 4});
        const auto map = layTiles(studyOf(tensors, 500'000, 1), QRectF(0, 0, 100, 100));
        QCOMPARE(map.tiles.size(), std::size_t{2});
        QVERIFY(map.tiles[0].kind == Tile::Kind::rest);
        QCOMPARE(map.tiles[0].bytes, std::uint64_t{500'000});
        QVERIFY2(map.tiles[1].bytes == 1'000'000, "next to nothing beside it is left out");

        tensors = {{"a", 16'000, 4}};
        for (int i = 0; i < 30; ++i)
            tensors.push_back({"b" + std::to_string(i), 24, 4});
        const auto study = studyOf(tensors, 0, 1);
        const auto small = layTiles(study, QRectF(0, 0, 100, 100));
        QCOMPARE(small.tiles.size(), std::size_t{2});
        QVERIFY(small.tiles.back().kind == Tile::Kind::smaller);
        QCOMPARE(small.tiles.back().parts, std::uint64_t{30});
        QCOMPARE(small.tiles.back().bytes, std::uint64_t{720});
        QVERIFY(layTiles(study, QRectF(0, 0, 0, 0)).tiles.empty());
        QVERIFY(layTiles(studyOf({}, 0, 1), QRectF(0, 0, 90, 90)).tiles.empty());
    }

    void stripesFollowTheElements() {
        const auto study = studyOf({{"weight", 16'000'000, 4}}, 0, 2);
        const auto ranks = ranksOf(study, 0);
        QCOMPARE(ranks.size(), std::size_t{8});
        for (std::uint32_t r = 0; r < 8; ++r) {
            QCOMPARE(ranks[r].rank, r);
            QCOMPARE(ranks[r].bytes, std::uint64_t{2'000'000});
        }
    }
};

STEPVAULT_TEST(TestTreemap)

}  // namespace test_treemap

#include "test_treemap.moc"
