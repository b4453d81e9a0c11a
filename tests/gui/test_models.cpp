#include <limits>
#include <map>
#include <memory>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/model_rows.h"
#include "support/registry.h"
#include "ui/models/checkpoint_model.h"
#include "ui/models/checkpoint_sort_model.h"
#include "ui/models/run_list_model.h"
#include "ui/text/format.h"
#include "ui/text/shared_names.h"

namespace test_models {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

namespace {
using Tester = QAbstractItemModelTester;
constexpr auto mode = Tester::FailureReportingMode::QtTest;

QStringList names(const RunListModel& model) {
    QStringList list;
    for (int i = 0; i < model.rowCount(); ++i)
        list << model.index(i).data().toString();
    return list;
}

std::vector<RunEntry> entries(const std::vector<RunInfo>& runs) {
    std::vector<RunEntry> list;
    for (const RunInfo& run : runs)
        list.push_back({run, {3, 2, 1}});
    return list;
}
}  // namespace

class TestModels : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void checkpointTexts();
    void checkpointsChangeInPlace();
    void checkpointsInAnotherOrder();
    void sortsNumbersAsNumbers();
    void missingAndNaNSortFirst();
    void runsAreGrouped();
    void runsFilter();
    void filterConditions_data();
    void filterConditions();
    void runsSortAndGroup();
    void runsWithoutGroups();
    void heldRunsStay();
    void namesElideWhereTheyAreEqual();
    void namesLeaveOutWhatTheyShare_data();
    void namesLeaveOutWhatTheyShare();
    void nameIsShortenedWhereItDoesNotFit();
    void runsKeepColors();
    void runsUpdateWithoutReset();
};

void TestModels::checkpointTexts() {
    CheckpointModel model;
    const Tester tester(&model, mode);
    model.setCheckpoints({checkpointRow(0), checkpointRow(4200, 2.1131)});
    const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(1, CheckpointModel::Step), QStringLiteral("4,200"));
    QCOMPARE(text(1, CheckpointModel::Loss), QStringLiteral("2.113"));
    QCOMPARE(text(1, CheckpointModel::Size), QStringLiteral("1.1 GiB"));
    QCOMPARE(text(1, CheckpointModel::Stored), QStringLiteral("31.0 MiB"));
    QCOMPARE(text(1, CheckpointModel::Ratio), QStringLiteral("36.3x"));
    QCOMPARE(text(1, CheckpointModel::RelativeError), QStringLiteral("0.45"));
    QCOMPARE(text(0, CheckpointModel::RelativeError), QStringLiteral("0"));
    QCOMPARE(text(0, CheckpointModel::Scheme), QStringLiteral("exact, key step"));
    QCOMPARE(text(1, CheckpointModel::Scheme), QStringLiteral("lc, 3 bits"));
    QCOMPARE(text(1, CheckpointModel::Source), QStringLiteral("step_4200.pt"));
    for (int column = 0; column < model.columnCount(); ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    const auto alignment = model.index(1, CheckpointModel::Ratio).data(Qt::TextAlignmentRole).toInt();
    QVERIFY(alignment & Qt::AlignRight);
}

