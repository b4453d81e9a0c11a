#include <cmath>
#include <map>

#include <QTemporaryDir>
#include <QtTest>

#include "codec/element.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_bits_study {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

bool near(double a, double b, double relative) {
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

QString told(double a, double b) {
    return QStringLiteral("%1 instead of %2").arg(a).arg(b);
}

constexpr std::size_t elements = 70000;

/// A vault of two training steps, the first one exact; the originals are deleted.
struct Filed {
    QTemporaryDir dir;
    std::unique_ptr<VaultHandle> library;
    CheckpointRow newest;

    explicit Filed(const SchemeChoice& choice) {
        const fs::path root = dir.path().toStdString();
        Training training(1, elements);
        for (int i = 1; i <= 2; ++i, training.next())
            write_text(root / "runs" / "a" / ("step_" + std::to_string(i) + ".safetensors"),
                       training.bytes());
        age(root / "runs" / "a");
        auto opened = open_library(root / "vault");
        if (!opened) return;
        library = std::move(*opened);
        Events events;
        if (!watch_once(*library, root / "runs", events, choice)) return;
        fs::remove_all(root / "runs");
        const auto run = library->queries().run("a");
        const auto rows = run ? library->queries().checkpoints(run->row.id) : run.error();
        if (rows && rows->size() == 2) newest = rows->back();
    }
    [[nodiscard]] Result<BitsStudy> study() const {
        return library->queries().study_bits(newest.run_id, newest.id);
    }
};

SchemeChoice lc(unsigned bits) {
    return {.scheme = Scheme::lc, .bits = bits};
}

SchemeChoice adaptive(double error) {
    return {.scheme = Scheme::adaptive, .error = error};
}

/// The changes of the model's tensors between the two steps.
std::vector<double> deltas() {
    Training training(1, elements);
    const auto before = training.tensors();
    training.next();
    const auto after = training.tensors();
    std::vector<double> all;
    for (std::size_t i = 0; i < elements / 14 * 2; ++i) {
        const auto value = [i](const Bytes& bytes) {
            return static_cast<double>(BF16::decode(load<std::uint16_t>(bytes, 2 * i)));
        };
        if (2 * i < after[0].bytes.size()) all.push_back(value(after[0].bytes) - value(before[0].bytes));
    }
    for (std::size_t at = 0; at < after[1].bytes.size(); at += 4)
        all.push_back(
            static_cast<double>(load<float>(after[1].bytes, at) - load<float>(before[1].bytes, at)));
    return all;
}

}  // namespace

