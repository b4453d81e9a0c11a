#include <algorithm>
#include <atomic>
#include <malloc.h>
#include <map>
#include <random>
#include <thread>

#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_chain {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Bytes that the process has allocated and not freed.
std::size_t allocated_now() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return __sanitizer_get_current_allocated_bytes();
#else
    const auto all = ::mallinfo2();
    return all.uordblks + all.hblkhd;
#endif
}

}  // namespace

class TestChain : public QObject {
    Q_OBJECT

    /// Files a chain of three steps, and returns their ids.
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
        QCOMPARE(Chain::open(steps_folder(run.folder()), "").error().code, ErrorCode::not_found);
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

    void a_squashed_link_of_another_version_is_refused_data() {
        QTest::addColumn<bool>("other_link");
        QTest::addColumn<bool>("other_parent");
        QTest::newRow("as they were") << false << false;
        QTest::newRow("the link is another") << true << false;
        QTest::newRow("the step below it is another") << false << true;
    }
    /// The second step is in the third step's file.
    void a_squashed_link_of_another_version_is_refused() {
        QFETCH(bool, other_link);
        QFETCH(bool, other_parent);
        ScratchRun run({.scheme = Scheme::exact});
        const auto ids = fill(run);
        QCOMPARE(ids.size(), std::size_t{3});
        const auto expected = *run.restore(ids[2]);
        const auto first = StepFile::open(run.step_file(ids[0]));
        const auto second = StepFile::open(run.step_file(ids[1]));
        const auto third = StepFile::open(run.step_file(ids[2]));
        QVERIFY(first.ok() && second.ok() && third.ok());
        const auto squash = [&](StepContent& c) {
            c.meta.parent = ids[0];
            c.meta.parent_digest = first->state_digest() ^ (other_parent ? 1 : 0);
            c.last_link_digest = second->state_digest() ^ (other_link ? 1 : 0);
        };
        VERIFY_OK(forge(*third, squash, second->path()));
        std::filesystem::remove(second->path());
        run.writer().drop_tip();
        const auto chain = Chain::open(steps_folder(run.folder()), ids[2]);
        if (other_link || other_parent) {
            VERIFY_ERROR(chain, ErrorCode::corrupt);
            return;
        }
        VERIFY_OK(chain);
        QCOMPARE(chain->length(), std::size_t{3});
        QVERIFY(*run.restore(ids[2]) == expected);
    }

    void a_chain_stays_restorable_when_its_files_are_removed() {
        ScratchRun run({.scheme = Scheme::exact});
        const auto ids = fill(run);
        auto chain = Chain::open(steps_folder(run.folder()), ids[2]);
        VERIFY_OK(chain);
        for (const auto& id : ids)
            std::filesystem::remove(run.step_file(id));
        const auto output = run.root() / "out.safetensors";
        VERIFY_OK(restore_checkpoint(*chain, output, false, run.pool(), {}));
        QVERIFY(read_text(output) == read_text(run.root() / "run" / "s3.safetensors"));
    }

    void a_chunk_that_decodes_to_something_else_is_refused_data() {
        QTest::addColumn<int>("forged");
        QTest::addColumn<int>("stream");
        QTest::newRow("the skeleton") << 2 << 0;
        QTest::newRow("a tensor") << 2 << 1;
        QTest::newRow("a tensor of the step before") << 1 << 1;
        QTest::newRow("a tensor of the base") << 0 << 1;
    }
    /// All checksums are valid: of files, sections and coded chunks, and the digests that a chain checks.
    void a_chunk_that_decodes_to_something_else_is_refused() {
        QFETCH(int, forged);
        QFETCH(int, stream);
        const auto s = static_cast<std::uint32_t>(stream);
        ScratchRun run({.scheme = Scheme::exact});
        const auto ids = fill(run);
        QCOMPARE(ids.size(), std::size_t{3});
        const auto step = StepFile::open(run.step_file(ids[static_cast<std::size_t>(forged)]));
        VERIFY_OK(step);
        VERIFY_OK(forge_chunks(*step, [&](auto at, auto chunk, CodedChunk& coded) {
            const auto size = step->layout().streams[at].chunk_bytes(chunk);
            if (at == s && chunk == 0) coded = {ChunkMode::stored, Bytes(size, std::byte{7})};
        }));
        run.writer().drop_tip();
        const auto chain = Chain::open(steps_folder(run.folder()), ids[2]);
        VERIFY_OK(chain);
        for (std::size_t link = 0; link < chain->length(); ++link) {
            VERIFY_OK(chain->link(link).check_all([](auto) { return Status(); }));
            if (link > static_cast<std::size_t>(forged))
                QVERIFY(needs_base(chain->link(link).stream(s).chunks[0].mode));
        }
        Bytes out(chain->top().layout().streams[s].chunk_bytes(0));
        VERIFY_ERROR(chain->read_chunk(s, 0, out), ErrorCode::corrupt);
        const auto output = run.root() / "out.safetensors";
        VERIFY_ERROR(restore_checkpoint(*chain, output, false, run.pool(), {}), ErrorCode::corrupt);
        QVERIFY(!std::filesystem::exists(output));
        // No step builds on the damaged step: the next step builds on the base, or is a base.
        Training other(3, 500);
        const auto next = run.file("s4.safetensors", other.bytes(), 4);
        VERIFY_OK(next);
        QCOMPARE(next->meta().parent, forged == 0 ? std::string() : ids[0]);
        QVERIFY(*run.restore(next->meta().id) == other.bytes());
    }

