#include <QTemporaryDir>
#include <QtTest>

#include "base/memory_budget.h"
#include "support/registry.h"
#include "support/safetensors_file.h"

namespace test_memory_budget {

using namespace stepvault;
using namespace stepvault::test;

class TestMemoryBudget : public QObject {
    Q_OBJECT

 private slots:
    void there_is_some() {
        QVERIFY(memory_budget() > 0);
        QVERIFY(memory_budget() < std::uint64_t{1} << 62U);
    }

    void control_groups_limit_it_data() {
        QTest::addColumn<QByteArray>("memberships");
        QTest::addColumn<quint64>("limit");
        QTest::newRow("none") << QByteArray() << quint64{0};
        QTest::newRow("not limited") << QByteArray("0::/free\n") << quint64{0};
        QTest::newRow("version 2") << QByteArray("0::/job/task\n") << quint64{4000};
        QTest::newRow("the group around it") << QByteArray("0::/job/free\n") << quint64{5000};
        QTest::newRow("in a container") << QByteArray("0::/not/seen/here\n") << quint64{0};
        QTest::newRow("version 1") << QByteArray("9:name=systemd:/\n4:memory:/old\n0::/free\n")
                                   << quint64{3000};
        QTest::newRow("another controller") << QByteArray("4:cpu:/old\n") << quint64{0};
    }
    void control_groups_limit_it() {
        QFETCH(QByteArray, memberships);
        QFETCH(quint64, limit);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        write_text(root / "job" / "memory.max", "5000\n");
        write_text(root / "job" / "task" / "memory.max", "4000\n");
        write_text(root / "job" / "free" / "memory.max", "max\n");
        write_text(root / "memory" / "memory.limit_in_bytes", "9223372036854771712\n");
        write_text(root / "memory" / "old" / "memory.limit_in_bytes", "3000\n");
        write_text(root / "of_process", memberships.toStdString());
        const auto found = control_group_limit(root / "of_process", root);
        QCOMPARE(found.value_or(0), limit);
    }
};

STEPVAULT_TEST(TestMemoryBudget)

}  // namespace test_memory_budget

#include "test_memory_budget.moc"
