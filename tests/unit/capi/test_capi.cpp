// Uses libstepvault.so as another program does; threads stand for processes.
#include <cmath>
#include <ctime>
#include <functional>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "capi_user.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "support/thread_communicator.h"

namespace test_capi {

using namespace stepvault::test;
namespace fs = std::filesystem;

class TestCapi : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;
    Training training_{13, 200'000};

    std::string next_checkpoint() {
        const auto file = (root_ / ("file" + std::to_string(training_.step()))).native();
        write_text(file, training_.bytes());
        training_.next();
        return file;
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
    }

    void the_library_exports_its_functions_and_nothing_else() {
        QProcess process;
        process.start("nm", {"-D", "--defined-only", "--format=posix", STEPVAULT_LIBRARY});
        if (!process.waitForFinished(60000) || process.exitCode() != 0) QSKIP("nm cannot be run here");
        QStringList names;
        for (const auto& line : process.readAllStandardOutput().split('\n')) {
            if (!line.isEmpty()) names << line.split(' ').front();
        }
        names.sort();
        QCOMPARE(names,
                 (QStringList{"stepvault_abi", "stepvault_cancel", "stepvault_close",
                              "stepvault_close_checkpoint", "stepvault_due_level", "stepvault_files",
                              "stepvault_open", "stepvault_open_checkpoint", "stepvault_partition",
                              "stepvault_progress", "stepvault_read", "stepvault_rebuild",
                              "stepvault_restore", "stepvault_save", "stepvault_steps", "stepvault_work"}));
        QCOMPARE(stepvault_abi(), std::uint32_t{STEPVAULT_ABI});
    }

    void one_process_saves_and_restores() {
        User user;
        QCOMPARE(user.open(root_, nullptr), STEPVAULT_OK);
        std::vector<std::string> files;
        stepvault_save_report saved{};
        const auto begun = static_cast<double>(std::time(nullptr));
        for (const std::int64_t step : {10, 20, 30}) {
            files.push_back(next_checkpoint());
            QCOMPARE(user.save(files.back(), step, 4, "exact", saved), STEPVAULT_OK);
            QCOMPARE(user.said(), std::string());
            QCOMPARE(saved.bytes, std::uint64_t{fs::file_size(files.back())});
            QVERIFY(saved.stored_bytes > 0 && saved.stored_bytes < saved.bytes);
            std::uint64_t done = 0;
            std::uint64_t total = 0;
            stepvault_progress(user.vault, &done, &total);
            QVERIFY(total > 0 && done == total);
        }
        const auto steps = user.steps();
        QCOMPARE(steps.size(), std::size_t{3});
        QCOMPARE(steps[1].step, 20);
        QCOMPARE(steps[1].level, 4U);
        QCOMPARE(std::string(steps[2].id), std::string(saved.id));
        QVERIFY(begun <= steps[0].saved && steps[0].saved <= steps[2].saved);
        QVERIFY(steps[2].saved <= static_cast<double>(std::time(nullptr) + 1));
        stepvault_restore_report restored{};
        QCOMPARE(user.restore(nullptr, (root_ / "newest").native(), restored), STEPVAULT_OK);
        QCOMPARE(restored.step, 30);
        QVERIFY(read_text(root_ / "newest") == read_text(files[2]));
        const std::int64_t second = 20;
        QCOMPARE(user.restore(&second, (root_ / "second").native(), restored), STEPVAULT_OK);
        QVERIFY(read_text(root_ / "second") == read_text(files[1]));
        QCOMPARE(restored.bytes, std::uint64_t{fs::file_size(files[1])});
    }

    void a_group_saves_on_nodes_and_restores_data() {
        QTest::addColumn<bool>("deals");
        QTest::newRow("by exchange alone") << false;
        QTest::newRow("dealing") << true;
    }
    void a_group_saves_on_nodes_and_restores() {
        QFETCH(bool, deals);
        const auto first = next_checkpoint();
        const auto second = next_checkpoint();
        std::vector<int> codes(3, -1);
        std::vector<stepvault_restore_report> restored(3);
        std::vector<stepvault_save_report> saved(3);
        std::vector<std::uint64_t> coded(3);
        ThreadCommunicator(3).run([&](stepvault::Communicator& member) {
            User user;
            const auto rank = member.rank();
            codes[rank] = user.open(root_, &member, true, true, deals);
            codes[rank] |= user.save(first, 1, 4, "adaptive", saved[rank]);
            codes[rank] |= user.save(second, 2, 3, "exact", saved[rank]);
            stepvault_work(
                user.vault,
                [](void* sink, const stepvault_rank_work* work) {
                    if (work->seconds > 0 && work->tensors > 0)
                        *static_cast<std::uint64_t*>(sink) += work->bytes;
                },
                &coded[rank]);
            if (rank == 0) {
                fs::remove_all(root_ / "node0");
                fs::remove_all(root_ / "node3");
            }
            codes[rank] |= static_cast<int>(!user.steps().empty() && user.steps().back().level != 3);
            const auto output = rank == 1 ? std::string() : (root_ / std::to_string(rank)).native();
            codes[rank] |= user.restore(nullptr, output, restored[rank]);
        });
        QCOMPARE(codes, std::vector<int>(3, STEPVAULT_OK));
        for (std::size_t rank = 0; rank < 3; ++rank) {
            QCOMPARE(std::string(saved[rank].id), std::string(saved[0].id));
            QCOMPARE(saved[rank].level, 3U);
            QCOMPARE(coded[rank], saved[rank].bytes);
            QCOMPARE(restored[rank].step, 2);
        }
        QVERIFY(read_text(root_ / "0") == read_text(second));
        QVERIFY(read_text(root_ / "2") == read_text(second));
        QVERIFY(!fs::exists(root_ / "1"));
    }

    void errors_are_codes_with_words() {
        User user;
        QCOMPARE(user.open(root_, nullptr, false, false), STEPVAULT_NOT_FOUND);
        QVERIFY(user.vault == nullptr);
        QVERIFY(user.said().find("vault") != std::string::npos);
        QCOMPARE(user.open(root_, nullptr), STEPVAULT_OK);
        stepvault_save_report saved{};
        QCOMPARE(user.save((root_ / "none").native(), 1, 4, "exact", saved), STEPVAULT_NOT_FOUND);
        const auto whole = user.said();
        user.message.assign(10, '?');
        QCOMPARE(user.save((root_ / "none").native(), 1, 4, "exact", saved), STEPVAULT_NOT_FOUND);
        QCOMPARE(user.said(), whole.substr(0, 9));
        const auto file = next_checkpoint();
        QCOMPARE(user.save(file, 1, 4, "best", saved), STEPVAULT_UNSUPPORTED);
        QCOMPARE(user.save(file, 1, 2, "exact", saved), STEPVAULT_INVALID_ARGUMENT);
        QCOMPARE(user.save(file, 1, 9, "exact", saved), STEPVAULT_INVALID_ARGUMENT);
        stepvault_restore_report restored{};
        QCOMPARE(user.restore(nullptr, (root_ / "out").native(), restored), STEPVAULT_NOT_FOUND);
        stepvault_close(nullptr);
    }

    void values_without_meaning_are_refused_data() {
        using Change = std::function<void(stepvault_save_request&)>;
        QTest::addColumn<QByteArray>("scheme");
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const char* scheme, const Change& change) {
            QTest::newRow(name) << QByteArray(scheme) << change;
        };
        row("bits", "lc", [](auto& r) { r.bits = 99; });
        row("negative error", "adaptive", [](auto& r) { r.error = -0.1; });
        row("error of no value", "adaptive", [](auto& r) { r.error = std::nan(""); });
        row("level", "exact", [](auto& r) { r.level = 0; });
        row("nobody works", "exact", [](auto& r) {
            static const std::uint32_t nothing = 0;
            r.weights = &nothing;
        });
        row("no run", "exact", [](auto& r) { r.run = {}; });
    }
    void values_without_meaning_are_refused() {
        QFETCH(QByteArray, scheme);
        QFETCH(std::function<void(stepvault_save_request&)>, change);
        User user;
        QCOMPARE(user.open(root_, nullptr), STEPVAULT_OK);
        stepvault_save_report saved{};
        const auto file = next_checkpoint();
        QCOMPARE(user.save(file, 1, 4, scheme.toStdString(), saved, change), STEPVAULT_INVALID_ARGUMENT);
        QVERIFY(!user.said().empty());
        QVERIFY(user.steps().empty());
        QCOMPARE(user.save(file, 1, 4, scheme.toStdString(), saved), STEPVAULT_OK);
        QVERIFY(user.said().empty());
    }