    void layouts_that_change_at_every_step() {
        // Each chunk is coded against parts of many chunks below it, and so are these.
        ScratchRun run({.scheme = Scheme::exact});
        std::mt19937 random(7);
        std::vector<Tensor> tensors;
        for (int i = 0; i < 30; ++i) {
            Tensor t{"t" + std::to_string(i), "F32", {500 + random() % 15000}, {}};
            t.bytes.resize(t.shape[0] * sizeof(float));
            for (auto& c : t.bytes)
                c = static_cast<std::byte>(random());
            tensors.push_back(std::move(t));
        }
        std::map<std::string, std::string> originals;
        for (int i = 1; i <= 7; ++i) {
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
        ScratchRun run({.scheme = Scheme::exact});
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

    /// A chunk of the second step is coded against parts of all chunks of the first.
    void two_that_need_much_memory_decode_one_after_the_other() {
        constexpr std::size_t parts = 24;
        constexpr std::size_t chunk = std::size_t{4} << 16;
        constexpr std::size_t needed = parts * chunk;
        ScratchRun run({.scheme = Scheme::exact});
        std::vector<Tensor> apart;
        std::vector<Tensor> together;
        for (std::size_t i = 0; i < parts; ++i) {
            const auto name = std::to_string(i);
            const auto value = static_cast<std::byte>(i + 1);
            apart.push_back({"part" + name, "F32", {256}, Bytes(1024, value)});
            apart.push_back({"rest" + name, "F32", {chunk / 4 - 256}, Bytes(chunk - 1024, value)});
            together.insert(together.begin() + static_cast<std::ptrdiff_t>(i), apart[2 * i]);
            together.push_back(apart[2 * i + 1]);
        }
        VERIFY_OK(run.file("s1.safetensors", safetensors_bytes(apart), 1));
        const auto step = run.file("s2.safetensors", safetensors_bytes(together), 2);
        VERIFY_OK(step);
        run.writer().drop_tip();
        const auto chain = Chain::open(steps_folder(run.folder()), step->meta().id, 2 * needed);
        VERIFY_OK(chain);
        const auto before = allocated_now();
        std::atomic<std::size_t> running = 2;
        std::atomic<bool> failed = false;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 2; ++t)
            threads.emplace_back([&] {
                Bytes out(chain->top().layout().streams[1].chunk_bytes(0));
                for (int i = 0; i < 6; ++i) {
                    if (!chain->read_chunk(1, 0, out)) failed = true;
                }
                --running;
            });
        std::size_t most = before;
        // A reading adds up the threads one after another, so memory that one thread frees and another takes
        // meanwhile may count twice; but not in several readings in a row.
        while (running > 0)
            most = std::max(most, std::min({allocated_now(), allocated_now(), allocated_now()}));
        QVERIFY(!failed);
        QVERIFY2(most - before > needed / 2, "the chunk needs less than this test is about");
        QVERIFY2(most - before < needed + needed / 2, std::to_string(most - before).c_str());
    }

    void nothing_is_filed_that_needs_too_much_memory() {
        ScratchRun run({.scheme = Scheme::exact});
        const auto bytes = safetensors_bytes({{"w", "F32", {100'000}, Bytes(400'000, std::byte{1})}});
        const auto first = run.file("s1.safetensors", bytes, 1);
        VERIFY_OK(first);
        const auto path = run.root() / "run" / "s2.safetensors";
        write_text(path, bytes);
        const auto checkpoint = open_checkpoint(*checkpoint_at(path), 2);
        VERIFY_OK(checkpoint);
        EncodeRequest request{.run_folder = run.folder(), .meta = first->meta()};
        request.meta.id = make_checkpoint_id(2, "s2.safetensors", 1);
        request.meta.parent = first->meta().id;
        request.meta.key = false;
        request.meta.deltas = 1;
        const auto outcome = [&](std::uint64_t memory) {
            request.memory = memory;
            SingleProcess alone;
            const SharedEncoding shared{alone};
            const JobContext job;
            const EncodeContext context{
                run.writer().codes(), run.writer().tips(), shared, nullptr, run.pool(), job};
            const auto step = EncodedStep::encode(*checkpoint, request, context);
            if (!step) return std::optional(step.error().code);
            const auto stored = (*step)->publish();
            return stored ? std::optional<ErrorCode>() : stored.error().code;
        };
        const auto one = first->memory();
        // The memory is for the step together with its base; it would suffice for a base.
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
