// Folders stand for nodes; tests lose whole nodes, and damage bytes in their files.
#include <algorithm>

#include <QTemporaryDir>
#include <QtTest>

#include "partition/level_store.h"
#include "partition/levels.h"
#include "partition/planned_owners.h"
#include "support/level_files.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/thread_communicator.h"
#include "vault/encode/encode_worker.h"
#include "vault/format/step_meta.h"
#include "vault/run/ingest_job.h"

namespace test_levels {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

Bytes random_bytes(std::size_t n, std::mt19937_64& random) {
    Bytes bytes(n);
    for (auto& b : bytes)
        b = static_cast<std::byte>(random());
    return bytes;
}

LevelHeader header_of(std::string step_id, std::uint32_t level, std::uint32_t group,
                      const std::vector<Bytes>& shares, std::int64_t saved_ns = 0) {
    LevelHeader header{
        .run_id = "run", .step_id = std::move(step_id), .level = level, .group = group, .saved_ns = saved_ns};
    for (const auto& share : shares)
        header.shares.push_back(describe_share(share));
    return header;
}

struct Nodes {
    QTemporaryDir dir;
    std::vector<fs::path> folders;

    Nodes(std::uint32_t nodes, std::uint32_t level, std::uint32_t group, const Bytes& file) {
        StepPiece piece{.parts = {{0, file}}, .file_size = file.size()};
        std::vector<Bytes> shares;
        for (const auto& part : split_piece(std::move(piece), nodes))
            shares.push_back(pack_piece(part));
        const auto header = header_of("step", level, group, shares);
        for (std::uint32_t n = 0; n < nodes; ++n) {
            folders.push_back(fs::path(dir.path().toStdString()) / std::to_string(n));
            for (const auto& f : files_of_node(header, n, shares))
                (void)write(f, folders.back());
        }
    }

    [[nodiscard]] Result<Bytes> rebuild(const std::vector<bool>& lost) const {
        std::vector<LevelFile> left;
        for (std::size_t n = 0; n < folders.size(); ++n) {
            if (lost[n]) continue;
            for (const auto& entry : fs::directory_iterator(level_folder(folders[n], "run", "step"))) {
                auto file = LevelFile::read(entry.path());
                if (file) left.push_back(std::move(*file));
            }
        }
        return rebuild_step(left);
    }
};

}  // namespace

class TestLevels : public QObject {
    Q_OBJECT

 private slots:
    void what_a_level_survives_data() {
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("group");
        QTest::addColumn<int>("losses");
        QTest::newRow("1 survives nothing") << 1 << 4 << 4 << 0;
        QTest::newRow("2 survives any node") << 2 << 4 << 4 << 1;
        QTest::newRow("2 on two nodes") << 2 << 2 << 2 << 1;
        QTest::newRow("2 in groups") << 2 << 7 << 3 << 1;
        QTest::newRow("3 survives half of 4") << 3 << 4 << 4 << 2;
        QTest::newRow("3 survives half of 8") << 3 << 8 << 8 << 4;
        QTest::newRow("3 survives 1 of 3") << 3 << 3 << 3 << 1;
        QTest::newRow("3 on a node alone") << 3 << 1 << 4 << 0;
    }
    /// The step is rebuilt after every loss of as many nodes as promised; after greater losses rebuilding
    /// reports an error or gives the right bytes.
    void what_a_level_survives() {
        QFETCH(int, level);
        QFETCH(int, nodes);
        QFETCH(int, group);
        QFETCH(int, losses);
        std::mt19937_64 random(static_cast<unsigned>(level * 100 + nodes));
        const auto file = random_bytes(5000, random);
        const Nodes kept(static_cast<std::uint32_t>(nodes), static_cast<std::uint32_t>(level),
                         static_cast<std::uint32_t>(group), file);
        bool some_cannot = false;
        for (std::uint32_t set = 0; set < 1U << nodes; ++set) {
            std::vector<bool> lost;
            for (int n = 0; n < nodes; ++n)
                lost.push_back((set >> n & 1U) != 0);
            int in_group = 0;
            for (int first = 0; first < nodes;) {
                // The remaining nodes join the last group.
                const auto end = first + 2 * group > nodes ? nodes : first + group;
                in_group = std::max<int>(
                    in_group, static_cast<int>(std::count(lost.begin() + first, lost.begin() + end, true)));
                first = end;
            }
            const auto back = kept.rebuild(lost);
            if (in_group <= losses) {
                VERIFY_OK(back);
                QVERIFY(*back == file);
            } else if (back) {
                QVERIFY(*back == file);
            } else {
                some_cannot = true;
                QVERIFY(back.error().message.find("cannot be rebuilt") != std::string::npos ||
                        back.error().code == ErrorCode::not_found);
            }
        }
        QVERIFY(some_cannot);
    }

