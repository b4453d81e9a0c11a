#include "ui/bits/eval_process.h"

#include <csignal>
#include <unistd.h>

#include <QTimer>

namespace stepvault::ui {

namespace {

constexpr qsizetype mostOutput = 64 * 1024;
constexpr int graceTime = 3000;  // milliseconds between asking a command to end and ending it
constexpr int endTime = 2000;    // milliseconds

void append(QByteArray& kept, const QByteArray& more) {
    kept += more;
    if (kept.size() > mostOutput) kept = kept.last(mostOutput);
}

QString lastLine(const QByteArray& text) {
    return QString::fromUtf8(text).trimmed().section(u'\n', -1).trimmed();
}

}  // namespace

EvalProcess::EvalProcess(QObject* parent) : QObject(parent) {
    process_.setChildProcessModifier([] { ::setsid(); });
    process_.setStandardInputFile(QProcess::nullDevice());
    connect(&process_, &QProcess::readyReadStandardOutput, this,
            [this] { append(output_, process_.readAllStandardOutput()); });
    connect(&process_, &QProcess::readyReadStandardError, this,
            [this] { append(errors_, process_.readAllStandardError()); });
    connect(&process_, &QProcess::finished, this, &EvalProcess::finish);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit ended({},
                       tr("%1 could not be started: %2.").arg(process_.program(), process_.errorString()));
    });
}

EvalProcess::~EvalProcess() {
    if (!isRunning()) return;
    process_.disconnect(this);
    signalGroup(SIGKILL);
    process_.waitForFinished(endTime);
}

void EvalProcess::start(const QStringList& words, const QString& folder) {
    output_.clear();
    errors_.clear();
    isStopped_ = false;
    process_.setWorkingDirectory(folder);
    process_.setProgram(words.front());
    process_.setArguments(words.sliced(1));
    process_.start();
    group_ = process_.processId();
}

void EvalProcess::stop() {
    if (!isRunning()) return;
    isStopped_ = true;
    signalGroup(SIGTERM);
    QTimer::singleShot(graceTime, this, [this, group = group_] {
        if (isRunning() && group_ == group) signalGroup(SIGKILL);
    });
}

void EvalProcess::signalGroup(int signal) const {
    if (group_ > 0) ::kill(-static_cast<pid_t>(group_), signal);
}

void EvalProcess::finish(int code, QProcess::ExitStatus status) {
    append(output_, process_.readAllStandardOutput());
    append(errors_, process_.readAllStandardError());
    if (isStopped_) {
        // Children that ignore the request to end survive their parent.
        signalGroup(SIGKILL);
        return emit ended({}, tr("Stopped."));
    }
    const QString said = lastLine(errors_.trimmed().isEmpty() ? output_ : errors_);
    if (status == QProcess::CrashExit)
        return emit ended({}, tr("The command crashed. %1").arg(said).trimmed());
    if (code != 0)
        return emit ended({}, tr("The command failed with exit code %1. %2").arg(code).arg(said).trimmed());
    const std::optional<EvalNumber> number = lastNumber(QString::fromUtf8(output_));
    emit ended(number, number ? QString() : tr("The command printed no number on its last line."));
}

}  // namespace stepvault::ui