void TestModels::checkpointsChangeInPlace() {
    CheckpointModel model;
    const Tester tester(&model, mode);
    model.setCheckpoints({checkpointRow(0), checkpointRow(20), checkpointRow(40)});
    const QPersistentModelIndex held(model.index(2, 0));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    const QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
    model.setCheckpoints(
        {checkpointRow(0), checkpointRow(10), checkpointRow(40, 7), checkpointRow(50), checkpointRow(60)});
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(changes.front().front().toModelIndex().row(), 2);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(held.row(), 2);
    QCOMPARE(held.data(CheckpointModel::IdRole).toString(), QStringLiteral("c40"));
    QCOMPARE(model.find(QStringLiteral("c40"))->loss.value(), 7.0);
    QCOMPARE(model.rowOf(QStringLiteral("c20")), -1);
    QCOMPARE(model.rowOf(QStringLiteral("c60")), 4);
    model.setCheckpoints({checkpointRow(10), checkpointRow(60)});
    QCOMPARE(model.rowOf(QStringLiteral("c60")), 1);
    QCOMPARE(removals.count(), 3);
    model.setCheckpoints({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(removals.count(), 4);
    QVERIFY(!held.isValid());
}

void TestModels::checkpointsInAnotherOrder() {
    CheckpointModel model;
    const Tester tester(&model, mode);
    model.setCheckpoints({checkpointRow(0), checkpointRow(20)});
    model.setCheckpoints({checkpointRow(20), checkpointRow(0), checkpointRow(5)});
    QCOMPARE(model.index(0, 0).data(CheckpointModel::IdRole).toString(), QStringLiteral("c20"));
    QCOMPARE(model.rowCount(), 3);
}

void TestModels::sortsNumbersAsNumbers() {
    CheckpointModel model;
    CheckpointSortModel sorted;
    sorted.setSourceModel(&model);
    const Tester tester(&sorted, mode);
    sorted.sort(CheckpointModel::Step, Qt::DescendingOrder);
    model.setCheckpoints({checkpointRow(9000), checkpointRow(200000), checkpointRow(10000)});
    QCOMPARE(sorted.index(0, 0).data().toString(), QStringLiteral("200,000"));
    QCOMPARE(sorted.index(2, 0).data().toString(), QStringLiteral("9,000"));
}

void TestModels::missingAndNaNSortFirst() {
    CheckpointModel model;
    CheckpointSortModel sorted;
    sorted.setSourceModel(&model);
    const Tester tester(&sorted, mode);
    auto none = checkpointRow(1);
    none.loss.reset();
    model.setCheckpoints({checkpointRow(2, 5), none,
                          checkpointRow(3, std::numeric_limits<double>::quiet_NaN()), checkpointRow(4, -1),
                          checkpointRow(5, 5)});
    sorted.sort(CheckpointModel::Loss, Qt::AscendingOrder);
    QStringList ids;
    for (int i = 0; i < sorted.rowCount(); ++i)
        ids << sorted.index(i, 0).data(CheckpointModel::IdRole).toString();
    QCOMPARE(ids.join(QLatin1Char(' ')), QStringLiteral("c1 c3 c4 c2 c5"));
}

void TestModels::runsAreGrouped() {
    RunListModel model;
    const Tester tester(&model, mode);
    model.setRuns(entries({runInfo("lenet", RunState::idle), runInfo("gpt", RunState::live),
                           runInfo("bad", RunState::diverged), runInfo("vit", RunState::live)}));
    QCOMPARE(names(model), QStringList({"LIVE", "gpt", "vit", "DIVERGED", "bad", "IDLE", "lenet"}));
    QCOMPARE(model.flags(model.index(0)) & Qt::ItemIsSelectable, Qt::ItemFlags());
    QVERIFY(model.flags(model.index(1)) & Qt::ItemIsSelectable);
    QCOMPARE(model.index(1).data(RunListModel::LossRole).toString(), QStringLiteral("loss 2.113"));
    QCOMPARE(model.firstRun(), QStringLiteral("id-gpt"));
    QCOMPARE(model.indexOf(QStringLiteral("id-bad")).row(), 4);
    QVERIFY(!model.indexOf(QStringLiteral("nobody")).isValid());
}

void TestModels::runsFilter() {
    RunListModel model;
    const Tester tester(&model, mode);
    model.setRuns(entries({runInfo("lenet", RunState::idle), runInfo("gpt", RunState::live)}));
    model.setFilter(QStringLiteral("LEN"));
    QCOMPARE(names(model), QStringList({"IDLE", "lenet"}));
    model.setFilter(QStringLiteral("nothing like it"));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.matchCount(), std::size_t{0});
    model.setFilter({});
    QCOMPARE(model.rowCount(), 4);
}

void TestModels::filterConditions_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("expected");
    const QStringList all{"bert-base-lr1e-4", "bert-large-lr1e-3", "gpt-lr1e-3"};
    QTest::newRow("none") << QString() << all;
    QTest::newRow("spaces") << QStringLiteral("  ") << all;
    QTest::newRow("words") << QStringLiteral("bert lr1e-3") << QStringList{"bert-large-lr1e-3"};
    QTest::newRow("words the other way") << QStringLiteral("LR1E-3 bert") << QStringList{"bert-large-lr1e-3"};
    QTest::newRow("one word is missing") << QStringLiteral("bert vit") << QStringList();
    QTest::newRow("state") << QStringLiteral("state:live") << QStringList{"gpt-lr1e-3"};
    QTest::newRow("start of a state") << QStringLiteral("State:Di bert") << QStringList{"bert-large-lr1e-3"};
    QTest::newRow("no such state") << QStringLiteral("state:xyz") << QStringList();
    QTest::newRow("more than") << QStringLiteral("lr>1e-4") << QStringList{"bert-large-lr1e-3"};
    QTest::newRow("at least") << QStringLiteral("lr>=0.0001") << QStringList{all[0], all[1]};
    QTest::newRow("less than") << QStringLiteral("optimizer.lr<0.001") << QStringList{"bert-base-lr1e-4"};
    QTest::newRow("text") << QStringLiteral("name=adamw") << QStringList{"bert-base-lr1e-4"};
    QTest::newRow("another text") << QStringLiteral("name!=adamw") << QStringList{"bert-large-lr1e-3"};
    QTest::newRow("a switch") << QStringLiteral("fp16=true") << QStringList{"bert-base-lr1e-4"};
    QTest::newRow("no such hyperparameter") << QStringLiteral("dropout<1") << QStringList();
    QTest::newRow("a figure") << QStringLiteral("loss>5") << QStringList{"gpt-lr1e-3"};
    QTest::newRow("two conditions") << QStringLiteral("lr>0 lr<1e-3 bert") << QStringList{"bert-base-lr1e-4"};
    QTest::newRow("no value yet") << QStringLiteral("lr>") << all;
    QTest::newRow("tag") << QStringLiteral("tag:base") << QStringList{all[0], all[2]};
    QTest::newRow("tag and word") << QStringLiteral("gpt TAG:BaseLine") << QStringList{all[2]};
    QTest::newRow("two tags") << QStringLiteral("tag:v2 tag:baseline") << QStringList{all[2]};
    QTest::newRow("any tag") << QStringLiteral("tag:") << QStringList{all[0], all[2]};
    QTest::newRow("no such tag") << QStringLiteral("tag:line") << QStringList();
    QTest::newRow("favourites") << QStringLiteral("fav") << QStringList{all[1]};
    QTest::newRow("favourites of a tag") << QStringLiteral("fav tag:baseline") << QStringList();
    QTest::newRow("more than the word") << QStringLiteral("favo") << QStringList();
    QTest::newRow("archived") << QStringLiteral("archived") << QStringList{"old-lr1"};
    QTest::newRow("archived and a word") << QStringLiteral("archived bert") << QStringList();
    QTest::newRow("expression") << QStringLiteral("/^bert-(base|small)/") << QStringList{"bert-base-lr1e-4"};
    QTest::newRow("invalid expression") << QStringLiteral("/(/") << QStringList();
    QTest::newRow("a path is a word") << QStringLiteral("/bert") << QStringList{all[0], all[1]};
}

