// Checkpoints whose files are parted among the ranks. Threads stand for processes.
#include <cmath>
#include <cstring>

#include <QTemporaryDir>
#include <QtTest>

#include "capi_user.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/thread_communicator.h"

namespace test_parted_checkpoints {

using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t ranks = 3;

std::string part_name(std::uint32_t rank) {
    return "part_" + std::to_string(rank) + ".safetensors";
}

/// The fields by which a rank tells stepvault_save() which files it holds.
struct Held {
    std::vector<std::pair<std::string, std::string>> files;  ///< names and paths
    std::vector<stepvault_file> given;
    std::string folder;

    void put(stepvault_save_request& request) {
        given.clear();
        for (const auto& [name, path] : files)
            given.push_back({text_of(name), text_of(path)});
        request.path = {};
        request.folder = text_of(folder);
        request.in_parts = 1;
        request.files = given.data();
        request.file_count = static_cast<std::uint32_t>(given.size());
        request.from_memory = 1;
    }
};

double distance(const std::string& a, const std::string& b) {
    double sum = 0;
    for (std::size_t at = 2000; at + 4 <= std::min(a.size(), b.size()); at += 4) {
        float x = 0;
        float y = 0;
        std::memcpy(&x, a.data() + at, 4);
        std::memcpy(&y, b.data() + at, 4);
        if (std::isfinite(x) && std::isfinite(y)) sum += (x - y) * (x - y);
    }
    return std::sqrt(sum);
}

}  // namespace

