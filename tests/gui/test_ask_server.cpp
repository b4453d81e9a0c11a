// The program that ssh starts to ask is the real one.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "support/registry.h"
#include "ui/connect/ask_protocol.h"
#include "ui/connect/ask_server.h"

namespace test_ask_server {

using namespace stepvault::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 20000;  // milliseconds
const QString program = QStringLiteral(STEPVAULT_GUI_EXECUTABLE);

}  // namespace

class TestAskServer : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void answerArrives();
    void answerOfAnyText_data();
    void answerOfAnyText();
    void refusalArrives();
    void kindComesFromSsh();
    void windowClosesWhileOneWaits();
    void questionsWaitInLine();
    void questionGoesWithItsProgram();
    void wrongTokenAsksNothing();
    void noWindowMeansNoAnswer();
    void strangersOnTheSocket();
    void folderIsPrivateAndGoes();
    void realSshAsks();

 private:
    /// Starts the program as ssh does.
    std::unique_ptr<QProcess> ask(const QString& question, const QString& hint = {},
                                  const char* token = nullptr);
    QProcessEnvironment environment();
    [[nodiscard]] AskQuestion asked(int index) const { return asked_->at(index).at(0).value<AskQuestion>(); }
    void answer(quint64 id, QString text) { server_->answer(id, WipedText(text)); }
    /// A connection to the socket that has sent `text`.
    int connectRaw(const QByteArray& text);

    std::unique_ptr<AskServer> server_;
    std::unique_ptr<QSignalSpy> asked_;
    std::unique_ptr<QSignalSpy> withdrawn_;
};

void TestAskServer::init() {
    server_ = std::make_unique<AskServer>(program);
    QVERIFY(server_->environment().empty());
    QVERIFY(server_->start().ok());
    QVERIFY(server_->start().ok());
    asked_ = std::make_unique<QSignalSpy>(server_.get(), &AskServer::asked);
    withdrawn_ = std::make_unique<QSignalSpy>(server_.get(), &AskServer::withdrawn);
}

void TestAskServer::cleanup() {
    asked_.reset();
    withdrawn_.reset();
    server_.reset();
}

QProcessEnvironment TestAskServer::environment() {
    auto variables = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : server_->environment())
        variables.insert(QString::fromStdString(name), QString::fromStdString(value));
    return variables;
}

std::unique_ptr<QProcess> TestAskServer::ask(const QString& question, const QString& hint,
                                             const char* token) {
    auto variables = environment();
    // It must need no display.
    variables.remove(u"DISPLAY"_s);
    variables.remove(u"WAYLAND_DISPLAY"_s);
    variables.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    if (!hint.isEmpty()) variables.insert(QString::fromLatin1(askKindVariable), hint);
    if (token != nullptr) variables.insert(QString::fromLatin1(askTokenVariable), QString::fromLatin1(token));
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(variables);
    process->start(variables.value(u"SSH_ASKPASS"_s), {question});
    return process;
}

void TestAskServer::answerArrives() {
    const auto process = ask(u"me@box's password: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    QCOMPARE(asked(0).text, u"me@box's password:"_s);
    QVERIFY(asked(0).kind == AskKind::secret);
    answer(asked(0).id, u"geheim"_s);
    QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, patience);
    QCOMPARE(process->exitCode(), 0);
    QCOMPARE(process->readAllStandardOutput(), QByteArray("geheim\n"));
    QCOMPARE(process->readAllStandardError(), QByteArray());
    QCOMPARE(withdrawn_->count(), 0);
    // Nobody waits for it any more.
    answer(asked(0).id, u"again"_s);
    server_->refuse(asked(0).id);
}

void TestAskServer::answerOfAnyText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("empty") << QString() << true;
    QTest::newRow("Unicode") << u"pässwört 密码"_s << true;
    QTest::newRow("spaces") << u"  a b  "_s << true;
    QTest::newRow("longest") << QString(mostAnswerBytes, u'x') << true;
    QTest::newRow("too long for ssh") << QString(mostAnswerBytes + 1, u'x') << false;
}

void TestAskServer::answerOfAnyText() {
    QFETCH(QString, text);
    QFETCH(bool, isTaken);
    const auto process = ask(u"Password: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    answer(asked(0).id, text);
    QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, patience);
    QCOMPARE(process->exitCode(), isTaken ? 0 : 1);
    QCOMPARE(process->readAllStandardOutput(), isTaken ? (text + u'\n').toUtf8() : QByteArray());
}

void TestAskServer::refusalArrives() {
    const auto process = ask(u"Password: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    server_->refuse(asked(0).id);
    QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, patience);
    QCOMPARE(process->exitCode(), 1);
    QCOMPARE(process->readAllStandardOutput(), QByteArray());
    QCOMPARE(withdrawn_->count(), 0);
}

