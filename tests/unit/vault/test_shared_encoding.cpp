// Several processes encode one checkpoint together; threads stand for the processes.
#include <numeric>

#include <QtTest>

#include "partition/planned_owners.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/thread_communicator.h"
#include "vault/encode/encode_worker.h"

namespace test_shared_encoding {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

Result<OpenCheckpoint> open_file(const fs::path& file, std::int64_t step) {
    STEPVAULT_ASSIGN(candidate, checkpoint_at(file));
    return open_checkpoint(candidate, step);
}

/// Gives each stream to the rank with its number: the most uneven division.
ChunkOwners by_stream(const StepLayout& layout, std::uint32_t ranks) {
    ChunkOwners owners;
    for (std::uint32_t s = 0; s < layout.streams.size(); ++s)
        owners.emplace_back(layout.streams[s].chunks(), s % ranks);
    return owners;
}

ChunkOwners evenly(const StepLayout& layout, std::uint32_t ranks) {
    return planned_owners(layout, std::vector<std::uint32_t>(ranks, 1));
}

/// The first rank gets nothing, the second gets one share, the third two.
ChunkOwners by_weight(const StepLayout& layout, std::uint32_t ranks) {
    std::vector<std::uint32_t> weights(ranks);
    std::iota(weights.begin(), weights.end(), 0U);
    return planned_owners(layout, weights);
}

using Division = ChunkOwners (*)(const StepLayout&, std::uint32_t);

Status ingest_as(RunWriter& run, const OpenCheckpoint& checkpoint, const StepMeta& identity,
                 const SchemeChoice& choice, const SharedEncoding& shared, ThreadPool& pool,
                 const JobContext& job = {}) {
    const auto stored = IngestJob(run, checkpoint, choice, shared, pool, job).ingest_as(identity);
    return stored ? Status() : Status(stored.error());
}

struct Ranks {
    std::vector<Status> outcomes;
    std::vector<HuffmanCache> codes;
    std::vector<TipStore> tips;
    std::vector<RankWork> works;
    explicit Ranks(std::uint32_t n) : outcomes(n), codes(n), tips(n), works(n) {}

    /// Stores in `run_folder`, in a vault that all ranks share.
    void ingest(const fs::path& run_folder, const fs::path& file, const StepMeta& identity,
                const SchemeChoice& choice, RunWriter* writer, Division division = evenly) {
        const auto ranks = static_cast<std::uint32_t>(outcomes.size());
        ThreadCommunicator communicator(ranks);
        communicator.run([&](Communicator& member) {
            const auto rank = member.rank();
            ThreadPool pool{2};
            const SharedEncoding shared{
                .communicator = member,
                .owners = [&](const StepLayout& layout) { return division(layout, ranks); },
                .work = &works[rank]};
            const auto checkpoint = open_file(file, identity.step);
            if (rank == 0) {
                outcomes[0] = ingest_as(*writer, *checkpoint, identity, choice, shared, pool);
            } else {
                const JobContext job;
                const EncodeContext context{codes[rank], tips[rank], shared, nullptr, pool, job};
                outcomes[rank] = run_encode_worker(*checkpoint, run_folder, context);
            }
        });
    }
};

StepMeta identity_of(RunWriter& writer, std::int64_t step, const std::string& source) {
    StepMeta meta;
    meta.run_id = writer.record().id;
    meta.sequence = static_cast<std::uint64_t>(step);
    meta.step = step;
    meta.source = source;
    meta.id = make_checkpoint_id(step, source, 1);
    meta.modified_ns = 5;
    meta.filed_ns = 7;
    return meta;
}

}  // namespace

class TestSharedEncoding : public QObject {
    Q_OBJECT

