// Runs of one vault that begin with the same checkpoint, by the services of the library.
#include <QTemporaryDir>
#include <QtTest>

#include "support/registry.h"
#include "support/watched_library.h"
#include "vault/records/step_list.h"
#include "vault/repair/vault_moving.h"

namespace test_shared_bases {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestSharedBases : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        root_ = folder_->path().toStdString();
        vault_ = root_ / "vault";
        auto library = open_library(vault_);
        VERIFY_OK(library);
        library_ = std::move(*library);
        for (const auto* name : {"a", "b", "c"}) {
            write_run(root_ / name, 2);
            age(root_ / name);
            VERIFY_OK(watch_once(*library_, {root_ / name}, SchemeChoice{.scheme = Scheme::exact}));
        }
        QCOMPARE(bases().size(), std::size_t{1});
    }

    void a_report_names_the_base_and_its_runs() {
        const auto of = [this](const char* run, std::int64_t step) {
            const auto info = library_->queries().run(run);
            const auto checkpoint = library_->queries().find_checkpoint(info->row.id, step);
            return library_->queries().report(info->row.id, checkpoint->id, {});
        };
        for (const std::int64_t step : {10, 20}) {
            const auto report = of("b", step);
            VERIFY_OK(report);
            QVERIFY(report->shared_base.has_value());
            QCOMPARE(report->shared_base->file, "bases/" + bases().front().filename().native());
            QCOMPARE(report->shared_base->runs, (std::vector<std::string>{"b", "c"}));
            QVERIFY(report->chain.front().is_shared_base && !report->chain.back().is_shared_base);
        }
        // The first run's own file is the base.
        const auto report = of("a", 20);
        VERIFY_OK(report);
        QVERIFY(!report->shared_base && !report->chain.front().is_shared_base);
    }

    void the_base_goes_with_the_last_run_that_needs_it() {
        const auto purge = [this] {
            const auto plan = library_->maintenance().plan_prune("a", {.last = 1});
            return plan && library_->maintenance().prune(*plan, Maintenance::Removal::permanent, {});
        };
        std::vector<fs::path> folders;
        for (const auto* run : {"b", "c"})
            folders.push_back(runs_folder(vault_) / library_->queries().run(run)->row.id);
        for (const auto& folder : folders) {
            QVERIFY(purge());
            QCOMPARE(bases().size(), std::size_t{1});
            fs::remove_all(folder);
        }
        QVERIFY(purge());
        QVERIFY(bases().empty());
        RestoreRequest request;
        request.run = "a";
        request.step = 20;
        request.output = root_ / "back.safetensors";
        VERIFY_OK(library_->restorer().restore(request, {}));
        QVERIFY(read_text(request.output) == read_text(root_ / "a/step_20.safetensors"));
    }

    void damage_is_told_once_with_its_runs_and_repaired() {
        const auto base = bases().front();
        auto bytes = read_text(base);
        bytes[bytes.size() / 3] = static_cast<char>(~bytes[bytes.size() / 3]);
        fs::remove(base);  // the first run has it under another name
        write_text(base, bytes);
        const auto verdict = library_->maintenance().verify({});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{1});
        QVERIFY(verdict->damage.front().what.ends_with("; it is a shared base, which these runs need: b, c"));
        const auto repaired = library_->maintenance().repair({}, {});
        VERIFY_OK(repaired);
        QCOMPARE(repaired->repaired.size(), std::size_t{1});
        QVERIFY(repaired->after.damage.empty());
    }

    void moving_the_vault_keeps_one_copy() {
        const QTemporaryDir elsewhere(QStringLiteral("/dev/shm/stepvault-XXXXXX"));
        QVERIFY(elsewhere.isValid());
        library_.reset();
        const auto moved = fs::path(elsewhere.path().toStdString()) / "moved";
        VERIFY_OK(move_vault(vault_, moved, {}));
        vault_ = moved;
        QCOMPARE(bases().size(), std::size_t{1});
        QCOMPARE(fs::hard_link_count(bases().front()), std::uintmax_t{2});
        const auto library =
            LocalVault::open_caught_up(moved, LocalVault::Mode::existing, sqlite_backends(), {});
        VERIFY_OK(library);
        QVERIFY((*library)->maintenance().verify({})->damage.empty());
    }

 private:
    [[nodiscard]] std::vector<fs::path> bases() const {
        const auto files = list_step_files(bases_folder(vault_));
        return files ? *files : std::vector<fs::path>();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    fs::path root_;
    fs::path vault_;
    std::unique_ptr<LocalVault> library_;
};

STEPVAULT_TEST(TestSharedBases)

}  // namespace test_shared_bases

#include "test_shared_bases.moc"
