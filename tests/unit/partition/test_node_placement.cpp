// A process on a node's own machine writes that node's folder, however mpirun placed the ranks.
#include <QtTest>

#include "partition/node_placement.h"
#include "support/registry.h"

namespace test_node_placement {

using namespace stepvault;

using Numbers = std::vector<std::uint32_t>;
class TestNodePlacement : public QObject {
    Q_OBJECT

 private slots:
    void nodes_have_servers_data() {
        QTest::addColumn<Numbers>("machines");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<Numbers>("servers");
        QTest::addColumn<Numbers>("node_of");
        QTest::newRow("by slot") << Numbers{0, 0, 2, 2} << 0 << Numbers{0, 2} << Numbers{0, 0, 1, 1};
        QTest::newRow("by node") << Numbers{0, 1, 0, 1} << 0 << Numbers{0, 1} << Numbers{0, 1, 0, 1};
        QTest::newRow("uneven") << Numbers{0, 0, 0, 3} << 0 << Numbers{0, 3} << Numbers{0, 0, 0, 1};
        QTest::newRow("uneven, said") << Numbers{0, 0, 0, 3} << 2 << Numbers{0, 3} << Numbers{0, 0, 0, 1};
        QTest::newRow("one machine") << Numbers{0, 0} << 0 << Numbers{0} << Numbers{0, 0};
        QTest::newRow("disks") << Numbers{0, 0} << 4 << Numbers{0, 0, 1, 1} << Numbers{1, 3};
        QTest::newRow("two disks each")
            << Numbers{0, 1, 0, 1} << 4 << Numbers{0, 2, 1, 3} << Numbers{0, 2, 1, 3};
        QTest::newRow("more ranks than disks")
            << Numbers{0, 0, 0, 0, 0} << 2 << Numbers{0, 3} << Numbers{0, 0, 0, 1, 1};
    }
    void nodes_have_servers() {
        QFETCH(Numbers, machines);
        QFETCH(int, nodes);
        const NodePlacement placement(machines, static_cast<std::uint32_t>(nodes));
        Numbers servers;
        for (std::uint32_t n = 0; n < placement.nodes(); ++n)
            servers.push_back(placement.server(n));
        QTEST(servers, "servers");
        Numbers node_of;
        for (std::uint32_t r = 0; r < machines.size(); ++r)
            node_of.push_back(placement.node_of(r));
        QTEST(node_of, "node_of");
    }
};

STEPVAULT_TEST(TestNodePlacement)

}  // namespace test_node_placement

#include "test_node_placement.moc"