void TestAskServer::kindComesFromSsh() {
    const auto confirm = ask(u"Allow use of the key?"_s, u"confirm"_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    QVERIFY(asked(0).kind == AskKind::confirm);
    server_->refuse(asked(0).id);
    const auto touch = ask(u"Touch the key"_s, u"none"_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 2, patience);
    QVERIFY(asked(1).kind == AskKind::information);
    // As ssh does when the key has been touched.
    touch->terminate();
    QTRY_COMPARE_WITH_TIMEOUT(withdrawn_->count(), 1, patience);
    QCOMPARE(withdrawn_->at(0).at(0).toULongLong(), asked(1).id);
    QTRY_COMPARE_WITH_TIMEOUT(confirm->state(), QProcess::NotRunning, patience);
    QTRY_COMPARE_WITH_TIMEOUT(touch->state(), QProcess::NotRunning, patience);
}

void TestAskServer::windowClosesWhileOneWaits() {
    const auto first = ask(u"First: "_s);
    const auto second = ask(u"Second: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    cleanup();
    for (QProcess* process : {first.get(), second.get()}) {
        QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, patience);
        QCOMPARE(process->exitCode(), 1);
        QCOMPARE(process->readAllStandardOutput(), QByteArray());
    }
}

void TestAskServer::questionsWaitInLine() {
    const auto first = ask(u"First: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    const auto second = ask(u"Second: "_s);
    QTest::qWait(300);
    QCOMPARE(asked_->count(), 1);
    answer(asked(0).id, u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 2, patience);
    QCOMPARE(asked(1).text, u"Second:"_s);
    answer(asked(1).id, u"two"_s);
    QTRY_COMPARE_WITH_TIMEOUT(first->state(), QProcess::NotRunning, patience);
    QTRY_COMPARE_WITH_TIMEOUT(second->state(), QProcess::NotRunning, patience);
    QCOMPARE(first->readAllStandardOutput(), QByteArray("one\n"));
    QCOMPARE(second->readAllStandardOutput(), QByteArray("two\n"));
}

void TestAskServer::questionGoesWithItsProgram() {
    const auto first = ask(u"First: "_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    const auto waiting = ask(u"Never shown: "_s);
    QTest::qWait(300);
    const auto last = ask(u"Last: "_s);
    QTest::qWait(300);
    waiting->kill();
    QTRY_COMPARE_WITH_TIMEOUT(waiting->state(), QProcess::NotRunning, patience);
    QTest::qWait(100);
    QCOMPARE(withdrawn_->count(), 0);
    first->kill();
    QTRY_COMPARE_WITH_TIMEOUT(withdrawn_->count(), 1, patience);
    QCOMPARE(withdrawn_->at(0).at(0).toULongLong(), asked(0).id);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 2, patience);
    QCOMPARE(asked(1).text, u"Last:"_s);
    answer(asked(0).id, u"to nobody"_s);
    answer(asked(1).id, u"x"_s);
    QTRY_COMPARE_WITH_TIMEOUT(last->state(), QProcess::NotRunning, patience);
    QCOMPARE(last->readAllStandardOutput(), QByteArray("x\n"));
}

void TestAskServer::wrongTokenAsksNothing() {
    for (const char* token : {"", "0123456789abcdef0123456789abcdef"}) {
        const auto process = ask(u"Password: "_s, {}, token);
        QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, patience);
        QCOMPARE(process->exitCode(), 1);
        QCOMPARE(process->readAllStandardOutput(), QByteArray());
    }
    QCOMPARE(asked_->count(), 0);
}

void TestAskServer::noWindowMeansNoAnswer() {
    const auto variables = environment();
    cleanup();
    QProcess process;
    process.setProcessEnvironment(variables);
    process.start(program, {u"Password: "_s});
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, patience);
    QCOMPARE(process.exitCode(), 1);
}

int TestAskServer::connectRaw(const QByteArray& text) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = environment().value(QString::fromLatin1(askSocketVariable)).toStdString();
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::send(descriptor, text.constData(), static_cast<std::size_t>(text.size()), MSG_NOSIGNAL) < 0) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

void TestAskServer::strangersOnTheSocket() {
    const QByteArray token = environment().value(QString::fromLatin1(askTokenVariable)).toUtf8();
    QCOMPARE(token.size(), 32);
    std::vector<int> open;
    open.push_back(connectRaw({}));
    open.push_back(connectRaw("GET / HTTP/1.1\r\n\r\n"));
    open.push_back(connectRaw(QByteArray(3, '\0')));
    open.push_back(connectRaw(token + '\0' + '\0' + "x" + '\0' + "more" + '\0'));
    open.push_back(connectRaw(token + '\0' + '\0' + QByteArray(1 << 17, 'x')));
    QTest::qWait(300);
    QCOMPARE(asked_->count(), 0);
    // In two parts it is a question like any other.
    open.push_back(connectRaw(token + '\0' + '\0' + "whole"));
    QTest::qWait(100);
    QCOMPARE(asked_->count(), 0);
    QCOMPARE(::send(open.back(), "", 1, MSG_NOSIGNAL), ssize_t{1});
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 1, patience);
    // Nothing may follow a question.
    QCOMPARE(::send(open.back(), "x", 1, MSG_NOSIGNAL), ssize_t{1});
    QTRY_COMPARE_WITH_TIMEOUT(withdrawn_->count(), 1, patience);
    for (const int descriptor : open)
        ::close(descriptor);
}

