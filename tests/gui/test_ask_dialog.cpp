#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>

#include "support/registry.h"
#include "ui/connect/ask_dialog.h"
#include "ui/connect/ask_presenter.h"
#include "ui/connect/ask_server.h"
#include "ui/connect/install_question.h"

namespace test_ask_dialog {

using namespace stepvault::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 20000;  // milliseconds
const QString fingerprint = u"SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDsDMHW1nqGgWVTcSE"_s;
const QString hostKey =
    u"The authenticity of host 'box (10.0.0.1)' can't be established.\n"
    "ED25519 key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDsDMHW1nqGgWVTcSE.\n"
    "This key is not known by any other names.\n"
    "Are you sure you want to continue connecting (yes/no/[fingerprint])?"_s;

}  // namespace

class TestAskDialog : public QObject {
    Q_OBJECT

 private slots:
    void hostKeyIsShownAndCancelIsTheDefault();
    void hostKeyIsAcceptedByItsButtonAlone();
    void secretIsHidden();
    void confirmIsAnsweredByYes();
    void informationCanOnlyBeClosed();
    void hostileTextStaysSmall();
    void dialogsFollowTheServer();
    void installIsAskedFor();

 private:
    void open(AskKind kind, const QString& text) {
        dialog_ = std::make_unique<AskDialog>(AskQuestion{.id = 1, .kind = kind, .text = text});
        dialog_->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog_.get()));
    }
    static QPushButton* button(const QWidget& dialog, const QString& text) {
        for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
            if (each->text() == text) return each;
        }
        return nullptr;
    }
    [[nodiscard]] bool shows(const QString& text) const {
        for (const QLabel* each : dialog_->findChildren<QLabel*>()) {
            if (each->text().contains(text)) return true;
        }
        return false;
    }

    std::unique_ptr<AskDialog> dialog_;
};

void TestAskDialog::hostKeyIsShownAndCancelIsTheDefault() {
    open(AskKind::hostKey, hostKey);
    for (const QString& text :
         {u"box"_s, u"10.0.0.1"_s, u"ED25519"_s, fingerprint, u"not known by any other"_s})
        QVERIFY2(shows(text), qPrintable(text));
    const auto* label = dialog_->findChild<QLabel*>(u"fingerprint"_s);
    QCOMPARE(label->text(), fingerprint);
    QVERIFY(label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
    QVERIFY(label->width() >= label->sizeHint().width());
    QTest::keyClick(dialog_.get(), Qt::Key_Return);
    QVERIFY(!dialog_->isVisible());
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Rejected));
}

void TestAskDialog::hostKeyIsAcceptedByItsButtonAlone() {
    open(AskKind::hostKey, hostKey);
    QTest::mouseClick(button(*dialog_, u"Connect"_s), Qt::LeftButton);
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(dialog_->takeAnswer().view() == "yes");
}

void TestAskDialog::secretIsHidden() {
    open(AskKind::secret, u"Enter passphrase for key '/home/me/.ssh/id_ed25519':"_s);
    QVERIFY(shows(u"/home/me/.ssh/id_ed25519"_s));
    auto* field = dialog_->findChild<QLineEdit*>();
    QTest::keyClicks(field, u"sesame"_s);
    QVERIFY(!field->displayText().contains(u's'));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(dialog_->takeAnswer().view() == "sesame");
    QVERIFY(field->text().isEmpty());
    QVERIFY(dialog_->takeAnswer().view().empty());
}

void TestAskDialog::confirmIsAnsweredByYes() {
    open(AskKind::confirm, u"Allow use of the key?"_s);
    QVERIFY(button(*dialog_, u"No"_s)->isDefault());
    QTest::keyClick(dialog_.get(), Qt::Key_Return);
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Rejected));
    open(AskKind::confirm, u"Allow use of the key?"_s);
    QTest::mouseClick(button(*dialog_, u"Yes"_s), Qt::LeftButton);
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(dialog_->takeAnswer().view() == "yes");
}

void TestAskDialog::informationCanOnlyBeClosed() {
    open(AskKind::information, u"Confirm user presence for key"_s);
    QCOMPARE(dialog_->findChildren<QPushButton*>().size(), 1);
    QTest::keyClick(dialog_.get(), Qt::Key_Escape);
    QVERIFY(!dialog_->isVisible());
}