    void damage_is_a_loss_and_never_gets_through() {
        std::mt19937_64 random(3);
        const auto file = random_bytes(2000, random);
        const Nodes kept(4, 3, 4, file);
        for (int round = 0; round < 400; ++round) {
            const auto node = random() % 4;
            const auto name = random() % 2 == 0 ? "own" : "parity";
            const auto path = level_folder(kept.folders[node], "run", "step") / name;
            const auto before = read_text(path);
            auto after = before;
            if (random() % 4 == 0)
                after.resize(random() % before.size());
            else
                after[random() % before.size()] ^= static_cast<char>(1 + random() % 255);
            write_text(path, after);
            QVERIFY(!LevelFile::read(path));
            const auto back = kept.rebuild(std::vector<bool>(4, false));
            VERIFY_OK(back);
            QVERIFY(*back == file);
            write_text(path, before);
        }
    }

    void files_of_different_saves_are_not_mixed() {
        std::mt19937_64 random(4);
        const Nodes first(2, 1, 2, random_bytes(300, random));
        const Nodes second(2, 1, 2, random_bytes(300, random));
        std::vector<LevelFile> mixed;
        mixed.push_back(*LevelFile::read(level_folder(first.folders[0], "run", "step") / "own"));
        mixed.push_back(*LevelFile::read(level_folder(second.folders[1], "run", "step") / "own"));
        const auto back = rebuild_step(mixed);
        QVERIFY(!back);
        QCOMPARE(back.error().code, ErrorCode::corrupt);
        VERIFY_ERROR(rebuild_step({}), ErrorCode::not_found);
    }

    /// Only a checksum prevents such a file.
    void lengths_that_nobody_could_hold_are_refused() {
        std::mt19937_64 random(6);
        std::vector<Bytes> shares{random_bytes(20, random), random_bytes(20, random)};
        auto header = header_of("step", 3, 2, shares);
        header.shares[1].length = std::uint64_t{1} << 62U;
        const std::vector<LevelFile> left{{header, LevelFileKind::own, 0, shares[0]}};
        const auto back = rebuild_step(left);
        QVERIFY(!back);
        QCOMPARE(back.error().code, ErrorCode::corrupt);
    }

    void steps_are_listed_by_number() {
        const QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const std::vector<std::string> ids{make_checkpoint_id(-10, "a", 1), make_checkpoint_id(-2, "a", 1),
                                           make_checkpoint_id(7, "a", 2),   make_checkpoint_id(7, "a", 9),
                                           make_checkpoint_id(7, "a", 10),  make_checkpoint_id(8, "a", 1)};
        for (const auto& id : ids)
            fs::create_directories(level_folder(folder, "run", id));
        QVERIFY(list_level_steps(folder, "run") == ids);
    }

