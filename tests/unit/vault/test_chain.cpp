#include <algorithm>
#include <map>
#include <random>

#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_chain {

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

    void layouts_that_change_at_every_step() {
        // Each chunk is coded against parts of many below it, and these again.
        ScratchRun run({.scheme = "exact"});
        std::mt19937 random(7);
        std::vector<Tensor> tensors;
        for (int i = 0; i < 40; ++i) {
            Tensor t{"t" + std::to_string(i), "F32", {500 + random() % 15000}, {}};
            t.bytes.resize(t.shape[0] * sizeof(float));
            for (auto& c : t.bytes)
                c = static_cast<std::byte>(random());
            tensors.push_back(std::move(t));
        }
        std::map<std::string, std::string> originals;
        for (int i = 1; i <= 9; ++i) {
            std::shuffle(tensors.begin(), tensors.end(), random);
            for (auto& t : tensors)
                t.bytes[random() % t.bytes.size()] ^= std::byte{1};
            const auto bytes = safetensors_bytes(tensors);
            const auto step = run.file("s" + std::to_string(i) + ".safetensors", bytes, i);
            VERIFY_OK(step);
            QCOMPARE(step->meta().parent.empty(), i == 1);
            originals[step->meta().id] = bytes;
        }
        run.writer().drop_tip();
        for (const auto& [id, bytes] : originals)
            QVERIFY(*run.restore(id) == bytes);
    }

    void what_needs_too_much_memory_is_refused() {
        ScratchRun run({.scheme = "exact"});
        std::vector<Tensor> tensors;
        for (const auto* name : {"a", "b", "c"})
            tensors.push_back({name, "F32", {100'000}, Bytes(400'000, static_cast<std::byte>(*name))});
        std::string id;
        for (int i = 1; i <= 3; ++i) {
            std::rotate(tensors.begin(), tensors.begin() + 1, tensors.end());
            tensors.front().bytes.front() ^= std::byte{1};
            const auto step =
                run.file("s" + std::to_string(i) + ".safetensors", safetensors_bytes(tensors), i);
            VERIFY_OK(step);
            id = step->meta().id;
        }
        const auto steps = steps_folder(run.folder());
        const auto none = Chain::open(steps, id, 1000);
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, ErrorCode::limit);
        const auto tight = Chain::open(steps, id, 200'000);
        VERIFY_OK(tight);
        const auto ample = Chain::open(steps, id, 5'000'000);
        VERIFY_OK(ample);
        int refused = 0;
        for (std::uint64_t chunk = 0; chunk < ample->top().layout().streams[1].chunks(); ++chunk) {
            Bytes out(ample->top().layout().streams[1].chunk_bytes(chunk));
            VERIFY_OK(ample->read_chunk(1, chunk, out));
            const auto status = tight->read_chunk(1, chunk, out);
            if (status) continue;
            QCOMPARE(status.error().code, ErrorCode::limit);
            ++refused;
        }
        QVERIFY(refused > 0);
    }

    void nothing_is_filed_that_needs_too_much_memory() {
        ScratchRun run({.scheme = "exact"});
        const auto bytes = safetensors_bytes({{"w", "F32", {100'000}, Bytes(400'000, std::byte{1})}});
        const auto first = run.file("s1.safetensors", bytes, 1);
        VERIFY_OK(first);
        const auto path = run.root() / "run" / "s2.safetensors";
        write_text(path, bytes);
        const auto checkpoint = open_checkpoint(*checkpoint_at(path), 2);
        VERIFY_OK(checkpoint);
        FilingRequest request{.run_folder = run.folder(), .meta = first->meta()};
        request.meta.id = make_checkpoint_id(2, "s2.safetensors", 1);
        request.meta.parent = first->meta().id;
        request.meta.key = false;
        request.meta.deltas = 1;
        const auto outcome = [&](std::uint64_t memory) {
            request.memory = memory;
            const auto stored = file_checkpoint(*checkpoint, request, run.pool(), {});
            return stored ? std::optional<ErrorCode>() : stored.error().code;
        };
        const auto one = first->memory();
        // Together with what it builds on; a base would do.
        QCOMPARE(outcome(one + one / 2), std::optional(ErrorCode::corrupt));
        QVERIFY(!std::filesystem::exists(run.step_file(request.meta.id)));
        QCOMPARE(outcome(3 * one), std::optional<ErrorCode>());
        request.meta.id = make_checkpoint_id(2, "s2.safetensors", 2);
        request.meta.parent.clear();
        request.meta.key = true;
        request.meta.deltas = 0;
        QCOMPARE(outcome(one / 2), std::optional(ErrorCode::limit));
        QVERIFY(!std::filesystem::exists(run.step_file(request.meta.id)));
        QCOMPARE(outcome(one + one / 2), std::optional<ErrorCode>());
    }
};

STEPVAULT_TEST(TestChain)

}  // namespace test_chain

#include "test_chain.moc"