class TestPartedCheckpoints : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;

    /// By step and rank, the content of the rank's file.
    std::vector<std::vector<std::string>> saved_;

    /// Each rank trains a part of its own, of another size, and saves it `count` times.
    std::vector<int> save(const std::string& scheme, int count, std::vector<std::string>& said) {
        std::vector<int> codes(ranks, STEPVAULT_OK);
        saved_.assign(static_cast<std::size_t>(count), std::vector<std::string>(ranks));
        said.assign(ranks, {});
        ThreadCommunicator(ranks).run([&](stepvault::Communicator& member) {
            const auto rank = member.rank();
            Training training(17 + rank, 90'000 + 7'001 * rank);
            User user;
            codes[rank] = user.open(root_, &member);
            for (int i = 0; i < count; ++i) {
                const auto own = root_ / (std::to_string(rank) + "_" + part_name(rank));
                saved_[static_cast<std::size_t>(i)][rank] = training.bytes();
                write_text(own, training.bytes());
                training.next();
                Held held{.files = {{part_name(rank), own.native()}}, .given = {}, .folder = root_.native()};
                // One rank holds nothing.
                if (rank == 2) held.files.clear();
                stepvault_save_report report{};
                const auto code = user.save({}, 10 * (i + 1), 4, scheme, report,
                                            [&](stepvault_save_request& request) { held.put(request); });
                if (code != STEPVAULT_OK) codes[rank] = code;
                said[rank] = user.said();
                fs::remove(own);
            }
        });
        return codes;
    }

    [[nodiscard]] std::string restored(std::int64_t step, std::uint32_t rank) const {
        const auto out = root_ / ("out" + std::to_string(step));
        if (!fs::exists(out)) {
            User user;
            stepvault_restore_report report{};
            if (user.open(root_, nullptr) != STEPVAULT_OK ||
                user.restore(&step, out.native(), report) != STEPVAULT_OK)
                qWarning("%s", user.said().c_str());
        }
        return read_text(out / part_name(rank));
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
    }

    void exact_parts_come_back_to_the_byte() {
        std::vector<std::string> said;
        QCOMPARE(save("exact", 3, said), std::vector<int>(ranks, STEPVAULT_OK));
        for (const std::int64_t step : {10, 20, 30}) {
            for (const std::uint32_t rank : {0U, 1U})
                QVERIFY(restored(step, rank) == saved_[static_cast<std::size_t>(step / 10 - 1)][rank]);
        }
    }

    /// Parts have the error of a checkpoint that one process saves; the base, which never was a file, is
    /// coded anew.
    void lossy_parts_keep_to_the_error_data() {
        QTest::addColumn<QByteArray>("scheme");
        QTest::newRow("adaptive") << QByteArray("adaptive");
        QTest::newRow("lc") << QByteArray("lc");
    }
    void lossy_parts_keep_to_the_error() {
        QFETCH(QByteArray, scheme);
        std::vector<std::string> said;
        QCOMPARE(save(scheme.toStdString(), 3, said), std::vector<int>(ranks, STEPVAULT_OK));
        for (const std::uint32_t rank : {0U, 1U}) {
            for (std::size_t i = 0; i < 3; ++i) {
                const auto now = restored(static_cast<std::int64_t>(10 * (i + 1)), rank);
                QCOMPARE(now.size(), saved_[i][rank].size());
                const auto change = distance(saved_[i][rank], saved_[i == 0 ? 1 : i - 1][rank]);
                const auto error = distance(saved_[i][rank], now);
                QVERIFY2(error < 0.9 * change, qPrintable(QString("%1 %2").arg(error).arg(change)));
                const bool is_exact = i == 0 && scheme == "lc";
                QCOMPARE(error == 0, is_exact);
            }
        }
    }

    /// The chunk of an optimizer's counter also holds a statistic that only its holder has.
    void counters_are_read_by_their_holder() {
        for (const std::string scheme : {"exact", "adaptive"}) {
            std::vector<int> codes(2, STEPVAULT_OK);
            std::string last;
            ThreadCommunicator(2).run([&](stepvault::Communicator& member) {
                const auto rank = member.rank();
                std::mt19937_64 random(rank);
                User user;
                codes[rank] = user.open(root_ / scheme, &member);
                const auto weights = random_elements(stepvault::DType::f32, 30'000, Shape::gaussian, random);
                for (int i = 1; i <= 3; ++i) {
                    stepvault::ByteWriter counter;
                    counter.put(static_cast<float>(10 * i));
                    const std::vector<Tensor> tensors{
                        {"model.norm.running_mean",
                         "F32",
                         {3000},
                         moved(stepvault::DType::f32, {weights.begin(), weights.begin() + 12'000}, 0.1,
                               random)},
                        {"model.w", "F32", {30'000}, moved(stepvault::DType::f32, weights, 0.001, random)},
                        {"optimizer.state.0.step", "F32", {1}, counter.take()}};
                    const auto bytes = safetensors_bytes(tensors);
                    const auto own = (root_ / (scheme + part_name(rank))).native();
                    write_text(own, bytes);
                    if (rank == 1) last = bytes;
                    Held held{.files = {{part_name(rank), own}}, .given = {}, .folder = root_.native()};
                    stepvault_save_report report{};
                    const auto code = user.save({}, i, 4, scheme, report, [&](auto& r) { held.put(r); });
                    if (code != STEPVAULT_OK) codes[rank] = code;
                }
            });
            QCOMPARE(codes, std::vector<int>(2, STEPVAULT_OK));
            User user;
            stepvault_restore_report restored{};
            user.open(root_ / scheme, nullptr);
            QCOMPARE(user.restore(nullptr, (root_ / (scheme + "-out")).native(), restored), STEPVAULT_OK);
            const auto now = read_text(root_ / (scheme + "-out") / part_name(1));
            QCOMPARE(now.size(), last.size());
            if (scheme == "exact") QVERIFY(now == last);
        }
    }

    void ranges_are_read_without_the_rest() {
        std::vector<std::string> said;
        save("exact", 3, said);
        const auto vault = (root_ / "vault").native();
        const std::string run = "r";
        std::string message(200, '\0');
        stepvault_checkpoint* checkpoint = nullptr;
        QCOMPARE(stepvault_open_checkpoint(text_of(vault), text_of(run), nullptr, 1, &checkpoint,
                                           message.data(), message.size()),
                 STEPVAULT_OK);
        std::vector<std::string> names;
        const auto add = [](void* sink, stepvault_text name, std::uint64_t bytes) {
            static_cast<std::vector<std::string>*>(sink)->push_back(std::string(name.data, name.length) +
                                                                    " " + std::to_string(bytes));
        };
        QCOMPARE(stepvault_files(checkpoint, add, &names), std::int64_t{30});
        const auto size = saved_[2][1].size();
        QCOMPARE(names.size(), std::size_t{2});
        QCOMPARE(names[1], part_name(1) + " " + std::to_string(size));
        const auto name = part_name(1);
        std::string first(1000, '?');
        std::string last(70'001, '?');
        const std::vector<stepvault_range> ranges{
            {text_of(name), 3, first.size(), first.data()},
            {text_of(name), size - last.size(), last.size(), last.data()},
            {text_of(name), size, 0, nullptr}};
        QCOMPARE(stepvault_read(checkpoint, ranges.data(), ranges.size(), message.data(), message.size()),
                 STEPVAULT_OK);
        QVERIFY(first == saved_[2][1].substr(3, first.size()));
        QVERIFY(last == saved_[2][1].substr(size - last.size()));
        const stepvault_range beyond{text_of(name), size - 1, 2, first.data()};
        QCOMPARE(stepvault_read(checkpoint, &beyond, 1, message.data(), message.size()),
                 STEPVAULT_INVALID_ARGUMENT);
        QVERIFY(std::string(message.c_str()).find(name) != std::string::npos);
        const std::string other = "other";
        const stepvault_range unknown{text_of(other), 0, 1, first.data()};
        QCOMPARE(stepvault_read(checkpoint, &unknown, 1, message.data(), message.size()),
                 STEPVAULT_NOT_FOUND);
        stepvault_close_checkpoint(checkpoint);
        stepvault_close_checkpoint(nullptr);
        const std::int64_t missing = 11;
        QCOMPARE(stepvault_open_checkpoint(text_of(vault), text_of(run), &missing, 1, &checkpoint,
                                           message.data(), message.size()),
                 STEPVAULT_NOT_FOUND);
        QVERIFY(checkpoint == nullptr);
    }

    /// All ranks return the same error, nothing is stored, and the next save succeeds.
    void bad_parts_are_refused_by_all_ranks_data() {
        using Change = std::function<void(std::uint32_t, Held&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const Change& change, int code) {
            QTest::newRow(name) << change << code;
        };
        row(
            "missing file",
            [](auto rank, auto& held) {
                if (rank == 1) held.files[0].second += "x";
            },
            STEPVAULT_NOT_FOUND);
        row(
            "one name twice", [](auto, auto& held) { held.files[0].first = "same"; },
            STEPVAULT_ALREADY_EXISTS);
        row(
            "nobody holds a file", [](auto, auto& held) { held.files.clear(); }, STEPVAULT_INVALID_ARGUMENT);
        row(
            "no folder", [](auto, auto& held) { held.folder.clear(); }, STEPVAULT_INVALID_ARGUMENT);
        row(
            "cut off",
            [](auto rank, auto& held) {
                if (rank == 1) fs::resize_file(held.files[0].second, 5000);
            },
            STEPVAULT_INCOMPLETE);
    }
    void bad_parts_are_refused_by_all_ranks() {
        QFETCH(std::function<void(std::uint32_t, Held&)>, change);
        QFETCH(int, code);
        std::vector<int> codes(2, -1);
        std::vector<int> after(2, -1);
        std::vector<std::string> said(2);
        ThreadCommunicator(2).run([&](stepvault::Communicator& member) {
            const auto rank = member.rank();
            Training training(3 + rank, 20'000);
            const auto own = (root_ / part_name(rank)).native();
            write_text(own, training.bytes());
            Held held{.files = {{part_name(rank), own}}, .given = {}, .folder = root_.native()};
            auto bad = held;
            change(rank, bad);
            User user;
            user.open(root_, &member);
            stepvault_save_report report{};
            codes[rank] = user.save({}, 1, 4, "exact", report, [&](auto& request) { bad.put(request); });
            said[rank] = user.said();
            if (!user.steps().empty()) codes[rank] = -2;
            write_text(own, training.bytes());
            after[rank] = user.save({}, 1, 4, "exact", report, [&](auto& request) { held.put(request); });
        });
        QCOMPARE(codes, std::vector<int>(2, code));
        QCOMPARE(said[0], said[1]);
        QCOMPARE(after, std::vector<int>(2, STEPVAULT_OK));
    }
};

STEPVAULT_TEST(TestPartedCheckpoints)

}  // namespace test_parted_checkpoints

#include "test_parted_checkpoints.moc"
