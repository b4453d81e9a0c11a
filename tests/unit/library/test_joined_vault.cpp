// Several vaults, one of them on "another machine", shown as one.
#include <QTemporaryDir>
#include <QtTest>

#include "library/services/joined_vault.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/served_vault.h"

namespace test_joined_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// The vault `near` has the runs "both" and "own", the vault `far` "both" and "distant".
class TestJoinedVault : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> dir_;
    std::shared_ptr<LocalVault> near_;
    std::shared_ptr<LocalVault> far_;
    std::optional<ServedVault> served_;
    std::unique_ptr<JoinedVault> joined_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    std::shared_ptr<LocalVault> open(const char* vault, const std::vector<std::string>& runs, int steps) {
        for (const auto& run : runs)
            write_run(root() / vault / "runs" / run, steps);
        auto opened = open_library(root() / vault / "vault");
        if (!opened || !watch_once(**opened, {root() / vault / "runs"})) return nullptr;
        return std::move(*opened);
    }
    static std::string id_of(LocalVault& vault, const std::string& run) {
        const auto found = vault.queries().run(run);
        return found.ok() ? found->row.id : found.error().message;
    }
    static std::vector<std::string> names(const VaultOverview& overview) {
        std::vector<std::string> names;
        for (const auto& run : overview.changed)
            names.push_back(run.info.row.name);
        return names;
    }
    Queries& queries() { return joined_->queries(); }
    /// Joins the near vault with the far one, over a connection.
    void connect() {
        served_.emplace(*far_);
        auto remote = served_->open();
        VERIFY_OK(remote);
        joined_ = std::make_unique<JoinedVault>(
            std::vector<std::shared_ptr<VaultHandle>>{near_, std::move(*remote)});
    }

 private slots:
    void init() {
        dir_.emplace();
        near_ = open("near", {"both", "own"}, 3);
        far_ = open("far", {"both", "distant"}, 2);
        QVERIFY(near_ && far_);
        joined_ = std::make_unique<JoinedVault>(std::vector<std::shared_ptr<VaultHandle>>{near_, far_});
    }
    void cleanup() {
        joined_.reset();
        served_.reset();
        near_.reset();
        far_.reset();
    }

    void titles_are_unique() {
        QCOMPARE(joined_->parts().title(0), std::string("near/vault"));
        QCOMPARE(joined_->parts().title(1), std::string("far/vault"));
        connect();
        QCOMPARE(joined_->parts().title(0), std::string("vault"));
        QCOMPARE(joined_->parts().title(1), std::string("box"));
        QCOMPARE(joined_->folder(), near_->folder());
        QVERIFY(joined_->host().empty());
    }

    void names_that_clash_have_the_title() {
        connect();
        const auto runs = queries().runs();
        VERIFY_OK(runs);
        std::vector<std::string> shown;
        for (const auto& run : *runs)
            shown.push_back(run.row.name);
        QCOMPARE(shown, (std::vector<std::string>{"both (box)", "both (vault)", "distant", "own"}));
        QCOMPARE(queries().run("both (box)")->row.id, id_of(*far_, "both"));
        QCOMPARE(queries().run("both (vault)")->row.id, id_of(*near_, "both"));
        QCOMPARE(queries().run(id_of(*far_, "both"))->row.name, std::string("both (box)"));
        const auto ambiguous = queries().run("both");
        QVERIFY(!ambiguous.ok());
        QVERIFY(ambiguous.error().code == ErrorCode::invalid_argument);
        QVERIFY(ambiguous.error().message.find("both (vault)") != std::string::npos);
        QVERIFY(queries().run("neither").error().code == ErrorCode::not_found);
        // A run that is renamed clashes no more.
        VERIFY_OK(joined_->maintenance().rename("both (box)", "other"));
        QCOMPARE(id_of(*far_, "other"), queries().run("other")->row.id);
        VERIFY_OK(queries().runs());
        QCOMPARE(queries().run("both")->row.id, id_of(*near_, "both"));
    }

    void overview_joins_and_tells_changes() {
        auto first = queries().overview({.columns = 8}, {});
        VERIFY_OK(first);
        QCOMPARE(names(*first),
                 (std::vector<std::string>{"both (far/vault)", "both (near/vault)", "distant", "own"}));
        QCOMPARE(first->parts.size(), std::size_t{2});
        QVERIFY(!first->parts[0].is_old() && first->parts[1].read);
        for (const auto& run : first->runs) {
            const auto place = joined_->parts().find(run.revision.run_id);
            QCOMPARE(place->part, run.part);
            QCOMPARE(joined_->host_of(run.revision.run_id), joined_->parts().vault(run.part).host());
        }
        OverviewRequest known{.version = first->version, .columns = 8};
        for (const auto& run : first->runs)
            known.runs.push_back(run.revision);
        QVERIFY(queries().overview(known, {})->is_unchanged);
        QCOMPARE(*queries().version(), first->version);

        // The new name of one run gives another one its plain name.
        VERIFY_OK(far_->maintenance().rename("both", "later"));
        QVERIFY(*queries().version() != first->version);
        const auto second = queries().overview(known, {});
        VERIFY_OK(second);
        QVERIFY(second->version != first->version);
        QCOMPARE(second->runs.size(), std::size_t{4});
        QCOMPARE(names(*second), (std::vector<std::string>{"both", "later"}));
    }

    void lost_vault_keeps_its_runs() {
        connect();
        const auto first = queries().overview({.columns = 8}, {});
        VERIFY_OK(first);
        served_->set_reachable(false);
        served_->cut();
        const auto is_lost = [this, &first] {
            const auto now = queries().overview({.version = first->version, .columns = 8}, {});
            return now.ok() && !now->is_unchanged && now->parts[1].is_old();
        };
        QTRY_VERIFY_WITH_TIMEOUT(is_lost(), 20000);
        const auto lost = queries().overview({.columns = 8}, {});
        VERIFY_OK(lost);
        QCOMPARE(names(*lost), names(*first));
        QVERIFY(lost->version != first->version);
        QVERIFY(!lost->parts[0].is_old());
        QVERIFY(lost->parts[1].failure->code == ErrorCode::io);
        QVERIFY(lost->parts[1].read);
        // The runs of the other vault can be read.
        VERIFY_OK(queries().checkpoints(id_of(*near_, "both")));
        QVERIFY(queries().checkpoints(id_of(*far_, "both")).error().code == ErrorCode::io);
        served_->set_reachable(true);
        QTRY_VERIFY_WITH_TIMEOUT(!queries().overview({.columns = 8}, {})->parts[1].is_old(), 20000);
        VERIFY_OK(queries().checkpoints(id_of(*far_, "both")));
    }

    void queries_go_to_the_vault_of_the_run() {
        const std::string near_run = id_of(*near_, "own");
        const std::string far_run = id_of(*far_, "distant");
        QCOMPARE(queries().checkpoints(near_run)->size(), std::size_t{3});
        QCOMPARE(queries().checkpoints(far_run)->size(), std::size_t{2});
        const auto contents = queries().contents({far_run, near_run}, {});
        VERIFY_OK(contents);
        QCOMPARE(contents->at(0).checkpoints.size(), std::size_t{2});
        QCOMPARE(contents->at(1).checkpoints.size(), std::size_t{3});
        QCOMPARE(queries().points(far_run, "loss")->size(), std::size_t{2});
        QCOMPARE(queries().series(far_run)->size(), std::size_t{1});
        QCOMPARE(queries().chart(far_run, "loss", {}, 4)->empty(), false);
        VERIFY_OK(queries().hyperparameters(far_run));
        VERIFY_OK(queries().hyperparameters());
        VERIFY_OK(queries().scheme("distant"));
        VERIFY_OK(queries().planned_steps(far_run, {}, 3));
        QCOMPARE(queries().overview({}, {})->runs.size(), std::size_t{4});
        const auto newest = queries().find_checkpoint(far_run, 20);
        VERIFY_OK(newest);
        VERIFY_OK(queries().tensors(far_run, newest->id));
        VERIFY_OK(queries().tree(far_run, newest->id));
        VERIFY_OK(queries().report(far_run, newest->id, {}));
        VERIFY_OK(queries().tensor_errors(far_run, newest->id));
        VERIFY_OK(queries().row_changes(far_run, newest->id, {}));
        QVERIFY(queries().checkpoints("no-such-run").error().code == ErrorCode::not_found);
    }

    void differences_stay_within_a_vault() {
        const std::string near_run = id_of(*near_, "own");
        const std::string far_run = id_of(*far_, "distant");
        const auto place = [this](const std::string& run, std::int64_t step) {
            return CheckpointPlace{run, queries().find_checkpoint(run, step)->id, {}};
        };
        VERIFY_OK(queries().difference(place(far_run, 10), place(far_run, 20), {}));
        const auto apart = queries().difference(place(near_run, 10), place(far_run, 10), {});
        QVERIFY(apart.error().code == ErrorCode::unsupported);
        QVERIFY(apart.error().message.find("restore one of them") != std::string::npos);
    }

    void restores_and_changes_the_run_of_its_vault() {
        const std::string far_run = id_of(*far_, "distant");
        const auto row = queries().find_checkpoint(far_run, 10);
        VERIFY_OK(row);
        VERIFY_OK(joined_->restorer().propose(far_run, row->id, RestoreExtent::whole));
        RestoreRequest request;
        request.run = "distant";
        request.checkpoint_id = row->id;
        request.output = root() / "restored.safetensors";
        VERIFY_OK(joined_->restorer().restore(request, {}));
        QVERIFY(fs::exists(request.output));
        VERIFY_OK(joined_->restorer().original(far_run, row->id));
        const auto several = joined_->restorer().restore_several(
            {.run = far_run, .checkpoint_ids = {row->id}, .folder = root() / "several"}, {});
        QVERIFY(!several.ended);
        QCOMPARE(several.restored.size(), std::size_t{1});

        Maintenance& maintenance = joined_->maintenance();
        VERIFY_OK(maintenance.pin(far_run, row->id, true));
        QVERIFY(far_->queries().checkpoints(far_run)->front().pinned);
        VERIFY_OK(maintenance.change_labels("distant", {.note = "far away"}));
        QCOMPARE(far_->queries().run(far_run)->row.labels.note, std::string("far away"));
        RetentionRules rules;
        rules.last = 1;
        const auto plan = maintenance.plan_prune("distant", rules);
        VERIFY_OK(plan);
        QCOMPARE(plan->run_id, far_run);
        QVERIFY(maintenance.plan_prune("both", rules).error().code == ErrorCode::invalid_argument);
    }

    void whole_vault_is_the_primary() {
        RetentionRules rules;
        rules.last = 7;
        VERIFY_OK(joined_->maintenance().set_retention_rules(rules));
        QVERIFY(*near_->maintenance().retention_rules() == rules);
        QVERIFY(far_->maintenance().retention_rules()->empty());
        QVERIFY(queries().overview({}, {})->rules == rules);
        QVERIFY(joined_->maintenance().trash()->empty());
        VERIFY_OK(joined_->maintenance().verify({}));
    }

    void same_id_is_shown_once() {
        JoinedVault twice(std::vector<std::shared_ptr<VaultHandle>>{near_, near_});
        const auto overview = twice.queries().overview({.columns = 8}, {});
        VERIFY_OK(overview);
        QCOMPARE(names(*overview), (std::vector<std::string>{"both", "own"}));
        QCOMPARE(overview->runs[0].part, std::size_t{0});
    }
};

STEPVAULT_TEST(TestJoinedVault)

}  // namespace test_joined_vault

#include "test_joined_vault.moc"
