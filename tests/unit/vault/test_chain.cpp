#include "support/scratch_run.h"

using namespace stepvault;
using namespace stepvault::test;

class TestChain : public QObject {
    Q_OBJECT

    /// Three steps in a chain; their ids.
    static std::vector<std::string> fill(ScratchRun& run) {
        Training training(1, 500);
        std::vector<std::string> ids;
        for (int i = 1; i <= 3; ++i, training.next()) {
            auto step = run.file("s" + std::to_string(i) + ".safetensors", training.bytes(), i);
            if (step) ids.push_back(step->meta().id);
        }
        return ids;
    }

 private slots:
    void a_missing_link_is_damage_and_a_missing_step_is_not() {
        ScratchRun run;
        const auto ids = fill(run);
        QCOMPARE(ids.size(), std::size_t{3});
        std::filesystem::remove(run.step_file(ids[1]));
        const auto broken = Chain::open(steps_folder(run.folder()), ids[2]);
        QVERIFY(!broken.ok());
        QCOMPARE(broken.error().code, ErrorCode::corrupt);
        const auto unknown = Chain::open(steps_folder(run.folder()), ids[1]);
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, ErrorCode::not_found);
        VERIFY_OK(Chain::open(steps_folder(run.folder()), ids[0]));
    }

    void another_version_of_the_parent_is_refused() {
        ScratchRun run;
        const auto ids = fill(run);
        ScratchRun other;
        Training training(2, 500);
        VERIFY_OK(other.file("s1.safetensors", training.bytes(), 1));
        training.next();
        auto stranger = other.file("s2.safetensors", training.bytes(), 2);
        VERIFY_OK(stranger);
        QCOMPARE(stranger->meta().id, ids[1]);
        std::filesystem::copy_file(other.step_file(ids[1]), run.step_file(ids[1]),
                                   std::filesystem::copy_options::overwrite_existing);
        const auto chain = Chain::open(steps_folder(run.folder()), ids[2]);
        QVERIFY(!chain.ok());
        QCOMPARE(chain.error().code, ErrorCode::corrupt);
    }

    void a_chain_stays_restorable_when_its_files_are_removed() {
        ScratchRun run({.scheme = "exact"});
        const auto ids = fill(run);
        auto chain = Chain::open(steps_folder(run.folder()), ids[2]);
        VERIFY_OK(chain);
        for (const auto& id : ids)
            std::filesystem::remove(run.step_file(id));
        const auto output = run.root() / "out.safetensors";
        VERIFY_OK(restore_checkpoint(*chain, output, false, run.pool(), {}));
        QVERIFY(read_text(output) == read_text(run.root() / "run" / "s3.safetensors"));
    }
};

QTEST_GUILESS_MAIN(TestChain)
#include "test_chain.moc"
