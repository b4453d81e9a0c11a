#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/records/coding_rule.h"

namespace test_coding_rule {

using namespace stepvault;
using namespace stepvault::test;

class TestCodingRule : public QObject {
    Q_OBJECT

 private slots:
    void texts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");  // empty: refused
        QTest::newRow("exact") << "model.head.*=exact"
                               << "model.head.*=exact";
        QTest::newRow("error") << "a=0.25"
                               << "a=0.25";
        QTest::newRow("role") << "role:first-moment=0.1"
                              << "role:first moment=0.1";
        QTest::newRow("name with =") << "a=b=exact"
                                     << "a=b=exact";
        QTest::newRow("no value") << "a="
                                  << "";
        QTest::newRow("no =") << "a"
                              << "";
        QTest::newRow("no name") << "=exact"
                                 << "";
        QTest::newRow("no such role") << "role:head=exact"
                                      << "";
        QTest::newRow("too large") << "a=1"
                                   << "";
        QTest::newRow("not a number") << "a=0.5x"
                                      << "";
        QTest::newRow("not finite") << "a=nan"
                                    << "";
    }
    void texts() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto rule = CodingRule::parse(text.toStdString());
        QCOMPARE(rule.ok(), !canonical.isEmpty());
        if (rule) {
            QCOMPARE(rule->text(), canonical.toStdString());
            QVERIFY(*CodingRule::parse(rule->text()) == *rule);
        } else {
            QVERIFY(rule.error().message.find(text.toStdString()) != std::string::npos);
        }
    }

    void the_first_that_fits_holds() {
        const std::vector<CodingRule> rules{*CodingRule::parse("model.a*=0.1"),
                                            *CodingRule::parse("role:weight=0.2"),
                                            *CodingRule::parse("*=exact")};
        QVERIFY(rule_for(rules, Role::weight, "model.a.weight") == &rules[0]);
        QVERIFY(rule_for(rules, Role::weight, "model.b.weight") == &rules[1]);
        QVERIFY(rule_for(rules, Role::embedding, "model.b.weight") == &rules[2]);
        QVERIFY(rule_for({}, Role::weight, "x") == nullptr);
    }

    void filing_follows_them_and_they_last() {
        SchemeChoice choice;
        choice.rules = {*CodingRule::parse("model.embed.*=exact"), *CodingRule::parse("role:weight=0.1"),
                        *CodingRule::parse("role:first-moment=0.9")};
        ScratchRun run(choice);
        Training training(3, 20000);
        std::string original;
        Result<StepFile> step = Error{};
        for (int i = 0; i < 3; ++i, training.next()) {
            original = training.bytes();
            step = run.file("s.safetensors", original, training.step());
            VERIFY_OK(step);
        }
        const auto restored = run.restore(step->meta().id);
        VERIFY_OK(restored);
        for (std::size_t p = 0; p < step->layout().payloads.size(); ++p) {
            const auto& payload = step->layout().payloads[p];
            const auto error = step->figures()[p].relative_error;
            if (payload.name == "model.embed.weight") {
                QCOMPARE(restored->substr(payload.offset, payload.length),
                         original.substr(payload.offset, payload.length));
            } else if (payload.name == "model.layer.weight") {
                QVERIFY(error > 0.05F && error < 0.11F);
            } else if (payload.role == Role::first_moment) {
                QVERIFY(error > 0.5F && error < 0.95F);
            }
        }
        run.reopen();
        QVERIFY(run.writer().record().choice == choice);
        // The rules can change in the middle of a chain.
        choice.rules = {*CodingRule::parse("*=exact")};
        VERIFY_OK(run.writer().set_scheme(choice));
        run.choose(choice);
        original = training.bytes();
        const auto last = run.file("s.safetensors", original, training.step());
        VERIFY_OK(last);
        QVERIFY(*run.restore(last->meta().id) == original);
    }

    void an_error_needs_a_scheme_that_aims_at_one() {
        SchemeChoice choice{.scheme = Scheme::lc};
        choice.rules = {*CodingRule::parse("a=0.2")};
        VERIFY_ERROR(check_scheme(choice), ErrorCode::invalid_argument);
        choice.rules = {*CodingRule::parse("a=exact")};
        QVERIFY(check_scheme(choice).ok());
    }
};

STEPVAULT_TEST(TestCodingRule)

}  // namespace test_coding_rule

#include "test_coding_rule.moc"
