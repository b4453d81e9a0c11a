#include <array>
#include <fstream>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "db/database.h"
#include "db/sqlite_catalog.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_sqlite_catalog {

using namespace stepvault;
using namespace stepvault::testing;

namespace {

constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
constexpr auto smallest_step = std::numeric_limits<std::int64_t>::min();
constexpr auto largest_step = std::numeric_limits<std::int64_t>::max();
constexpr auto largest_small = std::numeric_limits<std::uint32_t>::max();

TensorRow tensor(const std::string& name, double error = 0) {
    return {.file = "",
            .name = name,
            .dtype = "f32",
            .role = "weight",
            .shape = {2, 3},
            .elements = 6,
            .relative_error = error};
}

}  // namespace

class TestSqliteCatalog : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Catalog> catalog_;

    /// The result of a query on the file itself.
    Result<std::int64_t> count(const char* sql) {
        STEPVAULT_ASSIGN(db, Database::open(catalog_in(*folder_), Database::Mode::read_only));
        return db.query_integer(sql);
    }

    /// The locks of this process, from the kernel's list.
    static std::size_t locks_on(const std::string& file) {
        struct stat s {};
        if (::stat(file.c_str(), &s) != 0) return 0;
        const auto owner = " " + std::to_string(::getpid()) + " ";
        const auto place = ":" + std::to_string(s.st_ino) + " ";
        std::ifstream locks("/proc/locks");
        std::size_t count = 0;
        for (std::string line; std::getline(locks, line);)
            count += line.find(owner) != std::string::npos && line.find(place) != std::string::npos ? 1 : 0;
        return count;
    }

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        REQUIRE_VALUE(opened, open_sqlite_catalog(catalog_in(*folder_)));
        catalog_ = std::move(opened);
    }
    void cleanup() {
        catalog_.reset();
        folder_.reset();
    }

    void a_private_run_closes_it_and_costs_no_locks() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        const auto shared = catalog_in(*folder_).native() + "-shm";
        const auto before = locks_on(shared);
        QVERIFY(before > 0);
        for (const auto& file : {catalog_in(*folder_).native(), shared})
            QCOMPARE(::chmod(file.c_str(), 0640), 0);
        auto hidden = plain_run("r2");
        hidden.is_private = true;
        REQUIRE_OK(catalog_->put_run(hidden));
        QCOMPARE(locks_on(shared), before);
        for (const auto& file : {catalog_in(*folder_).native(), shared}) {
            struct stat s {};
            QCOMPARE(::stat(file.c_str(), &s), 0);
            QCOMPARE(s.st_mode & (S_IRWXG | S_IRWXO), 0U);
        }
    }

    void a_run_comes_back_data() {
        QTest::addColumn<RunRow>("run");
        QTest::newRow("plain") << plain_run("r1");
        QTest::newRow("empty") << RunRow{};
        QTest::newRow("odd bytes") << RunRow{.id = odd_bytes(),
                                             .name = odd_bytes(),
                                             .folder = "/" + odd_bytes(),
                                             .scheme = Scheme::scar,
                                             .bits = largest_small,
                                             .created = not_a_number};
        auto infinite = plain_run("r1");
        infinite.created = -infinity;
        QTest::newRow("infinite") << infinite;
        auto labelled = plain_run("r1");
        labelled.labels = {
            .note = odd_bytes(), .tags = {"a", "b-2", "\xC3\xA9"}, .favourite = true, .archived = true};
        QTest::newRow("labelled") << labelled;
    }
    void a_run_comes_back() {
        QFETCH(RunRow, run);
        REQUIRE_OK(catalog_->put_run(run));
        REQUIRE_VALUE(runs, catalog_->runs());
        QVERIFY(same(runs, {run}));
    }

    void a_run_put_again_is_updated_and_keeps_what_it_has() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1"), {tensor("w")}));
        REQUIRE_OK(put_points(*catalog_, "r1", {{.tag = "loss", .step = 1, .value = 2}}));
        auto changed = plain_run("r1", "renamed");
        changed.scheme = Scheme::exact;
        changed.bits = 0;
        REQUIRE_OK(catalog_->put_run(changed));
        REQUIRE_VALUE(runs, catalog_->runs());
        QVERIFY(same(runs, {changed}));
        REQUIRE_VALUE(checkpoints, catalog_->checkpoints("r1"));
        QCOMPARE(checkpoints.size(), std::size_t{1});
        REQUIRE_VALUE(points, catalog_->points("r1", "loss"));
        QCOMPARE(points.size(), std::size_t{1});
    }

    void two_runs_may_share_a_name_for_a_while() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1", "same")));
        REQUIRE_OK(catalog_->put_run(plain_run("r2", "same")));
        REQUIRE_VALUE(runs, catalog_->runs());
        QCOMPARE(runs.size(), std::size_t{2});
    }

    void runs_are_ordered_by_name() {
        for (const char* name : {"b", "a\xFF", "", "a", "B"}) {
            REQUIRE_OK(catalog_->put_run(plain_run(std::string("id-") + name, name)));
        }
        REQUIRE_VALUE(runs, catalog_->runs());
        std::vector<std::string> names;
        for (const auto& run : runs)
            names.push_back(run.name);
        QVERIFY((names == std::vector<std::string>{"", "B", "a", "a\xFF", "b"}));
    }

    void a_checkpoint_comes_back_data() {
        QTest::addColumn<CheckpointRow>("checkpoint");
        QTest::newRow("plain") << plain_checkpoint("r1", "c1", 30);
        QTest::newRow("empty") << plain_checkpoint("r1", "");
        auto odd = plain_checkpoint("r1", odd_bytes());
        odd.source = odd.parent = odd.format = odd_bytes();
        QTest::newRow("odd bytes") << odd;
        auto full = plain_checkpoint("r1", "full", largest_step);
        full.generation = full.bits = full.files = largest_small;
        full.key = true;
        full.original_bytes = full.stored_bytes = largest;
        full.relative_error = full.max_abs_error = infinity;
        full.loss = std::numeric_limits<double>::max();
        full.saved = full.filed = std::numeric_limits<double>::denorm_min();
        QTest::newRow("largest") << full;
        auto low = plain_checkpoint("r1", "low", smallest_step);
        low.generation = low.files = 0;
        low.original_bytes = largest / 2 + 1;
        low.relative_error = low.max_abs_error = low.saved = low.filed = not_a_number;
        low.loss = not_a_number;
        QTest::newRow("smallest, and a loss that is NaN") << low;
        auto lost = plain_checkpoint("r1", "lost");
        lost.loss = -infinity;
        QTest::newRow("a loss that is infinite") << lost;
    }
    void a_checkpoint_comes_back() {
        QFETCH(CheckpointRow, checkpoint);
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(checkpoint, {}));
        REQUIRE_VALUE(checkpoints, catalog_->checkpoints("r1"));
        QVERIFY(same(checkpoints, {checkpoint}));
        REQUIRE_VALUE(tensors, catalog_->tensors("r1", checkpoint.id));
        QVERIFY(tensors.empty());
    }

    void checkpoints_are_ordered_by_step_source_generation() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        const auto put = [&](const char* id, std::int64_t step, const char* source,
                             std::uint32_t generation) {
            auto row = plain_checkpoint("r1", id, step);
            row.source = source;
            row.generation = generation;
            return catalog_->put_checkpoint(row, {});
        };
        REQUIRE_OK(put("f", 10, "b.pt", 10));
        REQUIRE_OK(put("e", 10, "b.pt", 9));
        REQUIRE_OK(put("d", 10, "a.pt", 11));
        REQUIRE_OK(put("b", -5, "z.pt", 1));
        REQUIRE_OK(put("a", smallest_step, "z.pt", 1));
        REQUIRE_OK(put("c", 9, "z.pt", 1));
        REQUIRE_VALUE(checkpoints, catalog_->checkpoints("r1"));
        std::string ids;
        for (const auto& c : checkpoints)
            ids += c.id;
        QCOMPARE(QString::fromStdString(ids), QString("abcdef"));
    }

    void sizes_totals_and_times_are_those_of_the_rows() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_run(plain_run("r2", "other")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r2", "a", 9999), {}));
        REQUIRE_VALUE(none, catalog_->checkpoint_totals("r1"));
        QVERIFY(none.checkpoints == 0 && none.original_bytes == 0 && none.stored_bytes == 0);
        QVERIFY(!none.last_step && none.last_saved == 0);
        for (int i = 0; i < 5; ++i) {
            auto row = plain_checkpoint("r1", odd_bytes() + std::to_string(i), 10 * ((i * 3) % 5) - 100);
            row.original_bytes = 1000U + static_cast<std::uint64_t>(i);
            row.stored_bytes = 10U * static_cast<std::uint64_t>(i);
            row.saved = i == 1 ? 0 : i == 2 ? not_a_number : 1e9 + ((i * 2) % 5);
            REQUIRE_OK(catalog_->put_checkpoint(row, {}));
        }
        REQUIRE_VALUE(rows, catalog_->checkpoints("r1"));
        std::map<std::string, std::uint64_t> sizes;
        CheckpointTotals expected;
        for (const auto& row : rows) {
            sizes[row.id] = row.stored_bytes;
            expected.original_bytes += row.original_bytes;
            expected.stored_bytes += row.stored_bytes;
            expected.last_step = std::max(expected.last_step.value_or(row.step), row.step);
        }
        REQUIRE_VALUE(totals, catalog_->checkpoint_totals("r1"));
        QCOMPARE(totals.checkpoints, std::uint64_t{5});
        QCOMPARE(totals.original_bytes, expected.original_bytes);
        QCOMPARE(totals.stored_bytes, expected.stored_bytes);
        QVERIFY(totals.last_step == expected.last_step);
        QCOMPARE(totals.last_saved, 1e9 + 3);
        REQUIRE_VALUE(listed, catalog_->step_sizes("r1"));
        QCOMPARE(listed.size(), sizes.size());
        for (const auto& step : listed)
            QCOMPARE(step.stored_bytes, sizes.at(step.id));
        REQUIRE_VALUE(saves, catalog_->newest_saves("r1", 2));
        QCOMPARE(saves, (std::vector<double>{1e9 + 3, 1e9 + 1}));
        REQUIRE_VALUE(all, catalog_->newest_saves("r1", 100));
        QCOMPARE(all, (std::vector<double>{1e9 + 3, 1e9 + 1, 1e9}));
    }

    void what_was_seen_of_folders_comes_back() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_run(plain_run("r2", "other")));
        REQUIRE_OK(catalog_->put_steps_seen({{"r2", smallest_step}, {"unknown", 7}}));
        REQUIRE_OK(catalog_->put_run(plain_run("r2", "renamed")));
        REQUIRE_VALUE(seen, catalog_->steps_seen());
        QCOMPARE(seen, (std::map<std::string, std::int64_t>{{"r1", 0}, {"r2", smallest_step}}));
    }

    void a_checkpoint_put_again_is_replaced_with_its_tensors() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1", 5), {tensor("a"), tensor("b")}));
        auto again = plain_checkpoint("r1", "c1", 6);
        again.source = "other";
        again.generation += 1;
        again.scheme = Scheme::topn;
        again.bits += 1;
        again.key = !again.key;
        again.parent = "other";
        again.original_bytes += 1;
        again.stored_bytes += 1;
        again.relative_error += 0.5;
        again.max_abs_error += 0.5;
        again.loss = 1.5;
        again.saved += 1;
        again.filed += 1;
        again.format = "other";
        again.files += 1;
        again.weights_only = !again.weights_only;
        REQUIRE_OK(catalog_->put_checkpoint(again, {tensor("c", 0.5)}));
        REQUIRE_VALUE(checkpoints, catalog_->checkpoints("r1"));
        QVERIFY(same(checkpoints, {again}));
        REQUIRE_VALUE(tensors, catalog_->tensors("r1", "c1"));
        QVERIFY(same(tensors, {tensor("c", 0.5)}));
        REQUIRE_VALUE(lists, count("SELECT count(*) FROM tensor_lists"));
        QCOMPARE(lists, 1);
    }

    void tensors_come_back_in_their_order() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        auto odd = tensor(odd_bytes(), not_a_number);
        odd.file = odd.dtype = odd.role = odd_bytes();
        odd.shape = {largest, 0};
        odd.elements = largest;
        odd.max_abs_error = -infinity;
        const std::vector<TensorRow> tensors{tensor("z", 0.25), odd, tensor("a")};
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1"), tensors));
        REQUIRE_VALUE(back, catalog_->tensors("r1", "c1"));
        QVERIFY(same(back, tensors));
    }

    void checkpoints_with_the_same_tensors_share_their_list() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        for (int i = 0; i < 5; ++i) {
            REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c" + std::to_string(i), i),
                                                {tensor("a", i), tensor("b", -i)}));
        }
        REQUIRE_VALUE(lists, count("SELECT count(*) FROM tensor_lists"));
        QCOMPARE(lists, 1);
        REQUIRE_OK(catalog_->remove_checkpoint("r1", "c3"));
        REQUIRE_VALUE(tensors, catalog_->tensors("r1", "c4"));
        QVERIFY(same(tensors, {tensor("a", 4), tensor("b", -4)}));
        REQUIRE_VALUE(gone, catalog_->tensors("r1", "c3"));
        QVERIFY(gone.empty());
    }

    void the_same_ids_in_two_runs_are_two_checkpoints() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_run(plain_run("r2")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c", 1), {tensor("a")}));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r2", "c", 2), {tensor("b")}));
        REQUIRE_OK(catalog_->remove_checkpoint("r1", "c"));
        REQUIRE_VALUE(first, catalog_->checkpoints("r1"));
        QVERIFY(first.empty());
        REQUIRE_VALUE(second, catalog_->tensors("r2", "c"));
        QVERIFY(same(second, {tensor("b")}));
    }

    void clear_leaves_nothing() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1"), {tensor("a", 1)}));
        REQUIRE_OK(put_points(*catalog_, "r1", {{.tag = "loss", .step = 1, .value = 2}}));
        REQUIRE_OK(catalog_->clear());
        for (const char* table :
             {"runs", "checkpoints", "tensors", "tensor_lists", "series", "blocks", "block_points"}) {
            REQUIRE_VALUE(left, count((std::string("SELECT count(*) FROM ") + table).c_str()));
            QCOMPARE(left, 0);
        }
    }

    void what_is_unknown() {
        REQUIRE_ERROR(catalog_->put_checkpoint(plain_checkpoint("none", "c"), {}), ErrorCode::not_found);
        REQUIRE_ERROR(put_points(*catalog_, "none", {{.tag = "loss"}}), ErrorCode::not_found);
        REQUIRE_OK(catalog_->remove_checkpoint("none", "c"));
        REQUIRE_VALUE(checkpoints, catalog_->checkpoints("none"));
        QVERIFY(checkpoints.empty());
        REQUIRE_VALUE(tensors, catalog_->tensors("none", "c"));
        QVERIFY(tensors.empty());
        REQUIRE_VALUE(series, catalog_->series("none"));
        QVERIFY(series.empty());
        REQUIRE_VALUE(points, catalog_->points("none", "loss"));
        QVERIFY(points.empty());
    }

    void all_is_there_after_closing() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1"), {tensor("a", 1)}));
        catalog_.reset();
        REQUIRE_VALUE(again, open_sqlite_catalog(catalog_in(*folder_)));
        REQUIRE_VALUE(tensors, again->tensors("r1", "c1"));
        QVERIFY(same(tensors, {tensor("a", 1)}));
    }

    void each_column_of_a_run_is_updated_data() {
        QTest::addColumn<RunRow>("changed");
        const auto row = [](const char* name, auto&& change) {
            auto run = plain_run("r1");
            change(run);
            QTest::newRow(name) << run;
        };
        row("name", [](RunRow& r) { r.name = "other"; });
        row("folder", [](RunRow& r) { r.folder = "/other"; });
        row("scheme", [](RunRow& r) { r.scheme = Scheme::scar; });
        row("bits", [](RunRow& r) { r.bits = 7; });
        row("created", [](RunRow& r) { r.created = 5; });
        row("note", [](RunRow& r) { r.labels.note = "a\nb"; });
        row("tags", [](RunRow& r) { r.labels.tags = {"x", "y"}; });
        row("favourite", [](RunRow& r) { r.labels.favourite = true; });
        row("archived", [](RunRow& r) { r.labels.archived = true; });
    }
    void each_column_of_a_run_is_updated() {
        QFETCH(RunRow, changed);
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_run(plain_run("r2", "second")));
        REQUIRE_OK(catalog_->put_run(changed));
        REQUIRE_VALUE(runs, catalog_->runs());
        std::ranges::sort(runs, {}, &RunRow::id);
        QVERIFY(same(runs, {changed, plain_run("r2", "second")}));
    }

    void figures_are_those_of_one_run() {
        const std::array<const char*, 2> ids{"r1", "r2"};
        for (std::size_t i = 0; i < 2; ++i) {
            const auto n = static_cast<double>(i + 1);
            REQUIRE_OK(catalog_->put_run(plain_run(ids[i], ids[i])));
            auto row = plain_checkpoint(ids[i], "c", static_cast<std::int64_t>(10 * (i + 1)));
            row.original_bytes = 1000 * (i + 1);
            row.stored_bytes = 100 * (i + 1);
            row.saved = 1e9 + n;
            row.filed = 2e9 + n;
            REQUIRE_OK(catalog_->put_checkpoint(row, {}));
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const auto n = static_cast<double>(i + 1);
            REQUIRE_VALUE(totals, catalog_->checkpoint_totals(ids[i]));
            QCOMPARE(totals.checkpoints, std::uint64_t{1});
            QCOMPARE(totals.original_bytes, std::uint64_t{1000 * (i + 1)});
            QCOMPARE(totals.stored_bytes, std::uint64_t{100 * (i + 1)});
            QCOMPARE(totals.last_saved, 1e9 + n);
            REQUIRE_VALUE(sizes, catalog_->step_sizes(ids[i]));
            QCOMPARE(sizes.size(), std::size_t{1});
            QCOMPARE(sizes[0].id, std::string("c"));
            QCOMPARE(sizes[0].stored_bytes, std::uint64_t{100 * (i + 1)});
            QCOMPARE(sizes[0].filed, 2e9 + n);
            REQUIRE_VALUE(saves, catalog_->newest_saves(ids[i], 9));
            QCOMPARE(saves, std::vector<double>{1e9 + n});
        }
        REQUIRE_VALUE(none, catalog_->checkpoint_totals("none"));
        QVERIFY(none.checkpoints == 0 && !none.last_step && none.last_saved == 0);
    }

    void lists_of_tensors_belong_to_their_runs() {
        for (const char* run : {"r1", "r2"}) {
            REQUIRE_OK(catalog_->put_run(plain_run(run, run)));
            REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint(run, "c"), {tensor("a")}));
        }
        REQUIRE_VALUE(two, count("SELECT count(DISTINCT run) FROM tensor_lists"));
        QCOMPARE(two, 2);
        REQUIRE_OK(catalog_->remove_checkpoint("r1", "c"));
        REQUIRE_VALUE(one, count("SELECT count(*) FROM tensor_lists"));
        QCOMPARE(one, 1);
        REQUIRE_VALUE(tensors, catalog_->tensors("r2", "c"));
        QVERIFY(same(tensors, {tensor("a")}));
    }

    void tensors_are_those_of_the_checkpoint() {
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        const std::vector<TensorRow> first{tensor("a", 0.25), tensor("b", 0.5)};
        const std::vector<TensorRow> second{tensor("a", 0.75), tensor("c", 1)};
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c1", 1), first));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c2", 2), second));
        REQUIRE_VALUE(one, catalog_->tensors("r1", "c1"));
        QVERIFY(same(one, first));
        REQUIRE_VALUE(two, catalog_->tensors("r1", "c2"));
        QVERIFY(same(two, second));
    }

    void an_unknown_scheme_is_damage_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::newRow("of a run") << QByteArray("runs");
        QTest::newRow("of a checkpoint") << QByteArray("checkpoints");
    }
    void an_unknown_scheme_is_damage() {
        QFETCH(QByteArray, table);
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_OK(catalog_->put_checkpoint(plain_checkpoint("r1", "c"), {}));
        REQUIRE_VALUE(db, Database::open(catalog_in(*folder_), Database::Mode::create));
        REQUIRE_OK(db.execute(("UPDATE " + table + " SET scheme = 'new'").constData()));
        const auto said = table == "runs" ? catalog_->runs().error() : catalog_->checkpoints("r1").error();
        QCOMPARE(said.code, ErrorCode::corrupt);
        QVERIFY(said.message.find("reindex") != std::string::npos);
    }
};

STEPVAULT_TEST(TestSqliteCatalog)

}  // namespace test_sqlite_catalog

#include "test_sqlite_catalog.moc"
