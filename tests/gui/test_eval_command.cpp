#include <QtTest>

#include "support/registry.h"
#include "ui/bits/eval_command.h"

namespace test_eval_command {

using namespace stepvault::ui;

class TestEvalCommand : public QObject {
    Q_OBJECT

 private slots:
    void isSplitAsAShellWould_data();
    void isSplitAsAShellWould();
    void badCommandsAreRefused_data();
    void badCommandsAreRefused();
    void pathStaysOneWord();
    void quotedWordsComeBack_data();
    void quotedWordsComeBack();
    void lastNumberIsRead_data();
    void lastNumberIsRead();
};

void TestEvalCommand::isSplitAsAShellWould_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const char* text, QStringList words) {
        QTest::newRow(name) << QString::fromUtf8(text) << words;
    };
    row("plain", "python eval.py {checkpoint}", {"python", "eval.py", "{checkpoint}"});
    row("blanks", "  python \t {checkpoint}  ", {"python", "{checkpoint}"});
    row("double quotes", R"(run "a b" {checkpoint})", {"run", "a b", "{checkpoint}"});
    row("single quotes", R"(run 'a "b\' {checkpoint})", {"run", "a \"b\\", "{checkpoint}"});
    row("backslash", R"(run a\ b\\ {checkpoint})", {"run", "a b\\", "{checkpoint}"});
    row("backslash in double quotes", R"(run "a\"b\n" {checkpoint})", {"run", "a\"b\\n", "{checkpoint}"});
    row("joined", R"(run --model="{checkpoint}"/x)", {"run", "--model={checkpoint}/x"});
    row("empty word", R"(run "" {checkpoint})", {"run", "", "{checkpoint}"});
    row("nothing is expanded", "run $HOME `id` * {checkpoint} | tee; x",
        {"run", "$HOME", "`id`", "*", "{checkpoint}", "|", "tee;", "x"});
}

void TestEvalCommand::isSplitAsAShellWould() {
    QFETCH(const QString, text);
    const EvalCommand command = EvalCommand::parse(text);
    QVERIFY2(command.problem.isEmpty(), qPrintable(command.problem));
    QTEST(command.words, "words");
}

void TestEvalCommand::badCommandsAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("empty") << " "
                           << "There is no command yet.";
    QTest::newRow("open quote") << "run 'x {checkpoint}"
                                << "The command ends within a quote: close it.";
    QTest::newRow("backslash at the end") << "run {checkpoint} \\"
                                          << "The command ends within a quote: close it.";
    QTest::newRow("no checkpoint")
        << "python eval.py"
        << "The command does not name {checkpoint}, where the checkpoint's path goes.";
    QTest::newRow("no program") << "{checkpoint}"
                                << "The command begins with the checkpoint: name a program first.";
}

void TestEvalCommand::badCommandsAreRefused() {
    QFETCH(const QString, text);
    QTEST(EvalCommand::parse(text).problem, "problem");
}

void TestEvalCommand::pathStaysOneWord() {
    const EvalCommand command = EvalCommand::parse(QStringLiteral("run --model={checkpoint} {checkpoint}"));
    const QString path = QStringLiteral("/a b/'{checkpoint}\".pt");
    QCOMPARE(command.with(path), (QStringList{"run", "--model=" + path, path}));
}

void TestEvalCommand::quotedWordsComeBack_data() {
    QTest::addColumn<QStringList>("words");
    QTest::newRow("plain") << QStringList{"python", "--a=b", "{checkpoint}"};
    QTest::newRow("blanks and quotes") << QStringList{"a b", "it's", "\"", "\\", "{checkpoint}", ""};
}

void TestEvalCommand::quotedWordsComeBack() {
    QFETCH(const QStringList, words);
    QCOMPARE(EvalCommand::parse(quoted(words)).words, words);
}

void TestEvalCommand::lastNumberIsRead_data() {
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");  // empty for none
    const auto row = [](const char* title, const char* output, const char* name, const char* value) {
        QTest::newRow(title) << QString::fromUtf8(output) << QString::fromUtf8(name)
                             << QString::fromUtf8(value);
    };
    row("alone", "0.25\n", "", "0.25");
    row("named", "loading 3 shards\nval_loss: 2.5e-1\n\n", "val_loss", "0.25");
    row("equals", "acc = -.5", "acc", "-0.5");
    row("JSON", "{\"acc\": 0.5, \"loss\": 1.25}", "loss", "1.25");
    row("last of the line", "loss 1.5 acc 0.75 %", "", "0.75");
    row("only the last line", "0.5\ndone\n", "", "");
    row("part of a word", "resnet50 v1.2.3x", "", "");
    row("nan", "loss=nan", "loss", "nan");
    row("empty", "", "", "");
}

void TestEvalCommand::lastNumberIsRead() {
    QFETCH(const QString, output);
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    const std::optional<EvalNumber> number = lastNumber(output);
    QCOMPARE(number.has_value(), !value.isEmpty());
    if (!number) return;
    QCOMPARE(number->name, name);
    QCOMPARE(QString::number(number->value), value);
}

STEPVAULT_TEST(TestEvalCommand)

}  // namespace test_eval_command

#include "test_eval_command.moc"
