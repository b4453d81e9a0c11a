#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/hyperparameter_file.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_hyperparameters {

using namespace stepvault;
using namespace stepvault::test;
using Format = HyperparameterFormat;

/// A field of Type::bytes in Protocol Buffers' wire format; for fewer than 128 bytes.
static QByteArray field(int number, const QByteArray& content) {
    return QByteArray(1, char(number << 3 | 2)) + char(content.size()) + content;
}

class TestHyperparameters : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    /// "key=value" with a mark of the type: n, b or t; or the error.
    QStringList read(const QByteArray& content, Format format) {
        const auto path = dir_.filePath("settings");
        if (!write(path, content)) return {"cannot write"};
        return text(read_hyperparameters({to_path(path), format, "settings"}));
    }
    static QStringList text(const Result<std::vector<Hyperparameter>>& read) {
        if (!read) return {QString::fromStdString(read.error().message)};
        QStringList lines;
        for (const auto& p : *read)
            lines += QString::fromStdString(p.key + "=" + value_text(p.value) + " " + "nbt"[p.value.index()]);
        return lines;
    }

 private slots:
    void values_data() {
        QTest::addColumn<Format>("format");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, Format format, const char* content,
                            const QStringList& expected) {
            QTest::newRow(name) << format << QByteArray(content) << expected;
        };
        row("nested", Format::yaml, "optimizer:\n  lr: 3e-4\n  betas: [0.9, 0.999]\nepochs: 10\n",
            {"epochs=10 n", "optimizer.betas=[0.9,0.999] t", "optimizer.lr=3e-04 n"});
        row("types", Format::yaml,
            "a: true\nb: 'true'\nc: \"1\"\nd: 1\ne: null\nf: .inf\ng: -.inf\nh: .nan\ni: x y\n",
            {"a=true b", "b=true t", "c=1 t", "d=1 n", "f=inf t", "g=-inf t", "h=nan t", "i=x y t"});
        row("secrets are left out", Format::yaml,
            "hub_token: a\nAPI_KEY: b\ndb: {password: c, user: d}\nnum_tokens: 5\nkeys: 1\n",
            {"db.user=d t", "keys=1 n", "num_tokens=5 n"});
        row("large integer", Format::yaml, "seed: 18446744073709551615\n", {"seed=18446744073709551615 t"});
        row("tags are inert", Format::yaml,
            "args: !!python/object:argparse.Namespace\n  lr: 1\nact: !!python/name:torch.relu ''\n"
            "size: !!python/tuple [1, 2]\nrun: !!python/object/apply:os.system ['true']\n",
            {"act=torch.relu t", "args.lr=1 n", "run=[\"true\"] t", "size=[1,2] t"});
        row("alias and merge", Format::yaml, "base: &b {lr: 1, wd: 2}\nown: {<<: *b, lr: 3}\nagain: *b\n",
            {"again.lr=1 n", "again.wd=2 n", "base.lr=1 n", "base.wd=2 n", "own.lr=3 n", "own.wd=2 n"});
        row("empty", Format::yaml, "", {});
        row("empty map", Format::yaml, "{}\n", {});
        row("json", Format::json,
            R"({"lr": 1e-3, "on": true, "n": null, "l": [1, "a"], "m": {"x": NaN}, "t": "5"})",
            {"l=[1,\"a\"] t", "lr=0.001 n", "m.x=nan t", "on=true b", "t=5 t"});
        row("wandb", Format::wandb,
            "wandb_version: 1\n_wandb:\n  value: {cli_version: 1}\nlr:\n  desc: null\n  value: 0.1\n"
            "model:\n  value: {depth: 2}\n",
            {"lr=0.1 n", "model.depth=2 n"});
    }
    void values() {
        QFETCH(Format, format);
        QFETCH(QByteArray, content);
        QFETCH(QStringList, expected);
        QCOMPARE(read(content, format), expected);
    }

    void refuses_data() {
        QTest::addColumn<Format>("format");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, Format format, const QByteArray& content, const char* reason) {
            QTest::newRow(name) << format << content << QString(reason);
        };
        QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
        for (int n = 1; n < 12; ++n) {
            const auto name = QByteArray::number(n);
            bomb += "a" + name + ": &a" + name + " [";
            for (int i = 0; i < 10; ++i)
                bomb += (i > 0 ? ",*a" : "*a") + QByteArray::number(n - 1);
            bomb += "]\n";
        }
        row("alias bomb", Format::yaml, bomb, "more than 65,536 values");
        row("alias of long text", Format::yaml,
            "a: &a " + QByteArray(1 << 20, 'x') + "\nb: [" + QByteArray("*a,").repeated(1000) + "]\n",
            "more than 8 MiB of text");
        row("alias of itself", Format::yaml, "a: &a [*a]\n",
            "line 1: an alias refers to a value that contains it");
        row("deep flow", Format::yaml, QByteArray(4 << 20, '['), "more than 32 levels");
        row("deep blocks", Format::yaml, QByteArray("- ").repeated(2 << 20), "more than 32 levels");
        row("deep maps", Format::yaml, QByteArray("{a: ").repeated(1 << 20), "more than 32 levels");
        row("deep json", Format::json, QByteArray("[").repeated(4 << 20), "more than 32 levels");
        row("many items", Format::yaml, "[" + QByteArray("a,").repeated(1 << 20), "more than 65,536 values");
        row("too large", Format::yaml, QByteArray((4 << 20) + 1, ' '), "settings");
        row("cut off", Format::yaml, "a: 1\nb: [1, 2\n", "line 3");
        row("list", Format::yaml, "- 1\n", "no keys and values");
        row("binary", Format::yaml, QByteArray("a: 1\n\0\1\2: [", 12), "settings");
        row("json cut off", Format::json, "{\"a\": ", "no complete JSON");
        QByteArray keys;
        for (int n = 0; n < 4097; ++n)
            keys += "k" + QByteArray::number(n) + ": 1\n";
        row("many keys", Format::yaml, keys, "more than 4096 values");
    }
    void refuses() {
        QFETCH(Format, format);
        QFETCH(QByteArray, content);
        QFETCH(QString, reason);
        const auto said = read(content, format);
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains(reason), qPrintable(said[0]));
        QVERIFY2(said[0].contains(dir_.filePath("settings")), qPrintable(said[0]));
    }

    void mlflow() {
        const std::filesystem::path folder = dir_.filePath("params").toStdString();
        std::filesystem::create_directories(folder / "model");
        QVERIFY(write(QString::fromStdString(folder / "lr"), "0.5"));
        QVERIFY(write(QString::fromStdString(folder / "model/name"), "bert\n"));
        QCOMPARE(text(read_hyperparameters({folder, Format::mlflow, "params"})),
                 (QStringList{"lr=0.5 n", "model.name=bert t"}));
    }

    void events() {
        const double rate = 0.25;
        const QByteArray number =
            QByteArray(1, char(2 << 3 | 1)) + QByteArray(reinterpret_cast<const char*>(&rate), 8);
        const QByteArray flag = QByteArray(1, char(4 << 3)) + char(1);
        const auto entry = [](const QByteArray& key, const QByteArray& value) {
            return field(1, field(1, key) + field(2, value));
        };
        const auto session =
            entry("lr", number) + entry("amp", flag) + entry("opt", field(3, QByteArray("adam")));
        const auto plugin = field(1, QByteArray("hparams")) + field(2, field(3, session));
        const auto event = field(5, field(1, field(9, field(1, plugin))));
        const auto record = event_record(event);
        const QStringList expected{"amp=true b", "lr=0.25 n", "opt=adam t"};
        QCOMPARE(read(event_record("") + record, Format::events), expected);
        // A record that is cut off or damaged ends the reading.
        QCOMPARE(read(record + record.left(20), Format::events), expected);
        auto damaged = record;
        damaged[30] = char(damaged[30] ^ 1);
        QCOMPARE(read(damaged, Format::events), QStringList());
    }
};

STEPVAULT_TEST(TestHyperparameters)

}  // namespace test_hyperparameters

#include "test_hyperparameters.moc"
