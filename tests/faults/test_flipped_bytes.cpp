#include <QTemporaryDir>
#include <QtTest>

#include "flipped_vault.h"
#include "support/forked.h"
#include "support/registry.h"

namespace test_flipped_bytes {

using namespace stepvault::test;
namespace fs = std::filesystem;

/// A flipped byte anywhere in a vault never makes a checkpoint restore to different bytes.
class TestFlippedBytes : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { vault_ = std::make_unique<FlippedVault>(dir_.path().toStdString()); }

    void the_vault_holds_one_of_everything() {
        std::set<std::string> names;
        for (const auto& [file, bytes] : vault_->files())
            names.insert(file.extension() == ".svstep" ? file.begin()->native() + "/step"
                                                       : file.filename().native());
        const std::set<std::string> expected{"catalog.sqlite", "lock",      "metrics.svlog", "removed.json",
                                             "run.json",       "runs/step", "trash/step",    "vault.json"};
        for (const auto& name : expected)
            QVERIFY2(names.contains(name), name.c_str());
        QVERIFY(vault_->judge({"vault.json", 0, 0}, true).fault.empty());
        QVERIFY(!vault_->judge({"vault.json", 0, 0}, true).noticed);
    }

    void a_flipped_byte_is_noticed_or_does_no_harm_data() {
        QTest::addColumn<QString>("file");
        for (const auto& [file, bytes] : vault_->files()) {
            const auto name = QString::fromStdString(file.native());
            if (bytes > 0)
                QTest::newRow(qPrintable(name.section('/', 0, 0) + "/" + name.section('/', 2))) << name;
        }
    }
    void a_flipped_byte_is_noticed_or_does_no_harm() {
        QFETCH(QString, file);
        const bool all = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        const fs::path path = file.toStdString();
        const auto bytes = vault_->files().at(path);
        const auto seed = qEnvironmentVariable("STEPVAULT_SEED", "1").toULongLong();
        std::mt19937_64 random(seed);
        std::vector<Flip> flips;
        const std::uint64_t some = 30;
        const auto apart = all ? 1 : std::max<std::uint64_t>(1, bytes / some);
        for (std::uint64_t at = all ? 0 : random() % apart; at < bytes; at += apart) {
            flips.push_back({path, at, static_cast<std::uint8_t>(1U << (random() % 8))});
            if (all) flips.push_back({path, at, 0xFF});
        }
        // Few bytes of these files affect the next filing; in all other files every byte does.
        const bool seldom = path.extension() == ".svstep" || path.extension() == ".sqlite";
        const std::size_t goes_on_each = seldom ? 8 : 1;
        std::size_t noticed = 0;
        std::size_t wrong = 0;
        for (std::size_t next = 0; next < flips.size();) {
            Forked child([&](int to_parent) {
                for (auto i = next; i < flips.size() && i < next + 500; ++i) {
                    ::alarm(60);
                    const auto verdict = vault_->judge(flips[i], i % goes_on_each == 0);
                    if (!verdict.fault.empty()) say(flips[i], verdict.fault);
                    tell(to_parent, !verdict.fault.empty() ? "w" : verdict.noticed ? "n" : ".");
                }
            });
            const auto batch = std::min<std::size_t>(500, flips.size() - next);
            const auto told = child.rest();
            noticed += static_cast<std::size_t>(std::ranges::count(told, 'n'));
            wrong += static_cast<std::size_t>(std::ranges::count(told, 'w'));
            next += told.size();
            if (told.size() == batch) continue;
            const auto signal = child.end();
            say(flips[next++], signal == SIGALRM ? "hangs" : "dies by signal " + std::to_string(signal));
            ++wrong;
        }
        qInfo("%zu flips, %zu noticed, seed %llu", flips.size(), noticed, seed);
        QCOMPARE(wrong, std::size_t{0});
    }

 private:
    static void say(const Flip& flip, const std::string& what) {
        qWarning("byte %llu by %02x: %s", static_cast<unsigned long long>(flip.offset), flip.bits,
                 what.c_str());
    }

    QTemporaryDir dir_;
    std::unique_ptr<FlippedVault> vault_;
};

STEPVAULT_TEST(TestFlippedBytes)

}  // namespace test_flipped_bytes

#include "test_flipped_bytes.moc"