    void what_exists_is_replaced_only_if_told() {
        User user;
        user.open(root_, nullptr);
        stepvault_save_report saved{};
        const auto file = next_checkpoint();
        QCOMPARE(user.save(file, 1, 4, "exact", saved), STEPVAULT_OK);
        const QTemporaryDir elsewhere;
        const auto output = fs::path(elsewhere.path().toStdString()) / "out";
        write_text(output, "mine");
        stepvault_restore_report restored{};
        QCOMPARE(user.restore(nullptr, output.native(), restored), STEPVAULT_ALREADY_EXISTS);
        QCOMPARE(read_text(output), std::string("mine"));
        QCOMPARE(user.restore(nullptr, output.native(), restored, true), STEPVAULT_OK);
        QVERIFY(read_text(output) == read_text(file));
        QCOMPARE(std::string(restored.id), std::string(saved.id));
        // In the run's own folder nothing is replaced.
        write_text(root_ / "out", "mine");
        QCOMPARE(user.restore(nullptr, (root_ / "out").native(), restored, true), STEPVAULT_INVALID_ARGUMENT);
        QCOMPARE(read_text(root_ / "out"), std::string("mine"));
        const std::int64_t other = 2;
        QCOMPARE(user.restore(&other, (root_ / "other").native(), restored), STEPVAULT_NOT_FOUND);
    }

