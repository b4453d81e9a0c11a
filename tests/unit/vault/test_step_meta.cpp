#include <QtTest>

#include "support/opened.h"
#include "support/registry.h"
#include "vault/format/step_meta.h"
#include "vault/records/newest_steps.h"

namespace test_step_meta {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// No field has its default, and no two fields of a type are equal.
StepMeta distinct() {
    StepMeta m;
    m.run_id = "run";
    m.id = "000000000010-00ff00ff-3";
    m.sequence = (std::uint64_t{1} << 40) + 1;
    m.step = -10;
    m.interval = 20;
    m.source = "s\xFF.pt";
    m.generation = 3;
    m.scheme = Scheme::scar;
    m.bits = 5;
    m.target_error = 0.25;
    m.budget = 7.5;
    m.key = true;
    m.key_level = 2;
    m.deltas = 31;
    m.parent = "000000000009-00ff00ff-2";
    m.parent_digest = 0xFEDCBA9876543210;
    m.modified_ns = -5;
    m.filed_ns = std::int64_t{1} << 60;
    m.original_bytes = (std::uint64_t{1} << 41) + 1;
    m.exact_bytes = (std::uint64_t{1} << 41) + 2;
    m.relative_error = 0.5;
    m.max_abs_error = 1.5;
    m.lag = 0.375;
    m.prior_error = 0.125;
    m.loss = 2.5;
    return m;
}

Bytes written(const StepMeta& meta) {
    ByteWriter out;
    meta.write(out);
    return out.take();
}

Result<StepMeta> read(ByteView bytes) {
    ByteReader in(bytes);
    return StepMeta::read(in);
}

StepMeta saved(std::int64_t step, std::int64_t modified_ns) {
    StepMeta m;
    m.step = step;
    m.modified_ns = modified_ns;
    return m;
}

}  // namespace

class TestStepMeta : public QObject {
    Q_OBJECT

 private slots:
    void every_field_comes_back() {
        const auto m = distinct();
        const auto r = read(written(m));
        VERIFY_OK(r);
        QCOMPARE(r->run_id, m.run_id);
        QCOMPARE(r->id, m.id);
        QCOMPARE(r->sequence, m.sequence);
        QCOMPARE(r->step, m.step);
        QCOMPARE(r->interval, m.interval);
        QCOMPARE(r->source, m.source);
        QCOMPARE(r->generation, m.generation);
        QCOMPARE(r->scheme, m.scheme);
        QCOMPARE(r->bits, m.bits);
        QCOMPARE(r->target_error, m.target_error);
        QCOMPARE(r->budget, m.budget);
        QCOMPARE(r->key, m.key);
        QCOMPARE(r->key_level, m.key_level);
        QCOMPARE(r->deltas, m.deltas);
        QCOMPARE(r->parent, m.parent);
        QCOMPARE(r->parent_digest, m.parent_digest);
        QCOMPARE(r->modified_ns, m.modified_ns);
        QCOMPARE(r->filed_ns, m.filed_ns);
        QCOMPARE(r->original_bytes, m.original_bytes);
        QCOMPARE(r->exact_bytes, m.exact_bytes);
        QCOMPARE(r->relative_error, m.relative_error);
        QCOMPARE(r->max_abs_error, m.max_abs_error);
        QCOMPARE(r->lag, m.lag);
        QCOMPARE(r->prior_error, m.prior_error);
        QCOMPARE(r->loss, m.loss);
    }

    void no_loss_is_no_loss() {
        auto m = distinct();
        m.loss.reset();
        m.key = false;
        const auto r = read(written(m));
        VERIFY_OK(r);
        QVERIFY(!r->loss && !r->key);
    }

    /// FORMAT.md: what was dropped follows from the sections.
    void what_was_dropped_is_not_told_here() {
        auto m = distinct();
        const auto whole = written(m);
        m.weights_only = true;
        QVERIFY(written(m) == whole);
    }

    void every_cut_and_every_byte_too_many_is_refused() {
        auto bytes = written(distinct());
        for (std::size_t n = 0; n < bytes.size(); ++n)
            QVERIFY2(!read(ByteView(bytes).first(n)).ok(), qPrintable(QString::number(n)));
        bytes.push_back(std::byte{0});
        VERIFY_ERROR(read(bytes), ErrorCode::corrupt);
    }

    void ids_that_lead_out_are_refused_data() {
        QTest::addColumn<std::string>("id");
        QTest::addColumn<bool>("is_sound");
        QTest::newRow("sound") << std::string("000000000010-00ff00ff-3") << true;
        QTest::newRow("as long as may be") << std::string(64, '0') << true;
        QTest::newRow("longer") << std::string(65, '0') << false;
        QTest::newRow("upwards") << std::string("../x") << false;
        QTest::newRow("in a folder") << std::string("0/1") << false;
        QTest::newRow("upper case") << std::string("00FF") << false;
        QTest::newRow("a NUL") << std::string("00\0", 3) << false;
    }
    void ids_that_lead_out_are_refused() {
        QFETCH(std::string, id);
        QFETCH(bool, is_sound);
        auto own = distinct();
        own.id = id;
        auto below = distinct();
        below.parent = id;
        for (const auto& m : {own, below}) {
            const auto r = read(written(m));
            QCOMPARE(r.ok(), is_sound);
            if (!is_sound) VERIFY_ERROR(r, ErrorCode::corrupt);
        }
        auto none = distinct();
        none.id.clear();
        VERIFY_ERROR(read(written(none)), ErrorCode::corrupt);
        auto base = distinct();
        base.parent.clear();
        VERIFY_OK(read(written(base)));
    }