    void a_header_is_read_without_its_payload() {
        std::mt19937_64 random(8);
        const QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        // 5000 nodes do not fit into the first part of a file that the reader reads.
        for (const std::size_t nodes : {std::size_t{1}, std::size_t{5000}}) {
            const std::vector<Bytes> shares(nodes, random_bytes(9, random));
            const LevelFile file{header_of("step", 3, 4, shares, 1234567890123456789), LevelFileKind::own, 0,
                                 random_bytes(100'000, random)};
            VERIFY_OK(write(file, folder));
            const auto path = level_folder(folder, "run", "step") / "own";
            QCOMPARE(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
            const auto header = read_level_header(path);
            VERIFY_OK(header);
            QVERIFY(*header == file.header);
            auto bytes = read_text(path);
            bytes.back() ^= 1;
            write_text(path, bytes);
            QVERIFY(!LevelFile::read(path));
            QVERIFY(read_level_header(path));
            bytes[40] ^= 1;
            write_text(path, bytes);
            VERIFY_ERROR(read_level_header(path), ErrorCode::corrupt);
        }
    }

    void what_is_saved_takes_the_place_of_what_is_not_higher() {
        std::mt19937_64 random(9);
        const QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const std::vector<Bytes> shares{random_bytes(30, random)};
        std::vector<std::string> ids;
        for (std::uint32_t level = 1; level <= 3; ++level) {
            ids.push_back(make_checkpoint_id(level, "a", 1));
            const LevelFile file{header_of(ids.back(), level, 1, shares, 100 + level), LevelFileKind::own, 0,
                                 shares[0]};
            VERIFY_OK(write(file, folder));
        }
        const auto unreadable = make_checkpoint_id(9, "a", 1);
        fs::create_directories(level_folder(folder, "run", unreadable));
        const auto saves = list_level_saves(folder, "run");
        QCOMPARE(saves.size(), std::size_t{3});
        for (std::uint32_t i = 0; i < 3; ++i) {
            QCOMPARE(saves[i].step_id, ids[i]);
            QCOMPARE(saves[i].level, i + 1);
            QCOMPARE(saves[i].saved_ns, std::int64_t{101 + i});
        }
        drop_levels(folder, "run", 2, ids[0]);
        QVERIFY((list_level_steps(folder, "run") == std::vector<std::string>{ids[0], ids[2]}));
        drop_levels(folder, "run", 3, {});
        QVERIFY(list_level_steps(folder, "run").empty());
    }

    void a_node_needs_its_own_share_and_what_it_protects() {
        const std::vector<Bytes> shares(7);
        using Nodes = std::vector<std::uint32_t>;
        QVERIFY((shares_needed(header_of("step", 1, 3, shares), 2) == Nodes{2}));
        QVERIFY((shares_needed(header_of("step", 2, 3, shares), 2) == Nodes{2, 1}));
        QVERIFY((shares_needed(header_of("step", 2, 3, shares), 0) == Nodes{0, 2}));
        QVERIFY((shares_needed(header_of("step", 3, 3, shares), 1) == Nodes{1, 0, 2}));
        // The last group has the remaining nodes.
        QVERIFY((shares_needed(header_of("step", 3, 3, shares), 6) == Nodes{6, 3, 4, 5}));
        QVERIFY((shares_needed(header_of("step", 2, 3, shares), 3) == Nodes{3, 6}));
    }

    void shares_are_even() {
        std::mt19937_64 random(5);
        for (int i = 0; i < 200; ++i) {
            StepPiece piece;
            std::uint64_t offset = random() % 100;
            std::uint64_t total = 0;
            for (auto parts = random() % 6; parts > 0; --parts) {
                piece.parts.push_back({offset, random_bytes(random() % 300, random)});
                total += piece.parts.back().bytes.size();
                offset += piece.parts.back().bytes.size() + random() % 50;
            }
            const auto original = piece;
            const auto nodes = static_cast<std::uint32_t>(1 + random() % 7);
            const auto shares = split_piece(std::move(piece), nodes);
            QCOMPARE(shares.size(), std::size_t{nodes});
            Bytes image(offset + 1);
            Bytes expected(offset + 1);
            for (const auto& p : original.parts)
                std::ranges::copy(p.bytes, expected.begin() + static_cast<std::ptrdiff_t>(p.offset));
            for (const auto& share : shares) {
                std::uint64_t bytes = 0;
                for (const auto& p : share.parts) {
                    std::ranges::copy(p.bytes, image.begin() + static_cast<std::ptrdiff_t>(p.offset));
                    bytes += p.bytes.size();
                }
                QVERIFY(bytes <= total / nodes + 1);
            }
            QVERIFY(image == expected);
        }
    }

    /// Three processes file a checkpoint in pieces, and four nodes store it, two of which are lost.
    void a_step_that_was_never_in_the_vault_comes_back() {
        ScratchRun run(SchemeChoice{.scheme = Scheme::adaptive});
        Training training(9, 200'000);
        VERIFY_OK(run.file("a.safetensors", training.bytes(), 1));
        training.next();
        const auto file = run.root() / "run/b.safetensors";
        write_text(file, training.bytes());
        ThreadCommunicator communicator(3);
        std::vector<StepPiece> pieces(3);
        std::string id;
        communicator.run([&](Communicator& member) {
            ThreadPool pool{1};
            const SharedEncoding shared{.communicator = member, .owners = [](const StepLayout& layout) {
                                            return planned_owners(layout, std::vector<std::uint32_t>(3, 1));
                                        }};
            const JobContext job;
            const auto checkpoint = open_checkpoint(*checkpoint_at(file), 2);
            auto& piece = pieces[member.rank()];
            if (member.rank() == 0) {
                const SchemeChoice choice{.scheme = Scheme::adaptive};
                IngestJob ingest(run.writer(), *checkpoint, choice, shared, pool, job);
                if (const auto stored = ingest.ingest_in_pieces({}, piece)) id = *stored;
            } else {
                HuffmanCache codes;
                (void)run_encode_worker(*checkpoint, run.folder(),
                                        {codes, run.writer().tips(), shared, &piece, pool, job});
            }
        });
        QVERIFY(!id.empty());
        QVERIFY(!fs::exists(run.step_file(id)));
        std::vector<Bytes> shares(4);
        for (std::uint32_t rank = 0; rank < 3; ++rank) {
            auto split = split_piece(std::move(pieces[rank]), 4);
            for (std::uint32_t n = 0; n < 4; ++n) {
                const auto packed = pack_piece(split[n]);
                shares[n].insert(shares[n].end(), packed.begin(), packed.end());
            }
        }
        const auto header = header_of(id, 3, 4, shares);
        std::vector<LevelFile> left;
        for (const std::uint32_t n : {1U, 3U}) {
            for (auto& kept : files_of_node(header, n, shares))
                left.push_back(std::move(kept));
        }
        const auto back = rebuild_step(left);
        VERIFY_OK(back);
        write_text(run.step_file(id), as_text(*back));
        const auto restored = run.restore(id);
        VERIFY_OK(restored);
        // The usual way of filing gives the same step.
        fs::remove(run.step_file(id));
        run.reopen();
        const auto parent = run.writer().steps().front().id;
        VERIFY_OK(run.writer().take_step(id, *back));
        VERIFY_OK(run.restore(id));
        // The step is refused when its parent has been replaced.
        const auto kept = read_text(run.step_file(parent));
        fs::remove(run.step_file(id));
        fs::remove(run.step_file(parent));
        run.reopen();
        VERIFY_OK(run.writer().take_step(parent, as_view(kept)));
        fs::remove(run.step_file(parent));
        run.reopen();
        training.next();
        const auto again = run.file("a.safetensors", training.bytes(), 1);
        VERIFY_OK(again);
        QCOMPARE(again->meta().id, parent);
        const auto taken = run.writer().take_step(id, *back);
        QVERIFY(!taken);
        QCOMPARE(taken.error().code, ErrorCode::corrupt);
        QVERIFY(!fs::exists(run.step_file(id)));
        write_text(run.step_file(parent), kept);
        run.reopen();
        const auto usual = run.file_path(file, 2);
        VERIFY_OK(usual);
        QVERIFY(*run.restore(usual->meta().id) == *restored);
    }

    void files_in_another_steps_or_runs_folder_are_damage() {
        std::mt19937_64 random(4);
        const QTemporaryDir dir;
        const fs::path folder = dir.path().toStdString();
        const std::vector<Bytes> shares{random_bytes(30, random)};
        const auto id = make_checkpoint_id(5, "a", 1);
        VERIFY_OK(write({header_of(id, 1, 1, shares), LevelFileKind::own, 0, shares[0]}, folder));
        const auto other = make_checkpoint_id(6, "a", 1);
        const auto copy_to = [&](const char* run, const std::string& step) {
            fs::create_directories(level_folder(folder, run, step));
            fs::copy(level_folder(folder, "run", id) / "own", level_folder(folder, run, step) / "own");
        };
        copy_to("run", other);
        copy_to("another", id);
        for (const auto& [run, step] : {std::pair("run", other), std::pair("another", id)}) {
            const auto found = read_level_step(folder, run, step);
            QVERIFY(found.files.empty());
            QCOMPARE(found.damaged.size(), std::size_t{1});
        }
        QCOMPARE(read_level_step(folder, "run", id).files.size(), std::size_t{1});
        const auto saves = list_level_saves(folder, "run");
        QCOMPARE(saves.size(), std::size_t{1});
        QCOMPARE(saves[0].step_id, id);
        QVERIFY(list_level_saves(folder, "another").empty());
    }
};

STEPVAULT_TEST(TestLevels)

}  // namespace test_levels

#include "test_levels.moc"
