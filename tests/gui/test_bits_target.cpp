#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "support/registry.h"
#include "ui/bits/target_line.h"

namespace test_bits_target {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

/// A size for the next checkpoints finds the setting.
class TestBitsTarget : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeRuns(); }
    void init() { openPage(); }
    void cleanup() { closePage(); }

    void targetIsFound_data();
    void targetIsFound();
    void noneFits();
    void exceptionsCount();
    void answerBelongsToItsRun();
    void proposalFollowsTheRun();

 private:
    void ask(double kibibytes, int checkpoints);
};

/// Types the numbers as a user does.
void TestBitsTarget::ask(double kibibytes, int checkpoints) {
    TargetLine& line = page_->target();
    pick(line.unit(), QStringLiteral("KiB"));
    const auto type = [](QAbstractSpinBox& box, const QString& text) {
        QTest::mouseClick(&box, Qt::LeftButton);
        box.selectAll();
        QTest::keyClicks(&box, text);
    };
    type(line.amount(), QString::number(kibibytes, 'f', 1));
    type(line.steps(), QString::number(checkpoints));
    QTest::mouseClick(&line.findButton(), Qt::LeftButton);
    settle();
}

void TestBitsTarget::targetIsFound_data() {
    QTest::addColumn<bool>("isAdaptive");
    QTest::addColumn<double>("share");  // of what the run takes by its present setting
    QTest::newRow("half of adaptive") << true << 0.5;
    QTest::newRow("as much as adaptive") << true << 1.1;
    QTest::newRow("twice as much") << true << 2.0;
    QTest::newRow("half of lc") << false << 0.6;
    QTest::newRow("everything fits") << false << 1000.0;
}

void TestBitsTarget::targetIsFound() {
    QFETCH(bool, isAdaptive);
    QFETCH(double, share);
    const RunSnapshot& run = isAdaptive ? adaptive_ : lc_;
    show(run);
    TargetLine& line = page_->target();
    QVERIFY(line.answerText().isEmpty());
    const double one = static_cast<double>(run.checkpoints.back().stored_bytes) / 1024;
    ask(share * one * 40, 40);
    const SizeTarget target = line.target();
    QCOMPARE(target.steps, std::uint64_t{40});
    const TargetReport expected = page_->view()->find(target, {});
    QVERIFY2(expected.best.has_value(), "the runs of this test have a setting of this size");
    QVERIFY(expected.best->bytes <= target.bytes);
    QCOMPARE(expected.coming.key_steps, std::uint64_t{1});
    // The page's controls and figures are those of the setting that was found.
    const SchemeChoice& choice = expected.best->choice;
    QCOMPARE(page_->controls().choice().scheme, choice.scheme);
    if (choice.scheme == Scheme::lc) QCOMPARE(page_->controls().choice().bits, choice.bits);
    if (choice.scheme == Scheme::adaptive) QCOMPARE(page_->controls().choice().error, choice.error);
    QCOMPARE(page_->figures().value(FiguresCard::Error), formatError(expected.best->relative_error));
    const QString said = line.answerText();
    for (const QString& part : {BitsControls::nameOf(choice), formatBytes(expected.best->bytes),
                                QStringLiteral("40 checkpoints, among them 1 key step"),
                                QStringLiteral("no key step yet"), QStringLiteral("estimates")})
        QVERIFY2(said.contains(part), qPrintable(said + QStringLiteral(" / ") + part));
    QVERIFY(said.startsWith(QStringLiteral("Chosen: ")));
}

void TestBitsTarget::noneFits() {
    show(adaptive_);
    const SchemeChoice before = page_->controls().choice();
    ask(0.1, 100);
    const TargetReport expected = page_->view()->find(page_->target().target(), {});
    QVERIFY(!expected.best);
    QVERIFY(page_->controls().choice() == before);
    const QString said = page_->target().answerText();
    QVERIFY2(said.startsWith(QStringLiteral("No setting fits. The smallest, ") +
                             BitsControls::nameOf(expected.smallest.choice)),
             qPrintable(said));
    QVERIFY2(said.contains(formatBytes(expected.smallest.bytes)), qPrintable(said));
    // Enter in a field asks again.
    TargetLine& line = page_->target();
    QTest::mouseClick(&line.amount(), Qt::LeftButton);
    line.amount().selectAll();
    QTest::keyClicks(&line.amount(), QStringLiteral("99999"));
    QTest::keyClick(&line.amount(), Qt::Key_Return);
    settle();
    QVERIFY(line.answerText().startsWith(QStringLiteral("Chosen: ")));
}

void TestBitsTarget::exceptionsCount() {
    show(adaptive_);
    const double one = static_cast<double>(adaptive_.checkpoints.back().stored_bytes) / 1024;
    ask(2 * one * 10, 10);
    const double without = page_->rates().chosen()->error;
    ExceptionsLine& exceptions = page_->tensors().exceptions();
    QTest::mouseClick(&exceptions.makeButton(), Qt::LeftButton);
    pick(exceptions.target(), QStringLiteral("tensors named"));
    exceptions.pattern().setText(QStringLiteral("model.*"));
    QTest::mouseClick(&exceptions.addButton(), Qt::LeftButton);
    settle();
    QVERIFY2(page_->target().answerText().isEmpty(), "the answer was for other exceptions");
    QTest::mouseClick(&page_->target().findButton(), Qt::LeftButton);
    settle();
    const TargetReport expected = page_->view()->find(page_->target().target(), page_->controls().rules());
    QCOMPARE(page_->target().answerText().startsWith(QStringLiteral("Chosen: ")), expected.best.has_value());
    QVERIFY(!expected.best || expected.best->relative_error != without);
}

void TestBitsTarget::answerBelongsToItsRun() {
    show(adaptive_);
    ask(99999, 1);
    QVERIFY(!page_->target().answerText().isEmpty());
    show(lc_);
    QVERIFY(page_->target().answerText().isEmpty());
}

void TestBitsTarget::proposalFollowsTheRun() {
    show(adaptive_);
    const TargetLine& line = page_->target();
    const std::uint64_t stored = adaptive_.checkpoints.back().stored_bytes;
    const SizeTarget first = line.target();
    QCOMPARE(first.steps, std::uint64_t{100});
    QVERIFY(first.bytes >= 100 * stored && first.bytes < 100 * stored + (std::uint64_t{1} << 20));
    // A size that the user has set stays.
    ask(123, 7);
    show(lc_);
    QCOMPARE(line.target().bytes, std::uint64_t{123 * 1024});
    QCOMPARE(line.target().steps, std::uint64_t{7});
}

STEPVAULT_TEST(TestBitsTarget)

}  // namespace test_bits_target

#include "test_bits_target.moc"
