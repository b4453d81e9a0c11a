#include <sys/mount.h>
#include <unistd.h>

#include <QTemporaryDir>

#include "base/checksum.h"
#include "command.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_bad_input {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Names and contents of all files in the vault but the caches.
std::string tree(const fs::path& vault) {
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator(vault)) {
        const auto name = entry.path().filename().native();
        if (name.starts_with("catalog.sqlite") || name == "lock") continue;
        all += entry.path().native() + " " +
               (entry.is_regular_file() ? std::to_string(xxh3(as_view(read_text(entry.path())))) : "") + "\n";
    }
    return all;
}

/// A pickle of 60 lists, each containing the previous list twice: 2^60 paths in 200 bytes.
std::string billion_laughs() {
    std::string p = "\x80\x02]q";
    p += '\0';
    for (char i = 1; i < 60; ++i)
        p += std::string("](h") + static_cast<char>(i - 1) + "h" + static_cast<char>(i - 1) + "eq" + i;
    return p + ".";
}

/// The smallest file that torch's reader takes for a checkpoint: an uncompressed zip with archive/data.pkl
/// and archive/version.
std::string zip_of(const std::string& pickle) {
    ByteWriter out;
    ByteWriter directory;
    std::uint16_t count = 0;
    const auto add = [&](std::string_view name, std::string_view content) {
        const auto offset = static_cast<std::uint32_t>(out.size());
        const auto crc = crc32(0, as_view(content));
        const auto fields = [&](ByteWriter& w) {
            w.put(std::uint16_t{0});  // version needed
            w.put(std::uint16_t{0});  // flags
            w.put(std::uint16_t{0});  // stored
            w.put(std::uint32_t{0});  // time
            w.put(crc);
            w.put(static_cast<std::uint32_t>(content.size()));
            w.put(static_cast<std::uint32_t>(content.size()));
            w.put(static_cast<std::uint16_t>(name.size()));
            w.put(std::uint16_t{0});
        };
        out.put(std::uint32_t{0x04034B50});
        fields(out);
        out.put_bytes(as_view(name));
        out.put_bytes(as_view(content));
        directory.put(std::uint32_t{0x02014B50});
        directory.put(std::uint16_t{0});
        fields(directory);
        directory.put(std::uint16_t{0});
        directory.put(std::uint32_t{0});
        directory.put(std::uint32_t{0});
        directory.put(offset);
        directory.put_bytes(as_view(name));
        ++count;
    };
    add("archive/data.pkl", pickle);
    add("archive/version", "3\n");
    const auto start = static_cast<std::uint32_t>(out.size());
    out.put_bytes(directory.view());
    out.put(std::uint32_t{0x06054B50});
    out.put(std::uint32_t{0});
    out.put(count);
    out.put(count);
    out.put(static_cast<std::uint32_t>(directory.size()));
    out.put(start);
    out.put(std::uint16_t{0});
    return std::string(as_text(out.view()));
}

}  // namespace

