// A vault is its owner's alone until it is shared, and a private run stays so in a shared vault.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "support/watched_library.h"
#include "unit/base/unprivileged.h"
#include "vault/records/vault_access.h"

namespace test_private_runs {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;
using stepvault::testing::Unprivileged;

namespace {

constexpr auto mine = fs::perms::owner_read | fs::perms::owner_write;
constexpr auto for_group = mine | fs::perms::group_read;
constexpr auto for_all = for_group | fs::perms::others_read;

/// The modes of all files and folders below `folder`, and its own: "0600 0700".
std::string modes_in(const fs::path& folder) {
    std::set<std::string> modes;
    const auto add = [&](const fs::path& path) {
        struct stat s {};
        std::ostringstream text;
        if (::lstat(path.c_str(), &s) == 0) text << '0' << std::oct << (s.st_mode & 07777U);
        modes.insert(text.str());
    };
    add(folder);
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        // Locks hold no data.
        if (entry.path().filename() != "lock") add(entry.path());
    }
    std::string all;
    for (const auto& mode : modes)
        all += (all.empty() ? "" : " ") + mode;
    return all;
}

}  // namespace

class TestPrivateRuns : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    mode_t umask_ = 0;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] fs::path vault() const { return root() / "vault"; }
    /// Writes a run whose files have these permissions, and files it.
    std::string file_run(LocalVault& library, const std::string& name, fs::perms of_originals,
                         int steps = 2) {
        write_run(root() / name, steps);
        for (const auto& entry : fs::directory_iterator(root() / name))
            fs::permissions(entry.path(), of_originals);
        age(root() / name);
        if (!watch_once(library, {root() / name}, SchemeChoice{.exact_base = true})) return {};
        const auto run = library.queries().run(name);
        return run ? run->row.id : std::string();
    }
    [[nodiscard]] fs::path folder_of(const std::string& id) const { return runs_folder(vault()) / id; }
    [[nodiscard]] fs::perms catalog_access() const { return fs::status(catalog_file(vault())).permissions(); }

 private slots:
    void init() {
        umask_ = ::umask(0);
        dir_ = std::make_unique<QTemporaryDir>();
        // QTemporaryDir creates folders that nobody else may enter.
        fs::permissions(root(), fs::perms(0777));
    }
    void cleanup() {
        ::umask(umask_);
        dir_.reset();
    }

    void a_vault_is_its_owners() {
        auto library = open_library(vault());
        VERIFY_OK(library);
        const auto id = file_run(**library, "open", for_all);
        QCOMPARE(modes_in(vault()), std::string("0600 0700"));
        VERIFY_OK((*library)->maintenance().prune(
            *(*library)->maintenance().plan_prune("open", RetentionRules{.last = 1}),
            Maintenance::Removal::to_trash, {}));
        VERIFY_OK((*library)->maintenance().reindex({}));
        QCOMPARE(modes_in(vault()), std::string("0600 0700"));
        QVERIFY(!is_shared(vault()));
        QVERIFY(!RunRecord::read(run_file(folder_of(id)))->is_private);
    }

    void sharing_opens_all_but_private_runs_and_the_trash() {
        auto library = open_library(vault());
        VERIFY_OK(library);
        const auto open = file_run(**library, "open", for_all, 3);
        const auto hidden = file_run(**library, "private", mine);
        VERIFY_OK((*library)->maintenance().prune(
            *(*library)->maintenance().plan_prune("open", RetentionRules{.last = 2}),
            Maintenance::Removal::to_trash, {}));
        VERIFY_OK(share_vault(vault(), true));
        QVERIFY(is_shared(vault()));
        QCOMPARE(modes_in(folder_of(open)), std::string("0640 0750"));
        QCOMPARE(modes_in(folder_of(hidden)), std::string("0600 0700"));
        QCOMPARE(fs::status(trash_folder(vault())).permissions(), fs::perms(0700));
        QCOMPARE(fs::status(vault_file(vault())).permissions(), for_group);
        // The catalog holds the private run's curves.
        QCOMPARE(catalog_access(), mine);
        // The next checkpoints of both runs, and new runs.
        for (const auto& [name, access] : {std::pair("open", for_all), std::pair("private", mine)}) {
            write_text(root() / name / "step_90.safetensors", Training(1, 2000).bytes());
            fs::permissions(root() / name / "step_90.safetensors", access);
            age(root() / name);
            VERIFY_OK(watch_once(**library, {root() / name}, SchemeChoice{.exact_base = true}));
        }
        QCOMPARE(modes_in(folder_of(open)), std::string("0640 0750"));
        QCOMPARE(modes_in(folder_of(hidden)), std::string("0600 0700"));
        QCOMPARE(modes_in(folder_of(file_run(**library, "later", for_all))), std::string("0640 0750"));
        QCOMPARE(modes_in(folder_of(file_run(**library, "secret", mine))), std::string("0600 0700"));
        VERIFY_OK((*library)->maintenance().reindex({}));
        QCOMPARE(catalog_access(), mine);

        VERIFY_OK(share_vault(vault(), false));
        QCOMPARE(fs::status(vault()).permissions(), fs::perms(0700));
        QCOMPARE(modes_in(folder_of(open)), std::string("0600 0700"));
    }

    void a_run_becomes_private_with_its_first_private_file_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("checkpoint") << QByteArray("step_90.safetensors");
        QTest::newRow("metrics") << QByteArray("metrics.jsonl");
    }
    void a_run_becomes_private_with_its_first_private_file() {
        QFETCH(QByteArray, file);
        auto library = open_library(vault());
        VERIFY_OK(library);
        VERIFY_OK(share_vault(vault(), true));
        const auto id = file_run(**library, "run", for_all);
        QCOMPARE(modes_in(folder_of(id)), std::string("0640 0750"));
        QCOMPARE(catalog_access(), for_group);
        const auto path = root() / "run" / file.toStdString();
        const auto text = file.startsWith("step") ? Training(1, 2000).bytes()
                                                  : read_text(path) + "{\"step\": 30, \"loss\": 1}\n";
        write_text(path, text);
        fs::permissions(path, mine);
        age(root() / "run");
        VERIFY_OK(watch_once(**library, {root() / "run"}));
        QVERIFY(RunRecord::read(run_file(folder_of(id)))->is_private);
        QCOMPARE(modes_in(folder_of(id)), std::string("0600 0700"));
        QCOMPARE(catalog_access(), mine);
        for (const char* suffix : {"-wal", "-shm"}) {
            const auto beside = catalog_file(vault()).native() + suffix;
            QVERIFY2(!fs::exists(beside) || fs::status(beside).permissions() == mine, suffix);
        }
    }

    void another_user_reads_what_is_shared() {
        const Unprivileged check;
        if (::getuid() != 0 || !check.active()) QSKIP("needs to become another user");
        QCOMPARE(::seteuid(0), 0);
        {
            auto library = open_library(vault());
            VERIFY_OK(library);
            QVERIFY(!file_run(**library, "open", for_all).empty());
            QVERIFY(!file_run(**library, "private", mine).empty());
        }
        fs::create_directory(root() / "tmp");
        qputenv("TMPDIR", QByteArray::fromStdString((root() / "tmp").native()));
        const auto closed = [&] {
            const Unprivileged nobody;
            return LocalVault::open_caught_up(vault(), LocalVault::Mode::existing, sqlite_backends(), {});
        }();
        VERIFY_ERROR(closed, ErrorCode::permission);
        VERIFY_OK(share_vault(vault(), true));
        // The owner's next look does not open the catalog again.
        VERIFY_OK(open_library(vault(), LocalVault::Mode::existing));
        {
            const Unprivileged nobody;
            auto library =
                LocalVault::open_caught_up(vault(), LocalVault::Mode::existing, sqlite_backends(), {});
            VERIFY_OK(library);
            const auto runs = (*library)->queries().runs();
            VERIFY_OK(runs);
            QCOMPARE(runs->size(), std::size_t{1});
            const auto restored = (*library)->restorer().restore(
                {.run = "open", .step = 10, .checkpoint_id = {}, .output = root() / "out"}, {});
            VERIFY_OK(restored);
            // A run that this user may not read is not damaged.
            const auto verified = (*library)->maintenance().verify({});
            VERIFY_OK(verified);
            QCOMPARE(verified->checkpoints, std::uint64_t{2});
            QVERIFY(verified->damage.empty());
            QCOMPARE(verified->unread.size(), std::size_t{1});
        }
        QVERIFY(read_text(root() / "out") == read_text(root() / "open" / "step_10.safetensors"));
        qunsetenv("TMPDIR");
    }

    void what_is_restored_of_a_private_run_is_private() {
        auto library = open_library(vault());
        VERIFY_OK(library);
        ::umask(S_IWGRP | S_IWOTH);
        (void)file_run(**library, "open", for_all);
        (void)file_run(**library, "private", mine);
        for (const auto& [name, access] : {std::pair("open", for_all), std::pair("private", mine)}) {
            const auto output = root() / "restored" / name;
            VERIFY_OK((*library)->restorer().restore(
                {.run = name, .step = 20, .checkpoint_id = {}, .output = output}, {}));
            QCOMPARE(fs::status(output).permissions(), access);
        }
    }
};

STEPVAULT_TEST(TestPrivateRuns)

}  // namespace test_private_runs

#include "test_private_runs.moc"