void TestAskServer::folderIsPrivateAndGoes() {
    const QFileInfo socket(environment().value(QString::fromLatin1(askSocketVariable)));
    QVERIFY(socket.exists());
    const QFileInfo folder(socket.path());
    QVERIFY(folder.permissions() == (QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                     QFile::ReadUser | QFile::WriteUser | QFile::ExeUser));
    cleanup();
    QVERIFY(!QFileInfo::exists(folder.filePath()));
}

/// ssh asks whether the machine is the right one, and for the passphrase of the user's key.
void TestAskServer::realSshAsks() {
    const QString sshd = QStandardPaths::findExecutable(u"sshd"_s, {u"/usr/sbin"_s, u"/usr/bin"_s});
    if (sshd.isEmpty() || QStandardPaths::findExecutable(u"ssh"_s).isEmpty())
        QSKIP("there is no ssh or sshd");
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QString& text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0);
    };
    QProcess::execute(u"ssh-keygen"_s,
                      {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, u""_s, u"-f"_s, folder.filePath(u"host"_s)});
    QProcess::execute(u"ssh-keygen"_s, {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, u"sesame"_s, u"-f"_s,
                                        folder.filePath(u"user"_s)});
    const bool isMade = ::geteuid() == 0 && QDir().mkdir(u"/run/sshd"_s);
    write(u"sshd_config"_s,
          u"HostKey %1\nAuthorizedKeysFile %2\nPidFile none\nUsePAM no\nStrictModes no\n"_s.arg(
              folder.filePath(u"host"_s), folder.filePath(u"user.pub"_s)));
    write(u"config"_s,
          u"Host box\n ProxyCommand %1 -i -f %2\n IdentityFile %3\n IdentitiesOnly yes\n IdentityAgent none\n"
          " UserKnownHostsFile %4\n GlobalKnownHostsFile none\n StrictHostKeyChecking ask\n"_s.arg(
              sshd, folder.filePath(u"sshd_config"_s), folder.filePath(u"user"_s),
              folder.filePath(u"known"_s)));
    const auto connectTo = [&](const QStringList& options) {
        auto ssh = std::make_unique<QProcess>();
        ssh->setProcessEnvironment(environment());
        ssh->start(u"ssh"_s, QStringList{u"-F"_s, folder.filePath(u"config"_s), u"-T"_s} + options +
                                 QStringList{u"box"_s, u"echo there"_s});
        return ssh;
    };
    const auto trial = connectTo({u"-o"_s, u"BatchMode=yes"_s, u"-o"_s, u"StrictHostKeyChecking=no"_s,
                                  u"-o"_s, u"UserKnownHostsFile=/dev/null"_s});
    QTRY_COMPARE_WITH_TIMEOUT(trial->state(), QProcess::NotRunning, patience);
    const QByteArray trialError = trial->readAllStandardError();

    const auto refused = connectTo({});
    QTRY_VERIFY_WITH_TIMEOUT(asked_->count() == 1 || refused->state() == QProcess::NotRunning, patience);
    if (asked_->isEmpty()) QSKIP(QByteArray("sshd cannot work here: " + trialError).constData());
    QVERIFY(asked(0).kind == AskKind::hostKey);
    QVERIFY(asked(0).text.contains(u"'box (<no hostip for proxy command>)'"_s));
    server_->refuse(asked(0).id);
    QTRY_COMPARE_WITH_TIMEOUT(refused->state(), QProcess::NotRunning, patience);
    QCOMPARE(refused->exitCode(), 255);

    const auto ssh = connectTo({});
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 2, patience);
    QVERIFY(asked(1).kind == AskKind::hostKey);
    answer(asked(1).id, u"yes"_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 3, patience);
    QVERIFY(asked(2).kind == AskKind::secret);
    QCOMPARE(asked(2).text, u"Enter passphrase for key '%1':"_s.arg(folder.filePath(u"user"_s)));
    answer(asked(2).id, u"sesame"_s);
    QTRY_COMPARE_WITH_TIMEOUT(ssh->state(), QProcess::NotRunning, patience);
    QCOMPARE(ssh->readAllStandardOutput(), QByteArray("there\n"));

    // ssh ends while a question is shown.
    const auto cancelled = connectTo({});
    QTRY_COMPARE_WITH_TIMEOUT(asked_->count(), 4, patience);
    cancelled->terminate();
    QTRY_COMPARE_WITH_TIMEOUT(cancelled->state(), QProcess::NotRunning, patience);
    server_->refuse(asked(3).id);
    if (isMade) QDir().rmdir(u"/run/sshd"_s);
}

STEPVAULT_TEST(TestAskServer)

}  // namespace test_ask_server

#include "test_ask_server.moc"
