#include <QTest>

#include "support/registry.h"
#include "ui/connect/ask_prompt.h"
#include "ui/connect/wiped_text.h"

namespace test_ask_prompt {

using namespace Qt::StringLiterals;
using namespace stepvault::ui;

namespace {

const QString fingerprint = QStringLiteral("SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDsDMHW1nqGgWVTcSE");
const QString beginning = QStringLiteral("The authenticity of host 'box (10.0.0.1)' can't be established.\n");
const QString key = QStringLiteral("ED25519 key fingerprint is ") + fingerprint + QStringLiteral(".\n");
const QString unknown = QStringLiteral("This key is not known by any other names.\n");
const QString end = QStringLiteral("Are you sure you want to continue connecting (yes/no/[fingerprint])?");

}  // namespace

class TestAskPrompt : public QObject {
    Q_OBJECT

 private slots:
    void hostKey();
    void formsOfHostKey_data();
    void formsOfHostKey();
    void noHostKey_data();
    void noHostKey();
    void kinds_data();
    void kinds();
    void safeTexts_data();
    void safeTexts();
    void secretIsWiped();
};

void TestAskPrompt::hostKey() {
    const auto prompt = parseHostKey(beginning + key + unknown + end);
    QVERIFY(prompt.has_value());
    QCOMPARE(prompt->host, QStringLiteral("box"));
    QCOMPARE(prompt->address, QStringLiteral("10.0.0.1"));
    QCOMPARE(prompt->keyType, QStringLiteral("ED25519"));
    QCOMPARE(prompt->fingerprint, fingerprint);
    QCOMPARE(prompt->notes, unknown.trimmed());
}

void TestAskPrompt::formsOfHostKey_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("address");
    const auto row = [](const char* name, const QString& text, const char* host, const char* address) {
        QTest::newRow(name) << text << QString::fromLatin1(host) << QString::fromLatin1(address);
    };
    row("without names", beginning + key + end, "box", "10.0.0.1");
    row("colon, no dot",
        QString(beginning + key + end).replace(u"is SHA"_s, u"is: SHA"_s).replace(u".\nAre"_s, u"\nAre"_s),
        "box", "10.0.0.1");
    row("other names",
        beginning + key +
            u"This host key is known by the following other names/addresses:\n    ~/.ssh/known_hosts:1: a\n"_s +
            end,
        "box", "10.0.0.1");
    row("another type is known",
        u"The authenticity of host '[box]:2222 ([::1]:2222)' can't be established,\n"
        "but keys of different type are already known for this host.\n"_s +
            key + end,
        "[box]:2222", "[::1]:2222");
    row("by a proxy",
        QString(beginning).replace(u"10.0.0.1"_s, u"<no hostip for proxy command>"_s) + key + end, "box", "");
    row("old ssh", beginning + key + u"Are you sure you want to continue connecting (yes/no)?"_s, "box",
        "10.0.0.1");
    row("no address", QString(beginning).remove(u" (10.0.0.1)"_s) + key + end, "box", "");
}

void TestAskPrompt::formsOfHostKey() {
    QFETCH(QString, text);
    QFETCH(QString, host);
    QFETCH(QString, address);
    const auto prompt = parseHostKey(safePrompt((text + u' ').toUtf8()));
    QVERIFY(prompt.has_value());
    QCOMPARE(prompt->host, host);
    QCOMPARE(prompt->address, address);
    QCOMPARE(prompt->fingerprint, fingerprint);
}

void TestAskPrompt::noHostKey_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("of the machine") << u"(me@box) "_s + beginning + key + end;
    QTest::newRow("line before") << u"x\n"_s + beginning + key + end;
    QTest::newRow("no fingerprint") << beginning + end;
    QTest::newRow("no question") << beginning + key;
    QTest::newRow("more after it") << beginning + key + end + u"\nPassword:"_s;
    QTest::newRow("text in the fingerprint")
        << beginning + u"ED25519 key fingerprint is SHA256:all is well <b>here</b>.\n"_s + end;
    QTest::newRow("two lines in the host")
        << u"The authenticity of host 'a\nb (c)' can't be established.\n"_s + key + end;
}