class TestBitsStudy : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        by_lc_ = std::make_unique<Filed>(lc(3));
        by_adaptive_ = std::make_unique<Filed>(adaptive(0.5));
        QVERIFY(!by_lc_->newest.id.empty() && !by_adaptive_->newest.id.empty());
    }
    void cleanupTestCase() {
        by_lc_.reset();
        by_adaptive_.reset();
    }

    /// Studies another width for a run that was filed with 3 bits, and compares the result with a vault filed
    /// with that width.
    void every_width_is_what_coding_it_gives_data() {
        QTest::addColumn<unsigned>("bits");
        QTest::addColumn<double>("tolerance");
        // The number of chunks without any bits (nothing in them changes) is an estimate.
        QTest::addRow("1 bit") << 1U << 0.08;
        QTest::addRow("2 bits") << 2U << 0.01;
        QTest::addRow("8 bits") << 8U << 0.01;
    }
    void every_width_is_what_coding_it_gives() {
        QFETCH(unsigned, bits);
        QFETCH(double, tolerance);
        const Filed truth(lc(bits));
        const auto study = by_lc_->study();
        const auto filed = truth.study();
        VERIFY_OK(study);
        VERIFY_OK(filed);
        QCOMPARE(truth.newest.scheme, Scheme::lc);
        const auto outcome = study->lc(lc(bits));
        const auto check = [](double a, double b, double relative) {
            QVERIFY2(near(a, b, relative), qPrintable(told(a, b)));
        };
        // The statistics store two bytes of each figure.
        check(outcome.relative_error, truth.newest.relative_error, 2e-3);
        check(outcome.bits_per_weight, filed->stored_bits_per_weight(), tolerance);
        check(static_cast<double>(outcome.stored_bytes), static_cast<double>(truth.newest.stored_bytes),
              0.01);
    }

    void what_a_bucket_carries_is_what_its_removal_costs() {
        const auto study = by_lc_->study();
        VERIFY_OK(study);
        std::map<int, std::pair<std::uint64_t, double>> plain;
        double all = 0;
        for (const double delta : deltas()) {
            if (delta == 0) continue;
            auto& [count, squares] = plain[std::ilogb(delta)];
            ++count;
            squares += delta * delta;
            all += delta * delta;
        }
        const auto rows = study->exponents();
        QCOMPARE(rows.size(), plain.size());
        auto expected = plain.rbegin();
        for (const auto& row : rows) {
            QCOMPARE(row.exponent, expected->first);
            QCOMPARE(row.count, expected->second.first);
            // The statistics store one byte for the figures of low buckets.
            QVERIFY(near(row.removal_error, std::sqrt(expected->second.second / all), 0.01));
            ++expected;
        }
        // Three bits keep seven buckets per stream, from the highest exponent down.
        const auto kept = study->lc(lc(3)).kept;
        QVERIFY(!kept.empty());
        QCOMPARE(kept.rbegin()->first, rows.front().exponent);
        for (const auto& [exponent, count] : kept)
            QVERIFY(count <= plain.at(exponent).first);
        QVERIFY(study->lc(lc(8)).kept.size() > kept.size());
    }

    void adaptive_is_estimated_from_what_is_stored_data() {
        QTest::addColumn<double>("error");
        for (const double error : {0.2, 0.7})
            QTest::addRow("%.1f", error) << error;
    }
    void adaptive_is_estimated_from_what_is_stored() {
        QFETCH(double, error);
        const Filed truth(adaptive(error));
        const auto study = by_adaptive_->study();
        const auto filed = truth.study();
        VERIFY_OK(study);
        VERIFY_OK(filed);
        const auto outcome = study->adaptive(adaptive(error));
        QVERIFY(outcome.has_value());
        const double bits = filed->stored_bits_per_weight();
        QVERIFY2(near(outcome->bits_per_weight, bits, 0.15),
                 qPrintable(told(outcome->bits_per_weight, bits)));
        QVERIFY2(near(outcome->relative_error, truth.newest.relative_error, 0.05),
                 qPrintable(told(outcome->relative_error, truth.newest.relative_error)));
    }

    /// The statistics of any lossy step give the energy of the largest changes. Compares the result with a
    /// vault recoded to topn.
    void topn_is_what_coding_it_gives_data() {
        QTest::addColumn<bool>("from_lc");
        QTest::addColumn<double>("budget");
        for (const bool from_lc : {true, false}) {
            for (const double budget : {1.0, 5.0, 20.0, 60.0})
                QTest::addRow("%s, %.0f %%", from_lc ? "lc" : "adaptive", budget) << from_lc << budget;
        }
    }
    void topn_is_what_coding_it_gives() {
        QFETCH(bool, from_lc);
        QFETCH(double, budget);
        const SchemeChoice topn{.scheme = Scheme::topn, .budget = budget};
        const Filed truth(topn);
        const auto study = (from_lc ? by_lc_ : by_adaptive_)->study();
        const auto filed = truth.study();
        VERIFY_OK(study);
        VERIFY_OK(filed);
        QCOMPARE(truth.newest.scheme, Scheme::topn);
        const auto outcome = study->topn(topn);
        const double bits = filed->stored_bits_per_weight();
        QVERIFY2(near(outcome.bits_per_weight, bits, 0.03), qPrintable(told(outcome.bits_per_weight, bits)));
        QVERIFY2(std::abs(outcome.relative_error - truth.newest.relative_error) <= 0.005,
                 qPrintable(told(outcome.relative_error, truth.newest.relative_error)));
    }

    /// Studies scar from the two stored steps, without originals, and compares the result with recoding the
    /// run.
    void scar_is_what_coding_it_gives_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<double>("budget");
        for (const Scheme scheme : {Scheme::lc, Scheme::adaptive}) {
            for (const double budget : {1.0, 10.0, 60.0})
                QTest::addRow("%s, %.0f %%", name_of(scheme).c_str(), budget) << scheme << budget;
        }
    }
    void scar_is_what_coding_it_gives() {
        QFETCH(Scheme, scheme);
        QFETCH(double, budget);
        const Filed filed(scheme == Scheme::lc ? lc(8) : adaptive(0.2));
        const auto study = filed.study();
        VERIFY_OK(study);
        const auto rows = filed.library->queries().row_changes(filed.newest.run_id, filed.newest.id, {});
        VERIFY_OK(rows);
        const SchemeChoice scar{.scheme = Scheme::scar, .budget = budget};
        const auto outcome = study->scar(scar, *rows);
        VERIFY_OK(filed.library->maintenance().recode({.run = "a", .scheme = scar, .from = {}}, {}));
        const auto truth = filed.library->queries().checkpoints(filed.newest.run_id);
        VERIFY_OK(truth);
        QCOMPARE(truth->back().scheme, Scheme::scar);
        const auto coded = filed.study();
        VERIFY_OK(coded);
        const double bits = coded->stored_bits_per_weight();
        QVERIFY2(near(outcome.bits_per_weight, bits, 0.02), qPrintable(told(outcome.bits_per_weight, bits)));
        const auto bytes = static_cast<double>(outcome.stored_bytes);
        const auto stored = static_cast<double>(truth->back().stored_bytes);
        // In a step this small the tables of its present coding count, which scar does not need.
        QVERIFY2(std::abs(bytes - stored) <= 0.03 * stored + 1024, qPrintable(told(bytes, stored)));
        // The recoded step's error includes the error that the step already had.
        const double error = std::sqrt(std::max(
            0.0, std::pow(truth->back().relative_error, 2) - std::pow(filed.newest.relative_error, 2)));
        QVERIFY2(std::abs(outcome.relative_error - error) <= 1e-3,
                 qPrintable(told(outcome.relative_error, error)));
    }

    void scar_needs_a_step_before() {
        const auto& run = by_lc_->newest.run_id;
        const auto first = by_lc_->library->queries().checkpoints(run);
        VERIFY_OK(first);
        const auto none = by_lc_->library->queries().row_changes(run, first->front().id, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::not_found);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped =
            by_lc_->library->queries().row_changes(run, by_lc_->newest.id, {stop.get_token()});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::cancelled);
    }

    /// Studies exceptions for a run that was filed without exceptions, and compares the result with a vault
    /// filed with them.
    void exceptions_are_what_coding_them_gives_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<QString>("rule");
        for (const Scheme scheme : {Scheme::lc, Scheme::adaptive}) {
            for (const char* rule :
                 {"role:first moment=exact", "model.layer.*=exact", "role:embedding=exact"})
                QTest::addRow("%s, %s", name_of(scheme).c_str(), rule) << scheme << rule;
        }
        QTest::addRow("adaptive, to another error") << Scheme::adaptive << "model.layer.weight=0.2";
        QTest::addRow("adaptive, a moment to another error") << Scheme::adaptive << "role:first-moment=0.7";
    }
    void exceptions_are_what_coding_them_gives() {
        QFETCH(Scheme, scheme);
        QFETCH(QString, rule);
        SchemeChoice choice = scheme == Scheme::lc ? lc(3) : adaptive(0.5);
        const auto parsed = CodingRule::parse(rule.toStdString());
        VERIFY_OK(parsed);
        choice.rules.push_back(*parsed);
        const Filed truth(choice);
        const auto study = (scheme == Scheme::lc ? by_lc_ : by_adaptive_)->study();
        VERIFY_OK(study);
        const auto outcome =
            choice.scheme == Scheme::lc ? std::optional(study->lc(choice)) : study->adaptive(choice);
        QVERIFY(outcome.has_value());
        const auto errors = truth.library->queries().tensor_errors(truth.newest.run_id, truth.newest.id);
        VERIFY_OK(errors);
        std::map<std::string, double> filed;
        for (const auto& error : *errors)
            filed[error.name] = error.relative_error;
        for (std::size_t i = 0; i < study->payloads().size(); ++i) {
            const auto& payload = study->payloads()[i];
            const double error = std::sqrt(outcome->payloads[i].lost / payload.changed);
            const bool is_exact =
                rule_for(choice.rules, payload.role, payload.name) != nullptr && !parsed->error;
            QCOMPARE(filed.contains(payload.name), !is_exact);
            if (is_exact) {
                QCOMPARE(error, 0.0);
            } else {
                QVERIFY2(near(error, filed[payload.name], 0.06),
                         (payload.name + ": " + told(error, filed[payload.name]).toStdString()).c_str());
            }
        }
        QVERIFY2(std::abs(outcome->relative_error - truth.newest.relative_error) <= 0.03,
                 qPrintable(told(outcome->relative_error, truth.newest.relative_error)));
        // Exact tensors cost as much as in the run's first step.
        const auto bytes = static_cast<double>(outcome->stored_bytes);
        QVERIFY2(near(bytes, static_cast<double>(truth.newest.stored_bytes), 0.15),
                 qPrintable(told(bytes, static_cast<double>(truth.newest.stored_bytes))));
    }

    /// A step stored with exceptions gives the sizes without them, or with others.
    void exceptions_that_were_made_can_be_left() {
        SchemeChoice with = adaptive(0.5);
        with.rules.push_back(*CodingRule::parse("role:first moment=0.1"));
        const Filed filed(with);
        const auto study = filed.study();
        VERIFY_OK(study);
        const auto same = study->adaptive(with);
        QVERIFY(near(same->bits_per_weight, study->stored_bits_per_weight(), 1e-9));
        const auto without = study->adaptive(adaptive(0.5));
        const auto plain = by_adaptive_->study();
        VERIFY_OK(plain);
        QVERIFY2(near(without->bits_per_weight, plain->stored_bits_per_weight(), 0.1),
                 qPrintable(told(without->bits_per_weight, plain->stored_bits_per_weight())));
    }

    void what_statistics_do_not_tell_is_not_told() {
        const auto study = by_lc_->study();
        VERIFY_OK(study);
        QVERIFY(!study->adaptive(adaptive(0.5)).has_value());
        const Filed exact({.scheme = Scheme::exact});
        const auto none = exact.study();
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::not_found);
    }

    void steps_that_keep_only_their_weights_do_not_tell_what_exact_takes() {
        const Filed filed(lc(3));
        const auto before = filed.study();
        VERIFY_OK(before);
        QVERIFY(before->exact().has_value());
        // Only the base is exact, and all that is left of it is its weights.
        const auto stripped =
            filed.library->maintenance().plan_weights_only("a", RetentionRules{.last = 1}, {});
        VERIFY_OK(stripped);
        VERIFY_OK(filed.library->maintenance().prune(*stripped, Maintenance::Removal::permanent, {}));
        const auto rows = filed.library->queries().checkpoints(filed.newest.run_id);
        VERIFY_OK(rows);
        QVERIFY(rows->front().weights_only);
        const auto after = filed.study();
        VERIFY_OK(after);
        QVERIFY(!after->exact().has_value());
    }

    void a_chosen_scheme_holds_from_then_on() {
        const Filed& filed = *by_lc_;
        const auto& run = filed.newest.run_id;
        VERIFY_OK(filed.library->maintenance().choose_scheme(run, adaptive(0.3)));
        const auto now = filed.library->queries().scheme(run);
        VERIFY_OK(now);
        QVERIFY(*now == adaptive(0.3));
        QCOMPARE(filed.library->queries().run(run)->row.scheme, Scheme::adaptive);
        VERIFY_ERROR(filed.library->maintenance().choose_scheme(run, lc(9)), ErrorCode::invalid_argument);
        VERIFY_ERROR(filed.library->maintenance().choose_scheme("none", lc(2)), ErrorCode::not_found);
    }

 private:
    std::unique_ptr<Filed> by_lc_;
    std::unique_ptr<Filed> by_adaptive_;
};

STEPVAULT_TEST(TestBitsStudy)

}  // namespace test_bits_study

#include "test_bits_study.moc"
