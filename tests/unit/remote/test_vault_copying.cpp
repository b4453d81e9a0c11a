// Copies a vault to a folder, again and again.
#include <QtTest>

#include "base/text.h"
#include "copied_vault.h"
#include "library/services/vault_parts.h"
#include "remote/copy/copy_layout.h"
#include "remote/copy/store_copies.h"
#include "support/registry.h"

namespace test_vault_copying {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// Stops the job once that many bytes have been sent.
struct StoppingSink : ProgressSink {
    explicit StoppingSink(int calls) : left(calls) {}
    void on_progress(const Progress&) override {
        if (--left == 0) source.request_stop();
    }
    int left;
    std::stop_source source;
};

class TestVaultCopying : public QObject {
    Q_OBJECT

 private slots:
    void a_second_copy_sends_nothing() {
        CopiedVault v({"run"});
        const auto first = v.copy();
        VERIFY_OK(first);
        QCOMPARE(first->runs.size(), std::size_t{1});
        QCOMPARE(first->runs[0].checkpoints, std::uint64_t{3});
        QVERIFY(first->runs[0].sent_files >= 5 && first->runs[0].sent_files == v.objects().size());
        const auto manifest = read_text(v.to() / manifest_key(first->runs[0].id));
        const auto second = v.copy();
        VERIFY_OK(second);
        QCOMPARE(second->runs[0].sent_files, std::uint64_t{0});
        QCOMPARE(second->removed.count, std::uint64_t{0});
        QVERIFY(read_text(v.to() / manifest_key(first->runs[0].id)) == manifest);
        QCOMPARE(fs::status(v.to()).permissions(), fs::perms::owner_all);
        const auto verdict = verify_copy(v.store(), {});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->checkpoints, std::uint64_t{3});
        QVERIFY(verdict->damage.empty());
    }