    void exact_means_all_bits_of_the_original() {
        StepMeta m;
        m.scheme = Scheme::exact;
        QVERIFY(m.is_exact());
        m.prior_error = 0.1;
        QVERIFY2(!m.is_exact(), "recoded from a lossy step");
        m.prior_error = 0;
        m.weights_only = true;
        QVERIFY(!m.is_exact());
        m.weights_only = false;
        m.scheme = Scheme::lc;
        QVERIFY(!m.is_exact());
    }

    void an_id_names_step_source_and_generation() {
        // The low half of the source's XXH3, which is E6C632B61E964E1F for "a".
        QCOMPARE(make_checkpoint_id(200, "a", 7), std::string("000000000200-1e964e1f-7"));
        QCOMPARE(make_checkpoint_id(1'000'000'000'000, "a", 1), std::string("1000000000000-1e964e1f-1"));
    }

    void the_step_is_read_from_an_id_data() {
        QTest::addColumn<std::string>("id");
        QTest::addColumn<std::optional<std::int64_t>>("step");
        const auto row = [](const char* id, std::optional<std::int64_t> step) {
            QTest::newRow(id) << std::string(id) << step;
        };
        row("000000000200-1a2b3c4d-1", 200);
        row("1000000000000-1a2b3c4d-1", 1'000'000'000'000);
        row("-00000000005-1a2b3c4d-1", -5);
        row("000000000200", std::nullopt);
        row("000000000200x-1", std::nullopt);
        row("99999999999999999999-1a2b3c4d-1", std::nullopt);
        row("-", std::nullopt);
        row("", std::nullopt);
    }
    void the_step_is_read_from_an_id() {
        QFETCH(std::string, id);
        QFETCH(std::optional<std::int64_t>, step);
        QVERIFY(step_of_id(id) == step);
    }

    void ids_are_compared_as_numbers_data() {
        QTest::addColumn<std::string>("older");
        QTest::addColumn<std::string>("newer");
        const auto row = [](const char* name, const char* older, const char* newer) {
            QTest::newRow(name) << std::string(older) << std::string(newer);
        };
        row("longer steps", "999999999999-00000000-1", "1000000000000-00000000-1");
        row("negative steps", "-00000000005-00000000-1", "000000000003-00000000-1");
        row("longer generations", "000000000007-00000000-9", "000000000007-00000000-10");
        row("the step before the generation", "000000000007-00000000-10", "000000000008-00000000-9");
        row("the generation before the source", "000000000007-ffffffff-1", "000000000007-00000000-2");
        row("no step", "x", "-00000000005-00000000-1");
        row("only the source", "000000000007-00000000-1", "000000000007-00000001-1");
    }
    void ids_are_compared_as_numbers() {
        QFETCH(std::string, older);
        QFETCH(std::string, newer);
        QVERIFY(is_older_id(older, newer));
        QVERIFY(!is_older_id(newer, older));
        QVERIFY(!is_older_id(newer, newer));
    }

    void a_training_goes_on_from_the_last_step_or_from_the_last_saved_data() {
        using Steps = std::vector<std::pair<int, int>>;
        QTest::addColumn<Steps>("steps");  // step, time of saving
        QTest::addColumn<std::vector<bool>>("newest");
        const auto row = [](const char* name, Steps steps, std::vector<bool> newest) {
            QTest::newRow(name) << std::move(steps) << std::move(newest);
        };
        row("one after another", {{1, 10}, {2, 20}, {3, 30}}, {false, false, true});
        row("it went back", {{1, 10}, {9, 20}, {5, 30}}, {false, true, true});
        row("listed out of order", {{9, 30}, {1, 10}, {5, 20}}, {true, false, false});
        row("saved at once", {{1, 10}, {2, 10}}, {false, true});
        row("several of the last step", {{3, 10}, {3, 20}, {2, 5}}, {true, true, false});
        row("several of the step saved last", {{9, 10}, {5, 5}, {5, 30}}, {true, true, true});
    }
    void a_training_goes_on_from_the_last_step_or_from_the_last_saved() {
        using Steps = std::vector<std::pair<int, int>>;
        QFETCH(Steps, steps);
        QFETCH(std::vector<bool>, newest);
        std::vector<StepMeta> metas;
        for (const auto& [step, time] : steps)
            metas.push_back(saved(step, time));
        const NewestSteps found(metas);
        for (std::size_t i = 0; i < metas.size(); ++i)
            QCOMPARE(found.contain(metas[i]), bool(newest[i]));
    }
};

STEPVAULT_TEST(TestStepMeta)

}  // namespace test_step_meta

#include "test_step_meta.moc"