 private slots:
    void the_file_is_the_one_that_a_single_process_makes_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("owners");
        QTest::addColumn<bool>("is_short");
        // The short test has each scheme with each number of ranks and each division once.
        for (int row = 0; const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive}) {
            for (const int ranks : {2, 3, 5}) {
                for (const char* owners : {"even", "by stream", "by weight"}) {
                    QTest::addRow("%s, %d ranks, %s", name_of(scheme).c_str(), ranks, owners)
                        << scheme << ranks << owners << ((row / 9 + row / 3 + row) % 3 == 0);
                    ++row;
                }
            }
        }
    }
    void the_file_is_the_one_that_a_single_process_makes() {
        QFETCH(Scheme, scheme);
        QFETCH(int, ranks);
        QFETCH(QString, owners);
        QFETCH(bool, is_short);
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        if (!is_short && !is_long) QSKIP("a long row");
        const SchemeChoice choice{.scheme = scheme};
        ScratchRun run(choice);
        // At least as many chunks as ranks.
        Training training(7, is_long ? 200'000 : 70'000);
        ThreadPool pool{2};
        Ranks group(static_cast<std::uint32_t>(ranks));
        const auto shared_folder = run.root() / "shared";
        std::unique_ptr<RunWriter> shared;
        // Enough steps for deltas on the base, and, with three ranks, for deltas on deltas.
        for (std::int64_t step = 1; step <= (is_long || ranks == 3 ? 4 : 2); ++step, training.next()) {
            const auto name = "step_" + std::to_string(step) + ".safetensors";
            const auto file = run.root() / "run" / name;
            write_text(file, training.bytes());
            if (!shared) {
                fs::copy(run.folder(), shared_folder, fs::copy_options::recursive);
                auto opened = RunWriter::open(shared_folder);
                VERIFY_OK(opened);
                shared = std::move(*opened);
            }
            const auto identity = identity_of(run.writer(), step, name);
            SingleProcess alone;
            VERIFY_OK(ingest_as(run.writer(), *open_file(file, step), identity, choice, {alone}, pool));
            group.ingest(shared_folder, file, identity, choice, shared.get(),
                         owners == "by stream"   ? by_stream
                         : owners == "by weight" ? by_weight
                                                 : evenly);
            for (const auto& outcome : group.outcomes)
                VERIFY_OK(outcome);
            QVERIFY(read_text(step_path(steps_folder(shared_folder), identity.id)) ==
                    read_text(run.step_file(identity.id)));
        }
    }

    void a_rank_that_fails_stops_all_and_changes_nothing() {
        ScratchRun run(SchemeChoice{.scheme = Scheme::adaptive});
        Training training(7, 200'000);
        const auto file = run.root() / "run/a.safetensors";
        write_text(file, training.bytes());
        Ranks group(3);
        group.ingest(run.folder(), file, identity_of(run.writer(), 1, "a"), {.scheme = Scheme::adaptive},
                     &run.writer());
        training.next();
        write_text(file, training.bytes());
        // One of the ranks gets a different file.
        const auto other = run.root() / "run/b.safetensors";
        write_text(other, training.bytes());
        ThreadCommunicator threads(3);
        std::vector<Status> outcomes(3);
        std::stop_source stop;
        stop.request_stop();
        threads.run([&](Communicator& member) {
            ThreadPool pool{1};
            const SharedEncoding shared{.communicator = member,
                                        .owners = [](const StepLayout& layout) { return evenly(layout, 3); }};
            const auto checkpoint = open_file(other, 2);
            const JobContext job = member.rank() == 2 ? JobContext{stop.get_token(), nullptr} : JobContext{};
            if (member.rank() == 0) {
                const auto identity = identity_of(run.writer(), 2, "b");
                outcomes[0] = ingest_as(run.writer(), *checkpoint, identity, {}, shared, pool, job);
            } else {
                HuffmanCache codes;
                TipStore tips;
                const EncodeContext context{codes, tips, shared, nullptr, pool, job};
                outcomes[member.rank()] = run_encode_worker(*checkpoint, run.folder(), context);
            }
        });
        for (const auto& outcome : outcomes) {
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().code, ErrorCode::cancelled);
        }
        QCOMPARE(run.writer().steps().size(), std::size_t{1});
        QCOMPARE(std::distance(fs::directory_iterator(steps_folder(run.folder())), {}), std::ptrdiff_t{1});
        // The stored step restores, whatever happened to the tip.
        QVERIFY(run.restore(run.writer().steps().front().id));
    }

    /// Simulates a rename over the file between the times at which two processes open it.
    void processes_that_see_different_checkpoints_store_nothing() {
        ScratchRun run(SchemeChoice{.scheme = Scheme::exact});
        Training training(7, 200'000);
        const auto file = run.root() / "run/a.safetensors";
        write_text(file, training.bytes());
        training.next();
        const auto other = run.root() / "run/b.safetensors";
        write_text(other, training.bytes());
        QCOMPARE(fs::file_size(other), fs::file_size(file));
        fs::last_write_time(other, fs::last_write_time(file) + std::chrono::milliseconds(1));
        ThreadCommunicator threads(3);
        std::vector<Status> outcomes(3);
        threads.run([&](Communicator& member) {
            ThreadPool pool{1};
            const SharedEncoding shared{.communicator = member,
                                        .owners = [](const StepLayout& layout) { return evenly(layout, 3); }};
            const auto checkpoint = open_file(member.rank() == 2 ? other : file, 1);
            if (member.rank() == 0) {
                const auto identity = identity_of(run.writer(), 1, "a");
                outcomes[0] = ingest_as(run.writer(), *checkpoint, identity, {}, shared, pool, {});
            } else {
                HuffmanCache codes;
                const JobContext job;
                TipStore tips;
                const EncodeContext context{codes, tips, shared, nullptr, pool, job};
                outcomes[member.rank()] = run_encode_worker(*checkpoint, run.folder(), context);
            }
        });
        for (const auto& outcome : outcomes) {
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().code, ErrorCode::changed);
        }
        QVERIFY(run.writer().steps().empty());
        QVERIFY(fs::is_empty(steps_folder(run.folder())));
    }

    void each_rank_tells_what_it_coded() {
        ScratchRun run(SchemeChoice{.scheme = Scheme::exact});
        Training training(7, 200'000);
        const auto file = run.root() / "run/a.safetensors";
        write_text(file, training.bytes());
        Ranks group(3);
        group.ingest(run.folder(), file, identity_of(run.writer(), 1, "a"), {.scheme = Scheme::exact},
                     &run.writer());
        std::uint64_t bytes = 0;
        std::uint64_t tensors = 0;
        for (const auto& work : group.works) {
            QVERIFY(work.seconds > 0);
            bytes += work.bytes;
            tensors += work.tensors;
        }
        QCOMPARE(bytes, fs::file_size(file));
        const auto stored = open_file(file, 1);
        const auto whole = stored->files.front().layout.payloads.size();
        QVERIFY(tensors >= whole && tensors <= whole + 2 * 3);
    }
};

STEPVAULT_TEST(TestSharedEncoding)

}  // namespace test_shared_encoding

#include "test_shared_encoding.moc"
