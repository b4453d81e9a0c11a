#include <QtTest>

#include "library/services/tuning.h"
#include "support/registry.h"

namespace test_tuning {

using namespace stepvault;

namespace {

CheckpointRow row_of(const char* id, Scheme scheme, std::uint64_t stored, std::uint64_t original,
                     const char* parent = "base") {
    CheckpointRow row;
    row.id = id;
    row.scheme = scheme;
    row.stored_bytes = stored;
    row.original_bytes = original;
    row.parent = parent;
    return row;
}

CheckpointRow weights_of(CheckpointRow row) {
    row.weights_only = true;
    return row;
}

const BitsOutcome outcome = [] {
    BitsOutcome made;
    made.stored_bytes = 60;
    made.exact_bytes = 20;
    return made;
}();

}  // namespace

class TestTuning : public QObject {
    Q_OBJECT

 private slots:
    /// By hand: 40 of 80 bytes change, and 20 of 400 original bytes stay exact.
    void the_runs_other_steps_change_like_the_studied_one() {
        const auto studied = row_of("a", Scheme::lc, 80, 400);
        const auto larger = row_of("b", Scheme::adaptive, 120, 800);
        const auto base = row_of("base", Scheme::exact, 300, 400, "");
        QCOMPARE(run_bytes(outcome, studied, {studied}), std::uint64_t{40 + 20});
        QCOMPARE(run_bytes(outcome, studied, {larger}), std::uint64_t{60 + 40});
        QCOMPARE(run_bytes(outcome, studied,
                           {base, studied, larger, weights_of(row_of("c", Scheme::lc, 33, 400)),
                            row_of("d", Scheme::exact, 200, 400)}),
                 std::uint64_t{300 + 60 + 100 + 33 + 200});
    }

    void an_exact_run_is_coded_anew_but_for_its_base() {
        const auto studied = row_of("a", Scheme::exact, 100, 400);
        QCOMPARE(run_bytes(
                     outcome, studied,
                     {row_of("base", Scheme::exact, 300, 400, ""), studied,
                      row_of("b", Scheme::exact, 100, 800), weights_of(row_of("c", Scheme::exact, 33, 400))}),
                 std::uint64_t{300 + 60 + 120 + 33});
    }

    void the_newest_lossy_step_is_tuned() {
        const auto id = [](const std::vector<CheckpointRow>& rows) {
            const auto* row = step_to_tune(rows);
            return row == nullptr ? std::string("none") : row->id;
        };
        const auto base = row_of("base", Scheme::exact, 1, 1, "");
        const auto lossy = row_of("lossy", Scheme::lc, 1, 1);
        const auto newer = row_of("newer", Scheme::adaptive, 1, 1);
        const auto exact = row_of("exact", Scheme::exact, 1, 1);
        const auto last = row_of("last", Scheme::exact, 1, 1);
        QCOMPARE(id({}), std::string("none"));
        QCOMPARE(id({base}), std::string("none"));
        QCOMPARE(id({base, lossy, exact}), std::string("lossy"));
        QCOMPARE(id({base, lossy, newer, exact}), std::string("newer"));
        QCOMPARE(id({base, exact, last}), std::string("last"));
        QCOMPARE(id({base, lossy, weights_of(newer)}), std::string("lossy"));
        QCOMPARE(id({base, exact, weights_of(lossy), weights_of(last)}), std::string("exact"));
    }
};

STEPVAULT_TEST(TestTuning)

}  // namespace test_tuning

#include "test_tuning.moc"