void TestModels::filterConditions() {
    QFETCH(const QString, filter);
    const RunFilter parsed(filter);
    QStringList found;
    const std::map<std::string, std::vector<Hyperparameter>> params{
        {"bert-base-lr1e-4", {{"fp16", true}, {"optimizer.lr", 1e-4}, {"optimizer.name", "AdamW"}}},
        {"bert-large-lr1e-3", {{"optimizer.lr", 1e-3}, {"optimizer.name", "SGD"}}},
    };
    for (RunInfo run :
         {runInfo("bert-base-lr1e-4", RunState::idle), runInfo("bert-large-lr1e-3", RunState::diverged),
          runInfo("gpt-lr1e-3", RunState::live), runInfo("old-lr1", RunState::live)}) {
        run.row.labels.archived = run.row.name == "old-lr1";
        run.row.folder = "/runs/" + run.row.name;
        if (run.row.name == "bert-base-lr1e-4") run.row.labels.tags = {"baseline"};
        if (run.row.name == "gpt-lr1e-3") run.row.labels.tags = {"baseline", "v2"};
        run.row.labels.favourite = run.row.name == "bert-large-lr1e-3";
        if (run.row.name.starts_with("gpt")) run.last_loss = 7;
        RunEntry entry{run, {}};
        if (const auto known = params.find(run.row.name); known != params.end())
            entry.params = std::make_shared<RunHyperparameters>(RunHyperparameters{known->second, {}});
        if (parsed.matches(entry)) found << toQString(run.row.name);
    }
    QTEST(found, "expected");
}

