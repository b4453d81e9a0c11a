#include <QtTest>

#include "support/registry.h"
#include "ui/metrics/panel_groups.h"

namespace test_panel_groups {

using namespace stepvault::ui;

class TestPanelGroups : public QObject {
    Q_OBJECT

 private slots:
    void groups_data();
    void groups();
};

void TestPanelGroups::groups_data() {
    QTest::addColumn<QStringList>("tags");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("expected");  // prefix: tags
    const QStringList tags{"lr", "train/loss", "eval/acc", "eval/loss", "val_loss", "train/opt/lr"};
    QTest::newRow("none") << QStringList() << QString() << QStringList();
    QTest::newRow("all") << tags << QString()
                         << QStringList{": val_loss lr", "eval: eval/loss eval/acc",
                                        "train: train/loss train/opt/lr"};
    QTest::newRow("one word") << tags << QStringLiteral("LOSS")
                              << QStringList{": val_loss", "eval: eval/loss", "train: train/loss"};
    QTest::newRow("words in any order")
        << tags << QStringLiteral(" loss  eval ") << QStringList{"eval: eval/loss"};
    QTest::newRow("nothing matches") << tags << QStringLiteral("loss bert") << QStringList();
    QTest::newRow("slash first") << QStringList{"/a", "b/"} << QString() << QStringList{": /a", "b: b/"};
}

void TestPanelGroups::groups() {
    QFETCH(const QStringList, tags);
    QFETCH(const QString, filter);
    std::vector<std::string> given;
    for (const QString& tag : tags)
        given.push_back(tag.toStdString());
    QStringList found;
    for (const PanelGroup& group : panelGroups(given, filter)) {
        QString line = QString::fromStdString(group.prefix) + QLatin1Char(':');
        for (const std::string& tag : group.tags)
            line += QLatin1Char(' ') + QString::fromStdString(tag);
        found << line;
    }
    QTEST(found, "expected");
}

STEPVAULT_TEST(TestPanelGroups)

}  // namespace test_panel_groups

#include "test_panel_groups.moc"