void TestAskPrompt::noHostKey() {
    QFETCH(QString, text);
    QVERIFY(!parseHostKey(text));
}

void TestAskPrompt::kinds_data() {
    QTest::addColumn<QByteArray>("hint");
    QTest::addColumn<QString>("text");
    QTest::addColumn<AskKind>("kind");
    QTest::newRow("password") << QByteArray() << u"me@box's password: "_s << AskKind::secret;
    QTest::newRow("passphrase") << QByteArray() << u"Enter passphrase for key '/home/me/.ssh/id_ed25519': "_s
                                << AskKind::secret;
    QTest::newRow("PIN") << QByteArray() << u"Enter PIN for ED25519-SK key /home/me/.ssh/id_sk: "_s
                         << AskKind::secret;
    QTest::newRow("code") << QByteArray() << u"(me@box) Verification code: "_s << AskKind::secret;
    QTest::newRow("host key") << QByteArray() << beginning + key + end << AskKind::hostKey;
    QTest::newRow("host key in a form that is not known")
        << QByteArray() << beginning + u"Some key.\n"_s + end << AskKind::confirm;
    QTest::newRow("host key with many names")
        << QByteArray() << beginning + key + QString(50, u'x').append(u'\n').repeated(50) + end
        << AskKind::hostKey;
    QTest::newRow("host key with endless names")
        << QByteArray() << beginning + key + QString(50, u'x').append(u'\n').repeated(500) + end
        << AskKind::confirm;
    QTest::newRow("updated keys") << QByteArray() << u"Accept updated hostkeys? (yes/no): "_s
                                  << AskKind::confirm;
    QTest::newRow("agent") << QByteArray("confirm") << u"Allow use of key me@box?"_s << AskKind::confirm;
    QTest::newRow("touch") << QByteArray("none") << u"Confirm user presence for key ED25519-SK x"_s
                           << AskKind::information;
    QTest::newRow("unknown hint") << QByteArray("other") << u"Password: "_s << AskKind::secret;
}

void TestAskPrompt::kinds() {
    QFETCH(QByteArray, hint);
    QFETCH(QString, text);
    QFETCH(AskKind, kind);
    QVERIFY(askKind(hint, safePrompt(text.toUtf8())) == kind);
}

void TestAskPrompt::safeTexts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("safe");
    QTest::newRow("plain") << QByteArray("Password: ") << u"Password:"_s;
    QTest::newRow("lines") << QByteArray("a\r\nb\n") << u"a\nb"_s;
    QTest::newRow("terminal codes") << QByteArray("\x1b[31mred\x07\x7f\x08") << u"[31mred"_s;
    QTest::newRow("direction of writing") << QByteArray(
                                                 "a\xe2\x80\xae"
                                                 "b\xe2\x81\xa6"
                                                 "c")
                                          << u"abc"_s;
    QTest::newRow("invisible") << QByteArray(
                                      "a\xe2\x80\x8b\xef\xbb\xbf"
                                      "b")
                               << u"ab"_s;
    QTest::newRow("Chinese") << QByteArray("\xe5\xaf\x86\xe7\xa0\x81") << u"密码"_s;
    QTest::newRow("markup stays text") << QByteArray("<b>x</b>") << u"<b>x</b>"_s;
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << u"a\ufffd"_s;
    QTest::newRow("long") << QByteArray(100000, 'x') << QString(4000, u'x');
}

void TestAskPrompt::safeTexts() {
    QFETCH(QByteArray, text);
    QFETCH(QString, safe);
    QCOMPARE(safePrompt(text), safe);
}

void TestAskPrompt::secretIsWiped() {
    QString secret = QStringLiteral("geheim ") + QChar(0x00fc);
    const QChar* place = secret.constData();
    const QString* kept = &secret;
    WipedText text(secret);
    QVERIFY(kept->isEmpty());
    QVERIFY(place != nullptr);
    QVERIFY(text.view() == "geheim \xc3\xbc");
    const WipedText moved(std::move(text));
    QVERIFY(moved.view() == "geheim \xc3\xbc");
}

STEPVAULT_TEST(TestAskPrompt)

}  // namespace test_ask_prompt

#include "test_ask_prompt.moc"