void TestModels::runsSortAndGroup() {
    RunListModel model;
    const Tester tester(&model, mode);
    auto early = runInfo("early", RunState::live, 10);
    auto late = runInfo("late", RunState::idle, 30);
    auto lossless = runInfo("lossless", RunState::live, 20);
    late.row.folder = "/more/late";
    late.last_loss = 1;
    lossless.last_loss = std::nullopt;
    lossless.original_bytes = 4096;
    lossless.stored_bytes = 1024;
    model.setRuns(entries({early, late, lossless}));
    QCOMPARE(model.indexOf(QStringLiteral("id-lossless")).data(RunListModel::BytesRole).toString(),
             QStringLiteral("1.0 KiB, 4.0x · step 4,200"));
    model.setArrangement({.order = RunOrder::newest, .grouping = RunGrouping::state});
    QCOMPARE(names(model), QStringList({"LIVE", "lossless", "early", "IDLE", "late"}));
    model.setArrangement({.order = RunOrder::loss, .grouping = RunGrouping::state});
    QCOMPARE(names(model), QStringList({"LIVE", "early", "lossless", "IDLE", "late"}));
    model.setArrangement({.order = RunOrder::saved, .grouping = RunGrouping::folder});
    QCOMPARE(names(model), QStringList({"/data", "lossless", "early", "/more", "late"}));
    QCOMPARE(model.index(1).data(RunListModel::StateRole).toInt(), static_cast<int>(RunState::live));
    // A folder's heading does not change with the states of its runs.
    late.state = RunState::live;
    model.setRuns(entries({early, late, lossless}));
    QCOMPARE(names(model).last(), QStringLiteral("late"));
    QCOMPARE(model.find(QStringLiteral("id-late"))->info.last_loss, std::optional<double>(1));
    QVERIFY(model.find(QStringLiteral("nobody")) == nullptr);
}

void TestModels::runsWithoutGroups() {
    RunListModel model;
    const Tester tester(&model, mode);
    auto low = runInfo("low", RunState::idle);
    low.last_loss = 1;
    model.setRuns(entries({runInfo("high", RunState::live), low}));
    model.setArrangement({.order = RunOrder::loss, .grouping = RunGrouping::none});
    QCOMPARE(names(model), QStringList({"low", "high"}));
    QCOMPARE(model.firstRun(), QStringLiteral("id-low"));
}

void TestModels::heldRunsStay() {
    RunListModel model;
    const Tester tester(&model, mode);
    model.setRuns(entries({runInfo("a", RunState::live), runInfo("b", RunState::live)}));
    model.setHeld(true);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setRuns(
        entries({runInfo("a", RunState::idle), runInfo("b", RunState::live), runInfo("c", RunState::live)}));
    QCOMPARE(names(model), QStringList({"LIVE", "a", "b", "c"}));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(model.index(1).data(RunListModel::StateRole).toInt(), static_cast<int>(RunState::idle));
    model.setRuns(entries({runInfo("b", RunState::live), runInfo("c", RunState::live)}));
    QCOMPARE(names(model), QStringList({"LIVE", "b", "c"}));
    model.setFilter(QStringLiteral("c"));
    QCOMPARE(names(model), QStringList({"LIVE", "c"}));
    model.setFilter({});
    model.setRuns(entries({runInfo("b", RunState::idle), runInfo("c", RunState::live)}));
    model.setHeld(false);
    QCOMPARE(names(model), QStringList({"LIVE", "c", "IDLE", "b"}));
}