void TestAskDialog::hostileTextStaysSmall() {
    for (const QString& text :
         {QString(600, u'W'), QString(u"W\n"_s).repeated(10), u"<img src='/etc/passwd'><h1>x</h1>"_s}) {
        open(AskKind::secret, text);
        QVERIFY2(dialog_->width() < 700 && dialog_->height() < 560,
                 qPrintable(u"%1 x %2"_s.arg(dialog_->width()).arg(dialog_->height())));
        QCOMPARE(dialog_->findChild<QLabel*>(u"prompt"_s)->textFormat(), Qt::PlainText);
    }
}

void TestAskDialog::dialogsFollowTheServer() {
    AskServer server(QStringLiteral(STEPVAULT_GUI_EXECUTABLE));
    QVERIFY(server.start().ok());
    QWidget window;
    window.show();
    const AskPresenter presenter(server, &window);
    const auto ask = [&](const QString& text, const QString& hint = {}) {
        auto variables = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : server.environment())
            variables.insert(QString::fromStdString(name), QString::fromStdString(value));
        variables.insert(u"SSH_ASKPASS_PROMPT"_s, hint);
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(variables);
        process->start(QStringLiteral(STEPVAULT_GUI_EXECUTABLE), {text});
        return process;
    };
    const auto shown = [&]() -> AskDialog* {
        for (AskDialog* each : window.findChildren<AskDialog*>()) {
            if (each->isVisible()) return each;
        }
        return nullptr;
    };
    const auto first = ask(u"First password: "_s);
    QTRY_VERIFY_WITH_TIMEOUT(shown() != nullptr, patience);
    const auto second = ask(hostKey);
    QTest::keyClicks(shown()->findChild<QLineEdit*>(), u"one"_s);
    QTest::mouseClick(button(*shown(), u"OK"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(first->state(), QProcess::NotRunning, patience);
    QCOMPARE(first->readAllStandardOutput(), QByteArray("one\n"));
    QTRY_VERIFY_WITH_TIMEOUT(shown() != nullptr && button(*shown(), u"Connect"_s) != nullptr, patience);
    QTest::keyClick(shown(), Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(second->state(), QProcess::NotRunning, patience);
    QCOMPARE(second->exitCode(), 1);
    // The dialog goes with the program that asks.
    const auto third = ask(u"Touch the key"_s, u"none"_s);
    QTRY_VERIFY_WITH_TIMEOUT(shown() != nullptr, patience);
    third->terminate();
    QTRY_VERIFY_WITH_TIMEOUT(shown() == nullptr, patience);
    QTRY_COMPARE_WITH_TIMEOUT(third->state(), QProcess::NotRunning, patience);
    QTRY_VERIFY_WITH_TIMEOUT(window.findChildren<AskDialog*>().isEmpty(), patience);
}

void TestAskDialog::installIsAskedFor() {
    QWidget window;
    window.show();
    QList<bool> decisions;
    const auto ask = [&](const QString& press) {
        askToInstall(&window,
                     {.host = u"<b>box</b>"_s,
                      .folder = u"~/.local/lib/stepvault/0.1.0"_s,
                      .size = u"9.1 MiB"_s,
                      .removal = u"stepvault --host box --uninstall"_s},
                     [&](bool install) { decisions << install; });
        auto* box = window.findChildren<QDialog*>().last();
        const auto shows = [&](const QString& text) {
            return std::ranges::any_of(box->findChildren<QLabel*>(), [&](const QLabel* each) {
                return each->text().contains(text) && each->textFormat() == Qt::PlainText;
            });
        };
        for (const QString& text : {u"<b>box</b>"_s, u"stepvault/0.1.0"_s, u"9.1 MiB"_s, u"--uninstall"_s})
            QVERIFY2(shows(text), qPrintable(text));
        QVERIFY(button(*box, u"Cancel"_s)->isDefault());
        press.isEmpty() ? QTest::keyClick(box, Qt::Key_Escape)
                        : QTest::mouseClick(button(*box, press), Qt::LeftButton);
        QTRY_VERIFY(window.findChildren<QDialog*>().isEmpty());
    };
    ask(u"Install"_s);
    ask(u"Cancel"_s);
    ask({});
    QCOMPARE(decisions, (QList<bool>{true, false, false}));
}

STEPVAULT_TEST(TestAskDialog)

}  // namespace test_ask_dialog

#include "test_ask_dialog.moc"