    /// A training that goes back saves earlier steps later.
    void steps_come_in_their_own_order() {
        User user;
        user.open(root_, nullptr);
        stepvault_save_report saved{};
        for (const std::int64_t step : {10, 20, 15})
            QCOMPARE(user.save(next_checkpoint(), step, 4, "exact", saved), STEPVAULT_OK);
        std::vector<std::int64_t> found;
        for (const auto& step : user.steps())
            found.push_back(step.step);
        QCOMPARE(found, (std::vector<std::int64_t>{10, 15, 20}));
    }

    void a_partition_covers_each_element_once() {
        const std::vector<std::pair<std::string, std::uint64_t>> shapes{
            {"a.weight", 40'000}, {"a.bias", 40}, {"b.weight", 4'000'000}, {"b.bias", 400}, {"none", 0}};
        std::vector<stepvault_tensor> tensors;
        for (const auto& [name, bytes] : shapes)
            tensors.push_back({text_of(name), bytes, 4});
        using Slices = std::vector<stepvault_slice>;
        const auto add = [](void* sink, const stepvault_slice* slice) {
            static_cast<Slices*>(sink)->push_back(*slice);
        };
        std::string message(200, '\0');
        for (const bool weighted : {false, true}) {
            const std::vector<std::uint32_t> weights{1, 1, 2};
            Slices slices;
            QCOMPARE(
                stepvault_partition(tensors.data(), tensors.size(), 3, weighted ? weights.data() : nullptr,
                                    add, &slices, message.data(), message.size()),
                STEPVAULT_OK);
            std::vector<std::uint64_t> covered(tensors.size());
            std::vector<double> bytes(3);
            for (const auto& slice : slices) {
                QCOMPARE(slice.first, covered[slice.tensor]);
                covered[slice.tensor] += slice.elements;
                bytes[slice.rank] += 4.0 * static_cast<double>(slice.elements);
            }
            for (std::size_t i = 0; i < tensors.size(); ++i)
                QCOMPARE(covered[i] * 4, tensors[i].bytes);
            const auto whole = bytes[0] + bytes[1] + bytes[2];
            QVERIFY(std::abs(bytes[2] / whole - (weighted ? 0.5 : 1.0 / 3)) < 0.01);
        }
        tensors[0].bytes = 3;
        Slices slices;
        QCOMPARE(stepvault_partition(tensors.data(), tensors.size(), 3, nullptr, add, &slices, message.data(),
                                     message.size()),
                 STEPVAULT_INVALID_ARGUMENT);
        QVERIFY(message.find("a.weight") != std::string::npos);
        QCOMPARE(stepvault_partition(tensors.data(), tensors.size(), 0, nullptr, add, &slices, message.data(),
                                     message.size()),
                 STEPVAULT_INVALID_ARGUMENT);
    }

    void messages_fit_their_room() {
        User user;
        user.open(root_, nullptr);
        const std::string unknown = "unknown";
        const auto none = [](void*, const stepvault_step*) {};
        std::string message = "??";
        QCOMPARE(stepvault_steps(user.vault, text_of(unknown), none, nullptr, message.data(), 1),
                 STEPVAULT_NOT_FOUND);
        QCOMPARE(message, std::string("\0?", 2));
        QCOMPARE(stepvault_steps(user.vault, text_of(unknown), none, nullptr, message.data(), 0),
                 STEPVAULT_NOT_FOUND);
        QCOMPARE(message, std::string("\0?", 2));
        QCOMPARE(stepvault_steps(user.vault, text_of(unknown), none, nullptr, nullptr, 0),
                 STEPVAULT_NOT_FOUND);
        // A call that failed leaves the handle unset.
        User other;
        int byte = 0;
        other.vault = reinterpret_cast<stepvault_vault*>(&byte);
        QCOMPARE(other.open(root_ / "elsewhere", nullptr, false, false), STEPVAULT_NOT_FOUND);
        QVERIFY(other.vault == nullptr);
    }

    void ranks_are_delivered_once_and_in_order_data() {
        QTest::addColumn<QList<std::uint32_t>>("order");
        QTest::newRow("too few") << QList<std::uint32_t>{0};
        QTest::newRow("the other way round") << QList<std::uint32_t>{1, 0};
        QTest::newRow("one twice") << QList<std::uint32_t>{0, 0};
        QTest::newRow("too many") << QList<std::uint32_t>{0, 1, 2};
    }
    void ranks_are_delivered_once_and_in_order() {
        QFETCH(QList<std::uint32_t>, order);
        LoneMember member;
        User user;
        QCOMPARE(user.open(root_, &member), STEPVAULT_OK);
        user.context.order.assign(order.begin(), order.end());
        stepvault_save_report saved{};
        QCOMPARE(user.save(next_checkpoint(), 1, 4, "exact", saved), STEPVAULT_IO);
    }

    void a_call_is_cancelled_on_all_ranks() {
        const auto file = next_checkpoint();
        std::vector<int> codes(2, -1);
        std::vector<int> after(2, -1);
        ThreadCommunicator(2).run([&](stepvault::Communicator& member) {
            User user;
            const auto rank = member.rank();
            user.open(root_, &member);
            if (rank == 1) user.context.cancelled = user.vault;
            stepvault_save_report saved{};
            codes[rank] = user.save(file, 1, 4, "exact", saved);
            user.context.cancelled = nullptr;
            after[rank] = user.save(file, 1, 4, "exact", saved);
        });
        QCOMPARE(codes, std::vector<int>(2, STEPVAULT_CANCELLED));
        QCOMPARE(after, std::vector<int>(2, STEPVAULT_OK));
    }

    void a_communicator_that_breaks_is_an_error() {
        LoneMember member;
        User user;
        QCOMPARE(user.open(root_, &member), STEPVAULT_OK);
        user.context.fails = true;
        stepvault_save_report saved{};
        QCOMPARE(user.save(next_checkpoint(), 1, 4, "exact", saved), STEPVAULT_IO);
        QVERIFY(!user.said().empty());
    }

 private:
    /// A member of two processes; the other one always sends the same bytes.
    class LoneMember : public stepvault::Communicator {
     public:
        [[nodiscard]] std::uint32_t rank() const override { return 0; }
        [[nodiscard]] std::uint32_t size() const override { return 2; }
        stepvault::Result<std::vector<stepvault::Bytes>> all_gather(stepvault::ByteView mine) override {
            const stepvault::Bytes same(mine.begin(), mine.end());
            return std::vector<stepvault::Bytes>{same, same};
        }
    };
};

STEPVAULT_TEST(TestCapi)

}  // namespace test_capi

#include "test_capi.moc"