void TestModels::namesElideWhereTheyAreEqual() {
    std::vector<Qt::TextElideMode> sides;
    for (const ShortName& name :
         shortNames({QStringLiteral("gpt-small-seed1"), QStringLiteral("gpt-small-seed2"),
                     QStringLiteral("a-baseline-run"), QStringLiteral("b-baseline-run"),
                     QStringLiteral("quite different"), QStringLiteral("lonely")}))
        sides.push_back(name.side);
    QCOMPARE(sides, (std::vector{Qt::ElideLeft, Qt::ElideLeft, Qt::ElideRight, Qt::ElideRight,
                                 Qt::ElideMiddle, Qt::ElideMiddle}));
    RunListModel model;
    model.setRuns(entries({runInfo("gpt-lr1", RunState::live), runInfo("gpt-lr2", RunState::live)}));
    const auto second = model.index(1).data(shortNameRole).value<ShortName>();
    QCOMPARE(second.side, Qt::ElideLeft);
    QCOMPARE(second.text, QStringLiteral("…lr1"));
}

void TestModels::namesLeaveOutWhatTheyShare_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("texts");
    QTest::newRow("beginning and middle")
        << QStringList{"gpt-small-lr0.1-wd0.01-01-seed1", "gpt-small-lr1-wd0.01-02-seed1"}
        << QStringList{"…lr0.1…01…", "…lr1…02…"};
    QTest::newRow("end") << QStringList{"run_1_final", "run_2_final"} << QStringList{"…1…", "…2…"};
    QTest::newRow("joined seeds") << QStringList{"gpt-lr1-0 · 3 seeds", "gpt-lr2-1 · 3 seeds"}
                                  << QStringList{"…lr1-0 · 3 seeds", "…lr2-1 · 3 seeds"};
    QTest::newRow("another kind") << QStringList{"gpt-a-1", "gpt-a-2", "vit-a-1", "gpt-b"}
                                  << QStringList{"…1", "…2", "vit-a-1", "gpt-b"};
    QTest::newRow("alike") << QStringList{"gpt-1", "gpt-1"} << QStringList{"gpt-1", "gpt-1"};
    QTest::newRow("separators alone") << QStringList{"--a", "--b"} << QStringList{"--a", "--b"};
    QTest::newRow("none") << QStringList() << QStringList();
}

void TestModels::namesLeaveOutWhatTheyShare() {
    QFETCH(const QStringList, names);
    QStringList texts;
    for (const ShortName& name : shortNames(names))
        texts << name.text;
    QTEST(texts, "texts");
}

void TestModels::nameIsShortenedWhereItDoesNotFit() {
    const QString name = QStringLiteral("gpt-small-lr0.0003-seed1");
    const ShortName shortName{.text = QStringLiteral("…lr0.0003…"), .side = Qt::ElideLeft};
    const QFontMetrics metrics{QFont()};
    QCOMPARE(shortName.fit(name, metrics, metrics.horizontalAdvance(name)), name);
    QCOMPARE(shortName.fit(name, metrics, metrics.horizontalAdvance(name) - 1), shortName.text);
    const QString cut = shortName.fit(name, metrics, metrics.horizontalAdvance(shortName.text) - 1);
    QVERIFY(cut.startsWith(QChar(0x2026)) &&
            metrics.horizontalAdvance(cut) < metrics.horizontalAdvance(shortName.text));
    QVERIFY(!cut.startsWith(QStringLiteral("……")));
}

void TestModels::runsKeepColors() {
    RunListModel model;
    model.setRuns(entries({runInfo("b", RunState::idle, 20), runInfo("c", RunState::idle, 30)}));
    QCOMPARE(model.colorOf(QStringLiteral("id-c")), 1);
    model.setRuns(entries({runInfo("a", RunState::live, 40), runInfo("b", RunState::live, 20),
                           runInfo("c", RunState::idle, 30)}));
    QCOMPARE(model.colorOf(QStringLiteral("id-b")), 0);
    QCOMPARE(model.colorOf(QStringLiteral("id-c")), 1);
    QCOMPARE(model.colorOf(QStringLiteral("id-a")), 2);
}

void TestModels::runsUpdateWithoutReset() {
    RunListModel model;
    const Tester tester(&model, mode);
    auto run = runInfo("gpt", RunState::live);
    model.setRuns(entries({run}));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    run.last_loss = 1.5;
    model.setRuns(entries({run}));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(model.index(1).data(RunListModel::LossRole).toString(), QStringLiteral("loss 1.500"));
    run.state = RunState::stalled;
    model.setRuns(entries({run}));
    QCOMPARE(resets.count(), 1);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("STALLED"));
}

STEPVAULT_TEST(TestModels)

}  // namespace test_models

#include "test_models.moc"