    void a_new_step_is_sent_alone() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        const auto before = v.objects();
        v.add_step("run", 4);
        const auto second = v.copy();
        VERIFY_OK(second);
        QCOMPARE(second->runs[0].checkpoints, std::uint64_t{4});
        // Besides the step: the metrics, and the records.
        QVERIFY(second->runs[0].sent_files >= 1 && second->runs[0].sent_files <= 4);
        for (const auto& object : before)
            QVERIFY(fs::exists(object));
    }

    void restores_without_the_vault_bit_for_bit() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        std::map<int, std::string> expected;
        for (const int step : {10, 20, 30}) {
            const auto bytes = v.restored("run", step, false);
            VERIFY_OK(bytes);
            expected[step] = *bytes;
        }
        v.close();
        fs::remove_all(v.vault());
        for (const int step : {30, 10, 20}) {
            const auto bytes = v.restored("run", step, true);
            VERIFY_OK(bytes);
            QVERIFY(*bytes == expected[step]);
        }
        VERIFY_ERROR(v.restored("run", 40, true), ErrorCode::not_found);
        VERIFY_ERROR(v.restored("other", 10, true), ErrorCode::not_found);
    }

    void recoded_steps_are_sent_anew_and_the_old_ones_go_a_day_later() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        const auto before = v.objects();
        VERIFY_OK(v.library().maintenance().recode(
            {.run = "run", .scheme = {.scheme = Scheme::lc, .bits = 2}, .from = {}}, {}));
        const auto second = v.copy();
        VERIFY_OK(second);
        QVERIFY(second->runs[0].sent_files >= 2);
        QCOMPARE(second->removed.count, std::uint64_t{0});
        for (const auto& object : before)
            QVERIFY(fs::exists(object));
        const auto third = v.copy({.grace = std::chrono::seconds(0)});
        VERIFY_OK(third);
        QVERIFY(third->removed.count >= 2);
        QVERIFY(verify_copy(v.store(), {})->damage.empty());
        const auto now = v.restored("run", 30, false);
        QVERIFY(*v.restored("run", 30, true) == *now);
    }

    void an_object_stays_as_long_as_it_was_unnamed_for_less_than_a_day() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        VERIFY_OK(v.library().maintenance().recode(
            {.run = "run", .scheme = {.scheme = Scheme::lc, .bits = 2}, .from = {}}, {}));
        // Old files that were named until now.
        for (const auto& object : v.objects())
            fs::last_write_time(object, fs::file_time_type::clock::now() - std::chrono::hours(100));
        const auto second = v.copy();
        VERIFY_OK(second);
        QCOMPARE(second->removed.count, std::uint64_t{0});
        QVERIFY(fs::exists(v.to() / "unnamed.json"));
        const auto objects = v.objects().size();
        VERIFY_OK(v.copy());
        QCOMPARE(v.objects().size(), objects);
    }

    void a_stopped_copy_goes_on_where_it_ended() {
        CopiedVault v({"run"});
        std::uint64_t sent = 0;
        bool is_done = false;
        for (int calls = 1; calls < 60 && !is_done; calls += 3) {
            StoppingSink sink(calls);
            const auto copied = v.copy({}, {sink.source.get_token(), &sink});
            is_done = copied.ok();
            if (is_done) sent = copied->runs[0].sent_files;
            if (!is_done) QCOMPARE(copied.error().code, ErrorCode::cancelled);
            for (const auto& object : v.objects())
                QVERIFY(!object.filename().native().starts_with(".svtmp"));
        }
        const auto last = v.copy();
        VERIFY_OK(last);
        QVERIFY(!is_done || sent < last->runs[0].files);
        QVERIFY(verify_copy(v.store(), {})->damage.empty());
    }

    void damage_in_the_vault_leaves_the_copy_alone() {
        CopiedVault v({"run", "other"});
        VERIFY_OK(v.copy());
        const auto id = v.library().queries().run("run")->row.id;
        const auto manifest = read_text(v.to() / manifest_key(id));
        const auto step = v.library().queries().find_checkpoint(id, 20)->id;
        damage_file(v.library().parts().file_of(id, step));
        const auto damaged = v.copy();
        VERIFY_OK(damaged);
        QCOMPARE(damaged->failed.size(), std::size_t{1});
        QCOMPARE(damaged->failed[0].code, ErrorCode::corrupt);
        QVERIFY(damaged->failed[0].message.starts_with("run: "));
        QCOMPARE(damaged->runs.size(), std::size_t{1});
        QVERIFY(read_text(v.to() / manifest_key(id)) == manifest);
        repair_from_copy(v);
        QVERIFY(v.copy()->failed.empty());
    }

    void lost_checkpoints_stay_in_the_copy_and_come_back() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        const auto id = v.library().queries().run("run")->row.id;
        const auto step = v.library().queries().find_checkpoint(id, 30)->id;
        const auto file = v.library().parts().file_of(id, step);
        const auto bytes = read_text(file);
        fs::remove(file);
        const auto lost = v.copy();
        VERIFY_OK(lost);
        QCOMPARE(lost->failed.size(), std::size_t{1});
        QVERIFY(lost->failed[0].message.find("--drop-lost") != std::string::npos);
        repair_from_copy(v);
        QVERIFY(read_text(file) == bytes);
        fs::remove(file);
        QVERIFY(v.copy({.drop_lost = true})->failed.empty());
    }

    void removed_checkpoints_leave_the_copy() {
        CopiedVault v({"run"}, {.scheme = Scheme::exact});
        VERIFY_OK(v.copy());
        const auto plan = v.library().maintenance().plan_prune("run", {.last = 1});
        VERIFY_OK(plan);
        VERIFY_OK(v.library().maintenance().prune(*plan, Maintenance::Removal::to_trash, {}));
        const auto copied = v.copy();
        VERIFY_OK(copied);
        QVERIFY(copied->failed.empty());
        QVERIFY(copied->runs[0].checkpoints < 3);
        QVERIFY(*v.restored("run", 30, true) == *v.restored("run", 30, false));
    }

    void a_damaged_object_is_found_and_sent_anew() {
        CopiedVault v({"run"});
        VERIFY_OK(v.copy());
        const auto objects = v.objects();
        damage_file(objects[1]);
        fs::resize_file(objects[2], fs::file_size(objects[2]) - 1);
        fs::remove(objects[3]);
        const auto verdict = verify_copy(v.store(), {});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{3});
        const auto again = v.copy();
        VERIFY_OK(again);
        QCOMPARE(again->runs[0].sent_files, std::uint64_t{3});
        QVERIFY(verify_copy(v.store(), {})->damage.empty());
        QCOMPARE(v.copy()->runs[0].sent_files, std::uint64_t{0});
    }

    void shared_bases_go_with_their_runs() {
        CopiedVault v({"a", "b"}, {.scheme = Scheme::exact});
        QVERIFY(fs::exists(bases_folder(v.vault())));
        VERIFY_OK(v.copy({.runs = {"b"}}));
        QCOMPARE(verify_copy(v.store(), {})->runs, std::uint64_t{1});
        const auto expected = v.restored("b", 30, false);
        VERIFY_OK(expected);
        const auto base = fs::directory_iterator(bases_folder(v.vault()))->path();
        damage_file(base);
        // The other run's own file, which could replace it, goes too.
        fs::remove_all(v.vault() / "runs" / v.library().queries().run("a")->row.id);
        repair_from_copy(v);
        QVERIFY(*v.restored("b", 30, false) == *expected);
        v.close();
        fs::remove_all(v.vault());
        QVERIFY(*v.restored("b", 30, true) == *expected);
    }

    void a_run_can_be_copied_while_it_is_watched() {
        CopiedVault v({"run"});
        std::atomic<bool> is_over = false;
        std::jthread writer([&] {
            for (int number = 4; number < 14; ++number)
                v.add_step("run", number);
            is_over = true;
        });
        int copies = 0;
        while (!is_over || copies == 0) {
            const auto copied = v.copy();
            VERIFY_OK(copied);
            QVERIFY2(copied->failed.empty(), copied->failed.empty() ? "" : copied->failed[0].message.c_str());
            QVERIFY(verify_copy(v.store(), {})->damage.empty());
            ++copies;
        }
        writer.join();
        QCOMPARE(v.copy()->runs[0].checkpoints, std::uint64_t{13});
        QVERIFY(*v.restored("run", 130, true) == *v.restored("run", 130, false));
    }

    void several_processes_may_copy_at_once() {
        CopiedVault v({"a", "b"});
        std::atomic<int> failures = 0;
        {
            std::vector<std::jthread> copiers;
            for (int i = 0; i < 3; ++i) {
                copiers.emplace_back([&] {
                    FolderStore store(v.to());
                    for (int n = 0; n < 5; ++n) {
                        const auto vault = Vault::open(v.vault(), false);
                        const auto copied = copy_runs(*vault, {}, store, {});
                        failures += copied && copied->failed.empty() ? 0 : 1;
                    }
                });
            }
            for (const std::uint32_t bits : {2U, 3U, 4U}) {
                VERIFY_OK(v.library().maintenance().recode(
                    {.run = "a", .scheme = {.scheme = Scheme::lc, .bits = bits}, .from = {}}, {}));
            }
        }
        QCOMPARE(failures, 0);
        VERIFY_OK(v.copy());
        QVERIFY(verify_copy(v.store(), {})->damage.empty());
        QVERIFY(*v.restored("a", 30, true) == *v.restored("a", 30, false));
    }

    void other_folders_are_refused() {
        CopiedVault v({"run"});
        write_text(v.to() / "notes.txt", "mine");
        VERIFY_ERROR(v.copy(), ErrorCode::invalid_argument);
        VERIFY_ERROR(verify_copy(v.store(), {}), ErrorCode::not_found);
        VERIFY_ERROR(v.copy({.runs = {"nothing"}}), ErrorCode::not_found);
    }

 private:
    static void repair_from_copy(CopiedVault& v) {
        auto copies = StoreCopies::open(std::make_unique<FolderStore>(v.to()), {});
        VERIFY_OK(copies);
        RepairRequest request;
        request.copies.push_back(std::move(*copies));
        const auto report = v.library().maintenance().repair(request, {});
        VERIFY_OK(report);
        QVERIFY(!report->repaired.empty());
        QVERIFY2(report->after.damage.empty(),
                 report->after.damage.empty() ? "" : report->after.damage[0].what.c_str());
    }
};

STEPVAULT_TEST(TestVaultCopying)

}  // namespace test_vault_copying

#include "test_vault_copying.moc"