/// Bad input: one clear line, the right exit code, nothing changed.
class TestBadInput : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;

    void refused(const QStringList& arguments, int code, const char* word) {
        const auto before = tree(root_ / "vault");
        const auto outcome = run_stepvault(arguments);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.count('\n') == 1, outcome.err.constData());
        QVERIFY2(outcome.err.startsWith("stepvault: "), outcome.err.constData());
        QVERIFY2(outcome.err.contains(word), outcome.err.constData());
        QCOMPARE(QString::fromStdString(tree(root_ / "vault")), QString::fromStdString(before));
    }
    [[nodiscard]] QString vault() const { return text(root_ / "vault"); }

 private slots:
    void initTestCase() {
        root_ = dir_.path().toStdString();
        Training training(1, 3000);
        for (int i = 1; i <= 2; ++i, training.next())
            write_text(root_ / "run" / ("step_" + std::to_string(i) + ".safetensors"), training.bytes());
        const auto once =
            run_stepvault({"ingest", text(root_ / "run/step_1.safetensors"),
                           text(root_ / "run/step_2.safetensors"), "--run", "run", "--vault", vault()});
        QVERIFY2(once.code == 0, once.err.constData());
    }

    void truncated_zip() {
        const auto whole = zip_of("\x80\x02}.");
        write_text(root_ / "cut/step_3.pt", whole.substr(0, whole.size() - 10));
        refused({"ingest", text(root_ / "cut/step_3.pt"), "--run", "run", "--vault", vault()}, 1,
                "step_3.pt");
    }

    void a_folder_with_the_vault() {
        refused({"ingest", text(root_), "--run", "all", "--vault", vault()}, 1, "contains the vault");
    }

    void cut_safetensors() {
        const auto whole = read_text(root_ / "run/step_1.safetensors");
        write_text(root_ / "cut/step_4.safetensors", whole.substr(0, 100));
        refused({"ingest", text(root_ / "cut/step_4.safetensors"), "--run", "run", "--vault", vault()}, 1,
                "step_4.safetensors");
    }

    void a_damaged_safetensors_header_is_kept_raw_and_said() {
        auto bytes = read_text(root_ / "run/step_1.safetensors");
        bytes[12] = '\x01';
        write_text(root_ / "odd/step_5.safetensors", bytes);
        const auto ingested = run_stepvault(
            {"ingest", text(root_ / "odd/step_5.safetensors"), "--run", "odd", "--json", "--vault", vault()});
        QVERIFY2(ingested.code == 0, ingested.err.constData());
        const auto json = nlohmann::json::parse(ingested.out.toStdString());
        QCOMPARE(json["checkpoints"][0]["format"].get<std::string>(), std::string("raw"));
        const auto restored = run_stepvault({"restore", "--run", "odd", "--step", "5", "--output",
                                             text(root_ / "odd-back"), "--vault", vault()});
        QVERIFY2(restored.code == 0, restored.err.constData());
        QVERIFY(read_text(root_ / "odd-back") == bytes);
    }

    void weights_alone_come_back_or_are_refused_in_a_line() {
        write_text(root_ / "plain/step_6.bin", std::string(5000, 'x'));
        const auto ingested =
            run_stepvault({"ingest", text(root_ / "plain/step_6.bin"), "--run", "plain", "--vault", vault()});
        QVERIFY2(ingested.code == 0, ingested.err.constData());
        const auto weights_of = [&](const char* run, const char* step, const char* output) {
            return QStringList{
                "restore",        "--run",  run,       "--step", step, "--output", text(root_ / output),
                "--weights-only", "--json", "--vault", vault()};
        };
        refused(weights_of("plain", "6", "no-weights"), 1, "step_6.bin");
        QVERIFY(!fs::exists(root_ / "no-weights"));
        const auto restored = run_stepvault(weights_of("run", "1", "weights.safetensors"));
        QVERIFY2(restored.code == 0, restored.err.constData());
        const auto json = nlohmann::json::parse(restored.out.toStdString());
        QCOMPARE(json["tensors"].get<int>(), 2);
        QCOMPARE(json["bytes"].get<std::uint64_t>(),
                 std::uint64_t{fs::file_size(root_ / "weights.safetensors")});
        refused(weights_of("run", "1", "weights.safetensors"), 1, "--force");
    }

    void a_pickle_bomb_is_filed_and_does_nothing() {
        const auto bomb = zip_of(billion_laughs());
        write_text(root_ / "bomb/step_1.pt", bomb);
        const auto ingested =
            run_stepvault({"ingest", text(root_ / "bomb/step_1.pt"), "--run", "bomb", "--vault", vault()});
        QVERIFY2(ingested.code == 0, ingested.err.constData());
        QVERIFY(run_stepvault({"restore", "--run", "bomb", "--step", "1", "--output",
                               text(root_ / "bomb-back"), "--vault", vault()})
                    .code == 0);
        QVERIFY(read_text(root_ / "bomb-back") == bomb);
    }

    void names_do_nothing_to_the_terminal() {
        constexpr std::string_view name =
            "step_6\x1b[2J\n\xc2\x9b"
            "1m\xe2\x80\xae.bin";
        const auto file = root_ / "names" / name;
        write_text(file, "x");
        const auto check = [](const QByteArray& said) {
            QVERIFY(!said.isEmpty());
            for (const char* acting : {"\x1b", "\xc2\x9b", "\xe2\x80\xae"})
                QVERIFY2(!said.contains(acting), said.toPercentEncoding().constData());
        };
        const auto ingested =
            run_stepvault({"ingest", text(file), "--run", "names", "--step", "6", "--vault", vault()});
        QVERIFY2(ingested.code == 0, ingested.err.constData());
        check(ingested.out);
        const auto shown = run_stepvault({"show", "--run", "names", "--step", "6", "--vault", vault()});
        QVERIFY2(shown.code == 0, shown.err.constData());
        check(shown.out);
        const auto refused =
            run_stepvault({"ingest", text(file) + "\x1b", "--run", "names", "--vault", vault()});
        QCOMPARE(refused.code, 1);
        check(refused.err);
    }

    void the_least_step_of_all() {
        const auto step = QString::number(std::numeric_limits<qint64>::min());
        const auto ingested = run_stepvault({"ingest", text(root_ / "run/step_1.safetensors"), "--run",
                                             "least", "--step=" + step, "--vault", vault()});
        QVERIFY2(ingested.code == 0, ingested.err.constData());
        const auto listed = run_stepvault({"list", "--run", "least", "--vault", vault()});
        QVERIFY2(listed.code == 0, listed.err.constData());
        QVERIFY2(listed.out.contains("-9,223,372,036,854,775,808"), listed.out.constData());
    }

    void unwritable_vault() {
        write_text(root_ / "a-file", "");
        refused({"ingest", text(root_ / "run/step_1.safetensors"), "--run", "run", "--vault",
                 text(root_ / "a-file/vault")},
                1, "a-file");
    }

    void unknown_step() {
        refused({"restore", "--run", "run", "--step", "7", "--output", text(root_ / "x"), "--vault", vault()},
                1, "no step 7");
    }
    void unknown_run() {
        refused(
            {"restore", "--run", "nobody", "--step", "1", "--output", text(root_ / "x"), "--vault", vault()},
            1, "nobody");
    }
    void unknown_id() {
        refused({"restore", "--run", "run", "--id", "../../run", "--output", text(root_ / "x"), "--vault",
                 vault()},
                1, "../../run");
    }
    void no_vault() { refused({"list", "--vault", text(root_ / "nothing")}, 1, "no vault"); }
    void missing_file() {
        refused({"ingest", text(root_ / "gone.pt"), "--run", "run", "--vault", vault()}, 1, "gone.pt");
    }
    void missing_folder() {
        refused({"watch", text(root_ / "gone"), "--once", "--vault", vault()}, 1, "gone");
    }

    void existing_output() {
        write_text(root_ / "mine", "mine");
        refused(
            {"restore", "--run", "run", "--step", "1", "--output", text(root_ / "mine"), "--vault", vault()},
            1, "--force");
        QCOMPARE(read_text(root_ / "mine"), std::string("mine"));
        QCOMPARE(run_stepvault({"restore", "--run", "run", "--step", "1", "--output", text(root_ / "mine"),
                                "--force", "--vault", vault()})
                     .code,
                 0);
        QCOMPARE(run_stepvault({"restore", "--run", "run", "--step", "1", "--output", text(root_ / "other"),
                                "--vault", vault()})
                     .code,
                 0);
        QVERIFY(read_text(root_ / "mine") == read_text(root_ / "other"));
    }

    void usage_errors_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("unknown command") << QStringList{"explode"};
        QTest::newRow("step and id") << QStringList{"restore", "--run", "r",        "--step", "1",
                                                    "--id",    "x",     "--output", "o"};
        QTest::newRow("bits") << QStringList{"watch", "x", "--bits", "9"};
        QTest::newRow("scheme") << QStringList{"watch", "x", "--scheme", "zip"};
        QTest::newRow("preset") << QStringList{"watch", "x", "--preset", "best"};
        QTest::newRow("preset and error")
            << QStringList{"watch", "x", "--preset", "closest", "--error", "0.5"};
        QTest::newRow("preset of lc") << QStringList{"watch", "x", "--preset", "closest", "--scheme", "lc"};
        QTest::newRow("base") << QStringList{"watch", "x", "--base", "lossy"};
        QTest::newRow("base of lc") << QStringList{"watch", "x", "--base", "exact", "--bits", "3"};
        QTest::newRow("nothing to recode as") << QStringList{"recode", "--run", "x"};
        QTest::newRow("rule") << QStringList{"watch", "x", "--rule", "a=2"};
        QTest::newRow("setting of another scheme")
            << QStringList{"watch", "x", "--scheme", "lc", "--budget", "5"};
        QTest::newRow("error of lc") << QStringList{"watch", "x", "--bits", "3", "--error", "0.5"};
        QTest::newRow("bits of topn")
            << QStringList{"recode", "--run", "x", "--scheme", "topn", "--bits", "3"};
    }
    void usage_errors() {
        QFETCH(QStringList, arguments);
        const auto outcome = run_stepvault(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY(!outcome.err.isEmpty());
    }

    void newer_vault() {
        fs::create_directories(root_ / "new/runs");
        write_text(root_ / "new/vault.json", R"({"format": 7, "uuid": "u"})");
        refused({"ingest", text(root_ / "run/step_1.safetensors"), "--run", "run", "--vault",
                 text(root_ / "new")},
                1, "version 7");
        QVERIFY(fs::is_empty(root_ / "new/runs"));
    }

    void damage_is_found() {
        fs::copy(root_ / "vault", root_ / "damaged", fs::copy_options::recursive);
        for (const auto& entry : fs::recursive_directory_iterator(root_ / "damaged")) {
            if (!entry.path().filename().native().ends_with("-1.svstep") ||
                !entry.path().filename().native().starts_with("000000000002"))
                continue;
            auto bytes = read_text(entry.path());
            bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 1);
            write_text(entry.path(), bytes);
        }
        const auto verified = run_stepvault({"verify", "--vault", text(root_ / "damaged")});
        QCOMPARE(verified.code, 3);
        QVERIFY2(verified.out.contains("damaged  run 000000000002"), verified.out.constData());
        // The tip still has the newest step to the byte; without the tip the step is lost.
        const auto restore_from = [&](const char* vault, const char* output) {
            return run_stepvault({"restore", "--run", "run", "--step", "2", "--output", text(root_ / output),
                                  "--vault", text(root_ / vault)});
        };
        QCOMPARE(restore_from("vault", "whole").code, 0);
        QCOMPARE(restore_from("damaged", "rescued").code, 0);
        QVERIFY(read_text(root_ / "rescued") == read_text(root_ / "whole"));
        fs::remove_all(qEnvironmentVariable("XDG_CACHE_HOME").toStdString() + "/stepvault");
        const auto lost = restore_from("damaged", "y");
        QCOMPARE(lost.code, 3);
        QVERIFY(!fs::exists(root_ / "y"));
        QCOMPARE(run_stepvault({"restore", "--run", "run", "--step", "1", "--output", text(root_ / "y"),
                                "--vault", text(root_ / "damaged")})
                     .code,
                 0);
    }

    void full_disk() {
        const auto disk = root_ / "disk";
        fs::create_directories(disk);
        if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0)
            QSKIP("needs the right to mount a tmpfs");
        struct Unmount {
            fs::path path;
            ~Unmount() { ::umount2(path.c_str(), MNT_DETACH); }
        } const unmount{disk};
        const auto small = text(disk / "vault");
        QCOMPARE(run_stepvault(
                     {"ingest", text(root_ / "run/step_1.safetensors"), "--run", "run", "--vault", small})
                     .code,
                 0);
        write_text(disk / "filler", std::string(std::size_t{900} << 10, 'x'));
        const auto before = tree(disk / "vault");
        const auto full = run_stepvault({"ingest", text(root_ / "run/step_2.safetensors"), "--run", "run",
                                         "--scheme", "exact", "--vault", small});
        QCOMPARE(full.code, 1);
        QVERIFY2(full.err.contains("No space left"), full.err.constData());
        QCOMPARE(QString::fromStdString(tree(disk / "vault")), QString::fromStdString(before));
        QCOMPARE(run_stepvault({"restore", "--run", "run", "--step", "1", "--output", text(disk / "back"),
                                "--vault", small})
                     .code,
                 1);
        QVERIFY(!fs::exists(disk / "back"));
        fs::remove(disk / "filler");
        QCOMPARE(run_stepvault({"ingest", text(root_ / "run/step_2.safetensors"), "--run", "run", "--scheme",
                                "exact", "--vault", small})
                     .code,
                 0);
        QCOMPARE(run_stepvault({"verify", "--vault", small}).code, 0);
    }
};

STEPVAULT_TEST(TestBadInput)

}  // namespace test_bad_input

#include "test_bad_input.moc"
