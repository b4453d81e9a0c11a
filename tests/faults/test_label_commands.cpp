// `rename`, `note`, `tag`, `favourite` and `archive`, run the way a user runs them.
#include <array>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file_lock.h"
#include "command.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_label_commands {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestLabelCommands : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] Outcome stepvault(const QStringList& arguments) const {
        return run_stepvault(arguments + QStringList{"--vault", text(root() / "vault")});
    }
    [[nodiscard]] nlohmann::json json(const QStringList& arguments) const {
        return nlohmann::json::parse(stepvault(arguments + QStringList{"--json"}).out.toStdString(), nullptr,
                                     false);
    }
    /// Gives the run "two" a note from standard input.
    [[nodiscard]] Outcome noted(const QByteArray& input) const {
        QProcess process;
        process.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                      {"note", "two", "-", "--vault", text(root() / "vault")});
        process.write(input);
        process.closeWriteChannel();
        return outcome_of(process);
    }
    [[nodiscard]] nlohmann::json listed(const std::string& name) const {
        const auto all = list(root() / "vault");
        for (const auto& run : all["runs"]) {
            if (run["name"] == name) return run;
        }
        return {};
    }

 private slots:
    void initTestCase() {
        dir_ = std::make_unique<QTemporaryDir>();
        for (const auto* run : {"one", "two"}) {
            write_run(root() / "runs" / run, 1);
            age(root() / "runs" / run);
        }
        const auto watched = stepvault({"watch", "--once", text(root() / "runs")});
        QVERIFY2(watched.code == 0, watched.err.constData());
    }

    void labels_are_shown_and_removed() {
        QCOMPARE(stepvault({"tag", "one", "baseline", "v2"}).code, 0);
        QCOMPARE(stepvault({"tag", "one"}).out, QByteArray("baseline\nv2\n"));
        QCOMPARE(stepvault({"favourite", "one"}).code, 0);
        QCOMPARE(stepvault({"note", "one", "100 % sure\nsecond"}).code, 0);
        QCOMPARE(stepvault({"note", "one"}).out, QByteArray("100 % sure\nsecond\n"));
        auto run = listed("one");
        QVERIFY((run["tags"] == nlohmann::json{"baseline", "v2"}));
        QCOMPARE(run["note"].get<std::string>(), std::string("100 % sure\nsecond"));
        QVERIFY(run["favourite"].get<bool>() && !run["archived"].get<bool>());
        QVERIFY(stepvault({"list"}).out.contains("favourite, baseline, v2"));
        QVERIFY(stepvault({"list", "--run", "one"}).out.contains("second"));
        QVERIFY(!stepvault({"list", "--tag", "v2"}).out.contains("two"));
        QVERIFY(stepvault({"list", "--tag", "none"}).out.contains("none"));
        QVERIFY((json({"tag", "one", "--remove", "v2"})["tags"] == nlohmann::json{"baseline"}));
        QCOMPARE(stepvault({"favourite", "one", "--undo"}).code, 0);
        QCOMPARE(stepvault({"note", "one", "--clear"}).code, 0);
        QCOMPARE(stepvault({"note", "one"}).out, QByteArray());
        QCOMPARE(stepvault({"tag", "one", "--remove", "baseline"}).out, QByteArray());
        run = listed("one");
        QVERIFY(run["tags"].empty() && run["note"] == "" && !run["favourite"].get<bool>());
    }

    void a_note_comes_from_standard_input() {
        QCOMPARE(noted("from\nstdin\n").code, 0);
        QCOMPARE(json({"note", "two"})["note"].get<std::string>(), std::string("from\nstdin"));
    }

    void archived_runs_are_hidden() {
        QCOMPARE(stepvault({"archive", "two"}).code, 0);
        QVERIFY(!stepvault({"list"}).out.contains("two"));
        QVERIFY(stepvault({"list", "--archived"}).out.contains("two"));
        QVERIFY(stepvault({"list", "--run", "two"}).out.contains("two"));
        QVERIFY(listed("two")["archived"].get<bool>());
        QCOMPARE(stepvault({"archive", "one"}).code, 0);
        QVERIFY(stepvault({"list"}).out.contains("--archived"));
        for (const auto* run : {"one", "two"})
            QCOMPARE(stepvault({"archive", run, "--undo"}).code, 0);
        QVERIFY(stepvault({"list"}).out.contains("two"));
    }

    void a_new_name_serves_everywhere() {
        QVERIFY((json({"rename", "two", "second run"})["name"] == "second run"));
        QVERIFY(stepvault({"list", "--run", "second run"}).out.contains("second run"));
        QCOMPARE(stepvault({"watch", "--once", text(root() / "runs")}).code, 0);
        QVERIFY(!listed("second run").is_null());
        QVERIFY(listed("two").is_null());
        QCOMPARE(stepvault({"rename", "second run", "two"}).code, 0);
        QVERIFY(!listed("two").is_null());
    }

    void mistakes_get_one_line_and_change_nothing_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QStringList& arguments, const char* named, int code = 1) {
            QTest::newRow(name) << arguments << QByteArray(named) << code;
        };
        for (const auto* command : {"note", "tag", "favourite", "archive"})
            row(command, {command, "none"}, "none");
        row("rename", {"rename", "none", "x"}, "none");
        row("taken", {"rename", "one", "two"}, "two");
        row("path", {"rename", "one", "../x"}, "../x");
        row("tag with a space", {"tag", "one", "good", "a b"}, "'a b'");
        row("tag with a comma", {"tag", "one", "a,b"}, "'a,b'");
        row("long note", {"note", "one", QString(70000, 'x')}, "64 KiB");
        row("nothing to remove", {"tag", "one", "--remove"}, "--remove", 2);
        row("text and clear", {"note", "one", "x", "--clear"}, "--clear", 2);
    }
    void mistakes_get_one_line_and_change_nothing() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, named);
        QFETCH(int, code);
        const auto before = list(root() / "vault");
        const auto said = stepvault(arguments);
        QCOMPARE(said.code, code);
        QVERIFY2(said.err.contains(named) && said.err.count('\n') == 1, said.err.constData());
        QVERIFY(list(root() / "vault") == before);
    }

    void a_note_on_standard_input_is_never_cut_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<bool>("is_taken");
        QTest::newRow("the longest") << 65536 << QByteArray() << true;
        QTest::newRow("the longest, with a line end") << 65536 << QByteArray("\n") << true;
        QTest::newRow("one byte more") << 65536 << QByteArray("y") << false;
        QTest::newRow("one byte more, with a line end") << 65536 << QByteArray("y\n") << false;
        QTest::newRow("a line end and more") << 65536 << QByteArray("\nmore") << false;
        QTest::newRow("two line ends") << 65536 << QByteArray("\n\n") << false;
        QTest::newRow("far more") << 300000 << QByteArray() << false;
    }
    void a_note_on_standard_input_is_never_cut() {
        QFETCH(int, size);
        QFETCH(QByteArray, end);
        QFETCH(bool, is_taken);
        QCOMPARE(stepvault({"note", "two", "before"}).code, 0);
        const auto said = noted(QByteArray(size, 'x') + end);
        QCOMPARE(said.code, is_taken ? 0 : 1);
        if (!is_taken)
            QVERIFY2(said.err.contains("64 KiB") && said.err.count('\n') == 1, said.err.constData());
        QCOMPARE(json({"note", "two"})["note"].get<std::string>(),
                 is_taken ? std::string(static_cast<std::size_t>(size), 'x') : std::string("before"));
    }

    void a_run_that_another_process_watches_is_labelled() {
        QProcess watcher;
        watcher.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                      {"watch", text(root() / "runs"), "--vault", text(root() / "vault")});
        const auto id = listed("one")["id"].get<std::string>();
        const auto run = root() / "vault/runs" / id;
        QTRY_VERIFY_WITH_TIMEOUT(!FileLock::acquire(lock_file(run)).ok(), 20000);
        QCOMPARE(stepvault({"rename", "one", "watched"}).code, 0);
        QCOMPARE(stepvault({"tag", "watched", "live"}).code, 0);
        QVERIFY(listed("watched")["tags"] == nlohmann::json{"live"});
        // The watcher takes the name up, and keeps name and tag where it writes the record.
        write_run(root() / "runs/one", 3);
        age(root() / "runs/one");
        // The first one was written again.
        QTRY_COMPARE_WITH_TIMEOUT(listed("watched")["checkpoints"].size(), std::size_t{4}, 30000);
        QVERIFY(!FileLock::acquire(lock_file(run)).ok());
        QVERIFY(listed("one").is_null());
        watcher.terminate();
        const auto said = outcome_of(watcher);
        QCOMPARE(said.code, 130);
        QVERIFY2(said.out.contains("watched"), said.out.constData());
        QVERIFY(listed("watched")["tags"] == nlohmann::json{"live"});
        QCOMPARE(listed("watched")["id"].get<std::string>(), id);
        QCOMPARE(stepvault({"tag", "watched", "--remove", "live"}).code, 0);
        QCOMPARE(stepvault({"rename", "watched", "one"}).code, 0);
    }

    void processes_that_label_at_once_lose_nothing() {
        constexpr int count = 8;
        std::array<QProcess, count> writers;
        for (int i = 0; i < count; ++i) {
            writers.at(static_cast<std::size_t>(i))
                .start(QStringLiteral(STEPVAULT_EXECUTABLE),
                       {"tag", "two", "t" + QString::number(i), "--vault", text(root() / "vault")});
        }
        for (auto& writer : writers)
            QCOMPARE(outcome_of(writer).code, 0);
        QCOMPARE(listed("two")["tags"].size(), std::size_t{count});
    }
};

STEPVAULT_TEST(TestLabelCommands)

}  // namespace test_label_commands

#include "test_label_commands.moc"
